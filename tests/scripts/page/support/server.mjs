// Serves the page for tests. Given a program, it serves web/ as it is in the source tree with bridge.js in the place of
// scripts/page/engine/engine.js, and lets each engine of a page talk to a process of that program; else it serves a folder that was built.

import {spawn} from "node:child_process";
import {readFile} from "node:fs/promises";
import {createServer} from "node:http";
import {extname, join, normalize} from "node:path";
import {fileURLToPath} from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css",
               ".json": "application/json", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm"};
const ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"};

/**
 * @param {{folder: string, program?: string}} options
 * @returns {Promise<{address: string, kill: () => void, close: () => void}>} kill ends all engines, as if they had crashed
 */
export async function serve({folder, program}) {
  const engines = new Map();

  function begin(name, response) {
    const child = spawn(program, {stdio: ["pipe", "pipe", "ignore"]});
    let rest = "";
    response.writeHead(200, {"Content-Type": "text/event-stream", "Cache-Control": "no-store"});
    response.write("event: ready\ndata: \n\n");
    child.stdin.on("error", () => {});
    child.stdout.setEncoding("utf8").on("data", text => {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) response.write(`data: ${line}\n\n`);
    });
    child.on("exit", () => response.end("event: end\ndata: \n\n"));
    response.on("close", () => child.kill("SIGKILL"));
    engines.set(name, child);
  }

  async function bridge(request, name, response) {
    if (request.method === "GET") return begin(name, response);
    const child = engines.get(name);
    if (request.method === "DELETE") child?.kill("SIGKILL");
    let text = "";
    for await (const part of request) text += part;
    if (text) child?.stdin.write(`${text}\n`);
    response.writeHead(204).end();
  }

  async function file(path, response) {
    const name = normalize(path === "/" ? "/index.html" : path);
    const source = program && name === "/engine/engine.js" ? join(HERE, "bridge.js") : join(folder, name);
    try {
      const text = await readFile(source);
      response.writeHead(200, {"Content-Type": TYPES[extname(name)] ?? "application/octet-stream", ...ISOLATED}).end(text);
    } catch {
      response.writeHead(404).end();
    }
  }

  const server = createServer((request, response) => {
    const {pathname} = new URL(request.url, "http://localhost");
    const called = /^\/bridge\/([\w-]+)$/.exec(pathname);
    if (program && called) bridge(request, called[1], response);
    else file(pathname, response);
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  const kill = () => { for (const child of engines.values()) child.kill("SIGKILL"); };
  return {
    address: `http://127.0.0.1:${server.address().port}/`, kill,
    close: () => {
      kill();
      server.closeAllConnections();
      server.close();
    },
  };
}
