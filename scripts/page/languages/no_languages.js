// In a report of scripts/match, in the place of languages.js: the report is in English, and so are its modules of the
// page.

import {en} from "./en.js";

/** As in languages.js. @type {Record<string, {name: string, table: import("./texts.js").Table}>} */
export const LANGUAGES = {en: {name: "English", table: en}};
