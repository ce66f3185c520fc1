// The engine of a web page behind standard input and output, in a browser: what pipe.mjs is in Node. A browser takes seconds to
// start, so one is kept for all conversations; each of them has a worker of its own in its page (pipe_worker.js).
//
// usage: node browser_pipe.mjs keep FOLDER VARIANT SOCKET     keeps a browser for them until its input ends; says "ready" first
//        node browser_pipe.mjs talk SOCKET                    stands for the engine: lines in, lines out, and its exit status
//
// FOLDER is what scripts/web has built, VARIANT threads, single or plain. Between the two go lines of JSON through the socket:
// {bytes} in, as base64 and empty at the end of the input; {line}, {ended} with the status or {failed} with the reason out.

import {readFile} from "node:fs/promises";
import {createServer as createHttpServer} from "node:http";
import {connect, createServer} from "node:net";
import {extname, join, normalize} from "node:path";
import {createInterface} from "node:readline";
import {ROOT, launch} from "../support/chromium.mjs";
import {say} from "./say.mjs";

const TYPES = {".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm"};
const ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"};
const INSTEAD = {
  "/pipe_worker.js": join(ROOT, "tests", "scripts", "page", "engine", "pipe_worker.js"),
  "/runtime.js": join(ROOT, "scripts", "page", "engine", "runtime.js"),
};
const HOST = "/host.html";

/** Serves the engine's files, and a page without anything on it. @param {string} folder */
async function serve(folder) {
  const server = createHttpServer(async ({url}, response) => {
    const path = normalize(new URL(url, "http://localhost").pathname);
    try {
      const bytes = path === HOST ? "<!DOCTYPE html><title>pipe</title>" : await readFile(INSTEAD[path] ?? join(folder, path));
      response.writeHead(200, {"Content-Type": TYPES[extname(path)] ?? "application/octet-stream", ...ISOLATED}).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  return {server, address: `http://127.0.0.1:${server.address().port}`};
}

/** What the page does: it has the workers, by the number of the conversation, and tells all that they say in order. */
function prepare(variant) {
  const workers = new Map(), waiting = [];
  let isTelling = false;
  async function tell(id, message) {
    waiting.push([id, message]);
    if (isTelling) return;
    isTelling = true;
    while (waiting.length) await globalThis.told(waiting.splice(0));
    isTelling = false;
  }
  globalThis.begin = id => {
    const worker = new Worker(`/pipe_worker.js?${variant}`);
    worker.onmessage = ({data}) => tell(id, data);
    worker.onerror = event => tell(id, {failed: event.message});
    workers.set(id, worker);
  };
  globalThis.take = (id, text) => workers.get(id)?.postMessage(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)));
  globalThis.end = id => {
    workers.get(id)?.terminate();
    workers.delete(id);
  };
}

async function keep(folder, variant, place) {
  const browser = await launch(), {server, address} = await serve(folder), page = await browser.newPage();
  const sockets = new Map();
  let count = 0;
  await page.exposeFunction("told", messages => {
    for (const [id, message] of messages) sockets.get(id)?.write(`${JSON.stringify(message)}\n`);
  });
  await page.goto(`${address}${HOST}`);
  await page.evaluate(prepare, variant);
  const conversations = createServer(socket => {
    const id = count += 1;
    let order = page.evaluate(each => globalThis.begin(each), id);
    const then = act => { order = order.then(act).catch(reason => socket.destroy(reason)); };
    sockets.set(id, socket);
    const ignore = () => {};        // a talker that is gone: "close" follows
    createInterface({input: socket}).on("error", ignore).on("line", line => {
      const {bytes} = JSON.parse(line);
      then(() => page.evaluate(([each, text]) => globalThis.take(each, text), [id, bytes]));
    });
    socket.on("error", ignore);
    socket.on("close", () => {
      sockets.delete(id);
      then(() => page.evaluate(each => globalThis.end(each), id));
    });
  });
  await new Promise(resolve => conversations.listen(place, resolve));
  console.log("ready");
  process.stdin.resume();
  process.stdin.on("end", async () => {
    conversations.close();
    await browser.close();
    server.close();
    process.exit(0);
  });
}

/** @param {string} reason */
function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

function talk(place) {
  const socket = connect(place), send = bytes => socket.write(`${JSON.stringify({bytes: bytes.toString("base64")})}\n`);
  const gone = error => fail(`the browser does not answer: ${error.message}`);
  createInterface({input: socket}).on("error", gone).on("line", text => {
    const {line, ended, failed} = JSON.parse(text);
    if (line !== undefined) say(line);
    else if (ended !== undefined) process.exit(ended);
    else fail(failed);
  });
  socket.on("error", gone);
  socket.on("close", () => fail("the browser is gone"));
  process.stdin.on("data", send);
  process.stdin.on("end", () => send(Buffer.alloc(0)));
}

const [role, ...words] = process.argv.slice(2);
if (role === "keep" && words.length === 3) await keep(words[0], words[1], words[2]);
else if (role === "talk" && words.length === 1) talk(words[0]);
else fail("usage: node browser_pipe.mjs keep FOLDER VARIANT SOCKET | talk SOCKET");
