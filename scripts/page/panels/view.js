// Draws a session: players and clocks, the board, what there is to say, moves, thoughts, the review. It changes nothing
// in the session; buttons and dialogs are wired in main.js. Each part is drawn again only when what it shows is
// different.

import {Balance} from "./balance.js";
import {BARE, BoardView, lineStones} from "../board/board_view.js";
import {COLOURS} from "../board/board_picture.js";
import {AnalysisPanel} from "./analysis_panel.js";
import {COLOUR_WORDS, NAMES, blackChance, percentWords, shortValueWords} from "../analysis/chances.js";
import {Curve} from "./curve.js";
import {byId, element, field, Part} from "../browser/elements.js";
import {FIVE_REASON, FOUL_WORDS, FULL_REASON, RESIGNED_REASON, STUCK_REASON, TIME_REASON} from "../game/game.js";
import {LEVELS} from "../engine/levels.js";
import {MovesPanel} from "./moves_panel.js";
import {OpeningsPanel} from "./openings_panel.js";
import {adviceWords, choicesOf, chosenWords, stageWords} from "../session/opening.js";
import {pointName} from "../game/points.js";
import {VERDICT_WORDS, chancesOf, isBad, reviewed} from "../analysis/review.js";
import {ReviewPanel} from "./review_panel.js";
import {BLACK, FREESTYLE, RULE_WORDS, WHITE, opposite} from "../game/rules.js";
import {ShownLine} from "../analysis/shown_line.js";
import {t} from "../languages/texts.js";
import {KINDS, ROW_WORDS, threatSign, threatWords, threats} from "../game/threats.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {import("../game/tree.js").Move} Move */
/** @typedef {import("../board/board_view.js").Mark} Mark */

const LOW_MS = 20_000;
const WORTH_MOST = 10;              // points that are marked
const WORTH_DEPTHS = 4;             // shades, each for half as much as the one before
const CHOSEN_SHOWN = 2;             // moves for which it is told what was chosen in an opening
/** What the button of the engine says, with room and without. @type {Record<string, [string, string]>} */
const GO_WORDS = {
  stands: [t("Tengen moves here"), t("Move")], thinks: [t("Move now"), t("Now")],
  dead: [t("Start the engine again"), t("Start")],
};
const USUAL_LENGTH = 5;
const HELPS = ["worth", "threats", "exclude", "ask-moves"];

export class View {
  /**
   * @param {Session} session
   * @param {{play: (cell: number, isAside: boolean) => void, show: (ply: number) => void, visit: (move: Move) => void,
   *          choose: (choice: string) => void}} actions
   */
  constructor(session, actions) {
    this.session = session;
    this.actions = actions;
    this.hasNumbers = false;
    /** Somebody is here for the first time, and is asked how well they play. */
    this.asks = false;
    /** @type {import("../game/editor.js").Editor | null} while a position is edited */
    this.editor = null;
    this.shown = new ShownLine();
    this.board = new BoardView(byId("board"), actions.play);
    this.board.reasonOf = cell => FOUL_WORDS[session.game.board.foul(cell, BLACK) ?? ""] ?? "";
    this.board.onDraw = (cell, to) => { if (!session.trial) session.draw(cell, to); };
    this.balance = new Balance(byId("balance"));
    this.curve = new Curve(byId("curve"), actions.show);
    this.moves = new MovesPanel(session, actions);
    const inPanel = {show: actions.show, ask: () => this.ask()};
    this.analysis = new AnalysisPanel(session, this.shown, inPanel);
    this.openings = new OpeningsPanel(session, this.shown, {play: actions.play, ask: inPanel.ask});
    this.review = new ReviewPanel(session, this.shown, inPanel);
    this.parts = {
      players: [0, 1].map(colour => new Part(`player-${colour}`, state => playerParts(state))),
      status: new Part("status", words => [words]),
      go: new Part("go", words => goParts(words)),
      choice: new Part("choice", state => this.choiceParts(state)),
      variant: new Part("variant", words => [words]),
      threats: new Part("threats-legend", words => [words]),
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
    const {session} = this, {game} = session, moves = reviewed(game, session.told, session.given);
    this.drawBoard();
    this.drawPlayers();
    this.parts.variant.draw(variantWords((this.editor ?? game).variant));
    this.parts.status.draw(this.editor ? t("Editing: click points, then use the position or cancel.")
      : this.statusWords());
    this.drawChoice();
    byId("after").hidden = !session.isOver || session.isAside || session.review !== null || session.trial !== null;
    byId("play-on").hidden = !session.canPlayOn;
    byId("ask").hidden = !this.asks || game.moves.length > 0 || !session.isInPlay || !session.isMixed || session.isAside;
    byId("after-next").hidden = session.nextLevel === null;
    if (session.nextLevel !== null) {
      byId("after-next").textContent = t("Try level {level}", {level: LEVELS[session.nextLevel].name});
    }
    this.parts.welcome.draw(game.moves.length || session.isAside ? "" : welcomeWords(session));
    this.balance.draw(this.chance());
    document.title = `${titleWords(session)} · Tengen`;
    byId("include-all").hidden = !session.excluded.size;
    this.drawTools();
    this.moves.draw(moves.filter(isBad).map(move => move.at));
    this.analysis.draw();
    this.openings.draw();
    byId("worth-legend").hidden = !session.shows("worth");
    this.parts.threats.draw(session.shows("threats") ? threatLegend(game.variant) : "");
    this.review.draw(moves);
    const bad = moves.filter(isBad).map(move => move.at + 1);
    this.curve.draw(chancesOf(game, session.told), game.moves.length, game.ply, bad);
  }

  // --- the board -----------------------------------------------------------------------------------------------------

  drawBoard() {
    const {session, editor} = this, {game} = session, {width, height} = (editor ?? game).variant;
    this.board.editing = editor && {
      touch: (cell, isOther) => this.edit(() => editor.touch(cell, isOther)),
      drag: (from, to, isOther, isFirst) => this.edit(() => editor.drag(from, to, isOther, isFirst)),
    };
    if (editor) {
      const stones = editor.stones.map(stone => ({...stone, number: "", hasRing: false}));
      this.board.draw({
        ...BARE, width, height, inCells: isTicTacToe(editor.variant), stones, next: editor.colour,
        label: t("The position that is edited"),
      });
      return;
    }
    const set = game.start.stones.map(stone => ({...stone, number: "", hasRing: true}));
    const played = game.moves.slice(0, game.ply).map((cell, at) =>
      ({cell, colour: game.colourOf(at), number: String(at + 1), hasRing: false}));
    const isMine = session.trial !== null || !session.isOver && !session.expectsEngine && !session.opening.isChoice;
    const line = this.shownLine(), {stage} = session.opening;
    const isPlaced = isMine && stage && session.isPerson(session.actor) && !stage.isComplete;
    this.board.draw({
      width, height, inCells: isTicTacToe(game.variant), stones: [...set, ...played],
      hasNumbers: this.hasNumbers, last: game.last, winning: game.result?.row ?? [],
      forbidden: session.isOver || line.length ? [] : this.forbidden(),
      marks: line.length ? this.playedMark() : session.isOver ? [] : this.marks(), line,
      hint: session.hint?.key === session.key() && !line.length ? session.hint.cell : null,
      next: isMine ? game.toMove : null, label: this.boardLabel(), square: isPlaced ? stage.step.square : 0,
      drawings: game.here.drawings,
    });
  }

  /** @param {() => void} act what changes the position that is edited */
  edit(act) {
    act();
    this.ask();
  }

  /**
   * Points that black may not take, also while white plans. Looked for once in a position: on large boards that takes a
   * while.
   */
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
    return t("Board, {rule}, {width} by {height}, {count} stones", {rule: RULE_WORDS[rule], width, height, count});
  }

  /** A line that is looked at, or the move that is tried, shows only on the position where it begins. */
  shownLine() {
    const {game, trial} = this.session;
    const cells = trial ? trial.cell === null ? [] : [trial.cell] : this.shown.at(game.ply);
    return lineStones(cells.filter(cell => game.board.at(cell) > WHITE), game.toMove);
  }

  /** The mistake beside the line that would have been better. @returns {Mark[]} */
  playedMark() {
    const {game, trial} = this.session, cell = trial ? null : this.shown.playedAt(game.ply);
    return cell === null ? [] : [{cell, words: "?", kind: "played", label: t("the mistake")}];
  }

  /** @returns {Mark[]} */
  marks() {
    const {session} = this, {game} = session;
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    for (const mark of session.shows("worth") ? worthMarks(session.worth.get(session.key()) ?? new Map()) : []) {
      marks.set(mark.cell, mark);
    }
    for (const mark of session.shows("threats") ? this.threatMarks() : []) {
      const worth = marks.get(mark.cell);
      marks.set(mark.cell, worth ? {...mark, corner: worth.words, label: `${mark.label}, ${worth.label}`} : mark);
    }
    for (const cell of session.excludedHere()) {
      marks.set(cell, {cell, words: "–", kind: "excluded", label: t("left out of the analysis")});
    }
    for (const [at, {cell, value}] of this.openings.moves.entries()) {
      marks.set(cell, {cell, words: shortValueWords(value, game.toMove), kind: at === 0 ? "best" : "other"});
    }
    for (const [at, {line: [cell], value}] of byId("panel-analysis").hidden ? [] : this.analysis.thoughts.entries()) {
      marks.set(cell, {cell, words: shortValueWords(value, game.toMove), kind: at === 0 && this.analysis.best.length ? "best" : "other",
                       label: marks.get(cell)?.label});
    }
    for (const [at, cell] of session.balance?.key === session.key() ? session.balance.cells.entries() : []) {
      marks.set(cell, {cell, words: `=${at + 1}`, kind: "best", label: t("leaves both sides even")});
    }
    for (const [at, cell] of session.opening.stage?.offers.entries() ?? []) {
      marks.set(cell, {cell, words: String(at + 1), kind: "best", label: t("offered")});
    }
    return [...marks.values()];
  }

  /** Black's chance; null if it is not known, or not to be told. */
  chance() {
    const {session, analysis: {value}} = this, {game} = session;
    if (game.result) return game.result.winner === null ? 0.5 : Number(game.result.winner === BLACK);
    return value ? blackChance(value, game.toMove) : null;
  }

  // --- players and words ---------------------------------------------------------------------------------------------

  drawPlayers() {
    const {session} = this, {game, clock} = session, seconds = (/** @type {number} */ ms) => Math.floor(ms / 1000);
    for (const [colour, part] of this.parts.players.entries()) {
      const side = /** @type {Colour} */ (colour), left = clock.left(game, side);
      const level = session.levels[colour], ms = left ?? clock.used(game, side);
      const details = [...(level ? [level.name] : []), ...(game.result?.winner === side ? [t("won")] : [])];
      part.draw({colour, name: level ? "Tengen" : personName(session, side), detail: details.join(", "),
                 time: timeWords(Math.max(0, seconds(ms))), isLow: left !== null && left < LOW_MS});
      part.place.classList.toggle("won", game.result?.winner === side);
      part.place.classList.toggle("turn", !session.isOver && session.actor === colour);
    }
  }

  statusWords() {
    const {session} = this, {game, tengen} = session, isBlack = game.toMove === BLACK;
    if (tengen.trouble) return t("The engine has stopped: {reason} Start it again.", {reason: tengen.trouble});
    if (tengen.isRestarting) return t("The engine has ended, and is started again…");
    if (session.review) {
      const values = {left: session.review.ply + 1, all: game.moves.length + 1};
      return t("Reviewing: {left} of {all} positions to go", values);
    }
    if (session.trial) return this.trialWords();
    if (game.result) return resultWords(session);
    if (session.remark) return session.remark;
    const {width} = game.variant;
    const played = {side: NAMES[opposite(game.toMove)], point: game.last === null ? "" : pointName(game.last, width)};
    const last = played.point && `${t("{side} {point}.", played)} `;
    const level = session.standIn ? ` (${LEVELS[session.standIn.level].name})` : "";
    if (session.expectsEngine) {
      return last + t(tengen.isReady ? "{engine} thinks…" : "{engine} is starting…", {engine: `Tengen${level}`});
    }
    if (session.opening.stage) return stageWords(session);
    if (!session.isPerson(game.toMove)) {
      return last + t(isBlack ? "Black to move: Tengen plays when you tell it to."
        : "White to move: Tengen plays when you tell it to.");
    }
    const whose = session.isPerson(opposite(game.toMove)) ? t(isBlack ? "Black to move." : "White to move.")
      : t("Your turn.");
    const hint = session.hint?.key === session.key()
      ? ` ${t("Hint: {point}.", {point: pointName(session.hint.cell, width)})}` : "";
    if (session.wantsHint || session.wantsBalance) {
      return `${last}${whose} ${session.wantsHint ? t("Looking for a hint…") : t("Looking for moves that leave both sides even…")}`;
    }
    return `${last}${whose}${hint}`;
  }

  /** Of a move that is tried instead of a mistake. */
  trialWords() {
    const {session} = this, {game, trial} = session, tried = trial?.judgement, {width} = game.variant;
    const played = pointName(game.moves[game.ply], width);
    const name = trial?.cell == null ? "" : pointName(trial.cell, width);
    if (!name) {
      const isBlack = game.toMove === BLACK;
      return t(isBlack ? "Find a better move for black than {point}."
        : "Find a better move for white than {point}.", {point: played});
    }
    if (!tried) return t("Looking at {point}…", {point: name});
    const chance = game.toMove === BLACK ? tried.after : 1 - tried.after;
    const values = {point: name, verdict: VERDICT_WORDS[tried.verdict], percent: percentWords(chance)};
    if (tried.verdict === "good") return t("{point} is a good move: {percent} for black.", values);
    return t("{point}: {verdict}, {percent} for black. Try another one; Escape ends it.", values);
  }

  /** While an opening goes on, how it goes and what to choose from; what was chosen, until both sides have moved. */
  drawChoice() {
    const {session} = this;
    const {opening: {chosen, stage}, game} = session;
    const isPlaying = !session.isOver && !session.isAside && session.trial === null;
    const mine = isPlaying && stage && session.isPerson(session.actor) ? stage : null;
    const words = isPlaying && chosen && (stage || game.ply <= chosen.ply + CHOSEN_SHOWN) ? chosenWords(session) : "";
    const advice = mine ? adviceWords(mine) : "", choices = mine ? choicesOf(mine) : [];
    byId("choice").hidden = !words && !advice && !choices.length;
    this.parts.choice.draw({words, advice, choices});
  }

  /** @param {{words: string, advice: string, choices: [string, string][]}} state */
  choiceParts({words, advice, choices}) {
    const buttons = choices.map(([name, choice]) =>
      element("button", {type: "button", click: () => this.actions.choose(choice)}, name));
    const attributes = {class: "offers", role: "group", "aria-label": t("You choose:")};
    return [...(words ? [element("p", {}, words)] : []), ...(advice ? [element("p", {class: "quiet"}, advice)] : []),
            ...(choices.length ? [element("div", attributes, ...buttons)] : [])];
  }

  drawTools() {
    const {session} = this, {game} = session, isEditing = this.editor !== null;
    const enable = (/** @type {string} */ id, /** @type {boolean} */ can) => {
      field(id).disabled = !can || isEditing;
    };
    enable("first", game.ply > 0);
    enable("undo", game.ply > 0 || session.hasResigned);
    enable("redo", !game.isAtEnd);
    enable("last", !game.isAtEnd);
    const isMyMove = session.isHelpOff && session.isPerson(game.toMove);
    const canAsk = !session.isOver && !session.expectsEngine && !session.opening.stage && !session.isHelpOff;
    for (const id of ["hint", "even-one", "even-two"]) enable(id, canAsk);
    enable("go", !session.isOver && !session.opening.stage && !isMyMove || session.tengen.trouble !== "");
    enable("swap", !session.isOver && !session.opening.stage && session.players[0].level !== session.players[1].level);
    enable("resign", !session.isOver);
    enable("review", !session.isHelpOff);
    for (const id of HELPS) enable(id, !session.isHelpOff);
    this.drawGo();
    byId("edit-on").hidden = !isEditing;
    byId("edit-off").hidden = isEditing;
  }

  /** What the engine does when it is told to, and how strong it is. */
  drawGo() {
    const {session} = this, level = LEVELS[session.standInLevel].name, isBlack = session.game.toMove === BLACK;
    const isStanding = !session.tengen.trouble && !session.expectsEngine;
    const [long, short] = session.tengen.trouble ? GO_WORDS.dead : isStanding ? GO_WORDS.stands : GO_WORDS.thinks;
    this.parts.go.draw([long, short]);
    const once = t(isBlack ? "Tengen ({level}) makes one move for black"
      : "Tengen ({level}) makes one move for white", {level});
    byId("go").title = `${isStanding ? once : long} (g)`;
    const [black, white] = session.sideWords;
    byId("swap").title = t("Black becomes {black}, white becomes {white}", {black: white, white: black});
  }
}

// --- small parts -----------------------------------------------------------------------------------------------------

/** @param {{colour: Colour, name: string, detail: string, time: string, isLow: boolean}} state */
const playerParts = ({colour, name, detail, time, isLow}) => [
  element("span", {class: `pebble ${COLOURS[colour]}`, role: "img", "aria-label": COLOUR_WORDS[colour]}),
  element("span", {class: "name"}, name, detail ? element("small", {}, detail) : null),
  element("span", {class: isLow ? "time low" : "time"}, time)];

/** @param {[string, string]} words */
const goParts = ([long, short]) => [element("span", {class: "long"}, long), element("span", {class: "short"}, short)];

/** @param {Session} session @param {Colour} colour */
const personName = (session, colour) => session.game.names ? session.game.names[colour]
  : session.isPerson(opposite(colour)) ? NAMES[colour] : t("You");

/** 1:05 @param {number} seconds */
const timeWords = seconds => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Where in which game one is. @param {import("../game/game.js").Game} game */
const placeKey = ({variant, start, moves, ply}) => JSON.stringify([variant, start, moves.slice(0, ply)]);

/** @param {import("../game/game.js").Game} game @returns {Mark[]} */
function threatMarks({board, toMove, variant: {winLength}}) {
  /** @type {Map<number, Mark>} */
  const marks = new Map();
  const rank = (/** @type {import("../game/threats.js").Threat} */ {kind, colour}) =>
    2 * KINDS.indexOf(kind) + Number(colour !== toMove);
  for (const threat of threats(board).sort((one, other) => rank(one) - rank(other))) {
    const {cell, colour, kind} = threat, known = marks.get(cell), words = threatWords(kind, winLength);
    const label = t(colour === BLACK ? "black makes {threat}" : "white makes {threat}", {threat: words});
    if (known) known.label += `, ${label}`;
    else marks.set(cell, {cell, words: threatSign(kind, winLength), kind: `threat of-${COLOURS[colour]}`, label});
  }
  return [...marks.values()];
}

/**
 * The best points by their shapes, the best one first: the more of its worth a point has, the deeper its colour.
 * @param {Map<number, number>} worth @returns {Mark[]}
 */
function worthMarks(worth) {
  const best = [...worth].filter(([, value]) => value > 0)
    .sort(([, one], [, other]) => other - one).slice(0, WORTH_MOST);
  return best.map(([cell, value], at) => {
    const depth = Math.max(1, WORTH_DEPTHS - Math.floor(Math.log2(best[0][1] / value)));
    const label = t("number {number} of the best points", {number: at + 1});
    return {cell, words: String(at + 1), kind: `worth depth-${depth}`, label};
  });
}

/** What the signs of threats mean. @param {import("../game/rules.js").Variant} variant */
const threatLegend = ({winLength}) => t("{signs}. A dark square is black's, a light circle white's.",
  {signs: KINDS.map(kind => `${threatSign(kind, winLength)}: ${threatWords(kind, winLength)}`).join("; ")});

/** @param {import("../game/rules.js").Variant} variant */
const isTicTacToe = ({rule, width, height, winLength}) =>
  rule === FREESTYLE && width === 3 && height === 3 && winLength === 3;

/** What is played, on which board. @param {import("../game/rules.js").Variant} variant */
function variantWords(variant) {
  const {rule, width, height, winLength} = variant;
  if (isTicTacToe(variant)) return t("tic-tac-toe");
  const goal = winLength === USUAL_LENGTH ? "" : `, ${ROW_WORDS[winLength]}`;
  return `${RULE_WORDS[rule]} ${width}×${height}${goal}`;
}

/** What somebody who has never been here wants to know. @param {Session} session */
function welcomeWords(session) {
  const {levels, setup, game: {toMove}} = session, mine = levels.findIndex(level => !level), other = levels[1 - mine];
  const keys = (setup.gameMs && session.hasPerson ? `${t("The clocks run from the first move on.")} ` : "") +
    t("New has other rules, boards and players; ? lists all keys.");
  if (!session.hasPerson) return `${t("Two engines play.")} ${keys}`;
  if (!other) return `${t(toMove === BLACK ? "Click a point: black begins." : "Click a point: white begins.")} ${keys}`;
  const values = {level: other.name, all: LEVELS.length, words: other.words};
  const level = t("It plays at level {level}, of {all}: {words}.", values);
  const side = mine === toMove
    ? t(mine === BLACK ? "Click a point: you have black against Tengen."
      : "Click a point: you have white against Tengen.")
    : t(mine === BLACK ? "You have black against Tengen." : "You have white against Tengen.");
  return `${side} ${level} ${keys}`;
}

/** Whose turn it is, for the tab of the browser. @param {Session} session */
function titleWords(session) {
  const {game: {result, toMove}} = session;
  if (result) return result.winner === null ? t("A draw") : t(result.winner === BLACK ? "Black wins" : "White wins");
  if (session.expectsEngine) return t("{engine} thinks…", {engine: "Tengen"});
  const isYours = session.isPerson(session.actor) && !session.isPerson(opposite(session.actor));
  return isYours ? t("Your turn") : t(toMove === BLACK ? "Black to move" : "White to move");
}

/** How a game ended. @param {Session} session */
export function resultWords(session) {
  const {result, variant} = session.game;
  if (!result) return "";
  if (result.winner === null) return result.reason === FULL_REASON ? t("A draw: the board is full.") : t("A draw.");
  const winner = NAMES[result.winner], loser = NAMES[opposite(result.winner)], level = session.levels[result.winner];
  const who = level ? " (Tengen)" : session.hasPerson && session.levels.some(each => each) ? ` (${t("you")})` : "";
  /** @type {Record<string, string>} */
  const how = {
    [FIVE_REASON]: ROW_WORDS[variant.winLength], [RESIGNED_REASON]: t("{side} resigned", {side: loser}),
    [TIME_REASON]: t("{side} ran out of time", {side: loser}), [STUCK_REASON]: t("black has only forbidden points"),
  };
  const helped = session.isHelped && session.isMixed ? ` ${t("Help was used.")}` : "";
  return t("{winner} wins: {reason}.", {winner: winner + who, reason: how[result.reason] ?? t("as its file says")}) + helped;
}
