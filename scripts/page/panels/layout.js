// Which parts of the panel are shown. Where there is little room one at a time is, behind its tab; in wide windows the
// moves stand beside the others, in very wide ones the analysis as well, and the curve below what is open.

import {byId} from "../browser/elements.js";

const PARTS = ["moves", "analysis", "openings", "review", "edit"];
/** Parts that are always shown, by the number of columns. @type {string[][]} */
const STANDING = [[], ["moves"], ["moves"], ["moves", "analysis"]];
// Pixels: from this width on a window is a desktop's; beside the board, from these on there are so many columns.
const DESKTOP = 1100, TWO_COLUMNS = 640, THREE_COLUMNS = 1500;
const UPRIGHT = 0.9;                // width by height: such windows have the panel below the board

/** How many columns the panel has; 0: one part at a time is shown. @param {number} width @param {number} height */
export function columnsOf(width, height) {
  if (width < DESKTOP || width / height < UPRIGHT) return 0;
  const beside = width - height;
  return beside >= THREE_COLUMNS ? 3 : beside >= TWO_COLUMNS ? 2 : 1;
}

export class Layout {
  /** @param {(name: string) => void} opened another part is open, or stands elsewhere @param {number} most columns */
  constructor(opened, most) {
    this.opened = opened;
    this.most = most;
    this.columns = -1;              // not known before a part is opened
    this.wanted = PARTS[0];
    this.curve = byId("curve");
    for (const name of PARTS) {
      byId(`tab-${name}`).addEventListener("click", () => this.open(name));
      byId(`tab-${name}`).addEventListener("keydown", event => this.step(name, event.key));
    }
    addEventListener("resize", () => this.fit());
  }

  /** Parts that have a tab. */
  get tabs() {
    return PARTS.filter(name => !STANDING[this.columns].includes(name));
  }

  /** The part behind the tab that is chosen. */
  get current() {
    return this.tabs.includes(this.wanted) ? this.wanted : this.tabs[0];
  }

  /** @param {string} name */
  shows(name) {
    return !byId(`panel-${name}`).hidden;
  }

  /** @param {string} name */
  open(name) {
    this.wanted = PARTS.includes(name) ? name : PARTS[0];
    if (this.columns < 0) this.fit();
    else this.draw();
  }

  /** The window has another size. */
  fit() {
    const columns = Math.min(this.most, columnsOf(innerWidth, innerHeight));
    if (columns === this.columns) return;
    this.columns = columns;
    if (columns) document.documentElement.dataset.columns = String(columns);
    else document.documentElement.removeAttribute("data-columns");
    this.draw();
  }

  draw() {
    const {current, tabs} = this;
    for (const name of PARTS) {
      const tab = byId(`tab-${name}`), part = byId(`panel-${name}`), isOpen = name === current;
      tab.setAttribute("aria-selected", String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
      tab.hidden = !tabs.includes(name);
      part.hidden = !isOpen && !tab.hidden;
      part.setAttribute("role", tab.hidden ? "region" : "tabpanel");
    }
    const below = byId(current === "review" ? "panel-review" : "panel-analysis");
    const home = this.columns ? byId("panel") : below.querySelector(".curve-place");
    if (home && this.curve.parentNode !== home) home.append(this.curve);
    this.opened(this.wanted);
  }

  /** The arrow keys go from tab to tab. @param {string} name @param {string} key */
  step(name, key) {
    const {tabs} = this, by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    const next = tabs[(tabs.indexOf(name) + by + tabs.length) % tabs.length];
    this.open(next);
    byId(`tab-${next}`).focus();
  }
}
