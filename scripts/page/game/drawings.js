// What people draw on a position by hand: circles, triangles and letters on points, and arrows between them. It is kept
// with the move before, and stands in an .sgf under the names that other programs know.

/**
 * `kind` is the name of the property in an .sgf: CR a circle, TR a triangle, LB a label, AR an arrow. `to` is where an
 * arrow ends, else the point itself.
 * @typedef {{kind: string, cell: number, to: number, words: string}} Drawing
 */

export const CIRCLE = "CR", TRIANGLE = "TR", LABEL = "LB", ARROW = "AR";
export const KINDS = [CIRCLE, TRIANGLE, LABEL, ARROW];
export const WORDS_MOST = 3;        // letters of a label that a point has room for
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * With another arrow, or without it if it was there. A point has a circle, a triangle and a letter in turn, and nothing.
 * @param {Drawing[]} drawings @param {number} cell @param {number} to @returns {Drawing[]}
 */
export function drawn(drawings, cell, to) {
  const isOne = cell === to;
  const found = drawings.find(each => (each.kind !== ARROW) === isOne && each.cell === cell && each.to === to);
  const others = drawings.filter(each => each !== found);
  if (!isOne) return found ? others : [...others, {kind: ARROW, cell, to, words: ""}];
  const kind = !found ? CIRCLE : found.kind === CIRCLE ? TRIANGLE : found.kind === TRIANGLE ? LABEL : null;
  const used = others.map(({words}) => words);
  const words = kind === LABEL ? [...LETTERS].find(letter => !used.includes(letter)) ?? "?" : "";
  return kind ? [...others, {kind, cell, to, words}] : others;
}

/** @param {any} drawing @param {number} cells of the board @returns {drawing is Drawing} */
export const isDrawing = (drawing, cells) => KINDS.includes(drawing?.kind) && typeof drawing.words === "string" &&
  [drawing.cell, drawing.to].every(cell => Number.isInteger(cell) && cell >= 0 && cell < cells);
