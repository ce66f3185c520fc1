// Room, colours and keys of the page: does everything have its place in every window, can it be seen, and reached without a mouse?
//
// usage: node test_room.mjs PROGRAM [TEST NAME]; see visit.mjs

import assert from "node:assert/strict";
import {begin, click, drawn, picture, run, status, until, visit} from "./visit.mjs";

// Windows as people have them; 640x400 and 320x256 are a screen of 1280 pixels at 200 and 400 %.
const WINDOWS = {
  "desktop": [1280, 800], "large": [1920, 1080], "ultrawide": [2560, 1080], "laptop": [1024, 640], "tablet-upright": [768, 1024],
  "large-tablet-upright": [810, 1080], "tablet": [1024, 768], "square": [700, 700], "small-square": [600, 600], "phone-390": [390, 844],
  "phone-375": [375, 667], "phone-360": [360, 640], "phone-320": [320, 568], "folded": [280, 653], "phone-on-its-side": [640, 360],
  "zoom-200": [640, 400], "zoom-250": [546, 307], "zoom-400": [320, 256],
};
const MIDDLE_GAME = "#rule=0&size=15x15&moves=h8h9i8i9g10a1k8";
const BOARD_LEAST = 230;            // CSS pixels: a zoomed window of 256 has no more
const LONG_WORDS = "The engine has stopped: The engine could not be started: engine/single.wasm could not be loaded (404). " +
                   "Press Go to start it again.";

/** What is cut off or out of reach, in words; runs in the page. @param {{boardLeast: number}} wanted */
function faultsOfLayout({boardLeast}) {
  const faults = [], root = document.documentElement;
  const box = part => part.getBoundingClientRect(), cut = part => part.scrollWidth > part.clientWidth + 1;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide`);
  const board = box(document.getElementById("grid"));
  if (Math.min(board.width, board.height) < boardLeast) faults.push(`the board has ${board.width}×${board.height}`);
  if (board.height > innerHeight) faults.push(`the board is ${board.height} high`);
  for (const part of document.querySelectorAll(".bar button, .tools button, .tabs button, #variant, .player .name, .status, #chance")) {
    const {left, right, bottom} = box(part), called = part.id || part.className;
    if (cut(part)) faults.push(`${called} is cut: ${part.scrollWidth} of ${part.clientWidth}`);
    if (left < 0 || right > innerWidth + 0.5 || bottom + scrollY > root.scrollHeight + 0.5) faults.push(`${called} is outside`);
  }
  const rows = new Map();
  for (const button of document.querySelectorAll(".tools button")) {
    const {top, width} = box(button);
    rows.set(Math.round(top), [...rows.get(Math.round(top)) ?? [], width]);
  }
  if (new Set([...rows.values()].map(row => row.length)).size > 1) faults.push("the rows of buttons are of different lengths");
  const panel = document.querySelector("[role=tabpanel]:not([hidden])"), {top, bottom, height} = box(panel);
  panel.scrollTop = 0;
  const lines = [...panel.querySelectorAll("#thoughts li")].filter(line => box(line).top >= top && box(line).bottom <= bottom + 0.5);
  if (lines.length < 3) faults.push(`${lines.length} lines in a panel of ${height}`);
  if (height > innerHeight) faults.push(`the panel is ${height} high`);
  return faults;
}

const tests = {
  async "everything has its place in every window"() {
    const page = await visit({hash: MIDDLE_GAME}), faults = {};
    await page.locator("#tab-analysis").click();
    await page.locator("#analyse").click();
    await page.locator("#thoughts li").nth(2).waitFor();
    for (const [called, [width, height]] of Object.entries(WINDOWS)) {
      await page.setViewportSize({width, height});
      await drawn(page);
      const found = await page.evaluate(faultsOfLayout, {boardLeast: Math.min(BOARD_LEAST, width - 8, height - 8)});
      if (found.length) faults[called] = found;
      await picture(page, `room-${called}`);
    }
    assert.deepEqual(faults, {});
    return page;
  },

  async "wide windows leave little room empty"() {
    const page = await visit();
    for (const called of ["desktop", "large", "ultrawide"]) {
      const [width, height] = WINDOWS[called];
      await page.setViewportSize({width, height});
      await drawn(page);
      const board = await page.locator("#grid").boundingBox(), panel = await page.locator(".panel").boundingBox();
      assert.ok(panel.x - board.x - board.width < 40, `${called}: the panel stands ${panel.x - board.x - board.width} from the board`);
      assert.ok(board.height > height - 40, `${called}: the board is ${board.height} high`);
      assert.ok(panel.width > Math.min(600, width - board.width - 80), `${called}: the panel is ${panel.width} wide`);
    }
    return page;
  },

  async "long words wrap in the line of status"() {
    const page = await visit({size: {width: 360, height: 640}});
    for (const [width, height] of [[360, 640], [640, 360], [1280, 800]]) {
      await page.setViewportSize({width, height});
      const {isCut, covers} = await page.evaluate(words => {
        const status = document.getElementById("status"), before = status.textContent;
        status.textContent = words;
        const covers = status.getBoundingClientRect().bottom > document.querySelector(".tools").getBoundingClientRect().top + 0.5;
        const isCut = status.scrollWidth > status.clientWidth || status.scrollHeight > status.clientHeight + 1;
        status.textContent = before;
        return {isCut, covers};
      }, LONG_WORDS);
      assert.deepEqual({isCut, covers}, {isCut: false, covers: false}, `${width}×${height}`);
    }
    return page;
  },

  async "the board that is played is named in full"() {
    const page = await visit({hash: "#rule=0&size=32x8&row=4&moves=c3"});
    assert.equal(await page.locator("#variant").textContent(), "freestyle 32×8, four in a row");
    await begin(page, {size: "3", white: "person"});
    await until(page, "variant", /^tic-tac-toe$/);
    return page;
  },

  async "what is told stands beside the coordinates, above dialogs, and leaves with its reason"() {
    const page = await visit({hash: "#rule=4&size=15x15&moves=h8a1i8a3j10a5j9o1"});    // j8 is a double-three
    for (const [width, height] of [[1280, 800], [768, 1024], [640, 360], [360, 640]]) {
      await page.setViewportSize({width, height});
      await click(page, "j8");
      await until(page, "toast", /Forbidden/);
      const toast = await page.locator("#toast").boundingBox(), board = await page.locator("#grid").boundingBox();
      const isApart = toast.x >= board.x + board.width || toast.y + toast.height <= board.y || toast.x + toast.width <= board.x;
      assert.ok(isApart, `${width}×${height}: ${JSON.stringify([toast, board])}`);
    }
    await page.setViewportSize({width: 1280, height: 800});
    await click(page, "a15");
    await page.waitForFunction(() => document.getElementById("toast").textContent === "");
    await page.locator("#share").click();
    await page.locator("[data-copy=text]").click();
    await until(page, "toast", /Copied/);
    const isOnTop = await page.evaluate(() => {
      const toast = document.getElementById("toast"), {left, top, width, height} = toast.getBoundingClientRect();
      toast.style.pointerEvents = "auto";
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      toast.style.pointerEvents = "";
      return found === toast;
    });
    assert.equal(isOnTop, true);
    await page.locator("#share-dialog [data-close]").click();
    await begin(page, {black: "person", white: "person", size: "15", rule: "0"});
    await click(page, "h8");
    await page.locator("#resign").click();
    await page.locator("#resign-yes").click();
    await page.locator("#toast", {hasText: "resigned"}).waitFor();
    await page.locator("#undo").click();
    await page.waitForFunction(() => document.getElementById("toast").textContent === "");
    assert.doesNotMatch(await status(page), /resigned/);
    return page;
  },

  async "the engine rests while the page is hidden"() {
    const page = await visit({hash: MIDDLE_GAME}), runs = page.locator("#tab-analysis.running");
    const hide = isHidden => page.evaluate(hidden => {
      Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
    await page.locator("#tab-analysis").click();
    await page.locator("#analyse").click();
    await runs.waitFor();
    await hide(true);
    await page.waitForTimeout(500);
    assert.equal(await runs.count(), 1);        // a glance at another tab stops nothing
    await runs.waitFor({state: "detached"});
    await hide(false);
    await runs.waitFor();
    await page.locator("#settings").click();
    await page.locator("#works-unseen").check();
    await page.locator("#settings-dialog [data-close]").click();
    await hide(true);
    await page.waitForTimeout(4000);
    assert.equal(await runs.count(), 1);
    return page;
  },
};

await run(tests);
