// Proofs on the page, without a page: every answer of an example, thousands of games by chance through a proof with lemmas, undo,
// and files that are none. usage: node test_proof.mjs

import assert from "node:assert/strict";
import {gzipSync} from "node:zlib";
import {NotAGame} from "../../../../scripts/page/game/files.js";
import {pointName} from "../../../../scripts/page/game/points.js";
import {Guide, isProof, readProof} from "../../../../scripts/page/session/proof.js";
import {BLACK, WHITE} from "../../../../scripts/page/game/rules.js";
import {Session} from "../../../../scripts/page/session/session.js";

const FIVE = 0, MOVE = 1, LEMMA = 2, SAME = 3, GAMES = 1000;

const header = (board, position, attacker = "black") =>
  `TENGEN PROOF 1\nrule 0\nboard ${board}\nwin 3\n${position}\nattacker ${attacker}\nprogram a test\nnodes 3\nend\n`;
const number = value => value < 128 ? [value] : [128 + value % 128, ...number(Math.floor(value / 128))];
const body = ([kind, point, pass, answers]) => [
  ...number(kind), ...number(point), ...(kind === FIVE || kind === SAME ? [] : [
    ...(pass ? [1, ...body(pass)] : [0]), ...number(answers.length), ...answers.flatMap(([cell, node]) => [...number(cell), ...body(node)])])];
const fileOf = (text, bytes) => new Blob([gzipSync(Buffer.concat([Buffer.from(text), Buffer.from(bytes)]))]);
const refuses = async (blob, words) =>
  assert.rejects(readProof(blob), error => error instanceof NotAGame && words.test(error.message), String(words));

/** A session whose engine is never asked. */
function sessionOf() {
  const engine = {trouble: null, newGame() {}, cancel() {}, ask() { throw new Error("no engine is to move"); }};
  const session = new Session(engine), guide = new Guide(session);
  session.onChange = () => guide.attend();
  return {session, guide};
}

const names = session => session.game.moves.slice(0, session.game.ply).map(cell => pointName(cell, session.game.variant.width)).join(" ");

// The example of scripts/proofs/README.md: black plays c2, and then a2 or d2.
const EXAMPLE = [MOVE, 6, [FIVE, 4], [[4, [FIVE, 7]]]];
assert.deepEqual(body(EXAMPLE), [1, 6, 1, 0, 4, 1, 4, 0, 7]);
const example = () => readProof(fileOf(header("4 4", "moves b2 a1"), body(EXAMPLE)));
{
  const {session, guide} = sessionOf();
  guide.open(await example());
  assert.equal(names(session), "b2 a1 c2");
  assert.match(session.remark, /wins in 2 plies at most, with 3 positions/);
  session.play(4);
  assert.equal(names(session), "b2 a1 c2 a2 d2");
  assert.equal(session.game.result?.winner, BLACK);
  session.undo();
  session.undo();
  assert.equal(names(session), "b2 a1 c2", "undone, and nobody answers");
  session.play(15);
  assert.equal(names(session), "b2 a1 c2 d4 a2", "an answer that is not listed is as good as a pass");
  for (let back = 0; back < 3; back += 1) session.undo();
  assert.match(session.remark, /has a move here/);
  session.play(14);
  assert.equal(names(session), "b2 a1 c4");
  session.play(15);
  assert.match(session.remark, /no answer here/);
  session.begin({...session.setup, players: [{level: null}, {level: null}]});
  assert.equal(session.remark, "", "another game");
}

// Every answer, and every answer after it, for a proof with a lemma: whatever white does, black wins.
{
  const [c1, c4, c7, e4, g2, g6, d2] = [2, 23, 44, 25, 13, 41, 10];
  const lemma = [LEMMA, d2, [FIVE, c7], [[c7, [FIVE, e4]]]];
  const root = [MOVE, g2, [MOVE, g6, [FIVE, c1], [[c1, [FIVE, c4]]]], [
    [c1, [MOVE, g6, [FIVE, c4], [[c4, lemma]]]], [c4, [MOVE, g6, [FIVE, c1], [[c1, [SAME, 0]]]]], [g6, [FIVE, c7]]]];
  const position = "stones black a1 b1 a4 b4 f4 g4 a7 b7\nstones white\nturn black";
  const proof = await readProof(fileOf(header("7 7", position), body(root)));
  assert.equal(proof.step(0).plies, 7);
  let state = 5, referred = 0;
  const below = count => (state = (state * 48271) % 0x7fffffff) % count;
  for (let game = 0; game < GAMES; game += 1) {
    const {session, guide} = sessionOf();
    guide.open(proof);
    while (!session.game.result) {
      const empty = [...Array(49).keys()].filter(cell => session.game.fault(cell) === null);
      const wanted = [c1, c4, g6, c7].filter(cell => empty.includes(cell));
      session.play(below(2) && wanted.length ? wanted[below(wanted.length)] : empty[below(empty.length)]);
      assert.equal(session.remark.includes("no answer"), false);
    }
    assert.equal(session.game.result.winner, BLACK);
    referred += session.game.moves.slice(0, 4).join() === [g2, c4, g6, c1].join();
  }
  assert.ok(referred > 0, "the reference was never followed");
}

// White attacks; the files that a page is given.
{
  const proof = await readProof(fileOf(header("4 4", "stones black a1 b3\nstones white b2\nturn white", "white"), [0, 6]));
  assert.equal(proof.header.attacker, WHITE);
  const {session, guide} = sessionOf();
  guide.open(proof);
  assert.equal(session.game.toMove, BLACK);
}
assert.ok(isProof({name: "Win.PROOF"}) && !isProof({name: "win.psq"}));
const good = header("4 4", "moves b2 a1"), bytes = body(EXAMPLE);
await refuses(new Blob(["no gzip"]), /no proof, or it is damaged/);
await refuses(new Blob([gzipSync(Buffer.from(good)).subarray(0, 30)]), /no proof, or it is damaged/);
await refuses(fileOf("something else", []), /no header/);
await refuses(fileOf(good.replace("PROOF 1", "PROOF 2"), bytes), /TENGEN PROOF 1 is missing/);
await refuses(fileOf(good.replace("win 3", "win 5"), bytes), /cannot be played/);
await refuses(fileOf(good.replace("a1", "e1"), bytes), /a point that the board lacks/);
await refuses(fileOf(good.replace("a1", "b2"), bytes), /two stones lie on one point/);
await refuses(fileOf(good, bytes.slice(0, -1)), /ends in the middle/);
await refuses(fileOf(good, [...bytes, 0]), /something follows/);
await refuses(fileOf(good, [SAME, 0]), /refers to what it has not shown/);
await refuses(fileOf(good, [7, 0, 0]), /damaged/);
for (let at = 0; at < bytes.length; at += 1) {
  for (let value = 0; value < 256; value += 5) {
    const changed = bytes.with(at, value);
    await readProof(fileOf(good, changed)).catch(error => assert.ok(error instanceof NotAGame, error));
  }
}
console.log(`proof: an example, ${GAMES} games, files that are none`);
