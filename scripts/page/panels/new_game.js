// The dialog that begins a game: rule, board, who plays, how strong, how fast, how it opens.

import {NAMES} from "../analysis/chances.js";
import {byId, element} from "../browser/elements.js";
import {FULL_LEVEL, LEVELS} from "../engine/levels.js";
import {RULES, RULE_TEXTS, isOfRenju, ruleFault} from "../game/opening_rule.js";
import {RENJU, RULE_WORDS, variantFault} from "../game/rules.js";
import {locale, t} from "../languages/texts.js";

/** @typedef {import("../session/setup.js").Setup} Setup */
/** @typedef {import("../session/setup.js").Player} Player */
/** @typedef {import("../game/rules.js").Variant} Variant */

/** @type {[string, string, number, number, number][]} value, words, columns, rows, in a row */
export const SIZES = [
  ["3", t("3×3: tic-tac-toe"), 3, 3, 3], ["9", "9×9", 9, 9, 5], ["11", "11×11", 11, 11, 5], ["13", "13×13", 13, 13, 5],
  ["15", "15×15", 15, 15, 5], ["17", "17×17", 17, 17, 5], ["19", "19×19", 19, 19, 5], ["20", "20×20", 20, 20, 5],
  ["32", "32×32", 32, 32, 5],
];
const OTHER = "other";

const MINUTE_MS = 60_000, SECOND_MS = 1000;
const NUMBER = new Intl.NumberFormat(locale);

/** @type {[number, string][]} */
const TURNS = [200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000].map(ms =>
  [ms, t("{seconds} s", {seconds: NUMBER.format(ms / SECOND_MS)})]);

/** @param {number[]} times minutes for the game, and seconds more for each move @returns {[string, string]} */
const clockChoice = ([count, seconds]) => [`${count}+${seconds}`,
  seconds ? t("{count} minutes, {seconds} s a move", {count, seconds}) : t("{count} minutes", {count})];

/** @type {[string, string][]} minutes+seconds for each move */
const CLOCKS = [["0+0", t("count up, no limit")],
                ...[[1, 0], [3, 0], [3, 2], [5, 0], [10, 5], [30, 0]].map(clockChoice)];

const PERSON = "person";

/** @param {Player} player */
export const playerValue = player => player.level === null ? PERSON : String(player.level);
/** @param {string} value @returns {Player} */
export const playerOf = value => ({level: value === PERSON ? null : Number(value)});

/** A person, or Tengen at one of its strengths. @param {HTMLSelectElement} select */
export function fillPlayers(select) {
  const levels = LEVELS.map(({name}, at) => element("option", {value: at}, name));
  select.append(element("option", {value: PERSON}, t("a person")), element("optgroup", {label: "Tengen"}, ...levels));
}

export class NewGame {
  /** @param {(setup: Setup) => void} begin */
  constructor(begin) {
    this.begin = begin;
    /** @type {HTMLDialogElement} */
    this.dialog = byId("new-dialog");
    /** @type {HTMLFormElement} */
    this.form = byId("new-form");
    /** @type {HTMLInputElement} */
    this.helpBox = byId("help");
    const options = (/** @type {string} */ id, /** @type {[string | number, string][]} */ choices) =>
      byId(id).append(...choices.map(([value, words]) => element("option", {value}, words)));
    options("rule", Object.entries(RULE_WORDS));
    const sizes = SIZES.map(([value, words]) => /** @type {[string, string]} */ ([value, words]));
    options("size", [...sizes, [OTHER, t("other…")]]);
    options("turn", TURNS);
    options("clock", CLOCKS);
    options("opening", Object.entries(RULE_TEXTS).map(([rule, [name]]) => [rule, name]));
    fillPlayers(byId("black"));
    fillPlayers(byId("white"));
    this.form.addEventListener("submit", event => {
      event.preventDefault();
      this.accept();
    });
    this.form.addEventListener("change", () => this.follow());
  }

  /** @param {string} name */
  field(name) {
    return /** @type {HTMLSelectElement} */ (this.form.elements.namedItem(name));
  }

  /** @param {Setup} setup what is chosen at first @param {[Player, Player]} players */
  open({variant, turnMs, gameMs, incrementMs, opening, help}, players) {
    const {rule, width, height, winLength} = variant;
    const size = SIZES.find(([, , columns, rows, row]) => columns === width && rows === height && row === winLength);
    const values = {
      rule, size: size ? size[0] : OTHER, width, height, winLength,
      black: playerValue(players[0]), white: playerValue(players[1]),
      turn: turnMs, clock: `${gameMs / MINUTE_MS}+${incrementMs / SECOND_MS}`, opening,
    };
    for (const [name, value] of Object.entries(values)) this.field(name).value = String(value);
    this.helpBox.checked = help;
    this.follow();
    this.dialog.showModal();
  }

  /** Shows only what matters for what is chosen. */
  follow() {
    byId("other-size").hidden = this.field("size").value !== OTHER;
    const chosen = ["black", "white"].map(name => playerOf(this.field(name).value).level);
    const words = chosen.map((level, colour) => level === null ? null
      : t("{side}: {words}.", {side: NAMES[colour], words: LEVELS[level].words})).filter(each => each !== null);
    byId("level-words").textContent = words.join(" ");
    const opening = this.field("opening"), isRenju = Number(this.field("rule").value) === RENJU;
    for (const option of opening.options) option.hidden = option.disabled = isOfRenju(option.value) && !isRenju;
    if (opening.selectedOptions[0]?.disabled) opening.value = "empty";
    byId("opening-words").textContent = RULE_TEXTS[opening.value]?.[1] ?? "";
    byId("help-row").hidden = words.length !== 1;
    byId("turn-row").hidden = !chosen.includes(FULL_LEVEL);
    byId("new-fault").textContent = "";
  }

  /** @returns {Variant} */
  variant() {
    const rule = Number(this.field("rule").value), size = SIZES.find(([value]) => value === this.field("size").value);
    if (size) return {rule, width: size[2], height: size[3], winLength: size[4]};
    return {rule, width: Number(this.field("width").value), height: Number(this.field("height").value),
            winLength: Number(this.field("winLength").value)};
  }

  accept() {
    const variant = this.variant(), opening = /** @type {Setup["opening"]} */ (this.field("opening").value);
    const fault = variantFault(variant) ?? (RULES.has(opening) ? ruleFault(opening, variant)
      : opening !== "empty" && Math.min(variant.width, variant.height) < 9
        ? t("An opening needs a board of 9×9 at least.") : null);
    if (fault !== null) {
      byId("new-fault").textContent = fault;
      return;
    }
    const [minutes, seconds] = (this.field("clock").value || "0+0").split("+").map(Number);
    this.dialog.close();
    this.begin({
      variant, opening, players: [playerOf(this.field("black").value), playerOf(this.field("white").value)],
      turnMs: Number(this.field("turn").value) || TURNS[3][0],
      gameMs: minutes * MINUTE_MS, incrementMs: seconds * SECOND_MS, help: this.helpBox.checked,
    });
  }
}
