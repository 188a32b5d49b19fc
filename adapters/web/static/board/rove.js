// Keys on the tables of the board: each level is one stop for Tab, within it arrows go from cell to cell.

const held = new Map(); // the cell of each level to which Tab leads, once the keys were there

// focusCell gives the keys to a cell, by its name: to its link, if it has one.
export function focusCell(name) {
  const cell = document.querySelector(`#board2d [data-cell="${CSS.escape(name ?? "")}"]`);
  (cell?.querySelector("a") ?? cell)?.focus({ preventScroll: document.body.classList.contains("has3d") });
  return cell;
}

// stop makes one cell of a level the one to which Tab leads: where the keys were, else the chosen one, else the first that does something.
function stop(level) {
  const cells = [...level.querySelectorAll("td[data-cell]")];
  const here = cells.find((cell) => cell.dataset.cell === held.get(level.dataset.level)) ?? cells.find((cell) => cell.matches(".chosen")) ?? cells.find((cell) => cell.querySelector("a")) ?? cells[0];
  for (const cell of cells) (cell.querySelector("a") ?? cell).tabIndex = cell === here ? 0 : -1;
}

// rove keeps the stops, also on tables that replace others.
export function rove() {
  const all = () => document.querySelectorAll("#board2d .level").forEach(stop);
  document.addEventListener("focusin", (e) => {
    const cell = e.target.closest?.("#board2d td[data-cell]"), level = cell?.closest(".level");
    if (!cell) return;
    held.set(level.dataset.level, cell.dataset.cell);
    stop(level);
  });
  document.addEventListener("raumbot:refreshed", all);
  all();
}
