// Fills the list of shapes: what is seen of a position, its marks and the choice in hand.
import { QUAD, DISC, RING, FRAME, MAN } from "./gl.js";
import { write } from "./letters.js";
import { check, column, lastMove, plan, stacked, tube } from "./lines.js";

export const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
export const mix = (a, b, t) => a.map((v, i) => v + (b[i] - v) * t);

// tileOf is where a man lies on the sheets, as shares of their size.
export function tileOf(sheet, kind, side, frozen) {
  const i = (2 * (kind - 1) + side) * sheet.states + (frozen && sheet.states > 1 ? 1 : 0);
  const pitch = sheet.tile + 2 * sheet.gutter;
  const x = i % sheet.columns * pitch + sheet.gutter, y = Math.floor(i / sheet.columns) * pitch + sheet.gutter;
  return [x / sheet.width, y / sheet.height, (x + sheet.tile) / sheet.width, (y + sheet.tile) / sheet.height];
}

const form = (width) => (width >= 44 ? 0 : width >= 15 ? 1 : 2);

// paint paints one moment. g has: layout, places, view, colors, men, sheet, marks, state.
export function paint(shapes, g) {
  shapes.clear();
  for (const l of g.view.levels) level(shapes, g, l);
  if (g.view.core && g.marks.column >= 0) core(shapes, g);
  if (g.view.rail && g.drawRail) rail(shapes, g);
  over(shapes, g);
  if (g.flying) man(shapes, g, g.flying.laid, g.flying.man, g.flying.x, g.flying.y, 0, 1);
}

function level(shapes, g, l) {
  const data = g.layout.levels[l.level], c = g.colors, a = l.alpha;
  const n = data.rows[0].length, m = data.rows.length, m0 = g.marks;
  const tilted = l.flat < 0.5;
  const quiet = m0.chosen >= 0 && (tilted || l.role === "tower");
  const ux = l.ax / 2, uy = l.ay / 2, vx = l.bx / 2, vy = l.by / 2;
  // The edge of the slab: around the cells, and in front of them when tilted.
  const rim = l.role === "tower" ? 1 : 2;
  const edge = mix(c.edge, c.background, 0.25);
  const grow = 1 + 2 * rim / (n * l.s), growM = 1 + 2 * rim / (m * l.s);
  const thick = tilted ? 0.12 * l.up : 0;
  if (data.rows.every((row) => row.every((cell) => cell >= 0))) {
    if (thick) shapes.add(QUAD, l.x, l.y + thick, ux * n * grow, uy * n * grow, vx * m * growM, vy * m * growM, edge, a);
    if (thick) for (const [px, py] of [[-n / 2, -m / 2], [n / 2, -m / 2], [n / 2, m / 2], [-n / 2, m / 2]]) {
      const [x, y] = l.at(px, py);
      shapes.line(x, y, x, y + thick, 0.7, edge, a);
    }
    shapes.add(QUAD, l.x, l.y, ux * n * grow, uy * n * grow, vx * m * growM, vy * m * growM, edge, a);
  }
  const frame = (x, y, width, color, opacity = 1) => shapes.add(FRAME, x, y, ux, uy, vx, vy, color, opacity * a, 2 * width);
  const standing = [];
  for (let r = 0; r < m; r++) {
    for (let k = 0; k < n; k++) {
      const cell = data.rows[r][k];
      if (cell < 0) continue;
      const place = g.places[cell];
      const [x, y] = l.at(place.x, place.y);
      let color = c.cells[g.layout.shades[cell]];
      if (m0.plane.has(cell)) color = mix(color, m0.planeColor, 0.35);
      if (m0.guide === place.rank && m0.guide >= 0) color = mix(color, c.guide, 0.14);
      if (cell === m0.to) color = c.mark;
      if (cell === m0.royal) color = c.check;
      if (cell === m0.chosen || cell === m0.pendingTo) color = c.target;
      else if (m0.captures.has(cell)) color = mix(color, c.target, 0.28);
      shapes.add(QUAD, x, y, ux * 1.004, uy * 1.004, vx * 1.004, vy * 1.004, color, a);
      if (cell === m0.from || cell === m0.to || m0.via.has(cell)) {
        const wide = m0.via.has(cell) ? 0.045 : 0.09;
        frame(x, y, Math.max(wide + 1 / l.s, 2.5 / l.s), c.ink);
        frame(x, y, Math.max(wide, 1.5 / l.s), c.frame);
      }
      if (m0.givers.has(cell)) frame(x, y, Math.max(0.08, 2 / l.s), c.check);
      if (cell === m0.royal) frame(x, y, Math.max(0.05, 1.5 / l.s), [1, 1, 1], 0.9);
      if (cell === m0.pendingFrom) frame(x, y, Math.max(0.08, 2 / l.s), c.target);
      if (m0.captures.has(cell)) frame(x, y, m0.hollow ? 0.07 : 0.16, c.target);
      if (cell === m0.chosen) frame(x, y, Math.max(0.06, 1 / l.s), c.background);
      if (m0.attackers.has(cell)) frame(x, y, Math.max(0.06, 1.5 / l.s), c.capture);
      if (m0.columns.has(cell) && cell !== m0.chosen && l.role !== "page" && !m0.captures.has(cell)) frame(x, y, Math.max(0.07, 1 / l.s), c.guide);
      if (cell === m0.cursor) frame(x, y, Math.max(0.05, 2 / l.s), c.guide);
      if (m0.quiet.has(cell)) {
        const d = (radius, what, hue) => shapes.add(what, x, y, l.ax * radius, l.ay * radius, l.bx * radius, l.by * radius, hue, a, 0.6);
        d(0.24, DISC, c.background);
        d(0.18, m0.hollow ? RING : DISC, c.target);
      }
      const here = cell === m0.pendingTo ? m0.mover : cell === m0.pendingFrom || cell === m0.pendingTake ? null : g.men.get(cell);
      if (here && !(g.flying && g.flying.hides === cell)) standing.push([cell, here, x, y]);
      else if (!here && l.role === "page" && l.s >= 52 && !m0.quiet.has(cell)) write(shapes, g.layout.cells[cell], x, y, 0.25 * l.s, c.text, 0.3 * a);
    }
  }
  walls(shapes, g, l, data, n, m);
  coordinates(shapes, g, l, data, n, m);
  standing.sort((p, q) => p[3] - q[3]);
  for (const [cell, here, x, y] of standing) {
    if (cell === m0.chosen && tilted) continue; // painted last
    const down = quiet && cell !== m0.chosen && !m0.captures.has(cell) ? 0.4 : g.over ? 0.2 : 0;
    man(shapes, g, l, here, x, y, cell === m0.royal || m0.givers.has(cell) ? 0 : down, a);
  }
}

function man(shapes, g, l, here, x, y, down, opacity) {
  const width = l.s * (g.layout.tower.men + (1 - g.layout.tower.men) * l.flat);
  const foot = l.s * (0.2 + 0.3 * l.flat);
  const half = width / 2;
  const f = form(width);
  shapes.add(MAN, x, y + foot - half, half, 0, 0, half, g.colors.background, opacity, f, down, tileOf(g.sheet, here[1], here[2], here[3]));
}

function walls(shapes, g, l, data, n, m) {
  if (!data.walls || l.s < 12) return;
  data.walls.forEach((wall, i) => {
    if (!wall) return;
    const [x0, y0] = l.at(i + 1 - n / 2, -m / 2), [x1, y1] = l.at(i + 1 - n / 2, m / 2);
    shapes.line(x0, y0, x1, y1, wall === 2 ? Math.max(0.7, 0.035 * l.s) : 0.5, wall === 2 ? g.colors.guide : g.colors.thin, (wall === 2 ? 0.8 : 0.45) * l.alpha);
  });
}

function coordinates(shapes, g, l, data, n, m) {
  if (l.s < 22 || l.role === "tower") return;
  const size = Math.min(0.42 * l.s, 22 * g.state.letter), flat = l.flat > 0.5, c = g.colors.text;
  const sx = l.ax / l.s, sy = l.ay / l.s, tx = -l.bx / l.s, ty = -l.by / l.s;
  const turned = g.state.flipped ? -1 : 1;
  const out = flat ? (0.5 * size + (g.view.small ? 5 : l.s > 50 ? 10 : 5)) / l.s : 0.42;
  // The side that faces the viewer, and the one to the left.
  const low = -turned * (m / 2 + out), left = -turned * (n / 2 + out);
  const steep = !flat && l.yaw < 0;
  data.files.forEach((name, i) => {
    const [x, y] = l.at(i + 0.5 - n / 2, low);
    if (flat) write(shapes, name, x, y, size, c, l.alpha);
    else write(shapes, name, x, y, size * 0.9, c, 0.8 * l.alpha, turned * sx, turned * sy, turned * tx, turned * ty);
  });
  data.ranks.forEach((name, i) => {
    const [x, y] = l.at(steep ? -left : left, m / 2 - 0.5 - i);
    if (flat) write(shapes, name, x, y, size, c, l.alpha);
    else write(shapes, name, x, y, size * 0.9, c, 0.8 * l.alpha, turned * sx, turned * sy, turned * tx, turned * ty);
  });
}

// coreCells are the cells of the core with their rectangles, the top level first.
export function coreCells(g) {
  const core = g.view.core, list = [];
  if (!core) return list;
  const column = g.marks.columnCells;
  let row = 0;
  for (let i = 0; i < g.layout.levels.length; i++) {
    const cell = column.find((other) => g.places[other].level === i);
    if (cell === undefined) continue;
    list.push({ cell, x: core.x, y: core.y + row * core.step, half: core.size / 2 });
    row++;
  }
  return list;
}

function core(shapes, g) {
  const c = g.colors, m = g.marks;
  const list = coreCells(g);
  if (!list.length) return;
  write(shapes, g.layout.cells[m.column].replace(/^./, ""), g.view.core.x, list[0].y - list[0].half - 12 * g.state.letter, 13 * g.state.letter, c.text, 0.7);
  for (const { cell, x, y, half } of list) {
    const here = cell === m.pendingTo ? m.mover : cell === m.pendingFrom ? null : g.men.get(cell);
    let color = c.cells[g.layout.shades[cell]];
    if (cell === m.to) color = c.mark;
    if (cell === m.royal) color = c.check;
    if (m.captures.has(cell)) color = mix(color, c.target, 0.28);
    shapes.add(QUAD, x, y, half + 1, 0, 0, half + 1, mix(c.edge, c.background, 0.25), 1);
    shapes.add(QUAD, x, y, half, 0, 0, half, color, 1);
    if (cell === m.column) shapes.add(FRAME, x, y, half, 0, 0, half, c.target, 1, 0.14);
    else if (cell === m.from || cell === m.to) shapes.add(FRAME, x, y, half, 0, 0, half, c.frame, 1, 0.14);
    if (m.captures.has(cell)) shapes.add(FRAME, x, y, half, 0, 0, half, c.target, 1, 0.3);
    if (m.quiet.has(cell)) {
      shapes.add(DISC, x, y, 0.48 * half, 0, 0, 0.48 * half, c.background, 1);
      shapes.add(m.hollow ? RING : DISC, x, y, 0.36 * half, 0, 0, 0.36 * half, c.target, 1, 0.6);
    }
    if (here) {
      const size = half * 0.96;
      shapes.add(MAN, x, y, size, 0, 0, size, c.background, 1, form(2 * size), 0, tileOf(g.sheet, here[1], here[2], here[3]));
    }
    write(shapes, g.layout.levels[g.places[cell].level].name, x - half - 11 * g.state.letter, y, 14 * g.state.letter, c.text);
  }
}

// railBoxes are the buttons of the rail: a map of each level.
export function railBoxes(g) {
  const r = g.view.rail, n = g.layout.levels.length, boxes = [];
  for (let i = 0; i < n; i++) {
    boxes.push(r.upright ? { x: r.x, y: r.y + i * r.height / n, width: r.width, height: r.height / n } : { x: r.x + i * r.width / n, y: r.y, width: r.width / n, height: r.height });
  }
  return boxes;
}

function rail(shapes, g) {
  const c = g.colors, m = g.marks;
  railBoxes(g).forEach((box, i) => {
    const data = g.layout.levels[i], n = data.rows[0].length, rows = data.rows.length;
    const by = g.state.letter, s = Math.min(5 * by, (box.width - 5) / n, (box.height - (g.view.rail.upright ? 24 : 30) * by) / rows);
    const x0 = box.x + (box.width - n * s) / 2, y0 = box.y + (g.view.rail.upright ? 22 : 28) * by;
    const ground = mix(mix(c.cells[0], c.cells[1] ?? c.cells[0], 0.5), c.background, 0.15);
    for (let r = 0; r < rows; r++) for (let k = 0; k < n; k++) {
      const cell = data.rows[r][k];
      if (cell < 0) continue;
      const x = x0 + ((g.state.flipped ? n - 1 - k : k) + 0.5) * s, y = y0 + ((g.state.flipped ? rows - 1 - r : r) + 0.5) * s;
      const here = g.men.get(cell);
      let color = here ? (here[2] ? c.black : c.white) : ground;
      if (m.quiet.has(cell) || m.captures.has(cell) || cell === m.chosen) color = c.target;
      else if (cell === m.from || cell === m.to) color = c.mark;
      if (cell === m.royal) color = c.check;
      shapes.add(QUAD, x, y, s / 2, 0, 0, s / 2, color, 1);
      if (m.columns.has(cell)) shapes.add(FRAME, x, y, s / 2 + 1, 0, 0, s / 2 + 1, c.guide, 1, 0.4);
    }
  });
}

// over paints what lies over all levels: lines, and the chosen man.
function over(shapes, g) {
  const m = g.marks;
  const levels = g.view.levels.filter((l) => l.role === "level" || l.role === "page");
  const find = (cell) => levels.find((l) => l.level === g.places[cell].level);
  const spot = (cell, l = find(cell)) => l && l.at(g.places[cell].x, g.places[cell].y);
  if (g.moving) return;
  column(shapes, g);
  if (stacked(g)) {
    for (const path of m.paths) tube(shapes, g, find, path, 0.03, 0.05, g.colors.target, g.colors.background, 0.45);
    if (m.last && !(m.chosen >= 0)) lastMove(shapes, g, find, spot);
    for (const way of m.checks) check(shapes, g, find, way);
  }
  if (m.path) tube(shapes, g, find, m.path, 0.04, 0.07, g.colors.target, g.colors.background, 0.45, stacked(g));
  for (const [from, to] of m.arrows) plan(shapes, g, find, from, to);
  if (m.chosen >= 0 && g.men.get(m.chosen)) {
    const l = find(m.chosen);
    if (l && l.flat < 0.5 && m.pendingFrom !== m.chosen) {
      const [x, y] = spot(m.chosen, l);
      man(shapes, g, l, g.men.get(m.chosen), x, y, 0, 1);
    }
  }
}
