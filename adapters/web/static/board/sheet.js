// How the page of a game is laid out where there is little room: on a phone the moves, the chat, the switch of postures and what else can be
// done lie in a sheet at the bottom; in a narrow window the side is a drawer; beside the board of a phone that lies all is one column. The parts stay where they are in the page, and are put in
// their places by the style sheet.
import { word } from "./page.js";

const lying = matchMedia("(orientation: landscape) and (max-height: 31.25em) and (min-width: 35em) and (max-width: 68.75em)");
const phone = matchMedia("(max-width: 34.9375em), (max-width: 47.5em) and (min-height: 31.3125em), (max-width: 47.5em) and (orientation: portrait)");
const narrow = matchMedia("(min-width: 47.5625em) and (max-width: 68.75em) and (min-height: 31.3125em), (min-width: 47.5625em) and (max-width: 68.75em) and (orientation: portrait)");
const sizes = ["peek", "half", "full"];

// tabs are the parts of the sheet: what each is called, and which part of the page it shows.
const tabs = [["moves", ".moves"], ["votes", "#ballot"], ["chat", ".chat, .words"], ["solid", "#tools3d"], ["more", ".doings"]];

// layPage lays the page out, now and whenever the window changes; changed is called after that. It returns what does so when else the page has changed.
export function layPage(changed) {
  const sheet = makeSheet();
  document.getElementById("game").append(sheet.node);
  const lay = () => {
    document.body.classList.toggle("sheeted", phone.matches);
    document.body.classList.toggle("drawn3d", narrow.matches);
    document.body.classList.toggle("lying", lying.matches);
    if (!narrow.matches) document.body.classList.remove("unfolded3d");
    sheet.node.hidden = !phone.matches;
    changed();
  };
  for (const q of [phone, narrow, lying]) q.addEventListener("change", lay);
  document.addEventListener("raumbot:refreshed", sheet.update);
  lay();
  return sheet.update;
}

// swipeMoves has a swipe over the line that tells the last move go one move back or on.
export function swipeMoves() {
  let from = null;
  document.addEventListener("pointerdown", (e) => {
    from = e.pointerType === "touch" && e.target.closest?.("#action > p:first-child") ? [e.clientX, e.clientY] : null;
  });
  document.addEventListener("pointercancel", () => {
    from = null;
  });
  document.addEventListener("pointerup", (e) => {
    if (!from) return;
    const [x, y] = [e.clientX - from[0], e.clientY - from[1]];
    from = null;
    if (Math.abs(x) > 40 && Math.abs(y) < 40) document.querySelector(`.steps a[rel=${x > 0 ? "prev" : "next"}]`)?.click();
  });
}

function makeSheet() {
  const node = document.createElement("div"), grip = document.createElement("button"), buttons = new Map();
  node.id = "sheet3d";
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", word("sheet"));
  grip.type = "button";
  grip.className = "grip";
  grip.setAttribute("aria-label", word("sheet"));
  node.append(grip);
  const first = tabs.find(([, part]) => document.querySelector(part))?.[0] ?? "more"; // a page may lack parts
  let size = "peek", tab = first;
  const update = () => {
    document.body.dataset.sheet = size;
    document.body.dataset.tab = tab;
    grip.setAttribute("aria-expanded", String(size !== "peek"));
    for (const [name, part] of tabs) {
      const b = buttons.get(name), there = document.querySelector(part);
      b.hidden = !there || there.hidden;
      b.setAttribute("aria-expanded", String(size !== "peek" && tab === name));
    }
    if (buttons.get(tab).hidden && tab !== first) open(first, size);
  };
  const open = (name, to) => {
    [tab, size] = [name, to];
    update();
  };
  for (const [name] of tabs) {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = word(name);
    b.addEventListener("click", () => open(name, tab === name && size !== "peek" ? "peek" : size === "peek" ? "half" : size));
    buttons.set(name, b);
    node.append(b);
  }
  document.addEventListener("click", (e) => {
    if (e.target.closest?.('a[href="#ballot"]') && document.body.classList.contains("sheeted")) open("votes", "half");
  });
  grip.addEventListener("click", () => open(tab, sizes[(sizes.indexOf(size) + 1) % sizes.length]));
  // A swipe over the tabs makes the sheet larger or smaller.
  let from = null;
  node.addEventListener("pointerdown", (e) => {
    from = e.clientY;
  });
  node.addEventListener("pointermove", (e) => {
    if (from === null || Math.abs(e.clientY - from) < 28) return;
    const to = sizes.indexOf(size) + (e.clientY < from ? 1 : -1);
    from = e.clientY;
    if (sizes[to]) open(tab, sizes[to]);
  });
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => {
    from = null;
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && size !== "peek" && phone.matches) open(tab, "peek");
  });
  // What is pressed in the sheet to look at the board gives the room back to it.
  document.addEventListener("click", (e) => {
    if (phone.matches && size !== "peek" && e.target.closest("#tools3d button, #moves a, .steps a[aria-label], #board3d")) open(tab, "peek");
  });
  update();
  return { node, update };
}
