// A position that is edited freely: any stones, either side to move. Nothing of the game changes until it is used.

import {Game} from "./game.js";
import {BLACK, Board, WHITE} from "./rules.js";
import {t} from "./texts.js";

/** @typedef {import("./rules.js").Colour} Colour */
/** @typedef {import("./game.js").Stone} Stone */
/** @typedef {{stones: Stone[], toMove: Colour}} Draft */

export class Editor {
  /** @param {Game} game whose position it begins with */
  constructor(game) {
    this.variant = game.variant;
    this.stones = game.stones();
    /** @type {Colour} */
    this.toMove = game.toMove;
    /** @type {Colour | null} what a click puts; null: it takes away */
    this.colour = BLACK;
  }

  /** What has been edited so far, to go on with it later. @returns {Draft} */
  get draft() {
    return {stones: this.stones, toMove: this.toMove};
  }

  /** Goes on with it; what is none is let be. @param {Draft} draft */
  takeUp({stones, toMove}) {
    const {width, height} = this.variant, isOn = (/** @type {Stone} */ {cell, colour}) =>
      Number.isInteger(cell) && cell >= 0 && cell < width * height && (colour === BLACK || colour === WHITE);
    if (Array.isArray(stones)) this.stones = stones.filter(isOn);
    this.toMove = toMove === WHITE ? WHITE : BLACK;
  }

  /** A click: what lies there already is taken away. @param {number} cell */
  touch(cell) {
    const there = this.stones.find(stone => stone.cell === cell);
    this.stones = this.stones.filter(stone => stone !== there);
    if (this.colour !== null && there?.colour !== this.colour) this.stones.push({cell, colour: this.colour});
  }

  clear() {
    this.stones = [];
  }

  /** Why the position cannot be used, as a sentence; null if it can. */
  fault() {
    const board = new Board(this.variant);
    for (const {cell, colour} of this.stones) board.put(cell, colour);
    return board.wonRows().length < 2 ? null : t("Both sides have a row that wins: a game ends with the first. Take one of them apart.");
  }

  /** The game that begins here, its stones in turns as if they had been played. */
  game() {
    const black = this.stones.filter(stone => stone.colour === BLACK), white = this.stones.filter(stone => stone.colour !== BLACK);
    /** @type {Stone[]} */
    const stones = [];
    for (let at = 0; at < Math.max(black.length, white.length); at += 1) {
      if (at < black.length) stones.push(black[at]);
      if (at < white.length) stones.push(white[at]);
    }
    return new Game(this.variant, {stones, toMove: this.toMove});
  }
}
