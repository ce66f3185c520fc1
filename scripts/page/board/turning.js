// A board that is turned or mirrored for those who look at it: where a cell is seen then, and what its columns and rows
// are called. Cells and their names stay what they are.

import {columnName} from "../game/points.js";

/** @typedef {{width: number, height: number, inCells?: boolean}} Board */
/**
 * Quarters of a circle clockwise, before which it is mirrored.
 * @typedef {{quarters: number, isMirrored: boolean}} Turn
 */
/**
 * By cell its place, by place its cell.
 * @typedef {Board & {columns: string[], rows: string[], places: [number, number][], cells: number[]}} Seen
 */

/** @type {Turn} */
export const UNTURNED = {quarters: 0, isMirrored: false};

/** @param {Turn} turn */
export const rotated = turn => ({...turn, quarters: (turn.quarters + 1) % 4});

/** What is at the left is at the right then, however it is turned. @param {Turn} turn @returns {Turn} */
export const mirrored = ({quarters, isMirrored}) => ({quarters: (4 - quarters) % 4, isMirrored: !isMirrored});

/** @param {Board} board @param {Turn} turn @returns {Seen} */
export function seen({width, height, inCells}, {quarters, isMirrored}) {
  const isOnSide = quarters % 2 === 1, wide = isOnSide ? height : width, high = isOnSide ? width : height;
  const places = Array.from({length: width * height}, (_, cell) => placeOf(cell % width, Math.floor(cell / width)));
  /** @type {number[]} */
  const cells = [];
  for (const [cell, [x, y]] of places.entries()) cells[y * wide + x] = cell;
  const column = (/** @type {number} */ cell) => columnName(cell % width);
  const row = (/** @type {number} */ cell) => String(Math.floor(cell / width) + 1);
  const along = cells.slice(0, wide), up = Array.from({length: high}, (_, y) => cells[y * wide]);
  const columns = along.map(isOnSide ? row : column), rows = up.map(isOnSide ? column : row);
  return {width: wide, height: high, inCells, places, cells, columns, rows};

  /** @param {number} x @param {number} y @returns {[number, number]} */
  function placeOf(x, y) {
    let across = width, upward = height;
    if (isMirrored) x = across - 1 - x;
    for (let quarter = 0; quarter < quarters; quarter += 1) {
      [x, y] = [y, across - 1 - x];
      [across, upward] = [upward, across];
    }
    return [x, y];
  }
}
