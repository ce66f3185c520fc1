// What people did is not lost: branches of a game, in a Chromium without a window.
//
// usage: node test_kept.mjs PROGRAM [TEST NAME]; skipped without a browser, see visit.mjs

import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {PHONE, assertAccessible, begin, click, moves, picture, run, status, stones, until, untilMoves, visit, when} from "./visit.mjs";

const SGF = "(;GM[4]SZ[15];B[hh];W[ig](;B[hg]C[well] ;W[aa])(;B[jj])(;B[]))";

const comment = when(page => page.locator("#comment").inputValue());

/** Opens the text by the dialog. */
async function open(page, text) {
  await page.locator("#share").click();
  await page.locator("#paste").fill(text);
  await page.locator("#open-text").click();
  await page.locator("#share-dialog").waitFor({state: "hidden"});
}

/** The .sgf that the page saves. */
async function saved(page, button = "save-sgf") {
  await page.locator("#share").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`#${button}`).click()]);
  await page.locator("#share-dialog [data-close]").click();
  return readFile(await download.path(), "utf8");
}

await run({
  async "another move in the middle begins a branch"() {
    const page = await visit();
    await begin(page, {white: "person"});
    for (const point of ["h8", "i9", "j10", "k11"]) await click(page, point);
    for (let times = 0; times < 2; times += 1) await page.locator("#undo").click();
    await click(page, "c3");
    assert.deepEqual(await moves(page), ["h8", "i9", "c3"]);
    assert.deepEqual(await page.locator("#moves .branch").allInnerTexts(), ["or\nj10\nmain line, 2 moves"]);
    await picture(page, "branches-wide-light");
    await page.keyboard.press("v");
    assert.deepEqual([await moves(page), await stones(page)], [["h8", "i9", "j10", "k11"], 3]);
    await page.locator("#moves .branch").click();
    assert.deepEqual([await moves(page), await stones(page)], [["h8", "i9", "c3"], 3]);
    assert.match(await saved(page), /;B\[hh\];W\[ig\]\n\(;B\[jf\];W\[ke\]\)\n\(;B\[cm\]\)\)/);
    await page.locator("#share").click();
    assert.match(await page.locator("#share-branches").innerText(), /\.psq the main line/);
    await page.locator("#share-dialog [data-close]").click();
    assert.match(await saved(page, "save"), /\r\n8,8,\d+\r\n9,9,\d+\r\n10,10,\d+\r\n11,11,\d+\r\n/);
    await page.locator("#branch-main").click();
    assert.match(await saved(page), /\n\(;B\[cm\]\)\n\(;B\[jf\];W\[ke\]\)\)/);
    await page.locator("#branch-delete").click();
    await until(page, "deleted", /Deleted: c3\./);
    assert.deepEqual([await moves(page), await stones(page), await page.locator("#moves .branch").count()], [["h8", "i9", "j10", "k11"], 2, 0]);
    await page.locator("#branch-back").click();
    assert.deepEqual([await moves(page), await stones(page)], [["h8", "i9", "c3"], 3]);
    await page.reload();
    await page.locator("#grid .stone").first().waitFor();
    assert.deepEqual([await moves(page), await page.locator("#moves .branch").count()], [["h8", "i9", "c3"], 1]);
    await assertAccessible(page, "branches");
    return page;
  },

  async "a move taken back against the engine is no branch"() {
    const page = await visit();
    await begin(page, {white: 0, turn: 200});
    await click(page, "h8");
    await untilMoves(page, 2);
    await page.locator("#undo").click();
    await click(page, "g7");
    await page.waitForFunction(() => /Your turn/.test(document.getElementById("status").textContent));
    assert.match(await saved(page, "save"), /\r\n7,7,\d+\r\n/);
    return page;
  },

  async "branches and comments of an .sgf"() {
    const page = await visit({size: PHONE, phone: true});
    await begin(page, {white: "person"});
    await open(page, SGF);
    await until(page, "toast", /One branch that cannot be played is left out/);
    assert.deepEqual(await moves(page), ["h8", "i9", "h9", "a15"]);
    await page.locator("#undo").click();
    assert.equal(await comment(page), "well");
    await picture(page, "comment-phone-light");
    await page.locator("#comment").fill("better ]");
    await page.locator("#moves .branch").click();
    assert.deepEqual([await moves(page), await comment(page)], [["h8", "i9", "j6"], ""]);
    assert.match(await saved(page), /B\[hg\]C\[better \\\]\];W\[aa\]/);
    assert.doesNotMatch(await status(page), /wins/);
    return page;
  },
});
