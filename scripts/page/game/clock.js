// The clocks of both sides: what each move took, which the moves keep, and what is left where the game has a limit.

import {opposite} from "./rules.js";

/** @typedef {import("./rules.js").Colour} Colour */
/** @typedef {import("./game.js").Game} Game */
/**
 * The players changed sides after so many moves, and one of them had thought about the next: the one who has that
 * colour since then.
 * @typedef {{ply: number, ms: number, colour: Colour}} Swap
 */
/** @typedef {{gameMs: number, incrementMs: number}} ClockLimit no limit: gameMs is 0 */

export class Clock {
  /** @param {ClockLimit} limit @param {() => number} now */
  constructor(limit, now) {
    this.limit = limit;
    this.now = now;
    this.began = now();
    /** What the move had taken when the clock was stopped. */
    this.spent = 0;
    this.isRunning = false;
    /** @type {Swap[]} */
    this.swaps = [];
  }

  start() {
    if (!this.isRunning) this.began = this.now() - this.spent;
    this.isRunning = true;
  }

  stop() {
    this.spent = this.ofMove;
    this.isRunning = false;
  }

  /** What the move that is to be made has taken so far. */
  get ofMove() {
    return this.isRunning ? this.now() - this.began : this.spent;
  }

  /** A move is made: the milliseconds it took. The next one begins to count. */
  press() {
    const ms = this.ofMove;
    this.turn();
    return ms;
  }

  /** The next move begins to count now. */
  turn() {
    this.began = this.now();
    this.spent = 0;
  }

  /** The players change sides: what each has used goes with it. @param {Game} game */
  swap({ply, toMove}) {
    this.swaps.push({ply, ms: this.ofMove, colour: opposite(toMove)});
    this.turn();
  }

  /**
   * Whoever had that colour when so many moves were made has this one now.
   * @param {Colour} colour @param {number} since of the swaps
   */
  ownerOf(colour, since) {
    return (this.swaps.length - since) % 2 ? opposite(colour) : colour;
  }

  /** The moves of whoever has that colour now, up to where one is. @param {Game} game @param {Colour} colour */
  movesOf(game, colour) {
    const swapsBefore = (/** @type {number} */ at) => this.swaps.filter(({ply}) => ply <= at).length;
    return game.line.slice(0, game.ply).filter((_, at) => this.ownerOf(game.colourOf(at), swapsBefore(at)) === colour);
  }

  /** What a side has used up to where one is. @param {Game} game @param {Colour} colour */
  used(game, colour) {
    const thought = this.swaps.filter((swap, at) =>
      swap.ply <= game.ply && this.ownerOf(swap.colour, at + 1) === colour);
    const ofMove = game.toMove === colour ? this.ofMove : 0;
    return [...this.movesOf(game, colour), ...thought].reduce((sum, {ms}) => sum + ms, ofMove);
  }

  /** What a side has left, or null without a limit. @param {Game} game @param {Colour} colour */
  left(game, colour) {
    if (!this.limit.gameMs) return null;
    return this.limit.gameMs + this.movesOf(game, colour).length * this.limit.incrementMs - this.used(game, colour);
  }
}
