// The ten strengths of the engine, from the weakest up, each named by what it does. The first three do not search: they draw
// a move, and the more a point is worth to both sides together, the likelier; the fourth takes the best of those. The others
// search, at a number of positions that makes them as strong on every machine; the last has all the time that it is given.
// web/README.md has what they scored against each other.

/**
 * @typedef {object} Level
 * @property {string} name
 * @property {string} words
 * @property {number | null} draws  moves are drawn with the worth of points to this power; null: it searches
 * @property {number} nodes  positions to search, 0: as many as there is time for
 */

/** @type {Level[]} */
export const LEVELS = [
  {name: "Careless", words: "plays nearly anywhere, and misses threes and fours", draws: 0.45, nodes: 0},
  {name: "Beginner", words: "sees most fours, and few threes", draws: 0.8, nodes: 0},
  {name: "Casual", words: "sees fours, and many threes", draws: 1.4, nodes: 0},
  {name: "Shapes only", words: "plays the best shape, without looking ahead", draws: 4, nodes: 0},
  {name: "A glance", words: "searches 40 positions", draws: null, nodes: 40},
  {name: "A look", words: "searches 200 positions", draws: null, nodes: 200},
  {name: "A thought", words: "searches 1,000 positions", draws: null, nodes: 1000},
  {name: "Attentive", words: "searches 5,000 positions", draws: null, nodes: 5000},
  {name: "Thorough", words: "searches 50,000 positions", draws: null, nodes: 50_000},
  {name: "Full strength", words: "searches as long as it may", draws: null, nodes: 0},
];

export const USUAL_LEVEL = 6;       // its place in that list

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
