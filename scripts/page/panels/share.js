// The dialog that gives a game away and takes one in: link, moves as text, .psq, .sgf, a picture; text, files, and
// files that are dropped anywhere on the page.

import {FILE_MOST, NotAGame, linkText, pointsText, psqText, readGame, sgfText} from "../game/files.js";
import {byId, element, field} from "../browser/elements.js";
import {animationOf} from "../board/animation.js";
import {pictureOf, svgOf} from "../board/picture.js";
import {isRenLib, readRenLib} from "../game/renlib.js";
import {isProof, readProof} from "../session/proof.js";
import {t} from "../languages/texts.js";
import {branchesOf} from "../game/tree.js";

/** @typedef {import("../session/session.js").Session} Session */

const LIBRARY_MOST = 10_000_000;    // bytes of a .lib that are read: more than the moves that a page may have

export class Share {
  /**
   * @param {Session} session @param {() => SVGSVGElement} board @param {(words: string) => void} tell
   * @param {(game: import("../game/game.js").Game) => void} opened a game was taken in
   * @param {import("../session/proof.js").Guide} guide
   */
  constructor(session, board, tell, opened, guide) {
    this.session = session;
    this.board = board;
    this.tell = tell;
    this.opened = opened;
    this.guide = guide;
    /** @type {HTMLDialogElement} */
    this.dialog = byId("share-dialog");
    byId("save").addEventListener("click", () => this.savePsq());
    byId("save-sgf").addEventListener("click", () => this.save("sgf", names => sgfText(this.session.game, names)));
    byId("picture-save").addEventListener("click", async () => this.download(await pictureOf(board()), "png"));
    byId("picture-svg").addEventListener("click", () =>
      this.download(new Blob([svgOf(board())], {type: "image/svg+xml"}), "svg"));
    byId("picture-moving").addEventListener("click", () => this.saveAnimation());
    byId("picture-copy").addEventListener("click", () => this.copyPicture());
    byId("open-text").addEventListener("click", () =>
      this.take(field("paste").value));
    const file = field("file");
    file.addEventListener("change", () => {
      if (file.files?.length) this.takeFile(file.files[0]);
      file.value = "";
    });
    for (const button of this.dialog.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", () => this.copy(button.getAttribute("data-copy") ?? ""));
    }
    this.listenForDrops();
  }

  open() {
    const {game} = this.session;
    const link = field("link"), text = field("text");
    link.value = location.href.split("#")[0] + linkText(game);
    text.value = pointsText(game.moves, game.variant.width);
    byId("share-fault").textContent = "";
    byId("share-private").hidden = !isPrivate(location);
    byId("share-branches").hidden = !branchesOf(game.root);
    this.dialog.showModal();
  }

  // --- giving away ---------------------------------------------------------------------------------------------------

  /** @param {string} id of the field */
  async copy(id) {
    const box = field(id);
    try {
      await navigator.clipboard.writeText(box.value);
      this.tell(t("Copied."));
    } catch {
      box.select();
      this.tell(t("Selected: copy it with Ctrl+C."));
    }
  }

  async copyPicture() {
    const picture = pictureOf(this.board());
    try {
      await navigator.clipboard.write([new ClipboardItem({"image/png": picture})]);
      this.tell(t("The picture is copied."));
    } catch {
      this.download(await picture, "png");
      this.tell(t("This browser copies no pictures: it is saved instead."));
    }
  }

  /** Takes a while in a long game. */
  async saveAnimation() {
    const {game} = this.session, button = field("picture-moving");
    button.disabled = true;
    try {
      this.download(await animationOf(game, this.board().classList.contains("in-cells")), "png");
    } finally {
      button.disabled = false;
    }
  }

  savePsq() {
    const {game} = this.session;
    if (game.start.stones.length) {
      byId("share-fault").textContent =
        t("A .psq begins on an empty board, and this game does not: save it as .sgf, or share its link.");
      return;
    }
    this.save("psq", names => psqText(game, names));
  }

  /** @param {string} ending @param {(names: [string, string]) => string} textWith */
  save(ending, textWith) {
    const {game, levels} = this.session;
    const [black, white] = levels.map(level => level ? `Tengen, ${level.name}` : t("a person"));
    this.download(new Blob([textWith(game.names ?? [black, white])], {type: "text/plain"}), ending);
  }

  /** @param {Blob} blob @param {string} ending */
  download(blob, ending) {
    const address = URL.createObjectURL(blob);
    const day = new Date().toISOString().slice(0, 10);
    const link = element("a", {href: address, download: `tengen-${day}.${ending}`});
    link.click();
    setTimeout(() => URL.revokeObjectURL(address));
  }

  // --- taking in -----------------------------------------------------------------------------------------------------

  /** @param {string} text */
  take(text) {
    this.takeGame(() => readGame(text, this.session.game.variant));
  }

  /** @param {() => import("../game/game.js").Game} read */
  takeGame(read) {
    try {
      const game = read();
      this.session.load(game);
      this.dialog.close();
      this.opened(game);
    } catch (error) {
      this.refuse(error);
    }
  }

  /** @param {unknown} error */
  refuse(error) {
    if (!(error instanceof NotAGame)) throw error;
    if (this.dialog.open) byId("share-fault").textContent = error.message;
    else this.tell(error.message);
  }

  /** @param {File} file */
  async takeProof(file) {
    try {
      this.guide.open(await readProof(file), file);
      this.dialog.close();
    } catch (error) {
      this.refuse(error);
    }
  }

  /** @param {File} file */
  async takeFile(file) {
    if (isProof(file)) return this.takeProof(file);
    const bytes = new Uint8Array(await file.slice(0, LIBRARY_MOST).arrayBuffer());
    if (isRenLib(bytes)) return this.takeGame(() => readRenLib(bytes));
    this.take(file.size > FILE_MOST ? " ".repeat(FILE_MOST + 1) : await file.text());
  }

  listenForDrops() {
    const mark = (/** @type {boolean} */ isOver) => document.body.classList.toggle("dropping", isOver);
    document.addEventListener("dragover", event => {
      event.preventDefault();
      mark(true);
    });
    document.addEventListener("dragleave", () => mark(false));
    document.addEventListener("drop", event => {
      event.preventDefault();
      mark(false);
      const {files} = event.dataTransfer ?? {}, text = event.dataTransfer?.getData("text/plain");
      if (files?.length) this.takeFile(files[0]);
      else if (text) this.take(text);
    });
  }
}

/** Addresses that mean another computer everywhere else. */
const OWN_HOSTS = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** The page is a file, or what this computer serves to itself. @param {{protocol: string, hostname: string}} location */
export const isPrivate = ({protocol, hostname}) => protocol === "file:" || OWN_HOSTS.test(hostname);
