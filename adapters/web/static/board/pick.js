// What is pressed, found by the inverse of what lays the levels out.
import { coreCells } from "./paint.js";
import { columns } from "./view.js";

// pick finds the cell below a point of what is laid out, g: a target nearby, then a man's picture, then the cell itself; -1 for none.
export function pick(g, x, y) {
  for (const { cell, x: cx, y: cy, half } of coreCells(g)) {
    if (Math.abs(x - cx) <= half + 1 && Math.abs(y - cy) <= half + 1) return cell;
  }
  let best = -1, near = 14;
  for (const l of g.view.levels) {
    if (l.flat > 0.5) continue;
    for (const cell of [...g.marks.quiet, ...g.marks.captures]) {
      if (g.places[cell].level !== l.level) continue;
      const [cx, cy] = l.at(g.places[cell].x, g.places[cell].y), d = Math.hypot(x - cx, y - cy);
      if (d < near) [best, near] = [cell, d];
    }
  }
  if (best >= 0) return best;
  let front = -Infinity;
  for (const l of g.view.levels) {
    if (l.flat > 0.5) continue;
    const half = l.s * g.layout.tower.men / 2;
    for (const cell of g.men.keys()) {
      if (g.places[cell].level !== l.level) continue;
      const [cx, foot] = l.at(g.places[cell].x, g.places[cell].y);
      if (Math.abs(x - cx) <= half * 0.85 && y <= foot + 0.2 * l.s && y >= foot + 0.2 * l.s - 1.9 * half && foot > front) [best, front] = [cell, foot];
    }
  }
  if (best >= 0) return best;
  for (const l of [...g.view.levels].reverse()) {
    const [u, v] = l.inverse(x, y), level = g.layout.levels[l.level];
    const column = Math.floor(u + columns(level) / 2), row = Math.floor(level.rows.length / 2 - v);
    const cell = level.rows[row]?.[column] ?? -1;
    if (cell >= 0) return cell;
  }
  return -1;
}
