// The panel of moves: the line on which one stands, at each fork the other branches, and what was said of the position.

import {COLOURS} from "../board/board_picture.js";
import {COLOUR_WORDS} from "../analysis/chances.js";
import {byId, element, field, Part} from "../browser/elements.js";
import {pointName} from "../game/points.js";
import {t} from "../languages/texts.js";
import {branchOf, branchesOf, movesBehind} from "../game/tree.js";

/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {import("../game/tree.js").Move} Move */
/** @typedef {{cell: number, moves: number, isMain: boolean}} Branch */

/** @param {Colour} colour */
export const pebble = colour => element("span", {class: `pebble ${COLOURS[colour]}`, "aria-hidden": "true"});

export class MovesPanel {
  /** @param {import("../session/session.js").Session} session @param {{visit: (move: Move) => void}} actions */
  constructor(session, actions) {
    this.session = session;
    this.actions = actions;
    this.list = new Part("moves", state => this.parts(state));
    this.deleted = new Part("deleted", words => [words]);
    /**
     * The branch that was deleted last, and where one stood then.
     * @type {{here: Move, words: string, putBack: () => void} | null}
     */
    this.cut = null;
    /** @type {HTMLTextAreaElement} */
    this.comment = byId("comment");
    /** The move of which the comment is written. */
    this.commented = session.game.root;
    this.comment.addEventListener("focus", () => { this.commented = this.session.game.here; });
    this.comment.addEventListener("change", () => this.session.comment(this.commented, this.comment.value));
  }

  /** @param {number[]} bad the places of mistakes */
  draw(bad) {
    const {game} = this.session, {line, ply, here} = game;
    const marks = line.map(({comment}, at) => bad.includes(at) ? "bad" : comment ? "said" : "");
    this.list.draw({
      cells: game.moves, ply, first: game.start.toMove, width: game.variant.width, marks, forks: this.forks(),
    });
    this.drawBranches();
    if (document.activeElement !== this.comment) this.comment.value = here.comment;
    this.comment.classList.toggle("filled", here.comment !== "");
  }

  /** The other ways on from each place of the line. @returns {Branch[][]} */
  forks() {
    const {game} = this.session;
    return [game.root, ...game.line].map((move, at) =>
      move.children.filter(child => child !== game.line[at]).map(child =>
        ({cell: child.cell, moves: movesBehind(child).length + 1, isMain: child === move.children[0]})));
  }

  drawBranches() {
    const {game} = this.session;
    const branch = branchOf(game.here);
    const isMain = game.mainLine.includes(game.tip) || !game.line.length;
    if (this.cut?.here !== game.here) this.cut = null;
    byId("branches").hidden = !branchesOf(game.root) && !this.cut;
    for (const id of ["branch-before", "branch-next", "branch-delete"]) field(id).disabled = !branch;
    field("branch-main").disabled = isMain;
    byId("branch-back").hidden = !this.cut;
    this.deleted.draw(this.cut?.words ?? "");
  }

  /** Deletes the branch in which one stands. */
  deleteBranch() {
    const {game} = this.session, branch = branchOf(game.here);
    if (!branch) return;
    const count = movesBehind(branch).length, point = pointName(branch.cell, game.variant.width);
    const words = count ? t("Deleted: {point} and {count} more.", {point, count}) : t("Deleted: {point}.", {point});
    const putBack = this.session.remove(branch);
    this.cut = {here: game.here, words, putBack};
    this.session.changed();
  }

  putBack() {
    this.cut?.putBack();
  }

  /** @param {{cells: number[], ply: number, width: number, marks: string[], forks: Branch[][]}} state */
  parts({cells, ply, width, marks, forks}) {
    setTimeout(() => scrollTo(byId("panel-moves"), byId("moves").querySelector("[aria-current]")));
    return forks.filter((others, at) => at < cells.length || others.length).map((others, at) => {
      const move = at < cells.length ? this.moveButton(at, pointName(cells[at], width), ply, marks[at]) : null;
      return element("li", {class: others.length ? "fork" : null}, move,
                     ...others.map(branch => this.branchButton(at, branch, width)));
    });
  }

  /** @param {number} at @param {string} point @param {number} ply @param {string} mark */
  moveButton(at, point, ply, mark) {
    const {game} = this.session, colour = game.colourOf(at);
    const words = {bad: `, ${t("a mistake")}`, said: `, ${t("with a comment")}`}[mark] ?? "";
    return element("button", {
      type: "button", class: `${at >= ply ? "later" : ""} ${mark}`.trim() || null,
      "aria-current": at === ply - 1 ? "step" : null, click: () => this.actions.visit(game.line[at]),
      "aria-label": `${at + 1} ${point}, ${COLOUR_WORDS[colour]}${words}`,
    }, element("small", {}, String(at + 1)), pebble(colour), ` ${point}`);
  }

  /** @param {number} at @param {Branch} branch @param {number} width */
  branchButton(at, {cell, moves, isMain}, width) {
    const {game} = this.session, before = at ? game.line[at - 1] : game.root, point = pointName(cell, width);
    const size = (isMain ? `${t("main line")}, ` : "") + t("{count} moves", {count: moves});
    return element("button", {
      type: "button", class: "branch",
      "aria-label": `${t("or")} ${point} ${size}, ${at + 1}, ${COLOUR_WORDS[game.colourOf(at)]}`,
      click: () => this.actions.visit(before.children.find(child => child.cell === cell) ?? before),
    }, `${t("or")} `, pebble(game.colourOf(at)), `${point} `, element("small", {}, size));
  }
}

/** @param {HTMLElement} place @param {Element | null} part */
function scrollTo(place, part) {
  if (!part) return;
  const outer = place.getBoundingClientRect(), inner = part.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom) place.scrollTop += inner.top - outer.top - outer.height / 2;
}
