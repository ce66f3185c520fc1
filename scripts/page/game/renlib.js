// Games of RenLib, the program in whose .lib renju players keep their databases: a tree of moves on 15×15, in bytes.
//
// Behind a header of 20 bytes each node has two: its point, and bits that say what follows it. A node's first child
// stands behind it, and then, when that branch has ended, the sibling of the last node that has one.

import {NotAGame} from "./files.js";
import {LABEL, WORDS_MOST} from "./drawings.js";
import {Game} from "./game.js";
import {RENJU} from "./rules.js";
import {language, t} from "../languages/texts.js";

const MAGIC = [0xff, 0x52, 0x65, 0x6e, 0x4c, 0x69, 0x62, 0xff], HEADER = 20;
const SIDE = 15, ROW = 16;          // points of a row, and numbers that it takes
const NODES_MOST = 20_000;          // more would freeze the page for seconds
// Bits of a node. The extension is two bytes more, of which one bit tells of a text on the point.
const SIBLING = 0x80, LEAF = 0x40, OLD_COMMENT = 0x20, COMMENT = 0x08, NO_MOVE = 0x02, EXTENSION = 0x01;
const TEXT = 0x01, LAST_LETTER = 0x80, LINE = /\x08/g;
/** How those who write in a language wrote comments before UTF-8. @type {Record<string, string>} */
const ENCODINGS = {zh: "gb18030", ja: "shift_jis", ru: "windows-1251", cs: "windows-1250", vi: "windows-1258"};

/** @param {Uint8Array} bytes */
export const isRenLib = bytes => MAGIC.every((byte, at) => bytes[at] === byte);

/** @param {number[]} bytes */
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(new Uint8Array(bytes));
  } catch {
    return new TextDecoder(ENCODINGS[language] ?? "windows-1252").decode(new Uint8Array(bytes));
  }
}

/** Reads node after node. */
class Nodes {
  at = HEADER;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  get isLeft() {
    return this.at + 1 < this.bytes.length;
  }

  /** The next node: its point from 1, 0 for none, its bits, what is said of it, and what stands on its point. */
  next() {
    const {bytes} = this, point = bytes[this.at], bits = bytes[this.at + 1];
    this.at += 2;
    const hasText = (bits & EXTENSION) !== 0 && (bytes[this.at + 1] & TEXT) !== 0;
    if (bits & EXTENSION) this.at += 2;
    const comment = bits & OLD_COMMENT ? this.oldText() : bits & COMMENT ? this.text() : "";
    return {point: bits & NO_MOVE ? 0 : point, bits, comment: comment.replace(LINE, "\n").trim(),
            words: hasText ? this.text() : ""};
  }

  /** Letters up to a zero; nodes lie at even places. */
  text() {
    const begin = this.at;
    while (this.at < this.bytes.length && this.bytes[this.at] !== 0) this.at += 1;
    const letters = [...this.bytes.slice(begin, this.at)];
    this.at += 1 + (this.at + 1 - begin) % 2;
    return decoded(letters);
  }

  /** Letters of seven bits, the last one with the eighth. */
  oldText() {
    const begin = this.at;
    while (this.at < this.bytes.length && !(this.bytes[this.at] & LAST_LETTER)) this.at += 1;
    const letters = [...this.bytes.slice(begin, this.at + 1)].map(byte => byte & ~LAST_LETTER);
    this.at += 1 + (this.at + 1 - begin) % 2;
    return decoded(letters);
  }
}

/**
 * The game with all branches that can be played, at its first move where there are several. Throws what is none.
 * @param {Uint8Array} bytes
 */
export function readRenLib(bytes) {
  const nodes = new Nodes(bytes), game = new Game({rule: RENJU, width: SIDE, height: SIDE, winLength: 5});
  /** Behind which moves a sibling is still to come; null: behind one that cannot be played. */
  const waiting = [];
  /** @type {import("./tree.js").Move | null} */
  let before = game.root;
  for (let count = 0; nodes.isLeft; count += 1) {
    if (count === NODES_MOST) {
      throw new NotAGame(t("The file has more than {most} moves: that is too much for a page.", {most: NODES_MOST}));
    }
    const node = nodes.next();
    if (node.bits & SIBLING) waiting.push(before);
    /** @type {import("./tree.js").Move | null} */
    const here = before && played(game, before, node);
    if (!(node.bits & LEAF)) before = here;
    else if (waiting.length) before = waiting.pop() ?? null;
    else break;
  }
  if (!game.root.children.length) throw new NotAGame(t("The .lib has no move that can be played."));
  game.visit(game.root);
  game.follow(game.mainLine);
  const fork = game.line.findIndex(move => (move.parent?.children.length ?? 0) > 1);
  game.goTo(fork < 0 ? game.moves.length : fork);
  return game;
}

/**
 * Where one stands after a node; null: it cannot be played.
 * @param {Game} game @param {import("./tree.js").Move} before @param {ReturnType<Nodes["next"]>} node
 */
function played(game, before, {point, comment, words}) {
  const x = point % ROW - 1, y = SIDE - 1 - Math.floor(point / ROW), cell = y * SIDE + x;
  game.visit(before);
  if (point && (x < 0 || y < 0 || game.play(cell) !== null)) {
    game.leftOut += 1;
    return null;
  }
  const {here} = game;
  if (comment && !here.comment.includes(comment)) here.comment = [here.comment, comment].filter(Boolean).join("\n");
  if (point && words.trim()) {
    before.drawings.push({kind: LABEL, cell, to: cell, words: words.trim().slice(0, WORDS_MOST)});
  }
  return here;
}
