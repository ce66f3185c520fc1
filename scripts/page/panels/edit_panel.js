// The panel of the editor: what it offers besides the stones, which are put on the board: rule and board, and to shift
// all stones.

import {byId, element} from "../browser/elements.js";
import {SIZES} from "./new_game.js";
import {Editor} from "../game/editor.js";
import {BLACK, RULE_WORDS, WHITE} from "../game/rules.js";

/** @typedef {import("../game/rules.js").Variant} Variant */

/** @type {Record<string, [number, number]>} columns and rows */
const SHIFTS = {"shift-left": [-1, 0], "shift-right": [1, 0], "shift-up": [0, 1], "shift-down": [0, -1]};

export class EditPanel {
  /**
   * @param {import("./view.js").View} view whose position is edited @param {import("./layout.js").Layout} layout
   * @param {(words: string) => void} tell why something cannot be
   */
  constructor(view, layout, tell) {
    this.view = view;
    this.layout = layout;
    this.tell = tell;
    /** @type {HTMLSelectElement} */
    this.rule = byId("edit-rule");
    /** @type {NodeListOf<HTMLInputElement>} what a click puts, and who is to move */
    this.radios = document.querySelectorAll("input[type=radio]");
    for (const radio of this.radios) radio.addEventListener("change", () => this.choose(radio));
    /** @type {HTMLSelectElement} */
    this.size = byId("edit-size");
    this.rule.append(...Object.entries(RULE_WORDS).map(([value, words]) => element("option", {value}, words)));
    for (const field of [this.rule, this.size]) field.addEventListener("change", () => this.change());
    for (const [id, [dx, dy]] of Object.entries(SHIFTS)) {
      byId(id).addEventListener("click", () => this.follow(this.view.editor?.shift(dx, dy) ?? null));
    }
  }

  /** @param {import("../game/editor.js").Draft | null} draft what was edited before */
  begin(draft = null) {
    const {view} = this, editor = new Editor(view.session.game);
    view.analysis.closeLine();
    view.editor = editor;
    if (draft) editor.takeUp(draft);
    for (const radio of this.radios) radio.checked = radio.value === (radio.name === "tool" ? "0" : String(editor.toMove));
    this.show();
    view.session.setAside(true);
  }

  /** The game goes on from the position, with the players that it had. */
  use() {
    const {view: {editor, session}} = this, fault = editor?.fault() ?? null;
    if (!editor || fault !== null) return this.tell(fault ?? "");
    session.load(editor.game(), session.players);
    this.layout.open("moves");
  }

  /** @param {HTMLInputElement} radio */
  choose({name, value}) {
    const {editor} = this.view;
    if (!editor) return;
    if (name === "tool") editor.colour = value === "2" ? null : value === "1" ? WHITE : BLACK;
    else editor.toMove = value === "1" ? WHITE : BLACK;
    this.view.ask();
  }

  /** Shows rule and board of the position; one of another size than the usual ones stands in the list, too. */
  show() {
    const {editor} = this.view;
    if (!editor) return;
    const {rule, width, height, winLength} = editor.variant, now = [width, height, winLength].join();
    const sizes = SIZES.map(([, words, ...size]) => ({value: size.join(), words}));
    if (!sizes.some(({value}) => value === now)) sizes.push({value: now, words: `${width}×${height}`});
    this.size.replaceChildren(...sizes.map(({value, words}) => element("option", {value}, words)));
    this.size.value = now;
    this.rule.value = String(rule);
  }

  change() {
    const [width, height, winLength] = this.size.value.split(",").map(Number);
    this.follow(this.view.editor?.change({rule: Number(this.rule.value), width, height, winLength}) ?? null);
    this.show();
  }

  /** @param {string | null} fault */
  follow(fault) {
    if (fault !== null) this.tell(fault);
    this.view.ask();
  }
}
