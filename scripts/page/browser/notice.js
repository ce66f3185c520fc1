// What the page says in passing: a few words at its foot, which go after some seconds; those about a position go with
// it, because then they are no longer true. An open dialog lies above the page, so there they stand within it.

const STAYS_MS = 4000;

export class Notice {
  /** @param {HTMLElement} place @param {() => string} situation names the position shown */
  constructor(place, situation) {
    this.place = place;
    this.situation = situation;
    /** @type {string | null} the position that the words are about */
    this.about = null;
    this.timer = 0;
    document.addEventListener("close", () => this.settle(), true);
  }

  /** @param {string} words @param {boolean} isOfPosition */
  tell(words, isOfPosition = false) {
    this.settle();
    this.about = isOfPosition ? this.situation() : null;
    this.place.textContent = words;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.clear(), STAYS_MS);
  }

  /** Stands where it can be seen. */
  settle() {
    const home = document.querySelector("dialog[open]") ?? document.body;
    if (this.place.parentNode !== home) home.append(this.place);
  }

  /** The page has changed. */
  attend() {
    if (this.about !== null && this.about !== this.situation()) this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    this.about = null;
    this.place.textContent = "";
  }
}
