// Threats of the page (scripts/page/game/threats.js): drawn positions with what they must be, and random ones against a literal reading of
// the words, which tries every stone on the whole board. usage: node test_threats.mjs

import assert from "node:assert/strict";
import {BLACK, Board, CARO, CARO_EXACT, EMPTY, FREESTYLE, RENJU, RULE_NAMES, STANDARD, WHITE, opposite} from "../../../../scripts/page/game/rules.js";
import {KINDS, threatSign, threatWords, threats} from "../../../../scripts/page/game/threats.js";

const SEED = 22, POSITIONS = 40 * Number(process.env.TENGEN_TEST_SCALE ?? 1);     // of each rule
const MOST_MS = 100;                // of core time, in the middle of a game: some ms, and as much again for the compiler
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/** Numbers that look random, and are the same in every run. */
let state = SEED;
const chance = () => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff;
const below = count => Math.floor(chance() * count);

// --- the literal reading ------------------------------------------------------------------------------------------------------

/** Does a stone that lies there, or would, win by its row in that direction? */
function winsOn(board, cell, colour, direction) {
  const {rule, winLength} = board.variant, {cells, ends} = board.row(cell, colour, direction), {length} = cells;
  const isClosed = ends.every(end => end === opposite(colour));
  if (rule === STANDARD || (rule === RENJU && colour === BLACK)) return length === winLength;
  if (rule === CARO) return length > winLength || (length === winLength && !isClosed);
  if (rule === CARO_EXACT) return length === winLength && !isClosed;
  return length >= winLength;
}

function onLine(board, cell, direction) {
  const reach = Math.max(board.variant.width, board.variant.height);
  return Array.from({length: 2 * reach + 1}, (_, at) => board.away(cell, direction, at - reach)).filter(each => each >= 0);
}

const empties = (board, cell, direction) => onLine(board, cell, direction).filter(each => board.at(each) === EMPTY);

/** Runs with that in the cell, whatever it was. */
function having(board, cell, what, act) {
  const before = board.cells[cell];
  board.cells[cell] = what;
  const result = act();
  board.cells[cell] = before;
  return result;
}

/** The points that win with the stone, and not without it. */
const winsBy = (board, cell, colour, direction) => empties(board, cell, direction).filter(each =>
  winsOn(board, each, colour, direction) && !having(board, cell, EMPTY, () => winsOn(board, each, colour, direction)));

function isOpenFour(board, cell, colour, direction) {
  const wins = winsBy(board, cell, colour, direction);
  return wins.length > 0 && empties(board, cell, direction).every(answer => having(board, answer, opposite(colour), () =>
    wins.some(each => board.at(each) === EMPTY && winsOn(board, each, colour, direction))));
}

const isOpenThree = (board, cell, colour, direction) => empties(board, cell, direction).some(each =>
  !winsOn(board, each, colour, direction) && board.foul(each, colour) === null &&
  having(board, each, colour, () => isOpenFour(board, each, colour, direction) &&
                                    having(board, cell, EMPTY, () => !isOpenFour(board, each, colour, direction))));

function literally(board, cell, colour) {
  if (board.foul(cell, colour) !== null) return null;
  if (board.winningCells(cell, colour).length) return "five";
  return having(board, cell, colour, () => {
    if (DIRECTIONS.some(direction => isOpenFour(board, cell, colour, direction))) return "open-four";
    const fours = DIRECTIONS.filter(direction => winsBy(board, cell, colour, direction).length);
    const threes = board.variant.winLength < 4 ? [] : DIRECTIONS.filter(direction =>
      !fours.includes(direction) && isOpenThree(board, cell, colour, direction));
    if (fours.length >= 2) return "double-four";
    if (fours.length && threes.length) return "four-three";
    return threes.length >= 2 ? "double-three" : threes.length ? "open-three" : null;
  });
}

// --- random positions -----------------------------------------------------------------------------------------------------------

function randomBoard(rule) {
  const winLength = rule === RENJU ? 5 : [3, 4, 5, 5, 5, 5][below(6)];
  const board = new Board({rule, width: 6 + below(6), height: 6 + below(6), winLength});
  const [black, white] = [[0.2, 0.05], [0.3, 0.1], [0.15, 0.15], [0.05, 0.25], [0.35, 0.3]][below(5)];
  for (const cell of board.cells.keys()) {
    const drawn = chance();
    if (drawn < black) board.put(cell, BLACK);
    else if (drawn < black + white) board.put(cell, WHITE);
  }
  return board;
}

const picture = board => Array.from({length: board.variant.height}, (_, row) => [...board.cells.subarray(
  (board.variant.height - 1 - row) * board.variant.width, (board.variant.height - row) * board.variant.width)]
  .map(each => "XO."[each]).join(" ")).join("\n");

const seen = new Map();
for (const rule of Object.keys(RULE_NAMES).map(Number)) {
  for (let at = 0; at < POSITIONS; at += 1) {
    const board = randomBoard(rule), before = board.cells.slice(), found = threats(board);
    const expected = board.emptyCells().flatMap(cell => [BLACK, WHITE].flatMap(colour => {
      const kind = literally(board, cell, colour);
      return kind === null ? [] : [{cell, colour, kind}];
    }));
    assert.deepEqual(found, expected, `rule ${rule}, ${board.variant.winLength} in a row\n${picture(board)}`);
    assert.deepEqual(board.cells, before, "the board is as it was");
    for (const {kind, colour} of found) {
      const key = `${kind} ${rule}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      assert.equal(rule === RENJU && colour === BLACK && ["double-four", "double-three"].includes(kind), false, "that is a foul");
    }
  }
}
for (const rule of Object.keys(RULE_NAMES)) {
  for (const kind of KINDS) assert.equal(seen.get(`${kind} ${rule}`) > 5, true, `${kind} hardly came up: ${[...seen]}`);
}

// --- drawn positions: one line of a board of 15 by 15, or several ------------------------------------------------------------------

/** What black's or white's stone at the asterisk makes; rows from the fourth up, the rest is empty. */
function made(rows, rule = FREESTYLE, colour = BLACK, winLength = 5) {
  const board = new Board({rule, width: 15, height: 15, winLength});
  let asked = -1;
  for (const [up, row] of rows.toReversed().entries()) {
    for (const [x, letter] of [...row].entries()) {
      const cell = (up + 4) * 15 + x;
      if (letter === "*") asked = cell;
      if (letter === "X") board.put(cell, BLACK);
      if (letter === "O") board.put(cell, WHITE);
    }
  }
  return threats(board).find(each => each.cell === asked && each.colour === colour)?.kind ?? null;
}

const CASES = [
  [["...XXXX*"], "five"],
  [["...XXX*..."], "open-four"],
  [["..OXXX*..."], null],
  [["...XX*...."], "open-three"],
  [["...X.X*..."], "open-three"],
  [["..OXX*...."], null],
  [["..O.XX*.O."], null],                         // neither end has room: no straight four
  [["...XXX.*.."], null],                         // a four, and one answer stops it
  [["..XXX.*.XX"], null],
  [["..XXX.*.XXX"], "open-four"],                 // two fours on one line: no answer stops both
  [["....X.....", "....X.....", "..XX*....."], "double-three"],
  [[".....X....", ".....X....", ".OXXX*...."], "four-three"],
  [[".....O....", ".....X....", ".....X....", ".....X....", ".OXXX*...."], "double-four"],
  [["X..XXX*..."], "open-four"],
  [["X..XXX*..."], "open-four", STANDARD],
  [["X.XX.*...."], null, STANDARD],               // the stone at the left makes one of its fives a six
  [["...XXX*.XX"], null, STANDARD],               // the right end makes seven: a four with one end
  [["..XXX*.X.."], null, STANDARD],
  [["XXX*XX...."], null, STANDARD],               // six
  [["XXX*XX...."], "five", FREESTYLE],
  [["O.XXX*.O.."], null, CARO],                   // whoever closes one end has closed both
  [["O.XXX*.O.."], "open-four", FREESTYLE],
  [["O.XXX*...."], null, CARO],                   // the same at the open end
  [["...XXX*..."], "open-four", CARO],
  [["OXXXX*O..."], null, CARO],
  [["OXXXX*...."], "five", CARO],
  [["....X.....", "....X.....", "..XX*....."], null, RENJU],
  [["....O.....", "....O.....", "..OO*....."], "double-three", RENJU, WHITE],
  [[".....X....", ".....X....", ".OXXX*...."], "four-three", RENJU],
  [["XXX*XX...."], null, RENJU],
  [["...XX*...."], "open-four", FREESTYLE, BLACK, 4],
  [["...X*....."], "open-three", FREESTYLE, BLACK, 4],
  [["...X*....."], "open-four", FREESTYLE, BLACK, 3],
  [["....*....."], null, FREESTYLE, BLACK, 3],
];
for (const [rows, kind, ...words] of CASES) assert.equal(made(rows, ...words), kind, `${rows.join("\n")} ${words}`);

// Words and signs, and how long it takes in the middle of a game.
assert.equal(threatWords("four-three", 5), "a four and an open three");
assert.equal(threatWords("five", 3), "three in a row");
assert.equal(threatSign("double-three", 4), "2+2");
for (const rule of [FREESTYLE, RENJU]) {
  const board = new Board({rule, width: 15, height: 15, winLength: 5});
  for (let stone = 0; stone < 80; stone += 1) {
    const cell = below(225);
    if (board.at(cell) === EMPTY) board.put(cell, stone % 2 === 0 ? BLACK : WHITE);
  }
  threats(board);
  const began = process.cpuUsage();         // a busy machine lets nobody wait for that
  threats(board);
  const ms = process.cpuUsage(began).user / 1000;
  assert.equal(ms < MOST_MS, true, `${ms} ms`);
  console.log(`threats: ${RULE_NAMES[rule]} 15×15 with ${board.count} stones in ${ms.toFixed(1)} ms`);
}
