// A game as a file, for other programs. The page of scripts/page/ knows the formats.

import {element} from "page/browser/elements.js";
import {psqText, sgfText} from "page/game/files.js";
import {Game, TIME_REASON} from "page/game/game.js";
import {BLACK, data, nameOf} from "./match_data.js";

const TIMEOUT = "timeout";          // a reason of record.py
const TEXTS = {psq: psqText, sgf: sgfText};

/** The game as the page of scripts/page/ has it, whose files these are. */
function gameForFile({moves, opening, points, reason, words}, plies) {
  const {rule, width, height, winLength} = data, game = new Game({rule, width, height, winLength});
  const isWhole = moves.every(([x, y], at) => {
    if (game.play(y * width + x) !== null) return false;
    game.here.ms = plies[at - opening]?.ms ?? 0;
    return true;
  });
  if (isWhole && !game.result) {
    const winner = points[BLACK] === 0.5 ? null : points[BLACK] === 1 ? BLACK : 1 - BLACK;
    game.end(winner, data.reasons[reason] === TIMEOUT ? TIME_REASON : words);
  }
  return game;
}

/** Lets the browser save the game, with what was told of its moves. */
export function saveAs({game, plies}, ending) {
  const names = game.sides.map(player => nameOf(player).replace(/\s+/g, " "));
  const address = URL.createObjectURL(new Blob([TEXTS[ending](gameForFile(game, plies), names)], {type: "text/plain"}));
  element("a", {href: address, download: `game-${game.number}.${ending}`}).click();
  setTimeout(() => URL.revokeObjectURL(address));
}
