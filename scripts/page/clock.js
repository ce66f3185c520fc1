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
    /** What the move had taken when the clock was stopped. */
    this.spent = 0;
    this.isRunning = false;
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

  /** What a side has used up to where one is. @param {Game} game @param {Colour} colour */
  used(game, colour) {
    const own = game.line.slice(0, game.ply).filter((_, at) => game.colourOf(at) === colour);
    return own.reduce((sum, {ms}) => sum + ms, game.toMove === colour ? this.ofMove : 0);
  }

  /** What a side has left, or null without a limit. @param {Game} game @param {Colour} colour */
  left(game, colour) {
    if (!this.limit.gameMs) return null;
    const moves = Math.floor((game.ply + (colour === game.start.toMove ? 1 : 0)) / 2);
    return this.limit.gameMs + moves * this.limit.incrementMs - this.used(game, colour);
  }
}
