// What people can do with a game, and what the engine has to do then (scripts/page/session.js), without page and engine: the
// engine is scripted.

import assert from "node:assert/strict";
import test from "node:test";
import {BLACK, WHITE} from "../../../scripts/page/rules.js";
import {Session, USUAL_SETUP} from "../../../scripts/page/session.js";
import {Tengen} from "../../../scripts/page/tengen.js";
import {ScriptedEngine, machine} from "./scripted.mjs";

const SIDE = 15, FULL_STRENGTH = 9;
const at = (x, y) => y * SIDE + x;
const person = {level: null}, tengen = {level: FULL_STRENGTH};

/** A new game of two players, and the engine behind it. */
function begun(players) {
  const engine = new ScriptedEngine(), session = new Session(new Tengen(engine));
  session.begin({...USUAL_SETUP, players});
  return {engine, session};
}
const moves = session => session.analysis.lines(session.analysisLines).map(({line: [move]}) => move);

// --- analysis --------------------------------------------------------------------------------------------------------

test("stopping an analysis keeps what it found, and it is there again in its position", () => {
  const {engine, session} = begun([person, person]);
  session.put(at(7, 7));
  session.analyse(true);
  engine.say(machine("iteration", {pv: "8,8;6,6", value: 40, nodes: 500, ms: 5}));
  session.analyse(false);
  assert.deepEqual(moves(session), [at(8, 8)]);
  session.undo();
  assert.deepEqual(moves(session), []);
  session.redo();
  assert.deepEqual(moves(session), [at(8, 8)]);

  session.analyse(true);
  engine.say(machine("iteration", {pv: "6,7", depth: 2, value: 90, nodes: 20, ms: 1}));
  assert.deepEqual(moves(session), [at(8, 8)], "a search that begins again is not deeper yet");
  engine.say(machine("iteration", {pv: "6,7", depth: 10, value: 30, nodes: 700, ms: 8}));
  assert.deepEqual(moves(session), [at(6, 7)]);
  assert.deepEqual(session.analysis.effort, {nodes: 1200, ms: 13});
});

test("more lines go on from those that are there", async () => {
  const {engine, session} = begun([person, person]);
  session.put(at(7, 7));
  session.analyse(true);
  await engine.answer(machine("answer", {pv: "8,8", mate: 5}), "8,8");
  assert.equal(session.task, null, "there is no more to say");
  session.setLines(2);
  assert.match(engine.question.at(-1), /YXNBEST 2/);
  assert.deepEqual(moves(session), [at(8, 8)]);
});

test("what is judged of a position is its best line, and a proof stays", () => {
  const {engine, session} = begun([person, person]);
  session.put(at(7, 7));
  session.setLines(2);
  session.analyse(true);
  engine.say(machine("iteration", {pv: "8,8", value: 40}), machine("iteration", {rank: 2, pv: "6,6", value: 60}));
  assert.deepEqual(session.judged.get(session.key()).line, [at(6, 6)]);
  engine.say(machine("iteration", {pv: "8,8", depth: 10, mate: 7}), machine("iteration", {rank: 2, pv: "6,6", depth: 10, value: 900}));
  engine.say(machine("iteration", {pv: "8,8", depth: 11, value: 1000, nodes: 5000}));
  assert.equal(session.judged.get(session.key()).value.winsIn, 7);
});

test("there is no analysis while one plays against Tengen", async () => {
  const {engine, session} = begun([person, tengen]);
  session.analyse(true);
  session.play(at(7, 7));
  assert.match(session.task.key, /^play/);
  await engine.answer(machine("answer", {pv: "8,8", value: 40}), "8,8");
  assert.equal(session.isContest, true);
  assert.equal(session.task, null);
  session.setPlayers([person, person]);
  assert.equal(session.isContest, false);
  assert.match(session.task.key, /^analysis/);
});
