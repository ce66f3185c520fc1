// Proofs that a side wins: reading their files, and walking through them. A proof plays the side that wins; people
// choose any defence, and see it refuted. scripts/proofs/README.md has the format; scripts/verify checks what is only
// followed here.

import {NotAGame} from "../game/files.js";
import {Game} from "../game/game.js";
import {columnOf} from "../game/points.js";
import {BLACK, WHITE, variantFault} from "../game/rules.js";
import {t} from "../languages/texts.js";

/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {import("../game/rules.js").Variant} Variant */
/** @typedef {{variant: Variant, moves: number[], stones: [number[], number[]], attacker: Colour,
 *             program: string}} Header */
/**
 * Of a branch: where it ends, its longest line, its positions.
 * @typedef {{end: number, plies: number, nodes: number}} Extent
 */
/** @typedef {{cell: number, wins: boolean, plies: number, nodes: number}} Step */

const SUFFIX = ".proof", TITLE = "TENGEN PROOF 1";
const BODY_MOST = 1 << 28;          // bytes that are held in memory
const HEADER_MOST = 1 << 17;        // bytes: no header is longer
const REMEMBERED = 4096;            // bytes of a branch from which on its extent is kept
const PLIES = 2;                    // a move and its answer
const FIVE = 0, LEMMA = 2, SAME = 3, PASS = 1;
const MORE = 128, NUMBER_BYTES = 9;
const NAME = /^(a?[a-z])([1-9]\d?)$/;

/** @param {{name: string}} file */
export const isProof = file => file.name.toLowerCase().endsWith(SUFFIX);

/** The proof of a file; NotAGame says why there is none. @param {Blob} file */
export async function readProof(file) {
  const bytes = await inflated(file);
  const end = endOfHeader(bytes);
  return new Proof(readHeader(new TextDecoder().decode(bytes.subarray(0, end)).split("\n")), bytes.subarray(end));
}

/** @param {Blob} file */
async function inflated(file) {
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const pieces = [];
  let size = 0;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value);
      size += piece.value.length;
      if (size > BODY_MOST) break;
    }
  } catch {
    throw new NotAGame(t("This file is no proof, or it is damaged."));
  }
  if (size > BODY_MOST) throw new NotAGame(t("This proof is too large for a page."));
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) bytes.set(piece, at), at += piece.length;
  return bytes;
}

/** @param {Uint8Array} bytes */
function endOfHeader(bytes) {
  const end = [..."\nend\n"].map(letter => letter.charCodeAt(0));
  for (let at = 0; at < Math.min(bytes.length, HEADER_MOST); at += 1) {
    if (end.every((byte, each) => bytes[at + each] === byte)) return at + end.length;
  }
  throw new NotAGame(t("This file is no proof: it has no header."));
}

/** @param {string[]} lines @returns {Header} */
function readHeader(lines) {
  let at = 0;
  const field = (/** @type {string} */ key) => {
    const line = lines[at++] ?? "";
    if (line !== key && !line.startsWith(`${key} `)) {
      throw new NotAGame(t("This file is no proof: {key} is missing.", {key}));
    }
    return line.slice(key.length + 1);
  };
  const numbers = (/** @type {string} */ key) => field(key).split(" ").map(Number);
  field(TITLE);
  const [rule] = numbers("rule"), [width, height] = numbers("board"), [winLength] = numbers("win");
  const variant = {rule, width, height, winLength}, fault = variantFault(variant);
  if (fault !== null) throw new NotAGame(t("This is a proof of a game that cannot be played: {fault}", {fault}));
  const points = (/** @type {string} */ text) =>
    text.split(" ").filter(word => word).map(word => cellOf(word, variant));
  const isGame = lines[at].split(" ")[0] === "moves", moves = isGame ? points(field("moves")) : [];
  const black = isGame ? moves.filter((_, each) => each % 2 === 0) : points(field("stones black"));
  const white = isGame ? moves.filter((_, each) => each % 2 === 1) : points(field("stones white"));
  if (!isGame) field("turn");
  if (new Set([...black, ...white]).size !== black.length + white.length) {
    throw new NotAGame(t("This file is no proof: two stones lie on one point."));
  }
  const attacker = field("attacker") === "white" ? WHITE : BLACK;
  return {variant, moves, stones: [black, white], attacker, program: field("program")};
}

/** @param {string} word @param {Variant} variant */
function cellOf(word, {width, height}) {
  const found = NAME.exec(word), x = found ? columnOf(found[1]) : width, y = found ? Number(found[2]) - 1 : 0;
  if (x >= width || y >= height) throw new NotAGame(t("This file is no proof: it names a point that the board lacks."));
  return y * width + x;
}

/** A proof in memory. A place in it is an offset in its body. */
export class Proof {
  /** @param {Header} header @param {Uint8Array} body */
  constructor(header, body) {
    this.header = header;
    this.body = body;
    /** @type {number[]} where lemmas begin */
    this.lemmas = [];
    /** @type {number[]} */
    this.lemmaPlies = [];
    /** @type {Map<number, Extent>} of large branches, by where they begin */
    this.extents = new Map();
    this.at = 0;        // where `number` reads
    if (this.scan(0, true).end !== body.length) throw new NotAGame(t("This proof is damaged: something follows it."));
  }

  /** The position as a game. */
  game() {
    const {variant, moves, stones, attacker} = this.header;
    if (moves.length || !stones[BLACK].length && !stones[WHITE].length) {
      const game = new Game(variant);
      if (moves.some(cell => game.play(cell) !== null)) {
        throw new NotAGame(t("This proof begins with moves that cannot be played."));
      }
      return game;
    }
    const of = (/** @type {Colour} */ colour) => stones[colour].map(cell => ({cell, colour}));
    return new Game(variant, {stones: [...of(BLACK), ...of(WHITE)], toMove: attacker});
  }

  // --- walking -------------------------------------------------------------------------------------------------------

  /** The attacker's move at that place. @param {number} at @returns {Step} */
  step(at) {
    const place = this.resolved(at), {plies, nodes} = this.extent(place);
    return {cell: this.number(place + 1), wins: this.body[place] === FIVE, plies, nodes};
  }

  /**
   * The place after the attacker's move there and that answer; null if there is none.
   * @param {number} at @param {number} cell
   */
  answer(at, cell) {
    const place = this.resolved(at);
    if (this.body[place] === FIVE) return null;
    this.number(place + 1);
    const passed = this.body[this.at] === PASS ? this.at + 1 : null;
    let count = this.number(passed === null ? this.at + 1 : this.extent(passed).end);
    for (; count > 0; count -= 1) {
      const listed = this.number(this.at);
      if (listed === cell) return this.at;
      this.at = this.extent(this.at).end;
    }
    return passed;
  }

  /** The place after these moves, the attacker's first; null: the proof does not lead there. @param {number[]} moves */
  follow(moves) {
    /** @type {number | null} */
    let at = moves.length % 2 ? null : 0;
    for (let each = 0; each < moves.length && at !== null; each += 2) {
      at = this.step(at).cell === moves[each] ? this.answer(at, moves[each + 1]) : null;
    }
    return at;
  }

  /** A reference leads to its lemma. @param {number} at */
  resolved(at) {
    return this.body[at] === SAME ? this.lemmas[this.number(at + 1)] : at;
  }

  // --- bytes ---------------------------------------------------------------------------------------------------------

  /** The number there; `at` is behind it then. @param {number} at */
  number(at) {
    let value = 0;
    for (let place = 0; place < NUMBER_BYTES; place += 1) {
      const byte = this.body[at++];
      if (byte === undefined) throw new NotAGame(t("This proof is damaged: it ends in the middle."));
      value += (byte % MORE) * MORE ** place;
      if (byte < MORE) break;
    }
    this.at = at;
    return value;
  }

  /** @param {number} at @returns {Extent} */
  extent(at) {
    return this.extents.get(at) ?? this.scan(at, false);
  }

  /**
   * Of the branch there; the first scan, which is of all, keeps what the others need.
   * @param {number} at @param {boolean} isFirst
   */
  scan(at, isFirst) {
    const before = this.at;
    /**
     * The moves; left: answers to come, null: a pass before.
     * @type {{begin: number, left: number | null, plies: number, nodes: number}[]}
     */
    const stack = [];
    for (;;) {
      const begin = at, kind = this.number(at), value = this.number(this.at);
      /** @type {Extent} */
      let done = {end: this.at, plies: 1, nodes: 1};
      if (kind === SAME) {
        if (value >= this.lemmas.length) {
          throw new NotAGame(t("This proof is damaged: it refers to what it has not shown."));
        }
        done.plies = this.lemmaPlies[value];
      } else if (kind !== FIVE) {
        const flag = this.number(this.at);
        if (kind > LEMMA || flag > PASS) throw new NotAGame(t("This proof is damaged."));
        stack.push({begin, left: flag === PASS ? null : this.number(this.at), plies: 0, nodes: 1});
        if (flag === PASS) {
          at = this.at;
          continue;
        }
        done = {end: this.at, plies: 0, nodes: 0};
      }
      while (stack.length) {
        const move = stack[stack.length - 1];
        this.at = done.end;
        move.plies = Math.max(move.plies, done.plies);
        move.nodes += done.nodes;
        move.left ??= this.number(this.at);
        if (move.left > 0) break;
        stack.pop();
        done = {end: this.at, plies: move.plies + PLIES, nodes: move.nodes};
        if (isFirst) this.keep(move.begin, done);
      }
      if (!stack.length) {
        this.at = before;
        return done;
      }
      /** @type {number} */ (stack[stack.length - 1].left) -= 1;
      this.number(this.at);
      at = this.at;
    }
  }

  /** @param {number} begin @param {Extent} extent */
  keep(begin, extent) {
    if (extent.end - begin >= REMEMBERED) this.extents.set(begin, extent);
    if (this.body[begin] !== LEMMA) return;
    this.lemmas.push(begin);
    this.lemmaPlies.push(extent.plies);
  }
}

/** Plays a proof in a session, as long as its game is the one that is shown. */
export class Guide {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Proof | null} */
    this.proof = null;
    /** @type {Blob | null} what it was read from */
    this.file = null;
    /** @type {Game | null} */
    this.game = null;
  }

  /**
   * Shows its position; both sides are people, as no engine is asked.
   * @param {Proof} proof @param {Blob | null} file from which it was read
   */
  open(proof, file = null) {
    this.proof = proof;
    this.file = file;
    this.game = proof.game();
    this.session.load(this.game);
  }

  /** Goes on with the game shown, which was begun with that proof before. @param {Blob} file */
  async follow(file) {
    const {game} = this.session, proof = await readProof(file);
    if (game !== this.session.game) return;
    Object.assign(this, {proof, file, game});
    this.session.changed();
  }

  /** The proof that the game walks through; null: none. @param {Game} game */
  fileOf(game) {
    return game === this.game ? this.file : null;
  }

  /** After every change: moves for the attacker at the end of the game, and says what the proof has there. */
  attend() {
    const {session, proof, game} = this;
    if (!proof || !game || session.game !== game) return;
    const isAttacking = game.toMove === proof.header.attacker;
    const step = this.step(isAttacking ? game.ply : game.ply - 1);
    session.remark = game.result ? "" : !step ? t("The proof has no answer here.")
      : isAttacking ? t("The proof has a move here.")
      : t("The proof wins in {count} plies at most, with {nodes} positions: play any answer.",
          {count: step.plies - 1, nodes: step.nodes});
    if (step && isAttacking && game.isAtEnd && !game.result) session.put(step.cell);
  }

  /**
   * What the proof plays after so many moves; null if it does not lead there.
   * @param {number} ply @returns {Step | null}
   */
  step(ply) {
    const {proof, game} = this;
    if (!proof || !game || ply < proof.header.moves.length) return null;
    const begun = proof.header.moves, isBegun = begun.every((cell, each) => game.moves[each] === cell);
    const at = isBegun ? proof.follow(game.moves.slice(begun.length, ply)) : null;
    return at === null ? null : proof.step(at);
  }
}
