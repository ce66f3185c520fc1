// How a board looks: wood, lines, coordinates, stones and the marks on them, as SVG that board.css colours. The page
// plays on it, and the report of scripts/match replays games on it. It knows points by x and y, row 1 at the bottom,
// and no rules.

import {shape, text} from "../browser/elements.js";
import {columnName} from "../game/points.js";

/**
 * In cells: as tic-tac-toe is drawn, with signs for stones. Columns and rows may have other names than usual.
 * @typedef {{width: number, height: number, inCells?: boolean, columns?: string[], rows?: string[]}} Size
 */

export const CELL = 40;             // in the units of the picture
export const EDGE = 44;             // from the outermost line to the rim, where the coordinates stand
export const NARROW_EDGE = 26;      // without them
export const STONE = 18.4;
const RIM = 0.9;                    // of white stones, which are nearly as bright as wood
const GRAINS_APART = 12, GOLDEN = 0.618;
const USUAL_SPAN = 440, FINEST = 0.4;           // smaller boards are shown larger, and drawn more finely
const SMALLEST_WITH_MIDDLE = 7, SMALLEST_WITH_CORNERS = 13, STAR_FROM_EDGE = 3;
const COORDINATES_AWAY = 30, ROWS_AWAY = 31;    // names of rows have two digits
const SIGN = 10;                                // half of a cross or a ring in a cell
const NUMBER_SIZES = [0, 18, 17, 14, 11];       // of letters, by the number of digits
export const COLOURS = ["black", "white"];

/**
 * Where a point lies in the picture.
 * @param {Size} size @param {number} x @param {number} y @returns {[number, number]}
 */
export const centre = (size, x, y) => [x * CELL, (size.height - 1 - y) * CELL];

/** The colours of wood and stones, once for all boards of a page. */
export function paint() {
  const stops = (/** @type {string} */ name, /** @type {number} */ end) => [
    shape("stop", {offset: 0, class: `${name}-from`}), shape("stop", {offset: end, class: `${name}-to`})];
  const stone = (/** @type {string} */ name, /** @type {number} */ end) =>
    shape("radialGradient", {id: `stone-${name}`, cx: 0.36, cy: 0.3, r: 0.75}, ...stops(name, end));
  return shape("defs", {}, shape("linearGradient", {id: "wood", x1: 0, y1: 0, x2: 1, y2: 1}, ...stops("wood", 1)),
               stone("black", 0.8), stone("white", 1));
}

/** The wood under a board with that rim. @param {Size} size @param {number} edge */
export const woodOf = ({width, height}, edge) => ({
  x: -edge, y: -edge, width: (width - 1) * CELL + 2 * edge, height: (height - 1) * CELL + 2 * edge,
});

/** How fine lines and letters of a board are, 1: as usual. @param {Size} size */
const fineness = ({width, height}) => Math.max(FINEST, Math.min(1, Math.max(width, height) * CELL / USUAL_SPAN));

/**
 * A mark of two parts, so that it stands out from every ground: an edge, and what is seen in it.
 * @param {string} kind @param {(part: "edge" | "inner") => SVGElement[]} draw
 */
export const marked = (kind, draw) => shape("g", {class: kind}, ...draw("edge"), ...draw("inner"));

/**
 * An empty board: its lines, stars and, where the rim has room, its coordinates.
 * @param {Size} size @param {number} edge
 */
export function boardPicture(size, edge) {
  const wood = woodOf(size, edge), width = (size.width - 1) * CELL, height = (size.height - 1) * CELL;
  const picture = shape("svg", {viewBox: `${wood.x} ${wood.y} ${wood.width} ${wood.height}`,
                                class: size.inCells ? "board-picture in-cells" : "board-picture"},
                        shape("rect", {...wood, fill: "url(#wood)"}), grain(size, wood));
  picture.append(...(size.inCells ? [cellLines(size)] : gridLines(size, width, height)));
  if (edge === EDGE) picture.append(coordinates(size));
  return picture;
}

/** @param {Size} size @param {number} width @param {number} height */
function gridLines(size, width, height) {
  const fine = fineness(size);
  let lines = "";
  for (let x = 0; x < size.width; x += 1) lines += `M${x * CELL} 0V${height}`;
  for (let y = 0; y < size.height; y += 1) lines += `M0 ${y * CELL}H${width}`;
  const stars = starPoints(size).map(([x, y]) => {
    const [cx, cy] = centre(size, x, y);
    return shape("circle", {cx, cy, r: 4.4 * fine, class: "star"});
  });
  return [shape("path", {d: lines, class: "grid", "stroke-width": 1.3 * fine}),
          shape("path", {d: `M0 0H${width}V${height}H0Z`, class: "grid", "stroke-width": 2.6 * fine}), ...stars];
}

/** The lines between cells. @param {Size} size */
function cellLines(size) {
  const half = CELL / 2;
  let lines = "";
  for (let x = 1; x < size.width; x += 1) lines += `M${x * CELL - half} ${-half}v${size.height * CELL}`;
  for (let y = 1; y < size.height; y += 1) lines += `M${-half} ${y * CELL - half}h${size.width * CELL}`;
  return shape("path", {d: lines, class: "grid cells", "stroke-width": 1.2});
}

/**
 * Soft lines across the wood, of many distances and widths. The golden section stands in for chance, so that every
 * board is the same board.
 * @param {Size} size @param {{x: number, y: number, width: number, height: number}} wood
 */
function grain(size, wood) {
  const group = shape("g", {class: "wood-grain", "aria-hidden": "true"});
  const fine = fineness(size);
  const apart = GRAINS_APART * fine;
  const third = wood.width / 3;
  const chance = (/** @type {number} */ at) => at * GOLDEN % 1;
  for (let at = 0; (at + 1) * apart < wood.height; at += 1) {
    const y = wood.y + apart * (at + chance(at)), bend = 2 * apart * (chance(3 * at + 1) - 0.5);
    group.append(shape("path", {d: `M${wood.x} ${y}c${third} ${bend} ${2 * third} ${-bend} ${3 * third} ${bend / 2}`,
                                "stroke-width": fine * (0.6 + 5 * chance(7 * at) ** 3)}));
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
  const right = (size.width - 1) * CELL + ROWS_AWAY;
  const bottom = (size.height - 1) * CELL + COORDINATES_AWAY;
  const fine = fineness(size);
  const write = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words) =>
    letters.append(text(x, y, words, {class: "letter", "font-size": fine * (words.length > 1 ? 13.5 : 15)}));
  for (let x = 0; x < size.width; x += 1) {
    for (const y of [-COORDINATES_AWAY, bottom]) write(x * CELL, y, size.columns?.[x] ?? columnName(x));
  }
  for (let y = 0; y < size.height; y += 1) {
    for (const x of [-ROWS_AWAY, right]) write(x, centre(size, 0, y)[1], size.rows?.[y] ?? String(y + 1));
  }
  return letters;
}

/**
 * A stone; with a number if it has one, and a ring if it stood there before the game.
 * @param {Size} size @param {number} x @param {number} y @param {number} colour @param {string} number
 * @param {boolean} hasRing
 */
export function stonePicture(size, x, y, colour, number = "", hasRing = false) {
  const [cx, cy] = centre(size, x, y);
  if (size.inCells) return signPicture(cx, cy, colour, number);
  return shape("g", {class: `stone ${COLOURS[colour]}`},
    shape("circle", {cx: cx + 1.2, cy: cy + 2.2, r: STONE, class: "stone-shadow"}),
    shape("circle", {cx, cy, r: STONE, fill: `url(#stone-${COLOURS[colour]})`}),
    colour ? shape("circle", {cx, cy, r: STONE - RIM / 2, class: "rim", "stroke-width": RIM}) : null,
    hasRing ? shape("circle", {cx, cy, r: 14.6, class: "ring", "stroke-width": 1.4}) : null,
    number ? text(cx, cy + 0.5, number, {class: "number", "font-size": NUMBER_SIZES[number.length]}) : null);
}

/** A cross or a ring in a cell. @param {number} cx @param {number} cy @param {number} colour @param {string} number */
function signPicture(cx, cy, colour, number) {
  const sign = (/** @type {string} */ part, /** @type {number} */ width) => colour ?
    shape("circle", {cx, cy, r: SIGN, class: part, "stroke-width": width}) :
    shape("path", {d: crossPath(cx, cy, SIGN), class: part, "stroke-width": width});
  return shape("g", {class: `stone ${COLOURS[colour]}`}, colour ? sign("sign-edge", 5) : null, sign("sign", 3.4),
               number ? text(cx + 14, cy - 14, number, {class: "number", "font-size": 6}) : null);
}

/** @param {number} cx @param {number} cy @param {number} reach */
const crossPath = (cx, cy, reach) =>
  `M${cx - reach} ${cy - reach}l${2 * reach} ${2 * reach}M${cx - reach} ${cy + reach}l${2 * reach} ${-2 * reach}`;

/**
 * Under the stones of a winning row, where it shines out around them and hides no number; through the signs in cells.
 * @param {Size} size @param {[number, number][]} points
 */
export function winningPicture(size, points) {
  const centres = points.map(([x, y]) => centre(size, x, y)).sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  if (size.inCells) {
    return marked("winning", part => centres.length ? [shape("path", {class: part, d: `M${centres.join("L")}`})] : []);
  }
  return marked("winning", part => centres.map(([cx, cy]) => shape("circle", {class: part, cx, cy, r: STONE + 3.8})));
}

/**
 * The mark of the last move: a red rim, and a dot where there are no numbers; without the rim where a winning row has
 * one.
 * @param {Size} size @param {number} x @param {number} y @param {number} colour of the stone @param {boolean} hasRim
 */
export function lastPicture(size, x, y, colour, hasRim = true) {
  const [cx, cy] = centre(size, x, y);
  return shape("g", {class: `last on-${COLOURS[size.inCells ? 1 : colour]}`},
    hasRim && !size.inCells ? shape("circle", {cx, cy, r: STONE - 1.4, class: "last-mark", "stroke-width": 3.2}) : null,
    size.inCells ? shape("circle", {cx: cx - 15, cy: cy - 15, r: 2, class: "last-dot"})
      : shape("circle", {cx, cy, r: 5.5, class: "last-dot"}));
}

/** Where nobody may play. @param {Size} size @param {number} x @param {number} y */
export function crossPicture(size, x, y) {
  const [cx, cy] = centre(size, x, y);
  return marked("forbidden", part => [shape("path", {d: crossPath(cx, cy, 6.5), class: part})]);
}
