// The marks on the board: of the last move, of a check, of the choice in hand, of what is looked at.
import { ask } from "./cells.js";
import { game, mayMove, number, openLevel, tell } from "./game.js";
import { announce, word } from "./page.js";
import { showStrip } from "./strip.js";

// mark puts the marks of the choice in hand on the stage.
export function mark() {
  const { stage, layout } = game;
  if (!game.data) return;
  const p = game.data.position, m = {};
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
  if (game.chosen) {
    const moves = game.pending ? [] : game.chosen.moves;
    m.chosen = game.chosen.cell;
    m.hollow = !(mayMove() && game.chosen.turn);
    m.quiet = new Set(moves.filter((v) => v.take < 0).map((v) => v.press));
    m.captures = new Set(moves.filter((v) => v.take >= 0).map((v) => v.press));
    m.paths = tubes(moves);
    const over = moves.find((v) => v.press === game.hovered);
    if (over) path(m, over);
    const man = stage.men.get(game.chosen.cell);
    if (game.pending) {
      m.chosen = -1;
      m.pendingFrom = game.pending.form === "rifle" ? -1 : game.pending.from;
      m.pendingTo = game.pending.form === "rifle" ? -1 : game.pending.to;
      m.pendingTake = game.pending.take >= 0 && game.pending.take !== game.pending.to ? game.pending.take : game.pending.form === "rifle" ? game.pending.take : -1;
      const choices = becoming();
      m.choices = choices.length > 1 && mayMove() ? choices.map((v) => ({ kind: v.becomes, side: man?.[2] ?? 0, name: layout.kinds[v.becomes - 1].name, text: v.text })) : [];
      m.mover = game.pending.form === "rifle" ? null : [game.pending.to, choices.length === 1 ? choices[0].becomes : man?.[1], man?.[2], man?.[3]];
      path(m, game.pending);
    }
  }
  const column = game.looked >= 0 ? game.looked : game.pending ? game.pending.to : game.chosen ? game.chosen.cell : game.hovered;
  if (column >= 0 && stage.places?.[column]) {
    m.column = column;
    m.columnCells = stage.above(column);
    m.columns = game.looked >= 0 || game.chosen ? new Set(m.columnCells) : new Set();
    if (!(game.looked >= 0 || game.chosen) && stage.state.posture !== "page") m.column = -1;
  }
  const figure = document.getElementById("task")?.dataset.figure; // what a lesson shows in space
  if (figure && !m.plane) {
    m.plane = new Set(figure.split(" ").map(number));
    m.planeColor = stage.colors?.target;
  }
  m.cursor = game.cursor;
  m.arrows = game.arrows;
  if (game.guiding && column >= 0) m.guide = stage.places[column].rank;
  if (game.looked >= 0) attackers(game.looked);
  // A wide window has room for a second level: where the move in hand leads, else the other one of the last move.
  const here = stage.layout.pages[stage.state.page];
  stage.second([game.pending?.to, game.chosen && !game.pending ? game.hovered : undefined, p.last?.to, p.last?.from].filter((cell) => cell >= 0).map((cell) => stage.places[cell].level).find((level) => !here.includes(level)) ?? -1);
  stage.setMarks(m);
  showStrip((level) => {
    game.looked = -1;
    openLevel(level);
    mark();
  });
}

// becoming are the promotions of the move that is shown, the one that has been picked alone.
function becoming() {
  const picked = game.query.get("move");
  return game.chosen.moves.filter((v) => v.press === game.pending.press && v.becomes && (!picked || v.text === picked));
}

// arrow draws an arrow to plan with, or takes it away. It is for one's own eyes, and gone with the next move.
export function arrow(from, to) {
  if (from < 0 || to < 0 || from === to) return;
  const n = game.arrows.length;
  game.arrows = game.arrows.filter((a) => a[0] !== from || a[1] !== to);
  if (game.arrows.length === n) game.arrows.push([from, to]);
  mark();
}

// attackers frames the men that could capture on a cell that is looked at, and hands them to then.
function attackers(cell, then) {
  const { stage } = game;
  ask(cell)?.then((c) => {
    if (!c || game.looked !== cell) return;
    const all = [...c.attackers[0], ...c.attackers[1]];
    stage.marks.attackers = new Set(all);
    stage.dirty();
    then?.(all);
  });
}

// look shows a cell on all levels, and what could capture on it.
export function look(cell) {
  game.looked = cell;
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
    m.planeColor = game.stage.colors?.target;
    m.path = [move.from, move.to];
  } else m.path = [move.from, ...(move.over ?? []), ...(move.over?.at(-1) === move.to ? [] : [move.to])];
}
