// The charts of a match: ratings, scores as the match went, and how long games were.

import {byId, element, line, shape, text} from "page/browser/elements.js";
import {between, chart, dot, own, path, roundStep} from "./drawing.js";
import {counted, data, games, nameOf, percent, signed, winnerOf} from "./match_data.js";

export function drawElo() {
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
export function drawProgress() {
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

export function drawLengths() {
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
