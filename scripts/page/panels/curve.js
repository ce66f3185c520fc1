// The curve of black's chance of winning over a game: click it, or draw a finger along it, to go there.

import {line, shape, text} from "../browser/elements.js";
import {t} from "../languages/texts.js";

const LEAST = 80, RIM = 6, DOT = 3.5;
const NUMBER_AWAY = 9, NUMBERS_APART = 18;      // the number of a mistake and its dot; two numbers

export class Curve {
  /** @param {HTMLElement} place @param {(ply: number) => void} onPly */
  constructor(place, onPly) {
    this.place = place;
    this.onPly = onPly;
    this.drawn = "";
    this.moves = 0;
    // The place stays while its picture is drawn anew below the finger.
    place.addEventListener("pointerdown", event => this.follow(event));
    place.addEventListener("pointermove", event => { if (event.buttons) this.follow(event); });
  }

  /** @param {PointerEvent} event */
  follow(event) {
    const {left, width} = this.place.getBoundingClientRect();
    const share = (event.clientX - left - RIM) / (width - 2 * RIM);
    this.onPly(Math.max(0, Math.min(this.moves, Math.round(share * this.moves))));
  }

  /**
   * @param {[number, number][]} chances black's, 0 to 1, by ply @param {number} moves @param {number} ply the one shown
   * @param {number[]} bad plies after moves that were mistakes
   */
  draw(chances, moves, ply, bad) {
    if (this.place.closest("[hidden]")) return;         // to ask for its width would lay out the whole page now
    const width = Math.round(this.place.clientWidth), height = Math.max(LEAST, this.place.clientHeight);
    const state = JSON.stringify([chances, moves, ply, bad, width, height]);
    if (!width || state === this.drawn) return;
    this.drawn = state;
    this.moves = moves;
    const x = (/** @type {number} */ at) => RIM + at / Math.max(1, moves) * (width - 2 * RIM);
    const y = (/** @type {number} */ chance) => RIM + (1 - chance) * (height - 2 * RIM);
    const label = chances.length ? t("Black's chance of winning over {count} moves", {count: moves})
      : t("No position of this game has been judged yet");
    const picture = shape("svg", {
      viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label,
    });
    picture.append(line(RIM, y(1), width - RIM, y(1), "rule"), line(RIM, y(0), width - RIM, y(0), "rule"),
                   line(RIM, y(0.5), width - RIM, y(0.5), "axis"), text(RIM + 2, y(1) + 12, t("black wins")),
                   text(RIM + 2, y(0) - 5, t("white wins")), line(x(ply), 0, x(ply), height, "now"));
    const d = chances.map(([at, chance], place) =>
      `${place ? "L" : "M"}${x(at).toFixed(1)} ${y(chance).toFixed(1)}`).join("");
    if (d) picture.append(shape("path", {d, class: "curve-line"}));
    let numbered = -NUMBERS_APART;
    for (const [at, chance] of chances) {
      const isBad = bad.includes(at);
      if (isBad || at === ply) {
        picture.append(shape("circle", {cx: x(at), cy: y(chance), r: DOT, class: isBad ? "bad-dot" : "now-dot"},
                             isBad ? shape("title", {}, t("Move {number}", {number: at})) : null));
      }
      if (isBad && x(at) - numbered >= NUMBERS_APART) {
        numbered = x(at);
        const below = y(chance) + (chance > 0.5 ? NUMBER_AWAY + 4 : -NUMBER_AWAY + 4);
        picture.append(text(numbered, below, String(at), {class: "bad-number"}));
      }
    }
    this.place.replaceChildren(picture);
  }
}
