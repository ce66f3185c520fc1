// The bar beside the board: black's chance of winning, as a share of black from the bottom, or from the left.

import {percentWords} from "../analysis/chances.js";
import {t} from "../languages/texts.js";

export class Balance {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.draw(null);
  }

  /** @param {number | null} chance black's, from 0 to 1; null: not known, or not to be told */
  draw(chance) {
    const words = chance === null ? t("Black's chance of winning: not known")
      : t("Black's chance of winning: {percent}", {percent: percentWords(chance)});
    if (this.place.title === words) return;
    this.place.title = words;
    this.place.setAttribute("aria-label", words);
    this.place.classList.toggle("unknown", chance === null);
    this.place.style.setProperty("--share", `${100 * (chance ?? 0.5)}%`);
  }
}
