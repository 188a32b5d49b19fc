// The board that can be turned. It reads what the page says of itself, draws it, and turns presses into addresses of the same page: the address
// says which man is chosen, where he may go, which move of the game is looked at. The server answers an address with the page, live.js
// puts its parts in place, and a move is confirmed by the page's own form.
import { Stage } from "./stage.js";
import { listen } from "./input.js";
import { json, persist, seconds } from "../ask.js";
import { announce, hearGame, hush, intercept, send, tellOf, word } from "./page.js";
import { flatBoard } from "./flat.js";
import { focusCell, rove } from "./rove.js";
import { layPage, swipeMoves } from "./sheet.js";

const main = document.getElementById("game");
const box = document.getElementById("board3d");
const tools = document.getElementById("tools3d");
const note = document.getElementById("note3d");

let stage = null, layout = null, data = null;
let query = new URLSearchParams(location.search);
const cells = new Map(); // what the server has said of cells, by moment and cell
let chosen = null; // {cell, turn, moves}
let pending = null; // the move that is shown before it is confirmed
let hovered = -1, cursor = -1, looked = -1, guiding = false;
let keys = ""; // where the keys were when they chose a move: "box" or "grid"
let arrows = []; // [from, to] of arrows to plan with
let controls = {};
let lay = () => {}; // lays the page out
let asked = 0, arrived = 0; // requests for the position, and the latest of them that has been answered
let loading = 0, failures = 0, later = 0; // how many are under way, how many in a row have failed, the timer of the next

// moment are the parts of the address that say which position is looked at.
function moment() {
  const q = new URLSearchParams();
  if (query.get("ply")) q.set("ply", query.get("ply"));
  for (const move of query.getAll("try")) q.append("try", move);
  return q;
}

const with_ = (url, q) => (String(q) ? url + (url.includes("?") ? "&" : "?") + q : url);

// go changes the address: null takes a part of it away.
function go(changes, push = false) {
  const q = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    q.delete(name);
    for (const one of value === null ? [] : [].concat(value)) q.append(name, one);
  }
  const text = String(q);
  if (text === String(query)) return;
  query = q;
  history[push ? "pushState" : "replaceState"](null, "", location.pathname + (text ? "?" + text : ""));
  wanted();
}

const wanted = () => document.dispatchEvent(new CustomEvent("raumbot:wanted"));
const number = (name) => layout.cells.indexOf(name);
const mayMove = () => Boolean(data?.reader.moves) && !query.has("try") && !query.has("trying") && !data.over;

function theme() {
  const asked = document.documentElement.dataset.look;
  if (asked && asked !== "auto") return asked;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const position = () => json(with_(main.dataset.board, moment()));

// load asks for the position that is looked at, until it is there.
async function load() {
  clearTimeout(later);
  later = 0;
  loading++;
  const request = ++asked, of = String(moment());
  try {
    const fresh = await position();
    failures = 0;
    if (request < arrived || of !== String(moment())) return; // a later one has been answered, or another is wanted
    arrived = request;
    takeUp(fresh);
  } catch (error) {
    trouble(error);
    if (error.passing && request === asked) later = setTimeout(load, 1000 * seconds(error, failures++));
  } finally {
    loading--;
  }
}

// takeUp shows a position that the server has sent.
function takeUp(fresh) {
  const before = data;
  data = fresh;
  const p = data.position, last = p.last, moved = before && before.position.ply !== p.ply;
  stage.setPosition(p);
  main.dataset.ply = data.ply;
  if (moved) {
    arrows = [];
    cells.clear();
    if (last && p.ply === before.position.ply + 1) stage.play(last, [last.to, ...(p.men.find((man) => man[0] === last.to)?.slice(1) ?? [last.kind, last.side])]);
    if (pending || chosen) {
      if (pending && last && data.reader.side === ["white", "black"][last.side]) tellOf(word("elsewhere"));
      chosen = pending = null;
      go({ cell: null, to: null, move: null });
    }
  }
  if (!before || before.ply !== data.ply) cells.clear();
  follow();
}

// ask fetches what is known of a cell, once. Who only glances at it may go on before the answer is there.
function ask(cell, glance = false) {
  if (cell < 0) return null;
  const key = `${moment()} ${data?.log} ${cell}`;
  if (!cells.has(key)) {
    const q = moment(), request = new AbortController();
    q.set("cell", layout.cells[cell]);
    const known = { glance: true, request };
    known.answer = json(with_(main.dataset.cell, q), { signal: request.signal }).then((said) => {
      known.request = null;
      return said;
    }, () => {
      if (cells.get(key) === known) cells.delete(key);
      return null;
    });
    cells.set(key, known);
  }
  const known = cells.get(key);
  if (!glance) known.glance = false;
  return known.answer;
}

// unask gives up what is still being asked of cells that were only glanced at.
function unask() {
  for (const [key, known] of cells) {
    if (!known.glance || !known.request) continue;
    cells.delete(key);
    known.request.abort();
  }
}

// follow shows what the address says.
async function follow() {
  const side = query.get("side") ?? main.dataset.side;
  if (stage.state.flipped !== (side === "black")) stage.show({ flipped: side === "black" }, false);
  const level = layout.levels.findIndex((l) => l.name === query.get("level"));
  if (level >= 0 && !stage.layout.pages[stage.state.page].includes(level)) stage.show({ page: stage.pageOf(level) });
  const cell = query.has("cell") ? number(query.get("cell")) : -1;
  if (cell < 0) chosen = pending = null;
  else if (chosen?.cell !== cell) {
    const said = await ask(cell);
    if (number(query.get("cell") ?? "") === cell) chosen = said;
    pending = null;
  }
  const to = query.get("to");
  if (!to) pending = null;
  else if (chosen) pending = chosen.moves.find((m) => layout.cells[m.press] === to && (!query.get("move") || m.text === query.get("move"))) ?? null;
  const aim = pending && stage.places[pending.press]?.level;
  if (pending && stage.state.posture === "page" && !stage.layout.pages[stage.state.page].includes(aim) && !query.has("level")) stage.show({ page: stage.pageOf(aim) });
  mark();
}

// mark puts the marks of the choice in hand on the stage.
function mark() {
  if (!data) return;
  const p = data.position, m = {};
  if (p.last) {
    m.last = p.last;
    m.from = p.last.form === "rifle" ? p.last.to : p.last.from;
    m.to = p.last.form === "rifle" ? p.last.from : p.last.to;
    m.via = new Set([...(p.last.via ?? []), ...(p.last.partner ?? [])]);
    if (p.last.form === "plane") {
      m.plane = new Set(p.last.over);
      m.planeColor = stage.colors?.mark;
    }
  }
  if (p.check) {
    m.royal = p.check.royal;
    m.givers = new Set(p.check.givers.map((w) => w.from));
    m.checks = p.check.givers;
  }
  if (chosen) {
    const moves = pending ? [] : chosen.moves;
    m.chosen = chosen.cell;
    m.hollow = !(mayMove() && chosen.turn);
    m.quiet = new Set(moves.filter((v) => v.take < 0).map((v) => v.press));
    m.captures = new Set(moves.filter((v) => v.take >= 0).map((v) => v.press));
    m.paths = tubes(moves);
    const over = moves.find((v) => v.press === hovered);
    if (over) path(m, over);
    const man = stage.men.get(chosen.cell);
    if (pending) {
      m.chosen = -1;
      m.pendingFrom = pending.form === "rifle" ? -1 : pending.from;
      m.pendingTo = pending.form === "rifle" ? -1 : pending.to;
      m.pendingTake = pending.take >= 0 && pending.take !== pending.to ? pending.take : pending.form === "rifle" ? pending.take : -1;
      const choices = becoming();
      m.choices = choices.length > 1 && mayMove() ? choices.map((v) => ({ kind: v.becomes, side: man?.[2] ?? 0, name: layout.kinds[v.becomes - 1].name, text: v.text })) : [];
      m.mover = pending.form === "rifle" ? null : [pending.to, choices.length === 1 ? choices[0].becomes : man?.[1], man?.[2], man?.[3]];
      path(m, pending);
    }
  }
  const column = looked >= 0 ? looked : pending ? pending.to : chosen ? chosen.cell : hovered;
  if (column >= 0 && stage.places?.[column]) {
    m.column = column;
    m.columnCells = stage.above(column);
    m.columns = looked >= 0 || chosen ? new Set(m.columnCells) : new Set();
    if (!(looked >= 0 || chosen) && stage.state.posture !== "page") m.column = -1;
  }
  m.cursor = cursor;
  m.arrows = arrows;
  if (guiding && column >= 0) m.guide = stage.places[column].rank;
  if (looked >= 0) attackers(looked);
  // A wide window has room for a second level: where the move in hand leads, else the other one of the last move.
  const here = stage.layout.pages[stage.state.page];
  stage.second([pending?.to, chosen && !pending ? hovered : undefined, p.last?.to, p.last?.from].filter((cell) => cell >= 0).map((cell) => stage.places[cell].level).find((level) => !here.includes(level)) ?? -1);
  stage.setMarks(m);
  showColumn();
}

// becoming are the promotions of the move that is shown, the one that has been picked alone.
function becoming() {
  const picked = query.get("move");
  return chosen.moves.filter((v) => v.press === pending.press && v.becomes && (!picked || v.text === picked));
}

// arrow draws an arrow to plan with, or takes it away. It is for one's own eyes, and gone with the next move.
function arrow(from, to) {
  if (from < 0 || to < 0 || from === to) return;
  const n = arrows.length;
  arrows = arrows.filter((a) => a[0] !== from || a[1] !== to);
  if (arrows.length === n) arrows.push([from, to]);
  mark();
}

// attackers frames the men that could capture on a cell that is looked at, and hands them to then.
function attackers(cell, then) {
  ask(cell)?.then((c) => {
    if (!c || looked !== cell) return;
    const all = [...c.attackers[0], ...c.attackers[1]];
    stage.marks.attackers = new Set(all);
    stage.dirty();
    then?.(all);
  });
}

// look shows a cell on all levels, and what could capture on it.
function look(cell) {
  looked = cell;
  mark();
  if (cell >= 0) attackers(cell, (all) => announce(word("attackers").replace("%s", tell(cell)) + ": " + (all.map(tell).join("; ") || word("nothing"))));
}

// tubes are the ways of straight riders, one for each direction, to the last cell reached.
function tubes(moves) {
  const lines = moves.filter((v) => v.form === "line");
  const passed = new Set(lines.flatMap((v) => v.over));
  return lines.filter((v) => !passed.has(v.to)).map((v) => [v.from, v.to]);
}

function path(m, move) {
  if (move.form === "plane") {
    m.plane = new Set(move.over);
    m.planeColor = stage.colors?.target;
    m.path = [move.from, move.to];
  } else m.path = [move.from, ...(move.over ?? []), ...(move.over?.at(-1) === move.to ? [] : [move.to])];
}

// tell says in the page's own words what stands on a cell.
function tell(cell) {
  const name = cell < 0 ? "" : layout.cells[cell];
  const there = name && document.querySelector(`#board2d [data-cell="${name}"] :is([aria-label], .away)`);
  return there ? there.getAttribute("aria-label") ?? there.textContent : name;
}

// hover says below the board what is under the pointer.
function hover(cell) {
  if (cell === hovered) return;
  hovered = cell;
  unask();
  clearTimeout(hover.timer);
  hover.timer = setTimeout(() => {
    const man = stage.men.get(cell), bar = document.getElementById("action");
    if (!bar) return;
    let line = bar.querySelector(".hover3d");
    if (!line) {
      line = document.createElement("p");
      line.className = "hover3d quiet";
      line.setAttribute("aria-hidden", "true");
      bar.append(line);
    }
    const kind = man && layout.kinds[man[1] - 1];
    line.textContent = kind ? `${kind.code} ${tell(cell)}` : tell(cell);
    if (kind) ask(cell, true)?.then((said) => {
      if (said?.manner && hovered === cell) line.textContent += ": " + said.manner.join("; ");
    });
  }, 100);
  box.style.cursor = cell >= 0 && (stage.men.has(cell) || stage.marks.quiet.has(cell) || stage.marks.captures.has(cell)) ? "pointer" : "default";
  mark();
}

// press is what a press on a cell does: choose a man, a target, or nothing.
async function press(cell, byKeys = "") {
  looked = -1;
  keys = byKeys;
  if (stage.view?.small && stage.state.posture === "stack") {
    if (cell >= 0) openLevel(stage.places[cell].level);
    return;
  }
  if (cell >= 0 && stage.view.core && stage.state.posture === "page" && !stage.layout.pages[stage.state.page].includes(stage.places[cell].level)) {
    stage.show({ page: stage.pageOf(stage.places[cell].level) });
    if (!chosen) {
      cursor = -1;
      mark();
    }
    if (!target(cell)) return go({ level: layout.levels[stage.places[cell].level].name });
  }
  const move = target(cell);
  if (move) return toward(move);
  if (cell >= 0 && stage.men.has(cell) && cell !== chosen?.cell) {
    const said = await ask(cell);
    if (!said) return tellOf(word("silent"));
    chosen = said;
    pending = null;
    go({ cell: layout.cells[cell], to: null, move: null, level: layout.levels[stage.places[cell].level].name });
    announce(tell(cell));
  } else if (chosen) {
    chosen = pending = null;
    go({ cell: null, to: null, move: null });
  } else if (cell < 0) arrows = [];
  mark();
}

const target = (cell) => chosen && !pending && chosen.moves.find((m) => m.press === cell && m.press >= 0);

// toward shows a move before it is confirmed; where it is only looked at it is tried at once, unless there are several of which the page asks.
function toward(move) {
  const several = chosen.moves.filter((m) => m.press === move.press && m.text).length > 1;
  if (chosen.turn && (mayMove() || several)) {
    pending = move;
    go({ to: layout.cells[move.press], move: null });
    mark();
  } else if (move.text && data) {
    chosen = pending = null;
    go({ cell: null, to: null, move: null, trying: null, try: [...query.getAll("try"), move.text], ply: query.get("ply") ?? String(data.ply) }, true);
    load();
  }
}

function openLevel(level) {
  stage.show({ posture: "page", page: stage.pageOf(level) });
  go({ level: layout.levels[level].name });
}

// step moves the cursor as the board lies before the viewer.
function step(dx, dy) {
  const turned = stage.state.flipped ? -1 : 1;
  if (cursor < 0) cursor = chosen?.cell ?? stage.layout.levels[stage.layout.pages[stage.state.page][0]].rows.flat().find((cell) => cell >= 0);
  else {
    const p = stage.places[cursor], to = stage.places.findIndex((q) => q && q.level === p.level && Math.abs(q.x - p.x - dx * turned) < 0.1 && Math.abs(q.y - p.y - dy * turned) < 0.1);
    if (to >= 0) cursor = to;
  }
  reachCursor();
}

function reachCursor() {
  const level = stage.places[cursor].level;
  if (stage.state.posture === "page" && !stage.layout.pages[stage.state.page].includes(level)) stage.show({ page: stage.pageOf(level) });
  if (document.activeElement?.closest("#board2d")) focusCell(layout.cells[cursor]);
  else announce(tell(cursor));
  mark();
}

// climb goes some levels down; the cursor keeps its file and rank.
function climb(by) {
  const from = cursor >= 0 ? stage.places[cursor].level : stage.layout.pages[stage.state.page][0];
  if (cursor >= 0) {
    const p = stage.places[cursor];
    const near = (q) => Math.abs(q.x - p.x) + Math.abs(q.y - p.y);
    let best = -1;
    stage.places.forEach((q, cell) => {
      if (q && q.level === from + by && (best < 0 || near(q) < near(stage.places[best]))) best = cell;
    });
    if (best >= 0) {
      cursor = best;
      reachCursor();
    }
    return;
  }
  const page = Math.max(0, Math.min(stage.layout.pages.length - 1, stage.state.page + by));
  if (page !== stage.state.page) {
    stage.show({ page });
    go({ level: layout.levels[stage.layout.pages[page][0]].name });
  }
}

// nextTarget moves the cursor to another target, across levels.
function nextTarget(by) {
  if (!chosen || pending) return false;
  const all = [...new Set(chosen.moves.map((m) => m.press))].sort((a, b) => stage.places[a].level - stage.places[b].level || a - b);
  if (!all.length) return false;
  const i = all.indexOf(cursor);
  cursor = all[i < 0 ? (by > 0 ? 0 : all.length - 1) : (i + by + all.length) % all.length];
  hovered = cursor;
  reachCursor();
  return true;
}

function posture(name) {
  stage.show({ posture: name });
  remember();
}

function remember() {
  try {
    sessionStorage.setItem("board" + main.dataset.game, JSON.stringify({ posture: stage.state.posture, camera: stage.state.camera, sheets: stage.state.sheets }));
  } catch {
    // A browser that keeps nothing begins anew.
  }
}

function recall() {
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
function makeTools() {
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
  range.value = String(Math.round(stage.state.camera.spacing * 100));
  said.textContent = word("spacing");
  range.addEventListener("input", () => {
    stage.state.camera.spacing = Number(range.value) / 100;
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
  fold.setAttribute("aria-label", document.querySelector(".side")?.getAttribute("aria-label") ?? "☰");
  tools.append(group, fold);
  plain("reset", word("reset"), () => {
    stage.reset();
    range.value = "100";
    remember();
  });
  const snaps = document.createElement("span");
  snaps.className = "snaps";
  for (const name of ["iso", "mirrored", "steep", "top"]) {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = word(name);
    b.addEventListener("click", () => {
      if (name === "top") posture("grid");
      else stage.snap(name);
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

// makeLifts makes, for fingers, the buttons that go a level up and down, and the strip of a cell on all levels.
function makeLifts() {
  const lifts = document.createElement("div"), strip = document.createElement("div");
  lifts.className = "lifts3d";
  for (const [by, name, sign] of [[-1, "up", "▲"], [1, "down", "▼"]]) {
    const b = document.createElement("button");
    b.type = "button";
    b.addEventListener("click", () => climb(by));
    lifts.append(b);
    controls[name] = b;
    b.dataset.sign = sign;
  }
  strip.id = "core3d";
  strip.setAttribute("role", "group");
  strip.setAttribute("aria-label", word("column"));
  strip.hidden = true;
  box.append(lifts);
  box.after(strip);
  controls.lifts = lifts;
  controls.strip = strip;
}

// showColumn shows the strip of a cell that a finger rests on: what stands on it on each level.
function showColumn() {
  const strip = controls.strip, on = looked >= 0 && stage.view?.small;
  if (!strip) return;
  strip.hidden = !on;
  if (!on) return;
  strip.replaceChildren(...stage.above(looked).map((cell) => {
    const b = document.createElement("button"), tile = document.createElement("span"), man = stage.men.get(cell), name = document.createElement("b");
    const level = layout.levels[stage.places[cell].level].name;
    b.type = "button";
    b.setAttribute("aria-label", tell(cell));
    name.textContent = level;
    tile.className = `tile large ${"abcd"[layout.shades[cell] % 4]}${cell === looked ? " here" : ""}`;
    if (man) {
      const picture = document.createElement("i");
      picture.className = `man ${"wb"[man[2]]} k${man[1]}`;
      tile.append(picture);
    }
    b.append(name, tile);
    b.addEventListener("click", () => {
      looked = -1;
      openLevel(stage.places[cell].level);
      mark();
    });
    return b;
  }));
}

// keys shows which keys do what.
const keyMap = () => document.getElementById("keys3d");
function showKeys() {
  const map = keyMap();
  if (map && !map.open) map.showModal();
}

// shown brings the tools up to date with the posture.
function shown() {
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
  const overlap = camera.spacing < 0.99 || camera.tilt > stage.layout.tower.tilt + 1;
  controls.said.textContent = overlap ? word("overlap") : word("spacing");
  const wide = window.innerWidth;
  const cell = (room) => Math.max(...layout.grids.map((g) => Math.min(room / g.width, (window.innerHeight - 112) / g.height)));
  const fold = now === "grid" && wide > 1100 && cell(wide - 312) < 44;
  controls.fold.hidden = !fold && !document.body.classList.contains("drawn3d");
  if (document.body.classList.contains("folded3d") !== fold) {
    document.body.classList.toggle("folded3d", fold);
    if (!fold) document.body.classList.remove("unfolded3d");
    stage.arrange();
  }
}

function trouble(error) {
  console.warn("board:", error.message);
}

// flat gives the page back to the board in HTML.
function flat(why) {
  document.body.classList.toggle("has3d", !why);
  box.hidden = Boolean(why);
  if (tools) tools.hidden = Boolean(why);
  if (note) note.hidden = !why;
  lay();
}

// sent shows what has been sent.
async function sent(form) {
  const back = form.classList.contains("confirm") ? keys : "";
  if (back === "grid") hush();
  if (form.classList.contains("confirm")) chosen = pending = null;
  go({ cell: null, to: null, move: null });
  wanted();
  await load();
  if (back) focusBoard(back);
}

// focusBoard gives the keys back to the board, to where they were.
function focusBoard(where) {
  keys = "";
  if (where !== "grid" || !focusCell(layout.cells[cursor])) box.focus({ preventScroll: true });
}

// visit goes to another address of this page.
function visit(search, push, source) {
  const before = String(moment());
  keys = source?.closest("#board2d") ? "grid" : "";
  query = new URLSearchParams(search);
  if (push !== null) history[push ? "pushState" : "replaceState"](null, "", location.pathname + (search === "?" ? "" : search));
  wanted();
  if (String(moment()) !== before) {
    chosen = pending = null;
    load();
  } else follow();
  shown();
}

// outdated goes back to the game from a position that is not there any more.
function outdated() {
  visit("?", false);
  tellOf(word("stale"));
}

// refreshed takes up what the server has made of a move that was typed.
function refreshed() {
  stage.arrange(); // the bar above the board may have become higher
  if (data && Number(main.dataset.log) > data.log && !loading && !later) load(); // what told of it was lost
  const button = document.querySelector("#action form.confirm button[name=move]");
  if (button && keys && query.has("to") && !document.activeElement?.closest("#action")) button.focus({ preventScroll: true });
  if (query.has("move") && button && !query.has("cell")) {
    const [from] = button.value.split("-");
    ask(number(from))?.then((said) => {
      if (!said) return;
      chosen = said;
      pending = said.moves.find((m) => m.text === button.value) ?? null;
      stage.show({ page: stage.pageOf(stage.places[pending ? pending.to : said.cell].level) });
      mark();
    });
  }
}

async function start() {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("./board.css", import.meta.url).href;
  const styled = new Promise((resolve) => {
    style.onload = style.onerror = resolve;
  });
  document.head.append(style);
  layout = await persist(() => json(main.dataset.layout));
  await styled;
  box.hidden = false;
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", word("board"));
  document.body.classList.add("has3d");
  stage = new Stage(box, {
    word, shown,
    level: openLevel,
    lost: (lost) => {
      flat(lost);
      if (!lost) stage.arrange(); // the library brings its textures back by itself
    },
    ready: () => box.classList.add("ready"),
    becomes: (text) => {
      go({ move: text });
      keys = "box"; // the button that confirms gets them next
      follow();
    },
  });
  stage.setLayout(layout);
  window.board3d = { stage }; // for those who look into it with a browser's tools
  recall();
  if (window.innerWidth < 700 || document.body.classList.contains("lying")) stage.state.posture = "page";
  const level = layout.levels.findIndex((l) => l.name === (query.get("level") ?? main.dataset.level));
  if (level >= 0) stage.state.page = stage.pageOf(level);
  stage.state.flipped = (query.get("side") ?? main.dataset.side) === "black";
  makeTools();
  makeLifts();
  const [first] = await Promise.all([persist(position), atlas()]);
  takeUp(first);
  if (level < 0) stage.state.page = stage.pageOf(stage.places[data.position.last?.to ?? data.position.check?.royal ?? data.position.men.find((man) => layout.kinds[man[1] - 1].royal)?.[0] ?? 0].level);
  stage.arrange();
  mark();
  shown();
  intercept(visit, (form, button) => send(form, button, sent));
  listen(box, stage, {
    press, hover, step, climb, nextTarget, posture, ask,
    mayMove: (cell) => mayMove() && stage.men.get(cell)?.[2] === data.position.turn && !stage.view?.small,
    lift: (cell) => {
      if (chosen?.cell !== cell) press(cell);
    },
    drop: (from, to) => {
      if (chosen?.cell === from && target(to)) toward(target(to));
      mark();
    },
    look,
    enter: (where) => cursor >= 0 && press(cursor, where),
    onCursor: (cell) => cursor < 0 || layout.cells[cursor] === cell,
    arrow,
    back: () => {
      if (document.activeElement?.closest("#action")) focusBoard(keys || "box");
      if (pending) {
        pending = null;
        go({ to: null, move: null });
      } else {
        chosen = null;
        looked = -1;
        go({ cell: null, to: null, move: null });
      }
      mark();
    },
    ply: (by) => document.querySelector(`.steps a[rel=${by < 0 ? "prev" : "next"}]`)?.click(),
    keys: showKeys,
    attackers: () => {
      const cell = hovered >= 0 ? hovered : cursor;
      look(looked === cell ? -1 : cell);
    },
    guide: () => {
      guiding = !guiding;
      mark();
    },
  });
  document.getElementById("board2d")?.parentElement.addEventListener("focusin", (e) => {
    const cell = e.target.closest?.("[data-cell]");
    if (!cell || !e.target.closest("#board2d")) return;
    cursor = number(cell.dataset.cell);
    if (stage.state.posture === "page" && !layout.pages[stage.state.page].includes(stage.places[cursor].level)) stage.show({ page: stage.pageOf(stage.places[cursor].level) });
    mark();
  });
  document.addEventListener("raumbot:log", () => load());
  document.addEventListener("raumbot:refreshed", refreshed);
  document.addEventListener("raumbot:outdated", outdated);
  document.addEventListener("raumbot:online", () => load());
  window.addEventListener("pagehide", remember);
  window.addEventListener("resize", () => stage.arrange());
  document.addEventListener("raumbot:look", () => atlas().catch(trouble));
  for (const q of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) matchMedia(q).addEventListener("change", () => atlas().catch(trouble));
}

async function atlas() {
  await persist(async () => stage.setAtlas(await json(`${main.dataset.men}/${theme()}.json`)));
  mark();
}

if (main && box) {
  lay = layPage(() => {
    const look = document.querySelector(".look");
    if (document.body.classList.contains("sheeted")) tools.append(look);
    else tools.after(look);
    stage?.arrange();
    if (stage?.view) shown();
  });
  swipeMoves();
  hearGame();
  rove();
  start().catch((error) => {
    trouble(error);
    flat(true);
    flatBoard();
  });
}
