// The game that is shown, and what its reader does with it: what the modules of the board share. The address of the page says which man is chosen, where
// he may go, which move of the game is looked at.

export const main = document.getElementById("game");
export const box = document.getElementById("board3d");

export const game = {
  stage: null, layout: null,
  data: null, // what the server has said of the position
  query: new URLSearchParams(location.search),
  chosen: null, // {cell, turn, moves}
  pending: null, // the move that is shown before it is confirmed
  hovered: -1, cursor: -1, looked: -1, guiding: false,
  keys: "", // where the keys were when they chose a move: "box" or "grid"
  arrows: [], // [from, to] of arrows to plan with
};

// moment are the parts of the address that say which position is looked at.
export function moment() {
  const q = new URLSearchParams();
  if (game.query.get("ply")) q.set("ply", game.query.get("ply"));
  for (const name of ["try", "played", "at"]) for (const move of game.query.getAll(name)) q.append(name, move);
  return q;
}

// with_ is an address with a query.
export const with_ = (url, q) => (String(q) ? url + (url.includes("?") ? "&" : "?") + q : url);

// go changes the address: null takes a part of it away.
export function go(changes, push = false) {
  const q = new URLSearchParams(game.query);
  for (const [name, value] of Object.entries(changes)) {
    q.delete(name);
    for (const one of value === null ? [] : [].concat(value)) q.append(name, one);
  }
  const text = String(q);
  if (text === String(game.query)) return;
  game.query = q;
  history[push ? "pushState" : "replaceState"](null, "", location.pathname + (text ? "?" + text : ""));
  wanted();
}

// wanted says that the address has changed, so that the page of the new one is wanted.
export const wanted = () => document.dispatchEvent(new CustomEvent("raumbot:wanted"));

// number is the number of a cell, by its name; -1 for none.
export const number = (name) => game.layout.cells.indexOf(name);

// mayMove is whether the reader may play a move in the position that is shown.
export const mayMove = () => Boolean(game.data?.reader.moves) && !game.query.has("try") && !game.query.has("trying") && !game.data.over;

// reveal has pages, where they are shown, show one of a level.
export function reveal(level) {
  const { stage } = game;
  if (stage.state.posture === "page" && !stage.layout.pages[stage.state.page].includes(level)) stage.show({ page: stage.pageOf(level) });
}

// openLevel shows a level large.
export function openLevel(level) {
  game.stage.show({ posture: "page", page: game.stage.pageOf(level) });
  go({ level: game.layout.levels[level].name });
}

// tell says in the page's own words what stands on a cell.
export function tell(cell) {
  const name = cell < 0 ? "" : game.layout.cells[cell];
  const there = name && document.querySelector(`#board2d [data-cell="${name}"] :is([aria-label], .away)`);
  return there ? there.getAttribute("aria-label") ?? there.textContent : name;
}

export function trouble(error) {
  console.warn("board:", error.message);
}
