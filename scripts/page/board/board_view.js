// The board that people play on: it draws scenes, and says which point was chosen by mouse, touch or keyboard. For
// screen readers it is a grid, in which every point has a name and says what is there.
//
// A finger hides the point under it, and points of a phone are small: while it is down, lines across the whole board
// and a pale stone show where it would play; lifting it plays there, leaving the board plays nowhere.

import {BLACK, WHITE} from "../game/rules.js";
import {
  CELL, EDGE, STONE, boardPicture, centre, crossPicture, lastPicture, marked, paint, stonePicture, winningPicture,
  woodOf,
} from "./board_picture.js";
import {COLOUR_WORDS} from "../analysis/chances.js";
import {shape, text} from "../browser/elements.js";
import {pointName} from "../game/points.js";
import {UNTURNED, seen} from "./turning.js";
import {t} from "../languages/texts.js";

/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {{cell: number, colour: Colour, number: string, hasRing: boolean}} ShownStone */
/**
 * What stands on a point, and small beside it; what screen readers say of it.
 * @typedef {{cell: number, words: string, kind: string, corner?: string, label?: string}} Mark
 */
/**
 * @typedef {object} Scene
 * @property {number} width
 * @property {number} height
 * @property {boolean} inCells
 * @property {ShownStone[]} stones
 * @property {boolean} hasNumbers
 * @property {number | null} last
 * @property {number[]} winning
 * @property {number[]} forbidden
 * @property {Mark[]} marks  short words on empty points
 * @property {ShownStone[]} line  stones that are only thought of
 * @property {number | null} hint
 * @property {import("../game/drawings.js").Drawing[]} [drawings]  by hand
 * @property {number} [square]  the side of the square about the middle that an opening speaks of; below 0: outside
 * @property {Colour | null} next  whose stone the pointer shows; null: nobody can play
 * @property {string} label
 */

/**
 * @typedef {object} Editing
 * @property {(cell: number, isOther: boolean) => void} touch
 * @property {(from: number, to: number, isOther: boolean, isFirst: boolean) => void} drag
 */
/** @typedef {{cell: number, isOther: boolean, at: number, isDragging: boolean, isDrawing: boolean}} Press */

/** A board with nothing on it but what is told besides. */
export const BARE = {
  inCells: false, hasNumbers: false, last: null, winning: [], forbidden: [], marks: [], line: [], hint: null, next: null,
  label: "",
};
const LONG_MS = 500;                // a press of a finger that stands for the right button
const NO_REACH = 12;                // half of the cross over a forbidden point
const REASON_AWAY = 30;             // of its reason from it
const REASON_COLUMNS = 2;           // from the edge, where that would not fit about the point
const WORTH_SIZE = 11, MARK_SIZE = 13;
const CORNER = 13, CORNER_RADIUS = 8, CORNER_SIZE = 12;      // what stands beside a mark, at its upper right
const SQUARE = 14;                  // half the side of the mark of black's threat; white's is a circle
const RING = 13, HEAD = 11;         // of a circle drawn by hand, and of the head of an arrow
const CELL_MOST = 120;              // pixels of the screen: a small board need not fill a large one
const CURSOR = 17;                  // half the side of the keyboard's square

export class BoardView {
  /**
   * @param {HTMLElement} place @param {(cell: number, isAside: boolean) => void} onPoint with Shift held
   * @param {string} prefix of its ids: each board of the page has another one
   */
  constructor(place, onPoint, prefix = "") {
    this.place = place;
    this.onPoint = onPoint;
    this.prefix = prefix;
    /** @type {Editing | null} what the other button and drags do; null: nothing */
    this.editing = null;
    /** Draws by hand; null: nothing is drawn here. @type {((cell: number, to: number) => void) | null} */
    this.onDraw = null;
    /** Every click draws. */
    this.draws = () => false;
    /** @type {Press | null} where the pointer went down */
    this.pressed = null;
    /** Why black may not play there, in words. @type {(cell: number) => string} */
    this.reasonOf = () => "";
    this.cursor = 0;
    /** @type {Scene | null} */
    this.scene = null;
    this.drawn = "";
    this.turn = UNTURNED;
    /** The board as it is seen. */
    this.seen = seen({width: 1, height: 1}, UNTURNED);
    this.picture = shape("svg");
    this.layers = {under: shape("g"), stones: shape("g"), marks: shape("g"), pointer: shape("g"), cursor: shape("g")};
    /** @type {SVGElement[]} */
    this.cells = [];
    /** @type {string[]} */
    this.labels = [];
  }

  /** @param {Scene} scene */
  draw(scene) {
    const {scene: before} = this, words = JSON.stringify(scene);
    if (words === this.drawn) return;
    this.drawn = words;
    this.scene = scene;
    if (before?.width !== scene.width || before.height !== scene.height || before.inCells !== scene.inCells) {
      this.build(scene);
    }
    const stones = scene.stones.map(stone => this.stoneOf(stone));
    const {under, stones: upper, marks} = this.layers;
    under.replaceChildren(winningPicture(this.seen, scene.winning.map(cell => this.xy(cell))),
                          ...(scene.square ? [this.squareOf(Math.abs(scene.square))] : []));
    upper.replaceChildren(...stones, ...this.lastOf(scene));
    marks.replaceChildren(...scene.forbidden.map(cell => crossPicture(this.seen, ...this.xy(cell))),
                          ...scene.line.map(stone => this.thoughtOf(stone)),
                          ...scene.marks.map(mark => this.markOf(mark)),
                          ...(scene.hint === null ? [] : [this.hintOf(scene.hint)]),
                          ...(scene.drawings ?? []).map(drawing => this.drawingOf(drawing)));
    this.picture.classList.toggle("with-numbers", scene.hasNumbers);
    this.picture.classList.toggle("without-numbers", !scene.hasNumbers);
    this.picture.setAttribute("aria-label", scene.label);
    this.name(scene);
    if (scene.next === null) this.layers.pointer.replaceChildren();
  }

  /** @param {Scene} scene */
  lastOf(scene) {
    const {last, stones, winning} = scene, stone = stones.find(({cell}) => cell === last);
    return stone ? [lastPicture(this.seen, ...this.xy(stone.cell), stone.colour, !winning.includes(stone.cell))] : [];
  }

  /** Turns or mirrors the board for those who look at it. @param {import("./turning.js").Turn} turn */
  setTurn(turn) {
    const {scene, cursor} = this;
    this.turn = turn;
    if (!scene) return;
    this.scene = null;
    this.drawn = "";
    this.draw(scene);
    this.moveCursor(cursor);
  }

  /** Where a cell is seen. @param {number} cell @returns {[number, number]} */
  xy(cell) {
    return this.seen.places[cell];
  }

  /** @param {number} cell */
  centreOf(cell) {
    return centre(this.seen, ...this.xy(cell));
  }

  /** @param {ShownStone} stone */
  stoneOf({cell, colour, number, hasRing}) {
    return stonePicture(this.seen, ...this.xy(cell), colour, number, hasRing);
  }

  /** @param {ShownStone} stone */
  thoughtOf(stone) {
    const picture = this.stoneOf(stone);
    picture.classList.add("thought");
    return picture;
  }

  /** @param {Mark} mark */
  markOf({cell, words, kind, corner}) {
    const [cx, cy] = this.centreOf(cell);
    const ground = kind.endsWith("of-black") ?
      shape("rect", {
        x: cx - SQUARE, y: cy - SQUARE, width: 2 * SQUARE, height: 2 * SQUARE, rx: 3, class: "mark-ground",
      }) :
      shape("circle", {cx, cy, r: STONE - 1, class: "mark-ground"});
    const beside = corner ? [
      shape("circle", {cx: cx + CORNER, cy: cy - CORNER, r: CORNER_RADIUS, class: "corner"}),
      text(cx + CORNER, cy - CORNER, corner, {class: "corner-words", "font-size": CORNER_SIZE})] : [];
    return shape("g", {class: `mark ${kind}`}, ground,
                 text(cx, cy + 0.5, words, {"font-size": kind.startsWith("worth") ? WORTH_SIZE : MARK_SIZE}),
                 ...beside);
  }

  /** @param {number} cell */
  hintOf(cell) {
    const [cx, cy] = this.centreOf(cell);
    return marked("hint", part => [shape("circle", {cx, cy, r: STONE - 2, class: part})]);
  }

  /** @param {import("../game/drawings.js").Drawing} drawing */
  drawingOf({kind, cell, to, words}) {
    const [cx, cy] = this.centreOf(cell), [x, y] = this.centreOf(to), away = Math.hypot(x - cx, y - cy) || 1;
    const [across, down] = [(x - cx) / away * HEAD, (y - cy) / away * HEAD];
    /** @type {Record<string, string>} */
    const paths = {
      CR: `M${cx - RING} ${cy}a${RING} ${RING} 0 1 0 ${2 * RING} 0a${RING} ${RING} 0 1 0 ${-2 * RING} 0Z`,
      TR: `M${cx} ${cy - RING}l${RING * 0.87} ${RING * 1.5}h${-RING * 1.74}Z`,
      AR: `M${cx + across} ${cy + down}L${x} ${y}m${-across + down * 0.6} ${-down - across * 0.6}L${x} ${y}` +
        `l${-across - down * 0.6} ${-down + across * 0.6}`,
    };
    const [corner, top] = [cx + CORNER, cy - CORNER];
    if (words) {
      return shape("g", {class: "drawn"}, shape("circle", {cx: corner, cy: top, r: CORNER_RADIUS + 1, class: "label"}),
                   text(corner, top, words, {"font-size": CORNER_SIZE}));
    }
    return marked("drawn", part => [shape("path", {d: paths[kind], class: part})]);
  }

  /** @param {number} side in cells */
  squareOf(side) {
    const {width, height} = this.seen, [x, y] = [width, height].map(all => CELL * (all - 1 - side) / 2);
    const box = {x, y, width: side * CELL, height: side * CELL, rx: 4};
    return marked("square", part => [shape("rect", {...box, class: part})]);
  }

  // --- a new size ----------------------------------------------------------------------------------------------------

  /** @param {Scene} scene */
  build(scene) {
    const {width, height} = scene, before = this.picture;
    this.seen = seen(scene, this.turn);
    this.picture = boardPicture(this.seen, EDGE);
    this.cells = Array.from({length: width * height}, (_, cell) => {
      const [cx, cy] = this.centreOf(cell);
      return shape("rect", {x: cx - CELL / 2, y: cy - CELL / 2, width: CELL, height: CELL, class: "point",
                            id: `${this.prefix}point-${pointName(cell, width)}`, role: "gridcell"});
    });
    this.labels = [];
    this.cursor = Math.floor(height / 2) * width + Math.floor(width / 2);
    const rows = Array.from({length: height}, (_, row) => {
      const y = height - 1 - row;
      return shape("g", {role: "row"}, ...this.cells.slice(y * width, (y + 1) * width));
    });
    const {under, stones, marks, pointer, cursor} = this.layers;
    for (const layer of Object.values(this.layers)) layer.setAttribute("aria-hidden", "true");
    if (!this.prefix) this.picture.prepend(paint());          // once in a page: ids must not be there twice
    this.picture.append(under, stones, marks, pointer, cursor, ...rows);
    for (const [name, value] of Object.entries({role: "grid", tabindex: 0, id: `${this.prefix}grid`})) {
      this.picture.setAttribute(name, String(value));
    }
    const wood = woodOf(this.seen, EDGE);
    this.place.style.setProperty("--ratio", String(wood.width / wood.height));
    this.place.style.setProperty("--board-most", `${wood.width / CELL * CELL_MOST}px`);
    if (before.isConnected) before.replaceWith(this.picture);
    else this.place.append(this.picture);
    this.listen();
    this.moveCursor(this.cursor);
  }

  /** Every point says what it is. @param {Scene} scene */
  name({width, stones, forbidden, marks, last, winning, hint}) {
    const words = this.cells.map((_, cell) => t("{point}, empty", {point: pointName(cell, width)}));
    for (const {cell, colour, number} of stones) {
      const values = {point: pointName(cell, width), colour: COLOUR_WORDS[colour], number};
      words[cell] = number ? t("{point}, {colour}, move {number}", values) : t("{point}, {colour}", values);
    }
    for (const cell of forbidden) words[cell] = t("{point}, forbidden to black", {point: pointName(cell, width)});
    for (const {cell, label} of marks) if (label) words[cell] += `, ${label}`;
    for (const cell of winning) words[cell] += `, ${t("in the winning row")}`;
    if (last !== null) words[last] += `, ${t("last move")}`;
    if (hint !== null) words[hint] += `, ${t("hint")}`;
    for (const [cell, label] of words.entries()) {
      if (this.labels[cell] !== label) this.cells[cell].setAttribute("aria-label", label);
    }
    this.labels = words;
  }

  // --- mouse, touch, keyboard ----------------------------------------------------------------------------------------

  listen() {
    const {picture} = this;
    picture.addEventListener("pointermove", event => {
      this.point(event);
      this.drag(event);
    });
    for (const kind of ["pointerleave", "pointercancel"]) {
      picture.addEventListener(kind, () => {
        this.pressed = null;
        this.layers.pointer.replaceChildren();
      });
    }
    picture.addEventListener("pointerdown", event => {
      if (event.pointerType !== "mouse") picture.setPointerCapture(event.pointerId);
      this.point(event);
      const cell = this.cellAt(event);
      const isDrawing = !this.editing && this.onDraw !== null && (event.button === 2 || event.shiftKey || this.draws());
      this.pressed = cell === null ? null
        : {cell, isOther: event.button === 2, at: event.timeStamp, isDragging: false, isDrawing};
    });
    picture.addEventListener("contextmenu", event => { if (this.editing || this.onDraw) event.preventDefault(); });
    picture.addEventListener("pointerup", event => {
      const cell = this.cellAt(event), {pressed, editing} = this;
      this.layers.pointer.replaceChildren();
      this.pressed = null;
      if (cell !== null && pressed?.isDrawing && (cell !== pressed.cell || pressed.isOther)) {
        return this.onDraw?.(pressed.cell, cell);
      }
      if (cell === null || (event.button !== 0 && !editing) || pressed?.isDragging) return;
      this.moveCursor(cell);
      const isLong = event.pointerType !== "mouse" && pressed?.cell === cell && event.timeStamp - pressed.at > LONG_MS;
      if (editing) editing.touch(cell, event.button === 2 || isLong);
      else this.onPoint(cell, event.shiftKey);
    });
    picture.addEventListener("keydown", event => this.press(event));
    picture.addEventListener("focus", () => this.moveCursor(this.cursor));
    picture.addEventListener("blur", () => this.layers.cursor.replaceChildren());
  }

  /**
   * A mouse or a pen that is drawn over the board while a position is edited; a finger looks for its point.
   * @param {PointerEvent} event
   */
  drag(event) {
    const {pressed, editing} = this, cell = this.cellAt(event);
    const draws = pressed && editing && event.pointerType !== "touch" && event.buttons;
    if (!draws || cell === null || cell === pressed.cell) return;
    editing.drag(pressed.cell, cell, pressed.isOther, !pressed.isDragging);
    this.pressed = {...pressed, cell, isDragging: true};
  }

  /** The nearest point, or null beside the board. @param {PointerEvent} event */
  cellAt({clientX, clientY}) {
    const matrix = this.picture.getScreenCTM();
    if (!matrix || !this.scene) return null;
    const {x, y} = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()), {width, height, cells} = this.seen;
    const column = Math.round(x / CELL), row = height - 1 - Math.round(y / CELL);
    return column >= 0 && column < width && row >= 0 && row < height ? cells[row * width + column] : null;
  }

  /** Shows where the pointer would play. @param {PointerEvent} event */
  point(event) {
    const {scene} = this, cell = this.cellAt(event), {pointer} = this.layers;
    if (this.pressed?.isDrawing) {
      const isArrow = cell !== null && cell !== this.pressed.cell;
      const arrow = {kind: "AR", cell: this.pressed.cell, to: cell ?? 0, words: ""};
      return pointer.replaceChildren(...(isArrow ? [this.drawingOf(arrow)] : []));
    }
    const isRefused = cell !== null && scene?.next === BLACK && scene.forbidden.includes(cell);
    this.picture.classList.toggle("refuses", isRefused);
    if (isRefused) return pointer.replaceChildren(...this.refusal(cell));
    if (!scene || cell === null || scene.next === null || scene.stones.some(stone => stone.cell === cell)) {
      pointer.replaceChildren();
      return;
    }
    const stone = this.stoneOf({cell, colour: scene.next, number: "", hasRing: false});
    stone.classList.add("pale");
    const isTouch = event.pointerType !== "mouse" && event.buttons > 0;
    pointer.replaceChildren(...(isTouch ? [this.crossLines(cell)] : []), stone);
  }

  /** A large cross over a forbidden point, and why it is one. @param {number} cell */
  refusal(cell) {
    const [cx, cy] = this.centreOf(cell), [x, y] = this.xy(cell), {width} = this.seen;
    const left = cx - NO_REACH, across = 2 * NO_REACH;
    const d = `M${left} ${cy - NO_REACH}l${across} ${across}M${left} ${cy + NO_REACH}l${across} ${-across}`;
    const side = x < REASON_COLUMNS ? "from" : x >= width - REASON_COLUMNS ? "to" : "about";
    return [marked("forbidden", part => [shape("path", {d, class: part})]),
            text(cx, cy + (y === 0 ? -REASON_AWAY : REASON_AWAY), this.reasonOf(cell), {class: `reason ${side}`})];
  }

  /** @param {number} cell */
  crossLines(cell) {
    const [cx, cy] = this.centreOf(cell), wood = woodOf(this.seen, EDGE);
    const d = `M${wood.x} ${cy}h${wood.width}M${cx} ${wood.y}v${wood.height}`;
    return marked("aim", part => [shape("path", {d, class: part})]);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!this.scene || event.ctrlKey || event.metaKey || event.altKey) return;
    const {width, height, cells} = this.seen, [x, y] = this.xy(this.cursor);
    /** @type {Record<string, [number, number]>} */
    const ways = {
      ArrowLeft: [Math.max(0, x - 1), y], ArrowRight: [Math.min(width - 1, x + 1), y],
      ArrowUp: [x, Math.min(height - 1, y + 1)], ArrowDown: [x, Math.max(0, y - 1)],
      Home: [0, y], End: [width - 1, y], PageUp: [x, height - 1], PageDown: [x, 0],
    };
    if (event.key === "Enter" || event.key === " ") this.onPoint(this.cursor, event.shiftKey);
    else if (ways[event.key]) this.moveCursor(cells[ways[event.key][1] * width + ways[event.key][0]]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} cell */
  moveCursor(cell) {
    const [cx, cy] = this.centreOf(cell);
    this.cursor = cell;
    this.picture.setAttribute("aria-activedescendant", this.cells[cell].id);
    const box = {x: cx - CURSOR, y: cy - CURSOR, width: 2 * CURSOR, height: 2 * CURSOR, rx: 5};
    const square = marked("cursor", part => [shape("rect", {...box, class: part})]);
    this.layers.cursor.replaceChildren(...(document.activeElement === this.picture ? [square] : []));
  }
}

/**
 * Numbered stones of a line that is thought of, from the side to move on.
 * @param {number[]} cells @param {Colour} toMove
 */
export const lineStones = (cells, toMove) => cells.map((cell, at) => ({
  cell, colour: at % 2 === 0 ? toMove : toMove === BLACK ? WHITE : BLACK, number: String(at + 1), hasRing: false,
}));
