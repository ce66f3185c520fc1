// The opening swap2 of a game: at which stage it is, whose decision that is, and what was chosen.

import {BLACK, WHITE} from "../game/rules.js";

/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {import("../engine/tengen.js").Answer} Answer */
/** @typedef {import("../engine/tengen.js").Value} Value */
/** @typedef {"three" | "choice" | "two" | "last"} Stage */
/**
 * What was chosen, after how many moves and after which; by the second player or the first; what the engine thought.
 * @typedef {{what: "black" | "white" | "two", ply: number, key: string, wasSecond: boolean, byEngine: boolean,
 *            value: Value | null}} Chosen
 */

const FIRST_STONES = 3, ALL_STONES = 5;

export class Swap2 {
  /** @type {Stage | null} null: it is not played, or over */
  stage = null;
  /** @type {Chosen | null} the last choice */
  chosen = null;

  /** @param {import("./played_game.js").PlayedGame} played the game that it opens */
  constructor(played) {
    this.played = played;
  }

  /** Whose decision it is. @returns {Colour | null} */
  get actor() {
    if (this.stage === null) return null;
    return this.stage === "three" || this.stage === "last" ? BLACK : WHITE;
  }

  /** Somebody has to take a colour, and cannot put a stone. */
  get isChoice() {
    return this.stage === "choice" || this.stage === "last";
  }

  begin() {
    this.stage = "three";
    this.chosen = null;
  }

  /** All stones go, and whoever had a side at first has it again. */
  restart() {
    const {played} = this;
    played.game.remove(played.game.line[0]);
    played.players = [played.setup.players[0], played.setup.players[1]];
    this.begin();
    played.clock.swaps = [];
    played.isRunning = true;
    played.clock.turn();
    played.changed();
  }

  /** The stones that a stage puts are there. */
  advance() {
    const {ply} = this.played.game;
    if (this.stage === "three" && ply === FIRST_STONES) this.stage = "choice";
    else if (this.stage === "two" && ply === ALL_STONES) this.stage = "last";
  }

  /** A person takes a colour: white is to move. @param {Colour} colour */
  choose(colour) {
    if (!this.isChoice) return;
    this.settle(colour);
    this.played.changed();
  }

  /** A person puts two stones more, and leaves the choice to the other. */
  chooseTwo() {
    if (this.stage !== "choice") return;
    this.leaveChoice(null);
    this.played.changed();
  }

  /** What the engine made of a stage. @param {Answer} answer */
  take({moves, swap, thought}) {
    const value = thought?.value ?? null;
    if (this.stage === "three" || moves.length === ALL_STONES - FIRST_STONES) {
      if (this.stage === "choice") this.leaveChoice(value);
      for (const cell of moves) this.played.place(cell);
      return;
    }
    this.settle(swap ? BLACK : WHITE, value);
    if (moves.length === 1) this.played.place(moves[0]);
  }

  /** @private @param {Value | null} value */
  leaveChoice(value) {
    this.chosen = this.choiceOf("two", value);
    this.stage = "two";
  }

  /**
   * Whoever chooses takes that colour, and the opening is over.
   * @private @param {Colour} colour @param {Value | null} value of the position, if the engine gave one
   */
  settle(colour, value = null) {
    const has = this.actor, chosen = this.choiceOf(colour === BLACK ? "black" : "white", value);
    this.stage = null;
    if (colour !== has) this.played.swapPlayers();
    this.chosen = chosen;
    this.played.clock.turn();
  }

  /** @private @param {Chosen["what"]} what @param {Value | null} value @returns {Chosen} */
  choiceOf(what, value) {
    const {played} = this;
    return {what, ply: played.game.ply, key: played.key(), wasSecond: this.stage === "choice",
            byEngine: !played.isPerson(played.actor), value};
  }
}
