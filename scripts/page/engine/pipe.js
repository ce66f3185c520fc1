// pipe - the page behind pipe.html: what is typed goes to the engine as a line, what it says stands below. For whoever
// wants to see the protocol itself, and for tests, which read `tengen` (the Engine) and the lines in #said.

import { Engine } from "./engine.js";

const SHOWN_MOST = 2000; // lines; older ones go

const said = /** @type {HTMLElement} */ (document.getElementById("said"));
const state = /** @type {HTMLElement} */ (document.getElementById("state"));
const form = /** @type {HTMLFormElement} */ (document.getElementById("form"));
const line = /** @type {HTMLInputElement} */ (document.getElementById("line"));
const restart = /** @type {HTMLButtonElement} */ (document.getElementById("restart"));

/** @param {string} text */
function show(text) {
  said.append(document.createTextNode(`${text}\n`));
  if (said.childNodes.length > SHOWN_MOST) said.firstChild?.remove();
}

const engine = new Engine();
Object.assign(globalThis, { tengen: engine });
engine.onLine(show);
engine.onState((now, reason) => {
  state.textContent =
    now === "dead" ? reason
    : now === "starting" ? "The engine starts."
    : `The engine is ready (${engine.variant}, ${engine.threads} at a time).`;
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  show(`> ${line.value}`);
  engine.send(line.value);
  line.value = "";
});
restart.addEventListener("click", () => engine.restart());
