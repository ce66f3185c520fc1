// What was played: the data of the page, unpacked, and the words for it. report.py packs it.

import {byId} from "page/browser/elements.js";
import {columnName} from "page/game/points.js";

export const BLACK = 0;
export const COLOUR = ["black", "white"];

export const data = JSON.parse(byId("data").textContent ?? "");
export const games = data.games.map(unpackedGame);
export const placeOfNumber = new Map(games.map((game, place) => [game.number, place]));

function unpackedGame([number, black, white, opening, moves, doubled, reason, words, winning, seconds, plies]) {
  return {number, sides: [black, white], opening, moves: unpackedPoints(moves), points: [doubled / 2, 1 - doubled / 2],
          reason, words, winning, seconds, plies};
}

export function unpackedPoints(text) {
  const points = [];
  for (let at = 0; at < text.length; at += 2) points.push([parseInt(text[at], 32), parseInt(text[at + 1], 32)]);
  return points;
}

/** What the engines reported of each move after the opening. It is unpacked when a game is opened, not before. */
export function pliesOf(game) {
  const whole = text => text === "" ? null : parseInt(text, 36);
  const decimal = text => text === "" ? null : Number(text);
  const [ms, score, mate, depth, nodes] = game.plies.map(column => column.split(" "));
  return ms.map((_, at) => ({
    ms: whole(ms[at]), score: decimal(score[at] ?? ""), mate: whole(mate[at] ?? ""),
    depth: whole(depth[at] ?? ""), nodes: whole(nodes[at] ?? ""),
  })).filter(ply => ply.ms !== null);
}

// --- games and players --------------------------------------------------------------------------------------------------

export const nameOf = player => data.players[player].name;
export const gameLink = (game, ply) => `#game=${game.number}` + (ply === undefined ? "" : `&ply=${ply}`);
export const winnerOf = game => game.points[BLACK] === 0.5 ? null : game.points[BLACK] === 1 ? 0 : 1;
export const hasFailed = game => data.failures.includes(game.reason);

export function outcome(game) {
  const winner = winnerOf(game);
  return winner === null ? "a draw" : `${nameOf(game.sides[winner])} won with ${COLOUR[winner]}`;
}

// --- words ----------------------------------------------------------------------------------------------------------------

export const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
export const pointsWord = points => points === 0.5 ? "½" : String(points);
export const halves = points => (points >= 1 || points === 0 ? Math.floor(points) : "") + (points % 1 ? "½" : "");
export const signed = value => value === 0 ? "0" : (value < 0 ? "−" : "+") + Math.abs(value).toLocaleString("en");
export const percent = value => `${(100 * value).toFixed(1)}\u00a0%`;
export const duration = ms => ms === null ? "–" : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
export const moveWord = ([x, y]) => columnName(x) + (y + 1);

export function thousands(value) {
  if (value === null) return "–";
  if (value < 10000) return Math.round(value).toLocaleString("en");
  return value < 1e6 ? `${Math.round(value / 1e3)}k` : `${(value / 1e6).toFixed(value < 1e7 ? 2 : 1)}M`;
}

export function scoreWord(ply) {
  if (ply.mate !== null) return ply.mate < 0 ? `loss in ${-ply.mate}` : `win in ${ply.mate}`;
  return ply.score === null ? "–" : signed(ply.score);
}

export const withName = (name, words) => words.startsWith(name) ? words : `${name}: ${words}`;
export const capital = words => words.charAt(0).toUpperCase() + words.slice(1);
