// Keeps a page up to date: it listens to the page's events, asks for the page again when something has happened, and puts the parts that
// have changed in the place of the old ones. Without it every link and form works as well.

import { hold } from "./hold.js";

const source = document.querySelector("[data-events]");
const lost = document.getElementById("lost");
let stream = null;
let asking = null; // the request for the page that is under way
let again = false;
let online = true;
let failures = 0; // attempts in a row that the site has not answered
let streamless = 0; // attempts in a row in which the site has answered, but no stream got through
let due = 0; // when the next attempt is made
let timer = 0;

// The seconds between attempts: while the site does not answer, and while it answers but has no stream, when each attempt asks for the page.
const waits = [3, 8, 15, 30];
const polls = [1, 10];

function tell(name, detail) {
  document.dispatchEvent(new CustomEvent("raumbot:" + name, { detail }));
}

// page asks for the page again. A document that is asked for so runs no scripts.
function page() {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", location.href);
    request.responseType = "document";
    request.timeout = 15000;
    request.onload = () => {
      if (request.status === 404) location.reload(); // it is not for these eyes any more, and says so itself
      if (request.status === 200 && request.response) resolve(request.response);
      else reject(new Error(String(request.status)));
    };
    request.onerror = request.ontimeout = () => reject(new Error("no answer"));
    request.send();
  });
}

// refresh replaces what has changed, and tells whether the site has answered. Several wishes for it become one.
export function refresh() {
  if (asking) again = true;
  else asking = renew().finally(() => {
    asking = null;
    if (again) {
      again = false;
      refresh();
    }
  });
  return asking;
}

async function renew() {
  try {
    const fresh = await page();
    for (const old of document.querySelectorAll("[data-live]")) {
      const part = old.dataset.live, now = fresh.querySelector(`[data-live="${part}"]`);
      if (part === "watched" && stream?.readyState === EventSource.OPEN) continue; // the stream knows better
      if (old.querySelector("[data-sending]")) continue; // the answer decides what comes after it
      if (now) replace(old, now);
    }
    const main = fresh.getElementById("game");
    const shown = document.getElementById("game");
    if (main && shown) {
      shown.dataset.log = main.dataset.log;
      shown.dataset.ply = main.dataset.ply;
      shown.dataset.now = main.dataset.now;
      document.title = fresh.title;
    }
    tick();
    guard();
    tell("refreshed", {});
    return true;
  } catch {
    return false; // the stream or the next attempt tries again
  }
}

function replace(old, now) {
  const typed = old.querySelector("input[type=text], input:not([type])");
  if (forget(old).isEqualNode(forget(now)) || (typed && document.activeElement === typed && typed.value)) {
    return;
  }
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const end = old.scrollHeight - old.scrollTop - old.clientHeight < 40;
  const top = old.scrollTop;
  const fresh = document.adoptNode(now);
  old.replaceWith(fresh);
  fresh.scrollTop = end ? fresh.scrollHeight : top;
  if (focused) {
    const cell = focused.closest("[data-cell]");
    const there = cell && fresh.querySelector(`[data-cell="${cell.dataset.cell}"]`);
    if (there && focused === cell) there.tabIndex = -1; // the keys had gone to a cell without a link
    const next = there ? there.querySelector("a") ?? there : focused.id ? document.getElementById(focused.id) : fresh;
    if (next) next.focus({ preventScroll: true });
  }
}

// forget returns a copy without what is new each time, so that pages can be compared.
function forget(node) {
  const copy = node.cloneNode(true);
  for (const field of copy.querySelectorAll("input[name=event]")) field.remove();
  for (const clock of copy.querySelectorAll("[data-clock]")) clock.textContent = "";
  return copy;
}

function listen() {
  clearTimeout(timer);
  timer = 0;
  if (!source || stream) return;
  let url = source.dataset.events;
  if (source.dataset.log) url += "?log=" + source.dataset.log;
  const own = new EventSource(url);
  stream = own;
  own.addEventListener("log", (e) => {
    const detail = JSON.parse(e.data);
    tell("log", detail);
    refresh();
  });
  own.addEventListener("watched", (e) => {
    const there = document.querySelector("[data-live=watched]");
    if (there) there.textContent = JSON.parse(e.data).text;
  });
  for (const name of ["chat", "games"]) own.addEventListener(name, refresh);
  own.onopen = () => {
    streamless = 0;
    connected();
  };
  own.onerror = () => {
    if (own === stream) broken();
  };
}

function close() {
  clearTimeout(timer);
  timer = 0;
  stream?.close();
  stream = null;
}

// broken tries again after a stream has failed. If the site answers without one, the page is asked for at each attempt.
async function broken() {
  close();
  const answered = await refresh();
  if (stream || document.hidden) return;
  if (answered) {
    connected();
    wait(polls[Math.min(streamless++, polls.length - 1)]);
    return;
  }
  if (online) {
    online = false;
    if (lost) lost.hidden = false;
    say(lost?.dataset.lost);
    guard();
    tell("offline", {});
  }
  wait(waits[Math.min(failures++, waits.length - 1)]);
}

// wait makes the next attempt after some seconds, more or less: not all browsers come back at once.
function wait(seconds) {
  const long = 1000 * seconds * (1 + Math.random() / 4);
  due = Date.now() + long;
  timer = setTimeout(listen, long);
  tick();
}

function connected() {
  failures = 0;
  if (online) return;
  online = true;
  if (lost) lost.hidden = true;
  say(lost?.dataset.back);
  guard();
  tell("online", {});
  refresh();
}

// say has screen readers tell that the connection is lost or back, once; the seconds are for the eyes.
function say(text) {
  const said = document.getElementById("lostsaid");
  if (said && text) said.textContent = text;
}

// guard lets nothing be confirmed without a connection.
function guard() {
  for (const b of document.querySelectorAll("#action .go")) hold(b, "offline", !online);
}

// A browser has few connections for one host, so that a tab which nobody looks at gives its own back.
document.addEventListener("visibilitychange", () => {
  close();
  if (!document.hidden) {
    listen();
    refresh();
  }
});
window.addEventListener("pagehide", close);
window.addEventListener("pageshow", (e) => {
  if (e.persisted) {
    listen();
    refresh();
  }
});

// Whoever does not want to wait for the next attempt tries at once.
function retry() {
  if (online) return;
  close();
  listen();
}
lost?.querySelector("button").addEventListener("click", retry);
window.addEventListener("online", retry);

// The board in 3D changes the address, and wants what belongs to it.
document.addEventListener("raumbot:wanted", refresh);

// What is written in the room is sent without leaving the page.
document.addEventListener("submit", async (e) => {
  const form = e.target;
  if (form.id !== "write") return;
  e.preventDefault();
  const field = form.elements.namedItem("text");
  if (!field.value.trim()) return;
  const body = new URLSearchParams(new FormData(form));
  field.value = "";
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const event = form.elements.namedItem("event");
    event.value = crypto.randomUUID ? crypto.randomUUID() : String(Date.now() * Math.random());
    if (answer.status === 429) field.value = body.get("text");
  } catch {
    field.value = body.get("text");
  }
  refresh();
});

// What the bot says to type is put into the field by a press.
document.addEventListener("click", (e) => {
  const code = e.target.closest(".said code");
  const field = document.getElementById("text");
  if (code && field) {
    field.value = code.textContent;
    field.focus();
  }
});

function tick() {
  const count = lost?.querySelector("[data-in]");
  if (count && !online) count.textContent = count.dataset.in.replace("%d", Math.max(0, Math.ceil((due - Date.now()) / 1000)));
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const left = Math.max(0, Math.floor((Date.parse(clock.dataset.clock) - Date.now()) / 1000));
    const two = (n) => String(n).padStart(2, "0");
    const days = Math.floor(left / 86400);
    const hours = Math.floor(left / 3600) % 24;
    clock.textContent = (days ? days + " d " + two(hours) + ":" + two(Math.floor(left / 60) % 60) : two(hours) + ":" + two(Math.floor(left / 60) % 60) + ":" + two(left % 60));
  }
}
setInterval(tick, 1000);
tick();
for (const list of document.querySelectorAll("#said, #moves")) list.scrollTop = list.scrollHeight;
if (!document.hidden) listen();
