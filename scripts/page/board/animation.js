// A game as a picture that moves: an APNG, which is a PNG with more pictures in chunks of its own. Each move is drawn as
// the page draws it, on a board that nobody sees, and the browser's own PNG of what has changed is taken apart.

import {paint} from "./board_picture.js";
import {BARE, BoardView} from "./board_view.js";
import {canvasOf, pngOf} from "./picture.js";

/** @typedef {import("../game/game.js").Game} Game */
/** A PNG, and where in the picture it belongs. @typedef {{png: Uint8Array, x: number, y: number}} Frame */

const SIDE = 480;                   // pixels, of the longer side
const MOVE_MS = 800, LAST_MS = 4000;
const SIGNATURE = 8, AROUND = 12;   // bytes before the chunks of a PNG, and of a chunk besides its data
const FRACTION = 0x10000;           // two numbers of two bytes as one of four
const CRC_POLYNOMIAL = 0xedb88320;

const CRC_TABLE = Uint32Array.from({length: 256}, (_, at) => {
  let value = at;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? CRC_POLYNOMIAL ^ value >>> 1 : value >>> 1;
  return value;
});

/** The check that ends a chunk. @param {Uint8Array} bytes */
const crcOf = bytes => ~bytes.reduce((sum, byte) => CRC_TABLE[(sum ^ byte) & 0xff] ^ sum >>> 8, -1) >>> 0;

/** @param {string} name @param {Uint8Array} data */
function chunk(name, data) {
  const bytes = new Uint8Array(data.length + AROUND), view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set([...name].map(letter => letter.charCodeAt(0)), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crcOf(bytes.subarray(4, data.length + 8)));
  return bytes;
}

/** @param {number[]} numbers of four bytes */
function words(...numbers) {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  for (const [at, number] of numbers.entries()) view.setUint32(4 * at, number);
  return new Uint8Array(view.buffer);
}

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, {length}) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The data of its chunks of that name, one behind the other. @param {Uint8Array} png @param {string} name */
function dataOf(png, name) {
  const view = new DataView(png.buffer, png.byteOffset), found = [];
  for (let at = SIGNATURE; at + AROUND <= png.length; at += view.getUint32(at) + AROUND) {
    const length = view.getUint32(at);
    if (String.fromCharCode(...png.subarray(at + 4, at + 8)) === name) found.push(png.subarray(at + 8, at + 8 + length));
  }
  return found;
}

/** Frames as one picture that moves; the first one is as large as all. @param {Frame[]} frames */
function animated(frames) {
  const [{png: first}] = frames;
  const parts = [first.slice(0, SIGNATURE), chunk("IHDR", dataOf(first, "IHDR")[0]), chunk("acTL", words(frames.length, 0))];
  let number = 0;
  for (const [at, {png, x, y}] of frames.entries()) {
    const header = dataOf(png, "IHDR")[0], ms = at === frames.length - 1 ? LAST_MS : MOVE_MS;
    const end = words(x, y, ms * FRACTION + 1000), cover = new Uint8Array(2);       // thousandths; what was there stays
    parts.push(chunk("fcTL", joined(words(number++), header.slice(0, 8), end, cover)));
    for (const data of dataOf(png, "IDAT")) {
      parts.push(at ? chunk("fdAT", joined(words(number++), data)) : chunk("IDAT", data));
    }
  }
  return new Blob([...parts, chunk("IEND", new Uint8Array())], {type: "image/png"});
}

/**
 * What of a picture is different from the one before, as a frame.
 * @param {HTMLCanvasElement} canvas @param {HTMLCanvasElement | null} before @returns {Promise<Frame>}
 */
async function frameOf(canvas, before) {
  const {width, height} = canvas, [now, then] = [canvas, before].map(each =>
    new Uint32Array(each?.getContext("2d")?.getImageData(0, 0, width, height).data.buffer ?? new ArrayBuffer(0)));
  let left = width, right = -1, top = height, bottom = -1;
  for (let at = 0; at < now.length; at += 1) {
    if (now[at] === then[at]) continue;
    const x = at % width, y = Math.floor(at / width);
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  if (right < 0) [left, right, top, bottom] = [0, 0, 0, 0];
  const part = document.createElement("canvas");
  part.width = right - left + 1;
  part.height = bottom - top + 1;
  part.getContext("2d")?.drawImage(canvas, -left, -top);
  return {png: new Uint8Array(await (await pngOf(part)).arrayBuffer()), x: left, y: top};
}

/** The line that is shown, from its first move to its last. @param {Game} game @param {boolean} inCells */
export async function animationOf(game, inCells) {
  const {variant: {width, height}, start, line, moves} = game;
  const place = document.body.appendChild(document.createElement("div"));
  place.hidden = true;
  const board = new BoardView(place, () => {}, "film-"), frames = [];
  /** @type {HTMLCanvasElement | null} */
  let before = null;
  try {
    for (let ply = 0; ply <= moves.length; ply += 1) {
      const played = moves.slice(0, ply).map((cell, at) => ({cell, colour: game.colourOf(at)}));
      board.draw({
        ...BARE, width, height, inCells, last: ply ? moves[ply - 1] : null,
        stones: [...start.stones, ...played].map(stone => ({...stone, number: "", hasRing: false})),
        drawings: (ply ? line[ply - 1] : game.root).drawings,
      });
      if (!ply) board.picture.prepend(paint());
      const canvas = await canvasOf(board.picture, SIDE);
      frames.push(await frameOf(canvas, before));
      before = canvas;
    }
  } finally {
    place.remove();
  }
  return animated(frames);
}
