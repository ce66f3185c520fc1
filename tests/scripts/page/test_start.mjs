// How soon a phone plays: from opening the page until the first move of the engine is on the board, with nothing kept from an
// earlier visit. The person's stone is put down as soon as there is a board.
//
// usage: node test_start.mjs FOLDER [--all]      FOLDER: what scripts/web has built; of five visits the least figures count
//
// What is bounded is the work: the time that the page's thread and the engine's spend on a core, one behind the other though they
// partly run side by side. Machines differ, and other programs can double that time, by the caches. So it is compared with the
// time that a fixed piece of a page's work takes in the same browser. A phone's core is a quarter as fast.
// --all also tells the time that passes with the page's thread slowed down by Chromium (Emulation.setCPUThrottlingRate, which
// slows down no worker), and through a network of the fourth generation: what Chromium's developer tools call "fast 4G", where an
// answer comes 165 ms after its request and 8.1 Mbit/s are shared by all.
//
// Without a browser (chromium.mjs says which) it is skipped.

import {readFile, readdir} from "node:fs/promises";
import {createServer} from "node:http";
import {extname, join, normalize, resolve} from "node:path";
import {setTimeout as wait} from "node:timers/promises";
import {launchServer} from "./support/chromium.mjs";

const PHONE = {viewport: {width: 360, height: 640}, hasTouch: true, isMobile: true, deviceScaleFactor: 3};
const SLOWNESS = 4;
const FAST_4G = {latencyMs: 165, bytesPerMs: 8.1e6 / 8 / 1000};
const NO_NETWORK = {latencyMs: 0, bytesPerMs: Infinity};
const BLANK = "/blank.html";
const PATIENCE_MS = 120_000, LOOK_MS = 100;
const NS_PER_MS = 1e6, GROUP_COLUMN = 2;        // of /proc/PID/stat, behind the name
const WORKER_THREAD = "DedicatedWorker";
const TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm"};
const ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"};
const CACHED = {"Cache-Control": "max-age=5"};      // as web_server.py has it
const WORK_MOST_PERCENT = 200;          // of the fixed work; in 2026-11, on two busy cores, it was 82 to 159
const BLANK_PAGES = 2;                  // of each visit: before the page, and for the fixed work
const TIMES = 5;                        // what else a machine does only adds to a figure, so the least of them counts
const CASES = [
  {name: "threads", headers: ISOLATED},
  {name: "one thread", headers: {}},
];

const folder = resolve(process.argv[2]), tellsAll = process.argv[3] === "--all";

/** Serves the folder through such a network; counts what is asked for. */
async function serve(headers, {latencyMs, bytesPerMs}) {
  let freeAt = 0;
  const count = {requests: 0, bytes: 0};
  const server = createServer(async ({url}, response) => {
    const {pathname} = new URL(url, "http://localhost"), path = normalize(pathname === "/" ? "/index.html" : pathname);
    try {
      const bytes = path === BLANK ? Buffer.from("<!DOCTYPE html>") : await readFile(join(folder, path));
      const begun = Math.max(freeAt, performance.now() + latencyMs);
      freeAt = begun + bytes.length / bytesPerMs;
      count.requests += 1;
      count.bytes += bytes.length;
      if (latencyMs > 0) await wait(freeAt - performance.now());
      response.writeHead(200, {"Content-Type": TYPES[extname(path)] ?? "application/octet-stream", ...CACHED, ...headers}).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(done => server.listen(0, "127.0.0.1", done));
  return {server, count, address: `http://127.0.0.1:${server.address().port}/`};
}

/** Processes of a group that show pages. @param {number} group */
async function renderersOf(group) {
  const ids = (await readdir("/proc")).filter(name => /^\d+$/.test(name)), found = [];
  for (const id of ids) {
    const words = await readFile(`/proc/${id}/stat`, "utf8").catch(() => "");
    const isOurs = words.split(") ").at(-1)?.split(" ")[GROUP_COLUMN] === String(group);
    if (isOurs && (await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")).includes("--type=renderer")) found.push(id);
  }
  return found;
}

/** How long threads of pages and workers had a core so far, in ms. @param {number} group */
async function workMs(group) {
  let pagesMs = 0, workersMs = 0;
  for (const id of await renderersOf(group)) {
    for (const task of await readdir(`/proc/${id}/task`).catch(() => [])) {
      const name = await readFile(`/proc/${id}/task/${task}/comm`, "utf8").catch(() => "");
      const ran = Number((await readFile(`/proc/${id}/task/${task}/schedstat`, "utf8").catch(() => "0")).split(" ")[0]) / NS_PER_MS;
      if (task === id) pagesMs += ran;
      else if (name.startsWith(WORKER_THREAD)) workersMs += ran;
    }
  }
  return {pagesMs, workersMs};
}

/** Runs in the page: clicks on the middle when it is there, and notes when two moves were played. */
function play() {
  const timer = new MutationObserver(() => {
    const point = document.getElementById("point-h8");
    if (point && !globalThis.playedMs) {
      globalThis.playedMs = performance.now();
      requestAnimationFrame(() => {
        const {x, y, width, height} = point.getBoundingClientRect();
        const at = {bubbles: true, button: 0, pointerType: "mouse", clientX: x + width / 2, clientY: y + height / 2};
        document.getElementById("grid").dispatchEvent(new PointerEvent("pointerup", at));
      });
    }
    if (document.querySelectorAll("#moves li").length >= 2) globalThis.answeredMs ??= performance.now();
  });
  timer.observe(document, {childList: true, subtree: true});
}

/** Runs in a page: a fixed piece of work of the kind that pages do. Tables are built, laid out and taken away. */
function buildTables() {
  const ROUNDS = 10, ROWS = 60, COLUMNS = 20;
  for (let round = 0; round < ROUNDS; round += 1) {
    const table = document.createElement("table");
    for (let row = 0; row < ROWS; row += 1) {
      const line = table.insertRow();
      for (let column = 0; column < COLUMNS; column += 1) line.insertCell().textContent = `${round} ${row * column}`;
    }
    document.body.append(table);
    table.getBoundingClientRect();
    table.remove();
  }
}

/** How long the fixed piece of work has a core, in ms. */
async function fixedWorkMs(browser, group, address) {
  const context = await browser.newContext(PHONE), page = await context.newPage();
  await page.goto(address + BLANK.slice(1));
  const before = await workMs(group);
  await page.evaluate(buildTables);
  const after = await workMs(group);
  await context.close();
  return after.pagesMs - before.pagesMs;
}

/** One visit: when there was a board, when the engine had moved, and the work of page and workers until then; in ms. */
async function visit(browser, group, address, slowness) {
  const context = await browser.newContext(PHONE), page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(play);
  if (slowness > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", {rate: slowness});
  await page.goto(address + BLANK.slice(1));        // a browser's work to have a process for a page at all is not ours
  const before = await workMs(group);
  await page.goto(address, {waitUntil: "commit"});
  await page.waitForFunction(() => globalThis.answeredMs, null, {polling: LOOK_MS});
  const after = await workMs(group);
  const [boardMs, moveMs] = await page.evaluate(() => [globalThis.playedMs, globalThis.answeredMs]);
  await context.close();
  return {boardMs, moveMs, pageMs: after.pagesMs - before.pagesMs, workersMs: after.workersMs - before.workersMs};
}

/** The least of some visits, each of its figures for itself; and what was asked for in one. */
async function measure(browser, group, headers, network, slowness) {
  const {server, count, address} = await serve(headers, network), visits = [];
  for (let time = 0; time < TIMES; time += 1) {
    visits.push({...await visit(browser, group, address, slowness), fixedMs: await fixedWorkMs(browser, group, address)});
  }
  server.close();
  const figures = Object.keys(visits[0]).map(what => [what, Math.round(Math.min(...visits.map(each => each[what])))]);
  const files = count.requests / TIMES - BLANK_PAGES, kilobytes = Math.round(count.bytes / TIMES / 1000);
  return {...Object.fromEntries(figures), files, kilobytes};
}

const {browser, group, close} = await launchServer();
let failed = 0;
for (const {name, headers} of CASES) {
  const {pageMs, workersMs, fixedMs, ...work} = await measure(browser, group, headers, NO_NETWORK, 1);
  const totalMs = pageMs + workersMs, percent = Math.round(100 * totalMs / fixedMs);
  console.log(`${name}: ${SLOWNESS * totalMs} ms of work on a phone, ${SLOWNESS} times ${pageMs} ms of the page and ${workersMs} ` +
              `ms of workers: ${percent} % of the fixed work, ${fixedMs} ms; ${work.files} files, ${work.kilobytes} kB\n` +
              `    board and first move after ${work.boardMs} and ${work.moveMs} ms`);
  for (const [how, network] of tellsAll ? [["slowed down", NO_NETWORK], ["slowed down, by 4G", FAST_4G]] : []) {
    const {boardMs, moveMs} = await measure(browser, group, headers, network, SLOWNESS);
    console.log(`    ${how}: ${boardMs} and ${moveMs} ms`);
  }
  if (percent > WORK_MOST_PERCENT) {
    failed += 1;
    console.log(`FAILED  ${name}: more than ${WORK_MOST_PERCENT} %`);
  }
}
await close();
process.exit(failed ? 1 : 0);
