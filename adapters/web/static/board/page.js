// What the board in 3D and the one in HTML do alike with the page: its words, its links and its forms.
import { fresh, sendForm } from "../ask.js";
import { hold } from "../hold.js";

const english = { page: "Page", stack: "Stack", grid: "Grid", reset: "Reset view", level: "Level", spacing: "Spacing", overlap: "levels overlap", board: "Board", sending: "Sending", still: "Still sending", lost: "Connection lost. Send it again.", elsewhere: "Played from another window", keys: "Keys", moves: "Moves", chat: "Chat", solid: "Stack 3D", more: "Game", votes: "Votes", up: "Up", down: "Down", iso: "Iso", mirrored: "Mirrored", steep: "Steep", top: "Top", sheet: "More", column: "This cell on all levels", becomes: "What does it become?", attackers: "What could capture on %s", nothing: "Nothing", close: "Close", numbered: "Game %d", silent: "The site does not answer. Try it again.", stale: "That position is not there any more.", taken: "Moves have been taken back.", target: "%d target", targets: "%d targets" };

// word is a word of the page, in its language.
export const word = (name) => document.getElementById("tools3d")?.dataset[name] ?? english[name];

let saying = []; // what is told next

// announce has screen readers say something, also what they said last.
export function announce(text) {
  const live = document.getElementById("live");
  if (!live || !text) return;
  live.textContent = "";
  if (!saying.length) setTimeout(() => {
    live.textContent = saying.join(" ");
    saying = [];
  }, 50);
  saying.push(text);
}

let hushed = false;

// hush leaves the next move out of what screen readers are told: they hear it as the cell that gets the keys.
export function hush() {
  hushed = true;
}

// hearGame has screen readers told what changes in the game: the last move, whose turn it is or how it ended, what the opponent offers.
export function hearGame() {
  const main = document.getElementById("game");
  const look = () => {
    const status = document.getElementById("status");
    return { now: main.dataset.now, ply: Number(main.dataset.ply), last: status.dataset.last, status: status.textContent, offer: document.querySelector("#action .asked strong")?.textContent ?? "" };
  };
  let before = look();
  document.addEventListener("raumbot:refreshed", () => {
    const after = look(), words = [];
    if (before.now === "true" && after.now === "true" && after.ply < before.ply) words.push(word("taken"));
    else if (after.last && after.last !== before.last) {
      if (!hushed) words.push(after.last + ".");
      hushed = false;
    }
    if (after.status !== before.status) words.push(after.status);
    if (after.offer !== before.offer) words.push(after.offer);
    before = after;
    announce(words.filter(Boolean).join(" "));
  });
}

let brief = 0; // the timer of what is told for some seconds

// tellOf shows on the page what has happened: an answer of the bot with what can be said to it, and the game that has begun. It stays until it
// is closed or something else is done; without an answer it is gone after some seconds.
export function tellOf(text, answer) {
  clearTimeout(brief);
  const box = document.getElementById("told");
  box.replaceChildren();
  if (!text && !answer?.game) return;
  const said = document.createElement("p");
  said.textContent = text;
  box.append(said);
  if (!answer) {
    brief = setTimeout(() => box.replaceChildren(), 8000);
    return;
  }
  const row = document.createElement("span"), button = (label) => {
    const b = document.createElement("button");
    b.textContent = label;
    return b;
  };
  row.className = "buttons";
  if (answer.game) {
    const link = document.createElement("a");
    link.className = "button go";
    link.href = new URL(String(answer.game), location.href).pathname;
    link.textContent = word("numbered").replace("%d", answer.game);
    row.append(link);
  }
  if (answer.buttons?.length) row.append(sayForm(answer.buttons.map(({ label, command }) => {
    const b = button(label);
    b.name = "text";
    b.value = command;
    return b;
  })));
  const close = button(word("close"));
  close.type = "button";
  close.addEventListener("click", () => box.replaceChildren());
  row.append(close);
  box.append(row);
}

// sayForm is a form whose buttons say something to the bot.
function sayForm(buttons) {
  const main = document.getElementById("game"), form = document.createElement("form");
  form.method = "post";
  form.action = main.dataset.say;
  for (const [name, value] of [["event", fresh()], ["game", main.dataset.game]]) {
    const field = document.createElement("input");
    [field.type, field.name, field.value] = ["hidden", name, value];
    form.append(field);
  }
  form.append(...buttons);
  return form;
}

let meant = ""; // the query of a move that has been chosen on this page, until the page shows the move

// means says that a move of the position that is shown has just been chosen. Who has said `confirm off` has it played when the page shows it. An address alone
// plays nothing: it may come from anybody.
export function means() {
  meant = location.search;
}

// playMeant plays the move that has been chosen, if it is the only one to choose.
function playMeant() {
  const chosen = meant && meant === location.search, buttons = document.querySelectorAll("#action form.confirm[data-final] .go");
  meant = "";
  if (chosen && buttons.length === 1) buttons[0].click();
}

// intercept keeps links and forms of the same page on it: visit is handed what is asked for, and whether it is a step of its own in the
// history (null if it comes from there); post a form that changes something, with its button.
export function intercept(visit, post) {
  const own = (url) => url.origin === location.origin && url.pathname === location.pathname;
  document.addEventListener("click", (e) => {
    const link = e.target.closest?.("a[href]");
    if (!link || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || link.hasAttribute("download") || !own(new URL(link.href)) || new URL(link.href).hash) return;
    e.preventDefault();
    tellOf("");
    visit(new URL(link.href).search, true, link);
    if (link.closest("#board2d")) means();
  });
  document.addEventListener("submit", (e) => {
    const form = e.target;
    if (e.defaultPrevented || form.id === "write") return;
    if (form.method === "get" && own(new URL(form.action))) {
      e.preventDefault();
      visit("?" + new URLSearchParams(new FormData(form, e.submitter)), false, form);
      means();
    } else if (form.method === "post" && form.closest("#action, #told, #ballot") && !form.classList.contains("leaves") && e.submitter) {
      e.preventDefault();
      post(form, e.submitter);
    }
  });
  window.addEventListener("popstate", () => visit(location.search, null, null));
  document.addEventListener("raumbot:refreshed", playMeant);
}

// send sends a form of the page, and says so while it takes long. What the bot answers is shown; done is called when it has been carried out.
export async function send(form, button, done) {
  const body = new URLSearchParams(new FormData(form, button)), words = button.textContent;
  const put = (text) => {
    button.textContent = text;
  };
  const refused = (text) => {
    clearTimeout(slow);
    delete button.dataset.sending;
    hold(button, "sending", false);
    put(words);
    complain(form, text);
  };
  button.dataset.sending = "";
  hold(button, "sending", true);
  put(word("sending"));
  const slow = setTimeout(() => put(word("still")), 4000);
  let said = null;
  try {
    const answer = await sendForm(form.action, body);
    said = await answer.json().catch(() => ({ ok: answer.ok }));
    if (!answer.ok || said.ok === false) {
      refused(said.text ?? String(answer.status));
      return;
    }
  } catch {
    refused(word("lost")); // the form has the same name for the event: sent again it is one move
    return;
  }
  clearTimeout(slow);
  if (said.begun) {
    location.assign(new URL(String(said.game), location.href));
    return;
  }
  delete button.dataset.sending; // but it stays as it is until the page has been brought up to date
  tellOf(form.classList.contains("confirm") && !("answered" in form.dataset) ? "" : said.text ?? "", said); // the board itself shows a move
  done(form, said);
}

function complain(form, text) {
  let p = form.querySelector(".wrong");
  if (!p) {
    p = document.createElement("p");
    p.className = "wrong";
    p.setAttribute("role", "alert");
    form.append(p);
  }
  p.textContent = text;
}
