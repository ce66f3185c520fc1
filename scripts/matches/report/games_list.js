// The list of all games: sorted, filtered, in pages.

import {byId, element} from "page/browser/elements.js";
import {pebble, table} from "./drawing.js";
import {COLOUR, counted, data, gameLink, games, hasFailed, nameOf, pointsWord, winnerOf} from "./match_data.js";
import {replay} from "./replay.js";

const GAMES_ON_A_PAGE = 25;

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

export function drawFilters() {
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

export function findGames() {
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

export function markOpenGame() {
  for (const row of byId("games").querySelectorAll("tbody tr")) {
    if (Number(row.dataset.game) === replay.game?.number) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

export function showDuel(player, other) {
  const value = `${player}-${other}`, choices = byId("by-player");
  const isThere = [...choices.options].some(choice => choice.value === value);
  if (!isThere) choices.append(option(value, `${nameOf(player)} – ${nameOf(other)}`));
  showFiltered(value, "");
}

export const showReason = reason => showFiltered("", String(reason));

function showFiltered(players, reason) {
  byId("by-player").value = players;
  byId("by-result").selectedIndex = 0;
  byId("by-reason").value = reason;
  findGames();
  byId("games-title").scrollIntoView();
}
