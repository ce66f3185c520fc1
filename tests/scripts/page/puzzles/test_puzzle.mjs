// Puzzles without a page (scripts/page/puzzles/puzzle.js): whoever plays right solves them, whoever does not sees why, and what was solved is
// remembered. With the native engine, and with one that says what a test tells it to.
// usage: node test_puzzle.mjs PROGRAM

import assert from "node:assert/strict";
import {Attempt, GRADES, Progress, gradeOf, gradeWords, readPuzzles} from "../../../../scripts/page/puzzles/puzzle.js";
import {PUZZLES} from "../../../../scripts/page/puzzles/puzzle_list.js";
import {Tengen} from "../../../../scripts/page/engine/tengen.js";
import {NativeEngine} from "../support/native.mjs";
import {ScriptedEngine, machine} from "../support/scripted.mjs";

const [program] = process.argv.slice(2), SCALE = Number(process.env.TENGEN_TEST_SCALE ?? 1);
const MOVES_MOST = 40;                  // of a solver, before a test says that it leads nowhere
const EXACT_MIN = 0.8;                  // of the puzzles are won as fast as they say; another search may find its way more slowly
const native = new NativeEngine(program), puzzles = readPuzzles(PUZZLES);

/** Of each rule and grade the first ones. */
const sample = puzzles.filter(({rule, plies}, at) => puzzles.slice(0, at).filter(one => one.rule === rule && gradeOf(one) === gradeOf({plies})).length < SCALE);

class MortalEngine extends ScriptedEngine {
  hearState = () => {};
  onState(hear) { this.hearState = hear; }
}

/** A puzzle with the engine that a test speaks for: black wins with a row of three. */
function scripted() {
  const engine = new MortalEngine(), [puzzle] = readPuzzles("0 15 h8a1i8a3j8a5 5 k8g8");
  return {engine, attempt: new Attempt(new Tengen(engine), puzzle)};
}
const cell = (x, y) => 15 * y + x;

const tests = {
  "the list has every rule and grade"() {
    assert.equal(new Set(puzzles.map(({id}) => id)).size, puzzles.length);
    for (const rule of [0, 1, 4, 8]) {
      const grades = puzzles.filter(puzzle => puzzle.rule === rule).map(gradeOf);
      for (const grade of GRADES.keys()) assert.ok(grades.filter(one => one === grade).length >= 4, `rule ${rule}, ${gradeWords(grade)}`);
      assert.deepEqual(grades, grades.toSorted((one, other) => one - other));
    }
    assert.ok(PUZZLES.length < 40_000);
    assert.deepEqual(GRADES.map((_, grade) => gradeWords(grade)), ["win in 5", "win in 7", "win in 9", "win in 11–13", "win in 15+"]);
  },

  async "hints lead to the win, in the moves that the puzzle says"() {
    let exact = 0;
    for (const puzzle of sample) {
      const attempt = new Attempt(new Tengen(native), puzzle);
      for (let times = 0; attempt.stage === "turn" && times < MOVES_MOST; times += 1) {
        await attempt.askHint();
        await attempt.play(attempt.hint);
      }
      assert.equal(attempt.words, "Solved, with help.", puzzle.id);
      assert.equal(attempt.game.result.winner, attempt.side);
      exact += Number(attempt.game.ply - puzzle.moves.length <= puzzle.plies);
    }
    assert.ok(exact >= EXACT_MIN * sample.length, `${exact} of ${sample.length}`);
  },

  async "every first move of the list is right, and alone it is no help"() {
    for (const puzzle of sample) {
      for (const first of puzzle.first) {
        const attempt = new Attempt(new Tengen(native), puzzle);
        await attempt.play(first);
        assert.equal(attempt.stage, "turn", `${puzzle.id}: ${attempt.words}`);
        assert.match(attempt.words, /^Right\. | takes up to/);
        assert.equal(attempt.game.ply, puzzle.moves.length + 2);
        assert.equal(attempt.isHelped, false);
      }
    }
  },

  async "a wrong move is refuted, and taken back"() {
    for (const puzzle of sample) {
      const attempt = new Attempt(new Tengen(native), puzzle), {length} = puzzle.moves;
      const corner = attempt.game.board.emptyCells().find(each => !puzzle.first.includes(each));
      await attempt.play(corner);
      assert.equal(attempt.stage, "wrong", `${puzzle.id}: ${attempt.words}`);
      assert.match(attempt.words, /^Wrong: (black|white) (wins then, with [a-o]\d+ first|defends with [a-o]\d+, and no win is proven any more)\.$/);
      assert.equal(attempt.shown.at(length + 1).length, 1);
      const {cells} = attempt.shown.chosen, game = attempt.game;
      for (const each of cells) assert.equal(game.play(each), null, `${puzzle.id}: the refutation cannot be played`);
      game.goTo(length + 1);
      attempt.step(1);
      assert.deepEqual(attempt.shown.at(length + 1), cells.slice(0, 2));
      await attempt.play(puzzle.first[0]);
      assert.equal(attempt.stage, "wrong", "nobody plays before the wrong move is taken back");
      attempt.retry();
      assert.deepEqual([attempt.stage, attempt.game.ply, attempt.shown.at(length)], ["turn", length, []]);
      await attempt.play(puzzle.first[0]);
      assert.equal(attempt.stage, "turn");
    }
  },

  async "the solution is a line to the five"() {
    let exact = 0;
    for (const puzzle of sample) {
      const attempt = new Attempt(new Tengen(native), puzzle), {length} = puzzle.moves;
      await attempt.solve();
      assert.equal(attempt.stage, "shown");
      const {cells} = attempt.shown.chosen;
      exact += Number(cells.length <= puzzle.plies);
      for (const each of cells) assert.equal(attempt.game.play(each), null);
      assert.equal(attempt.game.result?.winner, attempt.side, puzzle.id);
      attempt.retry();
      assert.deepEqual([attempt.stage, attempt.game.ply, attempt.left], ["turn", length, puzzle.plies]);
    }
    assert.ok(exact >= EXACT_MIN * sample.length, `${exact} of ${sample.length}`);
  },

  async "a slower win is told from the one that is looked for"() {
    const {engine, attempt} = scripted();
    const played = attempt.play(cell(10, 7));
    assert.equal(attempt.stage, "busy");
    await engine.answer(machine("answer", {mate: -6, pv: "6,7;11,7"}), "6,7");
    await played;
    assert.equal(attempt.words, "k8 wins as well, but it takes up to 7 moves instead of 5.");
    assert.deepEqual([attempt.left, attempt.game.last], [5, cell(6, 7)]);
    const right = attempt.play(cell(11, 7));
    assert.equal(attempt.game.result?.winner, attempt.side);
    await right;
    assert.equal(attempt.words, "Solved!");
  },

  async "who loses the win is told so, and what cannot be played stays away"() {
    const {engine, attempt} = scripted();
    await attempt.play(cell(7, 7));
    assert.equal(attempt.words, "There is a stone already.");
    const played = attempt.play(cell(14, 14));
    await engine.answer(machine("answer", {mate: 1, pv: "0,1"}), "0,1");
    await engine.answer(machine("answer", {value: 12, pv: "0,1;2,2"}), "0,1");
    await played;
    assert.equal(attempt.words, "Wrong: white wins then, with a2 first.");
    assert.deepEqual(attempt.shown.chosen?.cells, [cell(0, 1), cell(2, 2)]);
  },

  async "when the engine dies, the move is taken back"() {
    const {engine, attempt} = scripted(), {length} = attempt.puzzle.moves;
    const played = attempt.play(cell(10, 7));
    engine.hearState("dead", "gone");
    await played;
    assert.deepEqual([attempt.stage, attempt.game.ply], ["turn", length]);
    const hinted = attempt.solve();
    engine.hearState("dead", "gone");
    await hinted;
    assert.deepEqual([attempt.stage, attempt.game.ply, attempt.isHelped], ["turn", length, false]);
    attempt.tengen.trouble = "It was given up.";
    const again = attempt.play(cell(10, 7));
    assert.equal(attempt.tengen.trouble, "", "it is begun again");
    await engine.answer(machine("answer", {mate: -4, pv: "6,7;11,7"}), "6,7");
    await again;
    assert.equal(attempt.words, "Right. g8 is the longest defence: black wins in 3 moves.");
  },

  async "what was taken back changes nothing any more"() {
    const {engine, attempt} = scripted();
    const played = attempt.play(cell(10, 7));
    attempt.tengen.cancel();
    await played;
    await engine.answer(machine("answer", {mate: -4, pv: "6,7"}), "6,7");
    assert.equal(attempt.stage, "busy");
  },

  "progress is kept"() {
    const progress = new Progress(puzzles, null), [first, second] = progress.chosen;
    assert.deepEqual([progress.shown, progress.rule, progress.grade], [first, 0, 0]);
    progress.solved.add(first.id);
    progress.step(-1);
    assert.equal(progress.shown, progress.chosen.at(-1));
    progress.step(1);
    assert.match(progress.words, /^1 of \d+, solved · 1 solved in this grade$/);
    progress.choose(4, 2);
    assert.deepEqual([progress.shown.rule, gradeOf(progress.shown)], [4, 2]);
    progress.choose(0, 0);
    assert.equal(progress.shown, second);
    const again = new Progress(puzzles, JSON.parse(JSON.stringify(progress.record)));
    assert.deepEqual([again.shown, [...again.solved]], [second, [first.id]]);
    for (const strange of [{}, {solved: 3, shown: "gone"}, "x", {solved: [7, null]}]) assert.equal(new Progress(puzzles, strange).shown, first);
  },
};

let failed = 0;
for (const [called, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok      ${called}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${called}\n${error.stack}`);
  }
}
native.close();
process.exit(failed ? 1 : 0);
