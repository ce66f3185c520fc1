// What points are called: h8 for x 7, y 7. Columns go on after z with aa, ab as in a spreadsheet; row 1 is at the
// bottom. As in the console of the engine and in scripts/matches/points.py.

const LETTERS = 26;
const FIRST = "a".charCodeAt(0);

/** @param {number} x */
export const columnName = x =>
  (x < LETTERS ? "" : String.fromCharCode(FIRST + Math.floor(x / LETTERS) - 1)) +
  String.fromCharCode(FIRST + x % LETTERS);

/** @param {number} cell @param {number} width */
export const pointName = (cell, width) => columnName(cell % width) + (Math.floor(cell / width) + 1);

/** The column that letters name, from 0. @param {string} letters */
export function columnOf(letters) {
  const number = [...letters.toLowerCase()].reduce((sum, letter) =>
    sum * LETTERS + letter.charCodeAt(0) - FIRST + 1, 0);
  return number - 1;
}
