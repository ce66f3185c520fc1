// What people do with the page, and how its tests run: in a Chromium without a window, with mouse, fingers and keys.
//
// The page plays with the native program that the first argument names (server.mjs), so that it needs no WebAssembly; with
// TENGEN_TEST_PAGE naming a folder that scripts/web built, with that instead. Needs a browser, named by TENGEN_TEST_BROWSER as
// scripts/test --browser does, and the packages of scripts/page/package.json, in scripts/page/node_modules or where
// TENGEN_TEST_PACKAGES says; without them the test is skipped, and says so. TENGEN_TEST_PICTURES names a folder for
// screenshots, to be looked at.

import assert from "node:assert/strict";
import {mkdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {PACKAGES, ROOT, launch} from "./chromium.mjs";
import {serve} from "./server.mjs";

const [, , given, only] = process.argv;
export const program = given, built = process.env.TENGEN_TEST_PAGE, pictures = process.env.TENGEN_TEST_PICTURES;
const PATIENCE_MS = 30_000;
export const WIDE = {width: 1280, height: 800}, PHONE = {width: 360, height: 640};

const browser = await launch();
const axe = await readFile(join(PACKAGES, "axe-core", "axe.min.js"), "utf8");
const server = await serve(built ? {folder: built} : {folder: join(ROOT, "scripts", "page"), program});

/** A fresh visit: nothing is kept from others. Every complaint of the browser fails the test. */
export async function visit({address = server.address, hash = "", size = WIDE, phone = false, scheme = "light", locale = "en-US", kept = null, without = null} = {}) {
  const context = await browser.newContext({viewport: size, hasTouch: phone, isMobile: phone, colorScheme: scheme, locale});
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.complaints = [];
  page.on("console", message => { if (["error", "warning"].includes(message.type())) page.complaints.push(message.text()); });
  page.on("pageerror", error => page.complaints.push(error.stack));
  page.on("request", request => {
    const {protocol, origin} = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && origin !== new URL(address).origin) page.complaints.push(request.url());
  });
  if (built) {
    await page.addInitScript(() => {
      globalThis.workers = [];
      globalThis.Worker = class extends Worker {
        constructor(...words) {
          super(...words);
          globalThis.workers.push(this);
        }
      };
    });
  }
  if (kept !== null) await page.addInitScript(text => localStorage.setItem("tengen-game", text), kept);
  if (without !== null) await page.addInitScript(missing => Object.defineProperty(window, missing, {value: undefined}), without);
  await page.goto(address + hash);
  await page.locator("#grid").waitFor();
  return page;
}

export const click = (page, point) => page.locator(`#point-${point}`).click({force: true});
/** Waits until so many moves were played. */
export const untilMoves = (page, count) => page.waitForFunction(wanted => document.querySelectorAll("#moves li").length === wanted, count);

/** What was changed is drawn with the next picture of the screen. */
export const drawn = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));

/** Reads something of the page when it is drawn. */
export const when = (read) => async (page, ...words) => {
  await drawn(page);
  return read(page, ...words);
};
export const status = when(page => page.locator("#status").textContent());
export const stones = when(page => page.locator("#grid .stone:not(.pale):not(.thought)").count());
export const moves = when(async page => (await page.locator("#moves button:not(.branch)").allInnerTexts()).map(words => words.match(/[a-z]+\d+$/)[0]));
export const name = when((page, point) => page.locator(`#point-${point}`).getAttribute("aria-label"));
export const until = (page, what, pattern) => page.waitForFunction(([id, source]) =>
  new RegExp(source).test(document.getElementById(id).textContent), [what, pattern.source]);

/** Ends the engine as if it had crashed; what runs in a worker is missed when it answers no ping, some seconds later. */
export async function killEngine(page) {
  if (!built) return server.kill();
  const before = await page.evaluate(() => globalThis.workers.length);
  await page.evaluate(() => globalThis.workers.at(-1).terminate());
  await page.waitForFunction(count => globalThis.workers.length > count || /stopped/.test(document.getElementById("status").textContent),
                             before);
}

/** A new game by the dialog: {rule: "4", size: "15", black: "person", white: "0"}, what is written: {width: 6}; help: is it allowed? */
export async function begin(page, {help = null, ...choices}, written = {}) {
  await page.locator("#new").click();
  for (const [field, value] of Object.entries(choices)) await page.locator(`#new-form [name=${field}]`).selectOption(String(value));
  for (const [field, value] of Object.entries(written)) await page.locator(`#new-form [name=${field}]`).fill(String(value));
  if (help !== null) await page.locator("#help").setChecked(help);
  await page.locator("#new-form .main-button").click();
  await drawn(page);
}

/** No serious finding of axe; the many points of the board are looked at once, not in every dialog. */
export async function assertAccessible(page, where, withBoard = false) {
  await page.evaluate(axe);
  const {violations} = await page.evaluate(all => globalThis.axe.run(all ? document : {exclude: "#grid"}, {
    resultTypes: ["violations"], rules: {"label-content-name-mismatch": {enabled: true}},
  }), withBoard);
  const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({id}) => id));
  assert.deepEqual(ids.filter((id, at) => ids.indexOf(id) !== at), [], `${where}: each id is there once`);
  const serious = violations.filter(({impact}) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({id, nodes}) => [id, nodes.slice(0, 3).map(node => node.html.slice(0, 150))]), [], where);
}

export async function picture(page, called) {
  if (!pictures) return;
  await mkdir(pictures, {recursive: true});
  await page.screenshot({path: join(pictures, `${called}.png`)});
}

/**
 * Runs all tests, or those whose names hold the second argument, and ends. The page that a test gives back must not have complained.
 * @param {Record<string, () => Promise<any>>} tests
 */
export async function run(tests) {
  let failed = 0;
  for (const [called, test] of Object.entries(tests)) {
    if (only && !called.includes(only)) continue;
    const began = Date.now();
    try {
      const page = await test();
      if (page) {
        assert.deepEqual(page.complaints, []);
        await page.context().close();
      }
      console.log(`ok      ${called} (${Date.now() - began} ms)`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${called}\n${error.stack}`);
      for (const context of browser.contexts()) {
        for (const page of context.pages()) console.log(`        ${page.url()} "${await status(page).catch(() => "")}"`, page.complaints);
        await context.close();
      }
    }
  }
  await browser.close();
  server.close();
  process.exit(failed ? 1 : 0);
}
