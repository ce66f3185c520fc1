// A position that is edited freely: any stones, either side to move. Nothing of the game changes until it is used.

import {Game} from "./game.js";
import {BLACK, Board, WHITE, opposite, variantFault} from "./rules.js";
import {t} from "../languages/texts.js";

/** @typedef {import("./rules.js").Colour} Colour */
/** @typedef {import("./game.js").Stone} Stone */
/** @typedef {import("./rules.js").Variant} Variant */
/** @typedef {{variant: Variant, stones: Stone[], toMove: Colour}} Draft */

export class Editor {
  /** @param {Game} game whose position it begins with */
  constructor(game) {
    this.variant = game.variant;
    this.stones = game.stones();
    /** @type {Colour} */
    this.toMove = game.toMove;
    /** @type {Colour | null} what a click puts; null: it takes away */
    this.colour = BLACK;
    /** @type {Stone | null} the stone that is dragged; null: stones are laid, or taken away, along the way */
    this.dragged = null;
  }

  /** What has been edited so far, to go on with it later. @returns {Draft} */
  get draft() {
    return {variant: this.variant, stones: this.stones, toMove: this.toMove};
  }

  /** Goes on with it; what is none is let be. @param {Draft} draft */
  takeUp({variant, stones, toMove}) {
    if (variant && variantFault(variant) === null) this.variant = variant;
    const {width, height} = this.variant, isOn = (/** @type {Stone} */ {cell, colour}) =>
      Number.isInteger(cell) && cell >= 0 && cell < width * height && (colour === BLACK || colour === WHITE);
    if (Array.isArray(stones)) this.stones = stones.filter(isOn);
    this.toMove = toMove === WHITE ? WHITE : BLACK;
  }

  /** What is put there: the colour that was chosen, or the other one. @param {boolean} isOther */
  toolOf(isOther) {
    return this.colour === null || !isOther ? this.colour : opposite(this.colour);
  }

  /** @param {number} cell */
  at(cell) {
    return this.stones.find(stone => stone.cell === cell) ?? null;
  }

  /**
   * A click: what lies there already is taken away.
   * @param {number} cell @param {boolean} isOther the other colour than was chosen
   */
  touch(cell, isOther = false) {
    const colour = this.toolOf(isOther);
    this.put(cell, this.at(cell)?.colour === colour ? null : colour);
  }

  /** Whatever lay there. @param {number} cell @param {Colour | null} colour null: nothing */
  put(cell, colour) {
    this.stones = this.stones.filter(stone => stone.cell !== cell);
    if (colour !== null) this.stones.push({cell, colour});
  }

  /**
   * A drag begins, or goes on: a stone that it begins at moves along, else stones are laid on the way.
   * @param {number} from @param {number} to @param {boolean} isOther @param {boolean} isFirst
   */
  drag(from, to, isOther, isFirst) {
    const colour = this.toolOf(isOther);
    if (isFirst) this.dragged = colour === null ? null : this.at(from);
    if (!this.dragged) {
      if (isFirst) this.put(from, colour);
      this.put(to, colour);
    } else if (!this.at(to)) {
      this.put(this.dragged.cell, null);
      this.dragged = {...this.dragged, cell: to};
      this.stones.push(this.dragged);
    }
  }

  /** Moves all stones; why not, as a sentence, if one would leave the board. @param {number} dx @param {number} dy */
  shift(dx, dy) {
    return this.place(this.variant, dx, dy);
  }

  /** Another board or rule, the stones about its middle; why not, as a sentence. @param {Variant} variant */
  change(variant) {
    const {width, height} = this.variant;
    const dx = Math.trunc((variant.width - width) / 2), dy = Math.trunc((variant.height - height) / 2);
    return variantFault(variant) ?? this.place(variant, dx, dy);
  }

  /** All stones so far away on that board. @param {Variant} variant @param {number} dx @param {number} dy */
  place(variant, dx, dy) {
    const {width} = this.variant;
    const placed = this.stones.map(({cell, colour}) =>
      ({x: cell % width + dx, y: Math.floor(cell / width) + dy, colour}));
    if (placed.some(({x, y}) => x < 0 || y < 0 || x >= variant.width || y >= variant.height)) {
      return t("A stone would leave the board: take it away first, or shift the others.");
    }
    this.variant = variant;
    this.stones = placed.map(({x, y, colour}) => ({cell: y * variant.width + x, colour}));
    return null;
  }

  clear() {
    this.stones = [];
  }

  /** Why the position cannot be used, as a sentence; null if it can. */
  fault() {
    const board = new Board(this.variant);
    for (const {cell, colour} of this.stones) board.put(cell, colour);
    return board.wonRows().length < 2 ? null
      : t("Both sides have a row that wins: a game ends with the first. Take one of them apart.");
  }

  /** The game that begins here, its stones in turns as if they had been played. */
  game() {
    const black = this.stones.filter(stone => stone.colour === BLACK);
    const white = this.stones.filter(stone => stone.colour !== BLACK);
    /** @type {Stone[]} */
    const stones = [];
    for (let at = 0; at < Math.max(black.length, white.length); at += 1) {
      if (at < black.length) stones.push(black[at]);
      if (at < white.length) stones.push(white[at]);
    }
    return new Game(this.variant, {stones, toMove: this.toMove});
  }
}
