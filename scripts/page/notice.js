// What the page says in passing: a few words over its bar, which go after some seconds, or at once when the game has moved on and
// they are no longer true. An open dialog lies above the page, so there they stand within it.

const STAYS_MS = 4000;

export class Notice {
  /** @param {HTMLElement} place @param {() => string} situation what the words are about; they go when it changes */
  constructor(place, situation) {
    this.place = place;
    this.situation = situation;
    this.about = "";
    this.timer = 0;
    document.addEventListener("close", () => this.settle(), true);
  }

  /** @param {string} words */
  tell(words) {
    this.settle();
    this.about = this.situation();
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
    if (this.place.textContent && this.about !== this.situation()) this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    this.place.textContent = "";
  }
}
