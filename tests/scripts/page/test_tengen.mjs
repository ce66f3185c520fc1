// Does the engine understand the positions that the page sends (scripts/page/tengen.js)? It draws each one, and says who is to move:
// random ones of every rule, among them such as only an editor makes. usage: node test_tengen.mjs PROGRAM

import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {BLACK, RENJU, RULE_NAMES, WHITE} from "../../../scripts/page/rules.js";
import {Refused, Tengen, untold} from "../../../scripts/page/tengen.js";

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

/** Few stones, so that positions with one colour alone, or with one stone of a colour, are common. */
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
      const position = randomPosition(rule);
      if (untold(position) === null) questions.push({kind, position, info: {timeout_turn: ANSWER_MS, max_depth: 1}});
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
    mover = LETTERS[1 - toMove];
  }
  // Only renju cares who is black: elsewhere the engine may have it the other way round.
  const swapped = words => words.replace(/[XO]/g, each => LETTERS[1 - LETTERS.indexOf(each)]);
  const said = `${drawn.join("")} ${/([XO]) to move/.exec(shown)?.[1]}`, wanted = `${expected.join("")} ${mover}`;
  const fits = said === wanted || (variant.rule !== RENJU && said === swapped(wanted));
  assert.equal(fits, true, `${kind} ${JSON.stringify(position)}\n${sent[at].join("\n")}\n${shown}`);
}

// What it cannot be told is refused before anything is sent.
const silent = new Tengen({send: line => assert.fail(line), stop() {}, restart() {}, onLine() {}, onState() {}, threads: 1});
const alone = {variant: {rule: RENJU, width: SIDE, height: SIDE, winLength: 5}, stones: [{cell: 3, colour: WHITE}], toMove: WHITE};
await assert.rejects(silent.ask({kind: "best", position: alone, info: {}}), Refused);
console.log(`tengen: the engine understood ${questions.length} positions`);
