// The games that people played here, in the browser's own database: of each an entry, by which it is listed, and all
// that it takes to go on with it. A browser that has no database for pages such as this one keeps one game, and the
// others until it is closed.

import {ONLY} from "./storage.js";

/** @typedef {import("../game/rules.js").Variant} Variant */
/** @typedef {import("../game/game.js").Result} Result */
/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} mark  of this version: every time that a game is kept it gets another
 * @property {string} title  given by hand, or empty
 * @property {[string | null, string | null]} players  null: a person
 * @property {boolean} [helped]  the person was helped against the engine
 * @property {Variant} variant
 * @property {Result | null} result
 * @property {number} moves  of its main line
 * @property {number} played  when it was kept last, in milliseconds since 1970
 */
/** @typedef {{entry: Entry, record: any, proof: Blob | null}} Kept */
/**
 * @typedef {object} Library
 * @property {boolean} isLasting
 * @property {() => Promise<Entry[]>} list  the last one first
 * @property {(id: string) => Promise<Kept | null>} get
 * @property {(kept: {entry: Entry, record: any}, marks: string[]) => Promise<boolean>} put  false, and nothing is
 *   kept, if the version that is kept has none of those marks: another tab wrote it
 * @property {(id: string, proof: Blob) => Promise<void>} putProof
 * @property {(id: string, title: string) => Promise<void>} rename
 * @property {(id: string) => Promise<void>} remove
 * @property {(kept: Kept) => Promise<void>} putBack
 */

const NAME = "tengen", VERSION = 1;
const ENTRIES = "entries", RECORDS = "records", PROOFS = "proofs", STORES = [ENTRIES, RECORDS, PROOFS];

/** @param {Entry[]} entries */
const lastFirst = entries => entries.sort((one, other) => other.played - one.played);

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answered = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @returns {Promise<Library>} */
export async function openLibrary() {
  try {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => { for (const store of STORES) request.result.createObjectStore(store); };
    return new Database(await answered(request));
  } catch {
    return new OnePlace();
  }
}

/** @implements {Library} */
class Database {
  isLasting = true;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    database.onversionchange = () => database.close();
  }

  /**
   * All or nothing of what is done with the stores. @template T
   * @param {IDBTransactionMode} mode @param {(stores: IDBObjectStore[]) => Promise<T>} act @returns {Promise<T>}
   */
  async within(mode, act) {
    const transaction = this.database.transaction(STORES, mode);
    const isDone = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const result = await act(STORES.map(store => transaction.objectStore(store)));
    await isDone;
    return result;
  }

  list() {
    return this.within("readonly", async ([entries]) => lastFirst(await answered(entries.getAll())));
  }

  /** @param {string} id @returns {Promise<Kept | null>} */
  get(id) {
    return this.within("readonly", async stores => {
      const [entry, record, proof] = await Promise.all(stores.map(store => answered(store.get(id))));
      return entry && record ? {entry, record, proof: proof ?? null} : null;
    });
  }

  /** @param {{entry: Entry, record: any}} kept @param {string[]} marks */
  put({entry, record}, marks) {
    return this.within("readwrite", async ([entries, records]) => {
      const before = await answered(entries.get(entry.id));
      if (before && !marks.includes(before.mark)) return false;
      entries.put({...entry, title: before?.title ?? entry.title}, entry.id);
      records.put(record, entry.id);
      return true;
    });
  }

  /** @param {string} id @param {Blob} proof */
  putProof(id, proof) {
    return this.within("readwrite", async ([, , proofs]) => { proofs.put(proof, id); });
  }

  /** @param {string} id @param {string} title */
  rename(id, title) {
    return this.within("readwrite", async ([entries]) => {
      const entry = await answered(entries.get(id));
      if (entry) entries.put({...entry, title}, id);
    });
  }

  /** @param {string} id */
  remove(id) {
    return this.within("readwrite", async stores => { for (const store of stores) store.delete(id); });
  }

  /** @param {Kept} kept */
  putBack({entry, record, proof}) {
    return this.within("readwrite", async ([entries, records, proofs]) => {
      entries.put(entry, entry.id);
      records.put(record, entry.id);
      if (proof) proofs.put(proof, entry.id);
    });
  }
}

/** @implements {Library} */
export class OnePlace {
  isLasting = false;
  /** @type {Map<string, {entry: Entry, record: any}>} */
  games = new Map();
  /** @type {Map<string, Blob>} */
  proofs = new Map();

  async list() {
    return lastFirst([...this.games.values()].map(({entry}) => entry));
  }

  /** @param {string} id */
  async get(id) {
    const kept = this.games.get(id);
    return kept ? {...kept, proof: this.proofs.get(id) ?? null} : null;
  }

  /** @param {{entry: Entry, record: any}} kept @param {string[]} marks */
  async put({entry, record}, marks) {
    const before = this.games.get(entry.id);
    if (before && !marks.includes(before.entry.mark)) return false;
    this.games.set(entry.id, {entry: {...entry, title: before?.entry.title ?? entry.title}, record});
    ONLY.keep(record);
    return true;
  }

  /** @param {string} id @param {Blob} proof */
  async putProof(id, proof) {
    this.proofs.set(id, proof);
  }

  /** @param {string} id @param {string} title */
  async rename(id, title) {
    const kept = this.games.get(id);
    if (kept) kept.entry = {...kept.entry, title};
  }

  /** @param {string} id */
  async remove(id) {
    this.games.delete(id);
  }

  /** @param {Kept} kept */
  async putBack(kept) {
    this.games.set(kept.entry.id, kept);
  }
}
