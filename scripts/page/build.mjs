// build - puts the page and the engine together: a folder for web servers, and one file that needs none.
//
// usage: node build.mjs MODULES TREES OUT
//     MODULES: the node_modules that esbuild lies in; TREES: the folder with web-threads, web-single and web-plain,
//     made by CMake; OUT: where to write (scripts/web says build/web)
//
// In the one file, everything stands in the page itself: style sheets, scripts, and the programs without threads as
// base64, for nothing can be loaded from disk and nothing there may share memory. Its content security policy names the
// scripts by their hashes.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { constants, gzipSync } from "node:zlib";

const [modules, trees, out] = process.argv.slice(2).map((path) => resolve(path));
const source = dirname(fileURLToPath(import.meta.url));
const esbuild = createRequire(join(modules, "package.json"))("esbuild");

const TARGET = "es2020"; // what browsers have that have no SIMD
const PROGRAM = "pbrain-tengen";
const ALONE = ["single", "plain"]; // the builds without threads
const WEIGHTS = "weights.bin.gz"; // half as large; web servers compress no files of this kind
const EXPLORER = "explorer.bin.gz"; // fetched when somebody asks for it

const packed = { level: constants.Z_BEST_COMPRESSION };
const log = { logLevel: "warning", legalComments: "none" };

/** Bundles a script with all that it imports. */
async function bundle(path) {
  const result = await esbuild.build({
    entryPoints: [path], bundle: true, minify: true, format: "iife", target: TARGET, charset: "utf8", write: false, ...log,
  });
  return result.outputFiles[0].text;
}

async function minifyStyle(path) {
  return (await esbuild.transform(readFileSync(path, "utf8"), { loader: "css", minify: true, target: TARGET, ...log })).code;
}

function write(name, content) {
  const path = join(out, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function treeFile(variant, name) {
  return readFileSync(join(trees, `web-${variant}`, name));
}

/** The engine's files by name. */
async function engineFiles() {
  const files = {
    "worker.js": Buffer.from(await bundle(join(source, "engine", "worker.js"))),
    [EXPLORER]: gzipSync(readFileSync(join(source, "..", "..", "engine", "book", "books", "explorer.bin")), packed),
    [WEIGHTS]: gzipSync(treeFile("single", "weights.bin"), packed),
  };
  for (const variant of ["threads", ...ALONE]) {
    files[`${variant}.js`] = treeFile(variant, `${PROGRAM}.js`);
    files[`${variant}.wasm`] = treeFile(variant, `${PROGRAM}.wasm`);
  }
  files[`${PROGRAM}.worker.js`] = treeFile("threads", `${PROGRAM}.worker.js`); // the loader knows it by this name
  return files;
}

const STYLE = /<link rel="stylesheet" href="([^":]+)">/g;
const SCRIPT = /<script type="module" src="([^":]+)"><\/script>/g;
const ICON = /<link rel="icon" href="([^":/]+)"/;
const MANIFEST = /<link rel="manifest"[^>]*>\n/;
const README_LINK = /<p><a id="readme"[^]*?<\/p>\n/;
const POLICY = /(<meta http-equiv="Content-Security-Policy" content=")[^"]*(">)/;

function hashOf(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Script text that does not end the element it stands in. */
function enclosed(text) {
  return text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

function policyOf(scripts, styles) {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(" ")} 'wasm-unsafe-eval'`,
    `style-src ${styles.map(hashOf).join(" ")}`,
    "img-src data: blob:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The page as one file. */
function single(page, styles, scripts, files) {
  const data = ["worker.js", WEIGHTS, EXPLORER, ...ALONE.flatMap((variant) => [`${variant}.js`, `${variant}.wasm`])]
    .map((name) => `<script type="application/octet-stream" id="engine-${name}">${files[name].toString("base64")}</script>`)
    .join("\n");
  const inlined = new Map([...scripts].map(([name, text]) => [name, enclosed(text)]));
  if (!page.includes("</body>") || !POLICY.test(page)) {
    throw new Error("a page needs </body> and a Content-Security-Policy to become one file");
  }
  return page
    .replace(STYLE, (_, name) => `<style>${styles.get(name)}</style>`)
    // Scripts of the module kind run behind the page; without a file of their own, they have to stand there.
    .replace(SCRIPT, "")
    .replace(ICON, (_, name) => `<link rel="icon" href="data:image/svg+xml;base64,${readFileSync(join(source, name)).toString("base64")}"`)
    .replace(MANIFEST, "")
    .replace(README_LINK, "") // nothing lies beside the one file
    .replace(POLICY, (_, before, after) => `${before}${policyOf([...inlined.values()], [...styles.values()])}${after}`)
    .replace("</body>", () => `${data}\n${[...inlined.values()].map((text) => `<script>${text}</script>`).join("\n")}\n</body>`);
}

function namesIn(page, pattern) {
  return [...page.matchAll(pattern)].map((match) => match[1]);
}

/** Bundles a page NAME.html; writes it and, as `alone`, all of it in one file. */
async function buildPage(name, alone, files) {
  const page = readFileSync(join(source, name), "utf8");
  const styles = new Map();
  const scripts = new Map();
  for (const style of namesIn(page, STYLE)) styles.set(style, await minifyStyle(join(source, style)));
  for (const script of namesIn(page, SCRIPT)) scripts.set(script, await bundle(join(source, script)));
  write(name, page);
  for (const [file, text] of [...styles, ...scripts]) write(file, text);
  write(alone, single(page, styles, scripts, files));
}

function list(folder, prefix = "") {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? list(join(folder, entry.name), `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`]);
}

rmSync(out, { recursive: true, force: true });
const files = await engineFiles();
for (const [name, content] of Object.entries(files)) write(`engine/${name}`, content);
await buildPage("pipe.html", "pipe-alone.html", files);
await buildPage("index.html", "tengen.html", files);
for (const name of ["icon.svg", "manifest.webmanifest"]) cpSync(join(source, name), join(out, name));
write("service_worker.js", await bundle(join(source, "service_worker.js")));
cpSync(join(source, "..", "..", "README.md"), join(out, "README.md")); // what About links to
for (const name of list(out).sort()) console.log(`${String(statSync(join(out, name)).size).padStart(9)}  ${name}`);
