// The position that is looked at: it is asked for, and what has changed is shown.
import { json, seconds } from "../ask.js";
import { ask, forget } from "./cells.js";
import { game, go, main, moment, number, reveal, trouble, with_ } from "./game.js";
import { mark } from "./marks.js";
import { tellOf, word } from "./page.js";

let asked = 0, arrived = 0; // requests for the position, and the latest of them that has been answered
let loading = 0, failures = 0, later = 0; // how many are under way, how many in a row have failed, the timer of the next

// awaited is whether a position is being asked for, or will be.
export const awaited = () => loading > 0 || later !== 0;

export const position = () => json(with_(main.dataset.board, moment()));

// load asks for the position that is looked at, until it is there.
export async function load() {
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
export function takeUp(fresh) {
  const { stage } = game;
  const before = game.data;
  game.data = fresh;
  const p = game.data.position, last = p.last, moved = before && before.position.ply !== p.ply;
  stage.setPosition(p);
  main.dataset.ply = game.data.ply;
  if (moved) {
    game.arrows = [];
    forget();
    if (last && p.ply === before.position.ply + 1) stage.play(last, [last.to, ...(p.men.find((man) => man[0] === last.to)?.slice(1) ?? [last.kind, last.side])]);
    if (game.pending || game.chosen) {
      if (game.pending && last && game.data.reader.side === ["white", "black"][last.side]) tellOf(word("elsewhere"));
      game.chosen = game.pending = null;
      go({ cell: null, to: null, move: null });
    }
  }
  if (!before || before.ply !== game.data.ply) forget();
  follow();
}

// follow shows what the address says.
export async function follow() {
  const { stage, layout } = game;
  const side = game.query.get("side") ?? main.dataset.side;
  if (stage.state.flipped !== (side === "black")) stage.show({ flipped: side === "black" }, false);
  const level = layout.levels.findIndex((l) => l.name === game.query.get("level"));
  if (level >= 0 && !stage.layout.pages[stage.state.page].includes(level)) stage.show({ page: stage.pageOf(level) });
  const cell = game.query.has("cell") ? number(game.query.get("cell")) : -1;
  if (cell < 0) game.chosen = game.pending = null;
  else if (game.chosen?.cell !== cell) {
    const said = await ask(cell);
    if (number(game.query.get("cell") ?? "") === cell) game.chosen = said;
    game.pending = null;
  }
  const to = game.query.get("to");
  if (!to) game.pending = null;
  else if (game.chosen) game.pending = game.chosen.moves.find((m) => layout.cells[m.press] === to && (!game.query.get("move") || m.text === game.query.get("move"))) ?? null;
  const aim = game.pending && stage.places[game.pending.press]?.level;
  if (game.pending && !game.query.has("level")) reveal(aim);
  mark();
}
