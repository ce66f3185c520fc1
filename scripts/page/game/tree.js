// The moves of a game as a tree: what was played, and what else was tried. Of the ways on from a move the first is the
// main one. Nothing here knows the rules: game.js says what may be played.

/** @typedef {import("./game.js").Result} Result */

const NO_CELL = -1;

/** A move, and what may follow it. Where the game begins stands one that is no move. */
export class Move {
  /** @param {number} cell @param {Move | null} parent the move before; null: the game begins here */
  constructor(cell = NO_CELL, parent = null) {
    this.cell = cell;
    this.parent = parent;
    /** @type {Move[]} the ways on, the main one first */
    this.children = [];
    /** What it took, in milliseconds. */
    this.ms = 0;
    this.comment = "";
    /** @type {import("./drawings.js").Drawing[]} by hand, on the position after it */
    this.drawings = [];
    /** @type {Result | null} how the game ended here by something else than its stones */
    this.ending = null;
  }
}

/** The way on to that cell, which begins a branch if it is new. @param {Move} move @param {number} cell */
export function childOf(move, cell) {
  const known = move.children.find(child => child.cell === cell);
  if (known) return known;
  const added = new Move(cell, move);
  move.children.push(added);
  return added;
}

/** All moves up to that one, from the first on. @param {Move} move */
export function pathTo(move) {
  const path = [];
  for (let at = move; at.parent; at = at.parent) path.push(at);
  return path.reverse();
}

/** What follows by the main ways on, up to where the game ended. @param {Move} move */
export function mainFrom(move) {
  const line = [];
  for (let at = move; at.children.length && !at.ending; at = at.children[0]) line.push(at.children[0]);
  return line;
}

/** Every move behind that one, each before those that follow it. @param {Move} move */
export function movesBehind(move) {
  const found = [], waiting = [...move.children].reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    found.push(next);
    waiting.push(...[...next.children].reverse());
  }
  return found;
}

/** The other ways on from the move before. @param {Move} move */
export const othersThan = move => (move.parent?.children ?? []).filter(other => other !== move);

/**
 * Where the branch begins in which that move lies: the last move up to it that has others beside it.
 * @param {Move} move
 */
export function branchOf(move) {
  for (let at = move; at.parent; at = at.parent) if (at.parent.children.length > 1) return at;
  return null;
}

/**
 * The branch beside the one in which that move lies; null: there is none.
 * @param {Move} move @param {number} by 1 or -1
 */
export function branchBeside(move, by) {
  const own = branchOf(move), all = own?.parent?.children ?? [];
  return own && all[(all.indexOf(own) + by + all.length) % all.length];
}

/** How many branches there are besides the main line. @param {Move} root */
export const branchesOf = root =>
  [root, ...movesBehind(root)].reduce((sum, {children}) => sum + Math.max(0, children.length - 1), 0);

/** Makes the line to that move the main line. @param {Move} move */
export function promote(move) {
  for (const each of pathTo(move)) {
    const {children} = /** @type {Move} */ (each.parent);
    children.splice(children.indexOf(each), 1);
    children.unshift(each);
  }
}

/** Takes the move away, and what follows it; gives what puts it back. @param {Move} move */
export function cut(move) {
  const {children} = /** @type {Move} */ (move.parent), at = children.indexOf(move);
  children.splice(at, 1);
  return () => { children.splice(at, 0, move); };
}
