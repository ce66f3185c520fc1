// worker - what runs in the engine's worker: starts the build that engine.js names, and hands lines to and fro.
//
// Bundled with runtime.js into one classic script, because that is what Emscripten's loaders are, too. Program and
// weights come with the message that starts it. So does the loader's address, ahead of them; in the page that is one
// file the loader stands before this.

import { inflated, startEngine } from "./runtime.js";

/**
 * @typedef {object} Start
 * @property {string} variant
 * @property {string} [base] where the loader's files lie
 * @property {ArrayBuffer | Uint8Array} wasm
 * @property {ArrayBuffer | Uint8Array<ArrayBuffer>} weights by gzip
 */

/** @typedef {Parameters<typeof startEngine>[0]} Parts */
/** @typedef {Awaited<ReturnType<typeof startEngine>>} Take */

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

/** @param {Start} start */
async function begin({ variant, base = "", wasm, weights }) {
  take = await startEngine({
    create: scope.createTengen,
    wasm,
    weights: await inflated(weights),
    script: `${base}${variant}.js`,
    locate: (name) => `${base}${name}`,
    told: (line) => scope.postMessage({ line }),
    ended: () => die("The program has ended."),
    failed: die,
  });
  scope.postMessage({ ready: true });
}

scope.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.loader !== undefined) {
    scope.importScripts(data.loader);
  } else if (data.start !== undefined) {
    begin(data.start).catch((error) => die(`The engine could not be started: ${error.message ?? error}.`));
  } else if (data.line !== undefined && take !== null) {
    take(text.encode(`${data.line}\n`));
  } else if (data.explorer !== undefined) {
    take?.explore(data.explorer);
  } else if (data.ping) {
    scope.postMessage({ pong: true });
  }
};

scope.onunhandledrejection = (/** @type {PromiseRejectionEvent} */ { reason }) =>
  die(`The engine failed: ${reason?.message ?? reason}.`);
