// The panel of openings: what is played in the position shown, as the engine's explorer of first moves tells it, which
// is fetched when the panel is opened first. A click plays a move; the pointer over it shows it on the board.

import {HELP_OFF_WORDS} from "./analysis_panel.js";
import {blackChance, shortValueWords, valueWords} from "../analysis/chances.js";
import {byId, element, Part} from "../browser/elements.js";
import {OPENINGS} from "../languages/openings.js";
import {pointName} from "../game/points.js";
import {t} from "../languages/texts.js";

/** @typedef {import("../engine/tengen.js").Known} Known */

export class OpeningsPanel {
  /**
   * @param {import("../session/session.js").Session} session @param {import("../analysis/shown_line.js").ShownLine} shown
   * @param {{play: (cell: number, isAside: boolean) => void, ask: () => void}} actions ask: it is to be drawn again
   */
  constructor(session, shown, actions) {
    this.session = session;
    this.shown = shown;
    this.actions = actions;
    this.words = new Part("opening-name", words => [words]);
    this.list = new Part("openings", moves => moves.map((/** @type {Known} */ move) => this.row(move)));
    this.list.place.addEventListener("pointerleave", () => this.pass(null));
  }

  /** The moves that are known in the position shown, the best first, each with all its images. @returns {Known[]} */
  get moves() {
    const {session} = this;
    return session.shows("openings") && !session.isOver ? session.explored.get(session.key())?.known ?? [] : [];
  }

  draw() {
    const {moves} = this;
    this.words.draw(this.sentence(moves));
    this.list.draw(moves.filter(({isImage}) => !isImage));
    byId("openings-legend").hidden = !moves.length;
  }

  /** @param {Known[]} moves */
  sentence(moves) {
    const {session} = this, found = session.explored.get(session.key());
    if (session.isHelpOff) return HELP_OFF_WORDS;
    if (session.isOver) return t("The game is over.");
    if (!found) return t("Thinking…");
    const name = found.opening ? `${OPENINGS[found.opening] ?? found.opening} (${found.code})` : "";
    return name || moves.length ? name
      : t("Nothing is known here. The first moves of freestyle, standard, renju and caro are, on 15×15.");
  }

  /** @param {Known} move */
  row({cell, value, estimate, share, opening}) {
    const {game} = this.session, chance = blackChance(estimate, game.toMove);
    const bar = element("span", {class: "parts", "aria-hidden": "true"});
    bar.style.setProperty("--share", `${100 * chance}%`);
    return element("li", {}, element("button", {
      type: "button", title: valueWords(value, game.toMove), click: () => this.play(cell),
      pointerenter: ({pointerType}) => { if (pointerType === "mouse") this.pass(cell); },
    }, element("b", {}, pointName(cell, game.variant.width)), element("span", {class: "name"}, OPENINGS[opening] ?? opening),
    bar, element("strong", {}, shortValueWords(value, game.toMove)), element("small", {}, share ? `${share} %` : "")));
  }

  /** @param {number} cell */
  play(cell) {
    this.shown.leave();
    this.actions.play(cell, false);
  }

  /** The pointer is over a move, or over none. @param {number | null} cell */
  pass(cell) {
    if (cell === null) this.shown.leave();
    else this.shown.pass(this.session.game.ply, [cell]);
    this.actions.ask();
  }
}
