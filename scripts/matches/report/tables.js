// The header and the tables of a match: standings, what the engines used, how games ended.

import {byId, element} from "page/browser/elements.js";
import {dot, own, table} from "./drawing.js";
import {showDuel, showReason} from "./games_list.js";
import {
  counted, data, duration, gameLink, games, halves, hasFailed, nameOf, percent, thousands, winnerOf, withName,
} from "./match_data.js";

const MOST_BESIDE_ELO = 3;          // players in a crosstable that is half as wide as the page
const FAILURES_AT_FIRST = 6;

// --- the header -----------------------------------------------------------------------------------------------------

export function drawFacts() {
  byId("facts").append(...data.facts.map(([label, value]) =>
    element("div", {}, element("dt", {}, label), element("dd", {}, value))));
}

export function drawScoreboard() {
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

const head = (words, attributes = {}) => element("th", {scope: "col", ...attributes}, words);
const cell = (...children) => element("td", {}, ...children);
const wholeName = ({name, command, info}) => `${name}: ${command} ${info}`.trim();
const playerHead = player => element("th", {scope: "row", class: "player", title: wholeName(data.players[player])},
                                     element("span", {}, dot(player), nameOf(player)));

export function drawCrosstable() {
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

export function drawUse() {
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

// --- endings --------------------------------------------------------------------------------------------------------------

export function drawEndings() {
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

export function drawFailures() {
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
