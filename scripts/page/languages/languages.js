// The languages that the page speaks, each with its table in languages/.

import {cs} from "./cs.js";
import {en} from "./en.js";
import {ja} from "./ja.js";
import {ru} from "./ru.js";
import {vi} from "./vi.js";
import {zh} from "./zh.js";

/**
 * By the tags of BCP 47, each with its own name for itself.
 * @type {Record<string, {name: string, table: import("./texts.js").Table}>}
 */
export const LANGUAGES = {
  en: {name: "English", table: en},
  zh: {name: "简体中文", table: zh},
  ja: {name: "日本語", table: ja},
  ru: {name: "Русский", table: ru},
  cs: {name: "Čeština", table: cs},
  vi: {name: "Tiếng Việt", table: vi},
};
