// Says a line on standard output in one write, as the native program does: for what stands for its pipe.

import {writeSync} from "node:fs";

const PAUSE_MS = 1;

/** Writes a line at once, waiting for the reader where the pipe does not. @param {string} text */
export function say(text) {
  const bytes = Buffer.from(`${text}\n`);
  for (;;) {
    try {
      writeSync(1, bytes);          // pipes take so few bytes whole or not at all
      return;
    } catch (error) {
      if (error.code !== "EAGAIN") process.exit(1);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
