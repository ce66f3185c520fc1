// Opening rules: who puts stones where, who takes a colour, who offers fifth moves. protocol/README.md tells each rule
// and what the fields of a step mean. The table is the program's, as it answers OPENING; a test compares them.

import {BLACK, WHITE} from "./rules.js";
import {t} from "../languages/texts.js";

/** @typedef {import("./rules.js").Colour} Colour */
/** @typedef {import("./rules.js").Variant} Variant */
/**
 * @typedef {{kind: string, by: Colour, count: number, square: number, announces: number, otherwise: number,
 *            ends: boolean}} Step
 */
/**
 * What a player does in a step: takes a colour, or names points.
 * @typedef {{colour: Colour | null, cells: number[], announced: number}} Act
 */

/** The rules and their steps. @type {[string, string][]} */
export const TABLE = [
  ["pro", "put,black,1,1,0,0,0;put,white,1,0,0,0,0;put,black,1,-5,0,0,1"],
  ["longpro", "put,black,1,1,0,0,0;put,white,1,0,0,0,0;put,black,1,-7,0,0,1"],
  ["swap", "put,black,3,0,0,0,0;choose,white,0,0,0,0,1"],
  ["swap2", "put,black,3,0,0,0,0;choose,white,0,0,0,2,1;put,white,2,0,0,0,0;choose,black,0,0,0,0,1"],
  ["rif",
   "put,black,1,1,0,0,0;put,black,1,3,0,0,0;put,black,1,5,0,0,0;choose,white,0,0,0,0,0;put,white,1,0,0,0,0;" +
   "offer,black,2,0,0,0,0;pick,white,0,0,0,0,1"],
  ["yamaguchi",
   "put,black,1,1,0,0,0;put,black,1,3,0,0,0;put,black,1,5,10,0,0;choose,white,0,0,0,0,0;put,white,1,0,0,0,0;" +
   "offer,black,0,0,0,0,0;pick,white,0,0,0,0,1"],
  ["taraguchi-10",
   "put,black,1,1,0,0,0;choose,white,0,0,0,0,0;put,white,1,3,0,0,0;choose,black,0,0,0,0,0;" +
   "put,black,1,5,0,0,0;choose,white,0,0,0,0,0;put,white,1,7,0,0,0;choose,black,0,0,0,10,0;" +
   "put,black,1,9,0,0,0;choose,white,0,0,0,0,1;offer,black,10,0,0,0,0;pick,white,0,0,0,0,1"],
  ["soosyrv-8",
   "put,black,1,1,0,0,0;put,black,1,3,0,0,0;put,black,1,5,0,0,0;choose,white,0,0,0,0,0;put,white,1,0,8,0,0;" +
   "choose,black,0,0,0,0,0;offer,black,0,0,0,0,0;pick,white,0,0,0,0,1"],
];

const FIVE = 5, SQUARES_SIDE = 9;       // smaller boards have no room for the squares of the rules
const SYMMETRIES = [0, 1, 2, 3, 4, 5, 6, 7];

/** @type {Map<string, Step[]>} */
export const RULES = new Map(TABLE.map(([name, steps]) => [name, steps.split(";").map(stepOf)]));

/** @param {string} words @returns {Step} */
function stepOf(words) {
  const [kind, by, ...numbers] = words.split(","), [count, square, announces, otherwise, ends] = numbers.map(Number);
  return {kind, by: by === "black" ? BLACK : WHITE, count, square, announces, otherwise, ends: ends === 1};
}

const RIF_WORDS =
  t("The first player puts black in the middle, white within 3×3 and black within 5×5, and the second takes a colour. White moves anywhere; black offers two fifth moves, of which white picks one.");

/** What people call each rule, and how it goes. @type {Record<string, [string, string]>} */
export const RULE_TEXTS = {
  pro: [t("Pro"), t("The first stone lies on the middle point, and black's second one outside the middle 5×5.")],
  longpro: [t("Long pro"), t("The first stone lies on the middle point, and black's second one outside the middle 7×7.")],
  swap: [t("Swap"), t("The first player puts three stones, two black and one white, and the second takes a colour.")],
  swap2: [t("Swap2"),
    t("Swap2: the first player puts three stones, two black and one white, and the second takes the colour that looks better. Or the second puts two stones more, and the first takes a colour.")],
  rif: [t("RIF"), RIF_WORDS],
  yamaguchi: [t("Yamaguchi"), `${RIF_WORDS} ${t("With the third stone the first player says how many fifth moves will be offered.")}`],
  "taraguchi-10": [t("Taraguchi-10"),
    t("Each stone lies within a square that grows from the middle to 9×9, and after each the other player may take its colour. After the fourth stone black may offer ten fifth moves instead, of which white picks one.")],
  "soosyrv-8": [t("Soosyrv-8"),
    t("The first player puts black in the middle, white within 3×3 and black within 5×5, and the second takes a colour. With the fourth stone white says how many fifth moves will be offered, and black's player takes a colour.")],
};

/** Renju's own rules: what black may not do is what makes them even. @param {string} rule */
export const isOfRenju = rule => RULES.get(rule)?.some(({kind}) => kind === "offer") ?? false;

/** Why a game cannot begin by the rule; null: it can. @param {string} rule @param {Variant} variant */
export function ruleFault(rule, {width, height, winLength}) {
  const hasSquares = RULES.get(rule)?.some(({square}) => square !== 0);
  const lacksMiddle = hasSquares && !(width % 2 && height % 2);
  if (winLength !== FIVE || lacksMiddle) {
    return t("This opening rule needs five in a row and a board with a middle point.");
  }
  return Math.min(width, height) < SQUARES_SIDE ? t("An opening needs a board of 9×9 at least.") : null;
}

/** Where a stone of the step must lie, as a sentence; empty: anywhere. @param {Step} step */
export function placeWords({square}) {
  if (square === 0) return "";
  if (square === 1) return t("The stone lies on the middle point.");
  return square > 0 ? t("The stone lies within the middle {side}×{side}.", {side: square})
    : t("The stone lies outside the middle {side}×{side}.", {side: -square});
}

/** Where a game stands in its opening; every step makes another one. */
export class Opening {
  /** @type {Act[]} */
  acts = [];
  at = 0;                           // the step that is to be done; -1: the opening is over
  /** @type {number[]} */
  stones = [];
  announced = 0;
  /** @type {number[]} */
  offers = [];
  /** Who began with black has white now. */
  isSwapped = false;

  /** @param {string} rule @param {Variant} variant */
  constructor(rule, variant) {
    this.rule = rule;
    this.variant = variant;
    this.steps = /** @type {Step[]} */ (RULES.get(rule));
  }

  get isOver() {
    return this.at < 0;
  }

  get step() {
    return this.steps[this.at];
  }

  /** The step that may be done instead of the colour that is to be taken. @returns {Step | null} */
  get other() {
    return this.step.otherwise ? this.steps[this.step.otherwise] : null;
  }

  /** How many points the step has. @param {Step} step */
  wanted({kind, count}) {
    return kind === "pick" ? 1 : count || this.announced;
  }

  /**
   * Why the step cannot have that point behind those before it; null: it can.
   * @param {Step} step @param {number} cell @param {number[]} before
   */
  fault(step, cell, before) {
    const {width, height} = this.variant, [x, y] = this.place(cell);
    const distance = Math.max(Math.abs(x - Math.floor(width / 2)), Math.abs(y - Math.floor(height / 2)));
    if (step.kind === "pick") return this.offers.includes(cell) ? null : t("Opening: pick one of the offered moves.");
    if (this.stones.includes(cell) || step.kind === "put" && before.includes(cell)) {
      return sentence(t("there is a stone already"));
    }
    if (step.square > 0 && distance > (step.square - 1) / 2 || step.square < 0 && distance <= (-step.square - 1) / 2) {
      return placeWords(step);
    }
    if (step.kind === "offer" && before.some(other => this.areAlike(cell, other))) {
      return t("No two offers may be the same by symmetry.");
    }
    return null;
  }

  /** @param {number} cell @returns {[number, number]} */
  place(cell) {
    return [cell % this.variant.width, Math.floor(cell / this.variant.width)];
  }

  /**
   * A turn or mirror image of the stones onto themselves leads one onto the other.
   * @param {number} one @param {number} other
   */
  areAlike(one, other) {
    const count = this.stones.length, places = this.stones.map(cell => this.place(cell));
    const middle = [0, 1].map(axis => places.reduce((sum, place) => sum + place[axis], 0));
    const seen = (/** @type {[number, number]} */ [x, y]) =>
      /** @type {[number, number]} */ ([count * x - middle[0], count * y - middle[1]]);
    const names = places.map((place, at) => `${at % 2} ${seen(place)}`);
    return SYMMETRIES.some(symmetry =>
      String(image(symmetry, seen(this.place(one)))) === String(seen(this.place(other))) &&
      places.every((place, at) => names.includes(`${at % 2} ${image(symmetry, seen(place))}`)));
  }

  /** The opening with that step done; null: the rule does not allow it. @param {Act} act @returns {Opening | null} */
  after(act) {
    if (this.isOver) return null;
    const at = this.other && act.colour === null ? this.step.otherwise : this.at, step = this.steps[at];
    if (!this.allows(step, act)) return null;
    const changes = {acts: [...this.acts, act], announced: act.announced || this.announced};
    const next = Object.assign(new Opening(this.rule, this.variant), this, changes);
    const isOne = step.kind === "offer" && act.cells.length === 1;      // there is nothing to pick
    if (step.kind === "choose") next.isSwapped = this.isSwapped !== (act.colour !== step.by);
    else if (step.kind === "offer" && !isOne) next.offers = act.cells;
    else next.stones = [...this.stones, ...act.cells];
    next.at = this.steps[isOne ? at + 1 : at].ends ? -1 : at + 1;
    return next;
  }

  /** @param {Step} step @param {Act} act */
  allows(step, {colour, cells, announced}) {
    if (step.kind === "choose" || colour !== null) return step.kind === "choose" && colour !== null;
    const isAnnounced = step.announces ? announced >= 1 && announced <= step.announces : announced === 0;
    return isAnnounced && cells.length === this.wanted(step) &&
      cells.every((cell, at) => this.fault(step, cell, cells.slice(0, at)) === null);
  }
}

/** @param {string} words */
const sentence = words => `${words[0].toUpperCase()}${words.slice(1)}.`;

/** @param {number} symmetry @param {[number, number]} place @returns {[number, number]} */
function image(symmetry, [x, y]) {
  const across = symmetry & 1 ? 0 - x : x, down = symmetry & 2 ? 0 - y : y;
  return symmetry & 4 ? [down, across] : [across, down];
}

/** An opening at its present step, and how far a person has come in it: one point after the other. */
export class Stage {
  /**
   * @param {Opening} opening @param {number[]} cells put or offered in the step so far
   * @param {boolean} isOther instead of a colour, the other step
   */
  constructor(opening, cells = [], isOther = false) {
    this.opening = opening;
    this.cells = cells;
    this.isOther = isOther;
  }

  get step() {
    return /** @type {Step} */ (this.isOther ? this.opening.other : this.opening.step);
  }

  get isChoice() {
    return this.step.kind === "choose";
  }

  /** All points are there; a number may still be wanted. */
  get isComplete() {
    return !this.isChoice && this.cells.length === this.opening.wanted(this.step);
  }

  /** To be seen on the board: those that are made, or to be picked from. */
  get offers() {
    return this.step.kind === "offer" ? this.cells : this.opening.offers;
  }

  /** How many stones lie on the board at the end. */
  get stonesThen() {
    const {steps} = this.opening;
    let stones = this.opening.stones.length;
    for (let at = steps.indexOf(this.step); ; at += 1) {
      const {kind, count, ends} = steps[at];
      stones += kind === "put" ? count : kind === "pick" ? 1 : 0;
      if (ends) return stones;
    }
  }

  /** @param {number} cell */
  fault(cell) {
    const isBack = this.step.kind === "offer" && this.cells.includes(cell);
    return isBack ? null : this.opening.fault(this.step, cell, this.cells);
  }

  /** An offer that is made again is taken back. @param {number} cell */
  with(cell) {
    const isBack = this.cells.includes(cell);
    const cells = isBack ? this.cells.filter(other => other !== cell) : [...this.cells, cell];
    return new Stage(this.opening, cells, this.isOther);
  }

  /** What is kept. */
  record() {
    return {rule: this.opening.rule, acts: this.opening.acts, cells: this.cells, isOther: this.isOther};
  }
}

/**
 * The stage that was kept; null: it makes no sense in a game with these moves.
 * @param {any} record @param {Variant} variant @param {number[]} moves
 */
export function stageOf(record, variant, moves) {
  if (!RULES.has(record?.rule) || !Array.isArray(record.acts)) return null;
  /** @type {Opening | null} */
  let opening = new Opening(record.rule, variant);
  for (const act of record.acts) opening = opening && isAct(act, variant) ? opening.after(act) : null;
  if (!opening || opening.isOver || record.isOther && !opening.other) return null;
  let stage = new Stage(opening, [], record.isOther === true);
  for (const cell of areCells(record.cells, variant) ? record.cells : []) {
    if (stage.isChoice || stage.isComplete || stage.fault(cell) !== null) return null;
    stage = stage.with(cell);
  }
  const stones = stage.step.kind === "put" ? [...opening.stones, ...stage.cells] : opening.stones;
  return stones.join() === moves.join() ? stage : null;
}

/** @param {any} cells @param {Variant} variant */
const areCells = (cells, {width, height}) => Array.isArray(cells) &&
  cells.every(cell => Number.isInteger(cell) && cell >= 0 && cell < width * height);

/** @param {any} act @param {Variant} variant @returns {act is Act} */
const isAct = (act, variant) => [null, BLACK, WHITE].includes(act?.colour) &&
  areCells(act.cells, variant) && Number.isInteger(act.announced);
