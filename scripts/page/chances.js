// What a value of the engine means in words and in chances. Values are to the side to move, in the units of the evaluation;
// chances are those of black, because a curve and a sentence need one side to look from.

import {BLACK} from "./rules.js";

/** @typedef {import("./tengen.js").Value} Value */
/** @typedef {import("./rules.js").Colour} Colour */

// Units of value for a factor of e in the odds of winning: what predicts the results of self-play at 500 nodes a move best
// (170 in renju, 180 in standard, 200 in freestyle on 20x20; 70,000 positions of each).
const VALUE_OF_ODDS = 180;

/** The chance of whoever the value belongs to, 0 to 1. @param {Value} value */
export function chanceOf({score, winsIn}) {
  if (winsIn !== null) return winsIn > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score / VALUE_OF_ODDS));
}

/** The chance of black. @param {Value} value @param {Colour} toMove */
export const blackChance = (value, toMove) => toMove === BLACK ? chanceOf(value) : 1 - chanceOf(value);

/** @param {Value} value as people write it: +35, win in 7 */
export function valueWords({score, winsIn}) {
  if (winsIn !== null) return `${winsIn > 0 ? "win" : "loss"} in ${Math.abs(winsIn)}`;
  return score === 0 ? "0" : `${score > 0 ? "+" : "−"}${Math.abs(score)}`;
}

/** From the highest chance down: from which on, and what is said of that side. @type {[number, string][]} */
const WORDS = [[0.97, "is winning"], [0.85, "is much better"], [0.7, "is better"], [0.57, "is slightly better"]];

/** A sentence about the position. @param {Value} value @param {Colour} toMove */
export function chanceWords(value, toMove) {
  const black = blackChance(value, toMove), side = black >= 0.5 ? "Black" : "White";
  const chance = Math.max(black, 1 - black), percent = Math.round(100 * chance);
  if (value.winsIn !== null) return `${side} wins by force, in ${Math.abs(value.winsIn)} ${Math.abs(value.winsIn) === 1 ? "move" : "moves"} at most`;
  const words = WORDS.find(([from]) => chance >= from)?.[1];
  return words ? `${side} ${words}: ${percent} %` : `Even: ${side} ${percent} %`;
}
