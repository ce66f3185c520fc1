// The languages that the page speaks, each with its table in languages/.

import {cs} from "./languages/cs.js";
import {en} from "./languages/en.js";

/** By the tags of BCP 47, each with its own name for itself. @type {Record<string, {name: string, table: import("./texts.js").Table}>} */
export const LANGUAGES = {
  en: {name: "English", table: en},
  cs: {name: "Čeština", table: cs},
};
