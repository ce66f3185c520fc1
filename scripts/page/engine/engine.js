// engine - the engine as an object: lines of its protocol in, lines out, as through the pipe of the native program.
//
// It runs in a worker (worker.js), in the best of three builds that the browser can take: with threads where the page
// is cross-origin isolated, else without; without SIMD in old browsers. A worker can die: a phone takes its memory, or
// the program ends. Some of these deaths nobody reports, so the worker is asked every few seconds whether it lives.

import { t } from "../languages/texts.js";
import { inflated } from "./runtime.js";

/** @typedef {"starting" | "ready" | "dead"} State */
/** @typedef {"" | "threads" | "single" | "plain"} Variant */

const PING_MS = 2000;
const PINGS_UNANSWERED_MOST = 5; // a phone may be busy for some seconds, and an engine that is asked for BENCH is
const START_PINGS_MOST = 30; // to start, it may have to be loaded through a slow connection
const THREADS_MOST = 8; // more search hardly deeper, and each takes some MB
const WEIGHTS = "weights.bin.gz";
const EXPLORER = "explorer.bin.gz";

// A module of one function that uses SIMD: i8x16.splat and i8x16.popcnt, as wasm-feature-detect has them.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Says whether the browser's WebAssembly has SIMD. */
function hasSimd() {
  return WebAssembly.validate(SIMD_PROBE);
}

/** Where a file of the engine lies. @param {string} name */
const address = (name) => new URL(`engine/${name}`, document.baseURI).href;

/** The bytes of a file that the page carries along (see build.mjs), or null. @param {string} name */
function embedded(name) {
  const text = document.getElementById(`engine-${name}`)?.textContent;
  return text ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : null;
}

/** @returns {Exclude<Variant, "">} */
function bestVariant() {
  if (!hasSimd()) return "plain";
  const mayShare = globalThis.crossOriginIsolated && typeof SharedArrayBuffer === "function";
  return mayShare && embedded("worker.js") === null && navigator.hardwareConcurrency > 1 ? "threads" : "single";
}

/**
 * What was fetched, by address: a worker that is begun again needs no network.
 * @type {Map<string, Promise<ArrayBuffer>>}
 */
const fetched = new Map();

/** @param {string} place */
async function download(place) {
  const answer = await fetch(place);
  if (!answer.ok) {
    throw new Error(`${place} could not be loaded (${answer.status})`);
  }
  return answer.arrayBuffer();
}

/** The bytes at an address. What failed is tried again the next time. @param {string} place */
function load(place) {
  const bytes = fetched.get(place) ?? download(place);
  fetched.set(place, bytes);
  bytes.catch(() => fetched.delete(place));
  return bytes;
}

/**
 * A worker for a variant, and the message that starts it. Program and weights are fetched here, while the worker's own
 * scripts are: if the worker fetched them, they would begin to come a journey through the network later.
 * @param {Exclude<Variant, "">} variant
 */
function makeWorker(variant) {
  const script = embedded("worker.js");
  const loader = embedded(`${variant}.js`);
  if (script !== null && loader !== null) {
    const place = URL.createObjectURL(new Blob([loader, "\n", script], { type: "text/javascript" }));
    const worker = new Worker(place);
    URL.revokeObjectURL(place);
    const parts = { variant, wasm: embedded(`${variant}.wasm`), weights: embedded(WEIGHTS) };
    return { worker, start: Promise.resolve(parts) };
  }
  const base = address("");
  const worker = new Worker(`${base}worker.js`);
  worker.postMessage({ loader: `${base}${variant}.js` });
  const start = Promise.all([load(`${base}${variant}.wasm`), load(`${base}${WEIGHTS}`)])
    .then(([wasm, weights]) => ({ variant, base, wasm, weights }));
  return { worker, start };
}

export class Engine {
  /** Begins to start the engine. Lines may be sent at once. */
  constructor() {
    /** @type {State} */
    this.state = "starting";
    /** Which build runs; "" before it is ready. @type {Variant} */
    this.variant = "";
    /** How many threads are worth asking for. */
    this.threads = 1;
    /** @type {Worker | null} */
    this.worker = null;
    this.chosen = bestVariant();
    this.wasEverReady = false;
    this.isClosed = false;
    this.unanswered = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    /** Lines that wait for the worker. @type {string[]} */
    this.waiting = [];
    /** The explorer of first moves, when somebody has asked for it. @type {Uint8Array | null} */
    this.explorer = null;
    /** @type {(line: string) => void} */
    this.tellLine = () => {};
    /** @type {(state: State, reason: string) => void} */
    this.tellState = () => {};
    this.begin();
  }

  /** Who gets each line that the engine says, without its end. @param {(line: string) => void} callback */
  onLine(callback) {
    this.tellLine = callback;
  }

  /**
   * Who hears when it is ready, and when and why it is dead.
   * @param {(state: State, reason: string) => void} callback
   */
  onState(callback) {
    this.tellState = callback;
  }

  /** Sends one line. What is sent to a dead engine is lost. @param {string} line */
  send(line) {
    if (this.state === "ready") {
      this.worker?.postMessage({ line });
    } else if (this.state === "starting") {
      this.waiting.push(line);
    }
  }

  /** Fetches the explorer of first moves, of which SHOW tells from then on. */
  async explore() {
    this.explorer ??= await inflated(embedded(EXPLORER) ?? await load(address(EXPLORER)));
    if (this.state === "ready") {
      this.worker?.postMessage({ explorer: this.explorer });
    }
  }

  /** Asks for the answer now. */
  stop() {
    this.send("STOP");
  }

  /** Ends the worker, whatever it does, and begins another, which knows nothing. */
  restart() {
    if (!this.isClosed) {
      this.end();
      this.waiting = [];
      this.become("starting", "");
      this.begin();
    }
  }

  /** Ends it for good. */
  close() {
    this.isClosed = true;
    this.die(t("The engine was closed."));
  }

  /** @private @param {State} state @param {string} reason */
  become(state, reason) {
    if (this.state !== state) {
      this.state = state;
      this.tellState(state, reason);
    }
  }

  /** @private */
  end() {
    clearInterval(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.unanswered = 0;
  }

  /** @private @param {string} reason */
  die(reason) {
    this.end();
    // Where threads do not even start, the browser may lack what nobody thought of.
    if (this.chosen === "threads" && !this.wasEverReady && !this.isClosed) {
      this.chosen = "single";
      this.begin();
      return;
    }
    this.waiting = [];
    this.become("dead", reason);
  }

  /** @private */
  begin() {
    /** @type {ReturnType<typeof makeWorker>} */
    let made;
    try {
      made = makeWorker(this.chosen);
    } catch (error) {
      // Callers set their callbacks when the constructor has returned.
      setTimeout(() => this.die(t("The browser starts no worker: {error}.", { error: String(error) })));
      return;
    }
    const { worker, start } = made;
    this.worker = worker;
    /** @param {() => void} react */
    const ifCurrent = (react) => {
      if (this.worker === worker) react();
    };
    worker.onmessage = ({ data }) => ifCurrent(() => this.hear(data));
    worker.onerror = (event) => {
      event.preventDefault();
      const error = event.message ?? t("its files could not be loaded");
      ifCurrent(() => this.die(t("The engine failed: {error}.", { error })));
    };
    start.then(
      (parts) => ifCurrent(() => worker.postMessage({ start: parts })),
      (reason) => {
        const error = String(reason.message ?? reason);
        ifCurrent(() => this.die(t("The engine could not be started: {error}.", { error })));
      });
    this.timer = setInterval(() => this.ping(), PING_MS);
  }

  /** @private */
  ping() {
    const most = this.state === "ready" ? PINGS_UNANSWERED_MOST : START_PINGS_MOST;
    if (this.unanswered >= most) {
      this.die(this.state === "ready" ? t("The engine does not answer any more.") : t("The engine did not start."));
    } else {
      this.unanswered += 1;
      this.worker?.postMessage({ ping: true });
    }
  }

  /** @private @param {{line?: string, ready?: boolean, dead?: string, pong?: boolean}} message */
  hear(message) {
    this.unanswered = 0; // BENCH hears no ping for its whole time, and says a line now and then
    if (message.line !== undefined) {
      this.tellLine(message.line);
    } else if (message.ready) {
      this.becomeReady();
    } else if (message.dead !== undefined) {
      this.die(message.dead);
    }
  }

  /** @private */
  becomeReady() {
    const lines = this.waiting;
    this.waiting = [];
    this.wasEverReady = true;
    this.variant = this.chosen;
    this.threads = this.chosen === "threads" ? Math.min(navigator.hardwareConcurrency, THREADS_MOST) : 1;
    if (this.explorer) {
      this.worker?.postMessage({ explorer: this.explorer });
    }
    for (const line of lines) {
      this.worker?.postMessage({ line });
    }
    this.become("ready", "");
  }
}
