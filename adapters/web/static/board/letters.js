// The letters and numbers on the canvas.
import { GLYPH } from "./gl.js";

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789-–";
const glyphSize = 64, glyphColumns = 8;

// letters draws the sheet of letters.
export function letters() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = glyphSize * glyphColumns;
  const pen = canvas.getContext("2d");
  pen.font = `700 ${glyphSize * 0.78}px "Go", system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = "#fff";
  [...alphabet].forEach((letter, i) => pen.fillText(letter, (i % glyphColumns + 0.5) * glyphSize, (Math.floor(i / glyphColumns) + 0.54) * glyphSize));
  return canvas;
}

function glyph(letter) {
  const i = alphabet.indexOf(letter), n = glyphColumns;
  if (i < 0) return null;
  const x = i % n / n, y = Math.floor(i / n) / n;
  return [x, y, x + 1 / n, y + 1 / n];
}

// write sets a word around a point, upright or along two directions of a level.
export function write(shapes, word, x, y, size, color, opacity = 1, ax = 1, ay = 0, bx = 0, by = 1) {
  const step = 0.6 * size, half = size * 0.64;
  [...word].forEach((letter, i) => {
    const tile = glyph(letter), along = (i - (word.length - 1) / 2) * step;
    if (tile) shapes.add(GLYPH, x + along * ax, y + along * ay, ax * half, ay * half, bx * half, by * half, color, opacity, 0, 0, tile);
  });
}
