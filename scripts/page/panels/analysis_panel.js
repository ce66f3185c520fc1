// The panel of the analysis: what the position is worth, the best moves with their lines, how much was searched, the
// curve. A line is chosen by a click, looked at by the pointer passing over it, and stepped through by keys.

import {effortWords} from "../analysis/analysis.js";
import {chanceWords, valueWords} from "../analysis/chances.js";
import {byId, element, field, Part} from "../browser/elements.js";
import {pointName} from "../game/points.js";
import {t} from "../languages/texts.js";

/** @typedef {import("../engine/tengen.js").Thought} Thought */
/** @typedef {import("../engine/tengen.js").Value} Value */

export const HELP_OFF_WORDS = t("Help is off in this game: end it, or begin one with help allowed.");

export class AnalysisPanel {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("../analysis/shown_line.js").ShownLine} shown
   * @param {{ask: () => void}} actions ask: it is to be drawn again
   */
  constructor(session, shown, actions) {
    this.session = session;
    this.shown = shown;
    this.actions = actions;
    this.parts = {
      chance: new Part("chance", words => [words]), effort: new Part("effort", words => [words]),
      list: new Part("thoughts", state => this.listParts(state)),
    };
    /** The list stays while a finger is on it: a click begins and ends on one button. */
    this.isPressed = false;
    const {place} = this.parts.list;
    place.addEventListener("pointerleave", () => this.leaveLine());
    place.addEventListener("pointerdown", () => { this.isPressed = true; });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => this.release()));
  }

  /** What was found about the position shown, the best first. @returns {Thought[]} */
  get best() {
    const {session} = this;
    return session.isSilent || session.isOver ? [] : session.analysis.lines(session.analysisLines);
  }

  /** The same, and the moves behind them that somebody asked about. @returns {Thought[]} */
  get thoughts() {
    const {session, best} = this;
    if (session.isSilent || session.isOver) return [];
    return [...best, ...session.answers.filter(({line: [cell]}) => !best.some(({line}) => line[0] === cell))];
  }

  draw() {
    const {session, thoughts, best} = this, {game} = session, button = field("analyse");
    const isAnalysing = session.isAnalysing && !session.isOver;
    button.setAttribute("aria-pressed", String(isAnalysing));
    button.textContent = isAnalysing ? t("Stop") : t("Analyse");
    button.disabled = session.isHelpOff || session.isOver || session.isAside;
    byId("tab-analysis").classList.toggle("running", isAnalysing && session.task !== null);
    byId("legend").hidden = !thoughts.length;
    this.parts.chance.draw(this.words());
    const isProven = best.length > 0 && best[0].value.winsIn !== null;
    this.parts.effort.draw(best.length ? effortWords(session.analysis, isProven) : "");
    byId("few-lines").hidden = !this.lacksLines();
    this.shown.follow(game.ply, thoughts.map(({line}) => line));
    if (!this.isPressed) this.drawList(thoughts);
    field("play-line").disabled = !this.lineToPlay().length;
  }

  /** Fewer moves were searched than were asked for, though there are more. */
  lacksLines() {
    const {session, best} = this, {board} = session.game;
    const wanted = Math.min(session.analysisLines, session.analysis.asked,
                            board.emptyCells().length - session.excludedHere().length);
    return best.length > 0 && best.length < wanted;
  }

  /** What the position shown is worth to the side to move, as far as that is known. @returns {Value | undefined} */
  get value() {
    return this.best[0]?.value ?? this.session.told.get(this.session.key())?.value;
  }

  /** What the position is worth, as a sentence. */
  words() {
    const {session, value} = this;
    if (session.isHelpOff) return HELP_OFF_WORDS;
    if (session.isOver) return t("The game is over.");
    if (value) return `${chanceWords(value, session.game.toMove)}.`;
    return session.isAnalysing ? t("Thinking…") : t("Press Analyse: the engine thinks until you stop it.");
  }

  /** The line that has the focus keeps it. @param {Thought[]} thoughts */
  drawList(thoughts) {
    const {game} = this.session, {list} = this.parts, focused = this.focusedMove;
    list.draw(thoughts.map(({depth, value, line}) =>
      ({depth: value.winsIn === null ? depth : 0, words: valueWords(value, game.toMove), line, isChosen: this.shown.isChosen(game.ply, line[0])})));
    const again = /** @type {HTMLElement | null} */ (
      focused ? list.place.querySelector(`[data-move="${focused}"]`) : null);
    if (again !== document.activeElement) again?.focus({preventScroll: true});
  }

  /** The move whose line has the focus. */
  get focusedMove() {
    return this.parts.list.place.querySelector(":focus")?.getAttribute("data-move");
  }

  release() {
    if (!this.isPressed) return;
    this.isPressed = false;
    this.actions.ask();
  }

  /** @param {{depth: number, words: string, line: number[], isChosen: boolean}[]} thoughts */
  listParts(thoughts) {
    const {game} = this.session, {width} = game.variant;
    return thoughts.map(({depth, words, line, isChosen}) => element("li", {}, element("button", {
      type: "button", title: t("Show this line on the board; ← and → step through it, Escape closes it"),
      "aria-pressed": String(isChosen), "data-move": line[0], click: event => this.chooseLine(line, lengthAt(event)),
      pointermove: event => this.passLine(line, lengthAt(event)),
    }, element("strong", {}, words),
       depth ? element("span", {class: "depth"}, ` ${t("depth {depth}", {depth})} `) : " ",
       ...line.map((cell, at) =>
         element("span", {class: "cell", "data-length": at + 1}, `${pointName(cell, width)} `)))));
  }

  /** Shows a line on the board, or no longer. @param {number[]} cells @param {number} [count] of its moves */
  chooseLine(cells, count) {
    this.shown.choose(this.session.game.ply, cells, count);
    this.actions.ask();
  }

  /** @param {number[]} cells @param {number} [count] */
  passLine(cells, count) {
    this.shown.pass(this.session.game.ply, cells, count);
    this.actions.ask();
  }

  leaveLine() {
    this.shown.leave();
    this.actions.ask();
  }

  /**
   * Shows more or less of the line that is shown, or of the one that has the focus; false if there is none.
   * @param {number} by
   */
  stepLine(by) {
    const {game} = this.session, line = this.thoughts.find(({line: [move]}) => String(move) === this.focusedMove)?.line;
    if (line && !this.shown.isChosen(game.ply, line[0])) this.shown.choose(game.ply, line, 1);
    else if (!this.shown.step(by, game.ply)) return false;
    this.actions.ask();
    return true;
  }

  /** Shows no line any more; false if there was none. */
  closeLine() {
    const wasShown = this.shown.close();
    if (wasShown) this.actions.ask();
    return wasShown;
  }

  /** The moves of the line that is shown, if they may be played. */
  lineToPlay() {
    const {session} = this;
    const isClosed = session.isContest || session.isOver || session.isAside || session.opening.stage || session.trial;
    return isClosed ? [] : this.shown.chosenAt(session.game.ply);
  }
}

/** How much of a line lies before the pointer; undefined beside its moves. @param {Event} event */
const lengthAt = ({target}) => Number(/** @type {Element} */ (target).getAttribute("data-length")) || undefined;
