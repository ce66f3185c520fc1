// The replay of a game: its board, its moves, what the engines reported of them, and the curve of their scores. The hash of
// the address, #game=12&ply=30, says what it shows, so that a link opens it there. A ply is a number of stones on the board.

import {EDGE} from "page/board/board_picture.js";
import {byId, element, line, shape, text} from "page/browser/elements.js";
import {boardOf} from "./boards.js";
import {between, chart, own, path, pebble, roundStep} from "./drawing.js";
import {saveAs} from "./game_file.js";
import {
  BLACK, capital, COLOUR, counted, data, duration, gameLink, games, hasFailed, moveWord, nameOf, placeOfNumber, pliesOf,
  pointsWord, scoreWord, thousands,
} from "./match_data.js";

const PLAYING_MS = 600;             // from stone to stone
const HASH_MS = 250;                // browsers limit how often an address may change

// --- the replay -----------------------------------------------------------------------------------------------------

export const replay = {
  place: -1, game: null, plies: [], ply: 0,             // what is open
  show: null, redrawCurve: null, moveCurve: null,       // how to show a ply
  timer: null, hashTimer: null,
  opened: () => {},                                     // told when another game is open
};

export function openGame(place, ply) {
  const game = games[place];
  pause();
  Object.assign(replay, {place, game, plies: pliesOf(game), moveCurve: null});
  const {board, show} = boardOf(game, EDGE, `The board of game ${game.number}`);
  board.addEventListener("click", event => {
    const stone = event.target.closest(".stone");
    if (stone) stepTo(Number(stone.dataset.ply));
  });
  replay.show = show;
  byId("board").replaceChildren(board);
  byId("replay-title").textContent = `Game ${game.number}`;
  byId("review-command").textContent = `scripts/review game-${game.number}.psq`;
  byId("slider").max = game.moves.length;
  byId("previous-game").disabled = place === 0;
  byId("next-game").disabled = place === games.length - 1;
  drawSides(game);
  drawEnding(game);
  drawMoves(game);
  drawNumbers();
  replay.redrawCurve = replay.redrawCurve ?? chart("curve", CURVE_HEIGHT + TIME_HEIGHT, curvePicture);
  replay.redrawCurve();
  showPly(ply === undefined ? game.moves.length : ply);
  replay.opened();
}

function drawSides(game) {
  byId("sides").replaceChildren(...game.sides.map((player, side) => element("div", {class: "side"},
    pebble(side), own(player, element("span", {class: "name"}, nameOf(player))),
    element("span", {class: "points"}, pointsWord(game.points[side])))));
}

function drawEnding(game) {
  const refused = replay.plies.length > game.moves.length - game.opening ? replay.plies.at(-1) : null;
  const words = game.words + (refused ? ` (its last answer took ${duration(refused.ms)})` : "");
  byId("ending").className = hasFailed(game) ? "ending failed" : "ending";
  byId("ending").replaceChildren(element("b", {}, capital(data.reasons[game.reason])), words ? `: ${words}` : "");
}

function drawMoves(game) {
  byId("moves").replaceChildren(...game.moves.map((point, at) => element("li", {}, element("button", {
    type: "button", class: `${COLOUR[at % 2]}-move` + (at < game.opening ? " of-opening" : ""),
    click: () => stepTo(at + 1),
  }, element("small", {}, String(at + 1)), moveWord(point)))));
}

function drawNumbers() {
  const board = byId("board").firstElementChild;
  board?.classList.toggle("with-numbers", byId("numbers").checked);
  board?.classList.toggle("without-numbers", !byId("numbers").checked);
}

/** Show that ply, and keep it in the address. */
function step(ply) {
  showPly(ply);
  clearTimeout(replay.hashTimer);
  replay.hashTimer = setTimeout(() => history.replaceState(null, "", gameLink(replay.game, replay.ply)), HASH_MS);
}

function showPly(wanted) {
  const {game} = replay, ply = between(0, wanted, game.moves.length);
  replay.ply = ply;
  replay.show(ply);
  byId("slider").value = ply;
  byId("slider").setAttribute("aria-valuetext", ply ? `move ${ply}, ${moveWord(game.moves[ply - 1])}` : "empty board");
  byId("first").disabled = byId("back").disabled = ply === 0;
  byId("last").disabled = byId("forward").disabled = ply === game.moves.length;
  const isOver = ply === game.moves.length;
  [...byId("sides").children].forEach((side, at) => side.classList.toggle("turn", !isOver && at === ply % 2));
  drawTold(game, ply);
  markMove(ply);
  replay.moveCurve?.(ply);
}

function markMove(ply) {
  const list = byId("moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = list.children[ply - 1]?.firstElementChild;
  button?.setAttribute("aria-current", "step");
  const top = button ? button.offsetTop - list.offsetTop : 0, bottom = top + (button?.offsetHeight ?? 0);
  const isSeen = top >= list.scrollTop && bottom <= list.scrollTop + list.clientHeight;
  if (!isSeen) list.scrollTop = top - list.clientHeight / 2;
}

function drawTold(game, ply) {
  const reported = byId("reported");
  if (!ply) {
    const rest = `, ${counted(game.moves.length, "move")} to come`;
    return reported.replaceChildren(element("h3", {}, element("b", {}, "The empty board"), rest));
  }
  const side = (ply - 1) % 2, answer = replay.plies[ply - 1 - game.opening];
  const title = element("h3", {}, answer ? `Move ${ply} of ${game.moves.length}: ` : `Stone ${ply} of the opening: `,
                        element("b", {}, `${COLOUR[side]} ${moveWord(game.moves[ply - 1])}`));
  reported.replaceChildren(title, ...(answer ? toldTiles(answer) : []));
}

/** What was reported of a move; a move that nobody searched for has no depth and no nodes. */
function toldTiles(answer) {
  const told = [[answer.mate !== null || answer.score !== null, "Score", scoreWord(answer)],
                [answer.depth, "Depth", String(answer.depth)], [answer.nodes, "Nodes", thousands(answer.nodes)],
                [answer.ms, "Time", duration(answer.ms)]];
  const tiles = told.filter(([isTold]) => isTold).map(([, label, words]) =>
    element("div", {}, element("small", {}, label), element("strong", {}, words)));
  return tiles.length ? tiles : [element("p", {}, "without a search")];
}

// --- the curve of the scores ----------------------------------------------------------------------------------------

const CURVE_HEIGHT = 150, TIME_HEIGHT = 40, CURVE_RIM = 6;
const SAME_UNITS = 6;               // scales that differ by more than this factor are not shared
const SCALE_SHARE = 0.9;            // of the scores lie inside of the scale; the rest is clipped to the edge

/** The scores that one side reported, from black's point of view: [ply, score], the score infinite for a proven end. */
function reportedBy(side) {
  const sign = side === BLACK ? 1 : -1;
  const worth = answer => answer.mate === null ? answer.score : answer.mate < 0 ? -Infinity : Infinity;
  return replay.plies.map((answer, at) => [at + replay.game.opening + 1, answer])
    .filter(([ply, answer]) => (ply - 1) % 2 === side && (answer.score !== null || answer.mate !== null))
    .map(([ply, answer]) => [ply, sign * worth(answer)]);
}

/** For each side the score at the edge of the curve: one for both, unless their units are plainly not the same. */
function scalesOf(reported) {
  const [one, other] = reported.map(scores => {
    const sizes = scores.map(([, score]) => Math.abs(score)).filter(Number.isFinite).sort((a, b) => a - b);
    const most = sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * SCALE_SHARE))];
    return most ? roundStep(most, 1) : null;
  });
  const larger = Math.max(one ?? 1, other ?? 1), smaller = Math.min(one ?? larger, other ?? larger);
  return larger / smaller > SAME_UNITS ? [one, other] : [larger, larger];
}

function curvePicture(picture, width, height) {
  const {game} = replay, moves = game.moves.length, left = CURVE_RIM, right = CURVE_RIM, middle = CURVE_HEIGHT / 2;
  const reported = [reportedBy(0), reportedBy(1)], scales = scalesOf(reported);
  const x = ply => left + ply / Math.max(1, moves) * (width - left - right);
  const y = (score, side) => middle - between(-1, score / scales[side], 1) * (middle - 8);
  picture.append(shape("rect", {x: left, y: 0, width: x(game.opening) - left, height: CURVE_HEIGHT, class: "opening"}));
  picture.append(line(left, middle, width - right, middle, "axis"), line(left, 8, width - right, 8, "rule"),
                 line(left, CURVE_HEIGHT - 8, width - right, CURVE_HEIGHT - 8, "rule"));
  picture.append(...curveLabels(reported, scales, middle));
  const now = line(0, 0, 0, height, "now");
  picture.append(now, ...timeBars(x, height));
  reported.forEach((scores, side) => {
    const points = scores.map(([ply, score]) => [x(ply), y(score, side)]);
    if (points.length) picture.append(own(game.sides[side], path(points, {class: "line"})));
  });
  const dots = game.sides.map(player => own(player, shape("circle", {r: 4.5, class: "now-dot"})));
  picture.append(...dots);
  picture.setAttribute("aria-label", "The scores that the engines reported, and the times of the moves");
  replay.moveCurve = ply => {
    now.setAttribute("x1", x(ply));
    now.setAttribute("x2", x(ply));
    dots.forEach((mark, side) => {
      const latest = reported[side].findLast(([at]) => at <= ply);
      mark.style.display = latest ? "" : "none";
      if (latest) mark.setAttribute("cx", x(latest[0])), mark.setAttribute("cy", y(latest[1], side));
    });
  };
  replay.moveCurve(between(0, replay.ply, moves));
  scrub(picture, width - left - right, moves);
}

function curveLabels(reported, scales, middle) {
  if (!reported.some(scores => scores.length)) return [text(8, middle - 8, "no scores were reported")];
  const edge = scales[0] === scales[1] ? `${scales[0]}` : `${scales[0] ?? "–"} / ${scales[1] ?? "–"}`;
  return [text(8, 22, `black is better (+${edge})`), text(8, CURVE_HEIGHT - 14, `white is better (−${edge})`)];
}

function timeBars(x, height) {
  const {game, plies} = replay, longest = Math.max(1, ...plies.map(answer => answer.ms));
  const thickness = between(1, x(1) - x(0) - 1, 8);
  return plies.slice(0, game.moves.length - game.opening).map((answer, at) => {
    const ply = game.opening + at + 1, tall = Math.max(1, answer.ms / longest * (TIME_HEIGHT - 10));
    const bar = {x: x(ply) - thickness / 2, y: height - tall, width: thickness, height: tall, class: "time"};
    return own(game.sides[(ply - 1) % 2], shape("rect", bar));
  });
}

/** A click, or a finger drawn along the curve, goes to that ply. */
function scrub(picture, width, moves) {
  const start = () => picture.getBoundingClientRect().left + CURVE_RIM;
  const go = event => stepTo(Math.round((event.clientX - start()) / width * moves));
  picture.addEventListener("pointerdown", event => { picture.setPointerCapture(event.pointerId); go(event); });
  picture.addEventListener("pointermove", event => { if (event.buttons) go(event); });
}

// --- playing, and the keyboard --------------------------------------------------------------------------------------

function pause() {
  clearInterval(replay.timer);
  replay.timer = null;
  byId("play").setAttribute("aria-pressed", "false");
  byId("play").setAttribute("aria-label", "Play");
}

function playOrPause() {
  if (replay.timer) return pause();
  if (replay.ply === replay.game.moves.length) step(0);
  byId("play").setAttribute("aria-pressed", "true");
  byId("play").setAttribute("aria-label", "Pause");
  replay.timer = setInterval(() => {
    step(replay.ply + 1);
    if (replay.ply === replay.game.moves.length) pause();
  }, PLAYING_MS);
}

const stepBy = plies => { pause(); step(replay.ply + plies); };
const stepTo = ply => { pause(); step(ply); };

function changeGame(by) {
  const game = games[replay.place + by];
  if (game) location.hash = gameLink(game);
}

/** Keys that the browser has a use for (false) are left to it while the replay is out of sight. */
const KEYS = {
  ArrowLeft: [true, () => stepBy(-1)], ArrowRight: [true, () => stepBy(1)],
  Home: [false, () => stepTo(0)], End: [false, () => stepTo(replay.game.moves.length)],
  " ": [false, playOrPause], n: [true, () => changeGame(1)], p: [true, () => changeGame(-1)],
};

function onKey(event) {
  const [isFree, act] = KEYS[event.key] ?? [];
  if (!act || event.ctrlKey || event.metaKey || event.altKey || !replay.game) return;
  if (event.target.closest("select, input[type=range], .scroller")) return;
  if (event.key === " " && event.target.closest("button, a, input")) return;
  if (!isFree && !isInSight(byId("board"))) return;
  event.preventDefault();
  act();
}

function isInSight(place) {
  const {top, bottom} = place.getBoundingClientRect();
  return bottom > innerHeight * 0.2 && top < innerHeight * 0.8;
}

export function listen() {
  document.addEventListener("keydown", onKey);
  byId("first").addEventListener("click", () => stepTo(0));
  byId("back").addEventListener("click", () => stepBy(-1));
  byId("forward").addEventListener("click", () => stepBy(1));
  byId("last").addEventListener("click", () => stepTo(replay.game.moves.length));
  byId("play").addEventListener("click", playOrPause);
  byId("slider").addEventListener("input", event => stepTo(Number(event.target.value)));
  byId("numbers").addEventListener("change", drawNumbers);
  byId("previous-game").addEventListener("click", () => changeGame(-1));
  byId("next-game").addEventListener("click", () => changeGame(1));
  addEventListener("hashchange", followHash);
  document.addEventListener("click", onLink);
  byId("save-psq").addEventListener("click", () => saveAs(replay, "psq"));
  byId("save-sgf").addEventListener("click", () => saveAs(replay, "sgf"));
}

// --- the address ----------------------------------------------------------------------------------------------------

/** What the hash asks for: [place, ply], where ply may be undefined; null if it asks for no game that there is. */
function asked() {
  const words = new URLSearchParams(location.hash.slice(1));
  const place = placeOfNumber.get(Number(words.get("game")));
  const ply = parseInt(words.get("ply"), 10);
  return place === undefined ? null : [place, Number.isNaN(ply) ? undefined : ply];
}

export function followHash() {
  const wanted = asked();
  if (!wanted) return;
  clearTimeout(replay.hashTimer);
  openGame(...wanted);
  if (!isInSight(byId("board"))) byId("replay").scrollIntoView();
}

/** A link to where the address already points changes no hash; it still has to go there. */
function onLink(event) {
  const link = event.target.closest('a[href^="#game="]');
  if (link && link.getAttribute("href") === location.hash) followHash();
}
