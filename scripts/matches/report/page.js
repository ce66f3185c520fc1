// What the match report does: it unpacks the data in the page, draws tables, charts and boards, and replays games.
// Everything that came from outside is written as text (never as HTML); every colour comes from page.css and, with the
// boards, from scripts/page/. The hash of the address, #game=12&ply=30, says what the replay shows, so that a link opens it there. A
// ply here is a number of stones on the board.

import {EDGE, NARROW_EDGE, STONE, boardPicture, centre, paint, stonePicture, winningPicture} from "page/board_picture.js";
import {byId, element, line, shape, text} from "page/elements.js";
import {psqText, sgfText} from "page/files.js";
import {Game, TIME_REASON} from "page/game.js";
import {columnName} from "page/points.js";

const PLAYER_COLOURS = 8;           // page.css has so many
const GAMES_ON_A_PAGE = 25;
const MOST_BESIDE_ELO = 3;          // players in a crosstable that is half as wide as the page
const FAILURES_AT_FIRST = 6;
const PLAYING_MS = 600;             // from stone to stone
const HASH_MS = 250;                // browsers limit how often an address may change
const BLACK = 0;
const TIMEOUT = "timeout";          // a reason of record.py
const COLOUR = ["black", "white"];

const data = JSON.parse(document.getElementById("data").textContent);
const games = data.games.map(unpackedGame);
const placeOfNumber = new Map(games.map((game, place) => [game.number, place]));

// --- unpacking (report.py packs) ------------------------------------------------------------------------------------

function unpackedGame([number, black, white, opening, moves, doubled, reason, words, winning, seconds, plies]) {
  return {number, sides: [black, white], opening, moves: unpackedPoints(moves), points: [doubled / 2, 1 - doubled / 2],
          reason, words, winning, seconds, plies};
}

function unpackedPoints(text) {
  const points = [];
  for (let at = 0; at < text.length; at += 2) points.push([parseInt(text[at], 32), parseInt(text[at + 1], 32)]);
  return points;
}

/** What the engines reported of each move after the opening. It is unpacked when a game is opened, not before. */
function pliesOf(game) {
  const whole = text => text === "" ? null : parseInt(text, 36);
  const decimal = text => text === "" ? null : Number(text);
  const [ms, score, mate, depth, nodes] = game.plies.map(column => column.split(" "));
  return ms.map((_, at) => ({
    ms: whole(ms[at]), score: decimal(score[at] ?? ""), mate: whole(mate[at] ?? ""),
    depth: whole(depth[at] ?? ""), nodes: whole(nodes[at] ?? ""),
  })).filter(ply => ply.ms !== null);
}

// --- building the page ----------------------------------------------------------------------------------------------

/** Gives an element the colour of a player. */
function own(player, created) {
  created.style.setProperty("--own", `var(--player-${player % PLAYER_COLOURS})`);
  return created;
}

const nameOf = player => data.players[player].name;
const gameLink = (game, ply) => `#game=${game.number}` + (ply === undefined ? "" : `&ply=${ply}`);
const pebble = (side, size = "") =>
  element("span", {class: `pebble ${size} ${COLOUR[side]}`, "aria-label": COLOUR[side], role: "img"});
const dot = player => own(player, element("span", {class: "dot"}));

/** Draws a chart as wide as its place, and again when that changes, so that letters keep their size. */
function chart(id, height, draw) {
  const place = byId(id);
  let drawnWidth = 0;
  const redraw = () => {
    const width = Math.round(place.clientWidth);
    if (!width) return;
    drawnWidth = width;
    const picture = shape("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img"});
    draw(picture, width, height);
    place.replaceChildren(picture);
  };
  new ResizeObserver(() => { if (Math.round(place.clientWidth) !== drawnWidth) redraw(); }).observe(place);
  redraw();
  return redraw;
}

const path = (points, attributes) => shape("path", {d: pathWords(points), ...attributes});
const pathWords = points => points.map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
const between = (low, value, high) => Math.min(high, Math.max(low, value));

/** A step of 1, 2 or 5 times a power of ten that divides a span into about that many parts. */
function roundStep(span, parts) {
  const rough = span / parts, power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find(factor => factor * power >= rough);
}

// --- words ----------------------------------------------------------------------------------------------------------

const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
const pointsWord = points => points === 0.5 ? "½" : String(points);
const halves = points => (points >= 1 || points === 0 ? Math.floor(points) : "") + (points % 1 ? "½" : "");
const signed = value => value === 0 ? "0" : (value < 0 ? "−" : "+") + Math.abs(value).toLocaleString("en");
const percent = value => `${(100 * value).toFixed(1)}\u00a0%`;
const duration = ms => ms === null ? "–" : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
const moveWord = ([x, y]) => columnName(x) + (y + 1);

function thousands(value) {
  if (value === null) return "–";
  if (value < 10000) return Math.round(value).toLocaleString("en");
  return value < 1e6 ? `${Math.round(value / 1e3)}k` : `${(value / 1e6).toFixed(value < 1e7 ? 2 : 1)}M`;
}

function scoreWord(ply) {
  if (ply.mate !== null) return ply.mate < 0 ? `loss in ${-ply.mate}` : `win in ${ply.mate}`;
  return ply.score === null ? "–" : signed(ply.score);
}

const winnerOf = game => game.points[BLACK] === 0.5 ? null : game.points[BLACK] === 1 ? 0 : 1;
const withName = (name, words) => words.startsWith(name) ? words : `${name}: ${words}`;
const hasFailed = game => data.failures.includes(game.reason);

function outcome(game) {
  const winner = winnerOf(game);
  return winner === null ? "a draw" : `${nameOf(game.sides[winner])} won with ${COLOUR[winner]}`;
}

// --- the header -----------------------------------------------------------------------------------------------------

function drawFacts() {
  byId("facts").append(...data.facts.map(([label, value]) =>
    element("div", {}, element("dt", {}, label), element("dd", {}, value))));
}

function drawScoreboard() {
  if (data.players.length !== 2 || !games.length) return;
  const [left, right] = data.standings;
  const side = row => element("div", {}, element("div", {class: "name"}, dot(row.player), nameOf(row.player)),
                              element("div", {class: "figure"}, halves(row.wins + row.draws / 2)));
  const stretch = (count, kind, player) => {
    if (!count) return null;
    const part = own(player, element("span", {class: kind}));
    part.style.flex = String(count);
    if (player >= 0) part.style.background = "var(--own)";
    return part;
  };
  byId("scoreboard").append(element("div", {class: "duel"}, side(left), side(right),
    element("div", {class: "split", "aria-hidden": "true"}, stretch(left.wins, "won", left.player),
            stretch(left.draws, "drawn", -1), stretch(left.losses, "won", right.player)),
    element("div", {class: "split-words"}, element("span", {}, counted(left.wins, "win")),
            element("span", {}, counted(left.draws, "draw")), element("span", {}, counted(left.losses, "win")))));
}

// --- tables ---------------------------------------------------------------------------------------------------------

function table(heads, rows) {
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
}

const head = (words, attributes = {}) => element("th", {scope: "col", ...attributes}, words);
const cell = (...children) => element("td", {}, ...children);
const wholeName = ({name, command, info}) => `${name}: ${command} ${info}`.trim();
const playerHead = player => element("th", {scope: "row", class: "player", title: wholeName(data.players[player])},
                                     element("span", {}, dot(player), nameOf(player)));

function drawCrosstable() {
  const order = data.standings.map(row => row.player);
  const heads = [head(""), head("Player", {class: "player"}),
                 ...order.map((_, at) => head(String(at + 1), {class: "met"})), head("Score"), head("In all")];
  const rows = data.standings.map((row, at) => element("tr", {},
    element("td", {class: "rank"}, String(at + 1)), playerHead(row.player),
    ...order.map(other => duelCell(row.player, other)),
    cell(element("strong", {}, row.games ? percent(row.score) : "–")),
    cell(element("strong", {}, `${halves(row.wins + row.draws / 2)} of ${row.games}`),
         element("small", {}, record(row.wins, row.draws, row.losses)))));
  const drawn = table(heads, rows);
  if (order.length === 2) drawn.classList.add("of-two");
  if (order.length > MOST_BESIDE_ELO) byId("standings").classList.add("stacked");
  byId("crosstable").append(drawn);
}

const record = (wins, draws, losses) => `+${wins} =${draws} −${losses}`;

function duelCell(player, other) {
  const met = data.crosstable[player][other];
  if (player === other) return element("td", {class: "met"}, element("span", {class: "self"}));
  if (!met) return element("td", {class: "met"}, "·");
  const [wins, draws, losses] = met;
  const score = (wins + draws / 2) / (wins + draws + losses);
  const button = element("button", {
    type: "button", class: "met-cell", title: `The games of ${nameOf(player)} against ${nameOf(other)}`,
    click: () => showDuel(player, other),
  }, element("strong", {}, halves(wins + draws / 2)), element("small", {}, record(wins, draws, losses)));
  const strength = (0.06 + 0.9 * Math.abs(score - 0.5)).toFixed(3);
  button.style.background = `rgb(var(--${score >= 0.5 ? "good" : "bad"}) / ${strength})`;
  return element("td", {class: "met"}, button);
}

function drawUse() {
  const slowest = Math.max(...data.use.map(use => use.mean ?? 0));
  const labels = ["Moves", "Time, mean", "Time, longest", "Depth, mean", "Nodes a second", "Memory, peak", "Failures"];
  const rows = data.standings.map(({player}) => {
    const use = data.use[player];
    const bar = own(player, element("i"));
    bar.style.width = `${100 * (use.mean ?? 0) / (slowest || 1)}%`;
    const values = [use.moves.toLocaleString("en"), element("span", {class: "fill"}, duration(use.mean), bar),
                    duration(use.max), use.depth === null ? "–" : use.depth.toFixed(1), thousands(use.speed),
                    use.memory === null ? "–" : `${Math.round(use.memory)} MB`, String(use.failures)];
    return element("tr", {}, playerHead(player),
                   ...values.map((value, at) => element("td", {"data-label": labels[at]}, value)));
  });
  byId("use").append(table([head("Engine", {class: "player"}), ...labels.map(words => head(words))], rows));
}

// --- charts ---------------------------------------------------------------------------------------------------------

function drawElo() {
  const rowHeight = 58, axisHeight = 30;
  const ends = data.standings.filter(row => row.games).flatMap(row => [row.low, row.high]);
  const reach = Math.max(20, ...ends.map(Math.abs)) * 1.08;
  byId("elo-caption").textContent = data.players.length === 2
    ? "The bars hold the true difference with a probability of 95\u00a0%."
    : "Ratings of all players together, on average 0. The bars hold the true rating with a probability of 95\u00a0%.";
  chart("elo", data.standings.length * rowHeight + axisHeight, (picture, width, height) => {
    const x = elo => between(6, width / 2 + elo / reach * (width / 2 - 6), width - 6);
    const step = roundStep(2 * reach, Math.max(2, width / 90));
    for (let tick = Math.ceil(-reach / step) * step; tick <= reach; tick += step) {
      picture.append(line(x(tick), 4, x(tick), height - axisHeight, Math.abs(tick) < step / 2 ? "axis" : "rule"),
                     text(x(tick), height - 8, signed(Math.round(tick)), {"text-anchor": "middle"}));
    }
    data.standings.forEach((row, at) => picture.append(eloRow(row, at * rowHeight, x, width)));
    picture.setAttribute("aria-label", data.standings.map(row => `${nameOf(row.player)}: ${row.words} Elo`).join("; "));
  });
}

function eloRow(row, top, x, width) {
  const y = top + 38;
  const known = row.games > 0;
  return own(row.player, shape("g", {},
    text(2, top + 18, shortened(nameOf(row.player), Math.floor((width - 170) / 7.4)), {class: "strong"}),
    text(width - 2, top + 18, known ? row.words : "no game yet", {"text-anchor": "end"}),
    known ? line(x(row.low), y, x(row.high), y, "whisker") : "",
    known ? shape("circle", {cx: x(row.value), cy: y, r: 6.5, class: "point"}) : ""));
}

const shortened = (words, length) => words.length <= length ? words : words.slice(0, Math.max(1, length - 1)) + "…";

const PROGRESS_HEIGHT = 300;

/** The running score of every player; of one of them with its band. Of two players, one curve says it all. */
function drawProgress() {
  let chosen = data.standings[0].player;
  const shown = data.players.length === 2 ? [chosen] : data.standings.map(row => row.player);
  const redraw = chart("progress", PROGRESS_HEIGHT, (...picture) => progressPicture(...picture, chosen, shown));
  const caption = () => {
    byId("progress-caption").textContent = `The score of ${nameOf(chosen)} after each of its games, with the band ` +
      "that holds its true score with a probability of 95\u00a0%.";
  };
  caption();
  if (shown.length === 1) return;
  const buttons = shown.map(player => own(player, element("button", {
    type: "button", "aria-pressed": String(player === chosen), click: () => {
      chosen = player;
      buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(shown[at] === chosen)));
      redraw();
      caption();
    }}, dot(player), nameOf(player))));
  byId("progress-legend").append(...buttons);
}

function progressPicture(picture, width, height, chosen, shown) {
  const left = 44, right = 54, top = 10, bottom = 28;
  const points = data.progress[chosen];
  const most = Math.max(...shown.map(player => data.progress[player].at(-1)?.[0] ?? 1));
  const [low, high] = scoreRange(shown, chosen);
  const x = count => left + (most > 1 ? (count - 1) / (most - 1) : 0.5) * (width - left - right);
  const y = score => top + (high - score) / (high - low) * (height - top - bottom);
  const step = roundStep(high - low, 5);
  for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high + 1e-9; tick += step) {
    picture.append(line(left, y(tick), width - right, y(tick), Math.abs(tick - 0.5) < 1e-9 ? "axis" : "rule"),
      text(left - 8, y(tick) + 4, `${Math.round(100 * tick)} %`, {"text-anchor": "end"}),
      text(width - right + 8, y(tick) + 4, tick > 1e-9 && tick < 1 - 1e-9 ? signed(Math.round(eloOf(tick))) : ""));
  }
  picture.append(text(width - 2, height - 8, "Elo", {"text-anchor": "end"}));
  const apart = Math.max(1, roundStep(most, Math.max(2, (width - left - right) / 80)));
  for (let tick = apart; tick <= most; tick += apart) {
    if (x(tick) < left + 16) continue;      // where "games" stands
    picture.append(text(x(tick), height - 8, String(tick), {"text-anchor": "middle"}));
  }
  picture.append(text(left - 8, height - 8, "games", {"text-anchor": "end"}));
  const inside = {x: left - 3, y: top - 2, width: width - left - right + 6, height: height - top - bottom + 4};
  const clip = shape("clipPath", {id: "progress-area"}, shape("rect", inside));
  const curves = shape("g", {"clip-path": "url(#progress-area)"});
  picture.append(clip, curves);
  for (const player of shown) if (player !== chosen) curves.append(progressLine(player, x, y, "line quiet"));
  const upper = points.map(([count, , , to]) => [x(count), y(to)]);
  const lower = points.map(([count, , from]) => [x(count), y(from)]).reverse();
  curves.append(own(chosen, path([...upper, ...lower], {class: "band"})), progressLine(chosen, x, y, "line"));
  if (points.length) {
    const [count, score] = points.at(-1);
    picture.append(own(chosen, shape("circle", {cx: x(count), cy: y(score), r: 5, class: "point"})));
  }
  picture.setAttribute("aria-label", `Running score of ${nameOf(chosen)}`);
  addReadout(picture, points, x, y, [left, top, width - left - right, height - top - bottom]);
}

const progressLine = (player, x, y, kind) =>
  own(player, path(data.progress[player].map(([count, score]) => [x(count), y(score)]), {class: kind}));
const eloOf = score => -400 * Math.log10(1 / score - 1);

/** From where the curves have calmed down: the first games would make the rest a flat line. */
function scoreRange(shown, chosen) {
  const calm = player => data.progress[player].slice(Math.floor(data.progress[player].length / 8));
  const scores = shown.flatMap(player => calm(player).map(point => point[1]));
  const band = calm(chosen).slice(Math.floor(calm(chosen).length / 6)).flatMap(([, , low, high]) => [low, high]);
  const all = [...scores, ...band];
  const down = value => Math.floor(value * 20 - 1e-9) / 20;
  return [Math.max(0, down(Math.min(0.45, ...all))), Math.min(1, -down(-Math.max(0.55, ...all)))];
}

function addReadout(picture, points, x, y, [left, top, width, height]) {
  const cross = line(0, top, 0, top + height, "cross");
  const words = text(0, top + 12, "", {class: "strong"});
  const hit = shape("rect", {x: left, y: top, width, height, class: "hit"});
  const hide = () => { cross.style.display = words.style.display = "none"; };
  hit.addEventListener("pointerleave", hide);
  hit.addEventListener("pointermove", event => {
    const at = event.clientX - picture.getBoundingClientRect().left;
    if (!points.length) return;
    const [count, score, low, high] = points.reduce((best, point) =>
      Math.abs(x(point[0]) - at) < Math.abs(x(best[0]) - at) ? point : best);
    cross.setAttribute("x1", x(count));
    cross.setAttribute("x2", x(count));
    words.textContent = `after ${counted(count, "game")}: ${percent(score)}, ${percent(low)} to ${percent(high)}`;
    const isLate = x(count) > left + width / 2;
    words.setAttribute("x", x(count) + (isLate ? -8 : 8));
    words.setAttribute("text-anchor", isLate ? "end" : "start");
    cross.style.display = words.style.display = "";
  });
  hide();
  picture.append(cross, words, hit);
}

const LENGTH_KINDS = [["bar-black", "black won", game => winnerOf(game) === 0],
                      ["bar-draw", "draw", game => winnerOf(game) === null],
                      ["bar-white", "white won", game => winnerOf(game) === 1]];

function drawLengths() {
  const lengths = games.map(game => game.moves.length);
  const size = Math.max(1, roundStep(Math.max(...lengths, 1), 22)), bins = Math.floor(Math.max(...lengths) / size) + 1;
  const counts = LENGTH_KINDS.map(([, , belongs]) => {
    const found = new Array(bins).fill(0);
    games.forEach((game, place) => { if (belongs(game)) found[Math.floor(lengths[place] / size)] += 1; });
    return found;
  });
  const sample = kind => shape("svg", {viewBox: "0 0 12 12", "aria-hidden": "true"},
                               shape("rect", {x: 1, y: 1, width: 10, height: 10, rx: 2, class: kind}));
  byId("lengths-legend").append(...LENGTH_KINDS.map(([kind, words, belongs]) => element("span", {}, sample(kind),
    `${words}: ${games.filter(belongs).length.toLocaleString("en")}`)));
  const highest = Math.max(...counts[0].map((_, bin) => counts.reduce((sum, kind) => sum + kind[bin], 0)));
  chart("lengths", between(240, 40 * data.reasons.length + 8, 400), (picture, width, height) => {
    const left = 34, bottom = 28, top = 8, barWidth = (width - left) / bins;
    const y = count => height - bottom - count / highest * (height - bottom - top);
    const step = Math.max(1, roundStep(highest, 5));
    for (let tick = 0; tick <= highest; tick += step) {
      picture.append(line(left, y(tick), width, y(tick), tick ? "rule" : "axis"),
                     text(left - 8, y(tick) + 4, String(tick), {"text-anchor": "end"}));
    }
    for (let bin = 0; bin < bins; bin += 1) {
      picture.append(lengthBar(counts, bin, size, left + bin * barWidth, barWidth, y));
    }
    const every = Math.max(1, Math.ceil(34 / barWidth));
    for (let bin = 0; bin < bins; bin += every) {
      const anchor = bin ? "middle" : "start";
      picture.append(text(left + bin * barWidth, height - 8, String(bin * size), {"text-anchor": anchor}));
    }
    const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
    picture.setAttribute("aria-label", `Games by their number of moves, from ${shortest} to ${longest}`);
  });
}

function lengthBar(counts, bin, size, x, width, y) {
  const range = size === 1 ? counted(bin, "move") : `${bin * size} to ${bin * size + size - 1} moves`;
  const bar = shape("g", {}, shape("title", {}, `${range}: ` +
    LENGTH_KINDS.map(([, words], kind) => `${words} ${counts[kind][bin]}`).join(", ")));
  let below = 0;
  counts.forEach((kind, at) => {
    if (!kind[bin]) return;
    bar.append(shape("rect", {x: x + 1, y: y(below + kind[bin]), width: Math.max(1, width - 2.5), rx: 1.5,
                              height: Math.max(1, y(below) - y(below + kind[bin])), class: LENGTH_KINDS[at][0]}));
    below += kind[bin];
  });
  return bar;
}

function drawEndings() {
  const counts = data.reasons.map((reason, at) => [reason, at, games.filter(game => game.reason === at).length]);
  counts.sort((one, other) => other[2] - one[2]);
  byId("endings").append(...counts.map(([reason, at, count]) => {
    const bar = element("i");
    bar.style.width = `${100 * count / counts[0][2]}%`;
    return element("li", {class: data.failures.includes(at) ? "failure" : null},
      element("button", {type: "button", title: "Show these games", click: () => showReason(at)}, reason),
      element("span", {class: "track", "aria-hidden": "true"}, bar),
      element("span", {}, count.toLocaleString("en"), " ", element("small", {}, percent(count / games.length))));
  }));
}

function drawFailures() {
  const failed = games.filter(hasFailed);
  const row = game => element("li", {}, element("a", {href: gameLink(game)}, `Game ${game.number}`),
                              element("b", {}, data.reasons[game.reason]),
                              element("span", {}, withName(nameOf(game.sides[1 - winnerOf(game)]), game.words)));
  const list = byId("failures");
  list.append(...failed.slice(0, FAILURES_AT_FIRST).map(row));
  if (failed.length <= FAILURES_AT_FIRST) return;
  const more = element("button", {type: "button", class: "more", click: () => {
    more.remove();
    list.append(...failed.slice(FAILURES_AT_FIRST).map(row));
  }}, `Show all ${failed.length}`);
  list.after(more);
}

// --- boards ---------------------------------------------------------------------------------------------------------

/** The colours of wood and stones, once for all boards. */
function addPaint() {
  const place = shape("svg", {width: 0, height: 0, "aria-hidden": "true"}, paint());
  place.style.position = "absolute";
  document.body.prepend(place);
}

/** An empty board, with its coordinates where the edge has room for them. */
function emptyBoard(edge, label) {
  const board = boardPicture(data, edge);
  board.setAttribute("role", "img");
  board.setAttribute("aria-label", label);
  return board;
}

function stoneShape(game, at) {
  const [x, y] = game.moves[at], stone = stonePicture(data, x, y, at % 2, String(at + 1), at < game.opening);
  stone.dataset.ply = at + 1;
  return stone;
}

/** Stones of a whole game, with a mark on the last and on the winning row; `show` says how many of them are there. */
function boardOf(game, edge, label) {
  const board = emptyBoard(edge, label);
  const stones = game.moves.map((_, at) => stoneShape(game, at));
  const mark = shape("circle", {r: STONE - 1.4, class: "last-mark", "stroke-width": 3.2});
  const point = shape("circle", {r: 5.5, class: "last-dot"});
  const row = winningPicture(data, unpackedPoints(game.winning));
  board.append(row, ...stones, mark, point);
  return {board, show: ply => {
    stones.forEach((stone, at) => { stone.style.display = at < ply ? "" : "none"; });
    const isOver = ply === game.moves.length;
    row.style.display = isOver ? "" : "none";
    for (const sign of [mark, point]) {
      sign.style.display = ply ? "" : "none";
      if (!ply) continue;
      const [cx, cy] = centre(data, ...game.moves[ply - 1]);
      sign.setAttribute("cx", cx);
      sign.setAttribute("cy", cy);
    }
  }};
}

function thumbnail(game) {
  const {board, show} = boardOf(game, NARROW_EDGE, `The end of game ${game.number}: ${outcome(game)}`);
  board.classList.add("without-numbers");
  show(game.moves.length);
  return board;
}

function drawWorthALook() {
  const [first, ...others] = data.worth;
  if (!first) return;
  const game = games[first[1]];
  byId("showpiece").append(element("a", {href: gameLink(game)}, thumbnail(game), element("figcaption", {},
    `${first[0]}: game ${game.number}, ${outcome(game)} after ${counted(game.moves.length, "move")}`)));
  byId("worth").append(...others.map(([words, place]) => {
    const shown = games[place];
    return element("a", {href: gameLink(shown)}, thumbnail(shown), element("h3", {}, words),
      element("p", {}, `Game ${shown.number}, ${counted(shown.moves.length, "move")}` +
                       (winnerOf(shown) === null ? "" : `: ${outcome(shown)}`)));
  }));
}

// --- the replay -----------------------------------------------------------------------------------------------------

const replay = {
  place: -1, game: null, plies: [], ply: 0,             // what is open
  show: null, redrawCurve: null, moveCurve: null,       // how to show a ply
  timer: null, hashTimer: null,
};

function openGame(place, ply) {
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
  markOpenGame();
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

const capital = words => words.charAt(0).toUpperCase() + words.slice(1);

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

// --- the shown game as a file ----------------------------------------------------------------------------------------

/** The game as the page of scripts/page/ has it, whose files these are. */
function gameForFile({moves, opening, points, reason, words}) {
  const {rule, width, height, winLength} = data, game = new Game({rule, width, height, winLength});
  const isWhole = moves.every(([x, y], at) => {
    if (game.play(y * width + x) !== null) return false;
    game.here.ms = replay.plies[at - opening]?.ms ?? 0;
    return true;
  });
  if (isWhole && !game.result) {
    const winner = points[BLACK] === 0.5 ? null : points[BLACK] === 1 ? BLACK : 1 - BLACK;
    game.end(winner, data.reasons[reason] === TIMEOUT ? TIME_REASON : words);
  }
  return game;
}

function saveAs(ending, textOf) {
  const {game} = replay, names = game.sides.map(player => nameOf(player).replace(/\s+/g, " "));
  const address = URL.createObjectURL(new Blob([textOf(gameForFile(game), names)], {type: "text/plain"}));
  element("a", {href: address, download: `game-${game.number}.${ending}`}).click();
  setTimeout(() => URL.revokeObjectURL(address));
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

function listen() {
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
  byId("save-psq").addEventListener("click", () => saveAs("psq", psqText));
  byId("save-sgf").addEventListener("click", () => saveAs("sgf", sgfText));
}

// --- the address ----------------------------------------------------------------------------------------------------

/** What the hash asks for: [place, ply], where ply may be undefined; null if it asks for no game that there is. */
function asked() {
  const words = new URLSearchParams(location.hash.slice(1));
  const place = placeOfNumber.get(Number(words.get("game")));
  const ply = parseInt(words.get("ply"), 10);
  return place === undefined ? null : [place, Number.isNaN(ply) ? undefined : ply];
}

function followHash() {
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

// --- the list of games ----------------------------------------------------------------------------------------------

const list = {page: 0, sort: "number", direction: 1, found: []};

const COLUMNS = [
  ["number", "Game", game => game.number],
  ["at-black", "Black", game => nameOf(game.sides[0]).toLowerCase()],
  ["result", "Result", game => -game.points[0]],
  ["at-white", "White", game => nameOf(game.sides[1]).toLowerCase()],
  ["words", "Ended by", game => data.reasons[game.reason]],
  ["at-moves", "Moves", game => game.moves.length],
  ["at-seconds", "Time", game => game.seconds],
];

const RESULTS = {
  "any result": () => true,
  "black won": game => winnerOf(game) === 0,
  "white won": game => winnerOf(game) === 1,
  "draw": game => winnerOf(game) === null,
  "won by the player": (game, player) => game.sides[winnerOf(game)] === player,
  "lost by the player": (game, player) => winnerOf(game) !== null && game.sides[1 - winnerOf(game)] === player,
};

const option = (value, words) => element("option", {value}, words);

function drawFilters() {
  byId("by-player").append(option("", "anyone"), ...data.standings.map(({player}) => option(player, nameOf(player))));
  byId("by-result").append(...Object.keys(RESULTS).map(words => option(words, words)));
  byId("by-reason").append(option("", "anything"), ...data.reasons.map((reason, at) => option(at, reason)));
  byId("filters").addEventListener("submit", event => event.preventDefault());
  byId("filters").addEventListener("change", findGames);
}

/** Players are asked for as "3", and two of them as "3-5". */
function askedPlayers() {
  const value = byId("by-player").value;
  return value ? value.split("-").map(Number) : [];
}

function findGames() {
  const players = askedPlayers(), reason = byId("by-reason").value;
  for (const choice of byId("by-result").options) choice.disabled = choice.value.endsWith("player") && !players.length;
  if (byId("by-result").selectedOptions[0].disabled) byId("by-result").selectedIndex = 0;
  const fits = RESULTS[byId("by-result").value];
  list.found = games.filter(game => players.every(player => game.sides.includes(player)) && fits(game, players[0]) &&
                                    (reason === "" || game.reason === Number(reason)));
  sortGames();
}

function sortGames() {
  const measure = COLUMNS.find(([name]) => name === list.sort)[2];
  list.found.sort((one, other) => {
    const [a, b] = [measure(one), measure(other)];
    return list.direction * (a < b ? -1 : a > b ? 1 : 0) || one.number - other.number;
  });
  list.page = 0;
  drawGames();
}

function sortBy(name) {
  list.direction = list.sort === name ? -list.direction : 1;
  list.sort = name;
  sortGames();
  byId("games").querySelector(`th.${name} button`).focus();
}

function drawGames() {
  const heads = COLUMNS.map(([name, words]) => element("th", {
    scope: "col", class: name, "aria-sort": list.sort !== name ? null : list.direction > 0 ? "ascending" : "descending",
  }, element("button", {type: "button", click: () => sortBy(name)}, words)));
  const from = list.page * GAMES_ON_A_PAGE, shown = list.found.slice(from, from + GAMES_ON_A_PAGE);
  byId("games").replaceChildren(...table(heads, shown.map(gameRow)).children);
  byId("found").textContent = list.found.length === games.length ? counted(games.length, "game")
    : `${list.found.length.toLocaleString("en")} of ${counted(games.length, "game")}`;
  drawPages(from, shown.length);
  markOpenGame();
}

function gameRow(game) {
  const name = side => element("td", {class: `at-${COLOUR[side]}` + (winnerOf(game) === side ? " winner" : "")},
                               pebble(side, "small"), nameOf(game.sides[side]));
  const row = element("tr", {"data-game": game.number},
    element("th", {scope: "row", class: "number"}, element("a", {href: gameLink(game)}, String(game.number))), name(0),
    element("td", {class: "result"}, game.points.map(pointsWord).join("–")), name(1),
    element("td", {class: hasFailed(game) ? "words failed" : "words"}, data.reasons[game.reason]),
    element("td", {class: "at-moves"}, String(game.moves.length)),
    element("td", {class: "at-seconds"}, `${game.seconds.toFixed(1)} s`));
  row.addEventListener("click", event => { if (!event.target.closest("a")) row.querySelector("a").click(); });
  return row;
}

function drawPages(from, shown) {
  const turn = by => () => { list.page += by; drawGames(); };
  const button = (words, by, isThere) =>
    element("button", {type: "button", disabled: !isThere, click: turn(by)}, words);
  byId("pages").hidden = list.found.length <= GAMES_ON_A_PAGE;
  byId("pages").replaceChildren(button("Back", -1, from > 0), element("span", {}, `${from + 1} to ${from + shown}`),
                                button("More", 1, from + shown < list.found.length));
}

function markOpenGame() {
  for (const row of byId("games").querySelectorAll("tbody tr")) {
    if (Number(row.dataset.game) === replay.game?.number) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

function showDuel(player, other) {
  const value = `${player}-${other}`, choices = byId("by-player");
  const isThere = [...choices.options].some(choice => choice.value === value);
  if (!isThere) choices.append(option(value, `${nameOf(player)} – ${nameOf(other)}`));
  showFiltered(value, "");
}

const showReason = reason => showFiltered("", String(reason));

function showFiltered(players, reason) {
  byId("by-player").value = players;
  byId("by-result").selectedIndex = 0;
  byId("by-reason").value = reason;
  findGames();
  byId("games-title").scrollIntoView();
}

// --- all of it ------------------------------------------------------------------------------------------------------

/** What would be empty is not shown. */
function hideNeedy() {
  const have = {games: games.length > 0, failures: games.some(hasFailed), worth: data.worth.length > 1};
  for (const part of document.querySelectorAll("[data-needs]")) part.hidden = !have[part.dataset.needs];
}

function begin() {
  hideNeedy();
  addPaint();
  drawFacts();
  if (!games.length) return;
  drawScoreboard();
  drawCrosstable();
  drawElo();
  drawProgress();
  drawLengths();
  drawEndings();
  drawFailures();
  drawUse();
  drawWorthALook();
  listen();
  drawFilters();
  openGame(data.worth[0]?.[1] ?? 0);
  findGames();
  followHash();
  addEventListener("hashchange", followHash);
  document.addEventListener("click", onLink);
}

begin();
