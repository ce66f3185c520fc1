// The clocks of both sides: what each move took, which the moves keep, and what is left where the game has a limit.

/** @typedef {import("./rules.js").Colour} Colour */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {{gameMs: number, incrementMs: number}} ClockLimit no limit: gameMs is 0 */

export class Clock {
  /** @param {ClockLimit} limit @param {() => number} now */
  constructor(limit, now) {
    this.limit = limit;
    this.now = now;
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

  /** A move is made: the milliseconds it took. The next one begins to count. */
  press() {
    const ms = this.isRunning ? this.now() - this.began : 0;
    this.turn();
    return ms;
  }

  /** The next move begins to count now. */
  turn() {
    this.began = this.now();
  }

  /** What a side has used up to where one is. @param {Game} game @param {Colour} colour */
  used(game, colour) {
    const own = game.line.slice(0, game.ply).filter((_, at) => game.colourOf(at) === colour);
    return own.reduce((sum, {ms}) => sum + ms, this.isRunning && game.toMove === colour ? this.now() - this.began : 0);
  }

  /** What a side has left, or null without a limit. @param {Game} game @param {Colour} colour */
  left(game, colour) {
    if (!this.limit.gameMs) return null;
    const moves = Math.floor((game.ply + (colour === game.start.toMove ? 1 : 0)) / 2);
    return this.limit.gameMs + moves * this.limit.incrementMs - this.used(game, colour);
  }
}
