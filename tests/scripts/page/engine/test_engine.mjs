// The engine in a browser: each build of it in a Chromium without a window, through scripts/page/pipe.html, a page that shows the lines.
//
// usage: node test_engine.mjs FOLDER [--bench N]      FOLDER: what scripts/web has built; --bench: BENCH quick alone, N times, of which
//                                                     the first and the fastest are told
//
// Without a browser (chromium.mjs says which) it is skipped.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { ROOT, launch } from "../support/chromium.mjs";

const PROMISE = readFileSync(join(ROOT, "tests", "bench.signature"), "utf8").match(/^quick (\S+)$/m)[1];
const PATIENCE_MS = 180_000; // for BENCH quick without SIMD on a busy machine
const THOUGHT_MS = 120_000; // what a question may take that STOP shortens
const PROMPT_MS = 5000; // an answer to STOP comes within some ms; a busy machine gets more
const folder = resolve(process.argv[2]), onlyBenches = process.argv[3] === "--bench";
const benchCount = onlyBenches ? Number(process.argv[4]) : 1;

const browser = await launch();

/** Starts a server, which says its address first. */
async function serve(command, ...options) {
  const server = spawn(command, options, { stdio: ["ignore", "pipe", "inherit"] });
  const { value } = await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next();
  return { server, address: value.match(/http:\S+/)[0] };
}

const isolated = await serve("python3", join(ROOT, "scripts", "web_server.py"), folder);
// Any other web server: the same files, no headers.
const usual = await serve("python3", "-u", "-c",
  "import functools, http.server as h\n" +
  `s = h.ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(h.SimpleHTTPRequestHandler, directory=${JSON.stringify(folder)}))\n` +
  "h.SimpleHTTPRequestHandler.log_message = lambda *a: None\n" +
  "print(f'http://127.0.0.1:{s.server_port}/'); s.serve_forever()");
const alone = pathToFileURL(join(folder, "pipe-alone.html")).href;

/** A page whose engine is ready. Whatever the browser complains of fails the test, and so does what comes from elsewhere. */
async function open(address, variant, prepare) {
  const context = await browser.newContext({ offline: address.startsWith("file:") });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.complaints = [];
  page.on("console", (message) => message.type() === "error" && page.complaints.push(message.text()));
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (!["data:", "blob:", "file:"].includes(protocol) && host !== new URL(address).host) {
      page.complaints.push(request.url());
    }
  });
  if (prepare) {
    await page.addInitScript(prepare);
  }
  const begin = Date.now();
  await page.goto(address);
  await page.waitForFunction(() => globalThis.tengen?.state === "ready");
  page.readyMs = Date.now() - begin;
  assert.equal(await page.evaluate(() => globalThis.tengen.variant), variant);
  return page;
}

async function close(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

async function say(page, ...lines) {
  for (const line of lines) {
    await page.locator("#line").fill(line);
    await page.locator("#send").click();
  }
}

/** Waits for the n-th line, from 1, that fits the pattern, and returns it. */
async function hear(page, pattern, n = 1) {
  const found = await page.waitForFunction(
    ([source, count]) => document.getElementById("said").textContent.split("\n").filter((line) => new RegExp(source).test(line))[count - 1],
    [pattern.source, n]);
  return found.jsonValue();
}

const POINT = /^\d+,\d+$/;

/** The first move, STOP in the middle of a search, and INFO before one. */
async function playsAndStops(page) {
  const begin = Date.now();
  await say(page, "START 15", `INFO timeout_turn ${THOUGHT_MS}`, "TURN 7,7", "STOP");
  await hear(page, POINT);
  assert.ok(Date.now() - begin < THOUGHT_MS / 2, "STOP was not heard");
  await say(page, "TURN 0,0");
  await page.waitForTimeout(500);
  const stopped = Date.now();
  await page.evaluate(() => globalThis.tengen.stop());
  await hear(page, POINT, 2);
  assert.ok(Date.now() - stopped < PROMPT_MS, `STOP took ${Date.now() - stopped} ms`);
}

/** The speeds of so many BENCHes in turn. The browser still compiles what the first one runs. */
async function benches(page) {
  const speeds = [];
  for (let n = 1; n <= benchCount; n += 1) {
    await say(page, "BENCH quick");
    assert.equal(await hear(page, /^MESSAGE signature/, n), `MESSAGE signature ${PROMISE}`);
    speeds.push(Number((await hear(page, /nps$/, n)).match(/(\d+) nps/)[1]));
  }
  return speeds;
}

/** A worker that dies without a word, one that ends, and one that is ended: the next one knows nothing, and works. */
async function dies(page) {
  await say(page, "END");
  await page.waitForFunction(() => globalThis.tengen.state === "dead");
  assert.equal(await page.locator("#state").textContent(), "The program has ended.");
  await page.locator("#restart").click();
  await page.waitForFunction(() => globalThis.tengen.state === "ready");
  await say(page, "TURN 7,7");
  await hear(page, /^ERROR there is no game/);
  await page.evaluate(() => globalThis.tengen.worker.terminate());
  await page.waitForFunction(() => globalThis.tengen.state === "dead");
  assert.equal(await page.locator("#state").textContent(), "The engine does not answer any more.");
  await page.evaluate(() => globalThis.tengen.restart());
  await page.waitForFunction(() => globalThis.tengen.state === "ready");
  await say(page, "ABOUT");
  await hear(page, /^name="Tengen"/);
}

const withoutSimd = () => {
  WebAssembly.validate = () => false;
};
const BUILDS = [
  ["threads", "threads", `${isolated.address}pipe.html`],
  ["single, by a usual server", "single", `${usual.address}pipe.html`],
  ["plain", "plain", `${usual.address}pipe.html`, withoutSimd],
  ["single, from disk", "single", alone],
  ["plain, from disk", "plain", alone, withoutSimd],
];

let failed = 0;
for (const [name, variant, address, prepare] of BUILDS) {
  try {
    const page = await open(address, variant, prepare);
    if (!onlyBenches) {
      await playsAndStops(page);
    }
    const speeds = await benches(page);
    if (!onlyBenches && (name === "threads" || name === "single, from disk")) {
      await dies(page);
    }
    await close(page);
    console.log(`${name}: ready after ${page.readyMs} ms, ${speeds[0]} nps, fastest ${Math.max(...speeds)} nps`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${error.stack}`);
  }
}
await browser.close();
isolated.server.kill();
usual.server.kill();
process.exit(failed > 0 ? 1 : 0);
