// What people wish for, which is kept between visits: the dialog of the settings, the fields of the analysis that stay
// as they were, and how well somebody plays who is here for the first time.

import {byId, element, field} from "../browser/elements.js";
import {FIRST_LEVELS} from "../engine/levels.js";
import {chooseLanguage, fillLanguages, t} from "../languages/texts.js";
import {keepWishes, keptWishes} from "../library/storage.js";
import {fillPlayers, playerOf, playerValue} from "./new_game.js";

/** @typedef {import("../library/storage.js").Wishes} Wishes */

/** Boxes that are a wish as they stand. @type {Record<string, "numbers" | "sound" | "balance" | "letters" | "worksUnseen">} */
const BOXES = {numbers: "numbers", sound: "sound", "has-balance": "balance", letters: "letters", "works-unseen": "worksUnseen"};
const PLAYERS = ["now-black", "now-white"];

/** @param {number[]} values @param {(value: number) => string} words @returns {[number, string][]} */
const limitChoices = (values, words) => values.map(value => [value, words(value)]);

/**
 * What can be chosen for each limit; 0 is none.
 * @type {Record<keyof import("../session/setup.js").Limits, [number, string][]>}
 */
const LIMITS = {
  threads: [[0, t("all there are")], ...limitChoices([1, 2, 3, 4, 6, 8], String)],
  memory: [[0, t("as usual")], ...limitChoices([32, 64, 128, 256], count => t("{number} MB", {number: count}))],
  depth: [[0, t("no limit")], ...limitChoices([6, 10, 15, 20, 30], String)],
  seconds: [[0, t("no limit")], ...limitChoices([3, 10, 30, 60, 300], seconds => t("{seconds} s", {seconds}))],
};

/** @param {string} id @param {(field: any) => void} take */
export const onField = (id, take) => byId(id).addEventListener("change", event => take(event.target));

export class Settings {
  /**
   * @param {import("../session/session.js").Session} session @param {import("./view.js").View} view
   * @param {import("../engine/engine.js").Engine} engine @param {boolean} asks whoever is here for the first time
   */
  constructor(session, view, engine, asks) {
    this.session = session;
    this.view = view;
    this.engine = engine;
    this.asks = asks;
    this.wishes = keptWishes();
    this.begin();
    this.listen();
    this.follow();
  }

  /** The session as it was wished before. */
  begin() {
    const {session, wishes} = this;
    session.analysisLines = wishes.lines;
    session.limits = wishes.limits;
    session.losses = wishes.losses;
    if (wishes.threats) session.marks.add("threats");
    field("lines").value = String(wishes.lines);
    field("threats").checked = wishes.threats;
    field("worth").checked = false;
    fillLanguages(byId("language"));
    for (const id of PLAYERS) fillPlayers(byId(id));
    for (const [name, choices] of Object.entries(LIMITS)) {
      byId(`limit-${name}`).append(...choices.map(([value, words]) => element("option", {value}, words)));
    }
    byId("answers").append(...FIRST_LEVELS.map(([words, level]) =>
      element("button", {type: "button", click: () => this.answer(level)}, words)));
  }

  listen() {
    const {session} = this;
    for (const [id, wish] of Object.entries(BOXES)) onField(id, box => this.wish({[wish]: box.checked}));
    onField("language", select => chooseLanguage(select.value));
    onField("theme", select => this.wish({theme: select.value}));
    for (const name of /** @type {("worth" | "threats")[]} */ (["worth", "threats"])) {
      onField(name, box => {
        session.mark(name, box.checked);
        this.wish({threats: session.marks.has("threats")});
      });
    }
    onField("lines", select => {
      session.setLines(Number(select.value));
      this.wish({lines: session.analysisLines});
    });
    for (const [colour, id] of PLAYERS.entries()) {
      onField(id, select => {
        const [black, white] = session.players.map((player, at) => at === colour ? playerOf(select.value) : player);
        session.setPlayers([black, white]);
      });
    }
    for (const name of Object.keys(LIMITS)) {
      onField(`limit-${name}`, select => {
        session.setLimits({...session.limits, [name]: Number(select.value)});
        this.wish({limits: session.limits});
      });
    }
  }

  /** @param {Partial<Wishes>} changes */
  wish(changes) {
    Object.assign(this.wishes, changes);
    this.follow();
  }

  /** The page as it is wished. */
  follow() {
    const {view, wishes} = this;
    view.hasNumbers = wishes.numbers;
    view.asks = this.asks && !wishes.asked;
    byId("balance").hidden = !wishes.balance;
    byId("board").classList.toggle("with-balance", wishes.balance);
    if (wishes.theme === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.dataset.theme = wishes.theme;
    keepWishes(wishes);
    view.ask();
  }

  /** After every change of the session: whoever plays is not asked any more, and losses are counted on. */
  attend() {
    const {session, wishes} = this;
    if (session.game.moves.length && session.isInPlay && !wishes.asked) this.wish({asked: true});
    if (session.losses !== wishes.losses) this.wish({losses: session.losses});
  }

  /** Somebody who plays so well begins against that level. @param {number} level */
  answer(level) {
    const {session} = this, [black, white] = session.players.map(player => player.level === null ? player : {level});
    this.wish({asked: true});
    session.begin({...session.setup, players: [black, white]});
  }

  open() {
    const {wishes, session, engine} = this;
    for (const [name, value] of Object.entries(wishes.limits)) field(`limit-${name}`).value = String(value);
    for (const [colour, id] of PLAYERS.entries()) field(id).value = playerValue(session.players[colour]);
    for (const [id, wish] of Object.entries(BOXES)) field(id).checked = wishes[wish];
    field("theme").value = wishes.theme;
    byId("engine-words").textContent = engine.variant
      ? t("The engine runs in this browser with {count} threads.", {count: engine.threads}) : "";
    /** @type {HTMLDialogElement} */ (byId("settings-dialog")).showModal();
  }
}
