// What is said of an opening by a rule: how it goes, what is to be done now, what was chosen and why.

import {COLOUR_WORDS, blackChance, percentWords} from "../analysis/chances.js";
import {RULE_TEXTS, placeWords} from "../game/opening_rule.js";
import {BLACK, opposite} from "../game/rules.js";
import {t} from "../languages/texts.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../game/opening_rule.js").Stage} Stage */

/** What is to be done now; empty where there is no opening by a rule. @param {Session} session */
export function stageWords(session) {
  const {opening: {stage}, actor, game: {ply, toMove}} = session;
  if (!stage) return "";
  const {kind} = stage.step, all = stage.opening.wanted(stage.step);
  if (stage.isComplete) return t("How many fifth moves will black offer?");
  if (kind === "put") {
    const values = {number: ply + 1, all: stage.stonesThen, colour: COLOUR_WORDS[toMove]};
    return t("Opening: put stone {number} of {all}, {colour}.", values);
  }
  if (kind === "offer") {
    return t("Opening: offer {all} fifth moves; {number} so far.", {all, number: stage.cells.length});
  }
  if (kind === "pick") return t("Opening: pick one of the offered moves.");
  if (!session.isPerson(opposite(actor))) return t("Opening: choose your colour.");
  return t(actor === BLACK ? "Opening: whoever has black so far chooses."
    : "Opening: whoever has white so far chooses.");
}

/** What must be known for it, and how one chooses well. @param {Stage} stage */
export function adviceWords({opening, step, isChoice, isComplete}) {
  if (isComplete) return "";
  if (step.kind === "offer") return t("No two offers may be the same by symmetry.");
  if (!isChoice) return opening.stones.length || opening.rule !== "swap2" ? placeWords(step) : RULE_TEXTS.swap2[1];
  if (opening.other?.kind === "put") {
    return t("White moves next. Take the colour that you would rather win with; if both are alike, two stones more leave the choice to the other player.");
  }
  return opening.rule.startsWith("swap") ? t("White moves next. Take the colour that you would rather win with.")
    : t("Take the colour that you would rather win with.");
}

/** What can be chosen now: words, and what they stand for. @param {Stage} stage @returns {[string, string][]} */
export function choicesOf(stage) {
  const {step: {announces}, opening: {other}} = stage;
  if (stage.isComplete) return Array.from({length: announces}, (_, at) => [String(at + 1), String(at + 1)]);
  if (!stage.isChoice) return [];
  const otherWords = other && (other.kind === "put" ? t("Add two stones")
    : t("Offer {all} fifth moves", {all: other.count}));
  return [[t("Take black"), "black"], [t("Take white"), "white"],
          .../** @type {[string, string][]} */ (otherWords ? [[otherWords, "other"]] : [])];
}

/**
 * What was chosen; empty before. What the engine thought then is told when the opening is over: earlier it would help
 * with the choices that are still to be made.
 * @param {Session} session
 */
export function chosenWords(session) {
  const {opening: {chosen, stage}, game} = session;
  if (!chosen || game.ply < chosen.ply || session.key(chosen.ply) !== chosen.key) return "";
  const {what, isKept, wasSecond, byEngine, value} = chosen;
  const who = !session.isMixed ? Number(wasSecond) : byEngine ? 2 : 3;
  const words = (isKept ? KEPT : CHOICES)[what][who];
  if (stage || !value || !byEngine) return words;
  const values = {percent: percentWords(blackChance(value, game.colourOf(chosen.ply)))};
  return `${words} ${t("It put black's chance at {percent} when it chose.", values)}`;
}

/**
 * By the first player, the second, Tengen, a person against it.
 * @typedef {Record<string, [string, string, string, string]>} Choices
 */

/** The sides change, or two stones are put. @type {Choices} */
const CHOICES = {
  black: [t("The first player takes black: the second has white."),
          t("The second player takes black: the first has white."),
          t("Tengen takes black: you have white."), t("You take black: Tengen has white.")],
  white: [t("The first player takes white: the second has black."),
          t("The second player takes white: the first has black."),
          t("Tengen takes white: you have black."), t("You take white: Tengen has black.")],
  two: ["", t("The second player puts two stones more: the first chooses a colour."),
        t("Tengen puts two stones more: you choose your colour."),
        t("You put two stones more: Tengen chooses its colour.")],
};

/** The sides stay as they are. @type {Choices} */
const KEPT = {
  black: [t("The first player keeps black: the second has white."),
          t("The second player keeps black: the first has white."),
          t("Tengen keeps black: you have white."), t("You keep black: Tengen has white.")],
  white: [t("The first player keeps white: the second has black."),
          t("The second player keeps white: the first has black."),
          t("Tengen keeps white: you have black."), t("You keep white: Tengen has black.")],
};
