// A game that is played: who plays it, whose turn it is, and how people move about in it. What the engine does is up to
// session.js, which extends this and hears of every change.

import {FULL_LEVEL, LEVELS, USUAL_LEVEL} from "../engine/levels.js";
import {Clock} from "../game/clock.js";
import {drawn} from "../game/drawings.js";
import {Game, RESIGNED_REASON, TIME_REASON} from "../game/game.js";
import {BLACK, WHITE, opposite} from "../game/rules.js";
import {branchBeside, promote} from "../game/tree.js";
import {t} from "../languages/texts.js";
import {TWO_PEOPLE, USUAL_SETUP, firstOfBalanced} from "./setup.js";
import {RuledOpening} from "./ruled_opening.js";

/** @typedef {import("../game/rules.js").Colour} Colour */
/** @typedef {import("../game/tree.js").Move} Move */
/** @typedef {import("./setup.js").Player} Player */
/** @typedef {import("./setup.js").Setup} Setup */

const LOSSES_MOST = 2;              // in a row, before a lower level is offered
/** Lost in a row against a level. @typedef {{level: number, count: number}} Losses */

export class PlayedGame {
  /** What people are told at once: a refused move, a game that was loaded. @type {(words: string) => void} */
  onNotice = () => {};

  /** @type {Losses} of the person */
  losses = {level: 0, count: 0};
  /** As they were before the last game ended. */
  lossesBefore = this.losses;

  // What belongs to one game: `reset` begins it.
  /** @type {Setup} */
  setup = USUAL_SETUP;
  game = new Game(USUAL_SETUP.variant);
  /** @type {[Player, Player]} by colour */
  players = USUAL_SETUP.players;
  /** Engines move by themselves. */
  isRunning = false;
  /** Moves are made in it, and it is not over: it is not only looked at. */
  isInPlay = false;
  /** People are at something else, such as editing: the game waits, and goes on afterwards. */
  isAside = false;
  /** Somebody was helped while the game was in play. */
  isHelped = false;
  /** The engine makes one move for that side, from that position. @type {{key: string, level: number} | null} */
  standIn = null;
  opening = new RuledOpening(this);
  /** Of the moves, so many were given, and nobody here is judged by them. */
  given = 0;
  /** The engine still has to put the stones that make an opening even. */
  needsBalance = false;

  /** @param {{now?: () => number, chance?: () => number}} world */
  constructor({now = () => Date.now(), chance = Math.random} = {}) {
    this.now = now;
    this.chance = chance;
    this.clock = new Clock(this.setup, now);
  }

  /** Something is different. */
  changed() {}

  /** Another position is shown than before. */
  moved() {
    this.standIn = null;
  }

  // --- beginning -----------------------------------------------------------------------------------------------------

  /** @param {Setup} setup @param {Game} game */
  reset(setup, game) {
    this.setup = setup;
    this.game = game;
    this.players = [setup.players[0], setup.players[1]];
    this.clock = new Clock(setup, this.now);
    this.isRunning = this.isInPlay = this.isAside = this.needsBalance = this.isHelped = false;
    this.opening = new RuledOpening(this);
    this.standIn = null;
    this.given = 0;
  }

  /** @param {Setup} setup */
  begin(setup) {
    this.reset(setup, new Game(setup.variant));
    this.opening.begin(setup.opening);
    this.needsBalance = setup.opening === "balanced";
    if (this.needsBalance) {
      this.game.play(firstOfBalanced(setup.variant, this.chance));
      this.clock.turn();
    }
    this.isRunning = this.isInPlay = true;
    this.changed();
  }

  /**
   * A game from elsewhere: it is shown, and goes on when somebody plays. It belongs to its own players, who are people
   * here; a game that is begun afterwards has the players that were wished before.
   * @param {Game} game
   */
  load(game, players = TWO_PEOPLE) {
    this.reset({...this.setup, variant: game.variant, opening: "empty", players: this.wishedPlayers}, game);
    this.players = [players[0], players[1]];
    this.changed();
  }

  /** A new game that goes on from the position shown: the side to move is a person, and the other one Tengen. */
  playOn() {
    const {game: {variant, start, moves, ply, toMove}, standInLevel} = this, game = new Game(variant, start);
    for (const cell of moves.slice(0, ply)) game.play(cell);
    /** @type {[Player, Player]} */
    const players = [{level: toMove === BLACK ? null : standInLevel}, {level: toMove === BLACK ? standInLevel : null}];
    this.reset({...this.setup, variant, opening: "empty", players}, game);
    this.given = ply;
    this.isRunning = this.isInPlay = true;
    this.clock.turn();
    this.changed();
  }

  // --- what the state says -------------------------------------------------------------------------------------------

  /** Names the position shown: judgements are kept by it. */
  key(ply = this.game.ply) {
    return this.game.moves.slice(0, ply).join();
  }

  /** Whose decision it is; in an opening not always that of the side to move. @returns {Colour} */
  get actor() {
    return this.opening.actor ?? this.game.toMove;
  }

  /** @param {Colour} colour */
  isPerson(colour) {
    return this.players[colour].level === null;
  }

  get hasPerson() {
    return this.isPerson(BLACK) || this.isPerson(WHITE);
  }

  /** A person and an engine play. */
  get isMixed() {
    return this.isPerson(BLACK) !== this.isPerson(WHITE);
  }

  get isOver() {
    return this.game.result !== null;
  }

  /** Is the game over, whatever else was tried in it? */
  get isMainOver() {
    const {mainLine} = this.game;
    return mainLine.length > 0 && this.game.resultAt(mainLine[mainLine.length - 1]) !== null;
  }

  /** An engine is to move, and shall. */
  get expectsEngine() {
    if (!this.isRunning || this.isOver) return false;
    return this.needsBalance || !this.isPerson(this.actor) || this.standIn?.key === this.key();
  }

  /** A person plays against the engine. */
  get isContest() {
    return this.isInPlay && this.game.moves.length > 0 && this.isMixed;
  }

  /** The game was begun without help: the person gets none before it is over. */
  get isHelpOff() {
    return this.isContest && !this.setup.help;
  }

  /** A person plays against the engine, and has not asked for help: nothing is told of what it thinks. */
  get isSilent() {
    return this.isContest && !(this.setup.help && this.isHelped);
  }

  /** Who shall play a new game: those of this one, or of the one before where two people's game was opened. */
  get wishedPlayers() {
    return this.isPerson(BLACK) && this.isPerson(WHITE) ? this.setup.players : this.players;
  }

  /** It can be gone on from here, in a game of one's own. */
  get canPlayOn() {
    return !this.isInPlay && !this.isOver && !this.isAside && !this.opening.stage;
  }

  get levels() {
    return this.players.map(player => player.level === null ? null : LEVELS[player.level]);
  }

  /** Who plays each side. */
  get sideWords() {
    return this.levels.map(level => level ? `Tengen (${level.name})` : t("you"));
  }

  /** The level above the one that a person has just beaten, or below one that has won twice; null: there is none. */
  get nextLevel() {
    const winner = this.game.result?.winner ?? null, level = this.players[BLACK].level ?? this.players[WHITE].level;
    if (winner === null || !this.isMixed || level === null) return null;
    if (this.isPerson(winner)) return level < FULL_LEVEL ? level + 1 : null;
    return this.losses.level === level && this.losses.count >= LOSSES_MOST && level > 0 ? level - 1 : null;
  }

  /** A game of a person and the engine has ended. */
  countLosses() {
    const winner = this.game.result?.winner ?? null, level = this.players[BLACK].level ?? this.players[WHITE].level;
    if (winner === null || level === null) return;
    const {losses} = this, before = losses.level === level ? losses.count : 0;
    this.lossesBefore = losses;
    this.losses = {level, count: this.isPerson(winner) ? 0 : before + 1};
  }

  // --- moves ---------------------------------------------------------------------------------------------------------

  /** Plays there for the side to move, if a person may. @param {number} cell */
  play(cell) {
    if (this.expectsEngine) {
      this.onNotice(t("It is the engine's turn: undo, or let it move."));
      return;
    }
    if (this.opening.isChoice) {
      this.onNotice(t("First choose how the opening goes on."));
      return;
    }
    if (this.opening.stage) this.opening.touch(cell);
    else this.put(cell);
  }

  /** @param {number} cell */
  put(cell) {
    const isPut = this.place(cell);
    if (isPut) this.changed();
    return isPut;
  }

  /** The same, before others hear of it. @param {number} cell */
  place(cell) {
    const {children} = this.game.here, isRepeated = children.some(child => child.cell === cell);
    const fault = this.game.play(cell);
    if (fault !== null) {
      this.refuse(fault);
      return false;
    }
    const ms = this.clock.press();
    if (!isRepeated) this.game.here.ms = ms;
    this.takeBack();
    this.moved();
    this.isRunning = true;
    this.isInPlay = this.game.mainLine.includes(this.game.here) && !this.isMainOver;
    return true;
  }

  /** Says why a move cannot be played. @param {string} fault */
  refuse(fault) {
    this.onNotice(`${fault[0].toUpperCase()}${fault.slice(1)}.`);
  }

  /** In a game with the engine that goes on, another move than that of the main line is no branch, but the game. */
  takeBack() {
    const {game} = this, {mainLine} = game, at = game.ply - 1;
    const isPlayed = this.isInPlay && (!this.isPerson(BLACK) || !this.isPerson(WHITE) || this.opening.stage !== null);
    const isAnother = mainLine[at] !== game.here && (at === 0 || mainLine[at - 1] === game.line[at - 1]);
    if (isPlayed && isAnother && !this.isMainOver) promote(game.here);
  }

  /**
   * Plays the moves of a line that was only looked at; the engine does not answer them by itself.
   * @param {number[]} cells
   */
  playLine(cells) {
    const {isInPlay} = this;
    cells.every(cell => this.place(cell));
    this.isInPlay = isInPlay;
    this.isRunning = false;
    this.changed();
  }

  /** Takes back a resignation alone, or the last move; of an engine's, the person's before it, too. */
  undo() {
    if (this.hasResigned) return this.takeBackResignation();
    if (!this.game.ply) return;
    if (this.opening.stage) return this.opening.restart();
    const ply = this.game.ply - 1;
    const back = this.isMixed && !this.isPerson(this.game.colourOf(ply)) && ply > 0 ? ply - 1 : ply;
    this.show(back);
  }

  redo() {
    const ply = this.game.ply + 1, {length} = this.game.moves;
    if (ply > length) return;
    const on = this.isMixed && ply < length && !this.isPerson(this.game.colourOf(ply)) ? ply + 1 : ply;
    this.show(on);
  }

  /** Shows the game after so many moves of the line on which one stands. @param {number} ply */
  show(ply) {
    this.visit(ply > 0 ? this.game.line[Math.min(ply, this.game.line.length) - 1] : this.game.root);
  }

  /** Shows the game after that move; the engine does not answer old positions by itself. @param {Move} move */
  visit(move) {
    this.game.visit(move);
    this.moved();
    this.opening.stage = null;
    this.needsBalance = false;
    this.clock.turn();
    this.isRunning = !this.isOver && this.isPerson(this.game.toMove);
    this.changed();
  }

  /** Goes to the branch beside this one. @param {number} by 1 or -1 */
  visitBranch(by) {
    const branch = branchBeside(this.game.here, by);
    if (branch) this.visit(branch);
  }

  /** The line on which one stands becomes the main line. */
  promote() {
    promote(this.game.tip);
    this.changed();
  }

  /** Deletes that move and what follows; gives what takes that back. @param {Move} move */
  remove(move) {
    const {game} = this, putBack = game.remove(move);
    this.show(game.ply);
    return () => {
      putBack();
      if (game === this.game) this.visit(move);
    };
  }

  /** Says something of the position after that move. @param {Move} move @param {string} words */
  comment(move, words) {
    move.comment = words.trim();
    this.changed();
  }

  /** Draws an arrow on the position shown, or a mark on a point, or takes it away. @param {number} cell @param {number} to */
  draw(cell, to) {
    const {here} = this.game;
    here.drawings = drawn(here.drawings, cell, to);
    this.changed();
  }

  // --- sides ---------------------------------------------------------------------------------------------------------

  /** The engine makes one move for the side to move, or goes on where it was interrupted. */
  go() {
    const isMine = this.isPerson(this.game.toMove);
    if (this.isOver || this.opening.stage || isMine && this.isHelpOff) return;
    if (isMine) this.standIn = {key: this.key(), level: this.standInLevel};
    this.isRunning = true;
    this.changed();
  }

  /** How strong it is then: as the side is, as the other side is, or as Tengen was when the game began. */
  get standInLevel() {
    const {players, setup, game: {toMove}} = this;
    const known = [players[toMove], players[opposite(toMove)], ...setup.players].find(({level}) => level !== null);
    return known?.level ?? USUAL_LEVEL;
  }

  /** Whoever had black gets white: the engine goes on with the other side. */
  swapSides() {
    this.swapPlayers();
    this.isRunning = !this.isOver;
    this.changed();
    const [black, white] = this.sideWords;
    this.onNotice(t("Black is {black} now, white is {white}.", {black, white}));
  }

  swapPlayers() {
    this.clock.swap(this.game);
    this.opening.chosen = null;       // what it says of the sides would be true no more
    this.players = [this.players[WHITE], this.players[BLACK]];
  }

  /** @param {[Player, Player]} players */
  setPlayers(players) {
    this.players = players;
    this.opening.chosen = null;
    this.changed();
  }

  /** People turn to something else, or back to the game. @param {boolean} isAside */
  setAside(isAside) {
    this.isAside = isAside;
    this.changed();
  }

  // --- the end -------------------------------------------------------------------------------------------------------

  /** The side to move gives up; of a person and an engine, the person does. */
  resign() {
    if (this.isOver) return;
    this.isRunning = true;
    this.game.end(opposite(this.resigner), RESIGNED_REASON);
    this.changed();
  }

  /** Who would resign. */
  get resigner() {
    return this.isPerson(this.actor) || !this.hasPerson ? this.actor : opposite(this.actor);
  }

  /** Somebody resigned just now, and nothing was looked at since. */
  get hasResigned() {
    return this.isRunning && this.game.isAtEnd && this.game.ending?.reason === RESIGNED_REASON;
  }

  takeBackResignation() {
    this.game.reopen();
    this.losses = this.lossesBefore;
    this.isInPlay = true;
    this.changed();
  }

  /** The game is lost on time where a clock says so; gives whether that is so. */
  endOnTime() {
    const {game, clock} = this, colour = this.actor;
    const left = clock.isRunning && !this.opening.stage ? clock.left(game, colour) : null;
    if (left === null || left > 0 || this.isOver) return false;
    game.end(opposite(colour), TIME_REASON);
    return true;
  }
}
