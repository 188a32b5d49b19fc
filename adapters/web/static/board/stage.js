// The stage: the canvas, what is laid out on it, and how one posture becomes another.
import { picture } from "../ask.js";
import { Painter, Shapes } from "./gl.js";
import { between, cameraOf, clear, columns, ease, flatHome, fromAbove, gridHeight, home, layOut, letter, stackHeight } from "./view.js";
import { letters } from "./letters.js";
import { paint, rgb } from "./paint.js";
import { pick } from "./pick.js";
import { Plaques } from "./plaques.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

// Stage shows a game that it is handed piece by piece: a layout, an atlas, a position, marks.
export class Stage {
  constructor(box, events) {
    this.box = box;
    this.events = events;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    box.append(this.canvas);
    this.plaques = new Plaques(this);
    this.painter = new Painter(this.canvas, (lost) => events.lost(lost));
    this.painter.texture("letters", letters());
    this.shapes = new Shapes();
    this.men = new Map();
    this.view = null;
    this.state = { posture: "page", page: 0, flipped: false, camera: null, sheets: { page: flatHome(), grid: flatHome() }, second: -1, letter: 1 };
    this.marks = none();
    this.observer = new ResizeObserver(() => this.arrange());
    for (const node of [box, document.querySelector(".top"), document.getElementById("told")]) if (node) this.observer.observe(node); // the room for the board ends below them
    this.frames = 0;
    this.drawn = -Infinity; // the time of the last frame
    this.late = 0; // how many frames came late while something moved
    this.flash = -1; // the level from which the last move came, if it went to another
  }

  // setLayout takes the board of a game.
  setLayout(layout) {
    this.layout = layout;
    this.places = [];
    layout.levels.forEach((level, i) => {
      const n = level.rows[0].length, m = level.rows.length;
      level.rows.forEach((row, r) => row.forEach((cell, k) => {
        if (cell >= 0) this.places[cell] = { level: i, row: r, column: k, x: k - (n - 1) / 2, y: (m - 1) / 2 - r, rank: Number(level.ranks[r]) };
      }));
    });
    this.state.camera = home(layout);
    this.state.posture = layout.default;
  }

  // setAtlas takes the pictures of the men and the colours of a theme.
  async setAtlas(index) {
    const names = ["full", "small", "tiny"];
    const images = await Promise.all(names.map((name) => picture(index.sheets[name].url)));
    names.forEach((name, i) => this.painter.texture(name, images[i]));
    this.sheet = index.sheets.full;
    const c = index.colors;
    this.colors = { cells: c.cells.map(rgb), white: [1, 1, 1], black: [0.137, 0.149, 0.176] };
    for (const name of ["background", "text", "edge", "guide", "thin", "mark", "frame", "check", "target", "capture", "ink"]) this.colors[name] = rgb(c[name]);
    this.arrange();
  }

  setPosition(position) {
    this.position = position;
    this.men = new Map(position.men.map((man) => [man[0], man]));
    this.dirty();
  }

  setMarks(marks) {
    this.marks = Object.assign(none(), marks);
    this.dirty();
  }

  // second says which level a wide window shows beside the page.
  second(level) {
    this.wanted = level;
    if (this.state.second === level || this.held) return;
    this.state.second = level;
    if (this.view?.kind === "wide" && this.state.posture === "page" && !this.move) this.arrange();
  }

  // hold keeps the view as it is while a pointer is down, so that nothing moves away below it.
  hold(held) {
    this.held = held;
    if (held) return;
    if (this.wanted !== undefined) this.second(this.wanted);
    if (this.state.posture === "stack") this.arrange();
  }

  // pageOf is the page that shows a level.
  pageOf(level) {
    return Math.max(0, this.layout.pages.findIndex((page) => page.includes(level)));
  }

  // show changes the posture, the page, the side; what changes moves there.
  show(change, moving = true) {
    const before = this.view, was = { posture: this.state.posture, page: this.state.page, flipped: this.state.flipped };
    Object.assign(this.state, change);
    const same = was.posture === this.state.posture && was.page === this.state.page && was.flipped === this.state.flipped;
    this.arrange();
    this.events.shown();
    if (before && !same && still.matches) this.canvas.animate({ opacity: [0.2, 1] }, 80);
    if (!before || same || !moving || still.matches || was.flipped !== this.state.flipped) return;
    const two = was.posture !== "page" && this.state.posture !== "page";
    this.move = { from: before, start: performance.now(), long: was.posture === this.state.posture ? 180 : two ? 700 : 420, two, falls: this.state.posture === "grid" || this.state.posture === "page", up: this.state.page < was.page };
    this.dirty();
  }

  // arrange lays everything out for the window at hand.
  arrange() {
    if (!this.layout || !this.colors) return;
    this.state.letter = letter();
    if (!this.held || !this.view) this.height();
    const width = this.box.clientWidth, height = this.box.clientHeight;
    if (!width || !height) return;
    if (width !== this.width || height !== this.tall) {
      this.width = width;
      this.tall = height;
      this.painter.size(width, height);
    }
    this.state.rail = window.innerWidth <= 1100 * this.state.letter;
    this.state.lying = document.body.classList.contains("lying");
    this.view = layOut(this.layout, this.state, width, height);
    this.dirty();
  }

  // height gives the box the room that the window has.
  height() {
    const by = this.state.letter, width = this.box.clientWidth / by;
    if (document.body.classList.contains("lying")) {
      this.box.style.height = "100%";
      return;
    }
    const top = (this.box.getBoundingClientRect().top + window.scrollY) / by;
    const classes = document.body.classList, you = (document.querySelector("[data-live=you]")?.offsetHeight ?? 0) / by;
    const below = classes.contains("drawn3d") ? you : classes.contains("sheeted") ? you + 56 : 0;
    let height = Math.max(width < 700 ? 320 : below ? 360 : 440, window.innerHeight / by - top - 4 - below);
    if (width < 700 && this.state.posture === "page") {
      const shown = this.layout.pages[this.state.page].map((i) => this.layout.levels[i]);
      const n = shown.reduce((sum, l) => sum + columns(l), 0), m = Math.max(...shown.map((l) => l.rows.length));
      const s = Math.min(60, Math.floor((width - 38 - (shown.length - 1) * 30) / n));
      height = m * s + 44 + 26 + 84;
    } else if (width < 700) {
      height = this.state.posture === "grid" ? gridHeight(this.layout, width, height) : stackHeight(this.layout, this.state.camera, width, height);
    }
    const text = Math.round(height * by) + "px";
    if (this.box.style.height !== text) this.box.style.height = text;
  }

  dirty() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame((now) => {
      this.waiting = false;
      this.draw(now);
    });
  }

  draw(now) {
    if (!this.view || !this.position || !this.colors) return;
    const g = {
      layout: this.layout, places: this.places, heights: this.layout.tower.rise, men: this.men, colors: this.colors, sheet: this.sheet, marks: this.marks, state: this.state,
      view: this.view, drawRail: true, moving: false, over: this.position.over && !this.marks.checks.length ? false : this.position.over,
    };
    if (this.move) g.view = this.halfway(now, g);
    if (this.flight) this.fly(now, g);
    if (this.carried) {
      const laid = this.view.levels.find((l) => l.role !== "tower" && l.level === this.places[this.carried.cell].level);
      if (laid) g.flying = { man: this.men.get(this.carried.cell), laid, hides: this.carried.cell, x: this.carried.x, y: this.carried.y };
    }
    this.pace(now);
    paint(this.shapes, g);
    this.painter.draw(this.shapes);
    this.frames++;
    this.plaques.show(g);
    if (this.move || this.flight) this.dirty();
    if (!this.shown) {
      this.shown = true;
      this.events.ready();
    }
  }

  // pace drafts the frames of what moves where they come late, as without a graphics card, and has the last one drawn
  // again in full once nothing has moved for a while.
  pace(now) {
    const gap = now - this.drawn;
    this.drawn = now;
    clearTimeout(this.rest);
    if (gap > 500) {
      this.painter.draft(false);
      return;
    }
    if (!this.painter.drafts) {
      this.late = Math.max(0, Math.min(3, this.late + (gap > 60 ? 1 : -1)));
      if (this.late < 3) return;
      this.painter.draft(true);
    }
    this.rest = setTimeout(() => {
      this.painter.draft(false);
      this.drawn = -Infinity;
      this.dirty();
    }, 250);
  }

  // halfway is the layout between two postures.
  halfway(now, g) {
    const m = this.move, t = Math.min(1, (now - m.start) / m.long);
    if (t >= 1) {
      this.move = null;
      return this.view;
    }
    g.moving = true;
    const view = { ...this.view, levels: [], core: t < 0.7 ? null : this.view.core };
    for (const l of this.view.levels) {
      const old = m.from.levels.find((o) => o.key === l.key) ?? m.from.levels.find((o) => o.level === l.level && (l.role === "page" || o.role === "page" || o.role === "level") && m.long > 180);
      if (!old) {
        const fresh = between(l, l, 1, 1, this.state.flipped);
        fresh.alpha = m.long === 180 ? ease(t) : ease(Math.max(0, (t * m.long - m.long + 200) / 200));
        if (m.long === 180 && l.role === "page") fresh.y += (m.up ? -24 : 24) * (1 - ease(t));
        view.levels.push(fresh);
        continue;
      }
      const first = Math.min(1, t * m.long / 280), second = Math.max(0, Math.min(1, (t * m.long - 280) / 420));
      const [move, turn] = !m.two ? [ease(t), ease(t)] : m.falls ? [ease(Math.max(0, (t * m.long - 420) / 280)), ease(Math.min(1, t * m.long / 420))] : [ease(first), ease(second)];
      view.levels.push(between(old, l, move, turn, this.state.flipped));
    }
    return view;
  }

  // play moves a man along the last move: up, over, and down.
  play(last, man) {
    this.flash = -1;
    if (still.matches || !this.view || this.move) return;
    this.flight = { last, man, start: performance.now() };
    const level = this.places[last.from].level;
    if (level !== this.places[last.to].level) this.flash = level;
    this.dirty();
  }

  fly(now, g) {
    const f = this.flight, t = now - f.start;
    const find = (cell) => this.view.levels.find((l) => l.role !== "tower" && l.level === this.places[cell].level);
    const a = find(f.last.from), b = find(f.last.to);
    if (t > 450 || !b) {
      this.flight = null;
      return;
    }
    const q = b.at(this.places[f.last.to].x, this.places[f.last.to].y);
    const p = a ? a.at(this.places[f.last.from].x, this.places[f.last.from].y) : [q[0], q[1] - 40];
    const u = ease(Math.max(0, Math.min(1, (t - 90) / 270)));
    const lift = Math.min(1, t / 90) * Math.min(1, (450 - t) / 90) * 0.4 * b.s;
    g.flying = { man: f.man, laid: b, hides: f.last.to, x: p[0] + (q[0] - p[0]) * u, y: p[1] + (q[1] - p[1]) * u - lift };
  }

  // carry shows a man under the pointer.
  carry(cell, x, y) {
    this.carried = cell === null ? null : { cell, x, y };
    this.dirty();
  }

  // snap turns the camera of a stack to one of its good places, with the spacing at which no level covers another.
  snap(name) {
    const t = this.layout.tower, camera = this.state.camera;
    Object.assign(camera, { iso: { yaw: t.yaw, tilt: t.tilt }, mirrored: { yaw: -t.yaw, tilt: t.tilt }, steep: { yaw: t.yaw, tilt: 38 }, top: { yaw: 0, tilt: 90 } }[name]);
    camera.spacing = clear(this.layout, camera);
    this.turnTo();
  }

  // turnTo draws a camera that was set, and has the view move there.
  turnTo() {
    const before = this.view;
    this.arrange();
    this.events.shown();
    if (!before || still.matches || this.move) return;
    this.move = { from: before, start: performance.now(), long: 250, two: false };
    this.dirty();
  }

  // pick finds the cell below a point; -1 for none.
  pick(x, y) {
    return this.view ? pick(this, x, y) : -1;
  }

  // inCore tells whether a point is over the core or the rail, where the wheel goes from level to level.
  inCore(x, y) {
    const core = this.view?.core, rail = this.view?.rail;
    return Boolean(core && Math.abs(x - core.x) < core.size) || Boolean(rail && x >= rail.x && x <= rail.x + rail.width && y >= rail.y && y <= rail.y + rail.height);
  }

  // levelAt is the level below a point, -1 for none.
  levelAt(x, y) {
    const cell = this.pick(x, y);
    return cell < 0 ? -1 : this.places[cell].level;
  }

  // above lists the cells that lie over and under a cell, with itself.
  above(cell) {
    const p = this.places[cell], list = [];
    this.places.forEach((q, other) => {
      if (q && Math.abs(q.x - p.x) < 0.01 && Math.abs(q.y - p.y) < 0.01) list.push(other);
    });
    return list.sort((a, b) => this.places[a].level - this.places[b].level);
  }

  // turns tells whether the board can be turned: a stack that is not seen from above.
  turns() {
    return this.state.posture === "stack" && !fromAbove(this.state.camera);
  }

  // turn turns the camera of a stack within its bounds; over the middle it jumps to the other side.
  turn(yaw, tilt) {
    const camera = this.state.camera, t = this.layout.tower;
    let to = camera.yaw + yaw;
    if (camera.yaw > 0 && to < t.yawLeast) to = yaw < 0 && camera.yaw <= t.yawLeast + 0.01 && yaw < -1.5 ? -t.yawLeast : t.yawLeast;
    else if (camera.yaw < 0 && to > -t.yawLeast) to = yaw > 1.5 && camera.yaw >= -t.yawLeast - 0.01 ? t.yawLeast : -t.yawLeast;
    camera.yaw = Math.max(-t.yawMost, Math.min(t.yawMost, to));
    camera.tilt = Math.max(18, Math.min(40, camera.tilt + tilt));
    this.arrange();
    this.events.shown();
  }

  // zoom changes the size, about a point of the box.
  zoom(factor, x, y) {
    const camera = cameraOf(this.state);
    const to = Math.max(1, Math.min(3, camera.zoom * factor)), by = to / camera.zoom;
    camera.x = (camera.x - (x - this.width / 2)) * by + (x - this.width / 2);
    camera.y = (camera.y - (y - this.tall / 2)) * by + (y - this.tall / 2);
    camera.zoom = to;
    this.pan(0, 0);
  }

  pan(dx, dy) {
    const camera = cameraOf(this.state);
    const most = (size) => (camera.zoom - 1) * size / 2 + (camera.zoom > 1 ? size * 0.25 : 0);
    camera.x = Math.max(-most(this.width), Math.min(most(this.width), camera.x + dx));
    camera.y = Math.max(-most(this.tall), Math.min(most(this.tall), camera.y + dy));
    this.arrange();
    this.events.shown();
  }

  // moved tells whether the camera of the posture is elsewhere than at first.
  moved() {
    const at = cameraOf(this.state), first = this.state.posture === "stack" ? home(this.layout) : flatHome();
    return Object.keys(first).some((name) => Math.abs(at[name] - first[name]) > 0.01);
  }

  // reset puts the camera of the posture back.
  reset() {
    if (this.state.posture === "stack") this.state.camera = home(this.layout);
    else this.state.sheets[this.state.posture] = flatHome();
    this.turnTo();
  }
}

// none are the marks of a board on which nothing is marked.
export function none() {
  return {
    chosen: -1, quiet: new Set(), captures: new Set(), hollow: false, from: -1, to: -1, via: new Set(), last: null, royal: -1, givers: new Set(), checks: [],
    pendingFrom: -1, pendingTo: -1, pendingTake: -1, mover: null, plane: new Set(), planeColor: null, path: null, paths: [], column: -1, columns: new Set(), columnCells: [],
    cursor: -1, attackers: new Set(), guide: -1, choices: [], arrows: [],
  };
}
