// The board in HTML where there is none in 3D: by keys from cell to cell and from level to level, without leaving the page.
import { hush, intercept, send, tellOf, word } from "./page.js";
import { focusCell } from "./rove.js";

const board = () => document.getElementById("board2d");

// Grid is a level as a table: its cells by row and column, null where it has none.
const gridOf = (level) => [...level.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")].map((cell) => (cell.dataset.cell ? cell : null)));

// levels are the levels from top to bottom; the large one stands first on the page.
const levels = () => [...board().querySelectorAll(".level")].sort((a, b) => a.dataset.index - b.dataset.index);

// placeOf is where a cell lies, in cells from the middle of its level.
function placeOf(cell) {
  const level = cell.closest(".level"), grid = gridOf(level), r = grid.findIndex((row) => row.includes(cell)), k = grid[r].indexOf(cell);
  return { level, grid, r, k, x: k - (grid[r].length - 1) / 2, y: r - (grid.length - 1) / 2 };
}

// step is the next cell in a direction.
function step(cell, dx, dy) {
  const { grid, r, k } = placeOf(cell);
  return grid[r + dy]?.[k + dx] ?? null;
}

// climb is the cell under or over one, or the nearest to it where levels differ.
function climb(cell, by) {
  const at = placeOf(cell), all = levels(), to = all[all.indexOf(at.level) + by];
  let best = null, near = Infinity;
  for (const other of to?.querySelectorAll("[data-cell]") ?? []) {
    const p = placeOf(other), far = Math.abs(p.x - at.x) + Math.abs(p.y - at.y);
    if (far < near) [best, near] = [other, far];
  }
  return best;
}

// nextTarget is another target of the piece that is chosen, across levels.
function nextTarget(cell, by) {
  if (!board().querySelector("td.chosen")) return null;
  const all = levels().flatMap((level) => [...level.querySelectorAll("td.target, td.capture")]), i = all.indexOf(cell);
  return all.length ? all[i < 0 ? (by > 0 ? 0 : all.length - 1) : (i + by + all.length) % all.length] : null;
}

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function key(e) {
  const cell = document.activeElement?.closest("#board2d [data-cell]");
  if (!cell || e.ctrlKey || e.metaKey || e.altKey) return;
  let to = null;
  if (arrows[e.key] && !e.shiftKey) to = step(cell, ...arrows[e.key]);
  else if (e.key === "PageUp") to = climb(cell, -1);
  else if (e.key === "PageDown") to = climb(cell, 1);
  else if (e.key === "Tab") to = nextTarget(cell, e.shiftKey ? -1 : 1);
  else if (e.key === "Escape") return back();
  else return;
  if (e.key === "Tab" && !to) return;
  e.preventDefault();
  if (to) focusCell(to.dataset.cell);
}

let then = null; // what is done when the page has been brought up to date; it says whether it could be done

// visit goes to another address of this page.
function visit(search, push) {
  if (push !== null) history[push ? "pushState" : "replaceState"](null, "", location.pathname + (search === "?" ? "" : search));
  then = () => {
    const button = document.querySelector("#action form.confirm .go");
    button?.focus();
    const q = new URLSearchParams(location.search);
    return button || !q.has("to") && !q.has("move") || document.getElementById("wrong");
  };
  document.dispatchEvent(new CustomEvent("raumbot:wanted"));
}

// back takes back what was chosen last; the keys stay where they were.
function back() {
  const q = new URLSearchParams(location.search), cell = q.get("cell");
  if (!cell) return;
  if (!q.has("to")) q.delete("cell");
  q.delete("to");
  visit(String(q) ? "?" + q : "?", false);
  then = () => {
    focusCell(cell);
    return !document.querySelector("#action form.confirm");
  };
}

// flatBoard takes up the board in HTML. live.js brings the page up to date.
export function flatBoard() {
  intercept(visit, (form, button) => send(form, button, (form, said) => {
    visit(said.played ? "?" + new URLSearchParams({ played: said.played }) : "?", false);
    if (form.classList.contains("confirm")) hush();
    then = () => {
      if (document.querySelector("#action form.confirm")) return false;
      focusCell(board().querySelector("td.to")?.dataset.cell);
      return true;
    };
  }));
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && e.target.closest?.("#action")) back();
    else key(e);
  });
  let played = document.querySelectorAll("#moves a").length;
  document.addEventListener("raumbot:refreshed", () => {
    const now = document.querySelectorAll("#moves a").length, q = new URLSearchParams(location.search);
    if (now !== played && !then && !q.has("ply") && q.has("cell")) { // the choice belongs to a position that has gone
      if (now > played && q.has("to")) tellOf(word("elsewhere"));
      visit("?", false);
    }
    played = now;
    if (then?.()) then = null;
  });
  document.addEventListener("raumbot:outdated", () => {
    visit("?", false);
    tellOf(word("stale"));
  });
}
