// What the server says of cells: who stands there, where he may go, what could capture there.
import { json } from "../ask.js";
import { game, main, moment, with_ } from "./game.js";

const cells = new Map(); // what the server has said, by moment and cell

// forget has all cells asked of again.
export const forget = () => cells.clear();

// ask fetches what is known of a cell, once. Who only glances at it may go on before the answer is there.
export function ask(cell, glance = false) {
  if (cell < 0) return null;
  const key = `${moment()} ${game.data?.log} ${cell}`;
  if (!cells.has(key)) {
    const q = moment(), request = new AbortController();
    q.set("cell", game.layout.cells[cell]);
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
export function unask() {
  for (const [key, known] of cells) {
    if (!known.glance || !known.request) continue;
    cells.delete(key);
    known.request.abort();
  }
}
