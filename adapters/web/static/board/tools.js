// The tools of the board: the switch of postures, what belongs to a stack, the buttons that go from level to level. What they set is kept until the tab is closed.
import { climb } from "./cursor.js";
import { box, game, main } from "./game.js";
import { word } from "./page.js";
import { clear } from "./view.js";

export const tools = document.getElementById("tools3d");
const controls = {};

export function posture(name) {
  game.stage.show({ posture: name });
  if (game.stage.view?.small && box.getBoundingClientRect().top < 0) box.scrollIntoView(); // it begins at its top
  remember();
}

export function remember() {
  try {
    sessionStorage.setItem("board" + main.dataset.game, JSON.stringify({ posture: game.stage.state.posture, camera: game.stage.state.camera, sheets: game.stage.state.sheets }));
  } catch {
    // A browser that keeps nothing begins anew.
  }
}

export function recall() {
  const { stage } = game;
  try {
    const kept = JSON.parse(sessionStorage.getItem("board" + main.dataset.game) ?? "{}");
    if (kept.posture in { page: 1, stack: 1, grid: 1 }) stage.state.posture = kept.posture;
    const whole = (camera) => camera && Object.values(camera).every(Number.isFinite);
    if (whole(kept.camera)) Object.assign(stage.state.camera, kept.camera);
    for (const name of ["page", "grid"]) if (whole(kept.sheets?.[name])) Object.assign(stage.state.sheets[name], kept.sheets[name]);
  } catch {
    // as above
  }
}

// makeTools makes the switch of postures and what belongs to a stack.
export function makeTools() {
  const { stage } = game;
  const group = document.createElement("span");
  group.className = "postures";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", word("board"));
  for (const name of ["page", "stack", "grid"]) {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = word(name);
    b.addEventListener("click", () => posture(name));
    controls[name] = b;
    group.append(b);
  }
  const plain = (name, text, act) => {
    const b = document.createElement("button");
    b.type = "button";
    b.className = "plain";
    b.textContent = text;
    b.hidden = true;
    b.addEventListener("click", act);
    controls[name] = b;
    return b;
  };
  const label = document.createElement("label"), range = document.createElement("input"), said = document.createElement("span");
  range.type = "range";
  range.min = "35";
  range.max = "120";
  said.textContent = word("spacing");
  range.addEventListener("input", () => {
    stage.state.camera.spacing = Number(range.value) / 100 * clear(stage.layout, stage.state.camera);
    stage.arrange();
    shown();
  });
  range.addEventListener("change", remember);
  label.append(said, range);
  label.hidden = true;
  controls.spacing = label;
  controls.range = range;
  controls.said = said;
  const fold = plain("fold", "☰", () => document.body.classList.toggle("unfolded3d"));
  fold.classList.add("fold");
  fold.setAttribute("aria-label", document.querySelector(".side")?.getAttribute("aria-label") ?? "☰");
  tools.append(group, fold);
  plain("reset", word("reset"), () => {
    stage.reset();
    remember();
  });
  const snaps = document.createElement("span");
  snaps.className = "snaps";
  for (const name of ["iso", "mirrored", "steep", "top"]) {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = word(name);
    b.addEventListener("click", () => {
      stage.snap(name);
      remember();
    });
    snaps.append(b);
  }
  const camera = document.createElement("div");
  camera.className = "camera3d";
  camera.append(snaps);
  controls.camera = camera;
  controls.snaps = snaps;
  box.append(camera);
  const help = plain("help", "?", showKeys);
  help.hidden = !keyMap();
  help.classList.add("keys");
  help.setAttribute("aria-label", word("keys"));
  help.title = word("keys");
  tools.append(help);
}

// makeLifts makes, for fingers, the buttons that go a level up and down.
export function makeLifts() {
  const lifts = document.createElement("div");
  lifts.className = "lifts3d";
  for (const [by, name, sign] of [[-1, "up", "▲"], [1, "down", "▼"]]) {
    const b = document.createElement("button");
    b.type = "button";
    b.addEventListener("click", () => climb(by));
    lifts.append(b);
    controls[name] = b;
    b.dataset.sign = sign;
  }
  box.append(lifts);
  controls.lifts = lifts;
}

const keyMap = () => document.getElementById("keys3d");

// showKeys shows which keys do what.
export function showKeys() {
  const map = keyMap();
  if (map && !map.open) map.showModal();
}

// shown brings the tools up to date with the posture.
export function shown() {
  const { stage, layout } = game;
  if (!controls.page) return;
  clearTimeout(shown.kept);
  shown.kept = setTimeout(remember, 300);
  const { posture: now, camera } = stage.state;
  for (const name of ["page", "stack", "grid"]) controls[name].setAttribute("aria-pressed", String(now === name));
  controls.spacing.hidden = controls.snaps.hidden = now !== "stack";
  const levels = layout.pages, at = stage.state.page;
  controls.lifts.hidden = stage.view?.kind !== "phone" || now !== "page" || levels.length < 2;
  for (const [name, to] of [["up", at - 1], ["down", at + 1]]) {
    const letter = levels[to] ? layout.levels[levels[to][0]].name : "";
    controls[name].disabled = !letter;
    controls[name].textContent = `${controls[name].dataset.sign} ${letter}`;
    controls[name].setAttribute("aria-label", `${word(name)} ${letter}`);
  }
  controls.reset.hidden = !stage.moved();
  const classes = document.body.classList, room = classes.contains("sheeted") || classes.contains("lying") ? tools : controls.camera; // a small board has no room for them
  if (controls.reset.parentElement !== room) room.prepend(controls.spacing, controls.reset);
  const spacing = Math.round(100 * camera.spacing / clear(layout, camera)), overlap = spacing < 96; // of what keeps the levels apart
  controls.range.value = String(spacing);
  controls.said.textContent = overlap ? word("overlap") : word("spacing");
  const wide = window.innerWidth / stage.state.letter, high = window.innerHeight / stage.state.letter;
  const cell = (room) => Math.max(...layout.grids.map((g) => Math.min(room / g.width, (high - 112) / g.height)));
  const fold = now === "grid" && !document.getElementById("task") && wide > 1100 && cell(wide - 312) < 44;
  controls.fold.hidden = !fold && !document.body.classList.contains("drawn3d");
  if (document.body.classList.contains("folded3d") !== fold) {
    document.body.classList.toggle("folded3d", fold);
    if (!fold) document.body.classList.remove("unfolded3d");
    stage.arrange();
  }
}
