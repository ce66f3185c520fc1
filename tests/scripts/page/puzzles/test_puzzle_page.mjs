// The dialog of the puzzles, in a Chromium without a window: it shows what puzzle.js says, keeps what was solved, and the game waits.
//
// usage: node test_puzzle_page.mjs PROGRAM [TEST NAME]; skipped without a browser, see visit.mjs

import assert from "node:assert/strict";
import {pointName} from "../../../../scripts/page/game/points.js";
import {readPuzzles} from "../../../../scripts/page/puzzles/puzzle.js";
import {PUZZLES} from "../../../../scripts/page/puzzles/puzzle_list.js";
import {PHONE, assertAccessible, begin, click, drawn, picture, run, status, stones, until, visit} from "../support/visit.mjs";

const [puzzle, other] = readPuzzles(PUZZLES), MOVES_MOST = 10;

const put = (page, cell) => page.locator(`#puzzle-point-${pointName(cell, puzzle.size)}`).click({force: true});
const words = page => page.locator("#puzzle-words").textContent();
const shownStones = page => page.locator("#puzzle-grid .stone:not(.pale):not(.thought)").count();

async function open(page) {
  await page.locator("#puzzles").click();
  await page.locator("#puzzle-grid").waitFor();
}

/** Plays hints until it is over. */
async function followHints(page) {
  for (let times = 0; times < MOVES_MOST && !/Solved/.test(await words(page)); times += 1) {
    await page.locator("#puzzle-hint").click();
    await until(page, "puzzle-words", /Look at/);
    const [, point] = (await words(page)).match(/Look at ([a-z]+\d+)/);
    await page.locator(`#puzzle-point-${point}`).click({force: true});
    await until(page, "puzzle-words", /Right|takes up to|Solved/);
  }
}

await run({
  async "a wrong move is refuted, a right one is answered, and the game waits"() {
    const page = await visit();
    await begin(page, {white: "person"});
    for (const point of ["h8", "i9"]) await click(page, point);
    const before = await status(page);
    await open(page);
    assert.equal(await shownStones(page), puzzle.moves.length);
    await assertAccessible(page, "puzzles");
    await put(page, 0);
    await until(page, "puzzle-words", /^Wrong: /);
    assert.equal(await page.locator("#puzzle-grid .thought").count(), 1);
    await page.locator("#puzzle-on").click();
    assert.equal(await page.locator("#puzzle-grid .thought").count(), 2);
    await page.locator("#puzzle-on").press("ArrowLeft");
    assert.equal(await page.locator("#puzzle-grid .thought").count(), 1);
    await picture(page, "puzzle-wrong-wide-light");
    await page.locator("#puzzle-retry").click();
    assert.equal(await shownStones(page), puzzle.moves.length);
    await put(page, puzzle.first[0]);
    await until(page, "puzzle-words", /^Right\./);
    assert.equal(await shownStones(page), puzzle.moves.length + 2);
    await followHints(page);
    assert.equal(await words(page), "Solved, with help.");
    await page.locator("#puzzle-next").click();
    assert.equal(await shownStones(page), other.moves.length);
    await page.locator("#puzzle-solve").click();
    await until(page, "puzzle-words", /solution/);
    await page.locator("#puzzle-dialog [data-close]").click();
    assert.deepEqual([await status(page), await stones(page)], [before, 2]);
    await click(page, "j10");
    assert.equal(await stones(page), 3);
    return page;
  },

  async "what was solved is known at the next visit"() {
    const page = await visit({size: PHONE, phone: true, scheme: "dark"});
    await open(page);
    await page.locator("#puzzle-rule").selectOption("4");
    await page.locator("#puzzle-grade").selectOption("0");
    await picture(page, "puzzle-phone-dark");
    const solved = await page.evaluate(() => JSON.parse(localStorage.getItem("tengen-puzzles")));
    assert.match(solved.shown, /^4 /);
    await page.evaluate(record => localStorage.setItem("tengen-puzzles", JSON.stringify({...record, solved: [record.shown]})), solved);
    await page.reload();
    await open(page);
    assert.match(await page.locator("#puzzle-progress").textContent(), /^1 of \d+, solved · 1 solved/);
    assert.equal(await page.locator("#puzzle-rule").inputValue(), "4");
    return page;
  },

  async "the dialog has its place in every window"() {
    const page = await visit();
    await open(page);
    await page.locator("#puzzle-solve").click();
    await until(page, "puzzle-words", /solution/);
    const windows = [[1280, 800, true], [844, 390, true], [768, 1024, true], [600, 600, false], [360, 640, false], [280, 653, false], [320, 256, false]];
    for (const [width, height, isWhole] of windows) {     // whole: all of it can be seen without scrolling
      await page.setViewportSize({width, height});
      await drawn(page);
      const [over, below, board] = await page.evaluate(() => {
        const dialog = document.getElementById("puzzle-dialog");
        return [dialog.scrollWidth - dialog.clientWidth, dialog.scrollHeight - dialog.clientHeight, document.getElementById("puzzle-grid").getBoundingClientRect().width];
      });
      assert.ok(over <= 0 && (!isWhole || below <= 0), `${width}×${height}: ${over} too wide, ${below} too high`);
      assert.ok(board >= Math.min(width, height) * 0.55, `${width}×${height}: a board of ${board}`);
      await picture(page, `puzzle-${width}x${height}`);
    }
    return page;
  },
});
