// What the page keeps between visits: the game and a few wishes. Browsers may refuse to keep anything; then nothing is kept.

import {NotAGame, gameOfRecord, gameRecord} from "./files.js";
import {LEVELS} from "./levels.js";
import {USUAL_SETUP} from "./session.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./session.js").Player} Player */
/** @typedef {{numbers: boolean, theme: string, lines: number, threats: boolean, worksUnseen: boolean}} Wishes */

const GAME = "tengen-game", WISHES = "tengen-wishes", VERSION = 1;

/** @type {Wishes} */
export const USUAL_WISHES = {numbers: false, theme: "auto", lines: 3, threats: false, worksUnseen: false};

/** @param {string} key @param {unknown} value */
function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // No room, or not allowed: the game goes on without.
  }
}

/** @param {string} key @returns {any} null if there is nothing that can be read */
function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Session} session */
export function keepSession(session) {
  const {setup, players, swap2, needsBalance, isRunning, game} = session;
  keep(GAME, {version: VERSION, setup, players, swap2, needsBalance, isRunning, game: gameRecord(game)});
}

/** @param {any} player @returns {Player} */
const checkedPlayer = player => ({level: player?.level in LEVELS ? player.level : null});

/** Goes on with the game that was kept; false if there is none. @param {Session} session */
export function resumeSession(session) {
  const record = kept(GAME);
  if (record?.version !== VERSION) return false;
  try {
    const game = gameOfRecord({times: record.times, ...record.game}), number = (/** @type {unknown} */ value, /** @type {number} */ usual) =>
      typeof value === "number" && value >= 0 ? value : usual;
    const {setup} = record;
    session.load(game);
    session.setup = {
      variant: game.variant, players: [checkedPlayer(setup?.players?.[0]), checkedPlayer(setup?.players?.[1])],
      turnMs: number(setup?.turnMs, USUAL_SETUP.turnMs), gameMs: number(setup?.gameMs, 0),
      incrementMs: number(setup?.incrementMs, 0),
      opening: ["swap2", "balanced"].includes(setup?.opening) ? setup.opening : "empty",
    };
    session.clock.limit = session.setup;
    session.players = [checkedPlayer(record.players?.[0]), checkedPlayer(record.players?.[1])];
    session.swap2 = ["three", "choice", "two", "last"].includes(record.swap2) ? record.swap2 : null;
    session.needsBalance = record.needsBalance === true;
    session.isRunning = record.isRunning === true;
    session.changed();
    return true;
  } catch (error) {
    if (error instanceof NotAGame) return false;
    throw error;
  }
}

/** @param {Wishes} wishes */
export const keepWishes = wishes => keep(WISHES, wishes);

/** @returns {Wishes} */
export function keptWishes() {
  const {numbers, theme, lines, threats, worksUnseen} = kept(WISHES) ?? {};
  return {
    numbers: numbers === true, theme: ["light", "dark"].includes(theme) ? theme : USUAL_WISHES.theme,
    lines: [1, 2, 3, 4, 5].includes(lines) ? lines : USUAL_WISHES.lines, threats: threats === true,
    worksUnseen: worksUnseen === true,
  };
}
