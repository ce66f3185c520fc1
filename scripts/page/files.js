// Games as text: .psq of Piskvork, .sgf as most other programs have it, rows of points as Gomoku sites write them, the hash of a link, and what the page keeps.
// Everything read here may come from anywhere, so it is checked as if somebody wanted to break the page: what is no game
// throws a NotAGame with a sentence for people.

import {AGREED_REASON, EMPTY_BOARD, Game, RESIGNED_REASON, TIME_REASON} from "./game.js";
import {columnOf, pointName} from "./points.js";
import {BLACK, FREESTYLE, RULE_NAMES, SIDE_MAX, WHITE, opposite, variantFault} from "./rules.js";

/** @typedef {import("./rules.js").Variant} Variant */
/** @typedef {import("./game.js").Start} Start */
/** @typedef {import("./game.js").Stone} Stone */

export class NotAGame extends Error {}

export const FILE_MOST = 1_000_000;     // bytes: a game of 1024 moves has some 12,000
const USUAL = {rule: FREESTYLE, width: 15, height: 15, winLength: 5};
const USUAL_SIDES = [15, 19, 20, SIDE_MAX];
const POINT = /([a-z]{1,2})([1-9][0-9]?)/gi;
const POINTS_ONLY = /^(?:[\s,;|-]|\d+\.|[a-z]{1,2}[1-9][0-9]?)+$/i;     // with 1. 2. between, as renju players write
const NUMBERS_ONLY = /^\s*\d{1,2},\d{1,2}(?:[\s;]+\d{1,2},\d{1,2})*[\s;]*$/;

// --- psq: scripts/matches/files.py describes it -----------------------------------------------------------------------

const PSQ_HEADER = /^Piskvorky\s+(\d+)x(\d+)\s*,/;
const PSQ_MOVE = /^\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d*).*)?$/;
const PSQ_LIKE_NUMBER = /^\s*[-+]?\d/;

/**
 * The game as a .psq; its moves begin on an empty board, so a position that was set up cannot be told this way.
 * @param {Game} game @param {[string, string]} names @param {number[]} times milliseconds of each move
 */
export function psqText(game, names, times) {
  const {variant} = game, result = game.result;
  const winner = !result || result.winner === null ? 0 : result.winner === BLACK ? 1 : 2;
  const inARow = variant.winLength === USUAL.winLength ? "" : ` ${variant.winLength} in a row`;
  const lines = [
    `Piskvorky ${variant.width}x${variant.height}, 0:0, 0`,
    ...game.moves.map((cell, at) =>
      `${cell % variant.width + 1},${Math.floor(cell / variant.width) + 1},${Math.round(times[at] ?? 0)}`),
    ...names.map(name => PSQ_LIKE_NUMBER.test(name) ? `pbrain-${name}` : name),
    result ? "0" : "-1",
    `${winner},${RULE_NAMES[variant.rule]}${inARow}`,
  ];
  return lines.map(line => line + "\r\n").join("");
}

/** @param {string} text @param {Variant} present whose rule counts where the file names none */
function readPsq(text, present) {
  const lines = text.split(/\r\n|\r|\n/), header = PSQ_HEADER.exec(lines[0]);
  if (!header) throw new NotAGame("The first line of a .psq must look like Piskvorky 15x15, 11:11, 0.");
  const width = Number(header[1]), height = Number(header[2]);
  const points = [];
  for (const line of lines.slice(1)) {
    const move = PSQ_MOVE.exec(line);
    if (!move) break;
    points.push([Number(move[1]) - 1, Number(move[2]) - 1]);
  }
  const last = lines.filter(line => line.trim() !== "").pop() ?? "";
  return played({...(ruleOfPsq(last) ?? ruleOf(present, width, height)), width, height}, points);
}

// --- sgf: the Smart Game Format, in which Gomoku is game 4 -------------------------------------------------------------------------

const SGF_START = /^\(\s*;/;
const SGF_TOKEN = /\s+|[(;)]|([A-Za-z]+)((?:\s*\[(?:\\[^]|[^\]\\])*\])+)/y;
const SGF_VALUE = /\[((?:\\[^]|[^\]\\])*)\]/g;
const SGF_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SGF_GOMOKU = "4";
const SGF_COLOURS = ["B", "W"];
/** @type {Record<string, string>} how a game ended, besides by its stones */
const SGF_ENDINGS = {R: RESIGNED_REASON, RESIGN: RESIGNED_REASON, T: TIME_REASON, TIME: TIME_REASON};
const UNKNOWN_REASON = "as its file says";

/**
 * The game as an .sgf: its position where it was set up, its main line, how it ended.
 * @param {Game} game @param {[string, string]} names
 */
export function sgfText(game, names) {
  const {variant: {rule, width, height, winLength}, start, result} = game;
  const point = (/** @type {number} */ cell) => `[${SGF_LETTERS[cell % width]}${SGF_LETTERS[height - 1 - Math.floor(cell / width)]}]`;
  const set = SGF_COLOURS.map((letter, colour) => {
    const points = start.stones.filter(stone => stone.colour === colour).map(({cell}) => point(cell)).join("");
    return points && `A${letter}${points}`;
  });
  const how = Object.entries(SGF_ENDINGS).find(([, reason]) => reason === result?.reason)?.[0] ?? "";
  const ended = !result ? "" : `RE[${result.winner === null ? "0" : `${SGF_COLOURS[result.winner]}+${how}`}]`;
  const inARow = winLength === USUAL.winLength ? "" : ` ${winLength} in a row`;
  const head = `FF[4]GM[${SGF_GOMOKU}]CA[UTF-8]AP[Tengen]SZ[${width === height ? width : `${width}:${height}`}]` +
    `RU[${RULE_NAMES[rule]}${inARow}]` + names.map((name, colour) => `P${SGF_COLOURS[colour]}[${escaped(name)}]`).join("") + ended;
  const turn = start.toMove === BLACK && !start.stones.length ? "" : `PL[${SGF_COLOURS[start.toMove]}]`;
  return `(;${head}\n${set.join("")}${turn}\n${game.moves.map((cell, at) => `;${SGF_COLOURS[game.colourOf(at)]}${point(cell)}`).join("")})\n`;
}

/** @param {string} name */
const escaped = name => name.replace(/[\]\\]/g, "\\$&");

/** @typedef {Map<string, string[]>} SgfNode the values of each property */

/** The main line: of several ways on, the first. @param {string} text @returns {SgfNode[]} */
function sgfNodes(text) {
  /** @type {SgfNode[]} */
  const nodes = [];
  for (SGF_TOKEN.lastIndex = 0; ;) {
    const token = SGF_TOKEN.exec(text);
    if (!token) throw new NotAGame("The .sgf is cut off, or something in it is no property.");
    if (token[0] === ")") return nodes;
    if (token[0] === ";") nodes.push(new Map());
    if (!token[1]) continue;
    const name = token[1].replace(/[a-z]/g, ""), values = nodes[nodes.length - 1].get(name) ?? [];
    for (const value of token[2].matchAll(SGF_VALUE)) values.push(value[1]);
    nodes[nodes.length - 1].set(name, values);
  }
}

/** @param {SgfNode} root @param {Variant} present @returns {Variant} */
function variantOfSgf(root, present) {
  const game = root.get("GM")?.[0].trim() ?? SGF_GOMOKU, size = root.get("SZ")?.[0].trim();
  if (game !== SGF_GOMOKU) throw new NotAGame(`The .sgf is of another game: Gomoku is GM[${SGF_GOMOKU}], not GM[${game.slice(0, 8)}].`);
  const sides = size === undefined ? [present.width, present.height] : /^(\d{1,2})(?::(\d{1,2}))?$/.exec(size)?.slice(1).map(Number);
  if (!sides) throw new NotAGame("The .sgf names no size of a board that there is.");
  const width = sides[0], height = sides[1] || width;
  return {...(ruleOfPsq(`,${root.get("RU")?.[0] ?? ""}`) ?? ruleOf(present, width, height)), width, height};
}

/** The column and row, from the bottom, of hh or of h8. @param {string} words @param {Variant} variant @returns {[number, number]} */
function pointOfSgf(words, {height}) {
  const name = /^([a-z]{1,2})([1-9]\d?)$/i.exec(words), [x, y] = [...words].map(letter => SGF_LETTERS.indexOf(letter));
  if (name) return [columnOf(name[1]), Number(name[2]) - 1];
  if (words.length !== 2 || x < 0 || y < 0) throw new NotAGame(`The .sgf has ${JSON.stringify(words.slice(0, 8))} where a point belongs.`);
  if (y >= height) throw new NotAGame("A stone lies outside the board.");
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
    if (found.length > SIDE_MAX * SIDE_MAX) throw new NotAGame("Two stones lie on one point.");
  }
  return found;
}

/** The moves, each with its colour. @param {SgfNode[]} nodes @param {Variant} variant */
const movesOfSgf = (nodes, variant) => nodes.flatMap((node, at) => {
  if (at > 0 && ["AB", "AW", "AE"].some(name => node.has(name))) throw new NotAGame("The .sgf changes its position after the beginning.");
  return SGF_COLOURS.flatMap((letter, colour) => {
    const words = node.get(letter)?.[0].trim();
    if (words === "") throw new NotAGame("The .sgf has a pass, and Gomoku has none here.");
    return words === undefined ? [] : [{colour, point: pointOfSgf(words, variant)}];
  });
});

/** @param {string} text @param {Variant} present whose size and rule count where the file names none */
function readSgf(text, present) {
  const nodes = sgfNodes(text), [root] = nodes, variant = variantOfSgf(root, present), moves = movesOfSgf(nodes, variant);
  const turn = SGF_COLOURS.indexOf(root.get("PL")?.[0].trim().slice(0, 1).toUpperCase() ?? "");
  const first = moves.length ? moves[0].colour : Math.max(turn, BLACK);
  for (const [at, {colour}] of moves.entries()) {
    if ((colour - first - at) % 2) throw new NotAGame(`Move ${at + 1} of the .sgf is not of the colour whose turn it is.`);
  }
  const [black, white] = SGF_COLOURS.map(letter => pointsOfSgf(root.get(`A${letter}`) ?? [], variant));
  const game = played(variant, moves.map(({point}) => point), checkedStart(variant, black, white, first === WHITE));
  const ending = /^(?:([BW])\+(\w*)|0$|draw|jigo|1\/2)/i.exec(root.get("RE")?.[0].trim() ?? "");
  if (ending && !game.result) {
    const winner = ending[1] ? ending[1].toUpperCase() === "B" ? BLACK : WHITE : null;
    game.end(winner, winner === null ? AGREED_REASON : SGF_ENDINGS[ending[2].toUpperCase()] ?? UNKNOWN_REASON);
  }
  return game;
}

/** The rule that a file does not name: the present one, if it can be played on that board. */
const ruleOf = (/** @type {Variant} */ {rule, winLength}, /** @type {number} */ width, /** @type {number} */ height) =>
  variantFault({rule, winLength, width, height}) === null ? {rule, winLength} : {rule: FREESTYLE, winLength: 3};

/** The rule in the last line, ours or one of Gomocup's such as Freestyle1; null: it names none. @param {string} line */
function ruleOfPsq(line) {
  const words = /,\s*([a-z ]+?)(?:\s+(\d) in a row|\d+)?\s*$/i.exec(line);
  const name = words?.[1].toLowerCase();
  const rule = Object.entries(RULE_NAMES).find(([, known]) => known === name)?.[0];
  return words && rule !== undefined ? {rule: Number(rule), winLength: Number(words[2] ?? USUAL.winLength)} : null;
}

// --- rows of points ---------------------------------------------------------------------------------------------------

/** h8 i9 j10 @param {number[]} cells @param {number} width */
export const pointsText = (cells, width) => cells.map(cell => pointName(cell, width)).join(" ");

/** The points in a row such as h8i9j10, 1. h8 i9 2. j10, or 7,7 8,8; null if there is anything else. @param {string} text */
function readPoints(text) {
  if (NUMBERS_ONLY.test(text)) return [...text.matchAll(/(\d+),(\d+)/g)].map(each => [Number(each[1]), Number(each[2])]);
  if (!POINTS_ONLY.test(text)) return null;
  const words = text.replace(/\b\d+\./g, " ");
  return [...words.matchAll(POINT)].map(each => [columnOf(each[1]), Number(each[2]) - 1]);
}

/**
 * The game of that variant with those moves.
 * @param {Variant} variant @param {number[][]} points @param {Start} start
 */
function played(variant, points, start = EMPTY_BOARD) {
  const fault = variantFault(variant);
  if (fault !== null) throw new NotAGame(fault);
  const game = new Game(variant, start);
  for (const [at, [x, y]] of points.entries()) {
    const isInside = x >= 0 && x < variant.width && y >= 0 && y < variant.height;
    const refused = isInside ? game.play(y * variant.width + x) : "it is outside the board";
    if (refused !== null) throw new NotAGame(`Move ${at + 1} cannot be played: ${refused}.`);
  }
  return game;
}

/**
 * The game in any text that is known here.
 * @param {string} text @param {Variant} present the game shown now, whose rule and size count where the text names none
 */
export function readGame(text, present) {
  if (text.length > FILE_MOST) throw new NotAGame("The file is too long for a game.");
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed.startsWith("Piskvorky")) return readPsq(trimmed, present);
  if (SGF_START.test(trimmed)) return readSgf(trimmed, present);
  if (trimmed.includes("#")) return readLink(trimmed.slice(trimmed.indexOf("#")));
  const points = trimmed === "" ? null : readPoints(trimmed);
  if (!points) throw new NotAGame("That is no .psq, no .sgf, no link of this page and no row of points such as h8 i9 j10.");
  const fits = points.every(([x, y]) => x < present.width && y < present.height);
  return played(fits ? present : {...present, ...sized(Math.max(...points.flat()) + 1), winLength: USUAL.winLength}, points);
}

/** The usual board that has room for so many columns and rows. @param {number} needed */
function sized(needed) {
  const side = USUAL_SIDES.find(known => known >= needed);
  if (side === undefined) throw new NotAGame("A point lies outside the largest board.");
  return {width: side, height: side};
}

// --- links ------------------------------------------------------------------------------------------------------------

/** What stands behind # in a link to the position shown. @param {Game} game */
export function linkText(game) {
  const {variant, start} = game, {rule, width, height, winLength} = variant;
  const names = (/** @type {number[]} */ cells) => cells.map(cell => pointName(cell, width)).join("");
  const of = (/** @type {number} */ colour) => names(start.stones.filter(each => each.colour === colour).map(each => each.cell));
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
  if (!size) throw new NotAGame("The link names no size of a board.");
  const variant = {rule: Number(words.get("rule") ?? FREESTYLE), width: Number(size[1]), height: Number(size[2]),
                   winLength: Number(words.get("row") ?? USUAL.winLength)};
  const fault = variantFault(variant);
  if (fault !== null) throw new NotAGame(fault);
  const points = (/** @type {string} */ key) => {
    const found = words.get(key) ? readPoints(words.get(key) ?? "") : [];
    if (!found) throw new NotAGame(`The link has something else than points in ${key}.`);
    return found;
  };
  return played(variant, points("moves"), checkedStart(variant, points("black"), points("white"), words.get("to") === "white"));
}

/** @param {Variant} variant @param {number[][]} black @param {number[][]} white @param {boolean} whiteMoves @returns {Start} */
function checkedStart({width, height}, black, white, whiteMoves) {
  const cells = new Set(), longer = Math.max(black.length, white.length);
  /** @type {Stone[]} */
  const stones = [];
  for (let at = 0; at < longer; at += 1) {
    for (const [colour, points] of /** @type {[0 | 1, number[][]][]} */ ([[BLACK, black], [WHITE, white]])) {
      if (at >= points.length) continue;
      const [x, y] = points[at], cell = y * width + x;
      if (x >= width || y >= height) throw new NotAGame("A stone lies outside the board.");
      if (cells.has(cell)) throw new NotAGame("Two stones lie on one point.");
      cells.add(cell);
      stones.push({cell, colour});
    }
  }
  return {stones, toMove: whiteMoves ? opposite(BLACK) : BLACK};
}

// --- what the page keeps ----------------------------------------------------------------------------------------------

/** @param {Game} game */
export const gameRecord = game => ({
  variant: game.variant, start: game.start, moves: game.moves, ply: game.ply, ending: game.ending,
});

/** The way back from JSON; throws what is no game. @param {any} record */
export function gameOfRecord(record) {
  try {
    const {variant, start, moves, ply, ending} = record, {width, height} = variant;
    const points = moves.map((/** @type {number} */ cell) => [cell % width, Math.floor(cell / width)]);
    const cells = start.stones.map((/** @type {Stone} */ stone) => stone.cell);
    const isSound = start.stones.every((/** @type {Stone} */ {cell, colour}) =>
      Number.isInteger(cell) && cell >= 0 && cell < width * height && (colour === BLACK || colour === WHITE));
    if (!isSound || new Set(cells).size !== cells.length) throw new NotAGame("Stones of the saved game lie wrongly.");
    const game = played(variant, points, {stones: start.stones, toMove: start.toMove === WHITE ? WHITE : BLACK});
    if (ending && [BLACK, WHITE, null].includes(ending.winner)) {
      game.ending = {winner: ending.winner, reason: String(ending.reason), row: []};
    }
    game.goTo(Number.isInteger(ply) ? ply : moves.length);
    return game;
  } catch (error) {
    throw error instanceof NotAGame ? error : new NotAGame("What was saved is no game.");
  }
}
