// The panel of the review: how well each side played, every mistake with what would have been better, the curve.

import {NAMES, percentWords} from "../analysis/chances.js";
import {byId, element, field, Part} from "../browser/elements.js";
import {pebble} from "./moves_panel.js";
import {pointName} from "../game/points.js";
import {VERDICT_WORDS, mistakesOf, nextMistake, reviewed, tally} from "../analysis/review.js";
import {BLACK} from "../game/rules.js";
import {REVIEW_NODES} from "../session/tasks.js";
import {locale, t} from "../languages/texts.js";

/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {import("../analysis/review.js").MoveReview} MoveReview */

const COUNT = new Intl.NumberFormat(locale);
const SHORT_GAME = 30;              // moves: a game with fewer is reviewed thoroughly, for that is soon done
const USUAL = "1", THOROUGH = "2";   // choices of care
const BETTER_POINTS = 6;            // of the line that would have been better; the board shows all

export class ReviewPanel {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("../analysis/shown_line.js").ShownLine} shown
   * @param {{show: (ply: number) => void, ask: () => void}} actions ask: it is to be drawn again
   */
  constructor(session, shown, actions) {
    this.session = session;
    this.shown = shown;
    this.actions = actions;
    this.parts = {
      tally: new Part("tally", words => [words]), list: new Part("mistakes", state => this.listParts(state)),
    };
    /** @type {HTMLSelectElement} */
    this.care = byId("care");
    this.isCareChosen = false;
    this.care.addEventListener("change", () => { this.isCareChosen = true; });
    for (const [at, option] of [...this.care.options].entries()) {
      const values = {care: option.textContent ?? "", nodes: COUNT.format(REVIEW_NODES[at])};
      option.textContent = t("{care}: {nodes} positions a move", values);
    }
  }

  /** @param {MoveReview[]} moves */
  draw(moves) {
    const {game, review, isAside, trial} = this.session, mistakes = mistakesOf(moves);
    this.drawProgress();
    if (!this.isCareChosen) this.care.value = game.moves.length < SHORT_GAME ? THOROUGH : USUAL;
    byId("review").textContent = review ? t("Stop") : t("Review this game");
    this.parts.list.draw({mistakes, ply: game.ply, width: game.variant.width, isTrying: trial !== null});
    this.parts.tally.draw(moves.length ? tally(moves).map(tallyWords).join(" ") : "");
    const next = field("next-mistake");
    const again = field("try-again");
    next.disabled = !mistakes.length || isAside;
    again.disabled = !trial && (!mistakes.some(({at}) => at === game.ply) || isAside);
    again.setAttribute("aria-pressed", String(trial !== null));
  }

  drawProgress() {
    const {review, game} = this.session, progress = /** @type {HTMLProgressElement} */ (byId("progress"));
    progress.hidden = !review;
    if (review) progress.value = 1 - (review.ply + 1) / (game.moves.length + 1);
  }

  /** Goes to the next mistake, and shows what would have been better. */
  showNext() {
    const {game, told, given} = this.session, isShown = this.shown.playedAt(game.ply) !== null;
    const mistake = nextMistake(reviewed(game, told, given), game.ply + Number(isShown));
    if (mistake && !(isShown && mistake.at === game.ply)) this.show(mistake);
  }

  /** @param {MoveReview} mistake */
  show({at, cell, better}) {
    this.actions.show(at);
    this.shown.choose(at, better, better.length, cell);
    this.actions.ask();
  }

  /**
   * While somebody looks for a better move, none is told.
   * @param {{mistakes: MoveReview[], ply: number, width: number, isTrying: boolean}} state
   */
  listParts({mistakes, ply, width, isTrying}) {
    const black = (/** @type {number} */ chance, /** @type {Colour} */ colour) =>
      percentWords(colour === BLACK ? chance : 1 - chance);
    const points = (/** @type {number[]} */ cells) =>
      cells.slice(0, BETTER_POINTS).map(each => pointName(each, width)).join(" ");
    return mistakes.map(mistake => {
      const {at, colour, cell, verdict, before, after, better} = mistake;
      return element("li", {class: verdict}, element("button", {
        type: "button", "aria-current": at === ply ? "step" : null, click: () => this.show(mistake),
      }, pebble(colour), ` ${at + 1} ${pointName(cell, width)}: `, element("b", {}, VERDICT_WORDS[verdict]),
         `, ${t("{before} → {after} for black.", {before: black(before, colour), after: black(after, colour)})}`,
         isTrying ? "" : ` ${t("Better: {points}", {points: points(better)})}`));
    });
  }
}

/** @param {ReturnType<typeof tally>[number]} side @param {number} colour */
const tallyWords = ({accuracy, mistakes, doubtful, moves}, colour) =>
  t("{side}: {percent} accurate, {mistakes}, {doubtful} doubtful of {moves}.", {
  side: NAMES[colour], percent: percentWords(accuracy), mistakes: t("{count} mistakes", {count: mistakes}), doubtful,
  moves: t("{count} moves", {count: moves}),
});
