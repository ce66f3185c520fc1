// Asks the engine about positions and understands its answers: the lines of protocol/README.md become questions with
// one answer each. Every question sends its whole position, so the engine needs to remember nothing: a new question
// puts an end to the one before, and an engine that dies is begun again. ABOUT behind each question marks where its
// answer ends.

import {machineLine, pointsOf} from "./machine.js";
import {BLACK, Board, RENJU, WHITE} from "../game/rules.js";
import {t} from "../languages/texts.js";

/** @typedef {import("../game/game.js").Stone} Stone */
/** @typedef {import("../game/rules.js").Variant} Variant */
/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {{variant: Variant, stones: Stone[], toMove: Colour}} Position */
/**
 * To the side to move; `winsIn`: moves of both until a proven win, or -loss.
 * @typedef {{score: number, winsIn: number | null}} Value
 */
/** @typedef {{rank: number, depth: number, value: Value, nodes: number, ms: number, line: number[]}} Thought */
/** @typedef {"move" | "best" | "worth" | "known" | "opening" | "balance"} Kind */
/**
 * A move that the explorer knows: its value, proven or not, and the estimate; the name of the opening that it begins.
 * @typedef {{cell: number, value: Value, estimate: Value, share: number, isImage: boolean, opening: string}} Known
 */
/**
 * `isFresh`: the engine forgets what it remembers, so that its answer depends on the position alone.
 * @typedef {{kind: Kind, position: Position, opening?: import("../game/opening_rule.js").Opening, count?: number,
 *            excluded?: number[], isFresh?: boolean, info: Record<string, string | number>}} Question
 */
/** @typedef {{moves: number[], colour: Colour | null, announced: number, thought: Thought | null,
 *             worth: Map<number, number>, known: Known[], opening: string, code: string}} Answer */
/**
 * What the page needs of an engine: scripts/page/engine/engine.js is one, and tests make others.
 * @typedef {object} Lines
 * @property {(line: string) => void} send
 * @property {() => void} stop
 * @property {() => void} restart
 * @property {() => Promise<void>} explore
 * @property {(hear: (line: string) => void) => void} onLine
 * @property {(hear: (state: string, reason: string) => void) => void} onState
 * @property {number} threads
 */

/** The question was taken back, or another took its place. */
export class Cancelled extends Error {}
/** The engine ended before it had answered. */
export class Died extends Error {}
/** The engine says that it cannot answer. */
export class Refused extends Error {}

export const UNLIMITED_MS = 2_000_000_000;
const FULL_STRENGTH = 10;           // what is asked shall be true: moves that are played may have another one
const DEATHS_MOST = 3;              // in a row without an answer: then it is not begun again by itself
const END_MARK = "ABOUT", END_ANSWER = "name=";
export const WIN_SCORE = 30_000;           // beyond every score that is not proven

const VERSION = /version="([^"]*)"/;
const POINTS = /^(\d+,\d+(?: \d+,\d+)*)(?: OFFERS (\d+))?$/;
/** The moves, so many, that leave both sides even. */
const BALANCES = ["", "YXBALANCEONE 0", "YXBALANCETWO 0"];
const COLOUR_LINES = ["BLACK", "WHITE"];      // who takes a colour

/** What a question of its kind is asked by, and answered without a move. */
const TELLING = new Map([["worth", "EVAL"], ["known", "SHOW"]]);

/** @param {Map<string, string>} said keys and values of a line for programs @returns {Value} */
export function valueOf(said) {
  const mate = said.get("mate");
  if (mate === undefined) return {score: Number(said.get("value")), winsIn: null};
  return {score: Math.sign(Number(mate)) * WIN_SCORE, winsIn: Number(mate)};
}

export class Tengen {
  /** @param {Lines} engine */
  constructor(engine) {
    this.engine = engine;
    /** @type {{question: Question, answer: Answer, fault: string | null, hear: (thought: Thought) => void,
     *          resolve: (answer: Answer) => void, reject: (error: Error) => void} | null} */
    this.pending = null;
    this.skipped = 0;               // questions that were taken back, and whose ends have not come yet
    this.deaths = 0;
    this.trouble = "";              // why it was given up; empty: it was not
    this.isReady = false;
    this.version = "";              // as its first answer tells
    /** @type {Record<string, string>} what the engine was told already */
    this.told = {};
    this.onTrouble = () => {};
    engine.onLine(line => this.hear(line));
    engine.onState((state, reason) => this.follow(state, reason));
  }

  /** It has ended by itself, and is begun again. */
  get isRestarting() {
    return this.deaths > 0 && !this.isReady && !this.trouble;
  }

  /** What a new engine does not know. */
  forget() {
    this.told = {};
    this.skipped = 0;
  }

  /** The next question is about another game: nothing of this one helps it. */
  newGame() {
    delete this.told.game;
  }

  /**
   * Asks; whatever was asked before is taken back.
   * @param {Question} question @param {(thought: Thought) => void} hear each thought on the way
   * @returns {Promise<Answer>}
   */
  ask(question, hear = () => {}) {
    this.cancel();
    return new Promise((resolve, reject) => {
      /** @type {Answer} */
      const answer = {moves: [], colour: null, announced: 0, thought: null, worth: new Map(), known: [], opening: "", code: ""};
      this.pending = {question, answer, fault: null, hear, resolve, reject};
      for (const line of this.linesOf(question)) this.engine.send(line);
      this.engine.send(END_MARK);
    });
  }

  /** The question that is out gets its answer now. */
  hurry() {
    if (this.pending) this.engine.stop();
  }

  /** Takes back the question that is out. */
  cancel() {
    const pending = this.pending;
    if (!pending) return;
    this.pending = null;
    this.skipped += 1;
    this.engine.stop();
    pending.reject(new Cancelled("taken back"));
  }

  /** Begins the engine again, after it was given up. */
  revive() {
    this.deaths = 0;
    this.trouble = "";
    this.forget();
    this.engine.restart();
  }

  // --- what is sent ---

  /** @param {Question} question @returns {string[]} */
  linesOf({kind, position, opening, count = 1, excluded = [], isFresh = false, info}) {
    const {variant} = position;
    const lines = this.changed({
      strength: FULL_STRENGTH, ...info, rule: variant.rule, win_length: variant.winLength, machine: 1,
    });
    const game = `RECTSTART ${variant.width},${variant.height}`;
    const isNew = isFresh || this.told.game !== `${game} ${variant.winLength}`;
    if (isNew) lines.push(game);
    this.told.game = `${game} ${variant.winLength}`;
    lines.push(...this.excluding(excluded.map(cell => pair(cell, variant)), isNew));
    if (opening) {
      return [...lines, `OPENING ${opening.rule}`, ...opening.acts.map(act => actLine(act, variant)), "DONE"];
    }
    const hasBlack = position.stones.some(({colour}) => colour === BLACK);
    const lacksBlack = !hasBlack && (position.stones.length > 0 || position.toMove !== BLACK);
    if (kind === "move" && !(variant.rule === RENJU && lacksBlack)) return [...lines, ...boardLines(position)];
    const command = TELLING.get(kind) ?? (kind === "balance" ? BALANCES[count] : `YXNBEST ${count}`);
    return [...lines, ...turnLines(position), command];
  }

  /**
   * Points that are not to be searched; the engine keeps them from question to question.
   * @param {string[]} points @param {boolean} isNew
   */
  excluding(points, isNew) {
    const words = points.join(" ");
    if (words === (this.told.excluded ?? "") && !(isNew && words)) return [];
    this.told.excluded = words;
    return ["yxblockreset", ...(points.length ? ["yxblock", ...points, "DONE"] : [])];
  }

  /** INFO lines for what the engine was not told yet. @param {Record<string, string | number>} info */
  changed(info) {
    const lines = [];
    for (const [key, value] of Object.entries(info)) {
      if (this.told[key] !== String(value)) lines.push(`INFO ${key} ${value}`);
      this.told[key] = String(value);
    }
    return lines;
  }

  // --- what is heard ---

  /** @param {string} state @param {string} reason */
  follow(state, reason) {
    this.isReady = state === "ready";
    if (this.isReady && this.deaths) this.onTrouble();          // it is over
    if (state !== "dead") return;
    const pending = this.pending;
    this.pending = null;
    this.deaths += 1;
    this.forget();
    if (this.deaths >= DEATHS_MOST) this.trouble = reason || t("The engine has ended.");
    else this.engine.restart();
    pending?.reject(new Died(reason));
    this.onTrouble();
  }

  /** @param {string} line */
  hear(line) {
    if (line.startsWith(END_ANSWER)) {
      this.version = VERSION.exec(line)?.[1] ?? "";
      if (this.skipped) this.skipped -= 1;
      else this.finish();
    } else if (this.pending && !this.skipped) {
      this.read(this.pending, line);
    }
  }

  finish() {
    const pending = this.pending;
    if (!pending) return;
    this.pending = null;
    const {answer, question, fault} = pending;
    if (!TELLING.has(question.kind) && !answer.moves.length && answer.colour === null) {
      pending.reject(new Refused(fault ?? t("The engine gave no move.")));
      return;
    }
    this.deaths = 0;
    pending.resolve(answer);
  }

  /** @param {NonNullable<Tengen["pending"]>} pending @param {string} line */
  read({question, answer, hear, ...rest}, line) {
    const {variant} = question.position, told = machineLine(line);
    if (told?.kind === "iteration" || told?.kind === "answer") {
      const thought = thoughtOf(told.said, variant);
      if (told.kind === "answer") answer.thought = thought;
      hear(thought);
    } else if (told?.kind === "point") {
      readWorth(answer.worth, told.said, variant);
    } else if (told?.kind === "known" && told.said.has("value")) {
      answer.known.push(knownOf(told.said, variant));
    } else if (told?.kind === "name") {
      Object.assign(answer, Object.fromEntries(told.said));
    } else if (POINTS.test(line)) {
      const [, points, announced] = /** @type {RegExpExecArray} */ (POINTS.exec(line));
      answer.moves = cellsOf(points.replaceAll(" ", ";"), variant);
      answer.announced = Number(announced ?? 0);
    } else if (COLOUR_LINES.includes(line)) {
      answer.colour = line === COLOUR_LINES[BLACK] ? BLACK : WHITE;
    } else if (line.startsWith("ERROR") && this.pending) {
      this.pending.fault = rest.fault ?? line;
    }
  }
}

/** @param {Map<string, string>} said @param {Variant} variant @returns {Thought} */
const thoughtOf = (said, variant) => ({
  rank: Number(said.get("rank")), depth: Number(said.get("depth")), value: valueOf(said),
  nodes: Number(said.get("nodes")), ms: Number(said.get("ms")), line: cellsOf(said.get("pv"), variant),
});

/** @param {Map<string, string>} said @param {Variant} variant @returns {Known} */
function knownOf(said, variant) {
  return {cell: cellsOf(said.get("at"), variant)[0], value: valueOf(said), share: Number(said.get("share") ?? 0),
          estimate: {score: Number(said.get("value")), winsIn: null}, isImage: said.has("image"),
          opening: said.get("opening") ?? ""};
}

/** @param {string | undefined} points @param {Variant} variant */
const cellsOf = (points, {width}) => pointsOf(points).map(([x, y]) => y * width + x);

/**
 * What an empty point is worth to both sides together.
 * @param {Map<number, number>} worth @param {Map<string, string>} said @param {Variant} variant
 */
function readWorth(worth, said, variant) {
  const [cell] = cellsOf(said.get("at"), variant);
  worth.set(cell, Number(said.get("black")) + Number(said.get("white")));
}

/** @param {number} cell @param {Variant} variant */
const pair = (cell, {width}) => `${cell % width},${Math.floor(cell / width)}`;

/**
 * A step of an opening, as OPENING has it.
 * @param {import("../game/opening_rule.js").Act} act @param {Variant} variant
 */
const actLine = ({colour, cells, announced}, variant) => colour !== null ? COLOUR_LINES[colour]
  : cells.map(cell => pair(cell, variant)).join(" ") + (announced ? ` OFFERS ${announced}` : "");

/** One of the black stones goes first, if there is one. @param {Stone[]} stones */
function blackFirst(stones) {
  const at = stones.findIndex(stone => stone.colour === BLACK);
  return at > 0 ? [stones[at], ...stones.slice(0, at), ...stones.slice(at + 1)] : stones;
}

/** An empty point where black does not win. @param {Position} position */
function quietPoint({variant, stones}) {
  const board = new Board(variant);
  for (const {cell, colour} of stones) board.put(cell, colour);
  const empty = board.emptyCells();
  return empty.find(cell => !board.winningCells(cell, BLACK).length) ?? empty[0];
}

/**
 * The position as lines of BOARD: 1 for the side to move, 2 for the other. The engine takes the owner of the first
 * stone for black, which matters in renju alone.
 * @param {Position} position
 */
const boardLines = ({variant, stones, toMove}) => ["BOARD", ...placements(blackFirst(stones), variant, toMove), "DONE"];

/**
 * The same as lines of YXBOARD, the last stone of whoever is not to move at the end: EVAL takes its owner for the one
 * who moved. Where renju's black has no stone that can be the first as well, another one lies there while the position
 * is told.
 * @param {Position} position
 */
function turnLines(position) {
  const {variant, stones, toMove} = position, at = stones.findLastIndex(stone => stone.colour !== toMove);
  const listed = at < 0 ? stones : [...blackFirst([...stones.slice(0, at), ...stones.slice(at + 1)]), stones[at]];
  const isGuided = variant.rule === RENJU && (listed.length ? listed[0].colour : toMove) !== BLACK;
  /** @type {Stone[]} */
  const guide = isGuided ? [{cell: quietPoint(position), colour: BLACK}] : [];
  return ["YXBOARD", ...placements([...guide, ...listed], variant, toMove), "DONE",
          ...guide.map(({cell}) => `TAKEBACK ${pair(cell, variant)}`)];
}

/** @param {Stone[]} stones @param {Variant} variant @param {Colour} toMove */
const placements = (stones, variant, toMove) =>
  stones.map(({cell, colour}) => `${pair(cell, variant)},${colour === toMove ? 1 : 2}`);
