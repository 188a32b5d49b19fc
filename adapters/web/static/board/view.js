// Where the levels lie in each posture. A level lies on the screen by five numbers: where its middle is (x, y), how long the side of
// a cell is (s), and how far it is tilted and turned, in degrees; 90 and 0 is flat.

const radians = Math.PI / 180;

// letter is how large letters are in this browser, 1 as usual. Widths and heights in the code are those of a window with such letters.
export const letter = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

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

// layOut returns where everything goes in a window of the board: levels, the core, the rail. Where letters are larger, all is as in a smaller window, enlarged.
export function layOut(layout, state, wholeWidth, wholeHeight) {
  const by = state.letter, width = wholeWidth / by, height = wholeHeight / by;
  const out = { levels: [], core: null, rail: null, cell: 0, kind: state.lying ? "lying" : width < 700 ? "phone" : state.rail || width < 900 ? "middle" : "wide" };
  out.small = out.kind === "phone" || out.kind === "lying"; // to be touched
  if (state.posture === "stack") stack(layout, state, out, 0, 0, width, height - snaps);
  else if (state.posture === "grid") grid(layout, state, out, width, height);
  else page(layout, state, out, width, height);
  enlarge(out, by);
  const camera = cameraOf(state);
  if (state.posture !== "page" || camera.zoom !== 1) zoom(out, camera, wholeWidth, wholeHeight, state.posture);
  for (const l of out.levels) l.turn(state.flipped);
  return out;
}

// enlarge makes everything larger by a factor.
function enlarge(out, by) {
  out.cell *= by;
  out.box = out.box?.map((at) => at * by);
  for (const [part, sizes] of [...out.levels.map((l) => [l, ["x", "y", "s"]]), [out.core, ["x", "y", "size", "step"]], [out.rail, ["x", "y", "width", "height"]]]) {
    for (const size of part ? sizes : []) part[size] *= by;
  }
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

// fromAbove tells whether a camera looks straight down on a stack, where it does not turn.
export const fromAbove = (camera) => camera.tilt > 40;

// clear is the spacing from which no level covers another, seen from a yaw and a tilt. Seen from above there is room for their letters, too.
export function clear(layout, camera) {
  const t = layout.tower;
  const apart = ({ yaw, tilt }, upper, lower) => (deep(upper, yaw) + deep(lower, yaw)) / 2 * Math.sin(tilt * radians) + (fromAbove({ tilt }) ? 1.6 : 0);
  return Math.max(1e-3, ...layout.levels.slice(1).map((lower, i) => apart(camera, layout.levels[i], lower) / apart(t, layout.levels[i], lower)));
}

// split divides levels among towers, the upper ones first.
function split(layout, towers) {
  const parts = Array.from({ length: towers }, () => []), n = layout.levels.length;
  layout.levels.forEach((_, i) => parts[Math.floor(i * towers / n)].push(i));
  return parts;
}

// division measures the levels divided into towers: how high each lies over the lowest of its tower, how wide a tower is and how high, in cells, and
// the side of a cell with which all towers are as wide as the window.
function division(layout, camera, towers, width, margin) {
  const t = layout.tower, rise = camera.spacing * Math.cos(t.tilt * radians), half = (i) => deep(layout.levels[i], camera.yaw) / 2 * Math.sin(camera.tilt * radians);
  const heights = [];
  let w = 0, tall = 0;
  for (const tower of towers) {
    const first = tower[0], last = tower[tower.length - 1];
    for (const i of tower) {
      heights[i] = (t.rise[i] - t.rise[last]) * rise;
      w = Math.max(w, wide(layout.levels[i], fromAbove(camera) ? camera.yaw : t.yaw));
    }
    tall = Math.max(tall, half(first) + half(last) + heights[first] + 0.8);
  }
  return { towers, heights, half, w, tall, s: (width - margin * towers.length - 20) / (w * towers.length) };
}

// best is the division with the largest cells in a window. A stack that is seen from above may have any number of towers; in a narrow window all levels
// are in one, if that makes their cells larger.
function best(layout, camera, width, height, margin) {
  const { tower: t, levels } = layout;
  let numbers = width < 700 ? [1, t.towers.length] : [t.towers.length];
  if (fromAbove(camera)) numbers = levels.map((_, i) => i + 1);
  const side = (d) => Math.min(d.s, (height - 28) / d.tall);
  const seen = fromAbove(camera) ? camera : { ...camera, tilt: t.tilt }; // the towers stay while somebody turns the board
  const number = numbers.map((n) => [side(division(layout, seen, split(layout, n), width, margin)), n]).reduce((a, b) => (b[0] > a[0] ? b : a))[1];
  const chosen = division(layout, camera, split(layout, number), width, margin);
  return { ...chosen, s: side(chosen) };
}

const beside = (width, camera) => (fromAbove(camera) ? 30 : width < 700 ? 52 : 68); // the room for the letters of a tower
const snaps = 40; // the height of what lies below a stack

// stackHeight is the height that a stack wants in a narrow window of which a part is free: cells that are readable, even if the page has to be scrolled a little.
export function stackHeight(layout, camera, width, free) {
  const d = best(layout, camera, width, 1.6 * free - snaps, beside(width, camera));
  return Math.max(free, d.tall * Math.min(d.s, 28) + 28 + snaps);
}

// stack lays the levels out in towers; beside a page they are in one, which the camera does not change.
function stack(layout, state, out, left, top, width, height, role = "level") {
  const t = layout.tower, aside = role === "tower", camera = aside ? { yaw: t.yaw, tilt: t.tilt, spacing: 1 } : state.camera;
  const margin = aside ? 56 : state.lying ? 68 : beside(width, camera);
  const d = aside ? division(layout, camera, split(layout, 1), width, margin) : best(layout, camera, width, height, margin);
  const n = d.towers.length, s = Math.min(d.s, (height - 28) / d.tall);
  const step = n > 1 ? Math.min((d.w + 2) * s, (width - margin - d.w * s - 24) / (n - 1)) : 0;
  d.towers.forEach((tower, k) => {
    const extent = d.heights[tower[0]] * s, upper = d.half(tower[0]) * s, lower = d.half(tower[tower.length - 1]) * s;
    const middle = left + margin / 2 - 4 + width / 2 + (k - (n - 1) / 2) * step;
    const free = height - extent - upper - lower - 0.8 * s;
    for (const i of tower) {
      const l = new Laid(i, middle, top + free / 2 + 0.7 * s + upper + extent - d.heights[i] * s, s, camera.tilt, camera.yaw, role);
      l.tower = k;
      out.levels.push(l);
    }
  });
  out.levels.sort((a, b) => b.level - a.level); // lower ones first
  if (aside) return;
  out.towers = d.towers;
  out.cell = s;
}

const titleHeight = (s) => Math.max(0, 34 - 0.95 * s); // what the letters of the first levels need above a grid on a phone

const fits = (grid, width, height) => Math.min((width - 8) / grid.width, (height - 4) / grid.height);

// gridHeight is the height that a grid wants in a narrow window of which a part is free: more than that if its cells become too small otherwise.
export function gridHeight(layout, width, free) {
  const least = 20, wide = layout.grids.map((g) => [(width - 8) / g.width, g]).sort((a, b) => b[0] - a[0]);
  if (layout.grids.some((g) => fits(g, width, free) >= least)) return free;
  const readable = wide.filter(([s]) => s >= least), heights = (readable.length ? readable : wide.slice(0, 1)).map(([s, g]) => g.height * s + titleHeight(s) + 4);
  return Math.max(free, Math.min(...heights));
}

function grid(layout, state, out, width, height) {
  const best = layout.grids.reduce((a, b) => (fits(b, width, height) > fits(a, width, height) ? b : a)), s = fits(best, width, height);
  const left = (width - best.width * s) / 2 + 0.2 * s, top = out.kind === "phone" ? titleHeight(s) : (height - best.height * s) / 2;
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
  if (tower) stack(layout, state, out, 0, 8, tower, height - 16, "tower");
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
  return l.turn(flipped);
}

export const ease = (t) => t * t * (3 - 2 * t);
