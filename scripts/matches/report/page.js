// What the match report does: it draws tables, charts and boards of the data in the page, and replays games. Everything that
// came from outside is written as text (never as HTML). Every colour comes from page.css and, with the boards, from page/.

import {addPaint, drawWorthALook} from "./boards.js";
import {drawElo, drawLengths, drawProgress} from "./charts.js";
import {drawFilters, findGames, markOpenGame} from "./games_list.js";
import {data, games, hasFailed} from "./match_data.js";
import {followHash, listen, openGame, replay} from "./replay.js";
import {drawCrosstable, drawEndings, drawFacts, drawFailures, drawScoreboard, drawUse} from "./tables.js";

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
  replay.opened = markOpenGame;
  openGame(data.worth[0]?.[1] ?? 0);
  findGames();
  followHash();
}

begin();
