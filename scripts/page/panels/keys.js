// The keys of the page. A key does what the button or the box with that id does, so nothing is done by keys alone; the
// dialog behind `?` lists this table. Keys that write a character can be switched off, for those who speak to their
// computer.

import {byId, element, field} from "../browser/elements.js";
import {t} from "../languages/texts.js";

/**
 * @typedef {object} Row
 * @property {string[]} keys
 * @property {string} id  what is clicked; empty: the board itself hears these keys
 * @property {string} words
 * @property {boolean} [opens]  its part of the panel is opened
 */

/** @type {[string, string, string][]} */
const SHIFTS = [
  ["Shift+ArrowLeft", "shift-left", t("To the left")], ["Shift+ArrowRight", "shift-right", t("To the right")],
  ["Shift+ArrowUp", "shift-up", t("Up")], ["Shift+ArrowDown", "shift-down", t("Down")],
];

/** @type {[string, Row[]][]} */
export const KEYS = [
  [t("Moves"), [
    {keys: ["ArrowLeft", "u", "Ctrl+z"], id: "undo", words: t("back, or undo")},
    {keys: ["ArrowRight", "r", "Ctrl+y", "Ctrl+Z"], id: "redo", words: t("on, or redo")},
    {keys: ["Home"], id: "first", words: t("to the start")},
    {keys: ["End"], id: "last", words: t("to the end")},
    {keys: ["v"], id: "branch-next", words: t("the next branch")},
    {keys: ["V"], id: "branch-before", words: t("the branch before")},
    {keys: ["b"], id: "branch-main", words: t("make this branch the main line")},
    {keys: ["Delete"], id: "branch-delete", words: t("delete this branch")},
    {keys: ["B"], id: "branch-back", words: t("put a deleted branch back")},
  ]],
  [t("Game"), [
    {keys: ["h"], id: "hint", words: t("a hint")},
    {keys: ["g"], id: "go", words: t("Tengen moves here, or moves now")},
    {keys: ["w"], id: "swap", words: t("change sides")},
    {keys: ["x"], id: "resign", words: t("resign")},
    {keys: ["n"], id: "new", words: t("a new game")},
    {keys: ["N"], id: "after-rematch", words: t("a rematch, when a game is over")},
    {keys: ["l"], id: "library", words: t("your games")},
    {keys: ["z"], id: "puzzles", words: t("puzzles")},
    {keys: ["o"], id: "rotate", words: t("rotate the board")},
    {keys: ["O"], id: "mirror", words: t("mirror the board")},
    {keys: ["s"], id: "share", words: t("share, save and open")},
    {keys: [","], id: "settings", words: t("settings")},
    {keys: ["?"], id: "keys-open", words: t("these keys")},
  ]],
  [t("Panel"), [
    {keys: ["1"], id: "tab-moves", words: t("moves")},
    {keys: ["2"], id: "tab-analysis", words: t("analysis")},
    {keys: ["3"], id: "tab-openings", words: t("openings")},
    {keys: ["4"], id: "tab-review", words: t("review")},
    {keys: ["5"], id: "tab-edit", words: t("edit")},
    {keys: ["a"], id: "analyse", words: t("analyse, or stop"), opens: true},
    {keys: ["p"], id: "play-line", words: t("play the line that is shown")},
    {keys: ["e"], id: "worth", words: t("what points are worth")},
    {keys: ["t"], id: "threats", words: t("threats")},
    {keys: ["k"], id: "exclude", words: t("clicks exclude points from the analysis")},
    {keys: ["q"], id: "ask-moves", words: t("clicks ask what a move is worth")},
    {keys: ["D"], id: "draw", words: t("clicks and drags draw marks and arrows")},
    {keys: ["["], id: "even-one", words: t("the move that leaves both sides even")},
    {keys: ["]"], id: "even-two", words: t("the two moves that do")},
    {keys: ["K"], id: "include-all", words: t("search all points again")},
    {keys: ["j"], id: "review", words: t("review this game, or stop"), opens: true},
    {keys: ["m"], id: "next-mistake", words: t("the next mistake")},
    {keys: ["y"], id: "try-again", words: t("try another move than the mistake"), opens: true},
    {keys: ["d"], id: "edit-begin", words: t("edit this position"), opens: true},
    ...SHIFTS.map(([key, id, words]) => ({keys: [key], id, words: `${t("Shift all stones")}: ${words}`})),
    {keys: ["f"], id: "edit-done", words: t("use the edited position")},
    {keys: ["c"], id: "edit-clear", words: t("clear the edited position")},
    {keys: ["Escape"], id: "edit-cancel", words: t("close a line, a trial or the editor, or stop the analysis")},
  ]],
  [t("On the board"), [
    {keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], id: "", words: t("to the next point")},
    {keys: ["Home", "End"], id: "", words: t("to the first or last point of the row")},
    {keys: ["PageUp", "PageDown"], id: "", words: t("to the top or bottom of the column")},
    {keys: ["Enter", "Space"], id: "", words: t("play there")},
  ]],
];

/** @type {Record<string, string>} */
const NAMES = {
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Delete: "Del", Escape: "Esc", "Ctrl+Z": "Ctrl+Shift+z",
  "Shift+ArrowLeft": "Shift+←", "Shift+ArrowRight": "Shift+→", "Shift+ArrowUp": "Shift+↑", "Shift+ArrowDown": "Shift+↓",
};
const NOT_FOR_THE_PAGE = "input, select, textarea, dialog, [role=tablist]";

/** @type {Map<string, Row>} */
const byKey = new Map(KEYS.flatMap(([, rows]) =>
  rows.filter(({id}) => id).flatMap(row => row.keys.map(key => [key, row]))));

/**
 * The name of what is pressed, as the table has it; null if it belongs to a field or the browser.
 * @param {KeyboardEvent} event
 */
function pressed({key, target, ctrlKey, metaKey, altKey, shiftKey}) {
  if (altKey || /** @type {Element} */ (target).closest(NOT_FOR_THE_PAGE)) return null;
  if (shiftKey && /^Arrow/.test(key)) return `Shift+${key}`;
  return ctrlKey || metaKey ? `Ctrl+${shiftKey ? key.toUpperCase() : key.toLowerCase()}` : key;
}

/** Does it; says whether there was anything to do. @param {Row} row */
function act({id, opens}) {
  const control = field(id), panel = control.closest("[role=tabpanel]");
  if (control.disabled || control.hidden || getComputedStyle(control).display === "none") return false;
  if (opens && panel?.hasAttribute("hidden")) byId(panel.getAttribute("aria-labelledby") ?? "").click();
  control.click();
  return true;
}

/**
 * Listens to the keys of the whole page.
 * @param {(key: string) => boolean} first what else a key may mean now; true: that was it
 * @param {() => boolean} hasLetters keys that write a character count
 */
export function listenToKeys(first, hasLetters) {
  document.addEventListener("keydown", event => {
    const key = pressed(event);
    if (key === null || key.length === 1 && !hasLetters()) return;
    const row = byKey.get(key);
    if (first(key) || row && act(row)) event.preventDefault();
  });
  for (const {id, keys} of byKey.values()) {
    byId(id).setAttribute("aria-keyshortcuts", keys.join(" ").replaceAll("Ctrl+", "Control+"));
  }
}

/** The table as people read it. */
export function keyList() {
  const keyOf = (/** @type {string} */ key) => element("kbd", {}, NAMES[key] ?? key);
  const rowOf = (/** @type {Row} */ {keys, words}) =>
    [element("dt", {}, ...keys.flatMap(key => [keyOf(key), " "])), element("dd", {}, words)];
  return KEYS.map(([title, rows]) =>
    element("section", {}, element("h3", {}, title), element("dl", {}, ...rows.flatMap(rowOf))));
}
