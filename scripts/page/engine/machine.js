// What the engine finds, as it tells programs: the lines after `INFO machine 1`. protocol/README.md has the grammar and
// every key.

const HEAD = "MESSAGE machine ";

/**
 * The kind of such a line, its keys and their values; null if it is none.
 * @param {string} line @returns {{kind: string, said: Map<string, string>} | null}
 */
export function machineLine(line) {
  if (!line.startsWith(HEAD)) return null;
  const [kind, ...words] = line.slice(HEAD.length).trim().split(" ");
  /** @type {Map<string, string>} */
  const said = new Map();
  for (let at = 0; at + 1 < words.length; at += 2) said.set(words[at], words[at + 1]);
  return {kind, said};
}

/** The points of a list. @param {string | undefined} text such as 7,7;8,8 @returns {[number, number][]} */
export const pointsOf = text => (text ? text.split(";") : []).map(point => {
  const [x, y] = point.split(",").map(Number);
  return [x, y];
});
