// What the engine thinks of the positions of a game, kept by the moves before each; the way of a review through them;
// and a move that is tried instead of the one that was played.

import {judgementOf} from "../analysis/review.js";
import {WIN_SCORE} from "../engine/tengen.js";

/** @typedef {import("../engine/tengen.js").Value} Value */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {{value: Value, line: number[], depth: number, nodes: number}} Judged of a position, by the engine */

/** What a position is worth to whoever made the last move. @param {Value} value to the side to move @returns {Value} */
export const turned = ({score, winsIn}) =>
  ({score: -score, winsIn: winsIn === null ? null : -(winsIn + Math.sign(winsIn))});

/** @extends {Map<string, Judged>} */
export class Judgements extends Map {
  /** Unless it was known better already: what is proven is the best. @param {string} key @param {Judged} thought */
  keep(key, {value, line, depth, nodes}) {
    const known = this.get(key), isProven = value.winsIn !== null, wasProven = known?.value.winsIn !== null;
    const isBetter = !known || (isProven === wasProven ? nodes >= known.nodes : isProven);
    if (isBetter) this.set(key, {value, line, depth, nodes});
  }

  /** @param {string} key @param {number} nodes that are enough, where nothing is proven */
  suffice(key, nodes) {
    const judged = this.get(key);
    return judged !== undefined && (judged.nodes >= nodes || judged.value.winsIn !== null);
  }
}

/** Judges every position of the line that is shown, from the last on. */
export class ReviewWalk {
  /** The position that is judged now, by the moves before it; -1: all are. */
  ply = -1;

  /** @param {Session} session @param {number} nodes for each position */
  constructor(session, nodes) {
    this.session = session;
    this.nodes = nodes;
  }

  /** The last position of the game that is not over by its stones. */
  get last() {
    const {game} = this.session, shown = game.ply;
    game.goTo(game.moves.length);
    const isOver = game.result !== null && game.result !== game.ending;
    game.goTo(shown);
    return game.moves.length - (isOver ? 1 : 0);
  }

  /** Goes back to the next position that is to be judged. @param {number} ply from that one on */
  goBack(ply) {
    const {session} = this;
    while (ply >= 0 && session.judged.suffice(session.key(ply), this.nodes)) ply -= 1;
    this.ply = ply;
  }
}

/**
 * A move that completes a row needs no engine.
 * @param {import("../game/game.js").Game} game @param {Judgements} judged @param {number} cell
 */
export function judgeRow(game, judged, cell) {
  if (!game.board.winningCells(cell, game.toMove).length) return;
  const key = [...game.moves.slice(0, game.ply), cell].join();
  judged.keep(key, {value: {score: -WIN_SCORE, winsIn: -1}, line: [], depth: 0, nodes: 0});
}

/** Somebody looks for a better move than was played from the position shown, and tries one. */
export class Trial {
  /** @type {number | null} the move that is tried */
  cell = null;

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
  }

  /** Names the position after the move that is tried. */
  get key() {
    const {game} = this.session;
    return [...game.moves.slice(0, game.ply), this.cell].join();
  }

  /** Gives what is wrong with the move, or null. @param {number} cell */
  play(cell) {
    const {game, judged} = this.session, fault = game.fault(cell);
    if (fault !== null) return fault;
    this.cell = cell;
    judgeRow(game, judged, cell);
    return null;
  }

  /** What is to be said of the move that is tried; null before it is judged. */
  get judgement() {
    const {session, cell} = this, best = session.judged.get(session.key()), next = session.judged.get(this.key);
    return cell !== null && best && next ? judgementOf(best, next.value, cell) : null;
  }
}
