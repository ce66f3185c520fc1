// The page: it makes the engine, the session and the view, and says what each button and key does. In a report of
// scripts/review the game and its judgements are in the page, nothing is kept, and what needs an engine is hidden.

import {NAMES} from "./analysis/chances.js";
import {EditPanel} from "./panels/edit_panel.js";
import {Engine} from "./engine/engine.js";
import {NotAGame, gameOfRecord, readLink} from "./game/files.js";
import {Games} from "./library/games.js";
import {Keeper} from "./library/keeper.js";
import {NewGame} from "./panels/new_game.js";
import {byId, field} from "./browser/elements.js";
import {keyList, listenToKeys} from "./panels/keys.js";
import {Layout} from "./panels/layout.js";
import {Notice} from "./browser/notice.js";
import {workOffline} from "./browser/offline.js";
import {Guide} from "./session/proof.js";
import {Puzzles} from "./puzzles/puzzles.js";
import {BLACK, WHITE, opposite} from "./game/rules.js";
import {Judgements} from "./session/judging.js";
import {Session} from "./session/session.js";
import {USUAL_SETUP} from "./session/setup.js";
import {Settings, onField} from "./panels/settings.js";
import {Share} from "./panels/share.js";
import {soundStone} from "./browser/sound.js";
import {ANALYSES, PANEL} from "./library/storage.js";
import {REVIEW_NODES} from "./session/tasks.js";
import {Tengen} from "./engine/tengen.js";
import {t, translatePage} from "./languages/texts.js";
import {mirrored, rotated} from "./board/turning.js";
import {watchVisibility} from "./browser/unseen.js";
import {View, resultWords} from "./panels/view.js";

const TICK_MS = 200;
const COLUMNS_MOST = 3, REPORT_COLUMNS = 2;   // of the panel: a report has no analysis

translatePage(document.body);

/** What scripts/review wrote into the page (scripts/matches/review.py); null in the page itself. */
const report = JSON.parse(document.getElementById("data")?.textContent ?? "null");
const engine = new Engine();
const session = new Session(new Tengen(engine));
const view = new View(session, {play, show, visit, choose});
const layout = new Layout(followLayout, report ? REPORT_COLUMNS : COLUMNS_MOST);
const settings = new Settings(session, view, engine, !report);
const newGame = new NewGame(setup => session.begin(setup));
/** Something that passes; about the position shown, where that is said. */
const notice = new Notice(byId("toast"), situation), tell = (/** @type {string} */ words) => notice.tell(words);
const tellOfPosition = (/** @type {string} */ words) => notice.tell(words, true);
const guide = new Guide(session), editPanel = new EditPanel(view, layout, tell);
/** A report keeps nothing. */
const keeper = report ? null : new Keeper(session, tell, guide, {
  draft: () => view.editor?.draft ?? null,
  edit: draft => {
    layout.open("edit");
    editPanel.begin(draft);
  },
});
const games = keeper && new Games(keeper);
const puzzles = new Puzzles(session);
const share = new Share(session, () => view.board.picture, tell, opened, guide);

// --- what happens ---------------------------------------------------------------------------------------------------

/** What a click does instead of playing, while the analysis is shown. */
const CLICKS = ["exclude", "ask-moves", "draw"];
/** @param {string} id */
const clicks = id => field(id).checked && layout.shows("analysis");

for (const id of CLICKS) {
  onField(id, box => { for (const other of CLICKS) field(other).checked = other === id && box.checked; });
}
view.board.draws = () => clicks("draw");

/** @param {number} cell @param {boolean} isAside */
function play(cell, isAside) {
  if (view.editor) {
    view.edit(() => view.editor?.touch(cell));
  } else if (session.trial) {
    session.tryMove(cell);
  } else if (isAside || clicks("exclude")) {
    session.exclude(cell);
  } else if (clicks("ask-moves")) {
    session.ask(cell);
  } else if (clicks("draw")) {
    session.draw(cell, cell);
  } else {
    view.analysis.closeLine();
    session.play(cell);
  }
}

/** @param {number} ply */
function show(ply) {
  if (!view.editor) session.show(ply);
}

/** Another part of the panel is open. @param {string} name */
function followLayout(name) {
  PANEL.keep(name);
  explore();
  view.analysis.closeLine();
  view.ask();
}

/** The openings are told while their part of the panel is open: what they are told from is fetched for the first time. */
async function explore() {
  if (layout.shows("openings")) await engine.explore().catch(error => tell(error.message));
  const isOpen = layout.shows("openings");
  if (isOpen !== session.marks.has("openings")) session.mark("openings", isOpen);
}

/** @param {import("./game/tree.js").Move} move */
function visit(move) {
  if (!view.editor) session.visit(move);
}

/** @param {string} choice */
function choose(choice) {
  if (Number(choice)) session.opening.announce(Number(choice));
  else if (choice === "other") session.opening.chooseOther();
  else session.opening.choose(choice === "black" ? BLACK : WHITE);
}

/** A game was opened to be looked at. @param {import("./game/game.js").Game} game */
function opened({leftOut}) {
  session.analyse(true);
  const without = leftOut ? ` ${t("{count} branches that cannot be played are left out.", {count: leftOut})}` : "";
  tell(t("The game is open.") + without);
}

/** The engine moves now, or makes a move for the side to move, or is started again. */
function go() {
  if (session.tengen.trouble) session.revive();
  else if (session.expectsEngine) session.hurry();
  else session.go();
}

/** The position shown and how its game ended: what is told of one is not true of another. */
function situation() {
  const {game} = session;
  return JSON.stringify([game.variant, game.start, session.key(), game.result]);
}

let wasOver = "", stonesBefore = 0;

/** A stone more than before sounds. */
function sound() {
  const {count} = session.game.board;
  if (count === stonesBefore + 1 && settings.wishes.sound && !document.hidden) soundStone();
  stonesBefore = count;
}

session.onNotice = tellOfPosition;
session.onThought = () => view.ask();
session.onChange = () => {
  if (keeper && session.game !== keeper.game) keeper.leave();
  if (!session.isAside) view.editor = null;
  settings.attend();
  guide.attend();
  notice.attend();
  sound();
  view.ask();
  keeper?.attend();
  const ending = resultWords(session);
  if (ending !== wasOver && ending && session.isRunning) tellOfPosition(ending);
  wasOver = ending;
};

// --- buttons and keys -----------------------------------------------------------------------------------------------

/** @type {Record<string, () => void>} */
const BUTTONS = {
  new: () => newGame.open(session.setup, session.wishedPlayers),
  library: () => { games?.open(); },
  share: () => share.open(),
  puzzles: () => puzzles.open(),
  settings: () => settings.open(),
  first: () => session.show(0),
  undo: () => session.undo(),
  redo: () => session.redo(),
  last: () => session.show(session.game.moves.length),
  hint: () => session.askHint(),
  go,
  swap: () => session.swapSides(),
  resign: askToResign,
  "resign-yes": () => {
    /** @type {HTMLDialogElement} */ (byId("resign-dialog")).close();
    session.resign();
  },
  "branch-before": () => session.visitBranch(-1),
  "branch-next": () => session.visitBranch(1),
  "branch-main": () => session.promote(),
  "branch-delete": () => view.moves.deleteBranch(),
  "branch-back": () => view.moves.putBack(),
  analyse: () => session.analyse(!session.isAnalysing),
  review: () => {
    if (session.review) session.stopReview();
    else session.startReview(REVIEW_NODES[Number(field("care").value)]);
  },
  "play-line": () => {
    const cells = view.analysis.lineToPlay();
    view.analysis.closeLine();
    session.playLine(cells);
  },
  "next-mistake": () => {
    if (!layout.shows("review")) layout.open("review");
    view.review.showNext();
  },
  "try-again": () => {
    view.analysis.closeLine();
    session.setTrial(!session.trial);
  },
  "edit-begin": () => editPanel.begin(),
  "edit-done": () => editPanel.use(),
  "edit-clear": () => view.edit(() => view.editor?.clear()),
  "edit-cancel": () => session.setAside(false),
  rotate: () => view.board.setTurn(rotated(view.board.turn)),
  mirror: () => view.board.setTurn(mirrored(view.board.turn)),
  "include-all": () => session.includeAll(),
  "even-one": () => session.askBalance(1),
  "even-two": () => session.askBalance(2),
  "after-new": () => newGame.open(session.setup, session.wishedPlayers),
  "play-on": () => session.playOn(),
  "after-next": () => {
    const [black, white] = session.players.map(({level}) => ({level: level === null ? null : session.nextLevel}));
    session.begin({...session.setup, players: [black, white]});
  },
  "after-rematch": () => {
    const [black, white] = session.wishedPlayers;
    session.begin({...session.setup, players: [white, black]});
  },
  "after-review": () => {
    layout.open("review");
    if (!session.review) byId("review").click();
  },
  "keys-open": () => openDialog("keys-dialog"),
  "about-open": () => {
    byId("version").textContent = session.tengen.version;
    openDialog("about-dialog");
  },
};

/** @param {string} id */
function openDialog(id) {
  /** @type {HTMLDialogElement} */ (byId(id)).showModal();
}

/** Resigning is asked about: the button is soon pressed by mistake. */
function askToResign() {
  const side = NAMES[opposite(session.resigner)];
  byId("resign-words").textContent = t("{side} wins then. Undo takes it back.", {side});
  /** @type {HTMLDialogElement} */ (byId("resign-dialog")).showModal();
}

/** @type {Record<string, number>} in a line that is shown */
const STEPS = {ArrowLeft: -1, ArrowRight: 1};
const WHEEL_STEP = 60;              // pixels that the wheel turns for a move

for (const [id, act] of Object.entries(BUTTONS)) byId(id).addEventListener("click", act);
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog")?.close());
}
/** A line that is shown has the arrow keys; Escape closes it, or ends a trial or the analysis. @param {string} key */
function pressFirst(key) {
  if (key in STEPS) return view.analysis.stepLine(STEPS[key]);
  if (key !== "Escape" || view.editor) return false;
  const isOver = session.trial !== null || session.isAnalysing;
  if (view.analysis.closeLine() && !session.trial) return true;
  if (session.trial) session.setTrial(false);
  else if (isOver) session.analyse(false);
  return isOver;
}

listenToKeys(pressFirst, () => settings.wishes.letters);
byId("keys").append(...keyList());

let turned = 0;

/** The wheel steps through the moves, where the page has nothing to scroll. */
byId("board").addEventListener("wheel", event => {
  if (event.ctrlKey || view.editor || session.expectsEngine || document.documentElement.scrollHeight > innerHeight) {
    return;
  }
  event.preventDefault();
  turned += event.deltaY;
  const steps = Math.trunc(turned / WHEEL_STEP);
  turned -= steps * WHEEL_STEP;
  const ply = Math.max(0, Math.min(session.game.moves.length, session.game.ply + steps));
  if (ply !== session.game.ply) session.show(ply);
}, {passive: false});

// --- beginning -------------------------------------------------------------------------------------------------------

/**
 * A link carries a position; the address forgets it, so that a reload shows how the game went on: its game gets a place
 * in the history.
 */
function followLink(hash = location.hash) {
  if (!hash.includes("size=")) return false;
  try {
    session.load(readLink(hash));
    return true;
  } catch (error) {
    if (!(error instanceof NotAGame)) throw error;
    tell(t("This link does not work: {reason}", {reason: error.message}));
    return false;
  }
}

/** Shows the game of a report, with what is judged of it. */
function openReport() {
  document.body.classList.add("report");
  session.load(gameOfRecord({...report.game, times: report.times, names: report.names}));
  session.judged = new Judgements(report.judged);
  session.given = report.given;
  layout.open("review");
}

function openPage() {
  const {hash} = location;
  layout.open(PANEL.kept());
  session.analyses.resume(ANALYSES.kept());
  addEventListener("pagehide", () => ANALYSES.keep(session.analyses.record()));
  const isResumed = keeper?.resume();
  if (!followLink(hash) && !isResumed) {
    session.begin(USUAL_SETUP);
    keeper?.resumeLast();
  }
  addEventListener("hashchange", () => followLink());
}

if (report) openReport();
else openPage();
workOffline();
watchVisibility(isUnseen => session.setUnseen(isUnseen && !settings.wishes.worksUnseen));
addEventListener("resize", () => view.ask());
setInterval(() => {
  session.tick();
  if (session.clock.isRunning) view.ask();
}, TICK_MS);
