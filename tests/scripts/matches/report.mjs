// The match report in a browser, used as a person would. test_report.py writes the pages, and reads what is saved here.
//
// usage: node report.mjs FOLDER

import assert from "node:assert/strict";
import test, {after} from "node:test";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {launch} from "../page/support/chromium.mjs";

const [, , folder] = process.argv;
const {matches, hostile, board, crash} = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));
const DESKTOP = [1280, 900], PHONES = [[320, 568], [360, 640], [390, 844]], SCHEMES = ["light", "dark"];
const browser = await launch();
after(() => browser.close());

/** A page of a match, opened anew. */
async function open(match, hash = "", [width, height] = DESKTOP, colorScheme = "light") {
  const isPhone = width < 600;
  const context = await browser.newContext({viewport: {width, height}, isMobile: isPhone, deviceScaleFactor: isPhone ? 2 : 1,
                                            colorScheme, reducedMotion: "reduce"});
  const page = await context.newPage();
  page.complaints = [];
  page.asked = new Set();
  page.on("console", message => { if (["error", "warning", "assert"].includes(message.type())) page.complaints.push(message.text()); });
  page.on("pageerror", error => page.complaints.push(error.stack));
  page.on("request", request => page.asked.add(request.url().split("#")[0]));
  await page.goto(pathToFileURL(join(folder, `${match}.html`)).href + hash);
  return page;
}

/** Nothing was complained of. */
async function close(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

const shownGame = page => page.locator("#replay-title").textContent();
const untilGame = (page, game) => page.waitForFunction(title => document.getElementById("replay-title").textContent === title, `Game ${game}`);
const texts = (page, selector) => page.locator(selector).allTextContents();

/** The replay shows that game at that ply. */
async function assertReplay(page, game, ply) {
  assert.deepEqual([await shownGame(page), await page.locator("#slider").inputValue(), await page.locator("#board .stone:visible").count()],
                   [`Game ${game}`, String(ply), ply]);
}

test("every match in every look: no complaint, no request, nothing to scroll sideways for", async () => {
  for (const match of matches) {
    for (const size of [...PHONES, DESKTOP]) {
      for (const scheme of SCHEMES) {
        const page = await open(match, "", size, scheme), where = `${match} ${size} ${scheme}`;
        const seen = await page.evaluate(() => [matchMedia("(prefers-color-scheme: dark)").matches, innerWidth,
                                                document.documentElement.scrollWidth <= innerWidth]);
        assert.deepEqual([...seen, page.asked.size], [scheme === "dark", size[0], true, 1], where);
        await close(page);
      }
    }
  }
});

test("schemes differ and can be read", async () => {
  const papers = new Set();
  for (const scheme of SCHEMES) {
    const page = await open("plain", "", DESKTOP, scheme);
    const [paper, contrast] = await page.evaluate(() => {
      const light = colour => colour.match(/[\d.]+/g).slice(0, 3).map(part => part / 255)
        .map(part => part <= 0.04 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
      const of = (element, what) => light(getComputedStyle(document.querySelector(element))[what]);
      const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      const paper = of("body", "backgroundColor"), card = of("main section", "backgroundColor");
      return [paper, Math.min(ratio(paper, of("h1", "color")), ratio(paper, of(".detail", "color")),
                              ratio(card, of(".caption", "color")), ratio(card, of("#elo text", "fill")))];
    });
    papers.add(paper);
    assert.equal(contrast >= 4.5, true, scheme);
    await close(page);
  }
  assert.equal(papers.size, 2);
});

test("keys step, and the address follows", async () => {
  const page = await open("plain", "#game=5&ply=10");
  await assertReplay(page, 5, 10);
  for (const [key, ply] of [["ArrowRight", 11], ["ArrowRight", 12], ["ArrowLeft", 11], ["Home", 0], ["ArrowLeft", 0],
                            ["ArrowRight", 1], ["End", 20], ["ArrowRight", 20]]) {
    await page.keyboard.press(key);
    await assertReplay(page, 5, ply);
  }
  await page.waitForFunction(() => location.hash === "#game=5&ply=20");
  await page.keyboard.press("n");
  await untilGame(page, 6);
  await page.keyboard.press("p");
  await untilGame(page, 5);
  await close(page);
});

test("a click on a game, a move, a stone or the curve shows it", async () => {
  const page = await open("plain");
  await page.locator("tr[data-game='3'] .words").click();
  await untilGame(page, 3);
  await assertReplay(page, 3, 18);
  assert.equal(new URL(page.url()).hash, "#game=3");
  await page.waitForFunction(() => Math.abs(document.getElementById("board").getBoundingClientRect().top) < innerHeight / 2);
  await page.evaluate(() => { location.hash = "#game=5"; });
  await untilGame(page, 5);
  await page.locator("#moves li:nth-child(7) button").click();
  await assertReplay(page, 5, 7);
  await page.locator("#board .stone[data-ply='4']").click();
  await assertReplay(page, 5, 4);
  const {width, height} = await page.locator("#curve").boundingBox();
  await page.locator("#curve").click({position: {x: width * 0.75, y: height / 2}});
  await assertReplay(page, 5, 15);
  await close(page);
});

test("the hash is followed, and nonsense is not", async () => {
  const page = await open("plain", "#game=12&ply=9");
  await assertReplay(page, 12, 9);
  await page.evaluate(() => { location.hash = "#game=13&ply=2"; });
  await untilGame(page, 13);
  for (const nonsense of ["#game=999&ply=3", "#game=x", "#ply=3", "#replay"]) {
    await page.evaluate(hash => { location.hash = hash; }, nonsense);
    await assertReplay(page, 13, 2);
  }
  await close(page);
  const other = await open("plain", "#game=12&ply=9999");
  await assertReplay(other, 12, 27);
  await close(other);
});

const letters = page => page.evaluate(() => [...document.querySelectorAll("#board .letter")].map(letter =>
  [letter.textContent, letter.x.baseVal[0].value, letter.y.baseVal[0].value]));

test("row 1 is at the bottom; the last move and the opening's stones are marked", async () => {
  const page = await open("wide_board", "#game=1&ply=5"), found = await letters(page);
  const at = words => found.find(([text]) => text === words);
  assert.equal(found.length, 2 * (32 + 12));
  assert.equal(at("12")[2] < at("1")[2] && at("a")[1] < at("af")[1], true);
  assert.deepEqual([await texts(page, "#moves [aria-current]"), await page.locator("#board .ring").count()], [["5e1"], 3]);
  const mark = await page.evaluate(() => ["cx", "cy"].map(axis => document.querySelector("#board .last-mark")[axis].baseVal.value));
  assert.deepEqual(mark, [at("e")[1], at("1")[2]]);
  await close(page);
});

test("the row that wins is drawn where the stones of its names stand", async () => {
  const page = await open("plain", "#game=1"), found = await letters(page);
  const [places, words] = await page.evaluate(() => [
    [...document.querySelectorAll("#board .stone circle:nth-child(2)")].map(stone => [stone.cx.baseVal.value, stone.cy.baseVal.value]),
    [...document.querySelectorAll("#moves button")].map(move => move.lastChild.textContent)]);
  assert.equal(board.includes(words.at(-1)), true);
  for (const [index, [x, y]] of places.entries()) {
    const word = words[index];
    assert.equal(found.some(([text, across]) => text === word[0] && across === x), true, word);
    assert.equal(found.some(([text, , down]) => text === word.slice(1) && down === y), true, word);
  }
  await close(page);
});

test("what was told is shown", async () => {
  const page = await open("plain", "#game=1&ply=5"), told = () => page.locator("#reported").textContent();
  for (const words of ["Move 5 of 16", "black e1", "−10", "101 ms", "Depth6", "1,000"]) assert.equal((await told()).includes(words), true, words);
  await page.keyboard.press("End");
  assert.match(await told(), /win in 1/);
  await page.keyboard.press("Home");
  assert.match(await told(), /The empty board/);
  await close(page);
});

test("the shown game is saved", async () => {
  for (const [match, game] of [["plain", 3], ["wide_board", 3], ["failures", 3], ["hostile", 1]]) {
    const page = await open(match, `#game=${game}`);
    for (const form of ["psq", "sgf"]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`#save-${form}`).click()]);
      assert.equal(download.suggestedFilename(), `game-${game}.${form}`);
      await download.saveAs(join(folder, `${match}.${form}`));
    }
    await close(page);
  }
});

test("games can be sorted and filtered", async () => {
  const page = await open("plain"), range = (from, to, step) => Array.from({length: (to - from) / step + 1}, (_, at) => from + at * step);
  const shown = at => at.locator("#games tbody tr").evaluateAll(rows => rows.map(row => Number(row.dataset.game)));
  assert.deepEqual(await shown(page), range(1, 25, 1));
  await page.locator("#pages button:last-child").click();
  assert.deepEqual(await shown(page), range(26, 50, 1));
  await page.locator("#games th.number button").click();
  assert.deepEqual(await shown(page), range(60, 36, -1));
  await page.locator("#by-result").selectOption("white won");
  assert.deepEqual(await shown(page), range(60, 3, -3));
  await close(page);
  const other = await open("failures");
  await other.locator("#by-reason").selectOption({label: "crash"});
  assert.deepEqual(await shown(other), [crash]);
  await close(other);
});

test("hostile names are text", async () => {
  const page = await open("hostile", "#game=1");
  assert.equal((await page.title()).startsWith(hostile), true);
  assert.equal((await texts(page, ".side .name")).includes(hostile), true);
  assert.equal((await page.locator("#ending").textContent()).includes(hostile), true);
  assert.deepEqual([await page.locator("img").count(), await page.locator("script").count()], [0, 2]);
  await close(page);
});

test("everything can be reached by keyboard, and has a name", async () => {
  const page = await open("plain");
  const nameless = await page.locator("button, a, input, select").evaluateAll(all => all.filter(control => !control.disabled &&
    !(control.getAttribute("aria-label") || control.textContent.trim() || control.labels?.length)).map(control => control.outerHTML));
  assert.deepEqual([nameless, await page.locator("#games tbody a").count()], [[], 25]);
  await close(page);
});
