// Opens the pages inside Discord. The outermost page, the shell, has Discord say who the visitor is, has the site begin a session for them, and
// shows the pages in a frame. It keeps the secret of the session in its memory, so that it is in no address, no cookie and no storage. A page that
// the browser asks for by itself is this one again, within the frame: it gets a pass for its address from the shell, and goes there.
//
// Discord's client and the shell send each other messages, which are a number and an object: 0 greets, 1 is a command, an answer or an event, 2 ends it.

import { shell } from "./shell.js";

const [greeting, frame, farewell] = [0, 1, 2];
const patience = 15000; // how long anything may take that nobody has to think about
const considers = 300000; // how long somebody may think about what Discord asks them

const { application, origins, early, silent, refused, lost } = document.body.dataset;
const asked = new URLSearchParams(location.search);
const client = window.parent.opener ?? window.parent;
const waiting = new Map(); // what waits for an answer of Discord, by its name
let origin = ""; // that of Discord's client, once it has answered
let session = "";
let signingIn = null;

const said = document.getElementById("said"), again = document.getElementById("again");

// Trouble is what is told to people, on this page or on one within it.
class Trouble extends Error {
  told = true;
}

// trusted tells whether a message is from Discord's client. In its apps for phones no page is around this one, and messages come from within.
const trusted = (e) => (e.source === client && origins.split(" ").includes(e.origin)) || (window.parent === window && e.source === window && e.origin === location.origin);

window.addEventListener("message", (e) => {
  if (shell || !trusted(e) || !Array.isArray(e.data)) return;
  const [kind, what] = e.data;
  if (kind === farewell) {
    for (const { fail } of waiting.values()) fail(new Trouble(refused));
    return;
  }
  if (kind !== frame || !what || "args" in what) return; // where no page is around this one, its own commands come here, too
  origin ||= e.origin;
  const one = waiting.get(what.cmd === "DISPATCH" ? what.evt : what.nonce);
  if (!one) return;
  if (what.evt === "ERROR") one.fail(new Trouble(refused));
  else one.done(what.data);
});

// answerTo waits for what Discord answers under a name.
const answerTo = (name, time) => new Promise((done, fail) => {
  setTimeout(() => fail(new Trouble(silent)), time);
  waiting.set(name, { done, fail });
}).finally(() => waiting.delete(name));

// command has Discord's client do something.
function command(cmd, args, time) {
  const nonce = crypto.randomUUID(), answer = answerTo(nonce, time);
  client.postMessage([frame, { cmd, args, nonce }], origin);
  return answer;
}

// greet begins to talk to Discord's client.
async function greet() {
  const ready = answerTo("READY", patience);
  client.postMessage([greeting, { v: 1, encoding: "json", client_id: application, frame_id: asked.get("frame_id") }], "*"); // nothing in it is secret
  await ready;
}

// request asks the site, and returns its answer.
async function request(url, options) {
  const answer = await fetch(url, { ...options, headers: { Accept: "application/json", ...options.headers }, signal: AbortSignal.timeout(2 * patience) }).catch(() => {
    throw new Trouble(lost);
  });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Trouble(told.text ?? lost), { status: answer.status });
  return told;
}

// signIn has Discord say who somebody is, and the site begin a session. What is asked for at the same time is done once.
const signIn = () => (signingIn ??= begin().finally(() => {
  signingIn = null;
}));

async function begin() {
  if (!origin) await greet();
  const { code } = (await command("AUTHORIZE", { client_id: application, response_type: "code", state: "", prompt: "none", scope: ["identify"] }, considers)) ?? {};
  if (!code) throw new Trouble(refused);
  const told = await request("/session", { method: "POST", body: new URLSearchParams({ code }) });
  session = told.session;
  command("AUTHENTICATE", { access_token: told.token }, patience).catch(() => {}); // the pages need nothing more of Discord
}

// admit returns an address with a pass for one request, and signs in anew if the session has ended.
async function admit(method, to) {
  const url = new URL(to, location.href), get = () => request("/pass?" + new URLSearchParams({ method, to: url.pathname + url.search }), { headers: { Authorization: "Bearer " + session } });
  const pass = await get().catch(async (error) => {
    if (error.status !== 403) throw error;
    await signIn();
    return get();
  });
  return pass.to + url.hash;
}

// tell says what is the matter, and what can be done.
function tell(error) {
  said.textContent = error.told ? error.message : lost;
  again.hidden = false;
}

async function open() {
  again.hidden = true;
  try {
    if (!application) throw new Trouble(early);
    await signIn();
    const pages = document.createElement("iframe");
    pages.title = "raumbot";
    pages.src = await admit("GET", "/");
    document.querySelector("main").replaceWith(pages);
  } catch (error) {
    tell(error);
  }
}

if (shell) {
  const here = new URL(location.href);
  here.searchParams.delete("pass");
  const enter = () => shell.admit("GET", here.href).then((to) => location.replace(to), tell);
  again.addEventListener("click", enter);
  // Where two passes have not been taken, as the proxy has changed them, the next one would not be, either.
  shell.times = asked.has("pass") && shell.at === here.href ? shell.times + 1 : 0;
  shell.at = here.href;
  if (shell.times < 2) enter();
  else tell(new Trouble(lost));
} else if (asked.has("frame_id")) {
  window.raumbotShell = { session: () => session, admit };
  again.addEventListener("click", () => (application ? open() : location.reload()));
  open();
} else {
  said.hidden = true;
  document.getElementById("outside").hidden = false;
}
