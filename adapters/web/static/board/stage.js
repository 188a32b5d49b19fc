// The stage: the canvas, what is laid out on it, how one posture becomes another, and the letters of the levels, which are buttons.
import { picture } from "../ask.js";
import { Painter, Shapes } from "./gl.js";
import { between, cameraOf, columns, ease, flatHome, home, layOut } from "./view.js";
import { coreCells, letters, paint, railBoxes, rgb } from "./paint.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

// Stage shows a game that it is handed piece by piece: a layout, an atlas, a position, marks.
export class Stage {
  constructor(box, events) {
    this.box = box;
    this.events = events;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.plaques = document.createElement("div");
    this.plaques.className = "plaques";
    this.becomes = document.createElement("div");
    this.becomes.className = "becomes3d large";
    this.becomes.hidden = true;
    box.append(this.canvas, this.plaques, this.becomes);
    this.painter = new Painter(this.canvas, (lost) => events.lost(lost));
    this.painter.texture("letters", letters());
    this.shapes = new Shapes();
    this.buttons = new Map();
    this.men = new Map();
    this.view = null;
    this.state = { posture: "page", page: 0, flipped: false, camera: null, sheets: { page: flatHome(), grid: flatHome() }, second: -1 };
    this.marks = none();
    this.observer = new ResizeObserver(() => this.arrange());
    for (const node of [box, document.querySelector(".top"), document.getElementById("told")]) if (node) this.observer.observe(node); // the room for the board ends below them
    this.frames = 0;
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
    if (!held && this.wanted !== undefined) this.second(this.wanted);
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
    this.height();
    const width = this.box.clientWidth, height = this.box.clientHeight;
    if (!width || !height) return;
    if (width !== this.width || height !== this.tall) {
      this.width = width;
      this.tall = height;
      this.painter.size(width, height);
    }
    this.state.rail = window.innerWidth <= 1100;
    this.state.lying = document.body.classList.contains("lying");
    this.view = layOut(this.layout, this.state, width, height);
    this.dirty();
  }

  // height gives the box the room that the window has.
  height() {
    const width = this.box.clientWidth;
    if (document.body.classList.contains("lying")) {
      this.box.style.height = "100%";
      return;
    }
    const top = this.box.getBoundingClientRect().top + window.scrollY;
    const classes = document.body.classList, you = document.querySelector("[data-live=you]")?.offsetHeight ?? 0;
    const below = classes.contains("drawn3d") ? you : classes.contains("sheeted") ? you + 56 : 0;
    let height = Math.max(width < 700 ? 320 : below ? 360 : 440, window.innerHeight - top - 4 - below);
    if (width < 700 && this.state.posture === "page") {
      const shown = this.layout.pages[this.state.page].map((i) => this.layout.levels[i]);
      const n = shown.reduce((sum, l) => sum + columns(l), 0), m = Math.max(...shown.map((l) => l.rows.length));
      const s = Math.min(60, Math.floor((width - 38 - (shown.length - 1) * 30) / n));
      height = m * s + 44 + 26 + 84;
    } else if (width < 700 && this.state.posture === "grid") {
      height = Math.max(height, Math.max(...this.layout.grids.map((g) => Math.min(g.height * 20, g.height * width / g.width))));
    }
    const text = Math.round(height) + "px";
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
    paint(this.shapes, g);
    this.painter.draw(this.shapes);
    this.frames++;
    this.label(g);
    if (this.move || this.flight) this.dirty();
    if (!this.shown) {
      this.shown = true;
      this.events.ready();
    }
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

  // label puts the letters where their levels are.
  label(g) {
    const seen = new Set();
    const counts = new Map();
    for (const cell of [...this.marks.quiet, ...this.marks.captures]) {
      const level = this.places[cell].level;
      counts.set(level, (counts.get(level) ?? 0) + 1);
    }
    const place = (key, level, x, y, kind) => {
      let b = this.buttons.get(key);
      if (!b) {
        b = this.button(key, level);
      }
      seen.add(key);
      const count = counts.get(level) ?? 0;
      const last = this.marks.last && [this.marks.last.from, this.marks.last.to].some((cell) => this.places[cell].level === level);
      const checked = this.marks.royal >= 0 && this.places[this.marks.royal].level === level;
      b.node.className = `plaque ${kind}${last ? " last" : ""}${checked ? " check" : ""}${this.flash === level ? " flash" : ""}${this.marks.chosen >= 0 && this.places[this.marks.chosen].level === level ? " chosen" : ""}${kind === "rail" && this.layout.pages[this.state.page].includes(level) ? " here" : ""}`;
      const words = count ? `, ${this.events.word(count === 1 ? "target" : "targets").replace("%d", count)}` : "", label = `${this.events.word("level")} ${this.layout.levels[level].name}${words}`;
      if (b.node.getAttribute("aria-label") !== label) b.node.setAttribute("aria-label", label);
      b.count.textContent = count ? String(count) : "";
      b.count.hidden = !count;
      b.node.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      if (kind === "rail") {
        b.node.style.width = g.box.width + "px";
        b.node.style.height = g.box.height + "px";
      } else {
        b.node.style.width = b.node.style.height = "";
      }
    };
    for (const l of g.view.levels) {
      const level = this.layout.levels[l.level], n = columns(level) / 2, m = level.rows.length / 2;
      if (l.role === "page" || (l.role === "level" && l.flat > 0.5)) {
        const phone = this.view.small;
        place(l.key, l.level, l.x - n * l.s - 4, l.y - m * l.s - (phone ? (this.view.kind === "lying" ? 28 : 34) : l.role === "page" ? 42 : Math.min(30, 0.9 * l.s)), l.role === "page" && !phone ? "large" : "small");
        continue;
      }
      let corner = [Infinity, 0];
      for (const [x, y] of [[-n, -m], [n, -m], [n, m], [-n, m]]) {
        const point = l.at(x, y);
        if (point[0] < corner[0]) corner = point;
      }
      if (l.role === "tower") place(l.key, l.level, Math.max(8, corner[0] - 42), corner[1] - 22, "tower");
      else if (this.view.small) place(l.key, l.level, Math.max(2, corner[0] - 46), corner[1] - 20, "tower");
      else place(l.key, l.level, Math.max(4, corner[0] - 66), corner[1] - 18, "large beside");
    }
    if (this.view.rail) {
      railBoxes(g).forEach((box, i) => {
        g.box = box;
        place("rail" + i, i, box.x, box.y, "rail");
      });
    }
    this.offer(g);
    for (const [key, b] of this.buttons) {
      if (!seen.has(key)) {
        b.node.remove();
        this.buttons.delete(key);
      }
    }
  }

  // offer shows, over the cell where a piece arrives, what it may become.
  offer(g) {
    const choices = this.marks.choices, of = choices.map((c) => c.text).join(" ");
    this.becomes.hidden = !choices.length || g.moving;
    if (!choices.length) return;
    if (this.becomes.dataset.of !== of) {
      this.becomes.dataset.of = of;
      this.becomes.setAttribute("role", "group");
      this.becomes.setAttribute("aria-label", this.events.word("becomes"));
      this.becomes.replaceChildren(...choices.map((choice) => {
        const b = document.createElement("button"), picture = document.createElement("i");
        b.type = "button";
        b.title = choice.name;
        b.setAttribute("aria-label", choice.name);
        picture.className = `man ${"wb"[choice.side]} k${choice.kind}`;
        b.append(picture);
        b.addEventListener("click", () => this.events.becomes(choice.text));
        return b;
      }));
    }
    const cell = this.places[this.marks.pendingTo], l = g.view.levels.find((l) => l.level === cell?.level && l.role !== "tower");
    const wide = Math.min(this.width - 8, choices.length * 58 + 8), high = 64 * Math.ceil(choices.length * 58 / Math.max(58, wide - 8));
    const [x, y] = l ? l.at(cell.x, cell.y) : [this.width / 2, this.tall / 2];
    const top = y - 0.6 * (l?.s ?? 0) - high;
    this.becomes.style.width = wide + "px";
    this.becomes.style.transform = `translate(${Math.round(Math.max(4, Math.min(this.width - wide - 4, x - wide / 2)))}px, ${Math.round(top > 2 ? top : y + 0.6 * (l?.s ?? 0) + 4)}px)`;
  }

  // snap turns the camera of a stack to one of its good places.
  snap(name) {
    const t = this.layout.tower, camera = this.state.camera;
    Object.assign(camera, { iso: { yaw: t.yaw, tilt: t.tilt }, mirrored: { yaw: -t.yaw, tilt: t.tilt }, steep: { yaw: t.yaw, tilt: 38 } }[name]);
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

  button(key, level) {
    const node = document.createElement("button"), letter = document.createElement("b"), count = document.createElement("i");
    node.type = "button";
    letter.textContent = this.layout.levels[level].name;
    node.append(letter, count);
    node.addEventListener("click", () => this.events.level(level));
    this.plaques.append(node);
    const b = { node, count };
    this.buttons.set(key, b);
    return b;
  }

  // pick finds the cell below a point: a target nearby, then a man's picture, then the cell itself.
  pick(x, y) {
    if (!this.view) return -1;
    for (const { cell, x: cx, y: cy, half } of coreCells({ view: this.view, marks: this.marks, places: this.places, layout: this.layout })) {
      if (Math.abs(x - cx) <= half + 1 && Math.abs(y - cy) <= half + 1) return cell;
    }
    let best = -1, near = 14;
    for (const l of this.view.levels) {
      if (l.flat > 0.5) continue;
      for (const cell of [...this.marks.quiet, ...this.marks.captures]) {
        if (this.places[cell].level !== l.level) continue;
        const [cx, cy] = l.at(this.places[cell].x, this.places[cell].y), d = Math.hypot(x - cx, y - cy);
        if (d < near) [best, near] = [cell, d];
      }
    }
    if (best >= 0) return best;
    let front = -Infinity;
    for (const l of this.view.levels) {
      if (l.flat > 0.5) continue;
      const half = l.s * this.layout.tower.men / 2;
      for (const cell of this.men.keys()) {
        if (this.places[cell].level !== l.level) continue;
        const [cx, foot] = l.at(this.places[cell].x, this.places[cell].y);
        if (Math.abs(x - cx) <= half * 0.85 && y <= foot + 0.2 * l.s && y >= foot + 0.2 * l.s - 1.9 * half && foot > front) [best, front] = [cell, foot];
      }
    }
    if (best >= 0) return best;
    for (const l of [...this.view.levels].reverse()) {
      const [u, v] = l.inverse(x, y), level = this.layout.levels[l.level];
      const column = Math.floor(u + columns(level) / 2), row = Math.floor(level.rows.length / 2 - v);
      const cell = level.rows[row]?.[column] ?? -1;
      if (cell >= 0) return cell;
    }
    return -1;
  }

  // inCore and inRail tell whether a point is over the core or the rail, where the wheel goes from level to level.
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
