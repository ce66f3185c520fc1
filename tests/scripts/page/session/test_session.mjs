// What people can do with a game, and what the engine has to do then (scripts/page/session/session.js), without page and engine: the
// engine is scripted.

import assert from "node:assert/strict";
import test from "node:test";
import {LEVELS} from "../../../../scripts/page/engine/levels.js";
import {NotAGame, readGame} from "../../../../scripts/page/game/files.js";
import {RULES} from "../../../../scripts/page/game/opening_rule.js";
import {adviceWords, chosenWords} from "../../../../scripts/page/session/opening.js";
import {BLACK, WHITE} from "../../../../scripts/page/game/rules.js";
import {Session} from "../../../../scripts/page/session/session.js";
import {USUAL_SETUP} from "../../../../scripts/page/session/setup.js";
import {resumeSession, sessionRecord} from "../../../../scripts/page/library/storage.js";
import {Tengen} from "../../../../scripts/page/engine/tengen.js";
import {ScriptedEngine, machine} from "../support/scripted.mjs";

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
  session.judged.keep(session.key(), {value: {score: 40, winsIn: null}, line: [at(6, 6)], depth: 12, nodes: 1_000_000});
  assert.equal(session.judged.get(session.key()).value.winsIn, 7, "however long the other search was");
});

test("while nobody looks an analysis rests, and engines finish their move", async () => {
  const {engine, session} = begun([person, person]);
  session.put(at(7, 7));
  session.analyse(true);
  session.setUnseen(true);
  assert.equal(session.task, null);
  session.setUnseen(false);
  assert.match(session.task.key, /^analysis/);

  session.begin({...USUAL_SETUP, players: [tengen, tengen]});
  session.setUnseen(true);
  assert.match(session.task.key, /^play/);
  await engine.answer("7,7");
  session.isPausing = false;
  session.attend();
  assert.equal(session.task, null, "the next move waits");
  session.setUnseen(false);
  assert.match(session.task.key, /^play/);

  session.begin({...USUAL_SETUP, players: [person, tengen]});
  session.setUnseen(true);
  session.play(at(7, 7));
  assert.match(session.task.key, /^play/, "an answer to a person is thought of");
});

test("an analysis leaves points out and keeps to its limits", async () => {
  const {engine, session} = begun([person, person]);
  session.put(at(7, 7));
  session.analyse(true);
  engine.say(machine("iteration", {pv: "8,8", value: 40}));
  const whole = session.judged.get(session.key());
  session.exclude(at(8, 8));
  session.exclude(at(7, 7));
  assert.deepEqual(session.excludedHere(), [at(8, 8)], "a stone cannot be left out");
  const block = engine.question.indexOf("yxblock");
  assert.deepEqual(engine.question.slice(block - 1, block + 3), ["yxblockreset", "yxblock", "8,8", "DONE"]);
  assert.deepEqual(moves(session), [], "it is another analysis");
  engine.say(machine("iteration", {pv: "6,6", value: -40, nodes: 9000}));
  assert.equal(session.judged.get(session.key()), whole, "which judges nothing");

  session.setLimits({threads: 1, memory: 64, depth: 10, seconds: 3});
  for (const line of ["INFO max_memory 64000000", "INFO max_depth 10", "INFO timeout_turn 3000"]) assert.ok(engine.question.includes(line), line);
  assert.ok(!engine.question.includes("yxblock"), "the engine keeps what it was told");
  await engine.answer(machine("answer", {pv: "6,6", value: -40}), "6,6");
  assert.equal(session.task, null, "the limit ends it");
  session.analyse(true);
  assert.match(session.task.key, /^analysis/, "until it is asked for again");

  session.includeAll();
  assert.ok(engine.question.includes("yxblockreset") && !engine.question.includes("yxblock"));
  assert.deepEqual(moves(session), [at(8, 8)]);
  session.askHint();
  for (const line of ["INFO max_depth 0", "INFO timeout_turn 1500"]) assert.ok(engine.question.includes(line), line);
});

/** Everything that helps a person against the engine. @type {Record<string, (session: Session) => void>} */
const HELPS = {
  hint: session => session.askHint(), analysis: session => session.analyse(true), worth: session => session.mark("worth", true),
  threats: session => session.mark("threats", true), openings: session => session.mark("openings", true),
  review: session => session.startReview(5000), trial: session => { session.show(0); session.setTrial(true); },
  move: session => session.go(), balance: session => session.askBalance(1), ask: session => session.ask(at(0, 0)),
};

/** A game against the engine, after its first move. */
async function inContest(help) {
  const {engine, session} = begun([person, tengen]);
  session.begin({...USUAL_SETUP, players: [person, tengen], help});
  session.play(at(7, 7));
  await engine.answer(machine("answer", {pv: "8,8", value: 40}), "8,8");
  assert.deepEqual([session.isContest, session.task, session.isHelped, session.told.size], [true, null, false, 0]);
  return session;
}

test("a game without help has none of any kind, until it is over", async () => {
  for (const [called, ask] of Object.entries(HELPS)) {
    const session = await inContest(false);
    ask(session);
    const shown = ["worth", "threats", "openings"].filter(name => session.shows(name));
    assert.deepEqual([session.task, session.isHelped, session.isAnalysing, session.told.size, shown, session.trial],
                     [null, false, false, 0, [], null], called);
    session.show(2);
    session.resign();
    assert.equal(session.told.size, 1, `${called}: what Tengen thought is told when the game is over`);
  }
  const session = await inContest(false);
  session.resign();
  session.show(1);
  session.analyse(true);
  assert.match(session.task.key, /^analysis/);
});

test("a game with help remembers that somebody was helped", async () => {
  for (const [called, ask] of Object.entries(HELPS)) {
    const session = await inContest(true);
    ask(session);
    assert.deepEqual([session.isHelped, session.told.size], [true, 1], called);
    const later = begun([person, person]).session;
    resumeSession(later, JSON.parse(JSON.stringify(sessionRecord(session))));
    assert.equal(later.isHelped, true, called);
    session.resign();
    session.begin(USUAL_SETUP);
    assert.equal(session.isHelped, false, `${called}: a new game is another one`);
  }
  const session = await inContest(true);
  session.setPlayers([person, person]);
  session.analyse(true);
  session.setPlayers([person, tengen]);
  assert.equal(session.isHelped, true, "whoever takes the engine out of the game for a while is helped as well");
  const alone = begun([person, tengen]).session;
  alone.analyse(true);
  assert.equal(alone.isHelped, false, "before the first move there is no game");
});

test("any move can be asked about, and is told as a line of its own", async () => {
  const {engine, session} = begun([person, person]);
  for (const x of [3, 4, 5, 6]) session.play(at(x, 7)), session.play(at(x, 0));
  session.ask(at(3, 7));
  assert.deepEqual(session.askedHere, [], "there is a stone already");
  session.ask(at(0, 14));
  assert.match(session.task.key, /^trial 20000 /);
  await engine.answer(machine("answer", {pv: "7,0", mate: 1}), "7,0");
  session.ask(at(7, 7));
  assert.equal(session.task, null, "a row needs no engine");
  const told = session.answers.map(({line, value}) => [line, value.winsIn]);
  assert.deepEqual(told, [[[at(0, 14), at(7, 0)], -2], [[at(7, 7)], 1]]);
  session.ask(at(0, 14));
  session.undo();
  assert.deepEqual(session.answers, [], "it belongs to its position");
  session.redo();
  assert.equal(session.answers.length, 1);
});

test("one move or two that leave both sides even are looked for in any position", async () => {
  const {engine, session} = begun([person, person]);
  session.play(at(7, 7));
  for (const [count, command, answer] of [[1, "YXBALANCEONE 0", "0,0"], [2, "YXBALANCETWO 0", "0,0 1,1"]]) {
    session.askBalance(count);
    assert.equal(engine.question.at(-1), command);
    await engine.answer(answer);
    assert.deepEqual([session.balance.cells.length, session.wantsBalance, session.task], [count, 0, null]);
  }
});

// --- branches --------------------------------------------------------------------------------------------------------

const main = session => session.game.mainLine.map(({cell}) => cell);

test("two people: another move begins a branch, and the main line stays", () => {
  const {session} = begun([person, person]);
  for (const cell of [at(7, 7), at(8, 8), at(9, 9)]) session.play(cell);
  session.undo();
  session.play(at(0, 0));
  assert.deepEqual([session.game.moves, main(session)], [[at(7, 7), at(8, 8), at(0, 0)], [at(7, 7), at(8, 8), at(9, 9)]]);
  session.visitBranch(1);
  assert.equal(session.game.last, at(9, 9));
  session.promote();
  session.visitBranch(1);
  session.promote();
  assert.deepEqual(main(session), [at(7, 7), at(8, 8), at(0, 0)]);
  const putBack = session.remove(session.game.here);
  assert.deepEqual([session.game.ply, main(session)], [2, [at(7, 7), at(8, 8), at(9, 9)]]);
  putBack();
  assert.deepEqual([session.game.last, main(session)], [at(0, 0), [at(7, 7), at(8, 8), at(0, 0)]]);
});

test("against the engine the move after one that was taken back is the main line, until the game is over", () => {
  const {session} = begun([person, tengen]);
  session.play(at(7, 7));
  session.undo();
  session.play(at(6, 6));
  assert.deepEqual(main(session), [at(6, 6)]);
  session.resign();
  session.show(0);
  session.play(at(5, 5));
  session.put(at(4, 4));
  session.show(0);
  session.play(at(3, 3));
  assert.deepEqual([session.game.moves, main(session)], [[at(3, 3)], [at(6, 6)]]);
});

test("a review follows the line on which one stands", async () => {
  const {engine, session} = begun([person, person]);
  for (const cell of [at(7, 7), at(8, 8), at(9, 9)]) session.play(cell);
  session.show(1);
  session.play(at(0, 0));
  session.startReview(10);
  session.visitBranch(1);
  const judge = () => engine.answer(machine("answer", {pv: "1,1", value: 5}), "1,1");
  for (let positions = 0; positions < 4; positions += 1) await judge();
  assert.deepEqual([session.review, [...session.judged.keys()].map(key => key.split(",").filter(word => word).length)], [null, [3, 2, 1, 0]]);
});

// --- resigning -------------------------------------------------------------------------------------------------------

test("undo takes back a resignation alone, and the game goes on as before", async () => {
  const {engine, session} = begun([person, tengen]);
  session.play(at(7, 7));
  await engine.answer(machine("answer", {pv: "8,8"}), "8,8");
  session.resign();
  assert.equal(session.game.result.winner, WHITE);
  session.undo();
  assert.equal(session.game.result, null);
  assert.deepEqual(session.game.moves, [at(7, 7), at(8, 8)]);
  session.redo();
  assert.equal(session.game.result, null);
  assert.equal(session.isContest, true);

  session.resign();
  session.undo();
  session.undo();
  session.play(at(7, 7));
  await engine.answer(machine("answer", {pv: "8,8"}), "8,8");
  assert.equal(session.game.result, null, "the same moves again are no resignation");
});

test("a resignation while Tengen thinks, and in an opening, is taken back, too", () => {
  const {session} = begun([person, tengen]);
  session.resign();
  assert.equal(session.game.result.winner, WHITE);
  session.undo();
  session.play(at(7, 7));
  session.resign();
  assert.equal(session.game.result.winner, WHITE, "the person resigns");
  assert.equal(session.task, null);
  session.undo();
  assert.match(session.task.key, /^play/);

  session.begin({...USUAL_SETUP, players: [person, person], opening: "swap2"});
  session.play(at(7, 7));
  session.resign();
  session.undo();
  assert.deepEqual([session.opening.stage.step.count, session.opening.stage.cells], [3, [at(7, 7)]]);
});

test("a game that was looked back at is stepped through to its end", () => {
  const {session} = begun([person, person]);
  session.play(at(7, 7));
  session.resign();
  session.show(0);
  session.show(1);
  session.undo();
  assert.equal(session.game.ply, 0);
  session.show(1);
  assert.notEqual(session.game.result, null, "who looks at a game does not change it");
});

// --- looking at something else ---------------------------------------------------------------------------------------

test("editing and reviewing let the game wait, and it goes on afterwards", async () => {
  const {engine, session} = begun([person, tengen]);
  let now = 0;
  session.clock.now = session.now = () => now;
  session.play(at(7, 7));
  now += 2000;
  session.setAside(true);
  assert.equal(session.task, null);
  now += 60_000;
  session.setAside(false);
  assert.match(session.task.key, /^play/);
  now += 1000;
  assert.equal(session.clock.used(session.game, WHITE), 3000, "editing is no thinking");

  session.startReview(5000);
  assert.match(session.task.key, /^review/);
  now += 60_000;
  await engine.answer(machine("answer", {pv: "8,8"}), "8,8");
  await engine.answer(machine("answer", {pv: "7,7"}), "7,7");
  assert.equal(session.review, null);
  assert.match(session.task.key, /^play/);
  assert.equal(session.clock.isRunning, true);
  assert.equal(session.clock.used(session.game, WHITE), 3000);
});

test("what is proven need not be reviewed again, and a longer game is reviewed to its end", async () => {
  const {engine, session} = begun([person, person]);
  session.play(at(7, 7));
  session.startReview(5000);
  session.play(at(8, 8));
  assert.match(session.task.key, /^review .*,/, "the last position comes first");
  assert.match(engine.question.join(" "), /RECTSTART 15,15 /, "the engine remembers nothing of what came before or afterwards");
  await engine.answer(machine("answer", {pv: "9,9", mate: 7, nodes: 20}), "9,9");
  await engine.answer(machine("answer", {pv: "8,8"}), "8,8");
  assert.match(engine.question.join(" "), /RECTSTART 15,15 /);
  await engine.answer(machine("answer", {pv: "7,7"}), "7,7");
  assert.equal(session.review, null);
  session.startReview(20_000);
  assert.match(session.task.key, /^review 20000 \d+$/);
});

// --- who plays -------------------------------------------------------------------------------------------------------

test("Tengen makes one move, and the players stay as they were", async () => {
  const {engine, session} = begun([person, person]);
  session.play(at(7, 7));
  session.go();
  await engine.answer(machine("answer", {pv: "8,8"}), "8,8");
  assert.deepEqual(session.game.moves, [at(7, 7), at(8, 8)]);
  assert.equal(session.task, null);
  assert.deepEqual(session.players, [person, person]);
});

test("Tengen makes my move, and then its own", async () => {
  const {engine, session} = begun([person, tengen]);
  session.go();
  assert.match(session.task.key, /^play/);
  await engine.answer(machine("answer", {pv: "7,7"}), "7,7");
  await engine.answer(machine("answer", {pv: "8,8"}), "8,8");
  assert.deepEqual(session.game.moves, [at(7, 7), at(8, 8)]);
  assert.equal(session.task, null);
  session.go();
  session.undo();
  assert.equal(session.task, null, "what was asked for one position is not done in another");
});

test("a level moves at its strength, and all else is asked at full strength", async () => {
  const {engine, session} = begun([{level: 2}, person]);
  assert.equal(engine.question.includes("INFO strength 3"), true);
  await engine.answer(machine("answer", {pv: "7,7", mate: -2}), "7,7");
  assert.deepEqual(session.game.moves, [at(7, 7)]);
  assert.equal(session.judged.size, 0, "what such a player believes is no judgement");
  session.askHint();
  assert.equal(engine.question.includes("INFO strength 10"), true);
  await engine.answer(machine("answer", {pv: "8,8"}), "8,8");
  session.play(at(8, 8));
  assert.equal(engine.question.includes("INFO strength 3"), true);
});

test("who beats a level may try the next, up to full strength", () => {
  const ended = (players, winner) => {
    const {session} = begun(players);
    session.game.end(winner, "resigned");
    return session.nextLevel;
  };
  assert.equal(ended([person, {level: 2}], BLACK), 3);
  assert.equal(ended([{level: 0}, person], WHITE), 1);
  assert.equal(ended([person, {level: 2}], WHITE), null, "who lost may not");
  assert.equal(ended([person, tengen], BLACK), null, "there is none above");
  assert.equal(ended([person, person], BLACK), null);
  assert.equal(begun([person, {level: 2}]).session.nextLevel, null);
});

test("who has lost twice in a row may try the level below, and a win ends the row", async () => {
  const {session} = begun([person, {level: 2}]), offered = [];
  const end = (players, winner) => {
    session.begin({...USUAL_SETUP, players});
    session.play(at(7, 7));
    session.game.end(winner, "resigned");
    session.changed();
    session.changed();
    offered.push(session.nextLevel);
  };
  const second = [person, {level: 2}];
  for (const winner of [WHITE, WHITE, BLACK, WHITE]) end(second, winner);
  end([person, {level: 0}], WHITE);
  end([person, {level: 0}], WHITE);
  end([person, person], WHITE);
  assert.deepEqual(offered, [null, 1, 3, null, null, null, null]);
  session.begin({...USUAL_SETUP, players: second});
  session.play(at(7, 7));
  for (let each = 0; each < 2; each += 1) {
    session.resign();
    session.undo();
  }
  assert.deepEqual(session.losses, {level: 0, count: 2}, "a resignation that is taken back is no loss");
});

test("who has which side after changing sides is told, with the level", () => {
  const {session} = begun([person, tengen]), told = [];
  session.onNotice = words => told.push(words);
  session.swapSides();
  assert.deepEqual(told, [`Black is Tengen (${LEVELS[FULL_STRENGTH].name}) now, white is you.`]);
  assert.match(session.task.key, /^play/);
});

test("a line that was looked at is played as a branch, and nobody answers", () => {
  const {session} = begun([person, tengen]);
  session.play(at(7, 7));
  session.resign();
  session.show(0);
  session.playLine([at(3, 3), at(4, 4), at(5, 5)]);
  assert.deepEqual(session.game.moves, [at(3, 3), at(4, 4), at(5, 5)]);
  assert.deepEqual(main(session), [at(7, 7)]);
  assert.equal(session.task, null);
  assert.equal(session.isContest, false, "it can be analysed");
});

test("what is opened belongs to its players, and one plays on in a game of one's own", async () => {
  const {engine, session} = begun([tengen, person]);
  session.load(readGame("(;GM[4]FF[4]SZ[15]PB[Ann]PW[Bob]RE[B+R];B[hh];W[ii];B[jj];W[gg])", session.game.variant));
  const opened = session.game;
  assert.deepEqual([session.players, opened.names, opened.result.winner], [[person, person], ["Ann", "Bob"], BLACK]);
  assert.deepEqual([session.wishedPlayers, session.canPlayOn, session.nextLevel], [[tengen, person], false, null]);
  session.show(3);
  assert.equal(session.canPlayOn, true);
  session.analyse(true);
  session.playOn();
  assert.deepEqual([session.game === opened, session.game.names, session.game.moves.length, session.players],
                   [false, null, 3, [tengen, person]]);
  assert.deepEqual([session.isContest, session.isHelped, session.task, session.given, session.canPlayOn], [true, false, null, 3, false]);
  session.play(at(0, 0));
  await engine.answer(machine("answer", {pv: "8,9"}), "8,9");
  assert.deepEqual([session.game.ply, opened.moves.length], [5, 4]);
  const later = begun([person, person]).session;
  resumeSession(later, JSON.parse(JSON.stringify(sessionRecord(session))));
  assert.equal(later.given, 3);
});

// --- trying again ----------------------------------------------------------------------------------------------------

test("a better move is looked for without changing the game", async () => {
  const {engine, session} = begun([person, person]);
  for (const cell of [at(7, 7), at(0, 0), at(8, 7), at(0, 2)]) session.play(cell);
  session.startReview(5000);
  const values = [["9,7", 900], ["9,7", 50], ["5,5", 100], ["6,6", 10], ["7,7", 20]];
  for (const [pv, value] of values) await engine.answer(machine("answer", {pv, value}), pv);
  session.show(1);
  session.setTrial(true);
  assert.equal(session.task, null);

  session.tryMove(at(7, 7));
  assert.equal(session.trial.cell, null, "there is a stone already");
  session.tryMove(at(8, 8));
  assert.match(session.task.key, new RegExp(`^trial 20000 ${at(7, 7)},${at(8, 8)}$`));
  assert.equal(session.trial.judgement, null);
  await engine.answer(machine("answer", {pv: "9,9", value: 400}), "9,9");
  assert.equal(session.trial.judgement.verdict, "mistake");
  session.tryMove(at(6, 6));
  await engine.answer(machine("answer", {pv: "9,9", value: 400}), "9,9");
  assert.equal(session.trial.judgement.verdict, "good", "the engine would have played it");
  assert.deepEqual(session.game.moves, [at(7, 7), at(0, 0), at(8, 7), at(0, 2)]);
  session.show(2);
  assert.equal(session.trial, null);
});

test("a row that is tried wins without a search", () => {
  const {session} = begun([person, person]);
  for (const x of [3, 4, 5, 6]) session.play(at(x, 7)), session.play(at(x, 0));
  session.play(at(12, 12));
  session.show(8);
  session.judged.keep(session.key(), {value: {score: 30_000, winsIn: 1}, line: [at(7, 7)], depth: 0, nodes: 1});
  session.setTrial(true);
  session.tryMove(at(2, 7));
  assert.equal(session.task, null);
  assert.equal(session.trial.judgement.verdict, "good");
});

// --- what is kept ------------------------------------------------------------------------------------------------------

test("a session goes on as it was kept, with its branches and what was judged", () => {
  const {session} = begun([person, tengen]);
  session.play(at(7, 7));
  session.undo();
  session.play(at(6, 6));
  session.judged.keep("", {value: {score: 5, winsIn: null}, line: [at(7, 7)], depth: 3, nodes: 10});
  const record = JSON.parse(JSON.stringify(sessionRecord(session))), {session: other} = begun([person, person]);
  resumeSession(other, record);
  assert.deepEqual(sessionRecord(other), record);
  assert.deepEqual([other.isContest, other.expectsEngine, other.judged.size], [true, true, 1]);
});

test("what was kept may be anything: it is taken, or refused as no game", () => {
  const {session} = begun([person, tengen]);
  session.play(at(7, 7));
  session.judged.keep("", {value: {score: 5, winsIn: null}, line: [at(7, 7)], depth: 3, nodes: 10});
  session.opening.chosen = {what: "two", ply: 1, key: "112", isKept: false, wasSecond: true, byEngine: true, value: {score: 5, winsIn: null}};
  const words = JSON.stringify(sessionRecord(session)), junk = ["null", "-1", "1e9", "[]", "{}", "\"a\"", "[[0,0,0]]"];
  let refused = 0;
  for (const {0: value, index} of words.matchAll(/(?<=[:,[])(-?\d+|"\w*"|true|false|null)/g)) {
    for (const other of junk) {
      const changed = words.slice(0, index) + other + words.slice(index + value.length);
      try {
        resumeSession(begun([person, person]).session, JSON.parse(changed));
      } catch (error) {
        if (!(error instanceof NotAGame || error instanceof SyntaxError)) throw new Error(changed, {cause: error});
        refused += 1;
      }
    }
  }
  assert.equal(refused > junk.length, true);
});

// --- openings by a rule ----------------------------------------------------------------------------------------------------

/** Plays a whole opening of two people. @param {(number | string)[]} steps cells, what is chosen, numbers that are announced as "#3" */
function played(rule, ...steps) {
  const {session} = begun([person, person]);
  session.begin({...USUAL_SETUP, players: [person, person], opening: rule});
  session.notices = [];
  session.onNotice = words => session.notices.push(words);
  for (const step of steps) {
    if (typeof step === "number") session.play(step);
    else if (step[0] === "#") session.opening.announce(Number(step.slice(1)));
    else if (step === "other") session.opening.chooseOther();
    else session.opening.choose(step === "black" ? BLACK : WHITE);
  }
  return session;
}

test("each rule is played to its end", () => {
  const line = (...names) => names.map(name => at(name.charCodeAt(0) - 97, Number(name.slice(1)) - 1));
  const ends = (session, ...names) => assert.deepEqual([session.opening.stage, session.game.moves], [null, line(...names)], session.notices.join());
  ends(played("pro", ...line("h9", "h8", "a15", "j10", "h11")), "h8", "a15", "h11");
  ends(played("longpro", ...line("h8", "i8", "h11", "h12")), "h8", "i8", "h12");
  ends(played("swap", ...line("a1", "b2", "c3"), "black"), "a1", "b2", "c3");
  ends(played("swap2", ...line("a1", "b2", "c3"), "other", ...line("d4", "e5"), "white"), "a1", "b2", "c3", "d4", "e5");
  const rif = played("rif", ...line("h8", "h9", "h10"), "black", ...line("h11", "i8", "g8"));
  assert.deepEqual(rif.notices, ["No two offers may be the same by symmetry."]);
  assert.deepEqual([rif.opening.stage.offers, rif.actor], [line("i8"), BLACK]);
  for (const cell of line("i8", "i8", "j9", "k10", "j9")) rif.play(cell);     // the first one is taken back and made again
  ends(rif, "h8", "h9", "h10", "h11", "j9");
  ends(played("yamaguchi", ...line("h8", "i9", "h10", "h1"), "#11", "#2", "white", ...line("a15", "i8", "j8", "j8")), "h8", "i9", "h10", "a15", "j8");
  ends(played("taraguchi-10", ...line("h8"), "black", ...line("h9"), "black", ...line("i10"), "white", ...line("k11"), "white", ...line("l12"), "black"),
       "h8", "h9", "i10", "k11", "l12");
  const ten = played("taraguchi-10", ...line("h8"), "white", ...line("h9"), "black", ...line("i10"), "white", ...line("k11"), "other");
  for (const cell of line("b1", "b2", "b3", "b4", "b5", "c1", "c2", "c3", "c4", "d1", "c4")) ten.play(cell);
  ends(ten, "h8", "h9", "i10", "k11", "c4");
  ends(played("soosyrv-8", ...line("h8", "i9", "h10"), "black", ...line("a15"), "#1", "white", ...line("c3")), "h8", "i9", "h10", "a15", "c3");
});

test("sides change with each choice, and an opening that is kept goes on", () => {
  const {engine, session} = begun([person, tengen]);
  session.begin({...USUAL_SETUP, players: [person, tengen], opening: "soosyrv-8"});
  for (const cell of [at(7, 7), at(8, 8), at(7, 9)]) session.play(cell);
  engine.say(machine("answer", {pv: "7,6", value: 50}));
  return engine.answer("BLACK").then(async () => {
    assert.deepEqual([session.players[BLACK].level, session.actor], [FULL_STRENGTH, WHITE]);
    session.play(at(0, 0));
    session.opening.announce(2);
    assert.deepEqual(engine.question.slice(-7), ["OPENING soosyrv-8", "7,7", "8,8", "7,9", "BLACK", "0,0 OFFERS 2", "DONE"]);
    await engine.answer("BLACK");
    await engine.answer("6,6 5,5");
    const later = begun([person, person]).session;
    resumeSession(later, JSON.parse(JSON.stringify(sessionRecord(session))));
    assert.deepEqual(later.opening.stage.offers, [at(6, 6), at(5, 5)]);
    later.play(at(5, 5));
    assert.deepEqual([later.opening.stage, later.game.ply], [null, 5]);
    const record = JSON.parse(JSON.stringify(sessionRecord(session)));
    for (const wrong of [{rule: "x"}, {acts: [7]}, {cells: [1, 1, 1]}, {acts: record.stage.acts.slice(1)}]) {
      resumeSession(later, {...record, stage: {...record.stage, ...wrong}});
      assert.equal(later.opening.stage, null, JSON.stringify(wrong));
    }
    session.undo();
    assert.deepEqual([session.game.ply, session.players[BLACK].level, session.opening.stage.opening.acts], [0, null, []]);
  });
});

test("who has put all stones of a step and has to say a number is not told where a stone belongs", () => {
  const session = played("yamaguchi", at(7, 7), at(8, 8));
  assert.equal(adviceWords(session.opening.stage), "The stone lies within the middle 5×5.");
  session.play(at(7, 9));
  assert.deepEqual([session.opening.stage.isComplete, adviceWords(session.opening.stage)], [true, ""]);
});

/** The first points that the present step may have, and the number that it announces, as the engine would say them. */
function someAct({opening, step}, isOther) {
  const wanted = isOther ? opening.other : step, cells = [];
  for (let cell = 0; cells.length < opening.wanted(wanted); cell += 1) {
    if (opening.fault(wanted, cell, cells) === null) cells.push(cell);
  }
  return cells.map(cell => `${cell % SIDE},${Math.floor(cell / SIDE)}`).join(" ") + (wanted.announces ? " OFFERS 2" : "");
}

test("the chance that is told speaks for the colour that was taken, and is told when no choice is left", async () => {
  const CLEAR = 180, told = [];
  for (const rule of RULES.keys()) {
    for (const colour of ["BLACK", "WHITE"]) {
      for (const isOther of [false, true]) {
        const {engine, session} = begun([tengen, tengen]);
        session.begin({...USUAL_SETUP, players: [tengen, tengen], opening: rule});
        for (let {stage} = session.opening; stage; {stage} = session.opening) {
          const isGood = (colour === "BLACK") === (session.game.toMove === BLACK), isPassed = isOther && stage.opening.other !== null;
          assert.doesNotMatch(chosenWords(session), /%/, `${rule}, after ${session.game.ply} moves`);
          const answer = stage.isChoice && !isPassed ? colour : someAct(stage, isPassed);
          await engine.answer(machine("answer", {pv: "0,0", value: isGood ? CLEAR : -CLEAR}), answer);
        }
        const percent = /(?:takes|keeps) (\w+).* (\d+) %/.exec(chosenWords(session));
        if (percent) told.push(rule);
        if (percent) assert.deepEqual(percent.slice(1), colour === "BLACK" ? ["black", "73"] : ["white", "27"], rule);
      }
    }
  }
  assert.deepEqual([...new Set(told)], ["swap", "swap2", "rif", "yamaguchi", "taraguchi-10", "soosyrv-8"], "the others have no choice");
});

test("an answer that the rule does not allow puts nothing", async () => {
  const {engine, session} = begun([tengen, person]);
  session.begin({...USUAL_SETUP, players: [tengen, person], opening: "pro"});
  await engine.answer("1,1");
  assert.equal(session.game.ply, 0);
});

// --- an engine that ends ---------------------------------------------------------------------------------------------

test("while an engine that has ended is started again, that is told", async () => {
  let tell = () => {};
  const engine = new ScriptedEngine();
  engine.onState = hear => { tell = hear; };
  engine.restart = () => tell("starting", "");
  const session = new Session(new Tengen(engine)), seen = [];
  session.onChange = () => seen.push(session.tengen.isRestarting);
  assert.equal(session.tengen.isRestarting, false, "it begins for the first time");
  tell("ready", "");
  session.begin({...USUAL_SETUP, players: [tengen, person]});
  tell("dead", "killed");
  await new Promise(resolve => setImmediate(resolve));
  assert.deepEqual([seen.at(-1), session.isThinking], [true, true]);
  tell("ready", "");
  assert.deepEqual([seen.at(-1), session.tengen.isRestarting], [false, false]);
});

// --- swap2 -----------------------------------------------------------------------------------------------------------

/** A game with swap2, three stones of a person in it. */
function opened(players) {
  const {engine, session} = begun(players);
  session.begin({...USUAL_SETUP, players, opening: "swap2"});
  for (const cell of [at(7, 7), at(8, 8), at(7, 8)]) session.play(cell);
  return {engine, session};
}

test("swap2 tells what the engine chose, and how good it thinks that is", async () => {
  const {engine, session} = opened([person, tengen]);
  assert.equal(chosenWords(session), "");
  await engine.answer(machine("answer", {pv: "7,6", value: -180}), "BLACK");
  assert.equal(chosenWords(session), "Tengen takes black: you have white. It put black's chance at 73 % when it chose.");
  session.play(at(9, 9));
  assert.match(chosenWords(session), /^Tengen takes black/, "it is still there after the next move");
  const later = begun([person, person]).session;
  resumeSession(later, JSON.parse(JSON.stringify(sessionRecord(session))));
  assert.match(chosenWords(later), /^Tengen takes black/);
  session.show(3);
  assert.match(chosenWords(session), /^Tengen takes black/);
  session.show(2);
  assert.equal(chosenWords(session), "", "it was not chosen yet");

  const stays = opened([person, tengen]);
  await stays.engine.answer(machine("answer", {pv: "7,6", mate: 9}), "WHITE");
  assert.equal(chosenWords(stays.session), "Tengen keeps white: you have black. It put black's chance at 0 % when it chose.");

  const puts = opened([person, tengen]);
  await puts.engine.answer(machine("answer", {pv: "7,6;6,6", value: 0}), "7,6 6,6");
  assert.equal(chosenWords(puts.session), "Tengen puts two stones more: you choose your colour.");
  puts.session.opening.choose(WHITE);
  assert.equal(chosenWords(puts.session), "You take white: Tengen has black.");
});

test("swap2 tells what people chose", async () => {
  const {engine, session} = begun([tengen, person]);
  session.begin({...USUAL_SETUP, players: [tengen, person], opening: "swap2"});
  await engine.answer(machine("answer", {pv: "7,7;8,8;7,8", value: 0}), "7,7 8,8 7,8");
  session.opening.chooseOther();
  assert.equal(chosenWords(session), "You put two stones more: Tengen chooses its colour.");

  const two = opened([person, person]).session;
  two.opening.choose(BLACK);
  assert.equal(chosenWords(two), "The second player takes black: the first has white.");
  const later = opened([person, person]).session;
  later.opening.chooseOther();
  assert.equal(chosenWords(later), "The second player puts two stones more: the first chooses a colour.");
  for (const cell of [at(1, 1), at(2, 2)]) later.play(cell);
  later.opening.choose(WHITE);
  assert.equal(chosenWords(later), "The first player takes white: the second has black.");
  const kept = opened([person, tengen]).session;
  kept.opening.take({moves: [at(1, 1), at(2, 2)], colour: null, announced: 0, thought: null});
  kept.opening.choose(BLACK);
  assert.equal(chosenWords(kept), "You keep black: Tengen has white.");
  later.begin(USUAL_SETUP);
  assert.equal(chosenWords(later), "");
});

// --- clocks ------------------------------------------------------------------------------------------------------------

test("times stay with the persons when they change sides", async () => {
  const {engine, session} = begun([person, tengen]);
  let now = 0;
  session.setup = {...USUAL_SETUP, gameMs: 60_000, incrementMs: 1000};
  session.clock.limit = session.setup;
  session.clock.now = session.now = () => now;
  const used = () => [BLACK, WHITE].map(colour => session.clock.used(session.game, colour));
  const left = () => [BLACK, WHITE].map(colour => session.clock.left(session.game, colour));
  session.play(at(7, 7));                   // the clock begins with the second move
  now += 5000;
  await engine.answer(machine("answer", {pv: "8,8"}), "8,8");
  now += 2000;
  assert.deepEqual([used(), left()], [[2000, 5000], [59_000, 56_000]]);
  session.swapSides();
  assert.deepEqual([used(), left()], [[5000, 2000], [56_000, 59_000]], "white is the person now, who has thought for two seconds");
  now += 1000;
  await engine.answer(machine("answer", {pv: "6,6"}), "6,6");
  now += 4000;
  assert.deepEqual(used(), [6000, 6000]);
  const later = begun([person, person]).session;
  resumeSession(later, JSON.parse(JSON.stringify(sessionRecord(session))));
  assert.deepEqual([BLACK, WHITE].map(colour => later.clock.used(later.game, colour)), [6000, 2000]);
  session.swapSides();
  assert.deepEqual(used(), [6000, 6000]);
  session.show(1);
  assert.deepEqual(used(), [0, 0]);
});
