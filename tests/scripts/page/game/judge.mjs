// Says what the page's rules hold of positions: for test_rules.py, which compares it with the referee. Each line of standard
// input is a position as JSON, each line of standard output what every empty point is for both colours.

import {createInterface} from "node:readline";
import {BLACK, Board, WHITE} from "../../../../scripts/page/game/rules.js";

for await (const line of createInterface({input: process.stdin})) {
  const {variant, stones} = JSON.parse(line), board = new Board(variant);
  for (const [cell, colour] of stones) board.put(cell, colour);
  const judged = board.emptyCells().flatMap(cell => [BLACK, WHITE].map(colour =>
    [cell, colour, board.foul(cell, colour), board.winningCells(cell, colour)]));
  console.log(JSON.stringify(judged));
}
