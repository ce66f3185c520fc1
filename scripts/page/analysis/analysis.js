// What the engine's analysis found of positions. It belongs to its position: it stays when the analysis is stopped, it
// is there again when one comes back or loads the page again, and a new search of the same position goes on from it.

import {worthOrder} from "./chances.js";
import {locale, t} from "../languages/texts.js";

/** @typedef {import("../engine/tengen.js").Thought} Thought */
/** @typedef {import("../engine/tengen.js").Position} Position */
/** @typedef {{nodes: number, ms: number}} Effort */

const POSITIONS_MOST = 1000;        // that are kept: nobody looks at more of them again
const RECORDED_MOST = 100;          // of which a record tells, the last ones: browsers keep only so much
const KEY_START = /^\[\d+,(\d+),(\d+),/;         // of the name of a position: rule, columns, rows

/** What was found of one position. */
export class Analysis {
  /** @type {Map<number, Thought>} the last that was found of each move */
  moves = new Map();
  depth = 0;
  /** @type {Effort} of all its searches together */
  effort = {nodes: 0, ms: 0};
  /** For how many lines the engine has said its last word; 0: it has not. */
  answered = 0;
  /** How many lines it was asked for, once it has named as many as it searches; 0 before. */
  asked = 0;

  /**
   * Takes what a search says on its way.
   * @param {Thought} thought @param {Effort} before of the searches before this one
   */
  hear(thought, before) {
    const [move] = thought.line, known = this.moves.get(move);
    this.effort = {nodes: before.nodes + thought.nodes, ms: before.ms + thought.ms};
    if (move === undefined || (known && !replaces(thought, known))) return;
    this.moves.set(move, thought);
    this.depth = Math.max(this.depth, thought.depth);
  }

  /**
   * The best moves, the best first. Which they are the deepest search says: a move that it has not come to again stands
   * there as it was found before.
   * @param {number} count @returns {Thought[]}
   */
  lines(count) {
    const byDepth = (/** @type {Thought} */ one, /** @type {Thought} */ other) =>
      Number(isWon(other)) - Number(isWon(one)) || other.depth - one.depth || worthOrder(one.value, other.value);
    return [...this.moves.values()].sort(byDepth).slice(0, count)
      .sort((one, other) => worthOrder(one.value, other.value));
  }
}

/** @param {Thought} thought */
const isWon = ({value: {winsIn}}) => winsIn !== null && winsIn > 0;

/**
 * Is that the better knowledge of a move? What is proven stays proven.
 * @param {Thought} thought @param {Thought} known
 */
function replaces(thought, known) {
  const isProven = thought.value.winsIn !== null, wasProven = known.value.winsIn !== null;
  return isProven === wasProven ? thought.depth >= known.depth : isProven;
}

/** The analyses of many positions. */
export class Analyses {
  /** @type {Map<string, Analysis>} */
  kept = new Map();

  /**
   * The one of that position, with these points left out; an empty one, if there is none.
   * @param {Position} position @param {number[]} excluded
   */
  of(position, excluded = []) {
    return this.kept.get(positionKey(position, excluded)) ?? new Analysis();
  }

  /** The same, to be kept: it is going to hear more. @param {Position} position @param {number[]} excluded */
  open(position, excluded = []) {
    const key = positionKey(position, excluded), found = this.of(position, excluded);
    this.kept.delete(key);
    this.kept.set(key, found);
    if (this.kept.size > POSITIONS_MOST) this.kept.delete([...this.kept.keys()][0]);
    return found;
  }

  /** What was found of the last positions, to be kept until the page is loaded again. */
  record() {
    return [...this.kept].filter(([, {moves}]) => moves.size > 0).slice(-RECORDED_MOST)
      .map(([key, {moves, depth, effort}]) => ({key, moves: [...moves.values()], depth, effort}));
  }

  /** Takes up what was kept; what is no analysis is let be. @param {unknown} record */
  resume(record) {
    for (const {key, moves, depth, effort} of Array.isArray(record) ? record.filter(isRecord) : []) {
      const byMove = new Map(moves.map(thought => [thought.line[0], thought]));
      this.kept.set(key, Object.assign(new Analysis(), {moves: byMove, depth, effort}));
    }
  }
}

/** @param {any} thought @param {number} cells of its board @returns {thought is Thought} */
const isThought = (thought, cells) =>
  [thought?.rank, thought?.depth, thought?.nodes, thought?.ms, thought?.value?.score].every(Number.isFinite) &&
  (thought.value.winsIn === null || Number.isFinite(thought.value.winsIn)) &&
  Array.isArray(thought.line) && thought.line.length > 0 &&
  thought.line.every((/** @type {any} */ cell) => Number.isInteger(cell) && cell >= 0 && cell < cells);

/** @param {any} found @returns {found is {key: string, moves: Thought[], depth: number, effort: Effort}} */
const isRecord = found => typeof found?.key === "string" &&
  [found.depth, found.effort?.nodes, found.effort?.ms].every(Number.isFinite) && Array.isArray(found.moves) &&
  found.moves.every((/** @type {unknown} */ thought) => isThought(thought, cellsOf(found.key)));

/** How many points the board of a position has. @param {string} key */
function cellsOf(key) {
  const [, width, height] = KEY_START.exec(key) ?? [];
  return Number(width) * Number(height) || 0;
}

/** Names a position, however it came about. @param {Position} position @param {number[]} excluded */
const positionKey = ({variant, stones, toMove}, excluded) => JSON.stringify([
  variant.rule, variant.width, variant.height, variant.winLength, toMove,
  stones.map(({cell, colour}) => 2 * cell + colour).sort(), excluded,
]);

const COUNT = new Intl.NumberFormat(locale, {notation: "compact", maximumFractionDigits: 1});
const SECOND_MS = 1000;

/**
 * How much was searched, in words. How deep says nothing of what is proven: such a search may end at any depth.
 * @param {{depth: number, effort: Effort}} analysis @param {boolean} isProven
 */
export function effortWords({depth, effort: {nodes, ms}}, isProven) {
  if (!depth) return t("Found without a search.");
  const speed = COUNT.format(ms ? nodes * SECOND_MS / ms : 0);
  if (isProven) {
    return t("{nodes} positions, {seconds} s", {nodes: COUNT.format(nodes), seconds: Math.round(ms / SECOND_MS)});
  }
  const values = {depth, nodes: COUNT.format(nodes), speed, seconds: Math.round(ms / SECOND_MS)};
  return t(ms ? "Depth {depth}, {nodes} positions, {speed} a second, {seconds} s"
    : "Depth {depth}, {nodes} positions, {seconds} s", values);
}
