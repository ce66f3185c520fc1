// Keys of the page, and what it offers besides: what there is to do at the beginning and the end, the bar of black's chance.
//
// usage: node test_keys.mjs PROGRAM [TEST NAME]; see visit.mjs

import assert from "node:assert/strict";
import {assertAccessible, begin, click, drawn, moves, picture, run, status, stones, until, untilMoves, visit} from "../support/visit.mjs";

const GAME = "#rule=0&size=15x15&moves=h8h9i8i9g10a1k8", WON = "#rule=0&size=15x15&moves=h8a1i8a3j8a5k8a7l8";
const LEVEL_WEAKEST = 0, LEVEL_FULL = 9;
// In dialogs, which have the Tab key; what follows from something else that was pressed; and boxes of one choice.
const WITHOUT_KEY = "dialog button, #choice button, #after button, #answers button, #play-on, #moves button, #thoughts button, #mistakes button";

/** Two people, who need no engine. */
const people = page => begin(page, {black: "person", white: "person"});
/** Escape closes the dialog, which a busy browser may do a little later; the focus returns then. */
const escape = async page => {
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({state: "detached"});
};
const open = page => page.evaluate(() => [...document.querySelectorAll("dialog[open]")].map(({id}) => id));

const tests = {
  async "every action has a key, which is listed, and does what the button does"() {
    const page = await visit({hash: GAME});
    const missing = await page.evaluate(without => [...document.querySelectorAll("button, .panel input[type=checkbox]")]
      .filter(control => !control.matches(without) && !control.hasAttribute("aria-keyshortcuts")).map(({id}) => id), WITHOUT_KEY);
    assert.deepEqual(missing, []);
    await page.keyboard.press("?");
    assert.deepEqual(await open(page), ["keys-dialog"]);
    const listed = await page.locator("#keys kbd").allInnerTexts();
    const keys = await page.evaluate(() => [...document.querySelectorAll("[aria-keyshortcuts]")]
      .flatMap(control => control.getAttribute("aria-keyshortcuts").split(" ")));
    assert.ok(listed.length >= keys.length && ["u", "Esc", "←", "Ctrl+z", "?", "PageUp"].every(key => listed.includes(key)), listed.join(" "));
    assert.equal(new Set(keys).size, keys.length, "no key does two things");
    await assertAccessible(page, "keys");
    await picture(page, "keys");
    await escape(page);
    for (const [key, dialog] of [["n", "new-dialog"], ["l", "library-dialog"], ["s", "share-dialog"], [",", "settings-dialog"], ["x", "resign-dialog"]]) {
      await page.keyboard.press(key);
      await page.locator(`#${dialog}[open]`).waitFor();          // the list of games is read first
      assert.deepEqual(await open(page), [dialog], key);
      await escape(page);
    }
    for (const [key, count] of [["Home", 0], ["End", 7], ["Control+z", 6], ["Control+y", 7], ["Control+z", 6], ["Control+Shift+z", 7]]) {
      await page.keyboard.press(key);
      assert.equal(await stones(page), count, key);
    }
    for (const [key, tab, width] of [["2", "analysis"], ["3", "openings"], ["4", "review"], ["5", "edit"], ["1", "moves", 1000], ["a", "analysis", 1280]]) {
      if (width) await page.setViewportSize({width, height: 800});        // a desktop shows the moves without a tab
      await page.keyboard.press(key);
      await drawn(page);
      assert.equal(await page.locator(`#tab-${tab}`).getAttribute("aria-selected"), "true", key);
    }
    await page.locator("#tab-analysis.running").waitFor();
    await page.locator("#thoughts button").first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#tab-analysis:not(.running)").waitFor();
    await page.keyboard.press("t");
    await page.locator("#grid .mark.threat").first().waitFor();
    await page.keyboard.press("d");
    await until(page, "status", /Editing/);
    await page.keyboard.press("Escape");
    await until(page, "status", /^(?!Editing)/);
    return page;
  },

  async "keys of one letter can be switched off"() {
    const page = await visit({hash: GAME});
    await page.keyboard.press(",");
    await page.locator("#letters").uncheck();
    await escape(page);
    await page.keyboard.press("u");
    await page.keyboard.press("n");
    await page.keyboard.press("?");
    assert.equal(await stones(page), 7);
    assert.deepEqual(await open(page), []);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Control+z");
    assert.equal(await stones(page), 5);
    await page.reload();
    await page.locator("#grid .stone").first().waitFor();
    await page.keyboard.press("u");
    assert.equal(await stones(page), 5);
    return page;
  },

  async "the wheel steps through the moves"() {
    const page = await visit({hash: GAME});
    await page.locator("#point-c3").hover({force: true});
    await page.mouse.wheel(0, -120);
    await page.waitForFunction(() => document.querySelectorAll("#grid .stone:not(.pale)").length === 5);
    await page.mouse.wheel(0, 60);
    await page.waitForFunction(() => document.querySelectorAll("#grid .stone:not(.pale)").length === 6);
    await page.setViewportSize({width: 640, height: 360});      // the page itself scrolls there
    await page.locator("#point-c3").hover({force: true});
    await page.mouse.wheel(0, 60);
    await page.waitForFunction(() => scrollY > 0);
    assert.equal(await stones(page), 6);
    return page;
  },

  async "the bar shows black's chance, but not while one plays against Tengen"() {
    const page = await visit({hash: GAME}), bar = page.locator("#balance");
    assert.match(await bar.getAttribute("aria-label"), /not known/);
    await page.keyboard.press("a");
    await page.waitForFunction(() => /Black.*: \d+ %/.test(document.getElementById("balance").title));
    const [said, drawnShare] = await page.evaluate(() => [document.getElementById("chance").textContent,
      parseFloat(document.getElementById("balance").style.getPropertyValue("--share"))]);
    assert.ok(/by force/.test(said) || Math.abs(drawnShare - Number(/\d+(?= %)/.exec(said)[0])) < 1, `${said} and ${drawnShare}`);
    const wide = await bar.boundingBox(), board = await page.locator("#grid").boundingBox();
    assert.ok(wide.x + wide.width <= board.x && Math.abs(wide.height - board.height) < 4 && wide.width > 5, JSON.stringify([wide, board]));
    await page.setViewportSize({width: 390, height: 844});
    const narrow = await bar.boundingBox(), below = await page.locator("#grid").boundingBox();
    assert.ok(narrow.y + narrow.height <= below.y && Math.abs(narrow.width - below.width) < 1, JSON.stringify([narrow, below]));
    await page.setViewportSize({width: 1280, height: 800});
    await page.evaluate(hash => { location.hash = hash; }, WON);
    await page.waitForFunction(() => document.getElementById("balance").title.endsWith("100 %"));
    await begin(page, {white: LEVEL_FULL, black: "person", turn: 200});
    await click(page, "h8");
    await untilMoves(page, 2);
    assert.match(await bar.getAttribute("aria-label"), /not known/);
    await page.keyboard.press(",");
    await page.locator("#has-balance").uncheck();
    await page.keyboard.press("Escape");
    assert.equal(await bar.isVisible(), false);
    return page;
  },

  async "the beginning says what to do, the end what may follow, the title whose turn it is"() {
    const page = await visit();
    assert.match(await page.locator("#welcome").textContent(), /^Click a point: you have black against Tengen\. It plays at level 4 Steady, of 10: for adults/);
    assert.equal(await page.title(), "Your turn · Tengen");
    await people(page);
    assert.match(await page.locator("#welcome").textContent(), /^Click a point: black begins/);
    assert.doesNotMatch(await page.locator("#welcome").textContent(), /clocks/);
    await begin(page, {clock: "5+0"});
    assert.match(await page.locator("#welcome").textContent(), /The clocks run from the first move on\./);
    for (const point of ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7"]) await click(page, point);
    await drawn(page);
    assert.equal(await page.title(), "Black to move · Tengen");
    assert.equal(await page.locator("#welcome").textContent(), "");
    assert.equal(await page.locator("#after").isVisible(), false);
    await click(page, "l8");
    await page.locator("#after").waitFor();
    assert.equal(await page.title(), "Black wins · Tengen");
    assert.match(await page.locator("#player-0.won").textContent(), /won/);
    await picture(page, "after");
    await page.locator("#after-review").click();
    await page.locator("#review", {hasText: "Stop"}).waitFor();
    await page.locator("#review").click();
    await begin(page, {black: LEVEL_WEAKEST, white: "person"});
    await untilMoves(page, 1);
    await page.locator("#resign").click();
    await page.locator("#resign-yes").click();
    await page.locator("#after-rematch").click();
    await drawn(page);
    assert.deepEqual(await moves(page), []);
    assert.match(await page.locator("#player-0").textContent(), /You/);
    assert.match(await status(page), /Your turn/);
    return page;
  },

  async "a stone sounds, unless that is switched off"() {
    const page = await visit();
    await page.evaluate(() => {
      globalThis.sounds = 0;
      const Real = AudioContext;
      globalThis.AudioContext = class extends Real {
        createBufferSource() {
          globalThis.sounds += 1;
          return super.createBufferSource();
        }
      };
    });
    const sounds = () => page.evaluate(() => globalThis.sounds);
    await people(page);
    await click(page, "h8");
    await click(page, "i9");
    assert.equal(await sounds(), 2);
    await page.keyboard.press("u");
    assert.equal(await sounds(), 2);
    await page.keyboard.press(",");
    await page.locator("#sound").uncheck();
    await page.keyboard.press("Escape");
    await click(page, "j10");
    assert.equal(await sounds(), 2);
    return page;
  },

  async "points are left out of the analysis, which keeps to its limits"() {
    const page = await visit({hash: GAME});
    await page.keyboard.press(",");
    await page.locator("#limit-depth").selectOption("6");
    await page.keyboard.press("Escape");
    await drawn(page);
    await page.keyboard.press("a");
    await page.locator("#tab-analysis.running").waitFor({state: "detached"});
    await until(page, "effort", /^Depth 6,/);
    const best = async () => (await page.locator("#thoughts li .cell").first().textContent()).trim();
    await page.locator("#thoughts button").first().waitFor();
    const before = await best();
    await page.locator(`#point-${before}`).click({force: true, modifiers: ["Shift"]});
    await page.locator("#grid .mark.excluded").waitFor();
    await page.waitForFunction(point => document.querySelector("#thoughts li .cell")?.textContent.trim() !== point, before);
    const second = await best();
    assert.notEqual(second, before);
    assert.equal(await stones(page), 7);
    await page.locator("#exclude").check();
    await click(page, second);
    await page.waitForFunction(() => document.querySelectorAll("#grid .mark.excluded").length === 2);
    await picture(page, "excluded");
    await page.locator("#include-all").click();
    await page.waitForFunction(point => document.querySelector("#thoughts li .cell")?.textContent.trim() === point, before);
    assert.equal(await page.locator("#grid .mark.excluded").count(), 0);
    return page;
  },

  async "the board is turned and mirrored, its points keep their names"() {
    const page = await visit({hash: "#rule=0&size=15x8&row=5&moves=c2"});
    await page.keyboard.press(",");
    await page.locator("#now-white").selectOption("person");
    await page.keyboard.press("Escape");
    await drawn(page);
    const at = async point => {
      const board = await page.locator("#grid").boundingBox(), {x, y, width, height} = await page.locator(`#point-${point}`).boundingBox();
      return [(x + width / 2 - board.x) / board.width < 0.5 ? "left" : "right", (y + height / 2 - board.y) / board.height < 0.5 ? "top" : "bottom"].join(" ");
    };
    const seen = [["", "left bottom"], ["o", "left top"], ["o", "right top"], ["O", "left top"], ["O", "right top"], ["o", "right bottom"], ["o", "left bottom"]];
    for (const [key, place] of seen) {
      if (key) await page.keyboard.press(key);
      assert.equal(await at("a1"), place, `after ${key}`);
    }
    await page.keyboard.press("o");
    const letters = await page.locator("#grid .letter").allTextContents();
    assert.deepEqual(letters.slice(0, 2), ["1", "1"]);
    assert.deepEqual(letters.slice(-2), ["a", "a"]);
    await click(page, "o8");
    assert.deepEqual(await moves(page), ["c2", "o8"]);
    await page.locator("#grid").focus();
    await page.keyboard.press("ArrowUp");           // along the row, as the board lies now
    assert.equal(await page.locator("#grid").getAttribute("aria-activedescendant"), "point-n8");
    await picture(page, "turned");
    return page;
  },

  async "about: the version, the rules, where to read more"() {
    const page = await visit();
    await page.locator("#hint").click();
    await until(page, "status", /Hint: /);
    await page.keyboard.press(",");
    await page.locator("#about-open").click();
    assert.match(await page.locator("#about-title").textContent(), /^Tengen \d+\.\d+/);
    const rules = await page.locator("#about-dialog dt").allInnerTexts();
    const names = await page.locator("#rule option").allTextContents();
    assert.deepEqual(names.filter(name => !rules.includes(name)), []);
    const readme = await page.request.get(new URL(await page.locator("#readme").getAttribute("href"), page.url()).href);
    assert.ok(readme.ok());
    await assertAccessible(page, "about");
    await picture(page, "about");
    return page;
  },
};

await run(tests);
