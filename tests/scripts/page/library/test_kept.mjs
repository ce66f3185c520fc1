// What people did is not lost: branches of a game, the library of games, tabs and Back, in a Chromium without a window.
//
// usage: node test_kept.mjs PROGRAM [TEST NAME]; skipped without a browser, see visit.mjs

import assert from "node:assert/strict";
import {readFile} from "node:fs/promises";
import {gzipSync} from "node:zlib";
import {PHONE, assertAccessible, begin, click, moves, picture, run, status, stones, until, untilMoves, visit, when} from "../support/visit.mjs";

const SGF = "(;GM[4]SZ[15];B[hh];W[ig](;B[hg]C[well] ;W[aa])(;B[jj])(;B[]))";

// The example of scripts/proofs/README.md: black plays c2, and then a2 or d2.
const PROOF = gzipSync(Buffer.concat([
  Buffer.from("TENGEN PROOF 1\nrule 0\nboard 4 4\nwin 3\nmoves b2 a1\nattacker black\nprogram a test\nnodes 3\nend\n"),
  Buffer.from([1, 6, 1, 0, 4, 1, 4, 0, 7]),
]));
const SETTLED_MS = 300;         // until what must not happen would have happened

/** The database has written what was played. */
const settled = page => page.waitForFunction(() => JSON.parse(window.sessionStorage?.getItem("tengen-tab") ?? "{}").isKept !== false);

const comment = when(page => page.locator("#comment").inputValue());

/** Opens the text by the dialog. */
async function open(page, text) {
  await page.locator("#share").click();
  await page.locator("#paste").fill(text);
  await page.locator("#open-text").click();
  await page.locator("#share-dialog").waitFor({state: "hidden"});
}

/** Opens the list of games: the words of each. */
async function listed(page) {
  await settled(page);
  await page.locator("#library").click();
  await page.locator("#library-dialog").waitFor();
  return page.locator("#library-list .game").allInnerTexts();
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
    await begin(page, {white: 0});
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

  async "whatever begins a game leaves the one before in the list, and Back shows it"() {
    const page = await visit();
    await begin(page, {white: "person"});
    await click(page, "c3");
    await begin(page, {white: "person", size: "9"});
    await open(page, "h8 i9 j10");
    await page.evaluate(() => { location.hash = "#rule=1&size=15x15&moves=a1b2"; });
    await untilMoves(page, 2);
    assert.equal(new URL(page.url()).hash, "");
    await page.goBack();
    await untilMoves(page, 3);
    await page.goBack();                            // the game without a move
    await until(page, "variant", /9×9/);
    await page.evaluate(() => { history.forward(); setTimeout(() => history.go(-2)); });      // faster than a database
    await until(page, "variant", /15×15/);
    await page.waitForTimeout(SETTLED_MS);
    assert.deepEqual(await moves(page), ["c3"]);
    await click(page, "d4");
    await page.goForward();
    await page.goForward();
    await untilMoves(page, 3);
    const games = await listed(page);
    assert.equal(games.length, 3);
    assert.match(games.join("\n"), /^Two people\n.* · freestyle 15×15 · 2 moves, not over\n[^]*standard 15×15 · 2 moves[^]*freestyle 15×15 · 3 moves/);
    await picture(page, "library-wide-light");
    await assertAccessible(page, "library");
    await page.locator("#library-search").fill("standard");
    assert.equal(await page.locator("#library-list li").count(), 1);
    await page.locator("#library-list .game").click();
    await untilMoves(page, 2);
    assert.deepEqual(await moves(page), ["a1", "b2"]);
    return page;
  },

  async "games are renamed, deleted and put back"() {
    const page = await visit();
    for (const point of ["c3", "d4"]) {
      await begin(page, {white: "person"});
      await click(page, point);
    }
    await listed(page);
    assert.equal(await page.locator("#library-list [aria-current] button", {hasText: "Delete"}).count(), 0);
    await page.locator("#library-list button", {hasText: "Rename"}).last().click();
    await page.locator("#library-name").fill("<b>the first");
    await page.keyboard.press("Enter");
    await page.locator("#library-list li", {hasText: "<b>the first"}).waitFor();
    await page.locator("#library-list button", {hasText: "Delete"}).press("Enter");
    await page.locator("#library-list button:focus", {hasText: "Put back"}).press("Enter");
    await page.locator("#library-list .game:focus").waitFor();
    await page.locator("#library-list button", {hasText: "Delete"}).click();
    await page.locator("#library-dialog [data-close]").click();
    assert.deepEqual((await listed(page)).length, 1);
    return page;
  },

  async "two tabs keep their games apart"() {
    const page = await visit();
    await begin(page, {white: "person"});
    await click(page, "c3");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator("#grid").waitFor();
    await other.waitForTimeout(SETTLED_MS);
    assert.equal(await stones(other), 0, "the game of the other tab is not taken from it");
    await begin(other, {white: "person"});
    await click(other, "d4");
    for (const [tab, point] of [[page, "c3"], [other, "d4"]]) {
      await tab.reload();
      await tab.locator("#grid .stone").first().waitFor();
      assert.deepEqual(await moves(tab), [point]);
    }
    await listed(other);
    await other.locator("#library-list .game").last().click();
    await until(other, "toast", /open in another tab/);
    await click(page, "f6");
    await settled(page);
    await click(other, "e5");
    await settled(other);
    assert.deepEqual([await moves(page), await moves(other)], [["c3", "f6"], ["c3", "e5"]]);
    assert.equal((await listed(page)).length, 3);
    await other.close();
    const third = await page.context().newPage();
    await third.goto(page.url());
    await third.locator("#grid .stone").first().waitFor();
    assert.deepEqual(await moves(third), ["c3", "e5"], "what was played last and is open nowhere");
    return page;
  },

  async "a tab that was doubled begins a game of its own"() {
    const page = await visit();
    await begin(page, {white: "person"});
    await click(page, "c3");
    await settled(page);
    const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
    const other = await page.context().newPage();
    await other.addInitScript(words => Object.entries(JSON.parse(words)).forEach(each => sessionStorage.setItem(...each)), kept);
    await other.goto(page.url());
    await other.locator("#grid .stone").waitFor();
    await click(page, "d4");
    await settled(page);
    await click(other, "e5");
    await until(other, "toast", /open in another tab/);
    await settled(other);
    assert.deepEqual((await listed(page)).length, 2);
    return page;
  },

  async "a review, the open tab and a proof survive a reload"() {
    const page = await visit({hash: "#rule=0&size=15x15&moves=h8a1i8a3j8a5k8a7l8"});
    await page.locator("#tab-review").click();
    await page.locator("#care").selectOption("0");
    await page.locator("#review").click();
    await page.locator("#review", {hasText: "Stop"}).waitFor();
    await page.locator("#review", {hasText: "Review"}).waitFor();
    const mistakes = await page.locator("#mistakes li").allInnerTexts();
    assert.notEqual(mistakes.length, 0);
    await page.reload();
    await page.locator("#mistakes li").first().waitFor();
    assert.deepEqual(await page.locator("#mistakes li").allInnerTexts(), mistakes);
    await page.locator("#share").click();
    await page.locator("#file").setInputFiles({name: "win.proof", mimeType: "application/gzip", buffer: PROOF});
    await until(page, "status", /The proof wins in 2 plies/);
    await settled(page);
    await page.reload();
    await until(page, "status", /The proof wins in 2 plies/);
    await page.goBack();
    await page.locator("#mistakes li").first().waitFor();
    await page.goForward();
    await until(page, "status", /The proof wins in 2 plies/);
    return page;
  },

  async "what is edited survives a reload, and Back"() {
    const page = await visit();
    await begin(page, {white: "person"});
    await click(page, "c3");
    await page.locator("#tab-edit").click();
    await page.locator("#edit-begin").click();
    for (const point of ["d4", "e5"]) await click(page, point);
    await page.reload();
    await until(page, "status", /Editing/);
    assert.equal(await stones(page), 3);
    await click(page, "f6");
    await page.evaluate(() => { location.hash = "#rule=1&size=15x15&moves=a1b2"; });
    await untilMoves(page, 2);
    await page.goBack();
    await until(page, "status", /Editing/);
    assert.equal(await stones(page), 4);
    await page.locator("#edit-cancel").click();
    assert.deepEqual(await moves(page), ["c3"]);
    await page.goForward();
    await untilMoves(page, 2);
    await page.goBack();
    await untilMoves(page, 1);
    assert.doesNotMatch(await status(page), /Editing/);
    return page;
  },

  async "a game that is too large for the tab comes back from the library"() {
    const page = await visit({without: "sessionStorage"});
    await begin(page, {white: "person"});
    await click(page, "c3");
    await begin(page, {white: "person"});
    await click(page, "d4");
    await page.goBack();
    await page.locator("#point-c3[aria-label*=black]").waitFor();
    await page.waitForTimeout(SETTLED_MS);     // the tab cannot say when
    await page.reload();
    await page.locator("#grid .stone").waitFor();
    assert.deepEqual([await moves(page), await page.locator("#toast").innerText(), (await listed(page)).length], [["c3"], "", 2]);
    return page;
  },

  async "without a database one game is kept, and said so"() {
    const page = await visit({without: "indexedDB"});
    await begin(page, {white: "person"});
    await click(page, "c3");
    await begin(page, {white: "person"});
    await click(page, "d4");
    assert.equal((await listed(page)).length, 2);
    assert.match(await page.locator("#library-place").innerText(), /keep one game only/);
    await page.reload();
    await page.locator("#grid .stone").waitFor();
    assert.equal((await listed(page)).length, 1);
    await page.locator("#library-dialog [data-close]").click();
    await page.evaluate(() => sessionStorage.clear());
    const other = await page.context().newPage();
    await other.addInitScript(() => Object.defineProperty(window, "indexedDB", {value: undefined}));
    await other.goto(page.url());
    await other.locator("#grid .stone").waitFor();
    assert.deepEqual(await moves(other), ["d4"]);
    return page;
  },

  async "a game that was kept before there was a library is in it"() {
    const kept = JSON.stringify({version: 1, times: [5, 6], players: [{level: null}, {level: null}], isRunning: true,
                                 game: {variant: {rule: 0, width: 15, height: 15, winLength: 5}, start: {stones: [], toMove: 0}, moves: [1, 2], ply: 2}});
    const page = await visit({kept});
    await untilMoves(page, 2);
    assert.equal((await listed(page)).length, 1);
    return page;
  },
});
