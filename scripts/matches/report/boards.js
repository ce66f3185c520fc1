// Boards with the stones of games: large for the replay, small for games that are worth a look.

import {boardPicture, centre, NARROW_EDGE, paint, STONE, stonePicture, winningPicture} from "page/board/board_picture.js";
import {byId, element, shape} from "page/browser/elements.js";
import {counted, data, gameLink, games, outcome, unpackedPoints, winnerOf} from "./match_data.js";

/** The colours of wood and stones, once for all boards. */
export function addPaint() {
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
export function boardOf(game, edge, label) {
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

export function drawWorthALook() {
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
