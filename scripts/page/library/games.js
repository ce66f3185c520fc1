// The dialog of the games that were played here: to search, open, rename and delete them.

import {byId, element} from "../browser/elements.js";
import {BLACK, RULE_WORDS} from "../game/rules.js";
import {locale, t} from "../languages/texts.js";

/** @typedef {import("./library.js").Entry} Entry */

const SHOWN_MOST = 200;         // rows: a search finds the others
const PLACE_WORDS =
  t("This browser lets the page keep one game only: the others are here until the page is closed. Save them as files.");

/** @param {Entry} entry */
const titleOf = ({title, players: [black, white]}) => title ||
  (black === null && white === null ? t("Two people") : `${black ?? t("You")} – ${white ?? t("you")}`);

/** Rule and size, how it stands, and when it was played. @param {Entry} entry */
function detailsOf({variant: {rule, width, height}, result, moves, played, helped}) {
  const ended = !result ? t("not over") : result.winner === null ? t("a draw")
    : result.winner === BLACK ? t("black won") : t("white won");
  const when = new Date(played).toLocaleString(locale, {dateStyle: "medium", timeStyle: "short"});
  return `${when} · ${RULE_WORDS[rule]} ${width}×${height} · ${t("{count} moves", {count: moves})}, ${ended}${
    helped ? `, ${t("with help")}` : ""}`;
}

export class Games {
  /** @param {import("./keeper.js").Keeper} keeper */
  constructor(keeper) {
    this.keeper = keeper;
    /** @type {Entry[]} */
    this.entries = [];
    /**
     * What puts back each game that was deleted since the dialog was opened.
     * @type {Map<string, () => Promise<void>>}
     */
    this.deleted = new Map();
    /** The game that gets another name. */
    this.renamed = "";
    /** @type {HTMLDialogElement} */
    this.dialog = byId("library-dialog");
    /** @type {HTMLInputElement} */
    this.search = byId("library-search");
    this.search.addEventListener("input", () => this.draw());
  }

  async open() {
    const library = await this.keeper.library;
    this.deleted.clear();
    this.search.value = this.renamed = "";
    this.entries = await library.list();
    byId("library-place").textContent = library.isLasting ? "" : PLACE_WORDS;
    this.draw();
    this.dialog.showModal();
  }

  /** Shows what is found; what was done to a game leaves the focus there. @param {string} focused its id, or none */
  draw(focused = "") {
    const words = this.search.value.toLowerCase().split(/\s+/);
    const found = this.entries.filter(entry => {
      const text = `${titleOf(entry)} ${detailsOf(entry)}`.toLowerCase();
      return words.every(word => text.includes(word));
    });
    const shown = found.slice(0, SHOWN_MOST), rows = shown.map(entry => this.row(entry));
    byId("library-list").replaceChildren(...rows);
    const place = rows[shown.findIndex(({id}) => id === focused)]?.querySelector("button, input");
    if (place instanceof HTMLElement) place.focus();
    const count = found.length > SHOWN_MOST
      ? t("The last {shown} of {all} games.", {shown: SHOWN_MOST, all: found.length})
      : t("{count} games.", {count: found.length});
    byId("library-count").textContent = this.entries.length ? count
      : t("No game has been played here yet. Each is kept as it is played.");
  }

  /** @param {Entry} entry */
  row(entry) {
    const {id} = entry, title = titleOf(entry), isShown = id === this.keeper.id;
    const button = (/** @type {string} */ words, /** @type {() => void} */ click) =>
      element("button", {type: "button", click, "aria-label": `${words}: ${title}`}, words);
    const putBack = this.deleted.get(id);
    if (putBack) {
      return element("li", {}, element("span", {}, t("Deleted: {title}", {title})),
        button(t("Put back"), () => this.putBack(id, putBack)));
    }
    if (id === this.renamed) return element("li", {}, this.nameField(entry));
    return element("li", {"aria-current": isShown ? "true" : null},
      element("button", {type: "button", class: "game", click: () => this.show(id)},
        element("b", {}, title), element("small", {}, detailsOf(entry))),
      button(t("Rename"), () => { this.renamed = id; this.draw(id); }),
      isShown ? null : button(t("Delete"), () => this.remove(id)));
  }

  /** @param {Entry} entry */
  nameField(entry) {
    const field = element("input", {
      id: "library-name", value: titleOf(entry), maxlength: 100, "aria-label": t("The name of the game"),
    });
    const leave = async (/** @type {boolean} */ isMeant, focused = entry.id) => {
      if (this.renamed !== entry.id) return;
      this.renamed = "";
      if (isMeant) {
        entry.title = field.value.trim();
        await (await this.keeper.library).rename(entry.id, entry.title);
      }
      this.draw(focused);
    };
    field.addEventListener("blur", () => leave(true, ""));
    field.addEventListener("keydown", event => {
      if (event.key === "Escape") event.preventDefault();
      if (event.key === "Enter" || event.key === "Escape") leave(event.key === "Enter");
    });
    return field;
  }

  /** @param {string} id */
  show(id) {
    this.dialog.close();
    if (id !== this.keeper.id) this.keeper.open(id, "list");
  }

  /** @param {string} id */
  async remove(id) {
    const library = await this.keeper.library, kept = await library.get(id);
    await library.remove(id);
    if (kept) this.deleted.set(id, () => library.putBack(kept));
    this.draw(id);
  }

  /** @param {string} id @param {() => Promise<void>} putBack */
  async putBack(id, putBack) {
    await putBack();
    this.deleted.delete(id);
    this.draw(id);
  }
}
