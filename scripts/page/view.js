// Draws a session: players and clocks, the board, what there is to say, moves, thoughts, the review. It changes nothing in the
// session; buttons and dialogs are wired in main.js. Each part is drawn again only when what it shows is different.

import {Balance} from "./balance.js";
import {BoardView, lineStones} from "./board_view.js";
import {COLOURS} from "./board_picture.js";
import {AnalysisPanel} from "./analysis_panel.js";
import {NAMES, blackChance, percentWords, shortValueWords} from "./chances.js";
import {Part, byId, element} from "./elements.js";
import {FIVE_REASON, FULL_REASON, RESIGNED_REASON, STUCK_REASON, TIME_REASON} from "./game.js";
import {LEVELS} from "./levels.js";
import {MovesPanel} from "./moves_panel.js";
import {pointName} from "./points.js";
import {VERDICT_WORDS, isBad, reviewed} from "./review.js";
import {ReviewPanel} from "./review_panel.js";
import {BLACK, FREESTYLE, RULE_NAMES, WHITE, opposite} from "./rules.js";
import {ShownLine} from "./shown_line.js";
import {KINDS, threatSign, threatWords, threats} from "./threats.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./rules.js").Colour} Colour */
/** @typedef {import("./tree.js").Move} Move */
/** @typedef {import("./board_view.js").Mark} Mark */

const LOW_MS = 20_000;
/** What the button of the engine says, with room and without. @type {Record<string, [string, string]>} */
const GO_WORDS = {stands: ["Tengen moves here", "Move"], thinks: ["Move now", "Now"], dead: ["Start the engine again", "Start"]};
const COUNT_WORDS = ["", "", "", "three", "four", "five"];
const USUAL_LENGTH = 5;

export class View {
  /** @param {Session} session @param {{play: (cell: number) => void, show: (ply: number) => void, visit: (move: Move) => void, choose: (choice: string) => void}} actions */
  constructor(session, actions) {
    this.session = session;
    this.actions = actions;
    this.hasNumbers = false;
    this.hasThreats = false;
    /** @type {import("./editor.js").Editor | null} while a position is edited */
    this.editor = null;
    this.shown = new ShownLine();
    /** The analysis is looked at: its moves are marked on the board. */
    this.hasAnalysis = false;
    this.board = new BoardView(byId("board"), actions.play);
    this.balance = new Balance(byId("balance"));
    this.moves = new MovesPanel(session, actions);
    const inPanel = {show: actions.show, ask: () => this.ask()};
    this.analysis = new AnalysisPanel(session, this.shown, inPanel);
    this.review = new ReviewPanel(session, this.shown, inPanel);
    this.parts = {
      players: [0, 1].map(colour => new Part(`player-${colour}`, state => playerParts(state))),
      status: new Part("status", words => [words]),
      go: new Part("go", words => goParts(words)),
      choice: new Part("choice", stage => this.choiceParts(stage)),
      variant: new Part("variant", words => [words]),
      welcome: new Part("welcome", words => [words]),
    };
    this.isAsked = false;
    /** @type {{key: string, cells: number[]}} the forbidden points, and where */
    this.found = {key: "", cells: []};
    /** @type {{key: string, marks: Mark[]}} the threats, and where */
    this.threatened = {key: "", marks: []};
  }

  /** Draws soon: many changes at once are drawn once. */
  ask() {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.draw();
    });
  }

  draw() {
    const {session} = this, {game} = session, moves = reviewed(game, session.judged, session.given);
    this.drawBoard();
    this.drawPlayers();
    this.parts.variant.draw(variantWords(game.variant));
    this.parts.status.draw(this.editor ? "Editing: click points, then use the position or cancel." : this.statusWords());
    this.parts.choice.draw(this.needsChoice() ? session.swap2 : "");
    byId("choice").hidden = !this.needsChoice();
    byId("after").hidden = !session.isOver || session.isAside || session.review !== null || session.trial !== null;
    this.parts.welcome.draw(game.moves.length || session.isAside ? "" : welcomeWords(session));
    this.balance.draw(this.chance());
    document.title = `${titleWords(session)} · Tengen`;
    this.drawTools();
    this.moves.draw(moves.filter(isBad).map(move => move.at));
    this.analysis.draw();
    this.review.draw(moves);
  }

  // --- the board -----------------------------------------------------------------------------------------------------

  drawBoard() {
    const {session, editor} = this, {game} = session, {width, height} = game.variant;
    if (editor) {
      const stones = editor.stones.map(stone => ({...stone, number: "", hasRing: false}));
      this.board.draw({width, height, inCells: isTicTacToe(game.variant), stones, hasNumbers: false, last: null, winning: [], forbidden: [], marks: [], line: [],
                       hint: null, next: editor.colour, label: "The position that is edited"});
      return;
    }
    const set = game.start.stones.map(stone => ({...stone, number: "", hasRing: true}));
    const played = game.moves.slice(0, game.ply).map((cell, at) =>
      ({cell, colour: game.colourOf(at), number: String(at + 1), hasRing: false}));
    const isMine = session.trial !== null || !session.isOver && !session.expectsEngine && session.swap2 !== "choice" && session.swap2 !== "last";
    const line = this.shownLine();
    this.board.draw({
      width, height, inCells: isTicTacToe(game.variant), stones: [...set, ...played], hasNumbers: this.hasNumbers, last: game.last,
      winning: game.result?.row ?? [], forbidden: session.isOver || line.length ? [] : this.forbidden(),
      marks: line.length ? this.playedMark() : session.isOver ? [] : this.marks(), line,
      hint: session.hint?.key === session.key() && !line.length ? session.hint.cell : null,
      next: isMine ? game.toMove : null, label: this.boardLabel(),
    });
  }

  /** Points that black may not take, also while white plans. Looked for once in a position: on large boards that takes a while. */
  forbidden() {
    const {game} = this.session, key = placeKey(game);
    if (this.found.key !== key) this.found = {key, cells: game.board.forbidden(BLACK)};
    return this.found.cells;
  }

  /** The strongest threat of each point; of two that are alike, that of the side to move. */
  threatMarks() {
    const {game} = this.session, key = placeKey(game);
    if (this.threatened.key !== key) this.threatened = {key, marks: threatMarks(game)};
    return this.threatened.marks;
  }

  boardLabel() {
    const {game} = this.session, {width, height, rule} = game.variant, count = game.board.count;
    return `Board, ${RULE_NAMES[rule]}, ${width} by ${height}, ${count} ${count === 1 ? "stone" : "stones"}`;
  }

  /** A line that is looked at, or the move that is tried, shows only on the position where it begins. */
  shownLine() {
    const {game, trial} = this.session, cells = trial ? trial.cell === null ? [] : [trial.cell] : this.shown.at(game.ply);
    return lineStones(cells.filter(cell => game.board.at(cell) > WHITE), game.toMove);
  }

  /** The mistake beside the line that would have been better. @returns {Mark[]} */
  playedMark() {
    const {game, trial} = this.session, cell = trial ? null : this.shown.playedAt(game.ply);
    return cell === null ? [] : [{cell, words: "?", kind: "played", label: "the mistake"}];
  }

  /** @returns {Mark[]} */
  marks() {
    const {session} = this, {game} = session;
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    const worth = session.showsWorth ? session.worth.get(session.key()) : undefined;
    for (const [cell, value] of worth ?? []) {
      if (value !== 0) marks.set(cell, {cell, words: shortWorth(value), kind: "worth"});
    }
    if (this.hasThreats) for (const mark of this.threatMarks()) marks.set(mark.cell, mark);
    for (const [at, {line: [cell], value}] of this.hasAnalysis ? this.analysis.thoughts.entries() : []) {
      marks.set(cell, {cell, words: shortValueWords(value, game.toMove), kind: at === 0 ? "best" : "other",
                       label: marks.get(cell)?.label});
    }
    return [...marks.values()];
  }

  /** Black's chance; null if it is not known, or would help against Tengen. */
  chance() {
    const {session, analysis: {value}} = this, {game} = session;
    if (game.result) return game.result.winner === null ? 0.5 : Number(game.result.winner === BLACK);
    return session.isContest || !value ? null : blackChance(value, game.toMove);
  }

  // --- players and words -----------------------------------------------------------------------------------------------

  drawPlayers() {
    const {session} = this, {game, clock} = session, seconds = (/** @type {number} */ ms) => Math.floor(ms / 1000);
    for (const [colour, part] of this.parts.players.entries()) {
      const side = /** @type {Colour} */ (colour), left = clock.left(game, side);
      const level = session.levels[colour], ms = left ?? clock.used(game, side);
      part.draw({colour, name: level ? "Tengen" : personName(session, side),
                 detail: [...(level ? [level.name] : []), ...(game.result?.winner === side ? ["won"] : [])].join(", "),
                 time: timeWords(Math.max(0, seconds(ms))), isLow: left !== null && left < LOW_MS});
      part.place.classList.toggle("won", game.result?.winner === side);
      part.place.classList.toggle("turn", !session.isOver && session.actor === colour);
    }
  }

  statusWords() {
    const {session} = this, {game, tengen} = session;
    if (tengen.trouble) return `The engine has stopped: ${tengen.trouble} Start it again.`;
    if (session.review) return `Reviewing: ${session.review.ply + 1} of ${game.moves.length + 1} positions to go`;
    if (session.trial) return this.trialWords();
    if (game.result) return resultWords(session);
    if (session.remark) return session.remark;
    const last = game.last === null ? "" : `${NAMES[opposite(game.toMove)]} ${pointName(game.last, game.variant.width)}. `;
    const level = session.standIn ? ` (${LEVELS[session.standIn.level].name})` : "";
    if (session.expectsEngine) return `${last}Tengen${level} ${tengen.isReady ? "thinks" : "is starting"}…`;
    if (session.swap2) return swap2Words(session);
    if (!session.isPerson(game.toMove)) return `${last}${NAMES[game.toMove]} to move: Tengen plays when you tell it to.`;
    const whose = session.isPerson(opposite(game.toMove)) ? `${NAMES[game.toMove]} to move.` : "Your turn.";
    const hint = session.hint?.key === session.key() ? ` Hint: ${pointName(session.hint.cell, game.variant.width)}.` : "";
    return `${last}${whose}${session.wantsHint ? " Looking for a hint…" : hint}`;
  }

  /** Of a move that is tried instead of a mistake. */
  trialWords() {
    const {session} = this, {game, trial, tried} = session, {width} = game.variant, side = NAMES[game.toMove].toLowerCase();
    const played = pointName(game.moves[game.ply], width), name = trial?.cell == null ? "" : pointName(trial.cell, width);
    if (!name) return `Find a better move for ${side} than ${played}.`;
    if (!tried) return `Looking at ${name}…`;
    const chance = `${percentWords(game.toMove === BLACK ? tried.after : 1 - tried.after)} for black`;
    if (tried.verdict === "good") return `${name} is a good move: ${chance}.`;
    return `${name}: ${VERDICT_WORDS[tried.verdict]}, ${chance}. Try another one; Escape ends it.`;
  }

  needsChoice() {
    const {session} = this;
    return !session.isOver && (session.swap2 === "choice" || session.swap2 === "last") && session.isPerson(session.actor);
  }

  /** @param {string} stage */
  choiceParts(stage) {
    const button = (/** @type {string} */ words, /** @type {string} */ choice) =>
      element("button", {type: "button", click: () => this.actions.choose(choice)}, words);
    return stage === "" ? [] : ["You choose:", button("Take black", "black"), button("Take white", "white"),
                                ...(stage === "choice" ? [button("Add two stones", "two")] : [])];
  }

  drawTools() {
    const {session} = this, {game} = session, isEditing = this.editor !== null;
    const enable = (/** @type {string} */ id, /** @type {boolean} */ can) => {
      /** @type {HTMLButtonElement} */ (byId(id)).disabled = !can || isEditing;
    };
    enable("first", game.ply > 0);
    enable("undo", game.ply > 0 || session.hasResigned);
    enable("redo", !game.isAtEnd);
    enable("last", !game.isAtEnd);
    enable("hint", !session.isOver && !session.expectsEngine && !session.swap2);
    enable("go", !session.isOver && !session.swap2 || session.tengen.trouble !== "");
    enable("swap", !session.isOver && !session.swap2 && session.players[0].level !== session.players[1].level);
    enable("resign", !session.isOver);
    enable("review", true);
    this.drawGo();
    byId("edit-on").hidden = !isEditing;
    byId("edit-off").hidden = isEditing;
  }

  /** What the engine does when it is told to, and how strong it is. */
  drawGo() {
    const {session} = this, level = LEVELS[session.standInLevel].name, side = NAMES[session.game.toMove].toLowerCase();
    const isStanding = !session.tengen.trouble && !session.expectsEngine;
    const [long, short] = session.tengen.trouble ? GO_WORDS.dead : isStanding ? GO_WORDS.stands : GO_WORDS.thinks;
    this.parts.go.draw([long, short]);
    byId("go").title = isStanding ? `Tengen (${level}) makes one move for ${side} (g)` : `${long} (g)`;
    const [black, white] = session.levels.map(each => each ? `Tengen (${each.name})` : "you");
    byId("swap").title = `Black becomes ${white}, white becomes ${black}`;
  }
}

// --- small parts ------------------------------------------------------------------------------------------------------------

/** @param {{colour: Colour, name: string, detail: string, time: string, isLow: boolean}} state */
const playerParts = ({colour, name, detail, time, isLow}) => [
  element("span", {class: `pebble ${COLOURS[colour]}`, role: "img", "aria-label": COLOURS[colour]}),
  element("span", {class: "name"}, name, detail ? element("small", {}, detail) : null),
  element("span", {class: isLow ? "time low" : "time"}, time)];

/** @param {[string, string]} words */
const goParts = ([long, short]) => [element("span", {class: "long"}, long), element("span", {class: "short"}, short)];

/** @param {Session} session @param {Colour} colour */
const personName = (session, colour) => session.game.names ? session.game.names[colour] : session.isPerson(opposite(colour)) ? NAMES[colour] : "You";

/** 1:05 @param {number} seconds */
const timeWords = seconds => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Where in which game one is. @param {import("./game.js").Game} game */
const placeKey = ({variant, start, moves, ply}) => JSON.stringify([variant, start, moves.slice(0, ply)]);

/** @param {import("./game.js").Game} game @returns {Mark[]} */
function threatMarks({board, toMove, variant: {winLength}}) {
  /** @type {Map<number, Mark>} */
  const marks = new Map();
  const rank = (/** @type {import("./threats.js").Threat} */ {kind, colour}) => 2 * KINDS.indexOf(kind) + Number(colour !== toMove);
  for (const threat of threats(board).sort((one, other) => rank(one) - rank(other))) {
    const {cell, colour, kind} = threat, known = marks.get(cell), label = `${COLOURS[colour]} makes ${threatWords(kind, winLength)}`;
    if (known) known.label += `, ${label}`;
    else marks.set(cell, {cell, words: threatSign(kind, winLength), kind: `threat of-${COLOURS[colour]}`, label});
  }
  return [...marks.values()];
}

/** @param {number} value */
const shortWorth = value => Math.abs(value) < 1000 ? String(value) : `${Math.round(value / 1000)}k`;

/** @param {import("./rules.js").Variant} variant */
const isTicTacToe = ({rule, width, height, winLength}) => rule === FREESTYLE && width === 3 && height === 3 && winLength === 3;

/** What is played, on which board. @param {import("./rules.js").Variant} variant */
function variantWords(variant) {
  const {rule, width, height, winLength} = variant;
  if (isTicTacToe(variant)) return "tic-tac-toe";
  const goal = winLength === USUAL_LENGTH ? "" : `, ${COUNT_WORDS[winLength]} in a row`;
  return `${RULE_NAMES[rule]} ${width}×${height}${goal}`;
}

/** What somebody who has never been here wants to know. @param {Session} session */
function welcomeWords(session) {
  const {levels, game: {toMove}} = session, colours = ["black", "white"], mine = levels.findIndex(level => !level), other = levels[1 - mine];
  const keys = "New has other rules, boards and players; ? lists all keys.";
  if (!session.hasPerson) return `Two engines play. ${keys}`;
  if (!other) return `Click a point: ${colours[toMove]} begins. ${keys}`;
  const level = `It plays as “${other.name}”, ${LEVELS.indexOf(other) + 1} of ${LEVELS.length}: it ${other.words}.`;
  return `${mine === toMove ? "Click a point: you" : "You"} have ${colours[mine]} against Tengen. ${level} ${keys}`;
}

/** Whose turn it is, for the tab of the browser. @param {Session} session */
function titleWords(session) {
  const {game: {result, toMove}} = session;
  if (result) return result.winner === null ? "A draw" : `${NAMES[result.winner]} wins`;
  if (session.expectsEngine) return "Tengen thinks";
  return session.isPerson(session.actor) && !session.isPerson(opposite(session.actor)) ? "Your turn" : `${NAMES[toMove]} to move`;
}

/** How a game ended. @param {Session} session */
export function resultWords(session) {
  const {result, variant} = session.game;
  if (!result) return "";
  if (result.winner === null) return result.reason === FULL_REASON ? "A draw: the board is full." : "A draw.";
  const winner = NAMES[result.winner], loser = NAMES[opposite(result.winner)], level = session.levels[result.winner];
  const who = level ? " (Tengen)" : session.hasPerson && session.levels.some(each => each) ? " (you)" : "";
  /** @type {Record<string, string>} */
  const how = {
    [FIVE_REASON]: `${COUNT_WORDS[variant.winLength]} in a row`, [RESIGNED_REASON]: `${loser} resigned`,
    [TIME_REASON]: `${loser}'s time is over`, [STUCK_REASON]: `${loser} has only forbidden points`, [FULL_REASON]: "",
  };
  return `${winner}${who} wins: ${how[result.reason] ?? result.reason}.`;
}

/** @param {Session} session */
function swap2Words(session) {
  const who = NAMES[session.actor];
  if (session.swap2 === "three") return `Opening: put stone ${session.game.ply + 1} of 3, ${COLOURS[session.game.toMove]}.`;
  if (session.swap2 === "two") return `Opening: put stone ${session.game.ply + 1} of 5, ${COLOURS[session.game.toMove]}.`;
  return `Opening: ${session.isPerson(opposite(session.actor)) ? `whoever has ${who.toLowerCase()} so far chooses` : "choose your colour"}.`;
}
