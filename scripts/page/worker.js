// worker - what runs in the engine's worker: starts the build that engine.js names, and hands lines to and fro.
//
// Bundled with runtime.js into one classic script, because that is what Emscripten's loaders are, too. In the page that is one
// file the loader stands before this, and program and weights come with the message; else they are fetched.

import { startEngine } from "./runtime.js";

/**
 * @typedef {object} Start
 * @property {string} variant
 * @property {string} [base] where the files lie
 * @property {Uint8Array} [wasm]
 * @property {Uint8Array} [weights]
 */

/** @typedef {Parameters<typeof startEngine>[0]} Parts */
/** @typedef {(bytes: Uint8Array) => void} Take */

// The checker knows pages alone; this is what a worker has instead.
const scope = /** @type {{
 *   importScripts: (address: string) => void,
 *   createTengen: Parts["create"],
 *   postMessage: (message: object) => void,
 *   onmessage: (event: MessageEvent) => void,
 *   onunhandledrejection: (event: PromiseRejectionEvent) => void,
 * }} */ (/** @type {unknown} */ (globalThis));

const text = new TextEncoder();

/** Where the engine's input goes; null before it listens. @type {Take | null} */
let take = null;

/** @param {string} reason */
function die(reason) {
  scope.postMessage({ dead: reason });
}

/** @param {string} address */
async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) {
    throw new Error(`${address} could not be loaded (${answer.status})`);
  }
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {Start} start */
async function begin({ variant, base = "", wasm, weights }) {
  const script = `${base}${variant}.js`;
  const files = Promise.all([wasm ?? load(`${base}${variant}.wasm`), weights ?? load(`${base}weights.bin`)]);
  if (scope.createTengen === undefined) {
    scope.importScripts(script);
  }
  const [program, learnt] = await files;
  take = await startEngine({
    create: scope.createTengen,
    wasm: program,
    weights: learnt,
    script,
    locate: (name) => `${base}${name}`,
    told: (line) => scope.postMessage({ line }),
    ended: () => die("The program has ended."),
    failed: die,
  });
  scope.postMessage({ ready: true });
}

scope.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.start !== undefined) {
    begin(data.start).catch((error) => die(`The engine could not be started: ${error.message ?? error}.`));
  } else if (data.line !== undefined && take !== null) {
    take(text.encode(`${data.line}\n`));
  } else if (data.ping) {
    scope.postMessage({ pong: true });
  }
};

scope.onunhandledrejection = (/** @type {PromiseRejectionEvent} */ { reason }) =>
  die(`The engine failed: ${reason?.message ?? reason}.`);
