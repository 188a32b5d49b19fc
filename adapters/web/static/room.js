// The line in which people write to the bot, and in a room to each other: what is written is sent without leaving the page. In a room the answer comes with the
// chat; elsewhere it is shown below the line.

import { fresh, page, sendForm } from "./ask.js";

const answer = document.getElementById("answer"); // where there is no chat

// listenLine sends what is written; sent is called after each line.
export function listenLine(sent) {
  document.addEventListener("submit", async (e) => {
    const form = e.target, written = form.id === "write";
    if (!written && !answer?.contains(form)) return;
    e.preventDefault();
    const line = document.getElementById("write"), field = line.elements.namedItem("text");
    const body = new URLSearchParams(new FormData(form, e.submitter)), text = body.get("text");
    if (!text?.trim()) return;
    if (written) field.value = "";
    complain(line, "");
    line.setAttribute("aria-busy", "true");
    try {
      const refused = await (answer ? tellAnswer : tellChat)(form.action, body);
      if (written) line.elements.namedItem("event").value = fresh();
      if (refused) unsent(line, text, refused);
      else if (!written && document.activeElement === document.body) field.focus(); // the button that was pressed has gone
    } catch {
      unsent(line, text, line.dataset.lost);
    }
    line.removeAttribute("aria-busy");
    sent();
  });

  // What the bot says to type is put into the field by a press.
  document.addEventListener("click", (e) => {
    const code = e.target.closest(".said code, #answer code");
    const field = document.getElementById("text");
    if (code && field) {
      field.value = code.textContent;
      field.focus();
    }
  });
}

// tellChat sends a line whose answer comes with the chat. It returns why it was not carried out, if so.
async function tellChat(url, body) {
  const reply = await sendForm(url, body);
  const said = await reply.json().catch(() => ({}));
  if (said.begun) await goesTo(said.game, url);
  return reply.ok || said.kind ? "" : said.text ?? String(reply.status); // what the bot complains of stands in the chat
}

// goesTo opens the page of a game that has begun, by the address of the form that began it. What waits for it waits until this page is gone.
function goesTo(game, url) {
  location.assign(new URL(`game/${game}`, url));
  return new Promise(() => {});
}

// tellAnswer sends a line and shows its answer. It returns why it was not carried out, if so.
async function tellAnswer(url, body) {
  const reply = await page(url, body), fresh = reply.response, said = fresh?.querySelector("main > .answer");
  if (reply.status >= 400 && !said) return fresh?.querySelector("main > p")?.textContent ?? String(reply.status);
  if (!said && new URL(reply.responseURL).pathname !== location.pathname) location.assign(reply.responseURL); // to a game that has begun
  answer.replaceChildren(...(said ? [document.adoptNode(said)] : []));
  return "";
}

// unsent gives a line back that was not carried out, and says why. Where another is being typed already it is told with the reason.
function unsent(form, text, why) {
  const field = form.elements.namedItem("text");
  if (!field.value) {
    field.value = text;
    complain(form, why);
  } else complain(form, `${why} “${text}”`);
}

function complain(form, text) {
  const said = form.querySelector(".wrong");
  said.hidden = !text;
  said.textContent = text;
}
