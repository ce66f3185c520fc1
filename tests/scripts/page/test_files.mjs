// Games, files and judgements of the page, without a page: undo and redo, ends of games, every text form there and back, and
// what is refused. usage: node test_files.mjs

import assert from "node:assert/strict";
import {chanceOf} from "../../../scripts/page/chances.js";
import {Clock} from "../../../scripts/page/clock.js";
import {Editor} from "../../../scripts/page/editor.js";
import {NotAGame, gameOfRecord, gameRecord, linkText, pointsText, psqText, readGame, readLink, sgfText} from "../../../scripts/page/files.js";
import {Game} from "../../../scripts/page/game.js";
import {LEVELS, drawn} from "../../../scripts/page/levels.js";
import {columnName, columnOf, pointName} from "../../../scripts/page/points.js";
import {reviewed} from "../../../scripts/page/review.js";
import {BLACK, RENJU, RULE_NAMES, SIDE_MAX, WHITE, variantFault} from "../../../scripts/page/rules.js";
import {valueOf} from "../../../scripts/page/tengen.js";

const USUAL = {rule: 0, width: 15, height: 15, winLength: 5};
const SEED = 22, GAMES = 200;

/** Numbers that look random, and are the same in every run. */
let state = SEED;
const chance = () => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff;
const below = count => Math.floor(chance() * count);

function randomGame() {
  const rule = Number(Object.keys(RULE_NAMES)[below(5)]);
  const variant = {rule, width: 5 + below(SIDE_MAX - 4), height: 5 + below(SIDE_MAX - 4), winLength: rule === RENJU ? 5 : 3 + below(3)};
  assert.equal(variantFault(variant), null);
  const game = new Game(variant);
  for (let moves = below(40); moves > 0 && !game.result; moves -= 1) game.play(below(variant.width * variant.height));
  return game;
}

const state_of = game => ({variant: game.variant, start: game.start, moves: game.moves, ply: game.ply});
const gameOf = (text, variant = USUAL) => readGame(text, variant);
const refuses = (text, words) => assert.throws(() => gameOf(text), error => error instanceof NotAGame && words.test(error.message), text);

// Every text form gives the game back.
for (let at = 0; at < GAMES; at += 1) {
  const game = randomGame();
  assert.deepEqual(state_of(readLink(linkText(game))), state_of(game));
  assert.deepEqual(state_of(gameOf(`https://example.org/page${linkText(game)}`)), state_of(game));
  assert.deepEqual(state_of(gameOf(psqText(game, ["a", "b"], []))), state_of(game));
  if (game.moves.length) assert.deepEqual(gameOf(pointsText(game.moves, game.variant.width), game.variant).moves, game.moves);
  assert.deepEqual(state_of(gameOf(sgfText(game, ["a]b\\", "b"]))), state_of(game));
  const {moves, variant} = game, from = below(moves.length + 1), set = moves.slice(0, from).map((cell, each) => ({cell, colour: each % 2}));
  const later = new Game(variant, {stones: set.toSorted((one, other) => one.colour - other.colour), toMove: from % 2});
  if (game.result === null) {
    for (const cell of moves.slice(from)) assert.equal(later.play(cell), null);
    if (chance() < 0.5) later.end([BLACK, WHITE, null][below(3)], ["resigned", "time"][below(2)]);
    const again = gameOf(sgfText(later, ["a", "b"])), sorted = ({start}) => start.stones.toSorted((one, other) => one.cell - other.cell);
    assert.deepEqual([again.moves, again.variant, again.start.toMove, again.result?.winner, sorted(again)],
                     [later.moves, later.variant, later.start.toMove, later.result?.winner, sorted(later)]);
    if (later.result?.winner !== null) assert.equal(again.result?.reason, later.result?.reason);
  }
  game.goTo(below(game.moves.length + 1));
  assert.deepEqual(state_of(gameOfRecord(JSON.parse(JSON.stringify(gameRecord(game))))), state_of(game));
}

// Names of points, up to the largest board.
for (let x = 0; x < SIDE_MAX; x += 1) assert.equal(columnOf(columnName(x)), x);
assert.equal(pointName(7 * 15 + 7, 15), "h8");
assert.equal(pointName(31, 32), "af1");

// The forms that people write.
assert.deepEqual(gameOf("H8 i9\nJ10").moves, [112, 128, 144]);
assert.deepEqual(gameOf("1. h8 i9 2. j10").moves, [112, 128, 144]);
assert.deepEqual(gameOf("1.h8 2.i9 3.j10").moves, [112, 128, 144]);
assert.deepEqual(gameOf("7,7 8,8; 9,9").moves, [112, 128, 144]);
assert.equal(gameOf("t20 a1").variant.width, 20);
assert.equal(gameOf("Piskvorky 20x15, 11:11, 0\n1,1,0\n20,15,0\nx\ny\n0\n1,Standard2").variant.rule, 1);
assert.deepEqual(gameOf("(;GM[4]SZ[15]C[a \\] b];B[hh](;W[ig];B[hg])(;W[aa]))").moves, [112, 128, 127]);
assert.deepEqual(gameOf("(;GM[4]SZ[15];B[h8];W[i9])").moves, [112, 128]);
assert.deepEqual(gameOf("(;FF[4]GM[4]SZ[19:15]RU[Renju]\nAB[aa:ba]AW[sa]PL[W]\n;W[ac])").start,
                 {stones: [{cell: 266, colour: BLACK}, {cell: 284, colour: WHITE}, {cell: 267, colour: BLACK}], toMove: WHITE});
assert.equal(gameOf("(;SZ[19:15]RU[Renju];B[aa])").variant.rule, RENJU);
assert.deepEqual(gameOf("(;SZ[15]RE[W+R];B[hh])").result, {winner: WHITE, reason: "resigned", row: []});
assert.equal(gameOf("(;SZ[15]RE[Draw];B[hh])").result.winner, null);
assert.equal(gameOf("(;SZ[15]RE[?];B[hh])").result, null);
assert.equal(gameOf("(;B[aa])", {...USUAL, width: 10, height: 9}).moves[0], 80);
refuses("(;GM[1]SZ[19];B[dd])", /another game/);
refuses("(;GM[4]SZ[15];B[hh]", /cut off/);
refuses("(;GM[4]SZ[15];B[hh];W[", /cut off/);
refuses("(;GM[4]SZ[15];B<hh>)", /no property/);
refuses("(;GM[4]SZ[ab];B[hh])", /no size/);
refuses("(;GM[4]SZ[99];B[hh])", /3 to 32 points/);
refuses("(;GM[4]SZ[15];B[hz])", /outside/);
refuses("(;GM[4]SZ[15];B[zh])", /Move 1 cannot be played: it is outside the board/);
refuses("(;GM[4]SZ[15];B[h8x])", /where a point belongs/);
refuses("(;GM[4]SZ[15];B[hh];B[ii])", /Move 2 .* turn/);
refuses("(;GM[4]SZ[15];B[hh];W[])", /a pass/);
refuses("(;GM[4]SZ[15];B[hh];AW[ii])", /after the beginning/);
refuses("(;GM[4]SZ[15]AB[hh]AW[hh])", /Two stones/);
refuses("(;GM[4]SZ[15];B[hh];W[hh])", /stone already/);
refuses(`(;GM[4]SZ[32]AB${"[aa:FF]".repeat(100_000)})`, /Two stones/);
assert.deepEqual(gameOf(`(;${"C[x]".repeat(200_000)};B[hh])`).moves, [112]);
const sgf = "(;FF[4]GM[4]SZ[15:14]RU[caro]PB[a\\]]RE[B+R]AB[aa:bb]AW[cc]PL[W];W[dd];B[ee])";
for (let at = 0; at < 20 * sgf.length; at += 1) {
  const changed = sgf.slice(0, at % sgf.length) + "[]();:a4Z\\"[below(10)] + sgf.slice(at % sgf.length + 1);
  try {
    gameOf(changed);
  } catch (error) {
    assert.equal(error instanceof NotAGame, true, `${changed}\n${error.stack}`);
  }
}
refuses("", /no .psq/);
refuses("h8 <b>", /no .psq/);
refuses("h8 i9 h8", /Move 3 cannot be played: there is a stone already/);
refuses("a99", /outside the largest/);
refuses("Piskvorky 2x99, 1:1, 0\n", /3 to 32 points/);
refuses("Piskvorky nonsense", /first line/);
refuses("Piskvorky 15x15, 0:0, 0\n16,1,0\n", /outside the board/);
refuses("#rule=7&size=15x15", /no such rule/);
refuses("#rule=4&size=15x15&row=3", /Renju/);
refuses("#rule=0&size=15x15&black=h8&white=h8", /Two stones/);
refuses("#rule=0&size=15x15&black=p1", /outside/);
refuses("#rule=0&size=15x15&moves=h8zz", /something else than points/);
refuses("#moves=h8", /names no size/);
refuses("h8 ".repeat(400_000), /too long/);
for (const record of [null, {}, {variant: USUAL}, {variant: USUAL, start: {stones: [{cell: -1, colour: 0}]}, moves: []}]) {
  assert.throws(() => gameOfRecord(record), NotAGame);
}

// Undo, redo, another way; the ends of games.
const game = new Game({...USUAL, winLength: 3});
for (const cell of [0, 15, 1, 16]) assert.equal(game.play(cell), null);
game.goTo(2);
assert.equal(game.play(1), null);
assert.equal(game.moves.length, 4, "to repeat a move keeps what follows");
game.goTo(2);
assert.equal(game.play(3), null);
assert.deepEqual(game.moves, [0, 15, 3]);
game.goTo(2);
game.play(1);
game.play(100);
game.play(2);
assert.deepEqual(game.result, {winner: BLACK, reason: "row", row: [0, 1, 2]});
assert.equal(game.play(50), "the game is over");
game.goTo(4);
assert.equal(game.result, null);
game.end(WHITE, "resigned");
assert.equal(game.moves.length, 4);
assert.equal(game.result?.winner, WHITE);
game.goTo(3);
assert.equal(game.result, null, "it was resigned later");

// Editing: a stone on its like goes, on another one is replaced; black comes first.
const editor = new Editor(new Game(USUAL, {stones: [{cell: 5, colour: WHITE}], toMove: WHITE}));
editor.touch(7);
editor.touch(9);
editor.touch(9);
editor.touch(5);
editor.colour = WHITE;
editor.touch(4);
assert.deepEqual(editor.game().start, {stones: [{cell: 7, colour: BLACK}, {cell: 4, colour: WHITE}, {cell: 5, colour: BLACK}],
                                       toMove: WHITE});

assert.equal(editor.fault(), null);
for (const [stones, toMove, rule, words] of [
  [[BLACK], BLACK, 0, /takes black's last stone/], [[WHITE, WHITE], WHITE, 4, /takes white's last stone/], [[], WHITE, 4, /black begins/],
  [[], WHITE, 0, null], [[BLACK], WHITE, 4, null], [[WHITE], BLACK, 4, null], [[BLACK, WHITE, WHITE], WHITE, 4, null],
]) {
  const edited = new Editor(new Game({...USUAL, rule}, {stones: stones.map((colour, cell) => ({cell, colour})), toMove}));
  if (words) assert.match(edited.fault(), words);
  else assert.equal(edited.fault(), null);
}

// Clocks.
let now = 0;
const clock = new Clock({gameMs: 10_000, incrementMs: 1000}, () => now);
clock.start();
now = 3000;
clock.press(0);
now = 4000;
assert.equal(clock.used(BLACK, 1, BLACK), 3000);
assert.equal(clock.used(WHITE, 1, BLACK), 1000);
assert.equal(clock.left(BLACK, 1, BLACK), 8000);
assert.equal(clock.left(WHITE, 1, BLACK), 9000);

// Levels: the more power, the likelier the best point; what is worth nothing is played only where nothing is worth more.
const worth = new Map([[1, 0], [2, 100], [3, 1000]]);
const best = power => Array.from({length: 500}, () => drawn(worth, power, chance)).filter(cell => cell === 3).length;
const counts = LEVELS.filter(({drawn: share}) => share === 1).map(({power}) => best(power));
assert.equal(counts.length, 4);
assert.deepEqual(counts, counts.toSorted((one, other) => one - other));
assert.equal(Array.from({length: 100}, () => drawn(worth, 1, chance)).includes(1), false);
assert.equal(drawn(new Map([[8, 0]]), 1, chance), 8);

// Judgements.
const said = words => valueOf(new Map([words.split(" ")]));
assert.deepEqual(said("mate -12"), {score: -30_000, winsIn: -12});
assert.equal(chanceOf(said("value 0")), 0.5);
const judged = new Map(), judge = (key, words, line) => judged.set(key, {value: said(words), line, depth: 5, nodes: 100});
const played = new Game(USUAL);
for (const cell of [112, 0, 113, 1]) played.play(cell);
judge("", "value 50", [112]);
judge("112", "value -40", [127]);
judge("112,0", "value 300", [113]);
judge("112,0,113", "value -300", [9]);
judge("112,0,113,1", "mate 5", [114]);
const verdicts = reviewed(played, judged);
assert.deepEqual(verdicts.map(({verdict}) => verdict), ["good", "mistake", "good", "losing"]);
assert.deepEqual(verdicts[1].better, [127]);

console.log("files: every form of a game gives it back, and what is none is refused");
