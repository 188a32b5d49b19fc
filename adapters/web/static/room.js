// The chat of the room: what is written is sent without leaving the page.

import { fresh } from "./ask.js";

// listenRoom sends what is written in the chat; sent is called after each line.
export function listenRoom(sent) {
  document.addEventListener("submit", async (e) => {
    const form = e.target;
    if (form.id !== "write") return;
    e.preventDefault();
    const field = form.elements.namedItem("text"), text = field.value;
    if (!text.trim()) return;
    const body = new URLSearchParams(new FormData(form));
    field.value = "";
    complain(form, "");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      const said = await answer.json().catch(() => ({}));
      form.elements.namedItem("event").value = fresh();
      if (!answer.ok && !said.kind) unsent(form, text, said.text ?? String(answer.status)); // what the bot complains of stands in the chat
    } catch {
      unsent(form, text, form.dataset.lost);
    }
    sent();
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
