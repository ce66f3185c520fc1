// runtime - starts the engine's module and speaks with it in bytes and lines; in the page's worker, and in Node for the
// tests.
//
// Emscripten's loader (pbrain-tengen.js) makes a module of the program; main_web.c and streams_web.c say what the program
// wants of it. With threads, the program runs in threads of its own, and this one only hands over. Without, it runs
// here, and a search returns to the event loop every few milliseconds (port_web.c), so that what came in meanwhile is
// heard.

/**
 * What Emscripten's loader makes, as far as it is used here.
 * @typedef {object} Module
 * @property {Uint8Array} HEAPU8
 * @property {number} _weights_freestyle_begin where all weights belong
 * @property {number} _explorer_begin where the explorer of first moves belongs
 * @property {(bytes: number) => number} _malloc
 * @property {(bytes: number, count: number) => void} _tengen_take
 * @property {() => number} [_tengen_attend] only without threads
 * @property {(name: string, result: null, types: string[], values: unknown[], options?: {async: boolean}) =>
 *            (void | Promise<void>)} ccall
 */

/**
 * @typedef {object} Parts
 * @property {(options: object) => Promise<Module>} create the function that Emscripten's loader defines
 * @property {ArrayBuffer | Uint8Array} wasm the program
 * @property {ArrayBuffer | Uint8Array} weights what was learnt, all rules, as the build put it together
 * @property {string} [script] with threads: where the loader lies
 * @property {(name: string) => string} [locate] with threads: where the loader's other files lie
 * @property {(line: string) => void} told gets each line that the engine says, without its end
 * @property {(status: number) => void} ended gets the exit status when the program ends
 * @property {(reason: string) => void} failed hears of what ends it otherwise
 */

/** @param {ArrayBuffer | Uint8Array<ArrayBuffer>} bytes by gzip */
export async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Resolves when the event loop has delivered what waited. setTimeout would take 4 ms. */
function nextTurn() {
  const { setImmediate } = /** @type {{setImmediate?: (then: (value: unknown) => void) => void}} */ (globalThis);
  if (setImmediate !== undefined) return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });
}

const CHUNK = 1 << 14; // bytes that are handed over at a time

/**
 * Starts the engine. Resolves, when it listens, with a function that hands bytes over to it: lines with their ends, in
 * pieces of any size; none: there will be no more. Rejects if the module does not start.
 * @param {Parts} parts
 * @returns {Promise<((bytes: Uint8Array) => void) & {explore: (bytes: Uint8Array) => void}>}
 */
export async function startEngine(parts) {
  let over = false;
  let isThinking = false;
  /** @type {() => void} */
  let open = () => {};
  /** @type {Promise<void>} */
  const opened = new Promise((resolve) => {
    open = resolve;
  });
  const module = await parts.create({
    wasmBinary: parts.wasm,
    mainScriptUrlOrBlob: parts.script,
    locateFile: parts.locate,
    preRun: [
      (/** @type {Module} */ made) =>
        made.HEAPU8.set(new Uint8Array(parts.weights), made._weights_freestyle_begin),
    ],
    opened: () => open(),
    told: (/** @type {string} */ text) => {
      if (!over) parts.told(text.replace(/\n$/, ""));
    },
    ended: (/** @type {number} */ status) => {
      if (!over) {
        over = true;
        parts.ended(status);
      }
    },
    onAbort: (/** @type {unknown} */ reason) => parts.failed(`The engine failed: ${reason}.`),
    pause: nextTurn,
  });
  await opened;
  // Room that lasts: memory that other threads make grow is not seen through the older HEAPU8, but what was there is.
  // (ccall must not be used for what is called while a search pauses: it would forget who waits for that search.)
  const room = module._malloc(CHUNK);

  async function think() {
    isThinking = true;
    await module.ccall("tengen_think", null, [], [], { async: true });
    isThinking = false;
  }

  /** @param {Uint8Array} bytes */
  const take = (bytes) => {
    let at = 0;
    do {
      const piece = bytes.subarray(at, at + CHUNK);
      module.HEAPU8.set(piece, room);
      module._tengen_take(room, piece.length);
      at += CHUNK;
    } while (at < bytes.length && !over);
    if (!over && module._tengen_attend && module._tengen_attend() && !isThinking) think();
  };
  return Object.assign(take, {
    /** Gives it the explorer of first moves. @param {Uint8Array} bytes */
    explore: (bytes) => module.HEAPU8.set(bytes, module._explorer_begin),
  });
}
