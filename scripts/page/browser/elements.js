// Making elements of the page and shapes of pictures. What came from outside is only ever written as text.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute */
/** @typedef {Node | string | null} Child */

/**
 * Functions are listeners for the event that their attribute names; null, undefined and false leave an attribute out.
 * @template {Element} T @param {T} created @param {Record<string, Attribute>} attributes @param {Child[]} children
 */
function build(created, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") created.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) {
      created.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children) if (child !== null) created.append(child);
  return created;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, Attribute>} attributes @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export const element = (tag, attributes = {}, ...children) => build(document.createElement(tag), attributes, children);

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, Attribute>} attributes @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export const shape = (tag, attributes = {}, ...children) =>
  build(/** @type {any} */ (document.createElementNS(SVG, tag)), attributes, children);

/** @param {number} x @param {number} y @param {string} words @param {Record<string, Attribute>} attributes */
export const text = (x, y, words, attributes = {}) => shape("text", {x, y, ...attributes}, words);

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {string} kind */
export const line = (x1, y1, x2, y2, kind) => shape("line", {x1, y1, x2, y2, class: kind});

/**
 * The element of the page with that id, which must be there.
 * @template {HTMLElement} [T=HTMLElement] @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return /** @type {T} */ (found);
}

/** A field with that id: its value, whether it is checked, whether it can be used. @param {string} id */
export const field = id => /** @type {HTMLInputElement} */ (byId(id));

/** A part of the page that is drawn when what it shows has changed. */
export class Part {
  /** @param {string} id @param {(state: any) => (Node | string)[]} make */
  constructor(id, make) {
    this.place = byId(id);
    this.make = make;
    this.drawn = "";
  }

  /** @param {any} state */
  draw(state) {
    const words = JSON.stringify(state);
    if (words === this.drawn) return;
    this.drawn = words;
    this.place.replaceChildren(...this.make(state));
  }
}
