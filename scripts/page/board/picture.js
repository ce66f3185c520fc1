// The board as a picture, SVG or PNG. The drawing is copied with its colours written into it, because a picture knows no
// style sheet.

const SIDE = 1200;                  // pixels, of the longer side
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity",
                "font-family", "font-weight", "font-size", "text-anchor", "dominant-baseline", "stop-color", "display"];
const LEFT_OUT = ".point, .pale, .cursor, .aim";

/** @param {SVGSVGElement} board */
export function svgOf(board) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  const parts = board.querySelectorAll("*");
  for (const [at, part] of copy.querySelectorAll("*").entries()) {
    const style = getComputedStyle(parts[at]);
    for (const name of STYLES) part.setAttribute(name, style.getPropertyValue(name));
  }
  for (const part of copy.querySelectorAll(LEFT_OUT)) part.remove();
  const {width, height} = board.viewBox.baseVal, scale = SIDE / Math.max(width, height);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width * scale));
  copy.setAttribute("height", String(height * scale));
  return new XMLSerializer().serializeToString(copy);
}

/** @param {SVGSVGElement} board @returns {Promise<Blob>} */
export async function pictureOf(board) {
  const {width, height} = board.viewBox.baseVal, scale = SIDE / Math.max(width, height);
  const address = URL.createObjectURL(new Blob([svgOf(board)], {type: "image/svg+xml"}));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return await painted(image, Math.round(width * scale), Math.round(height * scale));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {HTMLImageElement} image @param {number} width @param {number} height @returns {Promise<Blob>} */
function painted(image, width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error("the browser made no picture")), "image/png");
  });
}
