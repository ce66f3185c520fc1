// Does the page say what the engine found? Its lines in order, each move once, everything from black's side, and no more certain
// than it is (scripts/page/analysis/analysis.js, chances.js); is a line shown as people step through it (shown_line.js), and a review summed
// up (review.js)?

import assert from "node:assert/strict";
import {Analyses, Analysis, effortWords} from "../../../../scripts/page/analysis/analysis.js";
import {blackChance, chanceWords, shortValueWords, valueWords} from "../../../../scripts/page/analysis/chances.js";
import {mistakesOf, nextMistake, tally} from "../../../../scripts/page/analysis/review.js";
import {BLACK, WHITE} from "../../../../scripts/page/game/rules.js";
import {ShownLine} from "../../../../scripts/page/analysis/shown_line.js";

const score = value => ({score: value, winsIn: null}), mate = moves => ({score: Math.sign(moves) * 30_000, winsIn: moves});
const NONE = {nodes: 0, ms: 0};

/** An analysis that heard these, as [depth, move, value], each after 100 more positions and 10 more milliseconds. */
function heard(...said) {
  const analysis = new Analysis();
  for (const [at, [depth, move, value]] of said.entries()) {
    analysis.hear({rank: 1, depth, value, nodes: 100 * (at + 1), ms: 10 * (at + 1), line: [move, 99]}, NONE);
  }
  return analysis;
}
const movesOf = (analysis, count) => analysis.lines(count).map(({line}) => line[0]);

// --- lines -----------------------------------------------------------------------------------------------------------

/** The engine tells the third best with a better value than the best: people want them in order. */
assert.deepEqual(movesOf(heard([6, 1, score(659)], [6, 2, score(659)], [6, 3, score(730)]), 3), [3, 1, 2]);

/** In the middle of a deeper search a move that comes again takes the place of its old entry, wherever that was. */
const half = heard([22, 1, score(-545)], [22, 2, score(-556)], [22, 3, score(-560)], [23, 2, score(-540)]);
assert.deepEqual(half.lines(3).map(({line, depth}) => [line[0], depth]), [[2, 23], [1, 22], [3, 22]]);

/** A new candidate takes the place of the worst of the old ones, and a search that is done has none of them. */
const another = heard([22, 1, score(50)], [22, 2, score(40)], [23, 4, score(10)]);
assert.deepEqual(movesOf(another, 2), [1, 4]);
another.hear({rank: 2, depth: 23, value: score(5), nodes: 400, ms: 40, line: [2]}, NONE);
assert.deepEqual(movesOf(another, 2), [4, 2]);

/** A proven win stands first, however high an estimate is, the sooner the better; of losses the later is the better. */
assert.deepEqual(movesOf(heard([9, 1, score(1008)], [9, 2, mate(27)], [9, 3, mate(7)], [9, 4, mate(-8)], [9, 5, mate(-20)], [9, 6, score(-5000)]), 6),
                 [3, 2, 1, 6, 5, 4]);
assert.deepEqual(movesOf(heard([9, 1, mate(27)], [10, 2, score(900)], [10, 3, score(800)]), 2), [1, 2]);

/** What was proven stays so, and what was searched more deeply, too: a search that is begun again comes through lower depths. */
const again = heard([12, 1, mate(9)], [12, 2, score(30)], [13, 1, score(40)], [3, 2, score(90)]);
assert.deepEqual(again.lines(2).map(({value}) => value), [mate(9), score(30)]);
assert.equal(again.depth, 12);

/** A search that goes on counts on. */
again.hear({rank: 1, depth: 1, value: score(0), nodes: 50, ms: 5, line: [7]}, again.effort);
assert.deepEqual(again.effort, {nodes: 450, ms: 45});
assert.match(effortWords({depth: 12, effort: {nodes: 1_234_567, ms: 2000}}), /^Depth 12, 1.2M positions, 617.3K a second, 2 s$/);
assert.equal(effortWords(heard([0, 1, mate(3)])), "Found without a search.");

/** A position is the same however it came about, and another one for the other side. */
const analyses = new Analyses(), variant = {rule: 0, width: 15, height: 15, winLength: 5};
const stones = [{cell: 3, colour: BLACK}, {cell: 14, colour: WHITE}, {cell: 5, colour: BLACK}, {cell: 6, colour: WHITE}];
const found = analyses.open({variant, stones, toMove: BLACK});
found.hear({rank: 1, depth: 5, value: score(9), nodes: 9, ms: 9, line: [7]}, NONE);
assert.equal(analyses.of({variant, stones: [stones[2], stones[3], stones[0], stones[1]], toMove: BLACK}), found);
assert.equal(analyses.of({variant, stones, toMove: WHITE}).moves.size, 0);
assert.equal(analyses.kept.size, 1, "what is only looked at is not kept");
assert.notEqual(analyses.of({variant: {...variant, rule: 4}, stones, toMove: BLACK}), found);

// --- words -----------------------------------------------------------------------------------------------------------

/** Everything is said from black's side. */
assert.equal(chanceWords(score(-149), WHITE), "Black is better: 70 % for black");
assert.equal(valueWords(score(-149), WHITE), "70 %");
assert.equal(shortValueWords(score(-149), WHITE), "70");
assert.equal(chanceWords(score(149), WHITE), "White is better: 30 % for black");
assert.equal(chanceWords(score(-20), BLACK), "Even: 47 % for black");
assert.equal(valueWords(mate(7), WHITE), "White wins in 7");
assert.equal(shortValueWords(mate(7), WHITE), "−7");
assert.equal(shortValueWords(mate(-8), WHITE), "+8");
assert.equal(chanceWords(mate(-8), WHITE), "Black wins by force, in 8 moves of both sides at most");

/** The words are those of the number that is said: 69.6 % is 70 %, and so is 70.4 %. */
for (let value = -3000; value <= 3000; value += 1) {
  const [, words, percent] = /^(.*): (\d+) %/.exec(chanceWords(score(value), BLACK)), better = Math.max(percent, 100 - percent);
  const expected = [[97, "is winning"], [85, "is much better"], [70, "is better"], [57, "is slightly better"], [50, "Even"]]
    .find(([from]) => better >= from)[1];
  assert.equal(words.replace(/^(Black|White) /, ""), expected, `${value}: ${words}, ${percent} %`);
}

/** Certain is only what is proven. */
for (const estimate of [score(1008), score(20_000)]) {
  assert.equal(valueWords(estimate, BLACK), "99 %");
  assert.equal(valueWords(estimate, WHITE), "1 %");
  assert.equal(shortValueWords(estimate, BLACK), "99");
  assert.equal(blackChance(estimate, BLACK) < 1, true);
}
assert.equal(blackChance(mate(3), BLACK), 1);

// --- the line that is shown ------------------------------------------------------------------------------------------

const shown = new ShownLine();
assert.equal(shown.step(1, 4), false);
shown.choose(4, [1, 2, 3]);
assert.deepEqual(shown.at(4), [1, 2, 3]);
assert.deepEqual(shown.at(5), []);
assert.equal(shown.isChosen(4, 1) && !shown.isChosen(4, 2) && !shown.isChosen(5, 1), true);

/** Shown whole it goes on with the analysis; stepped through it stays as it is. */
shown.follow(4, [[7, 8], [1, 2, 5, 6]]);
assert.deepEqual(shown.at(4), [1, 2, 5, 6]);
assert.equal(shown.step(-1, 4), true);
shown.follow(4, [[1, 9]]);
assert.deepEqual(shown.at(4), [1, 2, 5]);
for (let each = 0; each < 5; each += 1) shown.step(-1, 4);
assert.deepEqual(shown.at(4), [1]);
for (let each = 0; each < 5; each += 1) shown.step(1, 4);
assert.deepEqual(shown.at(4), [1, 2, 5, 6]);

/** The pointer passes over others, and the chosen one is back afterwards. */
shown.pass(4, [7, 8], 1);
assert.deepEqual(shown.at(4), [7]);
shown.leave();
assert.deepEqual(shown.at(4), [1, 2, 5, 6]);

/** It closes by being chosen again, and at once. */
shown.choose(4, [1, 2, 5, 6]);
assert.deepEqual(shown.at(4), []);
shown.choose(4, [1, 2, 5, 6], 2);
assert.equal(shown.close(), true);
assert.equal(shown.close(), false);

/** The mistake that was played instead is shown with the line, and not with another. */
shown.choose(4, [1, 2], 2, 9);
assert.equal(shown.playedAt(4), 9);
assert.equal(shown.playedAt(3), null);
shown.pass(4, [7]);
assert.equal(shown.playedAt(4), null);

// --- a review --------------------------------------------------------------------------------------------------------

const move = (at, verdict, before, after) => ({at, colour: at % 2 ? WHITE : BLACK, cell: at, verdict, before, after, better: []});
const game = [move(0, "good", 0.5, 0.5), move(1, "doubtful", 0.5, 0.39), move(2, "good", 0.6, 0.62), move(3, "losing", 0.4, 0), move(4, "good", 1, 1)];
const [black, white] = tally(game);
assert.deepEqual([black.accuracy, black.mistakes, black.moves], [1, 0, 3]);
assert.deepEqual([white.accuracy.toFixed(3), white.mistakes, white.doubtful], ["0.250", 1, 1], "half of a doubtful move, nothing of a lost game");
assert.deepEqual(mistakesOf(game).map(({at}) => at), [1, 3]);
assert.deepEqual([0, 1, 2, 3, 4].map(at => nextMistake(game, at).at), [1, 1, 3, 3, 1]);
assert.equal(nextMistake([], 0), undefined);

// --- what is kept until the page is loaded again -----------------------------------------------------------------------

const thought = {rank: 1, depth: 7, value: score(30), nodes: 900, ms: 9, line: [20, 21]};
const before = new Analyses(), place = {variant, stones, toMove: BLACK};
before.open(place).hear(thought, NONE);
before.open({...place, toMove: WHITE});     // nothing was found of it
const record = JSON.parse(JSON.stringify(before.record())), after = new Analyses();
after.resume(record);
assert.equal(record.length, 1);
assert.deepEqual([after.of(place).lines(3), after.of(place).depth, after.of(place).effort], [[thought], 7, {nodes: 900, ms: 9}]);
const words = JSON.stringify(record);
for (const {0: value, index} of words.matchAll(/(?<=[:,[])(-?\d+|"[^"]*"|true|false|null)(?=[,}\]])/g)) {
  for (const other of ["null", "-1", "9999", "[]", "\"a\""]) {
    const junk = new Analyses();
    junk.resume(JSON.parse(words.slice(0, index) + other + words.slice(index + value.length)));
    for (const {line} of junk.of(place).lines(3)) assert.equal(line.every(cell => cell >= 0 && cell < 225), true, other);
  }
}
for (const junk of [null, 5, {}, [null], [{key: "x"}]]) after.resume(junk);
for (let cell = 0; cell < 150; cell += 1) after.open({...place, stones: [{cell, colour: BLACK}]}).hear(thought, NONE);
assert.equal(after.record().length, 100, "the last ones");
