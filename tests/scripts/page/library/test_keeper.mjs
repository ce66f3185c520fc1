// Which game a tab keeps, and where it goes when others write it (scripts/page/library/keeper.js), without a browser: history and library
// are played. usage: node test_keeper.mjs

import assert from "node:assert/strict";
import test from "node:test";
import {Keeper} from "../../../../scripts/page/library/keeper.js";
import {OnePlace} from "../../../../scripts/page/library/library.js";
import {Session} from "../../../../scripts/page/session/session.js";
import {USUAL_SETUP} from "../../../../scripts/page/session/setup.js";
import {Tengen} from "../../../../scripts/page/engine/tengen.js";
import {ScriptedEngine} from "../support/scripted.mjs";

/** The history of one tab: Back and Forward tell the page. */
class Past {
  places = [null];
  at = 0;

  get state() {
    return this.places[this.at];
  }

  pushState(state) {
    this.places = [...this.places.slice(0, this.at + 1), state];
    this.at += 1;
  }

  replaceState(state) {
    this.places[this.at] = state;
  }

  go(by) {
    this.at += by;
    this.onPop({state: this.state});
  }
}

/** A library that answers when it is told to. */
class Slow extends OnePlace {
  waiting = [];

  async answer() {
    await new Promise(done => setTimeout(done));
    for (const go of this.waiting.splice(0)) go();
    await new Promise(done => setTimeout(done));
  }

  get(id) {
    return new Promise(done => this.waiting.push(() => done(super.get(id))));
  }

  put(...words) {
    return new Promise(done => this.waiting.push(() => done(super.put(...words))));
  }
}

/** A tab in which two people play, with the library that it shares. */
function opened(library) {
  const past = new Past(), told = [], session = new Session(new Tengen(new ScriptedEngine()));
  Object.assign(globalThis, {history: past, location: {href: "page"}, addEventListener: (kind, hear) => { if (kind === "popstate") past.onPop = hear; }});
  Object.defineProperty(globalThis, "navigator", {value: {}, configurable: true});
  const keeper = new Keeper(session, words => told.push(words), {fileOf: () => null}, {draft: () => null});
  keeper.library = Promise.resolve(library);
  const use = act => {
    globalThis.history = past;
    act();
  };
  session.onChange = () => use(() => keeper.attend());
  const begin = (...cells) => {
    session.begin({...USUAL_SETUP, players: [{level: null}, {level: null}]});
    for (const cell of cells) session.put(cell);
  };
  return {past, told, session, keeper, begin, go: by => use(() => past.go(by))};
}
const movesOf = ({session}) => session.game.moves;
const kept = async library => (await library.list()).map(({moves}) => moves).sort();

test("each game has a place in the history, the first that of the page", async () => {
  const tab = opened(new OnePlace());
  tab.begin(1);
  tab.begin(2, 3);
  assert.deepEqual([tab.past.places.length, tab.past.at], [2, 1]);
  tab.go(-1);
  await tab.keeper.library;
  await new Promise(done => setTimeout(done));
  assert.deepEqual([movesOf(tab), tab.past.places.length, tab.past.at], [[1], 2, 0]);
});

test("a game that another tab goes on with becomes one copy, with all that was played meanwhile", async () => {
  const library = new Slow(), one = opened(library);
  one.begin(1);
  await library.answer();
  const other = opened(library), opening = other.keeper.open(one.keeper.id, "list");
  await library.answer();
  await opening;
  one.session.put(2);
  await library.answer();
  other.session.put(3);
  await new Promise(done => setTimeout(done));
  other.session.put(4);                   // while the library still looks at the move before
  for (let times = 0; times < 5; times += 1) await library.answer();
  assert.deepEqual([movesOf(one), movesOf(other), other.told.length], [[1, 2], [1, 3, 4], 1]);
  assert.notEqual(other.keeper.id, one.keeper.id);
  assert.equal(other.past.state.game, other.keeper.id);
  assert.deepEqual(await kept(library), [2, 3]);
});

test("who is overtaken gives way", async () => {
  const library = new Slow(), tab = opened(library);
  for (const cells of [[1], [2, 3], [4, 5, 6]]) {
    tab.begin(...cells);
    for (let times = 0; times < 4; times += 1) await library.answer();
  }
  tab.go(-1);
  tab.go(-1);
  for (let times = 0; times < 3; times += 1) await library.answer();
  assert.deepEqual(movesOf(tab), [1]);
  tab.go(1);
  tab.go(-1);
  for (let times = 0; times < 3; times += 1) await library.answer();
  assert.deepEqual(movesOf(tab), [1]);
  tab.go(1);
  tab.begin(7);
  for (let times = 0; times < 3; times += 1) await library.answer();
  assert.deepEqual(movesOf(tab), [7]);
});

test("to look around in a game is no version of it, to play or to say something is", async () => {
  const library = new OnePlace(), tab = opened(library);
  tab.begin(1, 2);
  await new Promise(done => setTimeout(done));
  const [{mark}] = await library.list();
  tab.session.show(1);
  await new Promise(done => setTimeout(done));
  assert.equal((await library.list())[0].mark, mark);
  tab.session.comment(tab.session.game.here, "well");
  await new Promise(done => setTimeout(done));
  assert.notEqual((await library.list())[0].mark, mark);
});

test("what cannot be kept is said once", async () => {
  const library = new OnePlace(), tab = opened(library);
  library.put = () => Promise.reject(new Error("no room"));
  tab.begin(1, 2);
  await new Promise(done => setTimeout(done));
  tab.session.put(3);
  await new Promise(done => setTimeout(done));
  assert.equal(tab.told.length, 1);
  assert.deepEqual(movesOf(tab), [1, 2, 3]);
});
