// pipe - the engine of a web page behind standard input and output, in Node: what the tests talk to.
//
// usage: node pipe.mjs FOLDER [bench --quick]        FOLDER: build/web-threads, build/web-single or build/web-plain
//
// Each line goes out in one write, as from the native program. `bench --quick` prints what BENCH quick says.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { startEngine } from "../../../../scripts/page/engine/runtime.js";
import { say } from "./say.mjs";

const PREFIX = "MESSAGE "; // of what BENCH says to managers
const [folder, command] = process.argv.slice(2);
const place = resolve(folder);
const loader = join(place, "pbrain-tengen.js");

// An exception in the module must end the test, not only a promise.
process.on("unhandledRejection", (reason) => {
  throw reason;
});

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
  take(Buffer.from("BENCH quick\nEND\n"));
} else {
  process.stdin.on("data", take);
  process.stdin.on("end", () => take(Buffer.alloc(0)));
}
