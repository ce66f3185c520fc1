// Is the review right? Simulated beginners play games, the page reviews them as it reviews those of people (scripts/page/session/session.js,
// review.js), and every position is searched again with ten times the nodes. No position that is won is shown as even, no move that
// throws the game away passes for good, and none that keeps a win for a mistake. And a move is judged alike whatever came afterwards.
// usage: node test_verdicts.mjs PROGRAM; TENGEN_TEST_SCALE=10 for a thousand positions

import assert from "node:assert/strict";
import {chanceOf} from "../../../../scripts/page/analysis/chances.js";
import {pointsText} from "../../../../scripts/page/game/files.js";
import {Game} from "../../../../scripts/page/game/game.js";
import {reviewed} from "../../../../scripts/page/analysis/review.js";
import {RULE_NAMES} from "../../../../scripts/page/game/rules.js";
import {Session} from "../../../../scripts/page/session/session.js";
import {REVIEW_NODES} from "../../../../scripts/page/session/tasks.js";
import {Tengen, UNLIMITED_MS} from "../../../../scripts/page/engine/tengen.js";
import {NativeEngine} from "../support/native.mjs";

const SEED = 46, POSITIONS = 100 * Number(process.env.TENGEN_TEST_SCALE ?? 1);
const NODES = REVIEW_NODES[0], TIMES = 10;
const MOVES_MOST = 40;
const POWERS = [0.6, 0.9, 1.3];         // of the worth of a point, by which moves are drawn: from careless to casual
const EVEN = [0.425, 0.575];            // what chances.js calls even
const DECISIVE = 0.3;                   // of the chance of winning, given away at once
const NEAR = 9;                         // moves of both until a win that a quick review has to see
const FAR_MOST = 0.02;                  // of the positions may have farther wins that it does not see
const RULES = Object.keys(RULE_NAMES).map(Number), SIDE = 15;
const [program] = process.argv.slice(2);

let state = SEED;
const chance = () => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff;

const reviewer = new NativeEngine(program), judge = new NativeEngine(program);
const session = new Session(new Tengen(reviewer)), tengen = new Tengen(judge);
const position = game => ({variant: game.variant, stones: game.stones(), toMove: game.toMove});

/** A point, the likelier the more it is worth. @param {Map<number, number>} worth @param {number} power */
function drawn(worth, power) {
  const weights = [...worth].map(([cell, value]) => [cell, Math.max(0, value) ** power]);
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  let left = chance() * sum;
  return (weights.find(([, weight]) => (left -= weight) < 0) ?? weights[0])[0];
}

/** A game of two beginners. */
async function played(rule) {
  const game = new Game({rule, width: SIDE, height: SIDE, winLength: 5});
  const powers = [0, 1].map(() => POWERS[Math.floor(chance() * POWERS.length)]);
  while (!game.result && game.ply < MOVES_MOST) {
    const {worth} = await tengen.ask({kind: "worth", position: position(game), info: {}});
    game.play(drawn(new Map([...worth].filter(([cell]) => game.fault(cell) === null)), powers[game.toMove]));
  }
  return game;
}

/** What the page judges of every position. */
const review = (game, nodes = NODES) => new Promise(done => {
  session.load(game);
  session.onChange = () => { if (!session.review && !session.task) done(session.judged); };
  session.startReview(nodes);
}).finally(() => { session.onChange = () => {}; });

/** What a longer search makes of every position that the stones do not decide, by ply. */
async function searched(game) {
  const values = [];
  for (let ply = 0; ply <= game.moves.length; ply += 1) {
    game.goTo(ply);
    if (game.result) break;
    const info = {max_node: NODES * TIMES, thread_num: 1, timeout_turn: UNLIMITED_MS};
    const {thought} = await tengen.ask({kind: "best", position: position(game), info});
    values.push(thought.value);
  }
  return values;
}

/** @typedef {import("../../../../scripts/page/engine/tengen.js").Value} Value */

/** Is that proven, so soon that the review has to see it? @param {Value} value */
const isNear = ({winsIn}) => winsIn !== null && Math.abs(winsIn) <= NEAR;
const isWin = ({winsIn}) => winsIn !== null && winsIn > 0, isLoss = ({winsIn}) => winsIn !== null && winsIn < 0;
const isEven = value => chanceOf(value) > EVEN[0] && chanceOf(value) < EVEN[1];
const words = ({score, winsIn}) => winsIn === null ? `${score}` : `${winsIn > 0 ? "win" : "loss"} in ${Math.abs(winsIn)}`;

/**
 * What is wrong with the verdict on a move, in words, or null; and whether it counts.
 * @param {Value} value before the move @param {Value} next after it, to the other side @param {string} verdict
 */
function faultOfVerdict(value, next, verdict) {
  const given = chanceOf(value) - (1 - chanceOf(next)), isBad = ["mistake", "missed", "losing"].includes(verdict);
  const isDecisive = given >= DECISIVE && (isWin(value) || isWin(next));
  const isKept = isWin(value) && isLoss(next);
  if (isDecisive && !isBad) return {what: `${words(value)} to ${words(next)} is ${verdict}`, isNear: isNear(isWin(next) ? next : value)};
  return isKept && isBad ? {what: `the win is kept, and it is ${verdict}`, isNear: isNear(next)} : null;
}

const counts = {positions: 0, decided: 0, blunders: 0, far: 0}, faults = [];
for (let each = 0; counts.positions < POSITIONS; each += 1) {
  const game = await played(RULES[each % RULES.length]), judged = await review(game), values = await searched(game);
  const verdicts = new Map(reviewed(game, judged).map(({at, verdict}) => [at, verdict]));
  const note = fault => {
    if (fault.isNear) faults.push(`${RULE_NAMES[game.variant.rule]} ${pointsText(game.moves, SIDE)}: ${fault.what}`);
    else counts.far += 1;
  };
  for (const [ply, value] of values.entries()) {
    counts.positions += 1;
    const shown = judged.get(game.moves.slice(0, ply).join())?.value, next = values[ply + 1];
    if (value.winsIn !== null) {
      counts.decided += 1;
      const what = `${words(value)} after ${ply} moves, shown as ${shown ? words(shown) : "nothing"}`;
      if (!shown || isEven(shown)) note({what, isNear: isNear(value)});
    }
    if (!next) continue;
    if (isWin(next) && chanceOf(value) - (1 - chanceOf(next)) >= DECISIVE) counts.blunders += 1;
    const fault = faultOfVerdict(value, next, verdicts.get(ply));
    if (fault) note({...fault, what: `move ${ply + 1}: ${fault.what}`});
  }
}
/** Two games that part after five moves: until then each position is judged alike. */
const common = [[7, 7], [6, 8], [8, 7], [6, 6], [9, 7]], shared = [];
for (const others of [[[4, 4]], [[10, 7], [7, 5], [7, 4], [8, 4], [9, 3]]]) {
  const game = new Game({rule: 0, width: SIDE, height: SIDE, winLength: 5});
  for (const [column, row] of [...common, ...others]) game.play(row * SIDE + column);
  const judged = await review(game, REVIEW_NODES[1]);
  shared.push(Array.from({length: common.length + 1}, (_, ply) => judged.get(game.moves.slice(0, ply).join())));
}
assert.deepEqual(shared[0], shared[1], "what came afterwards has a say");
reviewer.close();
judge.close();
const {positions, decided, blunders, far} = counts;
console.log(`verdicts: ${positions} positions, ${decided} of them decided, ${blunders} decisive blunders; ${far} too far for a quick review`);
assert.deepEqual(faults, []);
assert.equal(far <= positions * FAR_MOST, true, `${far} far wins are not seen`);
assert.equal(decided > positions / 10 && blunders > 0, true, "beginners win and blunder");
