// Does each language say everything that the page says (scripts/page/languages/texts.js), with the same places and every plural, and
// nothing more? Reads the sources: what is told to `t`, and what stands in index.html. And is anything said past `t`?

import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {LANGUAGES} from "../../../../scripts/page/languages/languages.js";
import {OPENINGS} from "../../../../scripts/page/languages/openings.js";
import {languageFor, t} from "../../../../scripts/page/languages/texts.js";

const PAGE = fileURLToPath(new URL("../../../../scripts/page/", import.meta.url));
const read = name => readFileSync(PAGE + name, "utf8");
// Modules that say nothing to people: the engine's own side, and what is built or written for other programs.
const SILENT = new Set([
  "engine/worker.js", "engine/runtime.js", "engine/pipe.js", "engine/no_engine.js", "languages/no_languages.js", "service_worker.js",
  ...Object.keys(LANGUAGES).map(tag => `languages/${tag}.js`),
]);
const MODULES = readdirSync(PAGE, {recursive: true})
  .filter(name => name.endsWith(".js") && !name.startsWith("node_modules") && !SILENT.has(name));
const COUNTED_MOST = 200;           // every plural of whole numbers comes up before

// --- the literals of a module ----------------------------------------------------------------------------------------------

/** May a slash after these characters begin a pattern? */
const BEFORE_PATTERN = /(?:[(,=:[!&|?{};+\n]|return|=>)\s*$/;
const TOKEN = /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"/y;
const PATTERN = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

/**
 * The strings of a script, each with where it stands and whether it is told to `t`; the fixed parts of templates as well.
 * @returns {{text: string, at: number, isTold: boolean, isTemplate: boolean}[]}
 */
function literals(source) {
  const found = [], open = [];      // open: brackets, each {bracket, isTold} ; a template is a bracket as well
  const isTold = () => open.some(each => each.isTold);
  const match = (pattern, at) => { pattern.lastIndex = at; return pattern.exec(source)?.[0]; };
  const template = at => {          // from behind ` or }
    const end = /(?:[^`\\$]|\\[^]|\$(?!\{))*(`|\$\{)/y;
    end.lastIndex = at;
    const [whole, closing] = end.exec(source) ?? assert.fail("a template has no end");
    found.push({text: whole.slice(0, -closing.length), at, isTold: isTold(), isTemplate: true});
    if (closing === "${") open.push({bracket: "${", isTold: false});
    return at + whole.length;
  };
  for (let at = 0; at < source.length;) {
    const token = match(TOKEN, at), char = source[at];
    if (token) {
      if (token[0] === '"') found.push({text: JSON.parse(token), at, isTold: isTold(), isTemplate: false});
      at += token.length;
    } else if (char === "/" && BEFORE_PATTERN.test(source.slice(Math.max(0, at - 20), at)) && match(PATTERN, at)) {
      at += match(PATTERN, at).length;
    } else if (char === "`") {
      at = template(at + 1);
    } else if (char === "}" && open.at(-1)?.bracket === "${") {
      open.pop();
      at = template(at + 1);
    } else {
      if ("([{".includes(char)) open.push({bracket: char, isTold: char === "(" && /(?<![\w.$])t$/.test(source.slice(Math.max(0, at - 2), at))});
      else if (")]}".includes(char)) open.pop();
      else if (char === "," && open.at(-1)?.isTold) open.at(-1).isTold = false;       // behind the text there are values
      at += 1;
    }
  }
  return found;
}

// --- the texts of index.html ---------------------------------------------------------------------------------------------

const NOT_READ = /<head>[^]*?<\/head>|<!--[^]*?-->|<(script|style|noscript|svg)\b[^]*?<\/\1>|<(\w+)[^>]*translate="no"[^>]*>[^]*?<\/\2>/g;
const WRITTEN = />([^<]+)</g, ATTRIBUTE = /\s(?:aria-label|title|placeholder|label)="([^"]*)"/g;

function textsOfPage(html) {
  const rest = html.replace(NOT_READ, "");
  return [...rest.matchAll(WRITTEN), ...rest.matchAll(ATTRIBUTE)].map(([, words]) => words.trim().replace(/\s+/g, " ").replaceAll("&amp;", "&"))
    .filter(words => /\p{L}/u.test(words));
}

const told = new Set([...MODULES.flatMap(name => literals(read(name)).filter(each => each.isTold).map(({text}) => text)),
                      ...textsOfPage(read("index.html"))].filter(text => /\p{L}/u.test(text)));

// --- what is wrong with a table ---------------------------------------------------------------------------------------

const placesOf = text => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(" ");

/** The plural categories of whole numbers. */
const formsOf = language => [...new Set(Array.from({length: COUNTED_MOST}, (_, count) => new Intl.PluralRules(language).select(count)))].sort();

function faultOf(text, entry, forms) {
  if (typeof entry === "string") {
    if (text.includes("{count}") && forms.length > 1) return "has no plurals";
    return !entry.trim() ? "is empty" : placesOf(text) === placesOf(entry) ? null : "has other places";
  }
  if (Object.keys(entry).sort().join() !== forms.join()) return `has not the forms ${forms.join(", ")}`;
  // "one move" need not name its number.
  const isWhole = form => placesOf(text) === placesOf(form) || placesOf(text.replaceAll("{count}", "")) === placesOf(form);
  return Object.values(entry).every(isWhole) ? null : "has other places";
}

function faults(language, table, texts) {
  const forms = formsOf(language);
  const missing = language === "en" ? [] : [...texts].filter(text => !(text in table)).map(text => `${language} lacks: ${text}`);
  return [...missing, ...Object.entries(table).flatMap(([text, entry]) => {
    if (!texts.has(text)) return [`${language} has, and nobody says: ${text}`];
    const fault = faultOf(text, language === "en" && typeof entry === "object" ? {other: text, ...entry} : entry, forms);
    return fault ? [`${language} ${fault}: ${text}`] : [];
  })];
}

// --- what is said past t ------------------------------------------------------------------------------------------------

/** Two words with a blank between them, or a sentence of one. */
const IS_SAID = /\p{L}{2,},? \p{L}{2,}|^ ?\p{Lu}\p{Ll}+[.:…?!]?$/u;
/** Names of keys. */
const KEY = /^(Arrow\w+|Page\w+|Home|End|Enter|Space|Escape|Esc|Delete|Del|Tengen)$/;
/** Says something to whoever repairs the page. */
const IS_ERROR = /new Error\([`"]?$/;

/** What modules have that is not for people, or stays as it is. @type {Record<string, string[]>} */
const NOT_FOR_PEOPLE = {
  "board/board_picture.js": ["board-picture in-cells", "grid cells", "last on-"],
  "engine/engine.js": [" could not be loaded ("],
  "game/files.js": ["Piskvorky"],
  "library/games.js": ["button, input"],
  "panels/keys.js": ["input, select, textarea, dialog, [role=tablist]"],
  "engine/machine.js": ["MESSAGE machine "],
  "session/proof.js": ["TENGEN PROOF 1", "stones black", "stones white"],
  "puzzles/puzzle.js": ["no word about the position"],
  "game/rules.js": ["caro exact five"],
  "engine/tengen.js": ["taken back"],
  "languages/languages.js": ["English", "Русский", "Čeština", "Tiếng Việt"],
  "languages/texts.js": ["script, style, noscript, svg, [translate=no]"],
  "panels/view.js": ["time low", "threat of-", "worth depth-"],
};

/** Literals of a module that people would read, in English whatever their language. @param {string} source @param {string[]} allowed */
const untold = (source, allowed = []) => literals(source).filter(({text, at, isTold}) => !isTold && IS_SAID.test(text) &&
  !KEY.test(text) && !allowed.includes(text) && !IS_ERROR.test(source.slice(0, at))).map(({text}) => text);

// --- tests ------------------------------------------------------------------------------------------------------------------

/** A test that cannot fail is none: what is wrong is seen. */
function seesFaults() {
  const source = 'const a = t("One {name}", {name: t(b ? "two" : "three")}), c = "says it all"; // t("no")\n' +
    'const d = /"/.test(a), e = `a ${t("four")} word of ${5}`, f = part("six"), g = new Error(`no such thing`), h = "Escape";';
  assert.deepEqual(literals(source).filter(each => each.isTold).map(({text}) => text), ["One {name}", "two", "three", "four"]);
  assert.deepEqual(untold(source), ["says it all", " word of "]);
  assert.deepEqual(untold(source, ["says it all"]), [" word of "]);
  assert.deepEqual(textsOfPage('<body><p title="A &amp; B">One\n two <b>3</b></p><b translate="no">Four</b><svg><title>Five</title></svg></body>'),
                   ["One two", "A & B"]);
  const texts = new Set(["{count} moves", "by {name}", "left"]);
  assert.deepEqual(faults("cs", {"{count} moves": {one: "tah", few: "{count} tahy", other: "{count} tahů"}, "by {name}": "od {name}", "left": "vlevo"}, texts), []);
  assert.deepEqual(faults("cs", {"{count} moves": "{count} tahů", "by {name}": "od {nam}", "right": "vpravo"}, texts), [
    "cs lacks: left", "cs has no plurals: {count} moves", "cs has other places: by {name}", "cs has, and nobody says: right"]);
  assert.deepEqual(faults("ru", {"{count} moves": {one: "a", other: "b"}, "by {name}": "{name}", left: " "}, texts),
                   ["ru has not the forms few, many, one: {count} moves", "ru is empty: left"]);
  assert.deepEqual(faults("en", {"{count} moves": {one: "{count} move"}}, texts), []);
}

function saysInOrder() {
  assert.equal(languageFor(["xx-YY", "cs-CZ", "en"]), "cs");
  assert.equal(languageFor(["fr"]), "en");
  assert.equal(t("Move {number}", {number: 3}), "Move 3");
}

/** The names of openings are those that the engine tells. */
function namesOpenings() {
  const table = readFileSync(`${PAGE}../../engine/opening/opening_name.c`, "utf8");
  const names = [...table.matchAll(/DIRECT\(\d+, "(\w+)"/g)].map(([, name]) => name);
  assert.deepEqual([names.length, Object.keys(OPENINGS)], [26, names]);
}

seesFaults();
saysInOrder();
namesOpenings();
assert.deepEqual(Object.entries(LANGUAGES).flatMap(([language, {table}]) => faults(language, table, told)), []);
assert.deepEqual(MODULES.flatMap(name => untold(read(name), NOT_FOR_PEOPLE[name]).map(text => `${name}: ${text}`)), []);
