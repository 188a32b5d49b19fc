// The cursor, by which keys go over the board.
import { box, game, go, reveal, tell } from "./game.js";
import { mark } from "./marks.js";
import { announce } from "./page.js";
import { focusCell } from "./rove.js";

// step moves the cursor as the board lies before the viewer.
export function step(dx, dy) {
  const { stage } = game;
  const turned = stage.state.flipped ? -1 : 1;
  if (game.cursor < 0) game.cursor = game.chosen?.cell ?? stage.layout.levels[stage.layout.pages[stage.state.page][0]].rows.flat().find((cell) => cell >= 0);
  else {
    const p = stage.places[game.cursor], to = stage.places.findIndex((q) => q && q.level === p.level && Math.abs(q.x - p.x - dx * turned) < 0.1 && Math.abs(q.y - p.y - dy * turned) < 0.1);
    if (to >= 0) game.cursor = to;
  }
  reachCursor();
}

function reachCursor() {
  reveal(game.stage.places[game.cursor].level);
  if (document.activeElement?.closest("#board2d")) focusCell(game.layout.cells[game.cursor]);
  else announce(tell(game.cursor));
  mark();
}

// climb goes some levels down; the cursor keeps its file and rank.
export function climb(by) {
  const { stage, layout } = game;
  const from = game.cursor >= 0 ? stage.places[game.cursor].level : stage.layout.pages[stage.state.page][0];
  if (game.cursor >= 0) {
    const p = stage.places[game.cursor];
    const near = (q) => Math.abs(q.x - p.x) + Math.abs(q.y - p.y);
    let best = -1;
    stage.places.forEach((q, cell) => {
      if (q && q.level === from + by && (best < 0 || near(q) < near(stage.places[best]))) best = cell;
    });
    if (best >= 0) {
      game.cursor = best;
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
export function nextTarget(by) {
  const { stage } = game;
  if (!game.chosen || game.pending) return false;
  const all = [...new Set(game.chosen.moves.map((m) => m.press))].sort((a, b) => stage.places[a].level - stage.places[b].level || a - b);
  if (!all.length) return false;
  const i = all.indexOf(game.cursor);
  game.cursor = all[i < 0 ? (by > 0 ? 0 : all.length - 1) : (i + by + all.length) % all.length];
  game.hovered = game.cursor;
  reachCursor();
  return true;
}

// focusBoard gives the keys back to the board, to where they were.
export function focusBoard(where) {
  game.keys = "";
  if (where !== "grid" || !focusCell(game.layout.cells[game.cursor])) box.focus({ preventScroll: true });
}
