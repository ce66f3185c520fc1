// What the page keeps between visits: a few wishes, what this tab shows, and a session as a record, of which library.js
// keeps many. Browsers may refuse to keep anything; then nothing is kept.

import {NotAGame, gameOfRecord, gameRecord} from "../game/files.js";
import {LEVELS} from "../engine/levels.js";
import {RULES, stageOf} from "../game/opening_rule.js";
import {BLACK, WHITE} from "../game/rules.js";
import {Judgements} from "../session/judging.js";
import {NO_LIMITS, USUAL_SETUP} from "../session/setup.js";
import {t} from "../languages/texts.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../session/setup.js").Player} Player */
/** @typedef {{numbers: boolean, theme: string, lines: number, threats: boolean, worksUnseen: boolean, balance: boolean,
 *             letters: boolean, sound: boolean, asked: boolean, limits: import("../session/setup.js").Limits,
 *             losses: import("../session/played_game.js").Losses}} Wishes asked: how well one plays */
/** @typedef {import("../session/judging.js").Judged} Judged */

const WISHES = "tengen-wishes";
const VERSION = 2, VERSIONS = [1, VERSION];     // 1: the moves were a list

/** @type {Wishes} */
export const USUAL_WISHES = {
  numbers: false, theme: "auto", lines: 3, threats: false, worksUnseen: false, balance: true, letters: true,
  sound: true, asked: false, limits: NO_LIMITS, losses: {level: 0, count: 0},
};

/** Where a browser keeps words; to ask for it may throw. @typedef {"localStorage" | "sessionStorage"} Place */

/**
 * What was there is older, and goes in any case: there may be no room.
 * @param {string} key @param {unknown} value @param {Place} place
 */
function keep(key, value, place = "localStorage") {
  try {
    window[place].removeItem(key);
    if (value !== null) window[place].setItem(key, JSON.stringify(value));
  } catch {
    // No room, or not allowed: the game goes on without.
  }
}

/** @param {string} key @param {Place} place @returns {any} null if there is nothing that can be read */
function kept(key, place = "localStorage") {
  try {
    return JSON.parse(window[place].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

// --- a session -------------------------------------------------------------------------------------------------------

/** All that must be known to go on with the session at another time. @param {Session} session */
export function sessionRecord(session) {
  const {setup, players, opening, needsBalance, isRunning, isInPlay, isHelped, given, game, judged, clock: {swaps}} =
    session;
  return {
    version: VERSION, setup, players, stage: opening.stage?.record() ?? null, chosen: opening.chosen, needsBalance,
    isRunning, isInPlay, isHelped, given, game: gameRecord(game), judged: [...judged], swaps,
  };
}

/** @param {any} player @returns {Player} */
const checkedPlayer = player => ({level: player?.level in LEVELS ? player.level : null});

/** @param {any} value */
const isValue = value => Number.isFinite(value?.score) && (value.winsIn === null || Number.isFinite(value.winsIn));

/** @param {any} found a key and what was judged of it @returns {found is [string, Judged]} */
const isJudged = found => typeof found?.[0] === "string" && isValue(found[1]?.value) && Array.isArray(found[1].line) &&
  [found[1].depth, found[1].nodes].every(Number.isFinite);

/** @param {any} swap of sides @returns {swap is import("../game/clock.js").Swap} */
const isSwap = swap => Number.isInteger(swap?.ply) && Number.isFinite(swap.ms) && [BLACK, WHITE].includes(swap.colour);

/**
 * @param {any} chosen what was chosen in an opening @returns {chosen is import("../session/ruled_opening.js").Chosen}
 */
const isChosen = chosen => ["black", "white", "two"].includes(chosen?.what) &&
  Number.isInteger(chosen.ply) && typeof chosen.key === "string" &&
  [chosen.isKept, chosen.wasSecond, chosen.byEngine].every(each => typeof each === "boolean") &&
  (chosen.value === null || isValue(chosen.value));

/**
 * Sets up the session as it was; throws what is no game. Others hear of it by `changed`.
 * @param {Session} session @param {any} record
 */
export function resumeSession(session, record) {
  if (!VERSIONS.includes(record?.version)) throw new NotAGame(t("What was saved is no game."));
  const game = gameOfRecord({times: record.times, ...record.game}), {setup, judged} = record;
  const number = (/** @type {unknown} */ value, /** @type {number} */ usual) =>
    typeof value === "number" && value >= 0 ? value : usual;
  session.reset({
    variant: game.variant, players: [checkedPlayer(setup?.players?.[0]), checkedPlayer(setup?.players?.[1])],
    turnMs: number(setup?.turnMs, USUAL_SETUP.turnMs), gameMs: number(setup?.gameMs, 0),
    incrementMs: number(setup?.incrementMs, 0), help: setup?.help !== false,
    opening: setup?.opening === "balanced" || RULES.has(setup?.opening) ? setup.opening : "empty",
  }, game);
  session.players = [checkedPlayer(record.players?.[0]), checkedPlayer(record.players?.[1])];
  session.opening.stage = stageOf(record.stage, game.variant, game.moves.slice(0, game.ply));
  session.clock.swaps = Array.isArray(record.swaps) ? record.swaps.filter(isSwap) : [];
  session.opening.chosen = isChosen(record.chosen) ? record.chosen : null;
  session.needsBalance = record.needsBalance === true;
  session.isRunning = record.isRunning === true;
  session.isInPlay = record.isInPlay === true;
  session.given = number(record.given, 0);
  session.isHelped = record.isHelped === true;
  session.judged = new Judgements(Array.isArray(judged) ? judged.filter(isJudged) : []);
}

// --- places ----------------------------------------------------------------------------------------------------------

/** @param {string} key @param {Place} [place] */
const placeOf = (key, place) =>
  ({keep: (/** @type {unknown} */ value) => keep(key, value, place), kept: () => kept(key, place)});

/** The one game that is kept where there is no database, and was kept before there was one; null: none. */
export const ONLY = placeOf("tengen-game");
/** What this tab shows, which a reload shows again. */
export const TAB = placeOf("tengen-tab", "sessionStorage");
/** What was found by analysis, in this tab. */
export const ANALYSES = placeOf("tengen-analyses", "sessionStorage");
/** The name of the part of the panel that is open. */
export const PANEL = placeOf("tengen-panel", "sessionStorage");
/** Which puzzles were solved, and which one is shown. */
export const SOLVED = placeOf("tengen-puzzles");

/** @param {Wishes} wishes */
export const keepWishes = wishes => keep(WISHES, wishes);

/** @param {any} kept */
const checkedLimits = kept => /** @type {import("../session/setup.js").Limits} */ (Object.fromEntries(
  Object.keys(NO_LIMITS).map(name => [name, Number.isInteger(kept?.[name]) && kept[name] > 0 ? kept[name] : 0])));

/** @returns {Wishes} */
export function keptWishes() {
  const {numbers, theme, lines, threats, worksUnseen, balance, letters, sound, asked, limits, losses} = kept(WISHES) ?? {};
  return {
    numbers: numbers === true, theme: ["light", "dark"].includes(theme) ? theme : USUAL_WISHES.theme,
    lines: [1, 2, 3, 4, 5].includes(lines) ? lines : USUAL_WISHES.lines, threats: threats === true,
    worksUnseen: worksUnseen === true, balance: balance !== false, letters: letters !== false,
    sound: sound !== false, asked: asked === true, limits: checkedLimits(limits),
    losses: [losses?.level, losses?.count].every(Number.isInteger) ? losses : USUAL_WISHES.losses,
  };
}
