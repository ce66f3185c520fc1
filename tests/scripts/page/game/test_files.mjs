// Games, files and judgements of the page, without a page: undo and redo, ends of games, every text form there and back, and
// what is refused. usage: node test_files.mjs

import assert from "node:assert/strict";
import {once} from "node:events";
import {Worker} from "node:worker_threads";
import {chanceOf} from "../../../../scripts/page/analysis/chances.js";
import {Clock} from "../../../../scripts/page/game/clock.js";
import {Editor} from "../../../../scripts/page/game/editor.js";
import {isRenLib, readRenLib} from "../../../../scripts/page/game/renlib.js";
import {drawn} from "../../../../scripts/page/game/drawings.js";
import {FILE_MOST, NotAGame, gameOfRecord, gameRecord, linkText, pointsText, psqText, readGame, readLink, sgfText} from "../../../../scripts/page/game/files.js";
import {Game} from "../../../../scripts/page/game/game.js";
import {FULL_LEVEL, LEVELS} from "../../../../scripts/page/engine/levels.js";
import {columnName, columnOf, pointName} from "../../../../scripts/page/game/points.js";
import {isPrivate} from "../../../../scripts/page/panels/share.js";
import {reviewed} from "../../../../scripts/page/analysis/review.js";
import {BLACK, RENJU, RULE_NAMES, SIDE_MAX, WHITE, variantFault} from "../../../../scripts/page/game/rules.js";
import {valueOf} from "../../../../scripts/page/engine/tengen.js";
import {branchBeside, branchOf, branchesOf, movesBehind, othersThan, promote} from "../../../../scripts/page/game/tree.js";

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

/** A random game with branches: one goes back, and plays on from there. */
function randomTree() {
  const game = randomGame(), {width, height} = game.variant;
  for (let tries = below(30); tries > 0; tries -= 1) {
    game.goTo(below(game.moves.length + 1));
    for (let moves = below(6); moves > 0; moves -= 1) game.play(below(width * height));
    if (chance() < 0.3) game.here.comment = `[a]\\ ${tries}:\nb`;
    for (let each = below(5); each > 0; each -= 1) {
      const cell = below(width * height);
      game.here.drawings = drawn(game.here.drawings, cell, chance() < 0.3 ? below(width * height) : cell);
    }
  }
  return game;
}

/** The tree as nested lists, which two trees that are alike share. */
const shape = move => [move.cell, move.comment, move.ending, move.drawings.map(each => JSON.stringify(each)).sort(), move.children.map(shape)];

// Every text form gives the game back.
let branches = 0;
for (let at = 0; at < GAMES; at += 1) {
  const game = randomGame();
  assert.deepEqual(state_of(readLink(linkText(game))), state_of(game));
  assert.deepEqual(state_of(gameOf(`https://example.org/page${linkText(game)}`)), state_of(game));
  assert.deepEqual(state_of(gameOf(psqText(game, ["a", "b"]))), state_of(game));
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
  const tree = randomTree(), inSgf = gameOf(sgfText(tree, ["a", "b"]));
  branches += branchesOf(tree.root);
  assert.deepEqual(shape(inSgf.root), shape(tree.root));
  assert.deepEqual([inSgf.names, inSgf.moves, inSgf.leftOut], [["a", "b"], tree.mainLine.map(({cell}) => cell), 0]);
  assert.deepEqual(gameOf(psqText(tree, ["a", "b"])).moves, inSgf.moves);
  if (chance() < 0.5 && !tree.result) tree.end(WHITE, "resigned");
  tree.goTo(below(tree.moves.length + 1));
  tree.here.ms = tree.ply && 7 * at;
  const kept = gameOfRecord(JSON.parse(JSON.stringify(gameRecord(tree))));
  assert.deepEqual([state_of(kept), shape(kept.root), kept.here.ms], [state_of(tree), shape(tree.root), tree.here.ms]);
  const everywhere = movesBehind(tree.root);
  if (everywhere.length) tree.visit(everywhere[below(everywhere.length)]);
  const afresh = readLink(linkText(tree));
  assert.deepEqual([afresh.board, afresh.toMove], [tree.board, tree.toMove], "stones are laid and taken up one by one");
  game.goTo(below(game.moves.length + 1));
  assert.deepEqual(state_of(gameOfRecord(JSON.parse(JSON.stringify(gameRecord(game))))), state_of(game));
}

assert.equal(branches > GAMES, true, "few branches were tried");

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
const varied = gameOf("(;SZ[15]PB[a\\]]PW[ b ]C[x\\]\\\ny];B[hh](;W[ig]C[one]C[two];B[hg])(;W[aa](;B[bb])(;B[])(;W[cc];B[dd]))(;AB[cc]))");
assert.deepEqual([varied.names, varied.root.comment, varied.line[1].comment], [["a]", "b"], "x]y", "one\ntwo"]);
assert.deepEqual([varied.line[0].children.map(({cell}) => cell), branchesOf(varied.root), varied.leftOut], [[128, 210], 1, 3]);
assert.deepEqual(gameOf("Piskvorky 15x15, 11:11, 0\n8,8,70\n9,9,350\none\ntwo\n0\n").line.map(({ms}) => ms), [70, 350]);
assert.deepEqual(gameOf("Piskvorky 15x15, 11:11, 0\n8,8,70\n9,9,350\none\ntwo\n0\n").names, ["one", "two"]);
for (const rest of ["0\n1,freestyle\n", "one\n0\n", "-1\ntwo\n", ""]) assert.equal(gameOf(`Piskvorky 15x15, 11:11, 0\n8,8,70\n${rest}`).names, null, rest);
assert.deepEqual(gameOfRecord({variant: USUAL, start: {stones: [], toMove: 0}, moves: [1, 2], ply: 1, times: [5, 6],
                               ending: {winner: WHITE, reason: "time"}}).line.map(({ms, ending}) => [ms, ending?.winner]),
                 [[5, undefined], [6, WHITE]], "as games were kept before they had branches");
refuses(`(;SZ[15]${"(".repeat(90_000)}`, /cut off/);
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
assert.equal(game.play(100), null);
assert.equal(game.result, null, "whoever plays the move again goes on");

// Branches: another move in the middle deletes nothing; walking, promoting, deleting and putting back.
const forked = new Game(USUAL), cells = moves => moves.map(({cell}) => cell);
for (const cell of [1, 2, 3, 4]) forked.play(cell);
forked.goTo(2);
forked.play(5);
forked.play(6);
assert.deepEqual([forked.moves, cells(forked.mainLine), branchesOf(forked.root)], [[1, 2, 5, 6], [1, 2, 3, 4], 1]);
forked.goTo(1);
assert.deepEqual(forked.moves, [1, 2, 5, 6], "one goes on along the branch from which one came");
forked.goTo(4);
const [behind] = othersThan(branchOf(forked.here));
assert.deepEqual([behind.cell, branchBeside(forked.here, 1), branchBeside(forked.here, -1)], [3, behind, behind]);
forked.visit(behind);
assert.deepEqual([forked.moves, forked.ply, forked.board.at(5), forked.board.at(3)], [[1, 2, 3, 4], 3, 2, BLACK]);
assert.equal(branchOf(forked.line[1]), null);
assert.equal(branchBeside(forked.root, 1), null);
forked.visit(branchBeside(forked.here, 1));
promote(forked.here);
assert.deepEqual(cells(forked.mainLine), [1, 2, 5, 6]);
const putBack = forked.remove(forked.here);
assert.deepEqual([forked.moves, forked.ply, branchesOf(forked.root)], [[1, 2, 3, 4], 2, 0]);
putBack();
assert.deepEqual([cells(forked.mainLine), forked.moves, branchesOf(forked.root)], [[1, 2, 5, 6], [1, 2, 3, 4], 1]);
forked.goTo(1);
forked.end(WHITE, "resigned");
assert.deepEqual([forked.moves, forked.result?.winner, forked.resultAt(behind), forked.result?.winner], [[1], WHITE, null, WHITE]);
assert.equal(movesBehind(forked.root).length, 6, "to resign deletes nothing either");
forked.reopen();
assert.deepEqual([forked.moves, forked.result], [[1, 2, 5, 6], null]);

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

// Links of gomocalc.com, and a .lib of RenLib: h8 with i9, g9 after it, i8 beside i9, a comment, a text on a point.
assert.equal(pointsText(gameOf("https://gomocalc.com/#/h8i9j10").moves, USUAL.width), "h8 i9 j10");
const header = [255, ...[..."RenLib"].map(letter => letter.charCodeAt(0)), 255, 3, 4, ...Array(10).fill(255)];
const at = name => (USUAL.width - Number(name.slice(1))) * 16 + name.charCodeAt(0) - 96, text = words => [...words].map(letter => letter.charCodeAt(0));
const library = nodes => new Uint8Array([...header, ...nodes.flat()]);
const nodes = [[0, 0], [at("h8"), 0x08, ...text("one\btwo"), 0], [at("i9"), 0x80], [at("g9"), 0x40], [at("i8"), 0x41, 0, 1, ...text("A"), 0]];
const renlib = readRenLib(library(nodes));
assert.deepEqual([isRenLib(library(nodes)), renlib.variant.rule, renlib.leftOut, renlib.ply], [true, RENJU, 0, 1]);
const named = move => [pointsText([move.cell], USUAL.width), ...move.children.map(named)];
assert.deepEqual(named(renlib.root.children[0]), ["h8", ["i9", ["g9"]], ["i8"]]);
assert.deepEqual([renlib.root.children[0].comment, renlib.root.children[0].drawings.map(({words}) => words)], ["one\ntwo", ["A"]]);
assert.deepEqual(readRenLib(library([[at("h8"), 0x20, 0x6f, 0xeb], [at("h8"), 0x80], [at("i9"), 0x40], [at("i8"), 0x40]])).leftOut, 1, "a point twice");
assert.equal(readRenLib(library([[at("h8"), 0x20, 0x6f, 0xeb], [at("i9"), 0x40]])).root.children[0].comment, "ok");
assert.throws(() => readRenLib(library([[0, 0x40]])), NotAGame);
assert.throws(() => readRenLib(library(Array.from({length: 20_001}, () => [0, 0]))), /more than 20000 moves/);
for (let each = 0; each < 3000; each += 1) {
  const marred = Uint8Array.from([...header, ...Array.from({length: below(60)}, () => below(256))]);
  try {
    const kept = gameRecord(readRenLib(marred));
    assert.deepEqual(gameRecord(gameOfRecord(JSON.parse(JSON.stringify(kept)))), kept);
  } catch (error) {
    if (!(error instanceof NotAGame)) throw error;
  }
}

// What is drawn by hand: a circle, a triangle and a letter in turn, and arrows; of what others have drawn, what this board has room for.
const turns = [];
for (let each = 0, all = [{kind: "LB", cell: 3, to: 3, words: "A"}]; each < 4; each += 1) turns.push((all = drawn(all, 5, 5)).slice(1).map(({kind, words}) => kind + words).join());
assert.deepEqual(turns, ["CR", "TR", "LBB", ""]);
assert.deepEqual(drawn(drawn([], 5, 6), 5, 6), []);
const {drawings} = gameOf("(;GM[4]SZ[15];B[hh]CR[aa][zz][x]TR[ab:bb]LB[ac:long\\]er][ad]AR[aa:bb][aa][aa:zz])").here;
assert.deepEqual(drawings.map(({kind, cell, to, words}) => [kind, cell, to, words]),
                 [["CR", 210, 210, ""], ["TR", 195, 195, ""], ["LB", 180, 180, "lon"], ["LB", 165, 165, ""], ["AR", 210, 196, ""]]);
const marred = gameRecord(gameOf("(;GM[4]SZ[15];B[hh]CR[aa])"));
marred.tree[1][3].drawings.push({kind: "CR", cell: 999, to: 0, words: ""}, null, {kind: "XX", cell: 1, to: 1, words: ""});
assert.equal(gameOfRecord(marred).here.drawings.length, 1);

// The right button puts the other colour; a drag lays several, moves a stone, or takes several away.
const dragger = new Editor(new Game(USUAL)), lying = () => dragger.stones.map(({cell, colour}) => `${cell}${"bw"[colour]}`).sort().join(" ");
dragger.touch(10, true);
dragger.touch(11, true);
dragger.touch(11, true);
assert.equal(lying(), "10w");
dragger.drag(20, 21, false, true);
dragger.drag(21, 22, false, false);
assert.equal(lying(), "10w 20b 21b 22b");
dragger.drag(10, 9, false, true);
dragger.drag(9, 22, false, false);         // over a stone that stays
dragger.drag(22, 23, false, false);
assert.equal(lying(), "20b 21b 22b 23w");
dragger.colour = null;
dragger.drag(20, 21, true, true);
assert.equal(lying(), "22b 23w");

// Shifting, and other boards and rules, lose no stone.
assert.equal(dragger.shift(-7, 1), null);
assert.equal(lying(), "30b 31w");
assert.match(dragger.shift(-1, 0), /A stone would leave the board/);
assert.equal(lying(), "30b 31w");
assert.equal(dragger.change({...USUAL, width: 19, height: 19}), null);
assert.equal(lying(), "78b 79w");           // two columns and rows further
assert.equal(dragger.change({...USUAL, rule: 4}), null);
assert.equal(lying(), "30b 31w");
assert.match(dragger.change({...USUAL, width: 9, height: 9}), /A stone would leave the board/);
assert.match(dragger.change({...USUAL, rule: 4, winLength: 3}), /Renju is played for five/);
assert.deepEqual(dragger.game().variant, {...USUAL, rule: 4});
const again = new Editor(new Game({...USUAL, width: 9, height: 9}));
again.takeUp(dragger.draft);
assert.deepEqual(again.draft, dragger.draft);
again.takeUp({...dragger.draft, variant: {rule: 77}});
assert.equal(again.variant.rule, 4);

// Whatever stands in a text of the greatest length, it is read once, or refused, and in a moment: each of these would freeze the
// page for seconds or for ever if a pattern tried every way to divide it, if everything was kept, or if it was copied at each step.
const full = piece => piece.repeat(Math.floor((FILE_MOST - 100) / piece.length)), blanks = full(" ");
const psq = "Piskvorky 15x15, 11:11, 0\n";
const hostile = {
  "rule and blanks": `${psq}1,1\n1,${blanks}!`, "many words for a rule": `${psq}1,1\n1,${full("a ")}!`, "freestyle and blanks": `${psq}1,freestyle${blanks}!`,
  "move and blanks": `${psq}1,1${blanks}!`, "move and a strange end of line": `${psq}1,1,${blanks}x\u2028y`, "moves": psq + full("1,1\n"),
  "nodes": `(${full(";")})`, "branches": full("(;"), "brackets": `(;${full("(")})`, "values": `(;AB${full("[aa]")})`, "rectangles": `(;AB${full("[aa:oo]")})`,
  "properties": `(;${full("A[] ")})`, "a name without a value": `(;${full("A")}`, "a value without an end": `(;C[${full("\\a")}`, "comment": `(;C[${full("\\a")}])`,
  "comments on one move": `(${`;C[${"a".repeat(44)}]`.repeat(19_999)})`, "rule in .sgf": `(;RU[${blanks}!])`,
  "branches of a large board": `(;SZ[32]${"(;B[aa];W[bb];B[ba])".repeat(6000)})`,
  "points or numbers": `${full("h123.")}!`, "far points": full("z9"), "points": full("a1"), "numbers": `${full("1,1;")}!`, "point and blanks": `a1${blanks}!`,
  "digits": full("1"), "between points": full("1.,"), "link": `#${full("a=b&")}`, "points of a link": `#size=15x15&moves=${full("h123.")}`,
};
const PATIENCE_MS = 60_000;         // each takes less than a second, also where much else runs
const reader = new Worker(`
  const {parentPort} = require("node:worker_threads");
  parentPort.on("message", async ({module, text}) => {
    const {NotAGame, readGame} = await import(module);
    try {
      parentPort.postMessage("moves: " + readGame(text, ${JSON.stringify(USUAL)}).moves.length);
    } catch (error) {
      parentPort.postMessage(error instanceof NotAGame ? "refused" : String(error.stack));
    }
  });`, {eval: true});
for (const [name, text] of Object.entries(hostile)) {
  reader.postMessage({module: new URL("../../../../scripts/page/game/files.js", import.meta.url).href, text});
  let timer;
  const late = new Promise(done => { timer = setTimeout(() => done("still read"), PATIENCE_MS); });
  const answer = await Promise.race([once(reader, "message").then(([said]) => said), late]);
  clearTimeout(timer);
  if (answer === "still read") await reader.terminate();
  assert.match(answer, /^(moves: \d+|refused)$/, name);
}
await reader.terminate();
refuses(`(${";".repeat(20_001)})`, /more than 20000 moves/);
assert.deepEqual(gameOf("1. h8 2.i9, 3.h10.").moves, gameOf("h8i9h10").moves);
for (const none of ["h123", "h8.5", "1.", "...", "h8 12"]) refuses(none, /no row of points/);

// Any stones with either side to move are a position; a row that wins there already ends the game, if it wins by the rule.
const setUp = (rule, black, white, toMove) => new Editor(new Game({...USUAL, rule}, {
  stones: [...black.map(cell => ({cell, colour: BLACK})), ...white.map(cell => ({cell, colour: WHITE}))], toMove}));
for (const [black, white, toMove, rule] of [[[1], [], BLACK, 0], [[], [1, 2], WHITE, 4], [[], [], WHITE, 4], [[1], [], WHITE, 4]]) {
  const edited = setUp(rule, black, white, toMove);
  assert.deepEqual([edited.fault(), edited.game().result, edited.game().toMove], [null, null, toMove]);
}
const five = [0, 1, 2, 3, 4], six = [...five, 5], other = [30, 31, 32, 33, 34];
for (const [black, white, rule, winner] of [
  [five, [], 0, BLACK], [[], six, 0, WHITE], [six, [], 1, null], [six, [], 4, null], [[], six, 4, WHITE], [five, [], 4, BLACK], [[1, 2, 3, 4, 5], [0, 6], 8, null],
]) {
  for (const toMove of [BLACK, WHITE]) {
    const game = setUp(rule, black, white, toMove).game();
    assert.equal(game.result?.winner ?? null, winner, JSON.stringify([black, white, rule]));
    if (winner !== null) assert.match(game.fault(200), /the game is over/);
    if (winner !== null) assert.deepEqual(game.result.row, winner === BLACK ? black : white);
  }
}
assert.match(setUp(0, five, other, BLACK).fault(), /Both sides have a row that wins/);

// A link is for others only where their computers find the page, too.
for (const [address, expected] of [["file:///tmp/tengen.html", true], ["http://127.0.0.1:8000/", true], ["http://localhost:8000/", true], ["http://[::1]/", true],
                                   ["https://example.org/", false], ["http://192.168.0.7:8000/", false], ["https://notlocalhost/", false]]) {
  assert.equal(isPrivate(new URL(address)), expected, address);
}

// Clocks.
let now = 0;
const clock = new Clock({gameMs: 10_000, incrementMs: 1000}, () => now);
const timed = new Game(USUAL);
clock.start();
now = 3000;
timed.play(112);
timed.here.ms = clock.press();
now = 4000;
assert.equal(clock.used(timed, BLACK), 3000);
assert.equal(clock.used(timed, WHITE), 1000);
assert.equal(clock.left(timed, BLACK), 8000);
assert.equal(clock.left(timed, WHITE), 9000);
timed.goTo(0);
timed.play(113);
assert.equal(clock.used(timed, BLACK), 0, "the other branch took its own time");

// Levels: as many as the engine has, by its numbers.
assert.deepEqual(LEVELS.map(({strength}) => strength), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
assert.equal(LEVELS[FULL_LEVEL].strength, 10);
for (const {name, strength} of LEVELS) assert.equal(name.startsWith(`${strength} `), true, name);

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
assert.deepEqual(reviewed(played, judged, 2).map(({at}) => at), [2, 3]); // nobody chose the moves of the given opening

console.log("files: every form of a game gives it back, and what is none is refused");
