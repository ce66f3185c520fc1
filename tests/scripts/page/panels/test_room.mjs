// Room, colours and keys of the page: does everything have its place in every window, can it be seen, and reached without a mouse?
//
// usage: node test_room.mjs PROGRAM [TEST NAME]; see visit.mjs

import assert from "node:assert/strict";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {ROOT} from "../support/chromium.mjs";
import {begin, click, drawn, picture, pictures, run, status, until, visit} from "../support/visit.mjs";

// Windows as people have them; 640x400 and 320x256 are a screen of 1280 pixels at 200 and 400 %.
const WINDOWS = {
  "desktop": [1280, 800], "desktop-1440": [1440, 900], "least-desktop": [1100, 800], "widest": [3440, 1440], "large": [1920, 1080], "ultrawide": [2560, 1080], "laptop": [1024, 640], "tablet-upright": [768, 1024],
  "large-tablet-upright": [810, 1080], "tablet": [1024, 768], "square": [700, 700], "small-square": [600, 600], "phone-390": [390, 844],
  "phone-375": [375, 667], "phone-360": [360, 640], "phone-320": [320, 568], "folded": [280, 653], "phone-on-its-side": [640, 360],
  "zoom-200": [640, 400], "zoom-250": [546, 307], "zoom-400": [320, 256],
};
const LONG_GAME = "#rule=0&size=15x15&moves=h8h9i8i9g10a1k8g8i10h10i11i12j9h11k9l9f10e10j11g11";
const EMPTY_MOST = 0.2;             // of the window
const MIDDLE_GAME = "#rule=0&size=15x15&moves=h8h9i8i9g10a1k8";
const README_GAME = "#rule=0&size=15x15&moves=h8h9i8g8i7i9j9g7";
const README_PICTURE_MOST = 60_000; // bytes
const BOARD_LEAST = 230;            // CSS pixels: a zoomed window of 256 has no more
const LONG_WORDS = "The engine has stopped: The engine could not be started: engine/single.wasm could not be loaded (404). " +
                   "Start it again.";

const CONTRAST_LEAST = 3;           // of what is drawn, by WCAG 1.4.11

/**
 * Which colours of parts are too near to one of the page's named colours; runs in the page. A mark may have an edge of another
 * colour, which then has to stand out as well: `cases` are such marks, of .edge and .inner.
 * @param {{least: number, pairs: [string, string, string][], cases: string[]}} wanted
 */
function faultsOfColour({least, pairs, cases}) {
  const channel = value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = words => {
    const [red, green, blue] = words.match(/[\d.]+/g).map(each => channel(Number(each) / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);
  const named = name => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(--${name})`;
    const {color} = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const of = (selector, property) => {
    const part = document.querySelector(selector);
    return part ? getComputedStyle(part).getPropertyValue(property) : null;
  };
  const faults = [];
  for (const [selector, property, ground] of pairs) {
    const colour = of(selector, property);
    if (!/^rgb/.test(colour ?? "")) faults.push(`${selector} has the ${property} ${colour}`);
    else if (contrast(colour, named(ground)) < least) faults.push(`${selector} on ${ground}: ${contrast(colour, named(ground)).toFixed(1)}`);
  }
  for (const mark of cases) {
    const property = mark === ".winning" ? "fill" : "stroke", edge = of(`${mark} .edge`, property), inner = of(`${mark} .inner`, property);
    if (edge !== inner && contrast(edge ?? "rgb(0,0,0)", inner ?? "rgb(0,0,0)") < least) faults.push(`${mark}: ${inner} in ${edge}`);
  }
  return faults;
}

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
  const panel = document.getElementById("panel-analysis"), {top, bottom, height} = box(panel);
  panel.scrollTop = 0;
  const lines = [...panel.querySelectorAll("#thoughts li")].filter(line => box(line).top >= top && box(line).bottom <= bottom + 0.5);
  if (lines.length < 3) faults.push(`${lines.length} lines in a panel of ${height}`);
  if (height > innerHeight) faults.push(`the panel is ${height} high`);
  return faults;
}

/** How much of the window shows nothing but paper, as a share; runs in the page. */
function emptiness() {
  const STEP = 16, places = [document.documentElement, document.body, ...document.querySelectorAll(".app, .bar, .players, .tools, .panel, .tabs, .row, .choice, ol, .curve-place, [role=tabpanel], [role=region]")];
  let empty = 0, all = 0;
  for (let x = STEP / 2; x < innerWidth; x += STEP) {
    for (let y = STEP / 2; y < innerHeight; y += STEP) {
      all += 1;
      if (places.includes(document.elementFromPoint(x, y))) empty += 1;
    }
  }
  return empty / all;
}

const tests = {
  async "everything has its place in every window"() {
    const page = await visit({hash: MIDDLE_GAME}), faults = {};
    await page.locator("#tab-analysis").click();
    await page.locator("#analyse").click();
    await page.locator("#thoughts li").nth(2).waitFor();
    await page.locator("#analyse").click();         // a sentence of a proven win would be longer
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
    for (const called of ["desktop", "desktop-1440", "large", "ultrawide", "widest"]) {
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

  async "a desktop shows moves, lines, curve and what is judged at once"() {
    const page = await visit({hash: LONG_GAME, size: {width: 768, height: 1024}});
    assert.equal(await page.locator("#curve").isVisible(), false, "it has no room below the moves of a tablet");
    await page.locator("#tab-analysis").click();
    await page.locator("#lines").selectOption("5");
    await page.locator("#analyse").click();
    await page.locator("#thoughts li").nth(2).waitFor();
    await page.locator("#analyse").click();
    for (const [called, alsoShown] of [["tablet", []], ["least-desktop", ["moves"]], ["large", ["moves"]], ["widest", ["moves", "analysis"]]]) {
      const [width, height] = WINDOWS[called];
      await page.setViewportSize({width, height});
      await drawn(page);
      for (const tab of ["moves", "analysis", "openings", "review", "edit"].filter(name => !alsoShown.includes(name))) {
        await page.locator(`#tab-${tab}`).click();
        await drawn(page);
        const parts = ["moves", "analysis", "openings", "review", "edit"].filter(name => alsoShown.includes(name) || name === tab);
        const seen = await page.evaluate(() => ["moves", "analysis", "openings", "review", "edit"].filter(name => {
          const {width: across, height: high} = document.getElementById(`panel-${name}`).getBoundingClientRect();
          return across > 100 && high > 30;
        }));
        assert.deepEqual(seen, parts, `${called}, ${tab}`);
        const isCurve = await page.locator("#curve").isVisible();
        assert.equal(isCurve, alsoShown.length > 0 || ["analysis", "review"].includes(tab), `${called}, ${tab}: the curve`);
      }
      if (called === "widest") await page.locator("#tab-review").click();
      await drawn(page);
      const empty = await page.evaluate(emptiness);
      if (called === "widest") assert.ok(empty < EMPTY_MOST, `${called}: ${(100 * empty).toFixed()} % are empty`);
    }
    const sizeOf = () => page.evaluate(() => parseFloat(getComputedStyle(document.querySelector(".status")).fontSize));
    const large = await sizeOf();
    await page.setViewportSize({width: 1440, height: 900});
    assert.ok(large > 1.4 * await sizeOf(), "type grows with the board");
    await page.setViewportSize({width: 1000, height: 800});
    await page.locator("#tab-moves").click();
    await page.setViewportSize({width: 1440, height: 900});
    await drawn(page);
    assert.equal(await page.locator("#tab-analysis").getAttribute("aria-selected"), "true", "what stands there has no tab");
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
      const isApart = toast.x >= board.x + board.width || toast.y >= board.y + board.height || toast.y + toast.height <= board.y || toast.x + toast.width <= board.x;
      assert.ok(isApart, `${width}×${height}: ${JSON.stringify([toast, board])}`);
      const bar = await page.locator(".bar").boundingBox();
      assert.ok(toast.y >= bar.y + bar.height, `${width}×${height}: it hides New and Share`);
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

  async "marks and stones stand out in light and dark"() {
    const faults = [];
    for (const scheme of ["light", "dark"]) {
      const page = await visit({scheme, hash: "#rule=4&size=15x15&moves=h8a1i8a3j10a5j9o1"});
      await page.locator("#hint").click();
      await page.locator("#grid .hint").first().waitFor();
      await picture(page, `colours-${scheme}`);
      const found = await page.evaluate(faultsOfColour, {least: CONTRAST_LEAST, pairs: [
        [".forbidden .edge", "stroke", "wood-light"], [".forbidden .edge", "stroke", "wood-dark"],
        [".hint .edge", "stroke", "wood-light"], [".hint .edge", "stroke", "wood-dark"],
        [".last.on-white .last-mark", "stroke", "white-stone"], [".last.on-white .last-dot", "fill", "white-shine"],
        [".stone.white .rim", "stroke", "wood-light"], [".stone.white .rim", "stroke", "wood-dark"],
        [".letter", "fill", "wood-light"], [".letter", "fill", "wood-dark"],
        [".player .pebble.black", "border-top-color", "card"], [".player .pebble.white", "border-top-color", "card"],
        [".moves .pebble.black", "border-top-color", "paper"], ["#lines", "border-top-color", "paper"],
      ], cases: [".forbidden", ".hint"]});
      await page.evaluate(() => { location.hash = "#rule=0&size=15x15&moves=h8a1i8a3j8a5k8a7l8"; });
      await page.locator(".winning .edge").first().waitFor({state: "attached"});
      await picture(page, `won-${scheme}`);
      found.push(...await page.evaluate(faultsOfColour, {least: CONTRAST_LEAST, pairs: [
        [".winning .edge", "fill", "wood-light"], [".winning .edge", "fill", "wood-dark"], [".last.on-black .last-dot", "fill", "black-stone"],
      ], cases: [".winning"]}));
      faults.push(...found.map(words => `${scheme}: ${words}`));
      await page.context().close();
    }
    assert.deepEqual(faults, []);
    return null;
  },

  async "colours follow the system and the setting, also in browsers of 2022"() {
    for (const [scheme, theme, isDark] of [["light", "auto", false], ["dark", "auto", true], ["light", "dark", true], ["dark", "light", false]]) {
      const page = await visit({scheme});
      await page.locator("#settings").click();
      await page.locator("#theme").selectOption(theme);
      const [paper] = (await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).match(/\d+/g).map(Number);
      assert.equal(paper < 128, isDark, `${scheme} system, ${theme} setting: ${paper}`);
      await page.context().close();
    }
    for (const style of ["scripts/page/styles/board.css", "scripts/page/styles/page.css", "scripts/matches/report/page.css"]) {
      assert.doesNotMatch(await readFile(join(ROOT, style), "utf8"), /light-dark\(/, `${style}: unknown before 2024`);
    }
    return null;
  },

  async "with forced colours nothing is told by backgrounds alone"() {
    const page = await visit({hash: MIDDLE_GAME});
    await page.emulateMedia({forcedColors: "active"});
    const look = (selector, ...names) => page.locator(selector).first().evaluate((part, wanted) =>
      wanted.map(each => getComputedStyle(part)[each]).join(), names);
    assert.notEqual(await look(".pebble.black", "backgroundColor", "backgroundImage"), await look(".pebble.white", "backgroundColor", "backgroundImage"));
    assert.match(await look(".pebble.black", "backgroundImage"), /gradient/);
    const edges = ["borderTopWidth", "borderTopColor", "borderBottomColor", "outlineStyle"];
    assert.notEqual(await look(".player.turn", ...edges), await look(".player:not(.turn)", ...edges));
    assert.notEqual(await look("[role=tab][aria-selected=true]", ...edges), await look("[role=tab][aria-selected=false]", ...edges));
    assert.notEqual(await look("#moves [aria-current]", ...edges), await look("#moves button:not([aria-current])", ...edges));
    await picture(page, "forced-colours");
    return page;
  },

  async "small boards are drawn finely, tic-tac-toe in cells"() {
    const page = await visit();
    await begin(page, {size: "3", black: "person", white: "person"});
    await click(page, "b2");
    await click(page, "a1");
    await drawn(page);
    assert.equal(await page.locator("#grid .stone.black .sign").count(), 1);
    assert.equal(await page.locator("#grid .stone.white .sign").count(), 1);
    assert.equal(await page.locator("#grid .cells").count(), 1);
    await picture(page, "tic-tac-toe");
    const widthOf = selector => page.locator(selector).first().evaluate(part =>
      parseFloat(getComputedStyle(part).strokeWidth || 0) * part.getScreenCTM().a);
    assert.ok(await widthOf("#grid .grid") < 4, `lines of ${await widthOf("#grid .grid")} pixels`);
    await begin(page, {size: "other", black: "person", white: "person"}, {width: 6, height: 6});
    assert.ok(await widthOf("#grid .grid") < 3.5, `lines of ${await widthOf("#grid .grid")} pixels`);
    await picture(page, "six-by-six");
    return page;
  },

  async "names of rows and long names have room"() {
    const page = await visit({hash: "#rule=0&size=32x32&moves=a20p16af13a1"});
    await page.setViewportSize({width: 1600, height: 900});
    await drawn(page);
    const faults = await page.evaluate(() => {
      const boxes = selector => [...document.querySelectorAll(selector)].map(part => part.getBoundingClientRect());
      const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
      const touching = boxes("#grid .letter").filter(letter => boxes("#grid .stone circle").some(stone => meet(letter, stone))).length;
      const cut = [...document.querySelectorAll("#moves button")].filter(button => {
        const last = document.createRange(), {right} = button.getBoundingClientRect();
        last.selectNodeContents(button);
        return last.getBoundingClientRect().right > right - 2;
      }).map(button => button.textContent);
      return {touching, cut};
    });
    assert.deepEqual(faults, {touching: 0, cut: []});
    await picture(page, "large-board");
    return page;
  },

  async "the picture in README.md"() {
    const page = await visit({size: {width: 1000, height: 560}, hash: README_GAME});
    await page.keyboard.press("a");
    await page.locator("#thoughts li").nth(2).waitFor();
    await page.waitForTimeout(3000);            // some depth
    await page.keyboard.press("Escape");
    await page.mouse.move(999, 559);
    await drawn(page);
    const taken = await page.screenshot({type: "jpeg", quality: 45});
    if (pictures) await writeFile(join(pictures, "page.jpg"), taken);
    assert.ok(taken.length < README_PICTURE_MOST, `${taken.length} bytes`);
    const kept = await readFile(join(ROOT, "scripts", "page", "page.jpg"));
    assert.ok(kept.length < README_PICTURE_MOST, `page.jpg: ${kept.length} bytes`);
    return page;
  },
};

await run(tests);
