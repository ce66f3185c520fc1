// What the engine is to do next follows from the state of a session alone: what it is asked then, and what becomes of
// its answer. The session compares the task that is wanted with the one that is out, so nothing here begins or ends
// one.

import {FULL_LEVEL, LEVELS, USUAL_LEVEL} from "../engine/levels.js";
import {UNLIMITED_MS} from "../engine/tengen.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {import("../engine/tengen.js").Thought} Thought */
/** @typedef {import("../engine/tengen.js").Answer} Answer */
/** @typedef {import("../engine/tengen.js").Question} Question */
/** @typedef {{key: string, question: Question, hear: (thought: Thought) => void,
 *             take: (answer: Answer) => void}} Task */

const HINT_MS = 1500;
const MEGABYTE = 1_000_000, SECOND_MS = 1000;
const SHORTEST_TURN_MS = 50;        // for an engine whose clock is nearly down
export const REVIEW_NODES = [5000, 20_000, 100_000];
const TRIAL_NODES = REVIEW_NODES[1];

/** The one task of the engine now; null: none. @param {Session} session @returns {Task | null} */
export function wanted(session) {
  const {review, trial} = session, key = session.key();
  if (session.tengen.trouble || session.isAside) return null;
  if (review) return reviewTask(session, review);
  if (trial && trial.cell !== null && !session.judged.suffice(trial.key, TRIAL_NODES)) {
    return trialTask(session, trial.cell);
  }
  if (session.isOver) return null;
  if (session.expectsEngine) return session.isPausing || awaitsPeople(session) ? null : playTask(session);
  if (session.wantsHint) return hintTask(session, key);
  if (session.wantsBalance) return balanceTask(session, key);
  const asked = session.askedHere.find(each => !session.judged.suffice(each.key, TRIAL_NODES));
  if (asked) return trialTask(session, asked.cell);
  if (session.shows("worth") && !session.worth.has(key)) {
    return tellTask(session, {kind: "worth"}, {}, ({worth}) => { session.worth.set(key, worth); });
  }
  if (session.shows("openings") && !session.explored.has(key)) {
    return tellTask(session, {kind: "known"}, {}, answer => { session.explored.set(key, answer); });
  }
  return session.isAnalysing && !session.isUnseen ? analysisTask(session, key) : null;
}

/**
 * Engines among themselves play for those who look on; a move that is thought of is finished.
 * @param {Session} session
 */
const awaitsPeople = session => session.isUnseen && !session.hasPerson && !session.isThinking;

/** @param {Session} session @param {Record<string, number>} changes */
const info = (session, changes) => ({
  timeout_turn: UNLIMITED_MS, max_node: 0, max_depth: 0, max_memory: session.limits.memory * MEGABYTE,
  thread_num: threadsOf(session), ...changes,
});

/** As many as are wanted, or as the engine can have. @param {Session} session */
const threadsOf = ({limits, tengen: {engine}}) =>
  limits.threads ? Math.min(limits.threads, engine.threads) : engine.threads;

/** What an analysis may take. @param {Session} session */
const analysisInfo = session => info(session, {
  max_depth: session.limits.depth,
  timeout_turn: session.limits.seconds ? session.limits.seconds * SECOND_MS : UNLIMITED_MS,
});

// --- playing ---------------------------------------------------------------------------------------------------------

/** @param {Session} session @returns {Task} */
function playTask(session) {
  const {actor, opening: {stage}} = session;
  const place = session.players[actor].level ?? session.standIn?.level ?? USUAL_LEVEL;
  const position = session.position(), key = `play ${actor} ${place} ${stage?.opening.acts.length} ${session.key()}`;
  const hear = (/** @type {Thought} */ thought) => { session.thought = thought; };
  if (session.needsBalance || stage) {
    /** @type {Partial<Question> & {kind: import("../engine/tengen.js").Kind}} */
    const asked = session.needsBalance ? {kind: "balance", count: 2} : {kind: "opening", opening: stage?.opening};
    const take = (/** @type {Answer} */ answer) =>
      session.needsBalance ? takeBalance(session, answer) : session.opening.take(answer);
    return {...tellTask(session, asked, {timeout_turn: HINT_MS}, take), key};
  }
  const limits = info(session, {timeout_turn: turnMs(session, actor), strength: LEVELS[place].strength});
  return {key, question: {kind: "move", position, info: limits}, hear,
          take: answer => takeMove(session, answer, place === FULL_LEVEL)};
}

/** What the engine may take for a move of that side. @param {Session} session @param {Colour} colour */
function turnMs({clock, game, setup}, colour) {
  const left = clock.left(game, colour);
  if (left === null) return setup.turnMs;
  const share = Math.max(SHORTEST_TURN_MS, left / 20 + setup.incrementMs * 0.8);
  return Math.round(Math.min(setup.turnMs, share));
}

/**
 * What a level below full strength thinks is no judgement.
 * @param {Session} session @param {Answer} answer @param {boolean} isFull
 */
function takeMove(session, {moves, thought}, isFull) {
  if (thought && isFull) session.judged.keep(session.key(), thought);
  session.thought = thought;
  session.pause();
  session.place(moves[0]);
}

/** @param {Session} session @param {Answer} answer */
function takeBalance(session, {moves}) {
  session.needsBalance = false;
  for (const cell of moves) session.place(cell);
}

// --- telling about the position shown --------------------------------------------------------------------------------

/**
 * A question about it that is answered once.
 * @param {Session} session @param {Partial<Question> & {kind: import("../engine/tengen.js").Kind}} question
 * @param {Record<string, number>} limits @param {(answer: Answer) => void} take @returns {Task}
 */
const tellTask = (session, question, limits, take) => ({
  key: `${question.kind} ${question.count ?? ""} ${session.key()}`, hear: () => {}, take,
  question: {...question, position: session.position(), info: info(session, limits)},
});

/** @param {Session} session @param {string} key */
const hintTask = (session, key) => tellTask(session, {kind: "best"}, {timeout_turn: HINT_MS}, ({moves, thought}) => {
  session.wantsHint = false;
  session.hint = {key, cell: moves[0], thought};
  if (thought) session.judged.keep(key, thought);
});

/** @param {Session} session @param {string} key */
const balanceTask = (session, key) =>
  tellTask(session, {kind: "balance", count: session.wantsBalance}, {timeout_turn: HINT_MS}, ({moves}) => {
    session.wantsBalance = 0;
    session.balance = {key, cells: moves};
  });

/**
 * Nothing, if the engine has no more to say of the position.
 * @param {Session} session @param {string} key @returns {Task | null}
 */
function analysisTask(session, key) {
  const count = session.analysisLines;
  const excluded = session.excludedHere();
  const analysis = session.analyses.open(session.position(), excluded);
  const before = analysis.effort;
  if (analysis.answered >= count) return null;
  return {
    key: `analysis ${count} ${key} ${excluded} ${JSON.stringify(session.limits)}`,
    question: {kind: "best", position: session.position(), count, excluded, info: analysisInfo(session)},
    hear: thought => {
      analysis.hear(thought, before);
      if (thought.rank === 1 && thought.depth > 1) analysis.asked = count;        // depth 1 has named all its lines
      const [best] = analysis.lines(1);
      if (best && !excluded.length) session.judged.keep(key, {...best, nodes: analysis.effort.nodes});
    },
    take: () => { analysis.answered = analysis.asked = count; },
  };
}

// --- judging ---------------------------------------------------------------------------------------------------------

/** @param {Session} session @param {NonNullable<Session["review"]>} review @returns {Task} */
const reviewTask = (session, {ply, nodes}) =>
  judgeTask(session, "review", session.game.moves.slice(0, ply), nodes, () => session.advanceReview(ply - 1));

/** @param {Session} session @param {number} cell @returns {Task} */
const trialTask = (session, cell) =>
  judgeTask(session, "trial", [...session.game.moves.slice(0, session.game.ply), cell], TRIAL_NODES, () => {});

/**
 * Judges the position after these moves, and by it alone: a move is judged alike in every game that leads to it.
 * @param {Session} session @param {string} name @param {number[]} moves @param {number} nodes @param {() => void} done
 * @returns {Task}
 */
function judgeTask(session, name, moves, nodes, done) {
  const {game} = session, key = moves.join();
  const stones = [...game.start.stones, ...moves.map((cell, at) => ({cell, colour: game.colourOf(at)}))];
  return {
    key: `${name} ${nodes} ${key}`, hear: () => {},
    question: {kind: "best", isFresh: true, info: info(session, {max_node: nodes, thread_num: 1}),
               position: {variant: game.variant, stones, toMove: game.colourOf(moves.length)}},
    take: ({thought}) => {
      if (thought) session.judged.keep(key, {...thought, nodes: Math.max(nodes, thought.nodes)});
      done();
    },
  };
}
