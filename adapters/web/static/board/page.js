// What the board in 3D and the one in HTML do alike with the page: its words, its links and its forms.
import { hold } from "../hold.js";

const english = { page: "Page", stack: "Stack", grid: "Grid", reset: "Reset view", level: "Level", spacing: "Spacing", overlap: "levels overlap", board: "Board", sending: "Sending", still: "Still sending", lost: "Connection lost. Send it again.", elsewhere: "Played from another window", game: "Back to the game", keys: "Keys", moves: "Moves", chat: "Chat", solid: "Stack 3D", more: "Game", up: "Up", down: "Down", iso: "Iso", mirrored: "Mirrored", steep: "Steep", top: "Top", sheet: "More", column: "This cell on all levels", becomes: "What does it become?", attackers: "What could capture on %s", nothing: "Nothing" };

// word is a word of the page, in its language.
export const word = (name) => document.getElementById("tools3d")?.dataset[name] ?? english[name];

// announce has screen readers say something.
export function announce(text) {
  const live = document.getElementById("live");
  if (live && text) live.textContent = text;
}

// intercept keeps links and forms of the same page on it: visit is handed what is asked for, and whether it is a step of its own in the
// history (null if it comes from there); post a form that changes something, with its button.
export function intercept(visit, post) {
  const own = (url) => url.origin === location.origin && url.pathname === location.pathname;
  document.addEventListener("click", (e) => {
    const link = e.target.closest?.("a[href]");
    if (!link || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || link.hasAttribute("download") || !own(new URL(link.href)) || new URL(link.href).hash) return;
    e.preventDefault();
    visit(new URL(link.href).search, true, link);
  });
  document.addEventListener("submit", (e) => {
    const form = e.target;
    if (e.defaultPrevented || form.id === "write") return;
    if (form.method === "get" && own(new URL(form.action))) {
      e.preventDefault();
      visit("?" + new URLSearchParams(new FormData(form, e.submitter)), false, form);
    } else if (form.method === "post" && form.closest("#action") && !form.classList.contains("leaves") && e.submitter) {
      e.preventDefault();
      post(form, e.submitter);
    }
  });
  window.addEventListener("popstate", () => visit(location.search, null, null));
}

// send sends a form of the page, and says so while it takes long; done is called when it has been carried out.
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
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const said = await answer.json().catch(() => ({ ok: answer.ok }));
    if (!answer.ok || said.ok === false) {
      refused(said.text ?? String(answer.status));
      return;
    }
    clearTimeout(slow);
    delete button.dataset.sending; // but it stays as it is until the page has been brought up to date
    await done(form);
  } catch {
    refused(word("lost")); // the form has the same name for the event: sent again it is one move
  }
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
