// Keeps the games that are played on this page: each under an id, as it is played. Whatever begins a game or takes one
// in (a link, a file, the editor) leaves the game before where it is, in the library and in the history of the browser,
// so that Back shows it again. A game belongs to one tab at a time.

import {gameOfRecord, NotAGame} from "../game/files.js";
import {LEVELS} from "../engine/levels.js";
import {openLibrary} from "./library.js";
import {ONLY, TAB, resumeSession, sessionRecord} from "./storage.js";
import {t} from "../languages/texts.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("./library.js").Entry} Entry */
/** @typedef {import("../game/editor.js").Draft} Draft */
/**
 * What this tab shows.
 * @typedef {{id: string, marks: string[], isKept: boolean, record: any, draft: Draft | null}} Tab
 */
/** @typedef {{entry: Entry, record: any, marks: string[]}} Version */
/** @typedef {"list" | "history" | "visit"} Way how people come to a game */

const MARKS_MOST = 20;          // of the versions of this tab that are remembered
const LOCK = "tengen-game-";
const LEAVING_MS = 200;         // in which a page that is left lets its game go
const APART_WORDS = t("This game is open in another tab: what you play here is kept as a game of its own.");
const GONE_WORDS = t("That game is not kept any more.");
const FULL_WORDS = t("This browser keeps no more games: delete some, or save this one as a file.");

/** A name that nothing else has. */
const newName = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

/** A game that was begun, or a position that was set up. @param {Game} game */
const isWorthKeeping = game => game.root.children.length > 0 || game.start.stones.length > 0;

/** What makes a version: where in the game one looks around is of no account. @param {any} record */
function contentOf({isRunning, isInPlay, game: {ply, tip, ...game}, ...record}) {
  return JSON.stringify([game, record]);
}

/**
 * How the game is listed.
 * @param {string} id @param {string} mark @param {any} record @param {Game} game @returns {Entry}
 */
function entryOf(id, mark, record, game) {
  const {variant, names, mainLine} = game;
  /** @param {{level: number | null}} player */
  const nameOf = ({level}) => level === null ? null : `Tengen ${LEVELS[level].name}`;
  const isMixed = (record.players[0].level === null) !== (record.players[1].level === null);
  return {id, mark, title: "", helped: record.isHelped && isMixed, players: names ?? [nameOf(record.players[0]), nameOf(record.players[1])], variant,
          result: game.resultAt(mainLine.at(-1) ?? game.root), moves: mainLine.length, played: Date.now()};
}

export class Keeper {
  /**
   * @param {Session} session @param {(words: string) => void} tell
   * @param {{fileOf: (game: Game) => Blob | null, follow: (file: Blob) => void}} proofs that a game walks through
   * @param {{draft: () => Draft | null, edit: (draft: Draft) => void}} editing the position that is edited
   */
  constructor(session, tell, proofs, editing) {
    this.session = session;
    this.tell = tell;
    this.proofs = proofs;
    this.editing = editing;
    this.library = openLibrary();
    this.id = "";
    /** The game that this place of the history had before the page was loaded. */
    this.before = history.state?.game;
    history.replaceState(null, "");
    /** @type {Game | null} the one that has this id */
    this.game = null;
    /** @type {string[]} of the versions that this tab has written or read */
    this.marks = [];
    this.content = "";
    /** The last version is in the library. */
    this.isKept = true;
    /** @type {Map<string, Version>} versions that are still to be written, by id */
    this.waiting = new Map();
    /**
     * Games without a move, by id: Back shows them, but nobody wants to find them in a list.
     * @type {Map<string, any>}
     */
    this.empty = new Map();
    /** @type {Map<string, Draft>} positions that were edited when their game was left, by its id */
    this.drafts = new Map();
    /** Counts the games that were shown, or shall be: who is overtaken while a database answers gives way. */
    this.turn = 0;
    this.isWriting = false;
    this.hasFailed = false;
    this.release = () => {};
    addEventListener("popstate", ({state}) => { if (state?.game) this.walk(state.game); });
    addEventListener("pagehide", () => { if (this.game) this.keep(); });
  }

  /** After every change. */
  attend() {
    if (this.session.game !== this.game) this.begin();
    this.keep();
  }

  /** The session has another game: it gets an id, and its place in the history. */
  begin() {
    this.turn += 1;
    this.take(newName(), []);
    this.hold(this.id);
    const state = {game: this.id}, address = location.href.split("#")[0];
    if (history.state?.game) history.pushState(state, "", address);
    else history.replaceState(state, "", address);
    const proof = this.proofs.fileOf(this.session.game);
    if (proof) this.library.then(library => library.putProof(state.game, proof)).catch(() => this.fail());
  }

  /** The game of the session has that id from now on. @param {string} id @param {string[]} marks */
  take(id, marks) {
    this.id = id;
    this.game = this.session.game;
    this.marks = marks;
    this.content = "";
    this.isKept = true;
  }

  /** Keeps the game, if something of it is new. */
  keep() {
    const {session, id} = this, record = sessionRecord(session), content = contentOf(record);
    if (!isWorthKeeping(session.game)) this.empty.set(id, record);
    else if (content !== this.content) {
      const mark = newName();
      this.content = content;
      this.isKept = false;
      this.marks = [...this.marks, mark].slice(-MARKS_MOST);
      this.waiting.set(id, {entry: entryOf(id, mark, record, session.game), record, marks: this.marks});
      this.write();
    }
    this.keepTab(record);
  }

  keepTab(record = sessionRecord(this.session)) {
    TAB.keep({id: this.id, marks: this.marks, isKept: this.isKept, record, draft: this.editing.draft()});
  }

  /** Another game is about to be shown: what is edited here is there again when one comes back. */
  leave() {
    const draft = this.editing.draft();
    if (draft) this.drafts.set(this.id, draft);
    else this.drafts.delete(this.id);
  }

  /** Writes what is waiting, one version after another. */
  async write() {
    const library = await this.library;
    if (this.isWriting) return;
    this.isWriting = true;
    for (const [id, version] of this.waiting) {
      this.waiting.delete(id);
      try {
        if (await library.put(version, version.marks)) this.written(version.entry);
        else this.part(version);
      } catch {
        this.fail();
      }
    }
    this.isWriting = false;
  }

  /** Says once that nothing is kept any more. */
  fail() {
    if (!this.hasFailed) this.tell(FULL_WORDS);
    this.hasFailed = true;
  }

  /** @param {Entry} entry */
  written({id, mark}) {
    if (id !== this.id || mark !== this.marks.at(-1)) return;
    this.isKept = true;
    this.keepTab();
  }

  /** Another tab goes on with that game: what was played here becomes a game of its own. @param {Version} version */
  part(version) {
    const {id: theirs} = version.entry, id = newName(), {entry, ...rest} = this.waiting.get(theirs) ?? version;
    this.waiting.delete(theirs);
    this.waiting.set(id, {entry: {...entry, id}, ...rest});
    if (this.id !== theirs) return;
    this.id = id;
    this.hold(id);
    history.replaceState({game: id}, "");
    this.tell(APART_WORDS);
  }

  // --- coming back ---------------------------------------------------------------------------------------------------

  /** Goes on with what this tab showed before it was loaded again; false if that was nothing. */
  resume() {
    /** @type {Tab | null} */
    const tab = TAB.kept();
    try {
      if (typeof tab?.id !== "string" || !Array.isArray(tab.marks)) return false;
      resumeSession(this.session, tab.record);
      this.take(tab.id, tab.marks.map(String));
      if (tab.isKept) this.content = contentOf(sessionRecord(this.session));
      this.hold(this.id);
      history.replaceState({game: this.id}, "", location.href.split("#")[0]);
      this.session.changed();
      this.followProof(this.id);
      this.library.then(library => { if (!library.isLasting) this.list(); });
      if (tab.draft) this.editing.edit(tab.draft);
      return true;
    } catch (error) {
      if (error instanceof NotAGame) return false;
      throw error;
    }
  }

  /** A library that forgets has to hear of the game again. */
  list() {
    this.content = "";
    this.keep();
  }

  /**
   * Begins with the game that this tab showed; else with that played last, if no other tab shows it and nothing has
   * been done here yet.
   */
  async resumeLast() {
    const {turn, before} = this, library = await this.library;
    await this.adopt(library);
    const known = before && await library.get(before), [last] = await library.list();
    if (turn !== this.turn) return;
    if (known) await this.open(before, "history");
    else if (last) await this.open(last.id, "visit");
  }

  /** The game that was kept before there was a library. @param {import("./library.js").Library} library */
  async adopt(library) {
    const record = ONLY.kept();
    if (!record) return;
    try {
      const game = gameOfRecord({times: record.times, ...record.game});
      await library.put({entry: entryOf(newName(), newName(), record, game), record}, []);
    } catch {
      // It was no game.
    }
    if (library.isLasting) ONLY.keep(null);
  }

  /** Back or Forward. @param {string} id */
  walk(id) {
    if (id === this.id) this.turn += 1;
    else this.open(id, "history");
  }

  /** Shows a game that is kept. @param {string} id @param {Way} way */
  async open(id, way) {
    const turn = this.turn += 1, kept = await (await this.library).get(id), record = kept?.record ?? this.empty.get(id);
    const isFree = await this.isFree(id);
    if (turn !== this.turn || way === "visit" && (!isFree || isWorthKeeping(this.session.game))) return;
    if (!record) return this.tell(GONE_WORDS);
    this.leave();
    try {
      resumeSession(this.session, record);
    } catch (error) {
      if (error instanceof NotAGame) return this.tell(error.message);
      throw error;
    }
    this.take(isFree ? id : newName(), kept && isFree ? [kept.entry.mark] : []);
    if (kept) this.content = contentOf(sessionRecord(this.session));
    this.hold(this.id);
    if (way === "list") history.pushState({game: this.id}, "");
    else history.replaceState({game: this.id}, "");
    this.session.changed();
    if (!isFree) this.tell(APART_WORDS);
    if (kept?.proof) this.proofs.follow(kept.proof);
    const draft = this.drafts.get(id);
    if (draft) this.editing.edit(draft);
  }

  /** @param {string} id */
  async followProof(id) {
    const kept = await (await this.library).get(id);
    if (kept?.proof && this.id === id) this.proofs.follow(kept.proof);
  }

  // --- other tabs ----------------------------------------------------------------------------------------------------

  /**
   * Holds the game while this tab shows it. Where the browser has no locks, the marks see what others have written.
   * @param {string} id
   */
  hold(id) {
    this.release();
    navigator.locks?.request(LOCK + id, () => new Promise(release => {
      if (this.id === id) this.release = () => release(null);
      else release(null);
    })).catch(() => {});
  }

  /**
   * Does no other tab show that game? A page that is just being left may hold it for a moment.
   * @param {string} id @returns {Promise<boolean>}
   */
  async isFree(id) {
    if (id === this.id || !navigator.locks) return true;
    const ask = () => navigator.locks.request(LOCK + id, {ifAvailable: true}, lock => lock !== null).catch(() => true);
    return await ask() || new Promise(done => setTimeout(done, LEAVING_MS)).then(ask);
  }
}
