// The board as a picture, SVG or PNG. The drawing is copied with its colours written into it, because a picture knows no
// style sheet.

const SIDE = 1200;                  // pixels, of the longer side
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity",
                "font-family", "font-weight", "font-size", "text-anchor", "dominant-baseline", "stop-color", "display"];
const LEFT_OUT = ".point, .pale, .cursor, .aim";

/** @param {SVGSVGElement} board @param {number} side of the picture */
export function svgOf(board, side = SIDE) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  const parts = board.querySelectorAll("*");
  for (const [at, part] of copy.querySelectorAll("*").entries()) {
    const style = getComputedStyle(parts[at]);
    for (const name of STYLES) part.setAttribute(name, style.getPropertyValue(name));
  }
  for (const part of copy.querySelectorAll(LEFT_OUT)) part.remove();
  const {width, height} = board.viewBox.baseVal, scale = side / Math.max(width, height);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width * scale));
  copy.setAttribute("height", String(height * scale));
  return new XMLSerializer().serializeToString(copy);
}

/** @param {SVGSVGElement} board @param {number} side of the picture */
export async function canvasOf(board, side = SIDE) {
  const {width, height} = board.viewBox.baseVal, scale = side / Math.max(width, height);
  const address = URL.createObjectURL(new Blob([svgOf(board, side)], {type: "image/svg+xml"}));
  const image = new Image(), canvas = document.createElement("canvas");
  try {
    image.src = address;
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d", {willReadFrequently: true})?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export const pngOf = canvas => new Promise((resolve, reject) => {
  canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error("the browser made no picture")), "image/png");
});

/** @param {SVGSVGElement} board */
export const pictureOf = async board => pngOf(await canvasOf(board));
