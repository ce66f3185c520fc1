// The line that is looked at on the board: one that people chose, which stays, or one that the pointer is over, which
// does not. A line belongs to the position where it begins; it is shown whole or up to a move of it, and can be stepped
// through.

/**
 * From a position of the game on; how much of it is shown, and the move that was played instead.
 * @typedef {{ply: number, cells: number[], count: number, played: number | null}} Line
 */

export class ShownLine {
  /** @type {Line | null} */
  chosen = null;
  /** @type {Line | null} */
  passing = null;

  /**
   * Shows a line until it is closed; choosing it again closes it.
   * @param {number} ply @param {number[]} cells @param {number | null} played
   */
  choose(ply, cells, count = cells.length, played = null) {
    const {chosen} = this, isChosen = chosen?.count === count && this.isChosen(ply, cells[0]);
    this.chosen = isChosen ? null : {ply, cells, count, played};
    this.passing = null;
  }

  /** Is the line of that move the chosen one? @param {number} ply @param {number | undefined} move */
  isChosen(ply, move) {
    return this.chosen?.ply === ply && this.chosen.cells[0] === move;
  }

  /** Shows a line while the pointer is over it. @param {number} ply @param {number[]} cells */
  pass(ply, cells, count = cells.length) {
    this.passing = {ply, cells, count, played: null};
  }

  /** The pointer is elsewhere. */
  leave() {
    this.passing = null;
  }

  /** Shows no line; false if there was none. */
  close() {
    const {chosen, passing} = this;
    this.chosen = this.passing = null;
    return chosen !== null || passing !== null;
  }

  /**
   * Shows more or fewer moves of the chosen line; false if none is chosen.
   * @param {number} by @param {number} ply of the position shown
   */
  step(by, ply) {
    const {chosen} = this;
    if (chosen?.ply !== ply) return false;
    this.passing = null;
    chosen.count = Math.max(1, Math.min(chosen.cells.length, chosen.count + by));
    return true;
  }

  /** A line that is shown whole is shown as it was found last. @param {number} ply @param {number[][]} lines */
  follow(ply, lines) {
    const {chosen} = this, found = lines.find(([move]) => this.isChosen(ply, move));
    if (chosen && found && chosen.count === chosen.cells.length) {
      this.chosen = {...chosen, cells: found, count: found.length};
    }
  }

  /** The moves to show. @param {number} ply of the position shown */
  at(ply) {
    const line = this.lineAt(ply);
    return line ? line.cells.slice(0, line.count) : [];
  }

  /** The moves of the chosen line that are shown. @param {number} ply of the position shown */
  chosenAt(ply) {
    return this.chosen?.ply === ply ? this.chosen.cells.slice(0, this.chosen.count) : [];
  }

  /** What was played instead of the line that is shown, or null. @param {number} ply of the position shown */
  playedAt(ply) {
    return this.lineAt(ply)?.played ?? null;
  }

  /** @param {number} ply */
  lineAt(ply) {
    const line = this.passing ?? this.chosen;
    return line?.ply === ply ? line : null;
  }
}
