// Keeps a page up to date: it listens to the page's events, asks for the page again when something has happened, and puts the parts that
// have changed in the place of the old ones. Without it every link and form works as well.

import { Refusal, page, seconds } from "./ask.js";
import { atHour, tickClocks } from "./clock.js";
import { hold } from "./hold.js";
import { keepEnd } from "./end.js";
import { replace } from "./replace.js";
import { listenLine } from "./room.js";
import { events } from "./shell.js";

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
let missed = 0; // requests for the page in a row that have failed
let later = 0; // the timer of the next one, while a stream is open

// The seconds between attempts while the site answers but has no stream, when each attempt asks for the page.
const polls = [1, 10];

function tell(name, detail) {
  document.dispatchEvent(new CustomEvent("raumbot:" + name, { detail }));
}

// anew asks for the page again.
async function anew() {
  const request = await page(location.href);
  atHour(request.getResponseHeader("Date"));
  if (request.status === 404 || request.status === 403) location.reload(); // it is not for these eyes any more, and says so itself
  if (request.status === 200 && request.response) return request.response;
  throw new Refusal(request.status, location.href, request.getResponseHeader("Retry-After"));
}

// refresh replaces what has changed, and returns why it could not, if so. Several wishes for it become one. While a stream is open it tries
// again by itself; without one the next attempt to get a stream does.
export function refresh() {
  clearTimeout(later);
  if (asking) again = true;
  else asking = renew().then((error) => {
    if (!error) missed = 0;
    else if (!source || stream?.readyState === EventSource.OPEN) later = setTimeout(refresh, 1000 * seconds(error, missed++));
    return error;
  }).finally(() => {
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
    const asked = location.href, fresh = await anew();
    if (fresh.body.dataset.who !== document.body.dataset.who) { // another has signed in, or nobody is signed in any more
      location.reload();
      return null;
    }
    if (asked !== location.href && again) return null; // it has been asked for the page that is wanted now
    const own = ownGames();
    for (const old of document.querySelectorAll("[data-live]")) {
      const part = old.dataset.live, now = fresh.querySelector(`[data-live="${part}"]`);
      if (part === "watched" && stream?.readyState === EventSource.OPEN) continue; // the stream knows better
      if (old.querySelector("[data-sending]")) continue; // the answer decides what comes after it
      if (now) replace(old, now);
    }
    const games = ownGames(), begun = own && games?.size > own.size && [...games].find((game) => !own.has(game));
    if (begun && !document.getElementById("text")?.value) location.assign(begun);
    document.title = fresh.title;
    const icon = document.getElementById("icon"), drawn = fresh.getElementById("icon");
    if (icon && drawn && icon.getAttribute("href") !== drawn.getAttribute("href")) icon.replaceWith(document.adoptNode(drawn));
    const main = fresh.getElementById("game");
    const shown = document.getElementById("game");
    if (main && shown) {
      shown.dataset.log = main.dataset.log;
      shown.dataset.ply = main.dataset.ply;
      shown.dataset.now = main.dataset.now;
    }
    tick();
    guard();
    tell("refreshed", {});
    return null;
  } catch (error) {
    if (error.status === 400 && location.search) tell("outdated", {}); // what the address asks for is not there any more
    return error;
  }
}

// ownGames are the addresses of one's own games that the page lists, on the first page and where a game is over: the next one with the same opponent. Whoever
// waits there, and is not writing, is taken to one that begins. It is null where the page has no such list.
const ownGames = () => (document.querySelector("[data-live=mine]") ? new Set([...document.querySelectorAll("[data-live=mine] a")].map((link) => link.href)) : null);

function listen() {
  clearTimeout(timer);
  timer = 0;
  if (!source || stream) return;
  let url = source.dataset.events;
  if (source.dataset.log) url += "?log=" + source.dataset.log;
  const own = events(url);
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
  for (const name of ["chat", "games", "votes"]) own.addEventListener(name, refresh);
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
  clearTimeout(later);
  timer = 0;
  stream?.close();
  stream = null;
}

// broken tries again after a stream has failed. If the site answers without one, the page is asked for at each attempt.
async function broken() {
  close();
  const error = await refresh();
  if (stream || document.hidden) return;
  if (!error || error.status === 429) { // the site answers, if only that it was asked too often
    connected();
    wait(Math.max(polls[Math.min(streamless++, polls.length - 1)], error ? seconds(error, 0) : 0));
    return;
  }
  if (online) {
    online = false;
    if (lost) lost.hidden = false;
    say(lost?.dataset.lost);
    guard();
    tell("offline", {});
  }
  wait(seconds(error, failures++));
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

const glance = 30; // the seconds between requests of a tab that nobody looks at

let glances = 0; // the timer of these requests

// A browser has few connections for one host, so that a tab which nobody looks at gives its own back. Where somebody plays it asks for the page now and then, so that
// its title and its icon tell whose turn it is.
document.addEventListener("visibilitychange", () => {
  close();
  clearInterval(glances);
  if (document.hidden && document.body.dataset.who) glances = setInterval(refresh, 1000 * glance);
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

function tick() {
  const count = lost?.querySelector("[data-in]");
  if (count && !online) count.textContent = count.dataset.in.replace("%d", Math.max(0, Math.ceil((due - Date.now()) / 1000)));
  tickClocks();
}
setInterval(tick, 1000);
tick();
listenLine(refresh);
keepEnd("said");
keepEnd("moves");
if (!document.hidden) listen();
