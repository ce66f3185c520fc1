// What is settled before a game begins, and what the engine may take while it lasts.

import {USUAL_LEVEL} from "../engine/levels.js";

/** @typedef {import("../game/rules.js").Variant} Variant */
/** @typedef {{level: number | null}} Player a place in LEVELS; null: a person */
/** "empty", "balanced", or the name of an opening rule @typedef {string} Opening */
/** @typedef {{variant: Variant, players: [Player, Player], turnMs: number, gameMs: number, incrementMs: number,
 *             opening: Opening, help: boolean}} Setup help: a person may be helped against the engine */
/**
 * Of the engine: threads, MB; of an analysis: plies, time.
 * @typedef {{threads: number, memory: number, depth: number, seconds: number}} Limits
 */

/** @type {Limits} */
export const NO_LIMITS = {threads: 0, memory: 0, depth: 0, seconds: 0};

/** @type {Setup} */
export const USUAL_SETUP = {
  variant: {rule: 0, width: 15, height: 15, winLength: 5}, players: [{level: null}, {level: USUAL_LEVEL}],
  turnMs: 2000, gameMs: 0, incrementMs: 0, opening: "empty", help: true,
};

/** @type {[Player, Player]} */
export const TWO_PEOPLE = [{level: null}, {level: null}];

const FIRST_STONE_REACH = 3;        // of a balanced opening, from the middle

/**
 * A balanced opening begins somewhere near the middle, by chance, so that no two games are the same.
 * @param {Variant} variant @param {() => number} chance
 */
export function firstOfBalanced({width, height}, chance) {
  const near = (/** @type {number} */ side) => {
    const reach = Math.min(FIRST_STONE_REACH, Math.floor((side - 1) / 2));
    return Math.floor(side / 2) + Math.floor(chance() * (2 * reach + 1)) - reach;
  };
  return Math.min(height - 1, near(height)) * width + Math.min(width - 1, near(width));
}
