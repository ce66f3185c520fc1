// The ten strengths of the engine, from the weakest up, each named by what it does. The first four do not search: they draw a
// move, and the more a point is worth to both sides together, the likelier; the fifth does so now and then. The others search,
// a number of positions that makes them as strong on every machine; the last has all the time that it is given.
// scripts/page/README.md has what they scored against each other.

import {t} from "./texts.js";

/**
 * @typedef {object} Level
 * @property {string} name
 * @property {string} words
 * @property {number} drawn  the share of its moves that are drawn; the others are searched for
 * @property {number} power  moves are drawn with the worth of points to this power
 * @property {number} nodes  positions to search, 0: as many as there is time for
 */

/** @type {Level[]} */
export const LEVELS = [
  {name: t("Careless"), words: t("plays nearly anywhere, and overlooks threes and fours"), drawn: 1, power: 0.45, nodes: 0},
  {name: t("Beginner"), words: t("sees most fours, and few threes"), drawn: 1, power: 0.75, nodes: 0},
  {name: t("Casual"), words: t("sees fours, and many threes"), drawn: 1, power: 1.1, nodes: 0},
  {name: t("Shapes only"), words: t("plays good shapes, without looking ahead"), drawn: 1, power: 1.8, nodes: 0},
  {name: t("Distracted"), words: t("looks ahead at every other move"), drawn: 0.5, power: 1.8, nodes: 40},
  {name: t("Hasty"), words: t("looks ahead at most moves"), drawn: 0.2, power: 1.8, nodes: 40},
  {name: t("A glance"), words: t("searches 40 positions"), drawn: 0, power: 0, nodes: 40},
  {name: t("A thought"), words: t("searches 1,000 positions"), drawn: 0, power: 0, nodes: 1000},
  {name: t("Thorough"), words: t("searches 20,000 positions"), drawn: 0, power: 0, nodes: 20_000},
  {name: t("Full strength"), words: t("searches as long as it may"), drawn: 0, power: 0, nodes: 0},
];

export const USUAL_LEVEL = 4;       // its place in that list

/**
 * Draws a point, the likelier the more it is worth.
 * @param {Map<number, number>} worth of the empty points that may be played @param {number} power
 * @param {() => number} chance from 0 to 1
 */
export function drawn(worth, power, chance) {
  const weights = [...worth].map(([cell, value]) => ({cell, weight: value > 0 ? value ** power : 0}));
  const sum = weights.reduce((total, {weight}) => total + weight, 0);
  if (sum === 0) return weights[Math.floor(chance() * weights.length)].cell;
  let left = chance() * sum;
  for (const {cell, weight} of weights) {
    left -= weight;
    if (left < 0) return cell;
  }
  return weights[weights.length - 1].cell;
}
