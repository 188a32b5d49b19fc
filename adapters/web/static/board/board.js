// The board that can be turned. It reads what the page says of itself, draws it, and turns presses into addresses of the same page. The server answers an address
// with the page, live.js puts its parts in place, and a move is confirmed by the page's own form.
import { json, persist } from "../ask.js";
import { ask } from "./cells.js";
import { climb, focusBoard, nextTarget, step } from "./cursor.js";
import { flatBoard } from "./flat.js";
import { box, game, go, main, mayMove, moment, number, openLevel, reveal, trouble, wanted } from "./game.js";
import { listen } from "./input.js";
import { arrow, look, mark } from "./marks.js";
import { hearGame, hush, intercept, means, send, tellOf, word } from "./page.js";
import { awaited, follow, load, position, takeUp } from "./position.js";
import { hover, press, target, toward } from "./press.js";
import { rove } from "./rove.js";
import { layPage, swipeMoves } from "./sheet.js";
import { Stage } from "./stage.js";
import { makeStrip } from "./strip.js";
import { letter } from "./view.js";
import { makeLifts, makeTools, posture, recall, remember, showKeys, shown, tools } from "./tools.js";

const note = document.getElementById("note3d");

let lay = () => {}; // lays the page out

function theme() {
  const asked = document.documentElement.dataset.look;
  if (asked && asked !== "auto") return asked;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
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
async function sent(form, said) {
  const back = form.classList.contains("confirm") ? game.keys : "";
  if (back === "grid") hush();
  if (form.classList.contains("confirm")) game.chosen = game.pending = null;
  go({ cell: null, to: null, move: null, hint: null, played: said.played ?? null });
  wanted();
  await load();
  if (back) focusBoard(back);
}

// visit goes to another address of this page.
function visit(search, push, source) {
  const before = String(moment());
  game.keys = source?.closest("#board2d") ? "grid" : source?.id === "moveform" ? "box" : "";
  game.query = new URLSearchParams(search);
  if (push !== null) history[push ? "pushState" : "replaceState"](null, "", location.pathname + (search === "?" ? "" : search));
  wanted();
  if (String(moment()) !== before) {
    game.chosen = game.pending = null;
    load();
  } else follow();
  shown();
}

// outdated goes back to the game from a position that is not there any more.
function outdated() {
  visit("?", false);
  tellOf(word("stale"));
}

// catchUp asks for the position if the page shows a later one: what told of it was lost, or came while the board was being made.
function catchUp() {
  if (game.data && Number(main.dataset.log) > game.data.log && !awaited()) load();
}

// refreshed takes up what the server has made of a move that was typed.
function refreshed() {
  game.stage.arrange(); // the bar above the board may have become higher
  if (document.getElementById("task")) mark(); // the figure that a lesson shows may be another
  catchUp();
  const button = document.querySelector("#action form.confirm button[name=move]");
  const held = document.activeElement?.closest("#action");
  if (button && game.keys && (game.query.has("to") || game.query.has("move")) && (!held || held === document.activeElement)) button.focus({ preventScroll: true });
  if (game.query.has("move") && button && !game.query.has("cell")) {
    const [from] = button.value.split("-");
    ask(number(from))?.then((said) => {
      if (!said) return;
      game.chosen = said;
      game.pending = said.moves.find((m) => m.text === button.value) ?? null;
      game.stage.show({ page: game.stage.pageOf(game.stage.places[game.pending ? game.pending.to : said.cell].level) });
      mark();
    });
  }
}

// acts are what pointers and keys on the board do.
const acts = {
  press, hover, step, climb, nextTarget, posture, ask,
  mayMove: (cell) => mayMove() && game.stage.men.get(cell)?.[2] === game.data.position.turn && !game.stage.view?.small,
  lift: (cell) => {
    if (game.chosen?.cell !== cell) press(cell);
  },
  drop: (from, to) => {
    if (game.chosen?.cell === from && target(to)) toward(target(to));
    mark();
  },
  look,
  enter: (where) => game.cursor >= 0 && press(game.cursor, where),
  onCursor: (cell) => game.cursor < 0 || game.layout.cells[game.cursor] === cell,
  arrow,
  back: () => {
    if (document.activeElement?.closest("#action")) focusBoard(game.keys || "box");
    if (game.pending) {
      game.pending = null;
      go({ to: null, move: null });
    } else {
      game.chosen = null;
      game.looked = -1;
      go({ cell: null, to: null, move: null });
    }
    mark();
  },
  ply: (by) => document.querySelector(`.steps a[rel=${by < 0 ? "prev" : "next"}]`)?.click(),
  keys: showKeys,
  attackers: () => {
    const cell = game.hovered >= 0 ? game.hovered : game.cursor;
    look(game.looked === cell ? -1 : cell);
  },
  guide: () => {
    game.guiding = !game.guiding;
    mark();
  },
};

// style brings the style sheet of the board.
function style() {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("./board.css", import.meta.url).href;
  const styled = new Promise((resolve) => {
    link.onload = link.onerror = resolve;
  });
  document.head.append(link);
  return styled;
}

// makeStage makes the board of a layout, in the posture in which it was left. It returns whether a level is named that it shows.
function makeStage(layout) {
  game.layout = layout;
  box.hidden = false;
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", word("board"));
  document.body.classList.add("has3d");
  game.stage = new Stage(box, {
    word, shown,
    level: openLevel,
    lost: (lost) => {
      flat(lost);
      if (!lost) game.stage.arrange(); // the library brings its textures back by itself
    },
    ready: () => box.classList.add("ready"),
    becomes: (text) => {
      go({ move: text });
      means();
      game.keys = "box"; // the button that confirms gets them next
      follow();
    },
  });
  game.stage.setLayout(game.layout);
  window.board3d = { stage: game.stage }; // for those who look into it with a browser's tools
  recall();
  if (window.innerWidth < 700 * letter() || document.body.classList.contains("lying")) game.stage.state.posture = "page";
  const level = game.layout.levels.findIndex((l) => l.name === (game.query.get("level") ?? main.dataset.level));
  if (level >= 0) game.stage.state.page = game.stage.pageOf(level);
  game.stage.state.flipped = (game.query.get("side") ?? main.dataset.side) === "black";
  return level >= 0;
}

// levelOf is the level on which most is to be seen of a position.
function levelOf(position) {
  const king = position.men.find((man) => game.layout.kinds[man[1] - 1].royal)?.[0];
  return game.stage.places[position.last?.to ?? position.check?.royal ?? king ?? 0].level;
}

async function start() {
  const styled = style(), layout = await persist(() => json(main.dataset.layout));
  await styled;
  const named = makeStage(layout);
  makeTools();
  makeLifts();
  makeStrip();
  const [first] = await Promise.all([persist(position), atlas()]);
  takeUp(first);
  if (!named) game.stage.state.page = game.stage.pageOf(levelOf(first.position));
  game.stage.arrange();
  mark();
  shown();
  intercept(visit, (form, button) => send(form, button, sent));
  listen(box, game.stage, acts);
  hear();
}

// hear has the board follow the page around it.
function hear() {
  document.getElementById("board2d")?.parentElement.addEventListener("focusin", (e) => {
    const cell = e.target.closest?.("#board2d [data-cell]"); // the page itself has a data-cell, too
    if (!cell) return;
    game.cursor = number(cell.dataset.cell);
    reveal(game.stage.places[game.cursor].level);
    mark();
  });
  document.addEventListener("raumbot:log", () => load());
  document.addEventListener("raumbot:refreshed", refreshed);
  document.addEventListener("raumbot:outdated", outdated);
  document.addEventListener("raumbot:online", () => load());
  window.addEventListener("pagehide", remember);
  window.addEventListener("resize", () => game.stage.arrange());
  document.addEventListener("raumbot:look", () => atlas().catch(trouble));
  for (const q of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) matchMedia(q).addEventListener("change", () => atlas().catch(trouble));
  catchUp();
}

async function atlas() {
  await persist(async () => game.stage.setAtlas(await json(`${main.dataset.men}/${theme()}.json`)));
  mark();
}

if (main && box) {
  lay = layPage(() => {
    const look = document.querySelector(".look");
    if (document.body.classList.contains("sheeted")) tools.append(look);
    else tools.after(look);
    game.stage?.arrange();
    if (game.stage?.view) shown();
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
