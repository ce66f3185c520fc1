// A game in play: who plays it, what is known of it, and everything that people can do. It knows no page, so that tests play
// whole games with it; the page draws what it says after every change.
//
// The engine has one task at a time. `wanted` in tasks.js says which, from the state alone; `attend` compares that with the task
// that is out, takes it back if it is another, and begins the new one. So undoing while the engine thinks needs no code of its own.

import {Analyses} from "../analysis/analysis.js";
import {Clock} from "../game/clock.js";
import {Game, RESIGNED_REASON, TIME_REASON} from "../game/game.js";
import {FULL_LEVEL, LEVELS, USUAL_LEVEL} from "../engine/levels.js";
import {judgementOf} from "../analysis/review.js";
import {BLACK, EMPTY, WHITE, opposite} from "../game/rules.js";
import {wanted} from "./tasks.js";
import {Cancelled, Died, Refused, WIN_SCORE} from "../engine/tengen.js";
import {t} from "../languages/texts.js";
import {branchBeside, promote} from "../game/tree.js";

/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {import("../game/rules.js").Variant} Variant */
/** @typedef {import("../engine/tengen.js").Thought} Thought */
/** @typedef {import("../engine/tengen.js").Value} Value */
/** @typedef {import("../game/tree.js").Move} Move */
/** @typedef {import("../engine/tengen.js").Answer} Answer */
/** @typedef {{threads: number, memory: number, depth: number, seconds: number}} Limits of the engine: threads, MB; of an analysis: plies, time */
/** @typedef {{level: number | null}} Player a place in LEVELS; null: a person */
/** @typedef {"empty" | "swap2" | "balanced"} Opening */
/** @typedef {{variant: Variant, players: [Player, Player], turnMs: number, gameMs: number, incrementMs: number,
 *             opening: Opening}} Setup */
/** @typedef {"three" | "choice" | "two" | "last"} Swap2Stage */
/**
 * What was chosen in swap2, after how many moves and after which; by the second player or the first, and what the engine thought.
 * @typedef {{what: "black" | "white" | "two", ply: number, key: string, wasSecond: boolean, byEngine: boolean, value: Value | null}} Chosen
 */
/** @typedef {{value: Value, line: number[], depth: number, nodes: number}} Judged of a position, by the engine */
/** @typedef {import("./tasks.js").Task} Task */

/** @type {Limits} */
export const NO_LIMITS = {threads: 0, memory: 0, depth: 0, seconds: 0};

/** @type {Setup} */
export const USUAL_SETUP = {
  variant: {rule: 0, width: 15, height: 15, winLength: 5}, players: [{level: null}, {level: USUAL_LEVEL}],
  turnMs: 2000, gameMs: 0, incrementMs: 0, opening: "empty",
};

const PACE_MS = 400;                // between the moves of two engines: people look on
const LINES_MOST = 5;
const FIRST_STONE_REACH = 3;        // of a balanced opening, from the middle

export class Session {
  /** What people are told at once: a refused move, a game that was loaded. @type {(words: string) => void} */
  onNotice = () => {};
  onChange = () => {};
  /** The engine thought of something; nothing that is kept has changed. */
  onThought = () => {};
  /** What the engine does now. @type {Task | null} */
  task = null;
  analysisLines = 1;
  isAnalysing = false;
  showsWorth = false;
  /** Nobody looks: only what ends by itself is done. */
  isUnseen = false;
  analyses = new Analyses();
  /** What an analysis may take, and the engine for everything: 0 is no limit. @type {Limits} */
  limits = NO_LIMITS;
  /** @type {Set<number>} points of this game that the analysis leaves out */
  excluded = new Set();

  // What belongs to one game: `reset` begins it.
  /** @type {Setup} */
  setup = USUAL_SETUP;
  game = new Game(USUAL_SETUP.variant);
  /** @type {[Player, Player]} by colour */
  players = USUAL_SETUP.players;
  /** Engines move by themselves. */
  isRunning = false;
  /** Moves are made in it, and it is not over: it is not only looked at. */
  isInPlay = false;
  /** People are at something else, such as editing: the game waits, and goes on afterwards. */
  isAside = false;
  /** The engine makes one move for that side, from that position. @type {{key: string, level: number} | null} */
  standIn = null;
  /** @type {Swap2Stage | null} */
  swap2 = null;
  /** @type {Chosen | null} the last choice of swap2 */
  chosen = null;
  /** The engine still has to put the stones that make an opening even. */
  needsBalance = false;
  /** @type {Map<string, Judged>} by the moves before */
  judged = new Map();
  given = 0;
  /** @type {Map<string, Map<number, number>>} what points are worth, by the moves before */
  worth = new Map();
  /** @type {{key: string, cell: number, thought: Thought | null} | null} */
  hint = null;
  wantsHint = false;
  /** @type {Thought | null} of the engine that is to move, or moved last */
  thought = null;
  /** @type {{nodes: number, ply: number} | null} how far a review has come */
  review = null;
  /**
   * Somebody looks for a better move than was played from that position, and tried one.
   * @type {{key: string, cell: number | null} | null}
   */
  trial = null;
  isPausing = false;
  /** What else there is to say of the position: where a proof is walked through. */
  remark = "";

  /** @param {import("../engine/tengen.js").Tengen} tengen @param {{now?: () => number, chance?: () => number}} world */
  constructor(tengen, {now = () => Date.now(), chance = Math.random} = {}) {
    this.tengen = tengen;
    this.now = now;
    this.chance = chance;
    this.clock = new Clock(this.setup, now);
    tengen.onTrouble = () => this.changed();
  }

  /** @param {Setup} setup @param {Game} game */
  reset(setup, game) {
    this.setup = setup;
    this.game = game;
    this.players = [setup.players[0], setup.players[1]];
    this.clock = new Clock(setup, this.now);
    this.remark = "";
    this.isRunning = this.isInPlay = this.isAside = this.needsBalance = this.wantsHint = false;
    this.swap2 = this.chosen = this.standIn = null;
    this.judged = new Map();
    this.given = 0; // of the moves, so many are an opening that nobody is judged by
    this.worth = new Map();
    this.excluded = new Set();
    this.hint = this.thought = this.review = this.trial = null;
    this.isPausing = false;
    this.tengen.newGame();
  }

  // --- beginning -----------------------------------------------------------------------------------------------------

  /** @param {Setup} setup */
  begin(setup) {
    this.reset(setup, new Game(setup.variant));
    this.swap2 = setup.opening === "swap2" ? "three" : null;
    this.needsBalance = setup.opening === "balanced";
    if (this.needsBalance) this.putFirstOfBalanced();
    this.isAnalysing = false;
    this.isRunning = this.isInPlay = true;
    this.changed();
  }

  /** A game from elsewhere: it is shown, and goes on when somebody plays. @param {Game} game */
  load(game) {
    this.reset({...this.setup, variant: game.variant, opening: "empty", players: this.players}, game);
    this.changed();
  }

  /** A balanced opening begins somewhere near the middle, by chance, so that no two games are the same. */
  putFirstOfBalanced() {
    const {width, height} = this.setup.variant;
    const near = (/** @type {number} */ side) => {
      const reach = Math.min(FIRST_STONE_REACH, Math.floor((side - 1) / 2));
      return Math.floor(side / 2) + Math.floor(this.chance() * (2 * reach + 1)) - reach;
    };
    this.game.play(Math.min(height - 1, near(height)) * width + Math.min(width - 1, near(width)));
    this.clock.turn();
  }

  // --- what the state says -------------------------------------------------------------------------------------------

  /** Names the position shown: judgements are kept by it. */
  key(ply = this.game.ply) {
    return this.game.moves.slice(0, ply).join();
  }

  /** Whose decision it is; in swap2 not always that of the side to move. @returns {Colour} */
  get actor() {
    if (this.swap2 === "three" || this.swap2 === "last") return BLACK;
    if (this.swap2 === "choice" || this.swap2 === "two") return WHITE;
    return this.game.toMove;
  }

  /** @param {Colour} colour */
  isPerson(colour) {
    return this.players[colour].level === null;
  }

  get hasPerson() {
    return this.isPerson(BLACK) || this.isPerson(WHITE);
  }

  get isOver() {
    return this.game.result !== null;
  }

  /** An engine is to move, and shall. */
  get expectsEngine() {
    return this.isRunning && !this.isOver && (this.needsBalance || !this.isPerson(this.actor) || this.standIn?.key === this.key());
  }

  /** A person plays against the engine: meanwhile nobody is told what it thinks. */
  get isContest() {
    return this.isInPlay && this.game.moves.length > 0 && this.hasPerson && this.isPerson(BLACK) !== this.isPerson(WHITE);
  }

  /** What is known of the position shown. */
  get analysis() {
    return this.analyses.of(this.position(), this.excludedHere());
  }

  /** The empty points that the analysis leaves out. */
  excludedHere() {
    return [...this.excluded].filter(cell => this.game.board.at(cell) === EMPTY).sort((one, other) => one - other);
  }

  get isThinking() {
    return this.task !== null && this.task.key.startsWith("play");
  }

  get levels() {
    return this.players.map(player => player.level === null ? null : LEVELS[player.level]);
  }

  /** The level above the one that a person has just beaten; null: there is none. */
  get nextLevel() {
    const winner = this.game.result?.winner ?? null, beaten = winner === null ? null : this.players[opposite(winner)].level;
    return winner !== null && this.isPerson(winner) && beaten !== null && beaten < FULL_LEVEL ? beaten + 1 : null;
  }

  // --- what people do ------------------------------------------------------------------------------------------------

  /** Plays there for the side to move, if a person may. @param {number} cell */
  play(cell) {
    if (this.expectsEngine) {
      this.onNotice(t("It is the engine's turn: undo, or let it move."));
      return;
    }
    if (this.swap2 === "choice" || this.swap2 === "last") {
      this.onNotice(t("First choose how the opening goes on."));
      return;
    }
    this.put(cell);
  }

  /** @param {number} cell */
  put(cell) {
    const isPut = this.place(cell);
    if (isPut) this.changed();
    return isPut;
  }

  /** The same, before others hear of it. @param {number} cell */
  place(cell) {
    const {children} = this.game.here, isRepeated = children.some(child => child.cell === cell);
    const fault = this.game.play(cell);
    if (fault !== null) {
      this.onNotice(`${fault[0].toUpperCase()}${fault.slice(1)}.`);
      return false;
    }
    const ms = this.clock.press();
    if (!isRepeated) this.game.here.ms = ms;
    this.takeBack();
    this.hint = this.standIn = this.trial = null;
    this.followReview();
    this.isRunning = true;
    this.isInPlay = this.game.mainLine.includes(this.game.here) && !this.isMainOver;
    this.advanceSwap2();
    return true;
  }

  /** Plays the moves of a line that was only looked at; the engine does not answer them by itself. @param {number[]} cells */
  playLine(cells) {
    const {isInPlay} = this;
    cells.every(cell => this.place(cell));
    this.isInPlay = isInPlay;
    this.isRunning = false;
    this.changed();
  }

  /** Takes back a resignation alone, or the last move; of an engine's, the person's before it, too. */
  undo() {
    if (this.hasResigned) return this.takeBackResignation();
    if (!this.game.ply) return;
    if (this.swap2) return this.restartSwap2();
    const ply = this.game.ply - 1;
    const isMixed = this.hasPerson && this.isPerson(BLACK) !== this.isPerson(WHITE);
    const back = isMixed && !this.isPerson(this.game.colourOf(ply)) && ply > 0 ? ply - 1 : ply;
    this.show(back);
  }

  redo() {
    const ply = this.game.ply + 1, {length} = this.game.moves;
    if (ply > length) return;
    const isMixed = this.hasPerson && this.isPerson(BLACK) !== this.isPerson(WHITE);
    const on = isMixed && ply < length && !this.isPerson(this.game.colourOf(ply)) ? ply + 1 : ply;
    this.show(on);
  }

  /** Shows the game after so many moves of the line on which one stands. @param {number} ply */
  show(ply) {
    this.visit(ply > 0 ? this.game.line[Math.min(ply, this.game.line.length) - 1] : this.game.root);
  }

  /** Shows the game after that move; the engine does not answer old positions by itself. @param {Move} move */
  visit(move) {
    this.game.visit(move);
    this.followReview();
    this.swap2 = this.standIn = this.trial = null;
    this.needsBalance = false;
    this.hint = null;
    this.clock.turn();
    this.isRunning = !this.isOver && this.isPerson(this.game.toMove);
    this.changed();
  }

  /** In a game with the engine that goes on, another move than that of the main line is the game, and no branch of it. */
  takeBack() {
    const {game} = this, {mainLine} = game, at = game.ply - 1;
    const isPlayed = this.isInPlay && (!this.isPerson(BLACK) || !this.isPerson(WHITE) || this.swap2 !== null);
    const isAnother = mainLine[at] !== game.here && (at === 0 || mainLine[at - 1] === game.line[at - 1]);
    if (isPlayed && isAnother && !this.isMainOver) promote(game.here);
  }

  /** Is the game over, whatever else was tried in it? */
  get isMainOver() {
    const {mainLine} = this.game;
    return mainLine.length > 0 && this.game.resultAt(mainLine[mainLine.length - 1]) !== null;
  }

  /** Goes to the branch beside this one. @param {number} by 1 or -1 */
  visitBranch(by) {
    const branch = branchBeside(this.game.here, by);
    if (branch) this.visit(branch);
  }

  /** The line on which one stands becomes the main line. */
  promote() {
    promote(this.game.tip);
    this.changed();
  }

  /** Deletes that move and what follows; gives what takes that back. @param {Move} move */
  remove(move) {
    const {game} = this, putBack = game.remove(move);
    this.show(game.ply);
    return () => {
      putBack();
      if (game === this.game) this.visit(move);
    };
  }

  /** Says something of the position after that move. @param {Move} move @param {string} words */
  comment(move, words) {
    move.comment = words.trim();
    this.changed();
  }

  /** The engine makes one move for the side to move, or goes on where it was interrupted. */
  go() {
    if (this.isOver || this.swap2) return;
    if (this.isPerson(this.game.toMove)) this.standIn = {key: this.key(), level: this.standInLevel};
    this.isRunning = true;
    this.changed();
  }

  /** How strong it is then: as the side is, as the other side is, or as Tengen was when the game began. */
  get standInLevel() {
    const {players, setup, game: {toMove}} = this;
    const known = [players[toMove], players[opposite(toMove)], ...setup.players].find(({level}) => level !== null);
    return known?.level ?? USUAL_LEVEL;
  }

  /** Whoever had black gets white: the engine goes on with the other side. */
  swapSides() {
    this.swapPlayers();
    this.isRunning = !this.isOver;
    this.changed();
    const [black, white] = this.levels.map(level => level ? `Tengen (${level.name})` : t("you"));
    this.onNotice(t("Black is {black} now, white is {white}.", {black, white}));
  }

  swapPlayers() {
    this.clock.swap(this.game);
    this.chosen = null;             // what it says of the sides would be true no more
    this.players = [this.players[WHITE], this.players[BLACK]];
  }

  /** @param {[Player, Player]} players */
  setPlayers(players) {
    this.players = players;
    this.chosen = null;
    this.changed();
  }

  /** The side to move gives up; of a person and an engine, the person does. */
  resign() {
    if (this.isOver) return;
    this.isRunning = true;
    this.game.end(opposite(this.resigner), RESIGNED_REASON);
    this.changed();
  }

  /** Who would resign. */
  get resigner() {
    return this.isPerson(this.actor) || !this.hasPerson ? this.actor : opposite(this.actor);
  }

  /** Somebody resigned just now, and nothing was looked at since. */
  get hasResigned() {
    return this.isRunning && this.game.isAtEnd && this.game.ending?.reason === RESIGNED_REASON;
  }

  takeBackResignation() {
    this.game.reopen();
    this.isInPlay = true;
    this.changed();
  }

  /** People turn to something else, or back to the game. @param {boolean} isAside */
  setAside(isAside) {
    this.isAside = isAside;
    this.changed();
  }

  /** The engine answers now with what it has. */
  hurry() {
    this.tengen.hurry();
  }

  askHint() {
    if (this.isOver || this.expectsEngine) return;
    this.wantsHint = true;
    this.changed();
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

  /** @param {number} lines */
  setLines(lines) {
    this.analysisLines = Math.max(1, Math.min(LINES_MOST, lines));
    this.changed();
  }

  /** @param {boolean} wanted */
  setWorth(wanted) {
    this.showsWorth = wanted;
    this.changed();
  }

  /** Judges every position of the game, from the first on. @param {number} nodes for each */
  startReview(nodes) {
    this.review = {nodes, ply: 0};
    this.followReview();
    this.changed();
  }

  /** Another line is shown, or it is longer: the review is of that one. */
  followReview() {
    if (this.review) this.advanceReview(this.endOfReview());
  }

  stopReview() {
    this.review = null;
    this.changed();
  }

  /** @param {boolean} isUnseen */
  setUnseen(isUnseen) {
    if (this.isUnseen === isUnseen) return;
    this.isUnseen = isUnseen;
    this.changed();
  }

  /**
   * Begins or ends to look for a better move than was played here: what is tried is judged, and no move of the game.
   * @param {boolean} wanted
   */
  setTrial(wanted) {
    this.trial = wanted && !this.game.isAtEnd ? {key: this.key(), cell: null} : null;
    this.changed();
  }

  /** Tries a move instead of the one that was played. @param {number} cell */
  tryMove(cell) {
    const {game, trial} = this, fault = game.fault(cell);
    if (!trial) return;
    if (fault !== null) return this.onNotice(`${fault[0].toUpperCase()}${fault.slice(1)}.`);
    trial.cell = cell;
    if (game.board.winningCells(cell, game.toMove).length) {
      this.judge(this.triedKey, {value: {score: -WIN_SCORE, winsIn: -1}, line: [], depth: 0, nodes: 0});
    }
    this.changed();
  }

  /** The position after the move that is tried. */
  get triedKey() {
    return [...this.game.moves.slice(0, this.game.ply), this.trial?.cell].join();
  }

  /** What is to be said of the move that is tried; null before it is judged. */
  get tried() {
    const best = this.judged.get(this.key()), next = this.judged.get(this.triedKey), {trial} = this;
    return trial && trial.cell !== null && best && next ? judgementOf(best, next.value, trial.cell) : null;
  }

  /** After the engine was given up. */
  revive() {
    this.tengen.revive();
    this.changed();
  }

  // --- swap2 ---------------------------------------------------------------------------------------------------------

  restartSwap2() {
    this.game.remove(this.game.line[0]);
    this.players = [this.setup.players[0], this.setup.players[1]];
    this.swap2 = "three";
    this.chosen = null;
    this.clock.swaps = [];
    this.isRunning = true;
    this.clock.turn();
    this.changed();
  }

  /** The stones that a stage puts are there. */
  advanceSwap2() {
    const {ply} = this.game;
    if (this.swap2 === "three" && ply === 3) this.swap2 = "choice";
    else if (this.swap2 === "two" && ply === 5) this.swap2 = "last";
  }

  /** A person takes a colour: white is to move. @param {Colour} colour */
  choose(colour) {
    if (this.swap2 !== "choice" && this.swap2 !== "last") return;
    this.settleSwap2(colour);
    this.changed();
  }

  /**
   * Whoever chooses takes that colour, and the opening is over.
   * @param {Colour} colour @param {Value | null} value of the position, if the engine gave one
   */
  settleSwap2(colour, value = null) {
    const has = this.swap2 === "choice" ? WHITE : BLACK, chosen = this.choiceOf(colour === BLACK ? "black" : "white", value);
    this.swap2 = null;
    if (colour !== has) this.swapPlayers();
    this.chosen = chosen;
    this.clock.turn();
  }

  /** @param {Chosen["what"]} what @param {Value | null} value @returns {Chosen} */
  choiceOf(what, value) {
    return {what, ply: this.game.ply, key: this.key(), wasSecond: this.swap2 === "choice", byEngine: !this.isPerson(this.actor), value};
  }

  /** A person puts two stones more, and leaves the choice to the other. */
  chooseTwo() {
    if (this.swap2 !== "choice") return;
    this.chosen = this.choiceOf("two", null);
    this.swap2 = "two";
    this.changed();
  }

  /** What the engine made of a stage. @param {Answer} answer */
  takeSwap2({moves, swap, thought}) {
    const value = thought?.value ?? null;
    if (this.swap2 === "three" || moves.length === 2) {
      if (this.swap2 === "choice") this.chosen = this.choiceOf("two", value), this.swap2 = "two";
      for (const cell of moves) this.place(cell);
      return;
    }
    this.settleSwap2(swap ? BLACK : WHITE, value);
    if (moves.length === 1) this.place(moves[0]);
  }

  // --- what the engine is to do --------------------------------------------------------------------------------------

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
    this.review = this.trial = null;
    if (this.showsWorth && !this.worth.has(this.key())) this.worth.set(this.key(), new Map());
    this.onNotice(words);
  }

  /** Something is different: the engine may have something else to do, and the page to draw it. */
  changed() {
    if (this.isOver) this.isInPlay = false;
    const goes = this.isRunning && !this.isOver && !this.isAside && !this.review;
    if (goes && (this.game.ply > 0 || !this.isPerson(this.actor))) this.clock.start();
    else this.clock.stop();
    this.attend();
    this.onChange();
  }

  /** Clocks run by themselves: to be called every now and then. */
  tick() {
    const {game, clock} = this, colour = this.actor;
    const left = clock.isRunning && !this.swap2 ? clock.left(game, colour) : null;
    if (left !== null && left <= 0 && !this.isOver) {
      game.end(opposite(colour), TIME_REASON);
      this.changed();
    } else {
      this.attend();
    }
  }

  /** @returns {import("../engine/tengen.js").Position} */
  position() {
    return {variant: this.game.variant, stones: this.game.stones(), toMove: this.game.toMove};
  }

  /** What a level below full strength thinks is no judgement. @param {Answer} answer @param {boolean} isFull */
  takeMove({moves, thought}, isFull) {
    if (thought && isFull) this.judge(this.key(), thought);
    this.thought = thought;
    this.pause();
    this.place(moves[0]);
  }

  /** @param {Answer} answer */
  takeBalance({moves}) {
    this.needsBalance = false;
    for (const cell of moves) this.place(cell);
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

  /** Goes back to the next position that is to be judged; without one the review is done. @param {number} ply from that one on */
  advanceReview(ply) {
    const {review} = this;
    if (!review) return;
    review.ply = ply;
    while (review.ply >= 0 && this.isJudged(this.key(review.ply), review.nodes)) review.ply -= 1;
    if (review.ply < 0) this.review = null;
  }

  /** @param {string} key @param {number} nodes that are enough, where nothing is proven */
  isJudged(key, nodes) {
    const judged = this.judged.get(key);
    return judged !== undefined && (judged.nodes >= nodes || judged.value.winsIn !== null);
  }

  /** The last position of the game that is not over by its stones. */
  endOfReview() {
    const {game} = this, shown = game.ply;
    game.goTo(game.moves.length);
    const isOver = game.result !== null && game.result !== game.ending;
    game.goTo(shown);
    return game.moves.length - (isOver ? 1 : 0);
  }

  /**
   * Keeps what the engine thinks of a position, unless it knew better already: what is proven is the best.
   * @param {string} key @param {Judged} thought
   */
  judge(key, {value, line, depth, nodes}) {
    const known = this.judged.get(key), isProven = value.winsIn !== null, wasProven = known?.value.winsIn !== null;
    if (!known || (isProven === wasProven ? nodes >= known.nodes : isProven)) this.judged.set(key, {value, line, depth, nodes});
  }
}
