// Does the engine understand the positions that the page sends (scripts/page/engine/tengen.js)? It draws each one, and says who is to move:
// random ones of every rule, among them such as only an editor makes. And does the page understand what the engine says of them?
// usage: node test_tengen.mjs PROGRAM

import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {blackChance} from "../../../../scripts/page/analysis/chances.js";
import {Opening, RULES} from "../../../../scripts/page/game/opening_rule.js";
import {BLACK, RENJU, RULE_NAMES, WHITE} from "../../../../scripts/page/game/rules.js";
import {readGame} from "../../../../scripts/page/game/files.js";
import {reviewed} from "../../../../scripts/page/analysis/review.js";
import {Tengen} from "../../../../scripts/page/engine/tengen.js";

const SEED = 22, POSITIONS = 60;            // of each rule and kind of question
const SIDE = 9, STONES_MOST = 9, ANSWER_MS = 0;
const KINDS = ["move", "best", "worth"];
const LETTERS = "XO";               // black and white, as the engine draws them
const ROW = /^MESSAGE +\d+ {2}([[\] .XO]+)$/;
const [program] = process.argv.slice(2);

/** Numbers that look random, and are the same in every run. */
let state = SEED;
const chance = () => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff;
const below = count => Math.floor(chance() * count);

/** Few stones, so that positions with one colour alone, whichever is to move, or with one stone of a colour, are common. */
function randomPosition(rule) {
  const cells = new Set(), share = chance();
  for (let stones = below(STONES_MOST + 1); stones > 0; stones -= 1) cells.add(below(SIDE * SIDE));
  const stones = [...cells].map(cell => ({cell, colour: chance() < share ? BLACK : WHITE}));
  return {variant: {rule, width: SIDE, height: SIDE, winLength: 5}, stones, toMove: chance() < 0.5 ? BLACK : WHITE};
}

/** What the page would send for each question alone. */
function linesOf(question) {
  const sent = [], tengen = new Tengen({send: line => sent.push(line), stop() {}, restart() {}, onLine() {}, onState() {}, threads: 1});
  tengen.ask(question).catch(() => {});
  return sent;
}

const questions = [];
for (const rule of Object.keys(RULE_NAMES).map(Number)) {
  for (const kind of KINDS) {
    for (let at = 0; at < POSITIONS; at += 1) {
      questions.push({kind, position: randomPosition(rule), info: {timeout_turn: ANSWER_MS, max_depth: 1}});
    }
  }
}
const sent = questions.map(linesOf), input = sent.flatMap(lines => [...lines, "SHOW", "ABOUT"]).concat("END", "").join("\n");
const output = execFileSync(program, {input, encoding: "utf8", maxBuffer: 1 << 28}).split(/^name=.*\n/m);

for (const [at, {kind, position}] of questions.entries()) {
  const answer = output[2 * at], shown = output[2 * at + 1], {stones, toMove, variant} = position;
  const rows = shown.split("\n").map(line => ROW.exec(line)?.[1]).filter(row => row !== undefined).reverse();
  const drawn = rows.flatMap(row => [...row.replace(/[ [\]]/g, "")]);
  assert.equal(drawn.length, SIDE * SIDE, shown);
  const expected = new Array(SIDE * SIDE).fill(".");
  for (const {cell, colour} of stones) expected[cell] = LETTERS[colour];
  let mover = LETTERS[toMove];
  if (kind !== "worth") {
    const [x, y] = /^(\d+),(\d+)$/m.exec(answer).slice(1).map(Number);
    expected[y * SIDE + x] = mover;             // the engine plays the move that it answers
    mover = new RegExp(`${mover} has five`).test(shown) ? mover : LETTERS[1 - toMove];
  }
  // Only renju cares who is black: elsewhere the engine may have it the other way round.
  const swapped = words => words.replace(/[XO]/g, each => LETTERS[1 - LETTERS.indexOf(each)]);
  // What points are worth is the same whoever moves, and EVAL cannot be told it of a side that is alone.
  const isTold = kind !== "worth" || stones.some(({colour}) => colour !== toMove) || !stones.length && toMove === BLACK;
  const saidMover = isTold ? /([XO]) (?:to move|has five)/.exec(shown)?.[1] : "", wantedMover = isTold ? mover : "";
  const said = `${drawn.join("")} ${saidMover}`, wanted = `${expected.join("")} ${wantedMover}`;
  const fits = said === wanted || (variant.rule !== RENJU && said === swapped(wanted));
  assert.equal(fits, true, `${kind} ${JSON.stringify(position)}\n${sent[at].join("\n")}\n${shown}`);
}

/** Asks the engine, and has the page read what it says. */
async function answerTo(question) {
  let say;
  const sent = [], thoughts = [];
  const tengen = new Tengen({send: line => sent.push(line), stop() {}, restart() {}, onLine: hear => { say = hear; }, onState() {}, threads: 1});
  const answer = tengen.ask(question, thought => thoughts.push(thought));
  const said = execFileSync(program, {input: [...sent, "END", ""].join("\n"), encoding: "utf8"});
  for (const line of said.split("\n")) say(line);
  return {...await answer, thoughts};
}

// Black has an open three and is to move: both open fours win in three, and the engine says so without a search.
const usual = {rule: 0, width: 15, height: 15, winLength: 5}, limits = {max_node: 5000};
const at = (x, y) => y * usual.width + x;
const positionOf = (game, ply) => ({
  variant: usual, toMove: game.colourOf(ply), stones: game.moves.slice(0, ply).map((cell, each) => ({cell, colour: game.colourOf(each)})),
});
const missed = readGame("h8 g9 i8 g7 j8 e5 k8 d5 g8", usual), three = positionOf(missed, 6);
for (const count of [1, 3]) {
  const {moves, thought, thoughts} = await answerTo({kind: "best", position: three, count, info: limits});
  assert.deepEqual(thought.value, {score: 30_000, winsIn: 3});
  assert.deepEqual(thought.line, moves);
  assert.deepEqual(thoughts.map(({rank, line}) => `${rank} ${line}`).slice(0, -1).sort(),
                   count > 1 ? [`1 ${moves}`, `2 ${moves[0] === at(6, 7) ? at(10, 7) : at(6, 7)}`] : []);
}

// Every empty point is worth something, and every other none.
const {worth} = await answerTo({kind: "worth", position: three, info: {}});
assert.equal(worth.size, usual.width * usual.height - three.stones.length);
assert.equal([...worth].sort((one, other) => other[1] - one[1]).slice(0, 2).map(([cell]) => cell).sort().join(), [at(10, 7), at(6, 7)].sort().join());

// In every step of every opening where a colour is taken, the value is to the side that is to move: black where it likes black.
let choices = 0;
for (const rule of RULES.keys()) {
  const variant = {...usual, rule: RENJU};
  for (let opening = new Opening(rule, variant); !opening.isOver;) {
    const toMove = opening.stones.length % 2 === 0 ? BLACK : WHITE, position = {variant, stones: [], toMove};
    const {colour, moves, announced, thought} = await answerTo({kind: "opening", opening, position, info: {...limits, timeout_turn: 300}});
    if (colour !== null) {
      const chance = blackChance(thought.value, toMove);
      assert.equal(colour === BLACK ? chance > 0.5 : chance <= 0.5, true, `${rule}, ${opening.stones.length} stones: ${colour} with ${chance}`);
      choices += 1;
    }
    opening = opening.after({colour, cells: moves, announced});
  }
}
assert.equal(choices >= 8, true, `only ${choices} colours were taken`);

// A search says more: the page takes the last word of it.
const searched = await answerTo({kind: "best", position: positionOf(missed, 2), info: limits});
assert.equal(searched.thought.line[0], searched.moves[0]);
assert.equal(searched.thought.depth > 1 && searched.thought.nodes > 100 && searched.thought.value.winsIn === null, true);

// Whichever end of the open three was taken: e5, which let it be, lost the game.
const judged = new Map();
for (let ply = missed.moves.length - 1; ply >= 0; ply -= 1) {
  const {thought} = await answerTo({kind: "best", position: positionOf(missed, ply), info: limits});
  judged.set(missed.moves.slice(0, ply).join(), {...thought, nodes: limits.max_node});
}
assert.equal(reviewed(missed, judged)[5].verdict, "losing");

console.log(`tengen: the engine understood ${questions.length} positions`);
