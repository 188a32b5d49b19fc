// The strip of a cell on all levels, which a small board shows while a finger rests on the cell.
import { box, game, tell } from "./game.js";
import { word } from "./page.js";

let strip = null;

// makeStrip makes the strip, below the board.
export function makeStrip() {
  strip = document.createElement("div");
  strip.id = "core3d";
  strip.setAttribute("role", "group");
  strip.setAttribute("aria-label", word("column"));
  strip.hidden = true;
  box.after(strip);
}

// showStrip shows the strip of a cell that a finger rests on: what stands on it on each level. pressed is handed the level of a cell that is pressed there.
export function showStrip(pressed) {
  const { stage, layout } = game;
  const on = game.looked >= 0 && stage.view?.small;
  if (!strip) return;
  strip.hidden = !on;
  if (!on) return;
  strip.replaceChildren(...stage.above(game.looked).map((cell) => {
    const b = document.createElement("button"), tile = document.createElement("span"), man = stage.men.get(cell), name = document.createElement("b");
    const level = layout.levels[stage.places[cell].level].name;
    b.type = "button";
    b.setAttribute("aria-label", tell(cell));
    name.textContent = level;
    tile.className = `tile large ${"abcd"[layout.shades[cell] % 4]}${cell === game.looked ? " here" : ""}`;
    if (man) {
      const picture = document.createElement("i");
      picture.className = `man ${"wb"[man[2]]} k${man[1]}`;
      tile.append(picture);
    }
    b.append(name, tile);
    b.addEventListener("click", () => pressed(stage.places[cell].level));
    return b;
  }));
}
