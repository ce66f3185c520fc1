// Judges the moves of a game by what the engine thinks of the positions before and after them: how much of the chance
// of winning a move gave away, whether it missed a win or walked into one, and what would have been better.

import {BLACK, WHITE} from "../game/rules.js";
import {blackChance, chanceOf} from "./chances.js";
import {t} from "../languages/texts.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {import("../engine/tengen.js").Value} Value */
/** @typedef {import("../session/judging.js").Judged} Judged */
/** @typedef {"mistake" | "doubtful" | "missed" | "losing" | "good"} Verdict */
/**
 * @typedef {object} MoveReview
 * @property {number} at  its place among the moves, from 0
 * @property {Colour} colour
 * @property {number} cell
 * @property {Verdict} verdict
 * @property {number} before  the mover's chance with the best move, 0 to 1
 * @property {number} after  the mover's chance after the move
 * @property {number[]} better  the line that the engine would have played; empty if the move was as good
 */

// Given away of the chance of winning: from here on a move is doubtful, and from here on a mistake.
const DOUBTFUL = 0.1, MISTAKE = 0.22;
// Who had hardly a chance left loses nothing by losing.
const HARDLY = 0.05;

/** @type {Record<Verdict, string>} */
export const VERDICT_WORDS = {
  missed: t("misses a win"), losing: t("lets the opponent win"),
  mistake: t("mistake"), doubtful: t("doubtful"), good: t("good"),
};

/** The key of the position after so many moves, as Session names it. @param {Game} game @param {number} ply */
const keyOf = (game, ply) => game.moves.slice(0, ply).join();

/**
 * The value of a position to its side to move: decided by the stones, or what the engine thought of it.
 * @param {Game} game @param {Map<string, Judged>} judged @param {number} ply
 * @param {import("../game/game.js").Result | null} ending
 * of the last position, if the stones decide it
 * @returns {Value | null}
 */
function valueAt(game, judged, ply, ending) {
  if (ply === game.moves.length && ending) {
    if (ending.winner === null) return {score: 0, winsIn: null};
    return ending.winner === game.colourOf(ply) ? {score: 1, winsIn: 1} : {score: -1, winsIn: -1};
  }
  return judged.get(keyOf(game, ply))?.value ?? null;
}

/** How the last position stands by its stones alone. @param {Game} game */
function endingOf(game) {
  const shown = game.ply;
  game.goTo(game.moves.length);
  const ending = game.result === game.ending ? null : game.result;
  game.goTo(shown);
  return ending;
}

/**
 * Of every move that can be judged, what is to be said.
 * @param {Game} game @param {Map<string, Judged>} judged
 * @param {number} given of the moves, which no player has chosen: nothing
 * is said of them
 * @returns {MoveReview[]}
 */
export function reviewed(game, judged, given = 0) {
  const ending = endingOf(game), found = [];
  for (const [at, cell] of game.moves.entries()) {
    if (at < given) continue;
    const best = judged.get(keyOf(game, at)), next = valueAt(game, judged, at + 1, ending);
    if (!best || !next) continue;
    const judgement = judgementOf(best, next, cell);
    const better = judgement.verdict === "good" ? [] : best.line;
    found.push({at, colour: game.colourOf(at), cell, ...judgement, better});
  }
  return found;
}

/**
 * What is to be said of a move, and the mover's chances before and after it.
 * @param {Judged} best what the engine thought of the position before @param {Value} next of the opponent, after it
 * @param {number} cell
 */
export function judgementOf(best, next, cell) {
  const before = chanceOf(best.value), after = 1 - chanceOf(next);
  return {before, after, verdict: best.line[0] === cell ? "good" : verdictOf(best.value, next, before - after)};
}

/** @param {Value} best of the mover @param {Value} next of the opponent @param {number} given @returns {Verdict} */
function verdictOf(best, next, given) {
  const hadWin = best.winsIn !== null && best.winsIn > 0, hadLost = best.winsIn !== null && best.winsIn < 0;
  const keepsWin = next.winsIn !== null && next.winsIn < 0, loses = next.winsIn !== null && next.winsIn > 0;
  if (hadWin && !keepsWin) return given >= DOUBTFUL ? "missed" : "good";
  if (loses && !hadLost && given >= HARDLY) return "losing";
  return given >= MISTAKE ? "mistake" : given >= DOUBTFUL ? "doubtful" : "good";
}

/**
 * Black's chance after every number of moves that the engine has an opinion of: [ply, chance].
 * @param {Game} game @param {Map<string, Judged>} judged @returns {[number, number][]}
 */
export function chancesOf(game, judged) {
  const ending = endingOf(game);
  /** @type {[number, number][]} */
  const found = [];
  for (let ply = 0; ply <= game.moves.length; ply += 1) {
    const value = valueAt(game, judged, ply, ending);
    if (value) {
      const isDrawn = ending?.winner === null && ply === game.moves.length;
      found.push([ply, isDrawn ? 0.5 : blackChance(value, game.colourOf(ply))]);
    }
  }
  return found;
}

/** How many moves of each side were what. @param {MoveReview[]} moves */
export function tally(moves) {
  return [BLACK, WHITE].map(colour => {
    const own = moves.filter(move => move.colour === colour);
    const mistakes = own.filter(isBad).length, doubtful = mistakesOf(own).length - mistakes;
    return {moves: own.length, doubtful, mistakes, accuracy: accuracyOf(own)};
  });
}

/**
 * How well somebody played, from 0 to 1: a move that gives nothing away counts whole, one that gives away as much as a
 * mistake not at all, and what lies between counts in proportion. 1 without a move.
 * @param {MoveReview[]} moves
 */
function accuracyOf(moves) {
  const worths = moves.map(({verdict, before, after}) =>
    verdict === "good" ? 1 : Math.max(0, 1 - (before - after) / MISTAKE));
  return worths.length ? worths.reduce((sum, worth) => sum + worth, 0) / worths.length : 1;
}

/** Is that more than doubtful? @param {MoveReview} move */
export const isBad = ({verdict}) => verdict === "mistake" || verdict === "missed" || verdict === "losing";

/** What there is to learn from: every move that was not good. @param {MoveReview[]} moves */
export const mistakesOf = moves => moves.filter(({verdict}) => verdict !== "good");

/**
 * The next one behind a place of the game; after the last the first again.
 * @param {MoveReview[]} moves @param {number} at from that move on @returns {MoveReview | undefined}
 */
export function nextMistake(moves, at) {
  const mistakes = mistakesOf(moves);
  return mistakes.find(move => move.at >= at) ?? mistakes[0];
}

