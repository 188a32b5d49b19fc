// The lines over the levels: ways, arrows, the last move, a check, and what lies above and below a cell.
import { FRAME } from "./gl.js";

export const stacked = (g) => g.state.posture === "stack";

// plan draws an arrow to plan with. Where its ends lie on levels that are not side by side, both cells are ringed, and the line is left out where it
// would cross other boards.
export function plan(shapes, g, find, from, to) {
  const c = g.colors, a = find(from), b = find(to);
  for (const [cell, l] of [[from, a], [to, b]]) {
    if (!l || a === b || stacked(g)) continue;
    const [x, y] = l.at(g.places[cell].x, g.places[cell].y);
    shapes.add(FRAME, x, y, l.ax / 2, l.ay / 2, l.bx / 2, l.by / 2, c.guide, 1, Math.max(0.14, 5 / l.s));
  }
  if (!a || !b || a !== b && !stacked(g)) return;
  for (const { p, q, s, cut, enters } of legs(g, find, from, to)) {
    const dx = q[0] - p[0], dy = q[1] - p[1], length = Math.hypot(dx, dy) || 1, long = Math.max(10, 0.36 * s), wide = Math.max(6, 0.2 * s);
    const end = [q[0] - dx / length * long * 0.8, q[1] - dy / length * long * 0.8];
    shapes.line(...p, ...(cut ? q : end), Math.max(2.4, 0.09 * s), c.background);
    if (!cut) shapes.head(q[0], q[1], dx, dy, long + 4, wide + 2.5, c.background);
    shapes.line(...p, ...(cut ? q : end), Math.max(1.5, 0.055 * s), c.guide);
    if (!cut) shapes.head(q[0], q[1], dx, dy, long, wide, c.guide);
    heads(shapes, { p, q, s, cut, enters }, c.guide, c.background);
  }
}

// column is the line through the cells above and below.
export function column(shapes, g) {
  const m = g.marks;
  if (m.column < 0 || m.columnCells.length < 2) return;
  const groups = new Map();
  for (const l of g.view.levels) {
    if (l.flat > 0.5) continue;
    const cell = m.columnCells.find((other) => g.places[other].level === l.level);
    if (cell === undefined) continue;
    const key = l.role + (l.tower ?? 0), [x, y] = l.at(g.places[cell].x, g.places[cell].y);
    const group = groups.get(key) ?? { x, top: y, bottom: y, s: l.s };
    group.top = Math.min(group.top, y);
    group.bottom = Math.max(group.bottom, y);
    groups.set(key, group);
  }
  for (const { x, top, bottom, s } of groups.values()) shapes.line(x, top, x, bottom, Math.max(0.6, 0.015 * s), g.colors.guide, 0.8);
}

// reach is where a cell would lie if its level went on in the tower of another level.
function reach(g, cell, l) {
  const [x, y] = l.at(g.places[cell].x, g.places[cell].y);
  return [x, y - (g.heights[g.places[cell].level] - g.heights[l.level]) * g.state.camera.spacing * Math.cos(g.layout.tower.tilt * Math.PI / 180) * l.s];
}

// legs divides the way between two cells into what is drawn: one line, or two broken ones where it passes from tower to tower.
function legs(g, find, from, to) {
  const a = find(from), b = find(to);
  if (!a || !b) return [];
  const p = a.at(g.places[from].x, g.places[from].y), q = b.at(g.places[to].x, g.places[to].y);
  if (a.tower === b.tower) return [{ p, q, s: b.s }];
  const towers = g.view.towers, down = b.level > a.level;
  const last = down ? towers[a.tower][towers[a.tower].length - 1] : towers[a.tower][0];
  const first = down ? towers[b.tower][0] : towers[b.tower][towers[b.tower].length - 1];
  const share = (level) => (level - a.level) / (b.level - a.level);
  const sign = down ? 1 : -1;
  const lerp = (u, v, t) => [u[0] + (v[0] - u[0]) * t, u[1] + (v[1] - u[1]) * t];
  const beyond = reach(g, to, a), before = reach(g, from, b);
  return [
    { p, q: lerp(p, beyond, share(last + 0.42 * sign)), s: a.s, cut: true },
    { p: lerp(before, q, share(first - 0.42 * sign)), q, s: b.s, enters: true },
  ];
}

// tube draws a way over cells, with its bends.
export function tube(shapes, g, find, cells, radius, casing, color, ground, off, across = true) {
  const parts = [];
  for (let i = 0; i + 1 < cells.length; i++) {
    const flatA = find(cells[i]), flatB = find(cells[i + 1]);
    if (!across && flatA !== flatB) continue;
    parts.push(...legs(g, find, cells[i], cells[i + 1]));
  }
  if (!parts.length) return;
  const first = parts[0], length = Math.hypot(first.q[0] - first.p[0], first.q[1] - first.p[1]) || 1;
  const t = Math.min(0.9, off * first.s / length);
  first.p = [first.p[0] + (first.q[0] - first.p[0]) * t, first.p[1] + (first.q[1] - first.p[1]) * t];
  if (!stacked(g)) {
    const end = parts.at(-1), far = Math.hypot(end.q[0] - end.p[0], end.q[1] - end.p[1]) || 1, u = Math.max(0.1, 1 - 0.45 * end.s / far);
    end.q = [end.p[0] + (end.q[0] - end.p[0]) * u, end.p[1] + (end.q[1] - end.p[1]) * u];
  }
  for (const { p, q, s } of parts) shapes.line(...p, ...q, Math.max(2, casing * s), ground);
  for (const { p, q, s } of parts) shapes.line(...p, ...q, Math.max(1.1, radius * s), color);
  for (const part of parts) heads(shapes, part, color, ground);
}

function heads(shapes, { p, q, s, cut, enters }, color, ground) {
  const dx = q[0] - p[0], dy = q[1] - p[1], long = Math.max(9, 0.34 * s), wide = Math.max(5, 0.17 * s);
  if (cut) {
    shapes.head(q[0], q[1], dx, dy, long + 3, wide + 2, ground);
    shapes.head(q[0], q[1], dx, dy, long, wide, color);
  }
  if (enters) {
    const length = Math.hypot(dx, dy) || 1, x = p[0] + dx / length * long, y = p[1] + dy / length * long;
    shapes.head(x, y, dx, dy, long + 3, wide + 2, ground);
    shapes.head(x, y, dx, dy, long, wide, color);
  }
}

// lastMove draws the arc of the last move, whose head ends over the crown of the man.
export function lastMove(shapes, g, find, spot) {
  const m = g.marks, way = [m.last.from, ...(m.last.via ?? []), m.last.to];
  const a = find(m.last.from), b = find(m.last.to);
  if (!a || !b) return;
  const c = g.colors;
  if (way.slice(1).some((cell, i) => find(cell)?.tower !== find(way[i])?.tower)) {
    const parts = way.slice(1).flatMap((cell, i) => legs(g, find, way[i], cell));
    for (const { p, q, s } of parts) shapes.line(...p, ...q, Math.max(2.5, 0.12 * s), c.ink);
    for (const { p, q, s } of parts) shapes.line(...p, ...q, Math.max(1.6, 0.075 * s), c.mark);
    for (const part of parts) heads(shapes, part, c.mark, c.ink);
    return;
  }
  const points = [];
  for (let i = 0; i + 1 < way.length; i++) {
    const p = spot(way[i]), q = spot(way[i + 1]), end = i + 2 === way.length;
    const tip = end ? [q[0], q[1] - b.s * (g.layout.tower.men - 0.2) - 0.05 * b.s] : q;
    const dx = tip[0] - p[0], dy = tip[1] - p[1], length = Math.hypot(dx, dy);
    const rises = end && dy < -0.3 * length; // he is reached from above all the same, around his side
    const middle = rises ? [tip[0] + (dx > 0 ? -1 : 1) * Math.max(0.35 * length, 0.5 * Math.abs(dx)), tip[1] - 0.3 * length] : [p[0] + dx * 0.65, Math.min(p[1] + dy * 0.5 - 0.3 * length, tip[1] - 0.25 * length)];
    for (let t = 0; t <= 1.0001; t += 1 / 24) {
      const u = 1 - t;
      points.push([u * u * p[0] + 2 * u * t * middle[0] + t * t * tip[0], u * u * p[1] + 2 * u * t * middle[1] + t * t * tip[1]]);
    }
  }
  const s = b.s, tip = points.pop(), long = Math.max(10, 0.36 * s), wide = Math.max(6, 0.2 * s);
  while (points.length > 1 && Math.hypot(points.at(-1)[0] - tip[0], points.at(-1)[1] - tip[1]) < long) points.pop();
  const before = points.at(-1), dx = tip[0] - before[0], dy = tip[1] - before[1], reached = Math.hypot(dx, dy) || 1;
  points.push([tip[0] - dx / reached * long * 0.8, tip[1] - dy / reached * long * 0.8]);
  const draw = (half, color) => {
    for (let i = 0; i + 1 < points.length; i++) shapes.line(...points[i], ...points[i + 1], half, color);
  };
  draw(Math.max(2.4, 0.12 * s), c.ink);
  shapes.head(tip[0], tip[1] + 1.5, dx, dy, long + 4, wide + 2.5, c.ink);
  draw(Math.max(1.5, 0.075 * s), c.mark);
  shapes.head(tip[0], tip[1], dx, dy, long, wide, c.mark);
}

// check draws the way of a check with bars across it, by which it is told from the last move without its colour.
export function check(shapes, g, find, way) {
  const c = g.colors;
  const cells = way.form === "bent" ? [way.from, ...(way.over ?? []), way.to] : [way.from, way.to];
  for (let i = 0; i + 1 < cells.length; i++) {
    for (const { p, q, s, cut, enters } of legs(g, find, cells[i], cells[i + 1])) {
      shapes.line(...p, ...q, Math.max(2.2, 0.085 * s), c.background);
      shapes.line(...p, ...q, Math.max(1.4, 0.055 * s), c.check);
      const dx = q[0] - p[0], dy = q[1] - p[1], length = Math.hypot(dx, dy), step = Math.max(9, 0.6 * s), bar = Math.max(4, 0.16 * s);
      for (let d = step / 2; d < length; d += step) {
        const x = p[0] + dx * d / length, y = p[1] + dy * d / length, nx = -dy / length * bar, ny = dx / length * bar;
        shapes.line(x - nx, y - ny, x + nx, y + ny, 1.9, c.background);
        shapes.line(x - nx, y - ny, x + nx, y + ny, 1.1, c.check);
      }
      heads(shapes, { p, q, s, cut, enters }, c.check, c.background);
    }
  }
}
