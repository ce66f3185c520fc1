// English: of the texts that count something, what is said of one.

/** @type {import("./texts.js").Table} */
export const en = {
  "{count} branches that cannot be played are left out.": {one: "One branch that cannot be played is left out."},
  "{count} games.": {one: "{count} game."},
  "{count} minutes": {one: "{count} minute"},
  "{count} minutes, {seconds} s a move": {one: "{count} minute, {seconds} s a move"},
  "{count} mistakes": {one: "{count} mistake"},
  "{count} moves": {one: "{count} move"},
  "{side} wins in {count} moves.": {one: "{side} wins in {count} move."},
  "{side} wins by force, in {count} moves of both sides at most": {one: "{side} wins by force, with the next move"},
  "Black's chance of winning over {count} moves": {one: "Black's chance of winning over {count} move"},
  "Board, {rule}, {width} by {height}, {count} stones": {one: "Board, {rule}, {width} by {height}, {count} stone"},
  "The engine runs in this browser with {count} threads.":
    {one: "The engine runs in this browser with one thread."},
  "Right. {point} is the longest defence: {side} wins in {count} moves.":
    {one: "Right. {point} is the longest defence: {side} wins in {count} move."},
  "The solution has {count} moves: step through them.": {one: "The solution has {count} move: step through it."},
  "The proof wins in {count} plies at most, with {nodes} positions: play any answer.":
    {one: "The proof wins in {count} ply at most, with {nodes} positions: play any answer."},
};
