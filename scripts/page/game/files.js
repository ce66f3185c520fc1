// Games as text: .psq of Piskvork, .sgf as most other programs have it, rows of points as Gomoku sites write them, the
// hash of a link, and what the page keeps. Everything read here may come from anywhere, so it is checked as if somebody
// wanted to break the page: what is no game throws a NotAGame with a sentence for people.

import {AGREED_REASON, EMPTY_BOARD, Game, RESIGNED_REASON, TIME_REASON} from "./game.js";
import {ARROW, KINDS, LABEL, WORDS_MOST, isDrawing} from "./drawings.js";
import {columnOf, pointName} from "./points.js";
import {BLACK, FREESTYLE, RULE_NAMES, SIDE_MAX, WHITE, opposite, variantFault} from "./rules.js";
import {t} from "../languages/texts.js";
import {mainFrom, movesBehind, pathTo} from "./tree.js";

/** @typedef {import("./rules.js").Variant} Variant */
/** @typedef {import("./game.js").Start} Start */
/** @typedef {import("./game.js").Stone} Stone */
/** @typedef {import("./tree.js").Move} Move */

export class NotAGame extends Error {}

export const FILE_MOST = 1_000_000;     // bytes: a game of 1024 moves has some 12,000
const NODES_MOST = 20_000;              // of an .sgf: more would freeze the page for seconds
const NAME_MOST = 100;                  // letters
const USUAL = {rule: FREESTYLE, width: 15, height: 15, winLength: 5};
const USUAL_SIDES = [15, 19, 20, SIDE_MAX];
// What is between points goes first, with 1. 2. as renju players write; then a point. Each begins where the one before
// has ended, so a text is read once: one pattern for the whole text could be made to try every way to divide it.
const POINT = /(?:[\s,;.|-]|\d+\.)*(?:([a-z]{1,2})([1-9][0-9]?)(?!\d)|$)/iy;
const FOREIGN_LINK = /^#\/[a-z]{1,2}\d/i;     // of gomocalc.com: its points stand behind #/
const NUMBERS_ONLY = /^\s*\d{1,2},\d{1,2}(?:[\s;]+\d{1,2},\d{1,2})*[\s;]*$/;

// --- psq: scripts/matches/files.py describes it ----------------------------------------------------------------------

const PSQ_HEADER = /^Piskvorky\s+(\d+)x(\d+)\s*,/;
const PSQ_MOVE = /^\s*(\d+)\s*,\s*(\d+)\s*(?:$|,\s*(\d*))/;
const RULE = /^([a-z ]*[a-z])(?:\s+(\d) in a row|\d+)?$/;
const PSQ_LIKE_NUMBER = /^\s*[-+]?\d/;

/**
 * The main line as a .psq; its moves begin on an empty board, so a position that was set up cannot be told this way.
 * @param {Game} game @param {[string, string]} names
 */
export function psqText(game, names) {
  const {variant, mainLine} = game, result = game.resultAt(mainLine.at(-1) ?? game.root);
  const winner = !result || result.winner === null ? 0 : result.winner === BLACK ? 1 : 2;
  const inARow = variant.winLength === USUAL.winLength ? "" : ` ${variant.winLength} in a row`;
  const lines = [
    `Piskvorky ${variant.width}x${variant.height}, 0:0, 0`,
    ...mainLine.map(({cell, ms}) =>
      `${cell % variant.width + 1},${Math.floor(cell / variant.width) + 1},${Math.round(ms)}`),
    ...names.map(name => PSQ_LIKE_NUMBER.test(name) ? `pbrain-${name}` : name),
    result ? "0" : "-1",
    `${winner},${RULE_NAMES[variant.rule]}${inARow}`,
  ];
  return lines.map(line => line + "\r\n").join("");
}

/** @param {string} text @param {Variant} present whose rule counts where the file names none */
function readPsq(text, present) {
  const lines = text.split(/\r\n|\r|\n/), header = PSQ_HEADER.exec(lines[0]);
  if (!header) throw new NotAGame(t("The first line of a .psq must look like Piskvorky 15x15, 11:11, 0."));
  const width = Number(header[1]), height = Number(header[2]);
  const moves = [];
  for (const line of lines.slice(1)) {
    const move = PSQ_MOVE.exec(line);
    if (!move) break;
    moves.push(move);
  }
  const last = lines.filter(line => line.trim() !== "").pop() ?? "";
  const points = moves.map(([, x, y]) => [Number(x) - 1, Number(y) - 1]);
  const game = played({...(ruleOfPsq(last) ?? ruleOf(present, width, height)), width, height}, points);
  for (const [at, [, , , ms]] of moves.entries()) game.line[at].ms = Number(ms);
  game.names = namesOf(lines.slice(1 + moves.length, 3 + moves.length).filter(line => !PSQ_LIKE_NUMBER.test(line)));
  return game;
}

/**
 * The names of black and white; null if there are not both. In a .psq without names the number of how it ended stands in
 * their place.
 * @param {string[]} words @returns {[string, string] | null}
 */
function namesOf(words) {
  const [black, white] = words.map(each => each.trim().slice(0, NAME_MOST));
  return black && white ? [black, white] : null;
}

// --- sgf: the Smart Game Format, in which Gomoku is game 4 -----------------------------------------------------------

const SGF_START = /^\(\s*;/;
const SGF_TOKEN = /\s+|[(;)]|([A-Za-z]+)((?:\s*\[(?:\\[^]|[^\]\\])*\])+)/y;
const SGF_VALUE = /\[((?:\\[^]|[^\]\\])*)\]/g;
const SGF_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SGF_GOMOKU = "4";
const SGF_COLOURS = ["B", "W"];
/** @type {Record<string, string>} how a game ended, besides by its stones */
const SGF_ENDINGS = {R: RESIGNED_REASON, RESIGN: RESIGNED_REASON, T: TIME_REASON, TIME: TIME_REASON};
const UNKNOWN_REASON = "unknown";

/**
 * The game as an .sgf: its position where it was set up, all its branches and comments, how its main line ended.
 * @param {Game} game @param {[string, string]} names
 */
export function sgfText(game, names) {
  const {variant: {rule, width, height, winLength}, start, root, mainLine} = game;
  const result = game.resultAt(mainLine.at(-1) ?? root);
  const point = (/** @type {number} */ cell) =>
    `[${SGF_LETTERS[cell % width]}${SGF_LETTERS[height - 1 - Math.floor(cell / width)]}]`;
  const set = SGF_COLOURS.map((letter, colour) => {
    const points = start.stones.filter(stone => stone.colour === colour).map(({cell}) => point(cell)).join("");
    return points && `A${letter}${points}`;
  });
  const how = Object.entries(SGF_ENDINGS).find(([, reason]) => reason === result?.reason)?.[0] ?? "";
  const ended = !result ? "" : `RE[${result.winner === null ? "0" : `${SGF_COLOURS[result.winner]}+${how}`}]`;
  const inARow = winLength === USUAL.winLength ? "" : ` ${winLength} in a row`;
  const head = `FF[4]GM[${SGF_GOMOKU}]CA[UTF-8]AP[Tengen]SZ[${width === height ? width : `${width}:${height}`}]` +
    `RU[${RULE_NAMES[rule]}${inARow}]` +
    names.map((name, colour) => `P${SGF_COLOURS[colour]}[${escaped(name)}]`).join("") + ended;
  const turn = start.toMove === BLACK && !start.stones.length ? "" : `PL[${SGF_COLOURS[start.toMove]}]`;
  const drawings = (/** @type {Move} */ move) => move.drawings.map(({kind, cell, to, words}) => {
    const more = kind === ARROW ? point(to).slice(1, -1) : kind === LABEL ? escaped(words) : "";
    return `${kind}${point(cell).slice(0, -1)}${more && `:${more}`}]`;
  }).join("");
  const comment = (/** @type {Move} */ move) =>
    (move.comment && `C[${escaped(move.comment)}]`) + drawings(move);
  /**
   * What follows a move, as far as there is one way on, and then each way in brackets.
   * @type {(move: Move, ply: number) => string}
   */
  const behind = ({children}, ply) => {
    let words = "";
    for (; children.length === 1; [{children}] = children) {
      words += `;${SGF_COLOURS[game.colourOf(ply)]}${point(children[0].cell)}${comment(children[0])}`;
      ply += 1;
    }
    const way = (/** @type {Move} */ child) =>
      `\n(;${SGF_COLOURS[game.colourOf(ply)]}${point(child.cell)}${comment(child)}${behind(child, ply + 1)})`;
    return words + children.map(way).join("");
  };
  return `(;${head}\n${set.join("")}${turn}${comment(root)}\n${behind(root, 0)})\n`;
}

/** @param {string} words */
const escaped = words => words.replace(/[\]\\]/g, "\\$&");

/** @param {string} words */
const unescaped = words => words.replace(/\\(\r\n|\n\r|[^])/g, (_, letter) => /[\r\n]/.test(letter) ? "" : letter);

/** @typedef {Map<string, string[]>} Properties */
/**
 * `isMain`: of several ways on, always the first.
 * @typedef {{properties: Properties, parent: SgfNode | null, isMain: boolean}} SgfNode
 */

/** The nodes of the first game, each before those that follow it. @param {string} text @returns {SgfNode[]} */
function sgfNodes(text) {
  /** @type {SgfNode[]} */
  const nodes = [];
  /** @type {(SgfNode | null)[]} before each bracket that is open */
  const open = [];
  /** @type {SgfNode | null} */
  let node = null;
  const continued = new Set();
  for (SGF_TOKEN.lastIndex = 0; ;) {
    const token = SGF_TOKEN.exec(text);
    if (!token) throw new NotAGame(t("The .sgf is cut off, or something in it is no property."));
    if (token[0] === "(") open.push(node);
    if (token[0] === ")") {
      node = open.pop() ?? null;
      if (!open.length) return nodes;
    }
    if (token[0] === ";") {
      if (nodes.length === NODES_MOST) {
        throw new NotAGame(t("The file has more than {most} moves: that is too much for a page.", {most: NODES_MOST}));
      }
      /** @type {boolean} */
      const isMain = node === null || node.isMain && !continued.has(node);
      continued.add(node);
      nodes.push(node = {properties: new Map(), parent: node, isMain});
    }
    if (!token[1]) continue;
    if (!node) throw new NotAGame(t("The .sgf has a property where a move belongs."));
    const name = token[1].replace(/[a-z]/g, ""), values = node.properties.get(name) ?? [];
    for (const value of token[2].matchAll(SGF_VALUE)) values.push(value[1]);
    node.properties.set(name, values);
  }
}

/** @param {Properties} root @param {Variant} present @returns {Variant} */
function variantOfSgf(root, present) {
  const game = root.get("GM")?.[0].trim() ?? SGF_GOMOKU, size = root.get("SZ")?.[0].trim();
  if (game !== SGF_GOMOKU) {
    const values = {gomoku: SGF_GOMOKU, game: game.slice(0, 8)};
    throw new NotAGame(t("The .sgf is of another game: Gomoku is GM[{gomoku}], not GM[{game}].", values));
  }
  const sides = size === undefined ? [present.width, present.height]
    : /^(\d{1,2})(?::(\d{1,2}))?$/.exec(size)?.slice(1).map(Number);
  if (!sides) throw new NotAGame(t("The .sgf names no size of a board that there is."));
  const width = sides[0], height = sides[1] || width;
  return {...(ruleOfPsq(`,${root.get("RU")?.[0] ?? ""}`) ?? ruleOf(present, width, height)), width, height};
}

/**
 * The column and row, from the bottom, of hh or of h8.
 * @param {string} words @param {Variant} variant @returns {[number, number]}
 */
function pointOfSgf(words, {height}) {
  const name = /^([a-z]{1,2})([1-9]\d?)$/i.exec(words), [x, y] = [...words].map(letter => SGF_LETTERS.indexOf(letter));
  if (name) return [columnOf(name[1]), Number(name[2]) - 1];
  if (words.length !== 2 || x < 0 || y < 0) {
    throw new NotAGame(t("The .sgf has {words} where a point belongs.", {words: JSON.stringify(words.slice(0, 8))}));
  }
  if (y >= height) throw new NotAGame(t("A stone lies outside the board."));
  return [x, height - 1 - y];
}

/** The points of AB or AW, where aa:cc is a rectangle. @param {string[]} values @param {Variant} variant */
function pointsOfSgf(values, variant) {
  /** @type {[number, number][]} */
  const found = [];
  for (const value of values) {
    const [first, last = first] = value.split(":").map(words => pointOfSgf(words.trim(), variant));
    for (let y = Math.min(first[1], last[1]); y <= Math.max(first[1], last[1]); y += 1) {
      for (let x = Math.min(first[0], last[0]); x <= Math.max(first[0], last[0]); x += 1) found.push([x, y]);
    }
    if (found.length > SIDE_MAX * SIDE_MAX) throw new NotAGame(t("Two stones lie on one point."));
  }
  return found;
}

/**
 * The moves of a node, each with its colour: none, or one; some programs write two.
 * @param {Properties} node @param {Variant} variant
 */
const movesOfSgf = (node, variant) => SGF_COLOURS.flatMap((letter, colour) => {
  const words = node.get(letter)?.[0].trim();
  if (words === "") throw new NotAGame(t("The .sgf has a pass, and Gomoku has none here."));
  return words === undefined ? [] : [{colour, point: pointOfSgf(words, variant)}];
});

/** @param {string} text @param {Variant} present whose size and rule count where the file names none */
function readSgf(text, present) {
  const nodes = sgfNodes(text), root = nodes[0].properties, variant = variantOfSgf(root, present);
  const fault = variantFault(variant);
  if (fault !== null) throw new NotAGame(fault);
  const turn = SGF_COLOURS.indexOf(root.get("PL")?.[0].trim().slice(0, 1).toUpperCase() ?? "");
  const begun = nodes.find(({properties}) => SGF_COLOURS.some(letter => properties.has(letter)))?.properties;
  const first = begun ? movesOfSgf(begun, variant)[0].colour : Math.max(turn, BLACK);
  const [black, white] = SGF_COLOURS.map(letter => pointsOfSgf(root.get(`A${letter}`) ?? [], variant));
  const game = new Game(variant, checkedStart(variant, black, white, first === WHITE));
  playSgf(game, nodes);
  game.names = namesOf(SGF_COLOURS.map(letter => unescaped(root.get(`P${letter}`)?.[0] ?? "")));
  const ending = /^(?:([BW])\+(\w*)|0$|draw|jigo|1\/2)/i.exec(root.get("RE")?.[0].trim() ?? "");
  if (ending && !game.result) {
    const winner = ending[1] ? ending[1].toUpperCase() === "B" ? BLACK : WHITE : null;
    game.end(winner, winner === null ? AGREED_REASON : SGF_ENDINGS[ending[2].toUpperCase()] ?? UNKNOWN_REASON);
  }
  return game;
}

/**
 * Plays the tree, and stands at the end of its main line. Branches that cannot be played are left out.
 * @param {Game} game @param {SgfNode[]} nodes
 */
function playSgf(game, nodes) {
  /** @type {Map<SgfNode | null, Move>} where one stands after each node */
  const reached = new Map([[null, game.root]]);
  for (const node of nodes) {
    const before = reached.get(node.parent);
    if (!before) continue;
    game.visit(before);
    try {
      playSgfNode(game, node);
      reached.set(node, game.here);
    } catch (error) {
      if (node.isMain || !(error instanceof NotAGame)) throw error;
      game.leftOut += 1;
    }
  }
  game.visit(mainFrom(game.root).at(-1) ?? game.root);
}

/** @param {Game} game @param {SgfNode} node */
function playSgfNode(game, {properties, parent}) {
  if (parent && ["AB", "AW", "AE"].some(name => properties.has(name))) {
    throw new NotAGame(t("The .sgf changes its position after the beginning."));
  }
  for (const {colour, point} of movesOfSgf(properties, game.variant)) {
    if (colour !== game.toMove) {
      throw new NotAGame(t("Move {number} of the .sgf is not of the colour whose turn it is.", {number: game.ply + 1}));
    }
    playPoint(game, point);
  }
  const comment = unescaped(properties.get("C")?.join("\n") ?? "").trim();
  if (comment) game.here.comment += game.here.comment ? `\n${comment}` : comment;
  for (const kind of KINDS) for (const value of properties.get(kind) ?? []) drawSgf(game, kind, value);
}

/** Draws what a value says; what is no drawing on this board is let be. @param {Game} game @param {string} kind @param {string} value */
function drawSgf({here, variant}, kind, value) {
  const [first, second = ""] = value.split(/:([^]*)/), {width, height} = variant;
  const cellOf = (/** @type {string} */ words) => {
    try {
      const [x, y] = pointOfSgf(words.trim(), variant);
      return x < width ? y * width + x : -1;
    } catch {
      return -1;
    }
  };
  const cell = cellOf(first), words = kind === LABEL ? unescaped(second).trim().slice(0, WORDS_MOST) : "";
  const drawing = {kind, cell, to: kind === ARROW ? cellOf(second) : cell, words};
  if (isDrawing(drawing, width * height) && here.drawings.length < width * height) here.drawings.push(drawing);
}

/** The rule that a file does not name: the present one, if it can be played on that board. */
const ruleOf = (/** @type {Variant} */ {rule, winLength}, /** @type {number} */ width, /** @type {number} */ height) =>
  variantFault({rule, winLength, width, height}) === null ? {rule, winLength} : {rule: FREESTYLE, winLength: 3};

/** The rule in the last line, ours or one of Gomocup's such as Freestyle1; null: it names none. @param {string} line */
function ruleOfPsq(line) {
  const words = line.includes(",") ? RULE.exec(line.slice(line.lastIndexOf(",") + 1).trim().toLowerCase()) : null;
  const rule = Object.entries(RULE_NAMES).find(([, known]) => known === words?.[1])?.[0];
  return words && rule !== undefined ? {rule: Number(rule), winLength: Number(words[2] ?? USUAL.winLength)} : null;
}

// --- rows of points --------------------------------------------------------------------------------------------------

/** h8 i9 j10 @param {number[]} cells @param {number} width */
export const pointsText = (cells, width) => cells.map(cell => pointName(cell, width)).join(" ");

/**
 * The points in a row such as h8i9j10, 1. h8 i9 2. j10, or 7,7 8,8; null if there is anything else.
 * @param {string} text
 */
function readPoints(text) {
  if (NUMBERS_ONLY.test(text)) {
    return [...text.matchAll(/(\d+),(\d+)/g)].map(each => [Number(each[1]), Number(each[2])]);
  }
  const points = [];
  for (POINT.lastIndex = 0; ;) {
    const point = POINT.exec(text);
    if (!point) return null;
    if (point[1] === undefined) return points;
    points.push([columnOf(point[1]), Number(point[2]) - 1]);
  }
}

/**
 * The game of that variant with those moves.
 * @param {Variant} variant @param {number[][]} points @param {Start} start
 */
function played(variant, points, start = EMPTY_BOARD) {
  const fault = variantFault(variant);
  if (fault !== null) throw new NotAGame(fault);
  const game = new Game(variant, start);
  for (const point of points) playPoint(game, point);
  return game;
}

/** @param {Game} game @param {number[]} point */
function playPoint(game, [x, y]) {
  const {width, height} = game.variant, isInside = x >= 0 && x < width && y >= 0 && y < height;
  const refused = isInside ? game.play(y * width + x) : t("it is outside the board");
  if (refused !== null) {
    throw new NotAGame(t("Move {number} cannot be played: {reason}.", {number: game.ply + 1, reason: refused}));
  }
}

/**
 * The game in any text that is known here.
 * @param {string} text @param {Variant} present the game shown now, whose rule and size count where the text names none
 */
export function readGame(text, present) {
  if (text.length > FILE_MOST) throw new NotAGame(t("The file is too long for a game."));
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed.startsWith("Piskvorky")) return readPsq(trimmed, present);
  if (SGF_START.test(trimmed)) return readSgf(trimmed, present);
  const link = trimmed.includes("#") ? trimmed.slice(trimmed.indexOf("#")) : "", isForeign = FOREIGN_LINK.test(link);
  if (link && !isForeign) return readLink(link);
  const points = trimmed === "" ? null : readPoints(isForeign ? link.slice(2) : trimmed);
  if (!points?.length) {
    throw new NotAGame(t("That is no .psq, no .sgf, no link of this page and no row of points such as h8 i9 j10."));
  }
  const fits = points.every(([x, y]) => x < present.width && y < present.height);
  if (fits) return played(present, points);
  const needed = points.reduce((most, [x, y]) => Math.max(most, x + 1, y + 1), 0);
  return played({...present, ...sized(needed), winLength: USUAL.winLength}, points);
}

/** The usual board that has room for so many columns and rows. @param {number} needed */
function sized(needed) {
  const side = USUAL_SIDES.find(known => known >= needed);
  if (side === undefined) throw new NotAGame(t("A point lies outside the largest board."));
  return {width: side, height: side};
}

// --- links -----------------------------------------------------------------------------------------------------------

/** What stands behind # in a link to the position shown. @param {Game} game */
export function linkText(game) {
  const {variant, start} = game, {rule, width, height, winLength} = variant;
  const names = (/** @type {number[]} */ cells) => cells.map(cell => pointName(cell, width)).join("");
  const of = (/** @type {number} */ colour) =>
    names(start.stones.filter(each => each.colour === colour).map(each => each.cell));
  const words = [`rule=${rule}`, `size=${width}x${height}`];
  if (winLength !== USUAL.winLength) words.push(`row=${winLength}`);
  if (start.stones.length) words.push(`black=${of(BLACK)}`, `white=${of(WHITE)}`);
  if (start.toMove !== BLACK) words.push("to=white");
  if (game.ply) words.push(`moves=${names(game.moves.slice(0, game.ply))}`);
  return `#${words.join("&")}`;
}

/** @param {string} text with its # @returns {Game} */
export function readLink(text) {
  const words = new URLSearchParams(text.slice(1)), size = /^(\d{1,2})x(\d{1,2})$/.exec(words.get("size") ?? "");
  if (!size) throw new NotAGame(t("The link names no size of a board."));
  const variant = {rule: Number(words.get("rule") ?? FREESTYLE), width: Number(size[1]), height: Number(size[2]),
                   winLength: Number(words.get("row") ?? USUAL.winLength)};
  const fault = variantFault(variant);
  if (fault !== null) throw new NotAGame(fault);
  const points = (/** @type {string} */ key) => {
    const found = words.get(key) ? readPoints(words.get(key) ?? "") : [];
    if (!found) throw new NotAGame(t("The link has something else than points in {key}.", {key}));
    return found;
  };
  const start = checkedStart(variant, points("black"), points("white"), words.get("to") === "white");
  return played(variant, points("moves"), start);
}

/**
 * @param {Variant} variant @param {number[][]} black @param {number[][]} white @param {boolean} whiteMoves
 * @returns {Start}
 */
function checkedStart({width, height}, black, white, whiteMoves) {
  const cells = new Set(), longer = Math.max(black.length, white.length);
  /** @type {Stone[]} */
  const stones = [];
  for (let at = 0; at < longer; at += 1) {
    for (const [colour, points] of /** @type {[0 | 1, number[][]][]} */ ([[BLACK, black], [WHITE, white]])) {
      if (at >= points.length) continue;
      const [x, y] = points[at], cell = y * width + x;
      if (x >= width || y >= height) throw new NotAGame(t("A stone lies outside the board."));
      if (cells.has(cell)) throw new NotAGame(t("Two stones lie on one point."));
      cells.add(cell);
      stones.push({cell, colour});
    }
  }
  return {stones, toMove: whiteMoves ? opposite(BLACK) : BLACK};
}

// --- what the page keeps ---------------------------------------------------------------------------------------------

/**
 * Of a move: the place of the move before in the list of all, its cell, its milliseconds.
 * @typedef {[number, number, number, {comment: string, drawings: import("./drawings.js").Drawing[],
 *            ending: import("./game.js").Result | null}?]} Row
 */

/** @param {Game} game */
export function gameRecord(game) {
  const all = [game.root, ...movesBehind(game.root)], places = new Map(all.map((move, at) => [move, at]));
  const tree = all.map(({parent, cell, ms, comment, ending, drawings}) => /** @type {Row} */ (
    [parent ? places.get(parent) : -1, cell, ms,
     ...(comment || ending || drawings.length ? [{comment, ending, drawings}] : [])]));
  return {variant: game.variant, start: game.start, names: game.names, tree, tip: places.get(game.tip), ply: game.ply};
}

/**
 * The rows of a game that has one line, as it was kept before, and as scripts/review tells it.
 * @param {any} record @returns {Row[]}
 */
function rowsOfLine({moves, times = [], ending}) {
  /** @type {Row[]} */
  const rows = [[-1, -1, 0], ...moves.map((/** @type {number} */ cell, /** @type {number} */ at) =>
    [at, cell, times[at] ?? 0])];
  if (ending) rows[moves.length][3] = {comment: "", drawings: [], ending};
  return rows;
}

/** The way back from JSON; throws what is no game. @param {any} record */
export function gameOfRecord(record) {
  try {
    const {variant, start, names, ply} = record, {width, height} = variant;
    const fault = variantFault(variant);
    if (fault !== null) throw new NotAGame(fault);
    const cells = start.stones.map((/** @type {Stone} */ stone) => stone.cell);
    const isSound = start.stones.every((/** @type {Stone} */ {cell, colour}) =>
      Number.isInteger(cell) && cell >= 0 && cell < width * height && (colour === BLACK || colour === WHITE));
    if (!isSound || new Set(cells).size !== cells.length) {
      throw new NotAGame(t("Stones of the saved game lie wrongly."));
    }
    const game = new Game({rule: variant.rule, width, height, winLength: variant.winLength},
                          {stones: start.stones, toMove: start.toMove === WHITE ? WHITE : BLACK});
    if (Array.isArray(names)) game.names = namesOf(names.map(String));
    const all = playRows(game, record.tree ?? rowsOfLine(record));
    game.follow(all[record.tip] ? pathTo(all[record.tip]) : game.mainLine);
    game.goTo(Number.isInteger(ply) ? ply : game.moves.length);
    return game;
  } catch (error) {
    throw error instanceof NotAGame ? error : new NotAGame(t("What was saved is no game."));
  }
}

/**
 * The moves of all rows. The game may go on where it had ended, so that is said last.
 * @param {Game} game @param {Row[]} rows
 */
function playRows(game, rows) {
  const {width} = game.variant, all = [game.root];
  for (const [parent, cell, ms] of rows.slice(1)) {
    game.visit(all[parent]);
    playPoint(game, [cell % width, Math.floor(cell / width)]);
    game.here.ms = Number(ms) || 0;
    all.push(game.here);
  }
  const usual = {comment: "", drawings: [], ending: null};
  for (const [at, [, , , {comment, ending, drawings} = usual]] of rows.entries()) {
    all[at].comment = String(comment ?? "");
    if (Array.isArray(drawings)) all[at].drawings = drawings.filter(each => isDrawing(each, game.board.cells.length));
    if (ending && [BLACK, WHITE, null].includes(ending.winner)) {
      all[at].ending = {winner: ending.winner, reason: String(ending.reason), row: []};
    }
  }
  return all;
}
