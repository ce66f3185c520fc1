// The page in its languages: the browser's, or the one that was chosen, which is kept; nothing is cut off where words are longer.
//
// usage: node test_languages.mjs PROGRAM [TEST NAME]; skipped without a browser, see visit.mjs

import assert from "node:assert/strict";
import {LANGUAGES} from "../../../../scripts/page/languages/languages.js";
import {PHONE, assertAccessible, click, drawn, name, picture, run, status, stones, until, visit, when} from "../support/visit.mjs";

const DESKTOPS = [{width: 1100, height: 800}, {width: 1280, height: 800}, {width: 1920, height: 1080}];
const GAME = "#rule=0&size=15x15&moves=h8h9i8", NARROW = {width: 320, height: 640};
/** What the button of a new game says. */
const NEW = {en: "New", zh: "新局", ja: "新規", ru: "Новая", cs: "Nová", vi: "Mới"};

const said = when(page => page.locator("#new").textContent());
const language = when(page => page.locator("html").getAttribute("lang"));

async function choose(page, tag) {
  await page.locator("#settings").click();
  await page.locator("#language").selectOption(tag);
  await page.waitForFunction(wanted => document.documentElement.lang === wanted && document.getElementById("grid"), tag || "cs");
}

/** Words that are wider than the button they stand in, and parts that reach beyond the page. */
const cutOff = page => page.evaluate(() => [...document.querySelectorAll("button, label, h2, [role=tab]")]
  .filter(part => part.checkVisibility() && (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline" ||
    part.getBoundingClientRect().right > document.documentElement.clientWidth + 1))
  .map(part => `${part.id || part.className}: ${part.textContent}`));

const tests = {
  async "the page speaks the language of the browser, and the one that was chosen, which is kept"() {
    const page = await visit({hash: GAME, locale: "cs-CZ"});
    assert.deepEqual([await language(page), await said(page), await page.locator("#tab-edit").textContent()], ["cs", "Nová", "Úpravy"]);
    assert.equal(await name(page, "h8"), "h8, černý, tah 1");
    assert.equal(await page.locator("#hint").getAttribute("title"), "Nápověda (h)");
    assert.match(await page.title(), / · Tengen$/);
    await click(page, "a1");
    await choose(page, "ja");
    await until(page, "status", /です/);
    assert.deepEqual([await said(page), await stones(page)], [NEW.ja, 4], "the game goes on");
    await page.reload();
    await page.locator("#grid").waitFor();
    assert.equal(await language(page), "ja");
    await choose(page, "");
    assert.equal(await said(page), NEW.cs);
    assert.doesNotMatch(await status(page), /[A-Z][a-z]+ to move|Your turn/);
    return page;
  },

  async "a language that the page lacks is English"() {
    const page = await visit({locale: "fr-FR"});
    assert.deepEqual([await language(page), await said(page)], ["en", "New"]);
    return page;
  },

  async "in no language is anything cut off"() {
    let last = null;
    const found = [];
    const look = async (page, where) => found.push(...(await cutOff(page)).map(words => `${where}, ${words}`));
    for (const tag of Object.keys(LANGUAGES)) {
      const page = await visit({hash: GAME, locale: tag, size: PHONE, phone: true});
      assert.equal(await said(page), NEW[tag]);
      for (const size of [PHONE, NARROW]) {
        await page.setViewportSize(size);
        for (const tab of ["moves", "analysis", "openings", "review", "edit"]) {
          await page.locator(`#tab-${tab}`).click();
          await drawn(page);
          await look(page, `${tag}, ${size.width} pixels, ${tab}`);
        }
      }
      await picture(page, `language-${tag}`);
      for (const size of DESKTOPS) {
        await page.setViewportSize(size);
        await drawn(page);
        await look(page, `${tag}, ${size.width} pixels`);
      }
      await page.setViewportSize(PHONE);
      await drawn(page);
      for (const [button, dialog] of [["new", "new-dialog"], ["settings", "settings-dialog"]]) {
        await page.locator(`#${button}`).press("Enter");
        await drawn(page);
        await look(page, `${tag}, ${dialog}`);
        await picture(page, `language-${tag}-${button}`);
        await page.keyboard.press("Escape");
      }
      await assertAccessible(page, tag);
      if (last) await last.context().close();
      last = page;
    }
    assert.deepEqual(found, []);
    return last;
  },
};

await run(tests);
