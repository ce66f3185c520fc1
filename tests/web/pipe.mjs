// pipe - the engine of a web page behind standard input and output, in Node: what the tests talk to.
//
// usage: node pipe.mjs FOLDER [bench]        FOLDER: build/web-threads, build/web-single or build/web-plain
//
// Each line goes out in one write, as from the native program. `bench` prints what BENCH says.
import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { startEngine } from "../../web/runtime.js";

const PREFIX = "MESSAGE "; // of what BENCH says to managers
const [folder, command] = process.argv.slice(2);
const place = resolve(folder);
const loader = join(place, "pbrain-tengen.js");

// An exception in the module must end the test, not only a promise.
process.on("unhandledRejection", (reason) => {
  throw reason;
});

/** Writes a line, waiting for the reader where the pipe does not. */
function say(text) {
  const bytes = Buffer.from(`${text}\n`);
  for (;;) {
    try {
      writeSync(1, bytes); // pipes take so few bytes whole or not at all
      return;
    } catch (error) {
      if (error.code !== "EAGAIN") {
        process.exit(1);
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

const take = await startEngine({
  create: createRequire(import.meta.url)(loader),
  wasm: readFileSync(join(place, "pbrain-tengen.wasm")),
  weights: readFileSync(join(place, "weights.bin")),
  script: loader,
  locate: (name) => join(place, name),
  told: (line) => say(command && line.startsWith(PREFIX) ? line.slice(PREFIX.length) : line),
  ended: (status) => process.exit(status),
  failed: (reason) => {
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  },
});

if (command === "bench") {
  take(Buffer.from("BENCH\nEND\n"));
} else {
  process.stdin.on("data", take);
  process.stdin.on("end", () => take(Buffer.alloc(0)));
}
