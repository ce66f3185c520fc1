// What is said of the opening swap2: how it goes, what is to be done now, what was chosen and why.

import {COLOUR_WORDS, blackChance, chanceWords, percentWords} from "../analysis/chances.js";
import {BLACK, WHITE, opposite} from "../game/rules.js";
import {t} from "../languages/texts.js";

/** @typedef {import("./session.js").Session} Session */

export const SWAP2_WORDS = t("Swap2: the first player puts three stones, two black and one white, and the second takes the colour that looks better. Or the second puts two stones more, and the first takes a colour.");

/** What is to be done now. @param {Session} session */
export function stageWords(session) {
  const {swap2: {stage}, actor, game: {ply, toMove}} = session;
  if (stage === "three" || stage === "two") {
    return t("Opening: put stone {number} of {all}, {colour}.", {number: ply + 1, all: stage === "two" ? 5 : 3, colour: COLOUR_WORDS[toMove]});
  }
  if (!session.isPerson(opposite(actor))) return t("Opening: choose your colour.");
  return t(actor === BLACK ? "Opening: whoever has black so far chooses." : "Opening: whoever has white so far chooses.");
}

/** Why one chooses well now. @param {Session} session */
export const adviceWords = ({swap2}) => swap2.stage === "choice" ? t("White moves next. Take the colour that you would rather win with; if both are alike, two stones more leave the choice to the other player.")
  : t("White moves next. Take the colour that you would rather win with.");

/** What was chosen, and what the engine that chose thinks of it; empty before. @param {Session} session */
export function chosenWords(session) {
  const {swap2: {chosen}, game} = session;
  if (!chosen || game.ply < chosen.ply || session.key(chosen.ply) !== chosen.key) return "";
  const {what, wasSecond, byEngine, value} = chosen;
  const who = !session.isMixed ? Number(wasSecond) : byEngine ? 2 : 3;
  const words = CHOICES[what][who];
  if (!value || !byEngine) return words;
  if (value.winsIn !== null) return `${words} ${chanceWords(value, WHITE)}.`;
  const values = {percent: percentWords(blackChance(value, WHITE))};
  return `${words} ${what === "two" ? t("It put black's chance at {percent} before.", values) : t("It puts black's chance at {percent}.", values)}`;
}

/** By the first player, the second, Tengen, a person against it. @type {Record<string, [string, string, string, string]>} */
const CHOICES = {
  black: [t("The first player takes black: the second has white."), t("The second player takes black: the first has white."),
          t("Tengen takes black: you have white."), t("You take black: Tengen has white.")],
  white: [t("The first player takes white: the second has black."), t("The second player takes white: the first has black."),
          t("Tengen takes white: you have black."), t("You take white: Tengen has black.")],
  two: ["", t("The second player puts two stones more: the first chooses a colour."),
        t("Tengen puts two stones more: you choose your colour."), t("You put two stones more: Tengen chooses its colour.")],
};
