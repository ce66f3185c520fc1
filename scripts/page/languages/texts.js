// What the page says, in the language of whoever reads it. An English text is its own key: `t("Move {number}", {number:
// 3})`; languages/ has one table for each other language, and what a table lacks is said in English. The language is
// chosen once, when the page is loaded: modules may keep texts as constants, and another choice loads the page anew.
//
// A place called {count} chooses between forms: where a language has several, its table has one for each plural
// category.

import {LANGUAGES} from "./languages.js";

/**
 * A text, or its forms by plural category: {one: "{count} move", other: "{count} moves"}
 * @typedef {string | Record<string, string>} Entry
 */
/** @typedef {Record<string, Entry>} Table */
/** @typedef {Record<string, string | number>} Values what stands in the places of a text */

const USUAL = "en";
const KEPT = "tengen-language";

/** The first language that people want and the page has. @param {readonly string[]} wanted tags, the dearest first */
export const languageFor = wanted =>
  wanted.map(tag => tag.toLowerCase().split("-")[0]).find(tag => tag in LANGUAGES) ?? USUAL;

/** The language that was chosen by hand; empty: as the browser wishes. */
export function chosenLanguage() {
  try {
    const kept = localStorage.getItem(KEPT) ?? "";
    return kept in LANGUAGES ? kept : "";
  } catch {
    return "";                      // a browser that lets nothing be kept
  }
}

/** Keeps the choice and loads the page anew. @param {string} language as chosenLanguage has it */
export function chooseLanguage(language) {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // It cannot be kept: the language stays.
  }
  location.reload();
}

const isInPage = typeof document !== "undefined";
export const language = isInPage ? chosenLanguage() || languageFor(navigator.languages) : USUAL;
/** For numbers and dates: as people in their own country write them, if the browser says which. */
export const locale = (isInPage ? navigator.languages : [])
  .find(tag => tag.toLowerCase().split("-")[0] === language) ?? language;

const {table} = LANGUAGES[language];
const plurals = new Intl.PluralRules(language);

/**
 * The text in the language of the page, with the values in their places.
 * @param {string} text @param {Values} values
 */
export function t(text, values = {}) {
  const entry = table[text] ?? text;
  const form = typeof entry === "string" ? entry : entry[plurals.select(Number(values.count))] ?? text;
  return form.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

// --- what stands in the page from the beginning ----------------------------------------------------------------------

const ATTRIBUTES = ["aria-label", "title", "placeholder", "label"];
const NOT_READ = "script, style, noscript, svg, [translate=no]";

/** A text has letters, and its blanks are no part of it. @param {string} words */
function translated(words) {
  const text = words.trim();
  return /\p{L}/u.test(text) ? words.replace(text, () => t(text.replace(/\s+/g, " "))) : words;
}

/** Translates what is written in the page, but for what is marked translate="no". @param {HTMLElement} root */
export function translatePage(root) {
  document.documentElement.lang = language;
  if (language === USUAL) return;
  for (const part of [root, ...root.querySelectorAll("*")]) {
    if (part.closest(NOT_READ)) continue;
    for (const name of ATTRIBUTES) {
      const words = part.getAttribute(name);
      if (words !== null) part.setAttribute(name, translated(words));
    }
    for (const node of part.childNodes) if (node instanceof Text) node.data = translated(node.data);
  }
}

/** The languages to choose from, in a select. @param {HTMLSelectElement} select */
export function fillLanguages(select) {
  for (const [tag, {name}] of Object.entries(LANGUAGES)) {
    const option = new Option(name, tag);
    option.lang = tag;
    select.append(option);
  }
  select.value = chosenLanguage();
}
