// What presses on the board do, and what it says of the cell below the pointer.
import { ask, unask } from "./cells.js";
import { box, game, go, main, mayMove, openLevel, tell } from "./game.js";
import { mark } from "./marks.js";
import { announce, means, tellOf, word } from "./page.js";
import { load } from "./position.js";

// hover says below the board what is under the pointer.
export function hover(cell) {
  const { stage, layout } = game;
  if (cell === game.hovered) return;
  game.hovered = cell;
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
      if (said?.manner && game.hovered === cell) line.textContent += ": " + said.manner.join("; ");
    });
  }, 100);
  box.style.cursor = cell >= 0 && (stage.men.has(cell) || stage.marks.quiet.has(cell) || stage.marks.captures.has(cell)) ? "pointer" : "default";
  mark();
}

// press is what a press on a cell does: choose a man, a target, or nothing.
export async function press(cell, byKeys = "") {
  const { stage, layout } = game;
  game.looked = -1;
  game.keys = byKeys;
  if (cell >= 0) tellOf("");
  if (stage.view?.small && stage.state.posture === "stack") {
    if (cell >= 0) openLevel(stage.places[cell].level);
    return;
  }
  if (cell >= 0 && stage.view.core && stage.state.posture === "page" && !stage.layout.pages[stage.state.page].includes(stage.places[cell].level)) {
    stage.show({ page: stage.pageOf(stage.places[cell].level) });
    if (!game.chosen) {
      game.cursor = -1;
      mark();
    }
    if (!target(cell)) return go({ level: layout.levels[stage.places[cell].level].name });
  }
  if (cell >= 0 && "places" in main.dataset) { // the only piece goes there
    const name = layout.cells[cell];
    game.chosen = null;
    go({ at: name, cell: name, level: layout.levels[stage.places[cell].level].name });
    announce(name);
    return load();
  }
  const move = target(cell);
  if (move) return toward(move);
  if (cell >= 0 && "explains" in main.dataset && game.chosen?.turn && mayMove() && stage.men.get(cell)?.[2] !== game.data.position.turn) { // why it cannot go there
    game.pending = null;
    go({ to: null, hint: null, move: `${layout.cells[game.chosen.cell]}-${layout.cells[cell]}` });
  } else if (cell >= 0 && stage.men.has(cell) && cell !== game.chosen?.cell) {
    const said = await ask(cell);
    if (!said) return tellOf(word("silent"));
    game.chosen = said;
    game.pending = null;
    go({ cell: layout.cells[cell], to: null, move: null, level: layout.levels[stage.places[cell].level].name });
    announce(tell(cell));
  } else if (game.chosen) {
    game.chosen = game.pending = null;
    go({ cell: null, to: null, move: null });
  } else if (cell < 0) game.arrows = [];
  mark();
}

export const target = (cell) => game.chosen && !game.pending && game.chosen.moves.find((m) => m.press === cell && m.press >= 0);

// toward shows a move before it is confirmed; where it is only looked at it is tried at once, unless there are several of which the page asks.
export function toward(move) {
  const several = game.chosen.moves.filter((m) => m.press === move.press && m.text).length > 1;
  if (game.chosen.turn && (mayMove() || several)) {
    game.pending = move;
    go({ to: game.layout.cells[move.press], move: null });
    means();
    mark();
  } else if (move.text && game.data && !("fixed" in main.dataset)) {
    game.chosen = game.pending = null;
    go({ cell: null, to: null, move: null, trying: null, try: [...game.query.getAll("try"), move.text], ply: game.query.get("ply") ?? String(game.data.ply) }, true);
    load();
  }
}
