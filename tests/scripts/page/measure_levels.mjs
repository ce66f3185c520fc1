// What the ten levels of the page score against each other: neighbours play games from random openings of three stones, each
// opening twice with colours changed. It makes the table of scripts/page/README.md; no test.
//
// usage: node measure_levels.mjs PROGRAM [GAMES] [TURN_MS] [FROM]    of each pair; TURN_MS is what the last level has for a move

import {LEVELS} from "../../../scripts/page/levels.js";
import {Session, USUAL_SETUP} from "../../../scripts/page/session.js";
import {Tengen} from "../../../scripts/page/tengen.js";
import {NativeEngine} from "./native.mjs";

const [program, games = "40", turn = "1000", from = "0"] = process.argv.slice(2);
const MIDDLE = 7, REACH = 3, STONES = 3, WIDTH = 15;
const ELO_OF_SURE = 800;            // where a side won everything

/** Two engines that share nothing, asked as if they were one: each has its side. */
class Pair {
  trouble = "";
  isReady = true;
  engine = {threads: 1};
  onTrouble = () => {};
  /** @param {[Tengen, Tengen]} sides */
  constructor(sides) { this.sides = sides; }
  ask(question, hear) { return this.sides[question.position.toMove].ask(question, hear); }
  cancel() { for (const side of this.sides) side.cancel(); }
  newGame() { for (const side of this.sides) side.newGame(); }
}

const random = () => MIDDLE - REACH + Math.floor(Math.random() * (2 * REACH + 1));

function opening() {
  const cells = new Set();
  while (cells.size < STONES) cells.add(random() * WIDTH + random());
  return [...cells];
}

/** The result to black: 1, 0.5, 0. @param {Tengen[]} engines @param {number[]} levels @param {number[]} cells */
function play(engines, levels, cells) {
  return new Promise(resolve => {
    const session = new Session(new Pair([engines[0], engines[1]]));
    session.pause = () => {};
    session.reset({...USUAL_SETUP, turnMs: Number(turn), players: levels.map(level => ({level}))}, session.game);
    for (const cell of cells) session.place(cell);
    session.onChange = () => {
      if (!session.isOver) return;
      session.onChange = () => {};
      const {winner} = session.game.result;
      resolve(winner === null ? 0.5 : winner === 0 ? 1 : 0);
    };
    session.changed();
  });
}

/** @param {number} score */
const elo = score => score <= 0 ? -ELO_OF_SURE : score >= 1 ? ELO_OF_SURE : Math.round(-400 * Math.log10(1 / score - 1));

const processes = [new NativeEngine(program), new NativeEngine(program)], engines = processes.map(each => new Tengen(each));
for (let lower = Number(from); lower < LEVELS.length - 1; lower += 1) {
  const upper = lower + 1, results = [];
  for (let game = 0; game < Number(games); game += 2) {
    const cells = opening();
    results.push(await play([engines[0], engines[1]], [upper, lower], cells));
    results.push(1 - await play([engines[1], engines[0]], [lower, upper], cells));
  }
  const score = results.reduce((sum, each) => sum + each, 0) / results.length;
  console.log(`${upper + 1} ${LEVELS[upper].name} against ${lower + 1} ${LEVELS[lower].name}: ${(100 * score).toFixed(0)} %, ${elo(score)} Elo`);
}
for (const each of processes) each.close();
process.exit();
