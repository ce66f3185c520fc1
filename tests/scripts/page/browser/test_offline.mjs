// Does the page get every answer of the network, whatever becomes of keeping it, and what was kept where there is no network
// (scripts/page/service_worker.js)? The worker runs in a world made here: its network, and its store, which may be full.

import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import test from "node:test";
import vm from "node:vm";

const SOURCE = readFileSync(new URL("../../../../scripts/page/service_worker.js", import.meta.url), "utf8");
const PAGE = "http://127.0.0.1:8000/", FILE = `${PAGE}main.js`;

/** A worker whose network has these files, by their versions; and what it asked for and stored. */
function begun(files) {
  const listeners = {}, stored = new Map(), asked = [], puts = [];
  const world = {files, asked, puts, stored, isFull: false, isSlow: false, isForbidden: false};
  const address = request => (typeof request === "string" ? request : request.url);
  const fetch = async request => {
    asked.push(address(request));
    const version = files?.[address(request)];
    if (!files) throw new TypeError("no network");
    return version ? new Response(`of ${version}`, {headers: {"Last-Modified": version}}) : new Response("", {status: 404});
  };
  const cache = {
    match: async request => stored.get(address(request))?.clone(),
    put: async (request, response) => {
      puts.push(address(request));
      if (world.isSlow) await new Promise(() => {});
      if (world.isFull) throw new Error("QuotaExceededError");
      stored.set(address(request), response);
    },
    add: async request => cache.put(request, await fetch(request)),
  };
  const open = async () => {
    if (world.isForbidden) throw new Error("SecurityError");
    return cache;
  };
  vm.runInNewContext(SOURCE, {
    self: {addEventListener: (name, listener) => { listeners[name] = listener; }, skipWaiting() {}, clients: {claim() {}}},
    caches: {open}, fetch, location: new URL(PAGE), URL, Request,
  });
  /** Tells the worker of something; gives the answer for the page, and what else the worker does. */
  const tell = (name, event) => {
    const work = [];
    let answer = null;
    listeners[name]({...event, waitUntil: each => work.push(each), respondWith: given => { answer = given; }});
    return {answer, done: () => Promise.all(work)};
  };
  return {
    ...world, set: changes => Object.assign(world, changes), lose: () => { files = null; },
    ask: file => tell("fetch", {request: new Request(file)}), complete: names => tell("message", {data: {files: names}}),
  };
}
const text = async ({answer}) => (await answer).text();

test("what the network gives is given, and is there without it", async () => {
  const worker = begun({[FILE]: "Monday"});
  const first = worker.ask(FILE);
  assert.equal(await text(first), "of Monday");
  await first.done();
  worker.lose();
  assert.equal(await text(worker.ask(FILE)), "of Monday");
  await assert.rejects(worker.ask(`${PAGE}other.js`).answer, /no network/);
  assert.equal(worker.ask("http://127.0.0.1:9000/main.js").answer, null, "another server's file is no business of ours");
});

test("a store that is full, slow or forbidden takes no answer from the page", async () => {
  for (const fault of ["isFull", "isSlow", "isForbidden"]) {
    const worker = begun({[FILE]: "Monday"});
    worker.set({[fault]: true});
    const asked = worker.ask(FILE);
    assert.equal(await text(asked), "of Monday", fault);
    if (fault !== "isSlow") await asked.done();
    assert.equal(worker.stored.size, 0);
  }
});

test("a version that is kept is neither fetched nor stored again, and another one is", async () => {
  const files = {[FILE]: "Monday", [`${PAGE}a.css`]: "Monday"}, worker = begun(files), visit = async () => {
    const asked = worker.ask(FILE);
    await text(asked);
    await asked.done();
    await worker.complete([FILE, `${PAGE}a.css`, `${PAGE}bridge/x`, "http://127.0.0.1:9000/b.css"]).done();
  };
  await visit();
  assert.deepEqual([worker.asked, worker.puts], [[FILE, `${PAGE}a.css`], [FILE, `${PAGE}a.css`]]);
  await visit();
  assert.deepEqual([worker.asked.slice(2), worker.puts.slice(2)], [[FILE], []]);
  files[FILE] = "Tuesday";
  await visit();
  assert.deepEqual([worker.asked.slice(3), worker.puts.slice(2)], [[FILE], [FILE]]);
  worker.lose();
  assert.equal(await text(worker.ask(FILE)), "of Tuesday");
});
