// The page, used as people use it (visit.mjs).
//
// usage: node test_page.mjs PROGRAM [TEST NAME]

import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFile, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {ROOT} from "./support/chromium.mjs";
import {PHONE, WIDE, assertAccessible, begin, built, click, drawn, killEngine, moves, name, picture, pictures, program, run, status,
        stones, until, untilMoves, visit, when} from "./support/visit.mjs";

const THINKING = /thinks…/, YOUR_TURN = /Your turn/;
const LEVEL_WEAKEST = 0, LEVEL_FULL = 9;
const PATIENCE_MS = 30_000;

const tests = {
  async "a whole game is won by clicking"() {
    const page = await visit();
    await begin(page, {white: LEVEL_WEAKEST});
    for (let turn = 0; turn < 60 && !/wins/.test(await status(page)); turn += 1) {
      await page.locator("#hint").click();
      await page.waitForFunction(() => /Hint: |wins/.test(document.getElementById("status").textContent));
      const [, hinted] = /Hint: ([a-z]+\d+)/.exec(await status(page));
      await click(page, hinted);
      await page.waitForFunction(() => /Your turn|wins/.test(document.getElementById("status").textContent));
    }
    assert.match(await status(page), /Black \(you\) wins: five in a row/);
    assert.equal(await page.locator("#after-next").textContent(), "Try level 2 Beginner");
    assert.equal(await page.locator(".winning circle").count() >= 5, true);
    await picture(page, "won-wide-light");
    const count = await stones(page);
    await click(page, "a1");
    assert.equal(await stones(page), count);
    await page.locator("#after-next").click();
    await drawn(page);
    assert.match(await page.locator("#player-1").textContent(), /2 Beginner/);
    assert.deepEqual(await moves(page), []);
    return page;
  },

  async "the first visit asks once how well one plays, and two losses in a row offer a lower level"() {
    const page = await visit(), asked = when(() => page.locator("#ask").isVisible());
    assert.equal(await asked(page), true);
    await picture(page, "first-visit-wide-light");
    await page.setViewportSize(PHONE);
    await picture(page, "first-visit-phone-light");
    await page.setViewportSize(WIDE);
    await page.locator("#ask button", {hasText: "Now and then"}).click();
    assert.deepEqual([await asked(page), await page.locator("#player-1 small").textContent()], [false, "3 Casual"]);
    await page.reload();
    await page.locator("#grid").waitFor();
    assert.equal(await asked(page), false);
    for (const offer of [false, true]) {
      await click(page, "a1");
      await untilMoves(page, 2);
      await page.locator("#resign").click();
      await page.locator("#resign-yes").click();
      await until(page, "status", /White \(Tengen\) wins/);
      await page.reload();
      await page.locator("#after").waitFor();
      assert.equal(await page.locator("#after-next").isVisible(), offer);
      if (!offer) await begin(page, {});
    }
    assert.equal(await page.locator("#after-next").textContent(), "Try level 2 Beginner");
    const other = await visit();
    await click(other, "h8");
    await untilMoves(other, 2);
    await other.locator("#undo").click();
    assert.equal(await asked(other), false, "whoever plays has answered");
    await other.context().close();
    return page;
  },

  async "undo while it thinks, and move now"() {
    const page = await visit();
    await begin(page, {white: LEVEL_FULL, turn: 60_000});
    await click(page, "h8");
    await until(page, "status", THINKING);
    await page.locator("#undo").click();
    await until(page, "status", YOUR_TURN);
    await page.waitForTimeout(700);
    assert.equal(await stones(page), 0);
    await click(page, "g7");
    await until(page, "status", THINKING);
    await page.waitForTimeout(300);
    await page.locator("#go").click();
    await until(page, "status", YOUR_TURN);
    assert.equal(await stones(page), 2);
    assert.equal((await moves(page))[0], "g7");
    await page.locator("#undo").click();
    assert.equal(await stones(page), 0);
    await page.locator("#redo").click();
    assert.equal(await stones(page), 2);
    return page;
  },

  async "the engine's time is asked for where it has any say, and a level says for whom it is"() {
    const page = await visit();
    await page.locator("#new").click();
    for (const [white, isShown, words] of [[LEVEL_WEAKEST, false, /^White: for small children/], [LEVEL_FULL, true, /^White: searches/],
                                           [2, false, /^White: for whoever plays now and then/]]) {
      await page.locator("#new-form [name=white]").selectOption(String(white));
      assert.equal(await page.locator("#turn").isVisible(), isShown);
      assert.match(await page.locator("#level-words").textContent(), words);
    }
    await page.locator("#new-dialog [data-close]").click();
    return page;
  },

  async "a reload goes on with the game"() {
    const page = await visit();
    await begin(page, {white: 7});
    await click(page, "h8");
    await untilMoves(page, 2);
    const before = await moves(page);
    await page.reload();
    await page.locator("#grid .stone").first().waitFor();
    assert.deepEqual(await moves(page), before);
    await click(page, "a1");
    await untilMoves(page, 4);
    return page;
  },

  async "a link carries the position"() {
    const page = await visit({hash: "#rule=1&size=13x11&row=4&moves=c3d4c4"});
    assert.deepEqual(await moves(page), ["c3", "d4", "c4"]);
    await page.locator("#share").click();
    const link = await page.locator("#link").inputValue();
    assert.equal(new URL(link).hash, "#rule=1&size=13x11&row=4&moves=c3d4c4");
    assert.equal(await page.locator("#text").inputValue(), "c3 d4 c4");
    await page.locator("[data-copy=link]").click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
    assert.equal(new URL(page.url()).hash, "");
    const other = await visit({hash: "#rule=0&size=99x99&moves=c3"});
    await until(other, "toast", /This link does not work/);
    await other.context().close();
    return page;
  },

  async "files: open, save, drop, paste"() {
    const page = await visit();
    const file = join(tmpdir(), `tengen-test-${process.pid}.psq`);
    await writeFile(file, "Piskvorky 20x20, 11:11, 0\r\n8,8,0\r\n9,9,350\r\n8,9,100\r\none\r\ntwo\r\n-1\r\n0,Freestyle1\r\n");
    await page.locator("#share").click();
    await page.locator("#file").setInputFiles(file);
    await page.locator("#share-dialog").waitFor({state: "hidden"});
    assert.deepEqual(await moves(page), ["h8", "i9", "h9"]);
    assert.match(await page.locator("#variant").textContent(), /freestyle 20×20/);
    await page.locator("#share").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
    const saved = await readFile(await download.path(), "utf8");
    assert.match(saved, /^Piskvorky 20x20, 0:0, 0\r\n8,8,0\r\n9,9,\d+\r\n8,9,\d+\r\n/);
    assert.match(saved, /\r\n0,freestyle\r\n$/);
    const [image] = await Promise.all([page.waitForEvent("download"), page.locator("#picture-save").click()]);
    const bytes = await readFile(await image.path());
    assert.deepEqual([...bytes.subarray(1, 4)].map(byte => String.fromCharCode(byte)).join(""), "PNG");
    assert.equal(bytes.readUInt32BE(16), 1200);
    if (pictures) await writeFile(join(pictures, "copied-picture.png"), bytes);
    const [drawing] = await Promise.all([page.waitForEvent("download"), page.locator("#picture-svg").click()]);
    assert.match(await readFile(await drawing.path(), "utf8"), /^<svg[^>]* xmlns="[^]*<circle[^>]* fill=/);
    const [film] = await Promise.all([page.waitForEvent("download"), page.locator("#picture-moving").click()]);
    const frames = await readFile(await film.path()), control = frames.indexOf("acTL");
    assert.deepEqual([frames.readUInt32BE(16), frames.readUInt32BE(control + 4)], [480, 4], "before the first move, and after each");
    assert.equal(frames.toString("latin1").split("fcTL").length, 5);
    const shown = await page.evaluate(async bytes => {
      const decoder = new ImageDecoder({data: new Uint8Array(bytes), type: "image/png"});
      await decoder.tracks.ready;
      await decoder.completed;
      const {frameCount} = decoder.tracks.selectedTrack, sums = [];
      for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
        const {image} = await decoder.decode({frameIndex}), all = new Uint8Array(image.allocationSize());
        await image.copyTo(all);
        sums.push(all.reduce((sum, byte) => (sum + byte) % 1e9, 0));
      }
      return new Set(sums).size;
    }, [...frames]);
    assert.equal(shown, 4, "each picture is another one, as the browser sees it");
    if (pictures) await writeFile(join(pictures, "animation.png"), frames);
    await page.locator("#paste").fill("nonsense");
    await page.locator("#open-text").click();
    await until(page, "share-fault", /no .psq, no .sgf, no link/);
    await page.locator("#paste").fill("1. h8 i9 2. j10 h8");
    await page.locator("#open-text").click();
    await until(page, "share-fault", /Move 4 cannot be played: there is a stone already/);
    await picture(page, "share-wide-light");
    await page.locator("#paste").fill("1. c3 d4 2. e5");
    await page.locator("#open-text").click();
    assert.deepEqual(await moves(page), ["c3", "d4", "e5"]);
    await page.locator("#share").click();
    const library = [255, ...Buffer.from("RenLib"), 255, 3, 4, ...Array(10).fill(255), 0x78, 0, 0x79, 0x80, 0x69, 0x40, 0x68, 0x40];
    await page.locator("#file").setInputFiles({name: "base.lib", mimeType: "application/octet-stream", buffer: Buffer.from(library)});
    await page.locator("#share-dialog").waitFor({state: "hidden"});
    await until(page, "variant", /renju 15×15/);
    assert.deepEqual(await moves(page), ["h8", "i8", "i9"]);
    assert.equal(await page.locator("#moves .branch").count(), 1);
    await page.evaluate(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(["Piskvorky 15x15, 11:11, 0\n1,1,0\n2,2,0\n"], "game.psq"));
      document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, bubbles: true, cancelable: true}));
    });
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 2);
    assert.deepEqual(await moves(page), ["a1", "b2"]);
    return page;
  },

  async "somebody else's game belongs to its players, and one plays on against Tengen in another"() {
    const page = await visit(), cards = when(async () => (await page.locator(".player .name").allInnerTexts()).map(words => words.split("\n")[0]));
    await page.locator("#share").click();
    await page.locator("#paste").fill("(;GM[4]FF[4]SZ[15]PB[Ann]PW[Bob]RE[B+R];B[hh];W[ii];B[jj];W[gg])");
    await page.locator("#open-text").click();
    await until(page, "status", /^Black wins: White resigned\.$/);
    assert.deepEqual(await cards(page), ["Ann", "Bob"]);
    assert.equal(await page.locator("#after-next").isVisible(), false);
    await page.locator("#undo").click();
    await page.locator("#tab-analysis").click();
    await page.locator("#thoughts li").first().waitFor();
    await picture(page, "opened-wide-light");
    await page.locator("#play-on").click();
    await until(page, "status", YOUR_TURN);
    assert.deepEqual(await cards(page), ["Tengen", "You"]);
    await page.locator("#library").click();
    await page.locator("#library-list", {hasText: "Ann – Bob"}).waitFor();
    await page.locator("#library-dialog [data-close].main-button").click();
    await click(page, "a1");
    await untilMoves(page, 5);
    return page;
  },

  async "an engine that dies is started again, with the game intact"() {
    const page = await visit();
    await begin(page, {white: LEVEL_FULL, turn: 2000});
    await click(page, "h8");
    await until(page, "status", THINKING);
    await killEngine(page);
    await until(page, "status", YOUR_TURN);
    assert.equal(await stones(page), 2);
    await begin(page, {white: LEVEL_FULL, turn: 60_000});
    await click(page, "h8");
    for (let death = 0; death < 3; death += 1) {
      await until(page, "status", /thinks…/);
      await page.waitForTimeout(400);
      await killEngine(page);
    }
    await until(page, "status", /The engine has stopped/);
    await page.locator("#go").click();
    await until(page, "status", THINKING);
    await page.waitForTimeout(300);
    await page.locator("#go").click();
    await until(page, "status", YOUR_TURN);
    assert.equal(await stones(page), 2);
    // Whatever is killed ends its stream in the middle, or cannot load the rest of itself, and the browser says so.
    const ofKilling = /ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION|404|failed to load/;
    page.complaints = page.complaints.filter(words => !ofKilling.test(words));
    return page;
  },

  async "a phone: fingers play"() {
    const page = await visit({size: PHONE, phone: true});
    await begin(page, {white: 7});
    const {x, y, width, height} = await page.locator("#point-h8").boundingBox();
    const touch = await page.context().newCDPSession(page), points = at => ({touchPoints: [at]});
    await touch.send("Input.dispatchTouchEvent", {type: "touchStart", ...points({x: x + 60, y: y + 50})});
    await touch.send("Input.dispatchTouchEvent", {type: "touchMove", ...points({x: x + width / 2, y: y + height / 2})});
    await page.locator("#grid .aim").waitFor();
    await picture(page, "aiming-phone-light");
    await touch.send("Input.dispatchTouchEvent", {type: "touchEnd", touchPoints: []});
    await untilMoves(page, 2);
    assert.equal((await moves(page))[0], "h8");
    await page.locator("#point-a15").tap({force: true});
    await untilMoves(page, 4);
    assert.equal((await moves(page))[2], "a15");
    for (const tab of ["analysis", "openings", "review", "edit", "moves"]) {
      await page.locator(`#tab-${tab}`).tap();
      await picture(page, `${tab}-phone-light`);
    }
    return page;
  },

  async "the keyboard plays"() {
    const page = await visit();
    await begin(page, {white: "person"});
    await page.locator("#grid").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.locator("#grid").getAttribute("aria-activedescendant"), "point-i9");
    await page.keyboard.press("Enter");
    assert.equal(await name(page, "i9"), "i9, black, move 1, last move");
    await page.keyboard.press("Home");
    await page.keyboard.press("PageDown");
    await page.keyboard.press(" ");
    assert.deepEqual(await moves(page), ["i9", "a1"]);
    await page.keyboard.press("u");
    assert.equal(await stones(page), 1);
    await page.keyboard.press("r");
    assert.equal(await stones(page), 2);
    return page;
  },

  async "tic-tac-toe, caro and two engines"() {
    const page = await visit();
    await begin(page, {size: "3", rule: "0", black: LEVEL_FULL, white: LEVEL_FULL, turn: 200});
    await until(page, "status", /A draw: the board is full/);
    assert.equal(await stones(page), 9);
    await begin(page, {size: "9", rule: "8", black: "person", white: "person"});
    for (const point of ["c3", "b3", "d3", "h3", "e3", "a9", "f3", "i9", "g3"]) await click(page, point);
    assert.equal(await stones(page), 9);        // closed at both ends by b3 and h3: no win
    assert.doesNotMatch(await status(page), /wins/);
    await begin(page, {size: "3", rule: "4"});
    await until(page, "new-fault", /Renju is played for five in a row/);
    return page;
  },

  async "swap2 and balanced openings"() {
    const page = await visit();
    await begin(page, {size: "15", opening: "swap2", black: 7, white: "person"});
    await page.locator("#choice button").first().waitFor();
    assert.equal(await stones(page), 3);
    assert.match(await page.locator("#choice").innerText(), /^White moves next/);
    const tops = await page.locator("#choice button").evaluateAll(buttons => buttons.map(button => button.getBoundingClientRect().top));
    assert.deepEqual([tops.length, new Set(tops).size], [3, 1], "they stand in one row");
    await picture(page, "swap2-wide-light");
    await page.locator("#choice button", {hasText: "black"}).click();
    await until(page, "status", YOUR_TURN);
    assert.equal(await stones(page), 4);
    assert.match(await page.locator("#player-0").textContent(), /You/);
    assert.equal(await page.locator("#choice").innerText(), "You take black: Tengen has white.");
    await begin(page, {opening: "swap2", black: "person", white: 7});
    assert.match(await page.locator("#choice").innerText(), /^Swap2: the first player puts three stones/);
    for (const point of ["h8", "i9", "c3"]) await click(page, point);
    await until(page, "choice", /Tengen ((takes|keeps) (black|white): you have|puts two stones more)/);
    await page.waitForFunction(() => /Your turn|Opening: choose/.test(document.getElementById("status").textContent));
    await begin(page, {opening: "balanced", black: "person", white: 7});
    await until(page, "status", /Tengen thinks/);       // the game before may have ended in "Your turn"
    await until(page, "status", YOUR_TURN);
    assert.equal(await stones(page), 4);
    return page;
  },

  async "every opening rule, by clicks of two people"() {
    const page = await visit(), black = "Take black", white = "Take white";
    const openings = [
      ["pro", "h9 h8 a15 j10 h11", 3], ["longpro", "h8 i8 h11 h12", 3], ["swap", "a1 b2 c3", black, 3],
      ["swap2", "a1 b2 c3", "Add two stones", "d4 e5", white, 5], ["rif", "h8 h9 h10", black, "h11 i8 j9 k10 j9", 5],
      ["yamaguchi", "h8 i9 h10", "2", white, "a15 i8 j8 j8", 5],
      ["taraguchi-10", "h8", white, "h9", black, "i10", white, "k11", "Offer 10 fifth moves", "b1 b2 b3 b4 b5 c1 c2 c3 c4 d1 c4", 5],
      ["soosyrv-8", "h8 i9 h10", white, "a15", "3", black, "c3 i8 j8 i8", 5],
    ];
    for (const [rule, ...steps] of openings) {
      await begin(page, {size: "15", rule: "4", opening: rule, black: "person", white: "person"});
      for (const step of steps.slice(0, -1)) {
        if (/^[a-z]\d/.test(step)) for (const point of step.split(" ")) await click(page, point);
        else await page.locator("#choice button", {hasText: new RegExp(`^${step}$`)}).click();
      }
      await drawn(page);
      assert.match(await status(page), /(Black|White) to move\.$/, rule);
      assert.equal(await stones(page), steps.at(-1), rule);
    }
    await page.locator("#new").click();
    for (const [rule, isOffered] of [["0", false], ["4", true]]) {
      await page.locator("#new-form [name=rule]").selectOption(rule);
      assert.equal(await page.locator("#opening [value=rif]").evaluate(option => !option.disabled), isOffered, "it is renju's own");
    }
    await page.locator("#opening").selectOption("taraguchi-10");
    assert.match(await page.locator("#opening-words").textContent(), /a square that grows/);
    await page.locator("#new-dialog [data-close]").click();
    await begin(page, {opening: "taraguchi-10", black: "person", white: "person"});
    const side = when(async () => Number(await page.locator("#grid .square .inner").getAttribute("width")) / 40);
    assert.equal(await side(page), 1);
    await click(page, "h8");
    await page.locator("#choice button", {hasText: "Take black"}).click();
    assert.equal(await side(page), 3, "the square of the next stone is drawn");
    await picture(page, "square-wide-light");
    await begin(page, {opening: "rif", black: 7, white: "person"});
    await page.locator("#choice button", {hasText: "Take white"}).click();
    await click(page, "a15");
    await until(page, "status", /pick one of the offered moves/);
    const offered = await page.locator("#grid [aria-label$=offered]").first().getAttribute("aria-label");
    assert.equal(await page.locator("#grid .mark.best").count(), 2);
    await click(page, offered.split(",")[0]);
    await until(page, "status", YOUR_TURN);
    assert.equal(await stones(page), 5);
    return page;
  },

  async "analysis: lines, worth and threats"() {
    const page = await visit({hash: "#rule=0&size=15x15&moves=h8a1"});
    await page.locator("#tab-analysis").click();
    await page.locator("#threats").check();
    await page.locator("#worth").check();
    await page.locator("#grid .mark.worth").first().waitFor();
    const worth = await page.locator("#grid .mark.worth text").allTextContents();
    assert.deepEqual(worth, Array.from({length: 10}, (_, at) => String(at + 1)), "the ten best, and no raw numbers");
    assert.match(await page.locator("#panel-analysis").innerText(), /1 the best[^]*3\+3: two open threes[^]*A dark square is black's/);
    await picture(page, "worth-wide-light");
    await page.locator("#analyse").click();
    await page.locator("#thoughts li").nth(2).waitFor();
    await until(page, "thoughts", /depth \d/);
    await until(page, "chance", /^Black|^Even/);
    await picture(page, "analysis-wide-light");
    assert.match(await page.locator("#chance").textContent(), / \d+ % for black\.$/);
    await page.locator("#analyse").click();
    await page.locator("#analyse", {hasText: "Analyse"}).waitFor();
    await page.locator("#worth").uncheck();
    const lines = await page.locator("#thoughts button").allInnerTexts();
    assert.equal(lines.length, 3, "what was found stays");
    assert.match(await page.locator("#effort").textContent(), /^Depth \d+, .+ positions, .+ a second, \d+ s$/);
    assert.equal(await page.locator("#grid .mark.best").count(), 1);

    // A line is previewed by the pointer, chosen by a click, stepped through by arrows, and closed by Escape.
    const line = page.locator("#thoughts button").first(), count = await line.locator(".cell").count();
    const shown = when(() => page.locator("#grid .thought").count());
    await line.locator(".cell").nth(2).hover();
    assert.equal(await shown(page), 3);
    await page.locator("#effort").hover();
    assert.equal(await shown(page), 0);
    await line.locator("strong").click();
    assert.equal(await shown(page), count);
    assert.equal(await line.getAttribute("aria-pressed"), "true");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await shown(page), count - 1);
    assert.equal(await line.evaluate(button => button === document.activeElement), true);
    await page.keyboard.press("Escape");
    await page.locator("#effort").hover();
    assert.equal(await shown(page), 0);
    await page.keyboard.press("ArrowRight");
    assert.equal(await shown(page), 1);
    await page.keyboard.press("Escape");

    // It is played as far as it is shown.
    await line.locator(".cell").nth(1).click();
    await drawn(page);
    await page.keyboard.press("p");
    assert.equal((await moves(page)).length, 4);
    for (let back = 0; back < 2; back += 1) await page.locator("#undo").click();
    await drawn(page);

    // It belongs to its position.
    await page.locator("#undo").click();
    await page.locator("#redo").click();
    await drawn(page);
    assert.deepEqual(await page.locator("#thoughts button").allInnerTexts(), lines);
    const words = await page.locator("#effort").textContent();
    await page.reload();
    await page.locator("#thoughts button").first().waitFor();
    assert.deepEqual(await page.locator("#thoughts button").allInnerTexts(), lines, "it survives a reload");
    assert.equal(await page.locator("#effort").textContent(), words);
    await page.locator("#tab-edit").click();
    await drawn(page);
    assert.equal(await page.locator("#grid .mark.best").count(), 0, "marks where no button takes them away");
    await page.evaluate(() => { location.hash = "#rule=0&size=15x15&moves=h8h9i8i9j8a1k8a3"; });
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 8);
    await page.locator("#grid .mark.threat.of-black").first().waitFor();
    assert.match(await name(page, "g8"), /^g8, empty, black makes five in a row/);
    assert.match(await name(page, "g9"), /^g9, empty, white makes an open three/);
    assert.equal(await page.locator("#grid .mark.threat.of-black rect").count() > 0, true);
    assert.equal(await page.locator("#grid .mark.threat.of-white circle").count() > 0, true);
    await picture(page, "threats-wide-light");
    await page.locator("#tab-analysis").click();
    await page.locator("#worth").check();
    await page.locator("#grid .mark .corner-words").first().waitFor();
    const numbers = await page.locator("#grid .mark.worth text, #grid .mark .corner-words").allTextContents();
    assert.deepEqual(numbers.map(Number).sort((one, other) => one - other), Array.from({length: 10}, (_, at) => at + 1));
    await picture(page, "worth-and-threats-wide-light");
    await page.locator("#worth").uncheck();
    await page.locator("#ask-moves").check();
    await click(page, "o15");
    await page.locator("#thoughts", {hasText: /o15/}).waitFor();
    await page.locator("#ask-moves").uncheck();
    await page.locator("#even-two").click();
    await page.waitForFunction(() => document.querySelectorAll("#grid .mark.best").length === 2);
    await picture(page, "balance-wide-light");
    await page.locator("#analyse").click();
    await until(page, "chance", /Black wins by force, with the next move\./);
    assert.doesNotMatch(await page.locator("#thoughts").innerText(), /depth/);
    return page;
  },

  async "of a position with a forced answer it is said why there are few lines, and how deep a proof was says nothing"() {
    const page = await visit({hash: "#rule=0&size=15x15&moves=h8g9i8g7j8e5"});
    await page.locator("#tab-analysis").click();
    assert.equal(await page.locator("#few-lines").isVisible(), false);
    await page.locator("#analyse").click();
    await until(page, "chance", /^Black wins by force, in 3 moves of both sides at most\.$/);
    await page.locator("#few-lines").waitFor();
    assert.equal(await page.locator("#thoughts li").count(), 2);
    assert.doesNotMatch(await page.locator("#thoughts").innerText(), /depth/);
    assert.match(await page.locator("#effort").textContent(), /^(\d.* positions, \d+ s|Found without a search\.)$/);
    await page.locator("#lines").selectOption("2");
    await page.locator("#few-lines").waitFor({state: "hidden"});
    await page.locator("#analyse").click();
    await page.locator("#first").click();
    await page.locator("#few-lines").waitFor({state: "hidden"});
    return page;
  },

  async "a review finds the mistake"() {
    const page = await visit({hash: "#rule=0&size=15x15&moves=h8h9a1i8a3g10a5f11a7k6"});
    await page.locator("#tab-review").click();
    await page.locator("#care").selectOption({label: "quick: 5,000 positions a move"});
    await page.locator("#review").click();
    await page.locator("#review", {hasText: "Stop"}).waitFor();
    await drawn(page);                  // the button says Stop, unless the review is done already
    await page.locator("#review", {hasText: "Review"}).waitFor();
    const mistakes = await page.locator("#mistakes li").allInnerTexts();
    const numbers = await page.locator("#curve .bad-number").allTextContents();
    assert.equal(numbers.length > 0 && numbers.every(number => mistakes.some(words => words.trim().startsWith(`${number} `))), true, `${numbers} ${mistakes}`);
    const isBad = /3 a1: (mistake|lets the opponent win)/;    // how bad depends on what the engine has learnt
    assert.equal(mistakes.some(words => isBad.test(words)), true, mistakes.join("\n"));
    await page.locator("#mistakes button", {hasText: "3 a1"}).click();
    await page.locator("#grid .thought").first().waitFor();
    assert.equal(await stones(page), 2);
    assert.equal(await page.locator("#grid .mark.played").count(), 1, "the mistake stands beside what would have been better");
    assert.match(await page.locator("#tally").textContent(), /^Black: \d+ % accurate, .* White: \d+ % accurate, /);
    await picture(page, "review-wide-light");

    // From mistake to mistake, and round again.
    const chosen = when(() => page.locator("#mistakes [aria-current]").allInnerTexts());
    const first = await chosen(page);
    for (let each = 1; each < mistakes.length; each += 1) {
      await page.keyboard.press("m");
      assert.notDeepEqual(await chosen(page), first);
    }
    await page.locator("#next-mistake").click();
    assert.deepEqual(await chosen(page), first);

    // A better one is looked for, and the game stays as it was.
    const played = await moves(page);
    await page.locator("#try-again").click();
    await until(page, "status", /Find a better move for black than a1/);
    assert.equal(await page.locator("#grid .thought").count(), 0);
    assert.doesNotMatch((await page.locator("#mistakes li").allInnerTexts()).join(), /Better/);
    await click(page, "o15");
    await until(page, "status", /^o15: .* % for black. Try another one|^o15 is a good move/);
    await click(page, "g9");
    await until(page, "status", /^g9/);
    await picture(page, "try-again-wide-light");
    assert.deepEqual(await moves(page), played);
    await page.keyboard.press("Escape");
    assert.doesNotMatch(await status(page), /g9/);
    return page;
  },

  async "a position is edited freely"() {
    const page = await visit();
    await begin(page, {white: "person"});
    await page.locator("#tab-edit").click();
    await page.locator("#edit-begin").click();
    for (const point of ["c3", "d3", "e3"]) await click(page, point);
    await page.locator("#edit-done").click();
    await until(page, "status", /^Black to move/);       // black alone, and to move: the engine can be told even that
    await page.locator("#hint").click();
    await until(page, "status", /Hint: [a-h]\d\./);
    await page.locator("#tab-edit").click();
    await page.locator("#edit-begin").click();
    for (const point of ["f3", "g3"]) await click(page, point);
    await page.locator("#edit-done").click();
    await until(page, "status", /^Black wins: five in a row/);
    assert.equal(await page.locator("#grid .winning circle.inner").count(), 5);
    await page.locator("#tab-edit").click();
    await page.locator("#edit-begin").click();
    for (const point of ["f3", "g3"]) await click(page, point);
    await page.locator("[name=tool][value='1']").check();
    for (const point of ["c4", "c5"]) await click(page, point);
    await page.locator("[name=tool][value='2']").check();
    await click(page, "e3");
    await page.locator("[name=to-move][value='1']").check();
    await page.locator("#edit-done").click();
    assert.equal(await stones(page), 4);
    await click(page, "h8");
    assert.equal(await name(page, "h8"), "h8, white, move 1, last move");
    await page.locator("#share").click();
    assert.equal(new URL(await page.locator("#link").inputValue()).hash,
                 "#rule=0&size=15x15&black=c3d3&white=c4c5&to=white&moves=h8");
    await page.locator("#save").click();
    await until(page, "share-fault", /begins on an empty board/);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save-sgf").click()]);
    assert.match(await readFile(await download.path(), "utf8"),
                 /SZ\[15\]RU\[freestyle\].*\nAB\[cm\]\[dm\]AW\[cl\]\[ck\]PL\[W\]\n;W\[hh\]\)/);
    return page;
  },

  async "the editor: the other button, drags, shifts, another board"() {
    const page = await visit();
    await begin(page, {white: "person"});
    await page.locator("#tab-edit").click();
    await page.locator("#edit-begin").click();
    const middle = async point => {
      const {x, y, width, height} = await page.locator(`#point-${point}`).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    const drag = async (button, ...points) => {
      await page.mouse.move(...await middle(points[0]));
      await page.mouse.down({button});
      for (const point of points.slice(1)) await page.mouse.move(...await middle(point));
      await page.mouse.up({button});
    };
    await click(page, "a1");
    await drag("right", "c3");
    await drag("left", "e5", "f5", "g5");
    await drag("right", "e9", "f9");
    await drag("left", "c3", "c4", "c5");
    await page.locator("#shift-right").click();
    await page.locator("#edit-rule").selectOption("4");
    await page.locator("#edit-size").selectOption({label: "17×17"});
    await picture(page, "editor-wide-light");
    await page.locator("#edit-size").selectOption({label: "9×9"});
    await until(page, "toast", /A stone would leave the board/);
    assert.equal(await page.locator("#edit-size").inputValue(), "17,17,5");
    await page.locator("#edit-done").click();
    await page.locator("#share").click();
    assert.equal(new URL(await page.locator("#link").inputValue()).hash, "#rule=4&size=17x17&black=c2g6h6i6&white=g10h10e6");
    return page;
  },

  async "arrows and marks are drawn by hand, and kept with the position"() {
    const page = await visit({hash: "#rule=0&size=15x15&moves=h8i9"}), count = when(() => page.locator("#grid .drawn").count());
    const drag = async (from, to, button = "left") => {
      for (const [at, point] of [from, to].entries()) {
        const {x, y, width, height} = await page.locator(`#point-${point}`).boundingBox();
        await page.mouse.move(x + width / 2, y + height / 2);
        if (!at) await page.mouse.down({button});
      }
      await page.mouse.up({button});
    };
    await drag("h8", "k11", "right");
    await drag("i9", "i9", "right");
    await page.keyboard.down("Shift");
    await drag("c3", "f3");
    await page.keyboard.up("Shift");
    assert.deepEqual([await count(page), await stones(page)], [3, 2]);
    await page.locator("#tab-analysis").click();
    await page.locator("#draw").check();
    for (const point of ["d4", "d4", "d4", "e5", "e5"]) await click(page, point);
    assert.deepEqual([await count(page), await page.locator("#grid .drawn text").textContent()], [5, "A"]);
    await page.mouse.move(0, 0);
    await picture(page, "drawn-wide-light");
    await page.locator("#undo").click();
    assert.equal(await count(page), 0);
    await page.locator("#redo").click();
    await page.reload();
    await page.locator("#grid .stone").first().waitFor();
    assert.equal(await count(page), 5);
    return page;
  },

  async "a forbidden point says no, and why"() {
    const page = await visit();
    await begin(page, {white: "person"});
    await page.evaluate(() => { location.hash = "#rule=4&size=15x15&moves=h8a1i8a3j10a5j9o1"; });
    await page.locator("#grid .forbidden").first().waitFor();
    await page.locator("#point-j8").hover();
    await page.locator("#grid .reason").waitFor();
    assert.equal(await page.locator("#grid .reason").textContent(), "double-three");
    assert.equal(await page.locator("#grid .pale").count(), 0);
    await picture(page, "forbidden-wide-light");
    await page.locator("#point-b9").hover();
    assert.equal(await page.locator("#grid .reason").count(), 0);
    await click(page, "b9");
    assert.equal(await page.locator("#grid .forbidden").count(), 1, "white sees it, too");
    await page.locator("#point-j8").hover();
    assert.equal(await page.locator("#grid .pale").count(), 1);
    return page;
  },

  async "looking at a tab does not stop the game, and editing is left as it was begun"() {
    const page = await visit();
    await begin(page, {white: LEVEL_FULL, turn: 60_000});
    await click(page, "h8");
    await until(page, "status", THINKING);
    await page.locator("#tab-edit").click();
    await page.locator("#edit-begin").click();
    await until(page, "status", /Editing/);
    await click(page, "a1");
    await page.locator("#tab-review").click();
    assert.equal(await stones(page), 2, "another tab ends no editing");
    await page.locator("#tab-edit").click();
    await page.locator("#edit-cancel").click();
    await until(page, "status", THINKING);
    await page.waitForTimeout(300);
    await page.locator("#go").click();
    await until(page, "status", YOUR_TURN);
    assert.equal((await moves(page)).length, 2);
    assert.equal((await moves(page))[0], "h8");
    return page;
  },

  async "openings tell what is played, by names, and a click plays it"() {
    const page = await visit({locale: "ja"}), rows = page.locator("#openings button");
    const fetched = [];
    page.on("request", request => { if (request.url().endsWith("explorer.bin.gz")) fetched.push(request.url()); });
    await begin(page, {rule: 4, black: "person", white: "person"});
    assert.deepEqual(fetched, [], "nobody has asked for it");
    await page.locator("#tab-openings").click();
    for (const played of ["h8", "h9", "i9"]) {
      await rows.first().waitFor();
      await drawn(page);
      const count = await stones(page);
      await rows.filter({has: page.locator("b", {hasText: new RegExp(`^${played}$`)})}).click();
      await page.waitForFunction(wanted => document.querySelectorAll("#moves li").length === wanted, count + 1);
    }
    await until(page, "opening-name", /^花月 \(4D\)$/);
    await rows.nth(3).waitFor();
    await page.mouse.move(5, 5);
    await drawn(page);
    const marks = await page.locator("#grid .mark").count(), shown = await rows.count();
    assert.ok(marks >= shown && shown > 3, `${marks} marks of ${shown} moves`);
    assert.match(await rows.first().innerText(), /^[a-o]\d+\s+\+\d+(\s+\d+ %)?$/, "all are proven to lose");
    assert.equal(fetched.length, built ? 1 : 0);
    await picture(page, "openings-wide-light");
    await click(page, "a1");
    await until(page, "opening-name", /^花月/);
    await drawn(page);
    assert.deepEqual([await rows.count(), await page.locator("#grid .mark").count()], [0, 0]);
    await page.locator("#tab-analysis").click();
    await page.keyboard.press("ArrowLeft");
    await drawn(page);
    assert.equal(await page.locator("#grid .mark").count(), 0, "they are shown beside their panel alone");
    return page;
  },

  async "a game without help has none, and after a game with help that is told"() {
    const page = await visit(), title = when(() => page.locator("#balance").getAttribute("title"));
    await begin(page, {});
    assert.equal(await page.locator("#help").isChecked(), true, "as usual");
    await begin(page, {white: LEVEL_FULL, help: false});
    await click(page, "h8");
    await untilMoves(page, 2);
    await page.locator("#tab-analysis").click();
    await drawn(page);
    for (const id of ["hint", "go", "analyse", "worth", "threats", "review"]) assert.equal(await page.locator(`#${id}`).isDisabled(), true, id);
    assert.match(await page.locator("#chance").textContent(), /^Help is off in this game/);
    assert.match(await title(page), /not known/);
    await picture(page, "without-help-wide-light");
    await begin(page, {white: LEVEL_FULL, help: true});
    await click(page, "h8");
    await untilMoves(page, 2);
    assert.match(await title(page), /not known/, "nobody has asked");
    await page.locator("#analyse").click();
    await page.locator("#thoughts li").first().waitFor();
    assert.match(await title(page), /%/);
    await page.locator("#resign").click();
    await page.locator("#resign-yes").click();
    await until(page, "status", /^White \(Tengen\) wins: Black resigned\. Help was used\.$/);
    await page.locator("#library").click();
    await page.locator("#library-list small", {hasText: "white won, with help"}).waitFor();
    await page.locator("#library-dialog [data-close].main-button").click();
    return page;
  },

  async "resign, swap sides, clocks"() {
    const page = await visit();
    await begin(page, {white: 7});
    await page.locator("#swap").click();
    await until(page, "status", YOUR_TURN);
    assert.equal(await stones(page), 1);
    await page.locator("#resign").click();
    await page.locator("#resign-dialog [data-close]").click();
    assert.match(await status(page), YOUR_TURN);
    await page.locator("#resign").click();
    await page.locator("#resign-yes").click();
    await until(page, "status", /Black \(Tengen\) wins: White resigned/);
    await page.locator("#undo").click();
    await until(page, "status", YOUR_TURN);
    assert.equal(await stones(page), 1);
    await begin(page, {black: "person", white: "person", clock: "1+0"});
    await click(page, "h8");
    await page.waitForFunction(() => /0:5\d/.test(document.querySelector("#player-1 .time").textContent));
    return page;
  },

  async "the page of scripts/review, from disk"() {
    if (!program) return null;
    const file = join(tmpdir(), `tengen-review-${process.pid}.psq`), out = file.replace(".psq", ".html");
    const moves = ["8,8", "1,1", "15,15", "1,3", "9,8", "1,5", "10,8", "1,7", "11,8", "1,9", "12,8"];
    await writeFile(file, `Piskvorky 15x15, 11:11, 0\n${moves.map((move, at) => `${move},${at < 2 ? 0 : 100}\n`).join("")}<b>one\ntwo\n0\n1,freestyle\n`);
    execFileSync(join(ROOT, "scripts", "review"), [file, "--engine", program, "--nodes", "2000", "--quiet"]);
    const page = await visit({address: pathToFileURL(out).href});
    assert.match(await page.locator("#player-0").textContent(), /<b>one/);
    assert.match(await status(page), /Black wins: five in a row/);
    assert.match((await page.locator("#mistakes li").allInnerTexts()).join("\n"), /[46] a[35]: (mistake|doubtful|lets)/);
    assert.doesNotMatch(await page.locator("#mistakes").innerText(), /2 a1:/); // of the given opening
    await page.locator("#mistakes button").first().click();
    await page.locator("#grid .thought").first().waitFor();
    assert.equal(await page.locator("#hint").isVisible(), false);
    await picture(page, "report-wide-light");
    await assertAccessible(page, "report");
    return page;
  },

  async "one file, from disk and without network"() {
    if (!built) return null;
    const page = await visit({address: pathToFileURL(join(built, "tengen.html")).href, hash: "#rule=0&size=15x15&moves=h8"});
    await page.context().setOffline(true);
    await page.locator("#play-on").click();
    await click(page, "i9");
    await untilMoves(page, 3);
    await page.reload();
    await page.locator("#grid .stone").first().waitFor();
    assert.equal(await stones(page), 3);
    await click(page, "a1");
    await untilMoves(page, 5);
    await picture(page, "from-disk");
    return page;
  },

  async "from a server it begins without network the next time"() {
    const page = await visit(), needed = built ? /\.wasm$/ : /main\.js$/;
    const isKept = () => page.evaluate(async source => {
      const files = (await (await caches.open("tengen")).keys()).map(({url}) => url);
      return navigator.serviceWorker.controller && files.includes(`${location.origin}/`) && files.some(url => new RegExp(source).test(url));
    }, needed.source);
    for (const end = Date.now() + PATIENCE_MS; !await isKept() && Date.now() < end;) await page.waitForTimeout(200);
    await begin(page, {black: "person", white: "person"});
    await click(page, "h8");
    await click(page, "i9");
    assert.equal((await page.request.get(new URL("manifest.webmanifest", page.url()).href)).ok(), true);
    await page.context().setOffline(true);
    await page.reload();
    await page.locator("#grid .stone").first().waitFor();
    assert.deepEqual(await moves(page), ["h8", "i9"]);
    if (built) {
      await page.locator("#hint").click();
      await until(page, "status", /Hint: /);
    }
    page.complaints = page.complaints.filter(words => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(words));
    return page;
  },

  async "what was kept may be anything"() {
    for (const kept of ["", "{", "[]", "{\"version\":1}", JSON.stringify({version: 1, game: {variant: {rule: 0, width: 15, height: 15,
      winLength: 5}, start: {stones: [{cell: 9999, colour: 0}], toMove: 0}, moves: [1, 1], ply: 1}})]) {
      const page = await visit({kept});
      assert.equal(await stones(page), 0, kept);
      assert.deepEqual(page.complaints, [], kept);
      await page.context().close();
    }
    return null;
  },

  async "accessible and whole in light and dark, wide and narrow"() {
    for (const scheme of ["light", "dark"]) {
      for (const [called, size] of [["wide", WIDE], ["phone", PHONE], ["tablet", {width: 800, height: 1000}],
                                    ["landscape", {width: 640, height: 360}]]) {
        const where = `${called}-${scheme}`, page = await visit({size, scheme, hash: "#rule=4&size=15x15&moves=h8a1i8a3j10a5j9o1"});
        const {width, height} = size;
        await picture(page, where);
        if (where === "wide-light") await assertAccessible(page, where, true);
        for (const dialog of ["new", "share", "settings"]) {
          await page.locator(`#${dialog}`).click();
          if (called === "wide") await assertAccessible(page, `${where} ${dialog}`);
          const box = await page.locator(`#${dialog}-dialog`).boundingBox();
          assert.equal(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, true, where);
          await picture(page, `${dialog}-${where}`);
          await page.locator(`#${dialog}-dialog [data-close]`).click();
        }
        for (const tab of called === "wide" ? ["analysis", "openings", "review", "edit"] : ["moves", "analysis", "openings", "review", "edit"]) {
          await page.locator(`#tab-${tab}`).click();
          if (called === "phone") await assertAccessible(page, `${where} ${tab}`);
        }
        assert.deepEqual(page.complaints, [], where);
        await page.context().close();
      }
    }
    return null;
  },
};

await run(tests);
