// Where the levels lie in each posture. A level lies on the screen by five numbers: where its middle is (x, y), how long the side of
// a cell is (s), and how far it is tilted and turned, in degrees; 90 and 0 is flat.

const radians = Math.PI / 180;

// Level is a level laid out on the screen.
export class Laid {
  constructor(level, x, y, s, tilt, yaw, role) {
    Object.assign(this, { level, x, y, s, tilt, yaw, role, alpha: 1 });
  }

  get key() {
    return this.role + this.level;
  }

  // turn computes what projecting needs.
  turn(flipped) {
    const sin = Math.sin(this.yaw * radians), cos = Math.cos(this.yaw * radians), up = Math.sin(this.tilt * radians);
    const f = flipped ? -this.s : this.s;
    this.ax = f * cos;
    this.ay = f * sin * up;
    this.bx = f * sin;
    this.by = -f * cos * up;
    this.up = this.s * Math.cos(this.tilt * radians); // one cell of height
    this.flat = Math.max(0, Math.min(1, (this.tilt - 40) / 50)); // 1 seen from above
    return this;
  }

  // at projects a point of the level, in cells from its middle: to the right, and away from White.
  at(x, y, height = 0) {
    return [this.x + x * this.ax + y * this.bx, this.y + x * this.ay + y * this.by - height * this.up];
  }

  // inverse finds the point of the level below a point of the screen.
  inverse(px, py) {
    const dx = px - this.x, dy = py - this.y, det = this.ax * this.by - this.bx * this.ay;
    return [(dx * this.by - dy * this.bx) / det, (dy * this.ax - dx * this.ay) / det];
  }
}

// home is the camera of a stack at first.
export function home(layout) {
  return { yaw: layout.tower.yaw, tilt: layout.tower.tilt, spacing: 1, zoom: 1, x: 0, y: 0 };
}

// flatHome is the camera of a page or a grid at first.
export const flatHome = () => ({ zoom: 1, x: 0, y: 0 });

// cameraOf is the camera of the posture that is shown: each has its own.
export const cameraOf = (state) => (state.posture === "stack" ? state.camera : state.sheets[state.posture]);

// layOut returns where everything goes in a window of the board: levels, the core, the rail.
export function layOut(layout, state, width, height) {
  const out = { levels: [], core: null, rail: null, cell: 0, kind: state.lying ? "lying" : width < 700 ? "phone" : state.rail || width < 900 ? "middle" : "wide" };
  out.small = out.kind === "phone" || out.kind === "lying"; // to be touched
  if (state.posture === "stack") stack(layout, state, out, 0, 0, width, height - 40, 68, 1); // below are the snaps of the camera
  else if (state.posture === "grid") grid(layout, state, out, width, height);
  else page(layout, state, out, width, height);
  const camera = cameraOf(state);
  if (state.posture !== "page" || camera.zoom !== 1) zoom(out, camera, width, height, state.posture);
  for (const l of out.levels) l.turn(state.flipped);
  return out;
}

function zoom(out, camera, width, height, posture) {
  for (const l of out.levels) {
    if (posture === "page" && l.role !== "page") continue;
    l.x = width / 2 + (l.x - width / 2) * camera.zoom + camera.x;
    l.y = height / 2 + (l.y - height / 2) * camera.zoom + camera.y;
    l.s *= camera.zoom;
  }
  out.cell *= camera.zoom;
}

export const columns = (level) => level.rows[0].length;
const deep = (level, yaw) => level.rows.length * Math.abs(Math.cos(yaw * radians)) + columns(level) * Math.abs(Math.sin(yaw * radians));
const wide = (level, yaw) => columns(level) * Math.abs(Math.cos(yaw * radians)) + level.rows.length * Math.abs(Math.sin(yaw * radians));

// stack lays the levels out in the towers of the layout, or in those given.
function stack(layout, state, out, left, top, width, height, margin, most, one = false, role = "level") {
  const t = layout.tower, camera = role === "level" ? state.camera : { yaw: t.yaw, tilt: t.tilt, spacing: state.spacingOf ?? 1 };
  const all = layout.levels.map((_, i) => i);
  const narrow = width < 700 && role === "level" && !state.lying;
  const towers = one || narrow ? [all] : t.towers;
  const spacing = narrow && towers.length === 1 && layout.levels.length > 5 ? Math.min(camera.spacing, 0.6) : camera.spacing;
  const h = (towers === t.towers ? t.pitch : t.rise).map((x) => x * spacing);
  const high = (i) => deep(layout.levels[i], t.yaw);
  let w = 0, tall = 0;
  for (const tower of towers) {
    const first = tower[0], last = tower[tower.length - 1];
    tall = Math.max(tall, (high(first) + high(last)) / 2 * Math.sin(t.tilt * radians) + h[first] * Math.cos(t.tilt * radians) + 0.8);
    for (const i of tower) w = Math.max(w, wide(layout.levels[i], t.yaw));
  }
  const gap = w + 1.7 + (towers.length > 1 ? 0.3 : 0);
  const s = Math.min((height - 28) / tall, (width - margin * towers.length - 20) / (w * towers.length));
  const step = towers.length > 1 ? Math.min(gap * s, width - margin - w * s - 24) : 0;
  towers.forEach((tower, k) => {
    const first = tower[0], last = tower[tower.length - 1];
    const middle = left + margin / 2 - 4 + width / 2 + (k - (towers.length - 1) / 2) * step;
    const extent = (h[first] * Math.cos(t.tilt * radians)) * s;
    const upper = high(first) / 2 * Math.sin(t.tilt * radians) * s, lower = high(last) / 2 * Math.sin(t.tilt * radians) * s;
    const free = height - extent - upper - lower - 0.8 * s;
    for (const i of tower) {
      const y = top + free / 2 + 0.7 * s + upper + extent - h[i] * Math.cos(t.tilt * radians) * s;
      const l = new Laid(i, middle, y, s, camera.tilt, camera.yaw, role);
      l.tower = k;
      l.height = h[i];
      out.levels.push(l);
    }
  });
  out.levels.sort((a, b) => b.level - a.level); // lower ones first
  out.towers = towers;
  if (role === "level") out.cell = s;
}

function grid(layout, state, out, width, height) {
  let best = null, s = 0;
  for (const g of layout.grids) {
    const fits = Math.min((width - 8) / g.width, (height - 4) / g.height);
    if (fits > s) [best, s] = [g, fits];
  }
  const left = (width - best.width * s) / 2 + 0.2 * s, top = (height - best.height * s) / 2;
  layout.levels.forEach((level, i) => {
    const [x, y] = best.at[i];
    out.levels.push(new Laid(i, left + (x + columns(level) / 2) * s, top + (y + level.rows.length / 2) * s, s, 90, 0, "level"));
  });
  out.cell = s;
}

// page lays out one level large, or a few small ones; beside it the tower and the core, below it on a phone the rail.
function page(layout, state, out, width, height) {
  const one = layout.pages[state.page];
  const shown = width >= 1280 && one.length === 1 && state.second >= 0 && layout.levels.length > 1 ? [...one, state.second].sort((a, b) => a - b) : one;
  const phone = out.kind === "phone", lying = out.kind === "lying";
  const tower = out.kind === "wide" ? Math.min(264, Math.max(200, width * 0.27)) : 0;
  const side = out.kind === "middle" ? 56 : lying ? 66 : 0;
  const core = phone || lying || layout.levels.length < 2 ? 0 : 70;
  const railHigh = phone ? 78 : 0;
  let high = 0, widths = 0;
  for (const i of shown) {
    high = Math.max(high, layout.levels[i].rows.length);
    widths += columns(layout.levels[i]);
  }
  const names = out.small ? 28 : 40, above = lying ? 32 : phone ? 44 : 46, below = out.small ? 26 : 38, gap = out.small ? 30 : 50;
  const free = width - tower - side - core - names - (out.small ? 10 : 16) - (shown.length - 1) * gap;
  const s = Math.floor(Math.min(free / widths, (height - above - below - railHigh) / high, phone ? 60 : 110));
  const used = widths * s + (shown.length - 1) * gap;
  let x = tower + (lying ? 0 : side) + names + Math.max(0, (free - used) / 2);
  const y = above + (phone ? 0 : Math.max(0, (height - above - below - high * s) / 2));
  out.box = [x, y, used, high * s];
  if (tower) stack(layout, state, out, 0, 8, tower, height - 16, 56, 1, true, "tower");
  for (const i of shown) {
    const level = layout.levels[i];
    out.levels.push(new Laid(i, x + columns(level) * s / 2, y + level.rows.length * s / 2, s, 90, 0, "page"));
    x += columns(level) * s + gap;
  }
  out.cell = s;
  if (core) {
    const n = layout.levels.length, size = Math.min(46, (height - 40) / n - 3);
    out.core = { x: Math.min(width - size / 2 - 8, out.box[0] + used + 50 + size / 2), y: Math.max(28 + size / 2, y + 14 + size / 2), size, step: size + 2.5 };
  }
  if (phone) out.rail = { x: 4, y: y + high * s + below + 4, width: width - 8, height: railHigh };
  if (side) out.rail = { x: lying ? width - side + 4 : 4, y: 8, width: side - 8, height: height - 16, upright: true };
}

// between is a level on its way from one place to another.
export function between(a, b, move, turn, flipped) {
  const mix = (p, q, t) => p + (q - p) * t;
  const l = new Laid(b.level, mix(a.x, b.x, move), mix(a.y, b.y, move), mix(a.s, b.s, move), mix(a.tilt, b.tilt, turn), mix(a.yaw, b.yaw, turn), b.role);
  l.tower = b.tower;
  l.height = b.height;
  return l.turn(flipped);
}

export const ease = (t) => t * t * (3 - 2 * t);
