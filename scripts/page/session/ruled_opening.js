// The opening of a game that begins by an opening rule: at which stage it is, whose decision that is, and what was
// chosen.

import {Opening, RULES, Stage} from "../game/opening_rule.js";
import {BLACK, WHITE} from "../game/rules.js";

/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {import("../game/opening_rule.js").Act} Act */
/** @typedef {import("../engine/tengen.js").Answer} Answer */
/** @typedef {import("../engine/tengen.js").Value} Value */
/**
 * What was chosen, after how many moves and after which; whether the sides stayed as they were; by the second player or
 * the first; what the engine thought, to the side that was to move then.
 * @typedef {{what: "black" | "white" | "two", ply: number, key: string, isKept: boolean, wasSecond: boolean,
 *            byEngine: boolean, value: Value | null}} Chosen
 */

export class RuledOpening {
  /** @type {Stage | null} null: there is no rule, or the opening is over */
  stage = null;
  /** @type {Chosen | null} the last choice */
  chosen = null;

  /** @param {import("./played_game.js").PlayedGame} played the game that it opens */
  constructor(played) {
    this.played = played;
  }

  /** Whose decision it is. @returns {Colour | null} */
  get actor() {
    return this.stage ? this.stage.step.by : null;
  }

  /** Somebody has to take a colour or to say a number, and cannot name a point. */
  get isChoice() {
    return this.stage !== null && (this.stage.isChoice || this.stage.isComplete);
  }

  /** Nothing, if that is no rule. @param {string} rule */
  begin(rule) {
    this.stage = RULES.has(rule) ? new Stage(new Opening(rule, this.played.game.variant)) : null;
    this.chosen = null;
  }

  /** All stones go, and whoever had a side at first has it again. */
  restart() {
    const {played} = this, rule = this.stage?.opening.rule ?? "";
    played.game.remove(played.game.line[0]);
    played.players = [played.setup.players[0], played.setup.players[1]];
    this.begin(rule);
    played.clock.swaps = [];
    played.isRunning = true;
    played.clock.turn();
    played.changed();
  }

  /** A person puts, offers or picks a point; the last one of a step completes it. @param {number} cell */
  touch(cell) {
    const {stage, played} = this;
    if (!stage) return;
    const fault = stage.fault(cell);
    if (fault !== null) return played.onNotice(fault);
    if (stage.step.kind === "put" && !played.place(cell)) return;
    this.stage = stage.with(cell);
    if (this.stage.isComplete && !this.stage.step.announces) {
      this.act({colour: null, cells: this.stage.cells, announced: 0});
    }
    played.changed();
  }

  /** A person says how many fifth moves will be offered. @param {number} announced */
  announce(announced) {
    if (!this.stage?.isComplete || announced > this.stage.step.announces) return;
    this.act({colour: null, cells: this.stage.cells, announced});
    this.played.changed();
  }

  /** A person takes a colour. @param {Colour} colour */
  choose(colour) {
    if (!this.stage?.isChoice) return;
    this.act({colour, cells: [], announced: 0});
    this.played.changed();
  }

  /** A person does what may be done instead of taking a colour. */
  chooseOther() {
    const {stage} = this;
    if (!stage?.isChoice || !stage.opening.other) return;
    if (stage.opening.other.kind === "put") this.chosen = this.choiceOf("two", null);
    this.stage = new Stage(stage.opening, [], true);
    this.played.changed();
  }

  /** What the engine does in the present step. @param {Answer} answer */
  take({moves, colour, announced, thought}) {
    this.act({colour, cells: moves, announced}, thought?.value ?? null);
  }

  /**
   * The present step is done; an act that the rule does not allow does nothing.
   * @private @param {Act} act @param {Value | null} value of the position, if the engine gave one
   */
  act(act, value = null) {
    const {played} = this, {opening: before, isOther} = /** @type {Stage} */ (this.stage), after = before.after(act);
    if (!after) return;
    const isTwoMore = !isOther && before.other?.kind === "put";
    const what = act.colour === BLACK ? "black" : act.colour === WHITE ? "white" : isTwoMore ? "two" : null;
    const chosen = what ? this.choiceOf(what, value) : this.chosen;
    for (const cell of after.stones.slice(played.game.ply)) played.place(cell);
    this.stage = after.isOver ? null : new Stage(after);
    if (after.isSwapped !== before.isSwapped) played.swapPlayers();
    this.chosen = chosen;
    played.clock.turn();
  }

  /** @private @param {Chosen["what"]} what @param {Value | null} value @returns {Chosen} */
  choiceOf(what, value) {
    const {played} = this;
    const {opening} = /** @type {Stage} */ (this.stage);
    const {by} = opening.step, wasSecond = (by === WHITE) !== opening.isSwapped;
    const isKept = what === (by === BLACK ? "black" : "white"), byEngine = !played.isPerson(played.actor);
    return {what, ply: played.game.ply, key: played.key(), isKept, wasSecond, byEngine, value};
  }
}
