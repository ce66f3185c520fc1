// How a board looks: wood, lines, coordinates, stones and the marks on them, as SVG that board.css colours. The page plays
// on it, and the report of scripts/match replays games on it. It knows points by x and y, row 1 at the bottom, and no rules.

import {line, shape, text} from "./elements.js";
import {columnName} from "./points.js";

/** @typedef {{width: number, height: number}} Size */

export const CELL = 40;             // in the units of the picture
export const EDGE = 44;             // from the outermost line to the rim, where the coordinates stand
export const NARROW_EDGE = 26;      // without them
export const STONE = 18.4;
const GRAINS = 15;
const SMALLEST_WITH_MIDDLE = 7, SMALLEST_WITH_CORNERS = 13, STAR_FROM_EDGE = 3;
const COORDINATES_AWAY = 28;
const NUMBER_SIZES = [0, 18, 17, 14, 11];       // of letters, by the number of digits
export const COLOURS = ["black", "white"];

/** Where a point lies in the picture. @param {Size} size @param {number} x @param {number} y @returns {[number, number]} */
export const centre = (size, x, y) => [x * CELL, (size.height - 1 - y) * CELL];

/** The colours of wood and stones, once for all boards of a page. */
export function paint() {
  const stops = (/** @type {string} */ name, /** @type {number} */ end) => [
    shape("stop", {offset: 0, class: `${name}-from`}), shape("stop", {offset: end, class: `${name}-to`})];
  const stone = (/** @type {string} */ name, /** @type {number} */ end) =>
    shape("radialGradient", {id: name, cx: 0.36, cy: 0.3, r: 0.75}, ...stops(name, end));
  return shape("defs", {}, shape("linearGradient", {id: "wood", x1: 0, y1: 0, x2: 1, y2: 1}, ...stops("wood", 1)),
               stone("black", 0.8), stone("white", 1));
}

/** The wood under a board with that rim. @param {Size} size @param {number} edge */
export const woodOf = ({width, height}, edge) => ({
  x: -edge, y: -edge, width: (width - 1) * CELL + 2 * edge, height: (height - 1) * CELL + 2 * edge,
});

/** An empty board: its lines, stars and, where the rim has room, its coordinates. @param {Size} size @param {number} edge */
export function boardPicture(size, edge) {
  const wood = woodOf(size, edge), width = (size.width - 1) * CELL, height = (size.height - 1) * CELL;
  const picture = shape("svg", {viewBox: `${wood.x} ${wood.y} ${wood.width} ${wood.height}`, class: "board-picture"},
                        shape("rect", {...wood, fill: "url(#wood)"}), grain(wood));
  let lines = "";
  for (let x = 0; x < size.width; x += 1) lines += `M${x * CELL} 0V${height}`;
  for (let y = 0; y < size.height; y += 1) lines += `M0 ${y * CELL}H${width}`;
  picture.append(shape("path", {d: lines, class: "grid", "stroke-width": 1.3}),
                 shape("path", {d: `M0 0H${width}V${height}H0Z`, class: "grid", "stroke-width": 2.6}));
  for (const [x, y] of starPoints(size)) {
    const [cx, cy] = centre(size, x, y);
    picture.append(shape("circle", {cx, cy, r: 4.4, class: "star"}));
  }
  if (edge === EDGE) picture.append(coordinates(size));
  return picture;
}

/**
 * Soft lines across the wood; the sines stand in for chance, so that every board is the same board.
 * @param {{x: number, y: number, width: number, height: number}} wood
 */
function grain(wood) {
  const group = shape("g", {class: "wood-grain", "aria-hidden": "true"});
  const apart = wood.height / GRAINS, third = wood.width / 3;
  for (let at = 0; at < GRAINS; at += 1) {
    const y = wood.y + apart * (at + 0.5 + 0.3 * Math.sin(at * 7)), bend = apart * 0.8 * Math.sin(at * 3 + 1);
    group.append(shape("path", {d: `M${wood.x} ${y}c${third} ${bend} ${2 * third} ${-bend} ${3 * third} ${bend / 2}`,
                                "stroke-width": 2 + 5 * Math.abs(Math.sin(at * 5))}));
  }
  return group;
}

/** The middle, where there is one, and on large boards the fourth points from the corners. @param {Size} size */
function starPoints({width, height}) {
  const smaller = Math.min(width, height);
  const hasMiddle = width % 2 && height % 2 && smaller >= SMALLEST_WITH_MIDDLE;
  const middle = hasMiddle ? [[(width - 1) / 2, (height - 1) / 2]] : [];
  if (smaller < SMALLEST_WITH_CORNERS) return middle;
  const columns = [STAR_FROM_EDGE, width - 1 - STAR_FROM_EDGE], rows = [STAR_FROM_EDGE, height - 1 - STAR_FROM_EDGE];
  return [...middle, ...columns.flatMap(x => rows.map(y => [x, y]))];
}

/** @param {Size} size */
function coordinates(size) {
  const letters = shape("g", {class: "letters", "aria-hidden": "true"});
  const far = [(size.width - 1) * CELL + COORDINATES_AWAY, (size.height - 1) * CELL + COORDINATES_AWAY];
  const write = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words) =>
    letters.append(text(x, y, words, {class: "letter", "font-size": words.length > 1 ? 14 : 15}));
  for (let x = 0; x < size.width; x += 1) for (const y of [-COORDINATES_AWAY, far[1]]) write(x * CELL, y, columnName(x));
  for (let y = 0; y < size.height; y += 1) {
    for (const x of [-COORDINATES_AWAY, far[0]]) write(x, centre(size, 0, y)[1], String(y + 1));
  }
  return letters;
}

/**
 * A stone; with a number if it has one, and a ring if it stood there before the game.
 * @param {Size} size @param {number} x @param {number} y @param {number} colour @param {string} number @param {boolean} hasRing
 */
export function stonePicture(size, x, y, colour, number = "", hasRing = false) {
  const [cx, cy] = centre(size, x, y);
  return shape("g", {class: `stone ${COLOURS[colour]}`},
    shape("circle", {cx: cx + 1.2, cy: cy + 2.2, r: STONE, class: "stone-shadow"}),
    shape("circle", {cx, cy, r: STONE, fill: `url(#${COLOURS[colour]})`}),
    hasRing ? shape("circle", {cx, cy, r: 14.6, class: "ring", "stroke-width": 1.4}) : null,
    number ? text(cx, cy + 0.5, number, {class: "number", "font-size": NUMBER_SIZES[number.length]}) : null);
}

/**
 * Under the stones of a winning row, where it shines out around them and hides no number.
 * @param {Size} size @param {[number, number][]} points
 */
export function winningPicture(size, points) {
  const row = shape("g", {class: "winning"});
  const centres = points.map(([x, y]) => centre(size, x, y)).sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  for (const [cx, cy] of centres) row.append(shape("circle", {cx, cy, r: STONE + 3.8}));
  return row;
}

/** The mark of the last move: a red rim, and a dot where there are no numbers. @param {Size} size @param {number} x @param {number} y */
export function lastPicture(size, x, y) {
  const [cx, cy] = centre(size, x, y);
  return shape("g", {class: "last"}, shape("circle", {cx, cy, r: STONE - 1.4, class: "last-mark", "stroke-width": 3.2}),
               shape("circle", {cx, cy, r: 5.5, class: "last-dot"}));
}

/** Where nobody may play. @param {Size} size @param {number} x @param {number} y */
export function crossPicture(size, x, y) {
  const [cx, cy] = centre(size, x, y), reach = 7;
  return shape("g", {class: "forbidden"}, line(cx - reach, cy - reach, cx + reach, cy + reach, "cross-stroke"),
               line(cx - reach, cy + reach, cx + reach, cy - reach, "cross-stroke"));
}
