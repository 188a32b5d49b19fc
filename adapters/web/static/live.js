// Keeps a page up to date: it listens to the page's events, asks for the page again when something has happened, and puts the parts that
// have changed in the place of the old ones. Without it every link and form works as well.

const source = document.querySelector("[data-events]");
let stream = null;
let asking = false;
let again = false;
let pollTimer = 0;
let online = true;

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
    request.onload = () => (request.status === 200 && request.response ? resolve(request.response) : reject(new Error(String(request.status))));
    request.onerror = request.ontimeout = () => reject(new Error("no answer"));
    request.send();
  });
}

// refresh replaces what has changed. Several wishes for it become one.
export async function refresh() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    const fresh = await page();
    for (const old of document.querySelectorAll("[data-live]")) {
      const now = fresh.querySelector(`[data-live="${old.dataset.live}"]`);
      if (now && !(old.dataset.live === "board2d" && document.body.classList.contains("holding"))) {
        replace(old, now);
      }
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
    tell("refreshed", {});
  } catch {
    // The stream or the next poll tries again.
  }
  asking = false;
  if (again) {
    again = false;
    refresh();
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
  if (!source || stream) return;
  let url = source.dataset.events;
  if (source.dataset.log) url += "?log=" + source.dataset.log;
  stream = new EventSource(url);
  stream.addEventListener("log", (e) => {
    const detail = JSON.parse(e.data);
    tell("log", detail);
    refresh();
  });
  for (const name of ["chat", "games"]) stream.addEventListener(name, refresh);
  stream.onopen = () => {
    clearInterval(pollTimer);
    pollTimer = 0;
    if (!online) {
      online = true;
      tell("online", {});
      refresh();
    }
  };
  stream.onerror = () => {
    if (online) {
      online = false;
      tell("offline", {});
    }
    if (stream && stream.readyState === EventSource.CLOSED) {
      // There are too many streams, or none get through: ask now and then.
      stream = null;
      if (!pollTimer) {
        pollTimer = setInterval(() => {
          listen();
          refresh();
        }, 10000);
      }
    }
  };
}

// A browser has few connections for one host, so that a tab which nobody looks at gives its own back.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    if (stream) stream.close();
    stream = null;
  } else {
    listen();
    refresh();
  }
});
window.addEventListener("pagehide", () => {
  if (stream) stream.close();
  stream = null;
});
window.addEventListener("pageshow", (e) => {
  if (e.persisted) {
    listen();
    refresh();
  }
});

// Whoever does not want to wait for the next attempt tries at once.
document.addEventListener("raumbot:retry", () => {
  if (stream) stream.close();
  stream = null;
  listen();
});

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
