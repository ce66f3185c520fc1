// A game in play, and what the engine has to do with it: it plays, gives hints, analyses, reviews, and judges what is
// tried. It knows no page, so that tests play whole games with it; the page draws what it says after every change.
//
// The engine has one task at a time. `wanted` in tasks.js says which, from the state alone; `attend` compares that with
// the task that is out, takes it back if it is another, and begins the new one. So undoing while the engine thinks
// needs no code of its own.

import {Analyses} from "../analysis/analysis.js";
import {Cancelled, Died, Refused, WIN_SCORE} from "../engine/tengen.js";
import {EMPTY} from "../game/rules.js";
import {Judgements, ReviewWalk, Trial, judgeRow, turned} from "./judging.js";
import {PlayedGame} from "./played_game.js";
import {NO_LIMITS} from "./setup.js";
import {wanted} from "./tasks.js";

/** @typedef {import("../engine/tengen.js").Thought} Thought */
/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("./setup.js").Limits} Limits */
/** @typedef {import("./setup.js").Setup} Setup */
/** @typedef {import("./tasks.js").Task} Task */
/** What points are worth, which make threats, and which openings know. @typedef {"worth" | "threats" | "openings"} Marks */

const PACE_MS = 400;                // between the moves of two engines: people look on
const LINES_MOST = 5;

export class Session extends PlayedGame {
  onChange = () => {};
  /** The engine thought of something; nothing that is kept has changed. */
  onThought = () => {};
  /** What the engine does now. @type {Task | null} */
  task = null;
  analysisLines = 1;
  isAnalysing = false;
  /** What is marked on the board, if people may be helped. @type {Set<Marks>} */
  marks = new Set();
  /** Nobody looks: only what ends by itself is done. */
  isUnseen = false;
  analyses = new Analyses();
  /** What an analysis may take, and the engine for everything: 0 is no limit. @type {Limits} */
  limits = NO_LIMITS;
  /** @type {Set<number>} points of this game that the analysis leaves out */
  excluded = new Set();

  // What belongs to one game: `reset` begins it.
  judged = new Judgements();
  /** @type {Map<string, Map<number, number>>} what points are worth, by the moves before */
  worth = new Map();
  /** @type {Map<string, import("../engine/tengen.js").Answer>} what the explorer knows, by the moves before */
  explored = new Map();
  /** @type {{key: string, cell: number, thought: Thought | null} | null} */
  hint = null;
  wantsHint = false;
  /** Moves that somebody asked about, by the moves before. @type {Map<string, Set<number>>} */
  asked = new Map();
  /** For so many moves that leave both sides even somebody asked; 0: nobody did. */
  wantsBalance = 0;
  /** @type {{key: string, cells: number[]} | null} */
  balance = null;
  /** @type {Thought | null} of the engine that is to move, or moved last */
  thought = null;
  /** @type {ReviewWalk | null} how far a review has come */
  review = null;
  /** @type {Trial | null} */
  trial = null;
  isPausing = false;
  /** What else there is to say of the position: where a proof is walked through. */
  remark = "";

  /** @param {import("../engine/tengen.js").Tengen} tengen @param {{now?: () => number, chance?: () => number}} world */
  constructor(tengen, world = {}) {
    super(world);
    this.tengen = tengen;
    tengen.onTrouble = () => this.changed();
  }

  /** @override @param {Setup} setup @param {Game} game */
  reset(setup, game) {
    super.reset(setup, game);
    this.remark = "";
    this.judged = new Judgements();
    this.worth = new Map();
    this.explored = new Map();
    this.excluded = new Set();
    this.asked = new Map();
    this.wantsHint = this.isPausing = false;
    this.wantsBalance = 0;
    this.balance = this.hint = this.thought = this.review = this.trial = null;
    this.tengen.newGame();
  }

  /** @override @param {Setup} setup */
  begin(setup) {
    this.isAnalysing = false;
    super.begin(setup);
  }

  /** @override */
  playOn() {
    this.isAnalysing = false;
    super.playOn();
  }

  /** @override */
  moved() {
    super.moved();
    this.hint = this.trial = null;
    this.wantsBalance = 0;
    this.followReview();
  }

  // --- what people are told of the position shown --------------------------------------------------------------------

  /** @returns {import("../engine/tengen.js").Position} */
  position() {
    return {variant: this.game.variant, stones: this.game.stones(), toMove: this.game.toMove};
  }

  /** What is known of it. */
  get analysis() {
    return this.analyses.of(this.position(), this.excludedHere());
  }

  askHint() {
    if (this.isOver || this.expectsEngine || this.isHelpOff) return;
    this.wantsHint = true;
    this.changed();
  }

  /** Looks for so many moves that leave both sides even. @param {number} count */
  askBalance(count) {
    if (this.isOver || this.expectsEngine || this.isHelpOff) return;
    this.wantsBalance = count;
    this.changed();
  }

  /** Asks what a move is worth, or no longer. @param {number} cell */
  ask(cell) {
    const key = this.key(), asked = this.asked.get(key) ?? new Set(), fault = this.game.fault(cell);
    if (fault !== null) return this.refuse(fault);
    if (this.isHelpOff) return;
    if (!asked.delete(cell)) asked.add(cell);
    this.asked.set(key, asked);
    judgeRow(this.game, this.judged, cell);
    this.changed();
  }

  /** The moves that were asked about here, each with the key of the position behind it. */
  get askedHere() {
    return [...this.asked.get(this.key()) ?? []].map(cell =>
      ({cell, key: [...this.game.moves.slice(0, this.game.ply), cell].join()}));
  }

  /** What is known of them, as lines. @returns {Thought[]} */
  get answers() {
    return this.askedHere.flatMap(({cell, key}) => {
      const known = this.judged.get(key), isRow = this.game.board.winningCells(cell, this.game.toMove).length > 0;
      const value = known && (isRow ? {score: WIN_SCORE, winsIn: 1} : turned(known.value));
      return value ? [{...known, rank: 0, ms: 0, value, line: [cell, ...known.line]}] : [];
    });
  }

  /** @param {boolean} wanted */
  analyse(wanted) {
    this.isAnalysing = wanted;
    if (wanted) this.analysis.answered = 0;     // a limit may have ended it
    this.changed();
  }

  /** @param {Limits} limits */
  setLimits(limits) {
    this.limits = limits;
    this.analysis.answered = 0;
    this.changed();
  }

  /** @param {number} lines */
  setLines(lines) {
    this.analysisLines = Math.max(1, Math.min(LINES_MOST, lines));
    this.changed();
  }

  /** The analysis leaves the point out, or no longer; a stone cannot be left out. @param {number} cell */
  exclude(cell) {
    if (this.game.board.at(cell) !== EMPTY) return;
    if (!this.excluded.delete(cell)) this.excluded.add(cell);
    this.changed();
  }

  includeAll() {
    this.excluded.clear();
    this.changed();
  }

  /** The empty points that the analysis leaves out. */
  excludedHere() {
    return [...this.excluded].filter(cell => this.game.board.at(cell) === EMPTY).sort((one, other) => one - other);
  }

  /** @param {Marks} name @param {boolean} wanted */
  mark(name, wanted) {
    if (wanted) this.marks.add(name);
    else this.marks.delete(name);
    this.changed();
  }

  /** @param {Marks} name */
  shows(name) {
    return this.marks.has(name) && !this.isHelpOff;
  }

  /** What is judged of the positions of the game, as far as it is told. */
  get told() {
    return this.isSilent ? new Judgements() : this.judged;
  }

  /** Something helps whoever plays, or is about to. */
  get isHelping() {
    return this.isAnalysing || this.marks.size > 0 || this.wantsHint || this.standIn !== null || this.review !== null ||
      this.trial !== null || this.wantsBalance > 0 || this.asked.size > 0;
  }

  /** A game without help ends what helps; with help it remembers that somebody was helped. */
  followHelp() {
    if (this.isHelpOff) {
      this.isAnalysing = this.wantsHint = false;
      this.wantsBalance = 0;
      this.review = this.trial = null;
    } else if (this.isInPlay && this.game.moves.length && this.isHelping) {
      this.isHelped = true;
    }
  }

  /** @param {boolean} isUnseen */
  setUnseen(isUnseen) {
    if (this.isUnseen === isUnseen) return;
    this.isUnseen = isUnseen;
    this.changed();
  }

  // --- judging the game ----------------------------------------------------------------------------------------------

  /** Judges every position of the game. @param {number} nodes for each */
  startReview(nodes) {
    this.review = new ReviewWalk(this, nodes);
    this.followReview();
    this.changed();
  }

  /** Another line is shown, or it is longer: the review is of that one. */
  followReview() {
    if (this.review) this.advanceReview(this.review.last);
  }

  /**
   * Goes back to the next position that is to be judged; without one the review is done.
   * @param {number} ply from that one on
   */
  advanceReview(ply) {
    this.review?.goBack(ply);
    if (this.review && this.review.ply < 0) this.review = null;
  }

  stopReview() {
    this.review = null;
    this.changed();
  }

  /**
   * Begins or ends to look for a better move than was played here: what is tried is judged, and no move of the game.
   * @param {boolean} wanted
   */
  setTrial(wanted) {
    this.trial = wanted && !this.game.isAtEnd ? new Trial(this) : null;
    this.changed();
  }

  /** Tries a move instead of the one that was played. @param {number} cell */
  tryMove(cell) {
    if (!this.trial) return;
    const fault = this.trial.play(cell);
    if (fault !== null) this.refuse(fault);
    else this.changed();
  }

  // --- what the engine is to do --------------------------------------------------------------------------------------

  get isThinking() {
    return this.task !== null && this.task.key.startsWith("play");
  }

  /** Gives the engine what is wanted of it now. */
  attend() {
    const task = wanted(this);
    if (task?.key === this.task?.key) return;
    this.task = task;
    if (task) this.run(task);
    else this.tengen.cancel();
  }

  /** @param {Task} task */
  async run(task) {
    try {
      const answer = await this.tengen.ask(task.question, thought => {
        if (this.task === task) task.hear(thought), this.onThought();
      });
      if (this.task !== task) return;
      this.task = null;
      task.take(answer);
    } catch (error) {
      if (this.task !== task || error instanceof Cancelled) return;
      this.task = null;
      if (error instanceof Refused) this.refused(error.message);
      else if (!(error instanceof Died)) throw error;
    }
    this.changed();
  }

  /** An engine that cannot answer is not asked the same again. @param {string} words */
  refused(words) {
    this.isRunning = this.isAnalysing = this.wantsHint = false;
    this.wantsBalance = 0;
    this.asked.delete(this.key());
    this.review = this.trial = null;
    if (!this.worth.has(this.key())) this.worth.set(this.key(), new Map());
    this.onNotice(words);
  }

  /** Two engines are slowed down, for people to look on. */
  pause() {
    if (this.hasPerson) return;
    this.isPausing = true;
    setTimeout(() => {
      this.isPausing = false;
      this.attend();
    }, PACE_MS);
  }

  /** The engine answers now with what it has. */
  hurry() {
    this.tengen.hurry();
  }

  /** After the engine was given up. */
  revive() {
    this.tengen.revive();
    this.changed();
  }

  /** Something is different: the engine may have something else to do, and the page to draw it. @override */
  changed() {
    if (this.isOver) {
      if (this.isContest) this.countLosses();
      this.isInPlay = false;
    }
    this.followHelp();
    const goes = this.isRunning && !this.isOver && !this.isAside && !this.review;
    if (goes && (this.game.ply > 0 || !this.isPerson(this.actor))) this.clock.start();
    else this.clock.stop();
    this.attend();
    this.onChange();
  }

  /** Clocks run by themselves: to be called every now and then. */
  tick() {
    if (this.endOnTime()) this.changed();
    else this.attend();
  }
}
