// What charts, tables and the replay draw with: the colours of players, stones beside names, charts as wide as their place.

import {byId, element, shape} from "page/browser/elements.js";
import {COLOUR} from "./match_data.js";

const PLAYER_COLOURS = 8;           // page.css has so many

/** Gives an element the colour of a player. */
export function own(player, created) {
  created.style.setProperty("--own", `var(--player-${player % PLAYER_COLOURS})`);
  return created;
}

export const pebble = (side, size = "") =>
  element("span", {class: `pebble ${size} ${COLOUR[side]}`, "aria-label": COLOUR[side], role: "img"});
export const dot = player => own(player, element("span", {class: "dot"}));

/** Draws a chart as wide as its place, and again when that changes, so that letters keep their size. */
export function chart(id, height, draw) {
  const place = byId(id);
  let drawnWidth = 0;
  const redraw = () => {
    const width = Math.round(place.clientWidth);
    if (!width) return;
    drawnWidth = width;
    const picture = shape("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img"});
    draw(picture, width, height);
    place.replaceChildren(picture);
  };
  new ResizeObserver(() => { if (Math.round(place.clientWidth) !== drawnWidth) redraw(); }).observe(place);
  redraw();
  return redraw;
}

export const path = (points, attributes) => shape("path", {d: pathWords(points), ...attributes});
const pathWords = points => points.map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
export const between = (low, value, high) => Math.min(high, Math.max(low, value));

/** A step of 1, 2 or 5 times a power of ten that divides a span into about that many parts. */
export function roundStep(span, parts) {
  const rough = span / parts, power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find(factor => factor * power >= rough);
}

export function table(heads, rows) {
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
}
