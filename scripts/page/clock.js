// The clocks of both sides: what each move took, and what is left where the game has a limit.

import {BLACK} from "./rules.js";

/** @typedef {import("./rules.js").Colour} Colour */
/** @typedef {{gameMs: number, incrementMs: number}} ClockLimit no limit: gameMs is 0 */

export class Clock {
  /** @param {ClockLimit} limit @param {() => number} now */
  constructor(limit, now) {
    this.limit = limit;
    this.now = now;
    /** @type {number[]} of each move of the game, in ms */
    this.times = [];
    this.began = now();
    this.isRunning = false;
  }

  start() {
    if (!this.isRunning) this.began = this.now();
    this.isRunning = true;
  }

  stop() {
    this.isRunning = false;
  }

  /** A move is made at that place, from 0. @param {number} at */
  press(at) {
    this.times.length = Math.min(at, this.times.length);
    while (this.times.length < at) this.times.push(0);
    this.times.push(this.isRunning ? this.now() - this.began : 0);
    this.began = this.now();
  }

  /** The next move begins to count now. */
  turn() {
    this.began = this.now();
  }

  /** What a side has used up to there. @param {Colour} colour @param {number} ply @param {Colour} first who made move 0 */
  used(colour, ply, first) {
    const parity = colour === first ? 0 : 1;
    const past = this.times.slice(0, ply).reduce((sum, ms, at) => sum + (at % 2 === parity ? ms : 0), 0);
    return past + (this.isRunning && ply % 2 === parity ? this.now() - this.began : 0);
  }

  /** What a side has left, or null without a limit. @param {Colour} colour @param {number} ply @param {Colour} first */
  left(colour, ply, first = BLACK) {
    if (!this.limit.gameMs) return null;
    const moves = Math.floor((ply + (colour === first ? 1 : 0)) / 2);
    return this.limit.gameMs + moves * this.limit.incrementMs - this.used(colour, ply, first);
  }
}
