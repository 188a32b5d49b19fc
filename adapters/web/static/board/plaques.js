// What lies over the canvas to be pressed: the letters of the levels, each with the number of targets there, and what a piece may become.
import { railBoxes } from "./paint.js";
import { columns } from "./view.js";

// Plaques are those of a stage.
export class Plaques {
  constructor(stage) {
    this.stage = stage;
    this.letters = document.createElement("div");
    this.letters.className = "plaques";
    this.becomes = document.createElement("div");
    this.becomes.className = "becomes3d large";
    this.becomes.hidden = true;
    stage.box.append(this.letters, this.becomes);
    this.buttons = new Map();
  }

  // show puts the letters where their levels are.
  show(g) {
    const { marks, places, layout, state, view, events, flash } = this.stage;
    const seen = new Set(), by = state.letter;
    const counts = new Map();
    for (const cell of new Set([...marks.quiet, ...marks.captures])) { // a cell may be reached with and without a capture
      const level = places[cell].level;
      counts.set(level, (counts.get(level) ?? 0) + 1);
    }
    const place = (key, level, x, y, kind) => {
      const b = this.buttons.get(key) ?? this.button(key, level);
      seen.add(key);
      const count = counts.get(level) ?? 0;
      const last = marks.last && [marks.last.from, marks.last.to].some((cell) => places[cell].level === level);
      const checked = marks.royal >= 0 && places[marks.royal].level === level;
      b.node.className = `plaque ${kind}${last ? " last" : ""}${checked ? " check" : ""}${flash === level ? " flash" : ""}${marks.chosen >= 0 && places[marks.chosen].level === level ? " chosen" : ""}${kind === "rail" && layout.pages[state.page].includes(level) ? " here" : ""}`;
      const words = count ? `, ${events.word(count === 1 ? "target" : "targets").replace("%d", count)}` : "", label = `${events.word("level")} ${layout.levels[level].name}${words}`;
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
      const level = layout.levels[l.level], n = columns(level) / 2, m = level.rows.length / 2;
      if (l.role === "page" || (l.role === "level" && l.flat > 0.5)) {
        const phone = view.small;
        const up = phone ? (view.kind === "lying" ? 28 : 34) * by : l.role === "page" ? 42 * by : Math.min(30 * by, 0.9 * l.s);
        place(l.key, l.level, l.x - n * l.s - 4 * by, l.y - m * l.s - (state.posture === "stack" ? Math.min(up, 1.6 * l.s) : up), l.role === "page" && !phone ? "large" : "small");
        continue;
      }
      const corner = [[-n, -m], [n, -m], [n, m], [-n, m]].map(([x, y]) => l.at(x, y)).reduce((a, b) => (b[0] < a[0] ? b : a)); // the leftmost
      if (l.role === "tower") place(l.key, l.level, Math.max(8, corner[0] - 42 * by), corner[1] - 22 * by, "tower");
      else if (view.small) place(l.key, l.level, Math.max(2, corner[0] - 46 * by), corner[1] - 20 * by, "tower");
      else place(l.key, l.level, Math.max(4, corner[0] - 66 * by), corner[1] - 18 * by, "large beside");
    }
    if (view.rail) {
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
    const { marks, places, events, state, width, tall } = this.stage;
    const choices = marks.choices, of = choices.map((c) => c.text).join(" ");
    this.becomes.hidden = !choices.length || g.moving;
    if (!choices.length) return;
    if (this.becomes.dataset.of !== of) {
      this.becomes.dataset.of = of;
      this.becomes.setAttribute("role", "group");
      this.becomes.setAttribute("aria-label", events.word("becomes"));
      this.becomes.replaceChildren(...choices.map((choice) => {
        const b = document.createElement("button"), picture = document.createElement("i");
        b.type = "button";
        b.title = choice.name;
        b.setAttribute("aria-label", choice.name);
        picture.className = `man ${"wb"[choice.side]} k${choice.kind}`;
        b.append(picture);
        b.addEventListener("click", () => events.becomes(choice.text));
        return b;
      }));
    }
    const cell = places[marks.pendingTo], l = g.view.levels.find((l) => l.level === cell?.level && l.role !== "tower");
    const size = 58 * state.letter, wide = Math.min(width - 8, choices.length * size + 8), high = 64 * state.letter * Math.ceil(choices.length * size / Math.max(size, wide - 8));
    const [x, y] = l ? l.at(cell.x, cell.y) : [width / 2, tall / 2];
    const top = y - 0.6 * (l?.s ?? 0) - high;
    this.becomes.style.width = wide + "px";
    this.becomes.style.transform = `translate(${Math.round(Math.max(4, Math.min(width - wide - 4, x - wide / 2)))}px, ${Math.round(top > 2 ? top : y + 0.6 * (l?.s ?? 0) + 4)}px)`;
  }

  // button makes the letter of a level.
  button(key, level) {
    const node = document.createElement("button"), letter = document.createElement("b"), count = document.createElement("i");
    node.type = "button";
    letter.textContent = this.stage.layout.levels[level].name;
    node.append(letter, count);
    node.addEventListener("click", () => this.stage.events.level(level));
    this.letters.append(node);
    const b = { node, count };
    this.buttons.set(key, b);
    return b;
  }
}
