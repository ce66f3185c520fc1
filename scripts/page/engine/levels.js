// The ten strengths of the engine, from the weakest up: INFO strength 1 to 10, each with a name and a sentence that
// says for whom it is. The engine alone knows how to play at one: protocol/README.md, "Levels", tells what each
// overlooks and scored.

import {t} from "../languages/texts.js";

/** @typedef {{name: string, words: string, strength: number}} Level */

/** @type {[string, string][]} */
const NAMES = [
  [t("First steps"), t("for small children: overlooks fours, and now and then its own five")],
  [t("Beginner"), t("for children and first games: overlooks many open threes, and some fours")],
  [t("Casual"), t("for whoever plays now and then: overlooks double threats, and sometimes an open three")],
  [t("Steady"), t("for adults who know the game: blocks every four, and overlooks some double threats")],
  [t("Practised"), t("for players with practice: stops open threes, and looks a move ahead")],
  [t("Good"), t("for good players: looks a few moves ahead")],
  [t("Club player"), t("for players of a club: overlooks nothing on the board")],
  [t("Strong"), t("for strong players: looks some moves ahead, wherever that matters")],
  [t("Very strong"), t("for the strongest players: looks many moves ahead")],
  [t("Full strength"), t("searches as long as it may")],
];

/** @type {Level[]} */
export const LEVELS = NAMES.map(([name, words], at) => ({name: `${at + 1} ${name}`, words, strength: at + 1}));

/** What people answer who come for the first time, and the place of the level that suits them. @type {[string, number][]} */
export const FIRST_LEVELS = [[t("New to it"), 1], [t("Now and then"), 2], [t("Well"), 5]];

export const USUAL_LEVEL = 3, FULL_LEVEL = LEVELS.length - 1;       // places in that list
