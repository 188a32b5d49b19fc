// Has what the browser itself asks for on a page inside Discord ask with a pass: links, forms and pictures. Where a script goes to another page, that
// page gets its pass by itself.

import { credentials, shell } from "./shell.js";

// A page that a pass has opened outside a frame is left: its scripts would send the cookie of whoever looks at it.
if (!shell) location.replace("/");

const pass = /(^\?|&)pass=[A-Z2-7]{26}$/;

history.replaceState(history.state, "", location.pathname + location.search.replace(pass, "") + location.hash);

const own = (url) => url.origin === location.origin && url.protocol === location.protocol;

// A pass has to be asked for before the browser asks for the page.
window.addEventListener("click", async (e) => {
  const link = e.target.closest?.("a[href]");
  if (!link || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || !own(link)) return;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  e.preventDefault();
  const to = await shell.admit("GET", link.href).catch(() => link.href); // which says what is the matter
  if (!link.hasAttribute("download")) {
    location.assign(to);
    return;
  }
  const admitted = document.createElement("a");
  admitted.href = to;
  admitted.download = link.download;
  admitted.click();
});

window.addEventListener("submit", async (e) => {
  const form = e.target, button = e.submitter;
  if (e.defaultPrevented) return;
  e.preventDefault();
  if (form.dataset.leaving) return;
  form.dataset.leaving = "";
  const method = (form.getAttribute("method") ?? "get").toUpperCase(), url = new URL(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", location.href);
  if (method === "GET") {
    url.search = new URLSearchParams(new FormData(form, button));
    location.assign(await shell.admit("GET", url.href).catch(() => url.href));
    return;
  }
  try {
    form.setAttribute("action", await shell.admit("POST", url.href));
    if (button?.name) {
      const chosen = document.createElement("input");
      [chosen.type, chosen.name, chosen.value] = ["hidden", button.name, button.value];
      form.append(chosen);
    }
    HTMLFormElement.prototype.submit.call(form);
  } catch {
    location.reload(); // which says what is the matter
  }
});

// ask asks for a picture that the browser has not got, and puts it in its place.
async function ask(picture) {
  const url = new URL(picture.src, location.href);
  if (!own(url) || url.protocol === "data:") return;
  const answer = await fetch(url, { headers: credentials() });
  if (!answer.ok || !answer.headers.get("Content-Type")?.startsWith("image/")) return;
  const reader = new FileReader();
  reader.onload = () => {
    picture.dataset.from = picture.getAttribute("src"); // by which it is compared
    picture.src = reader.result;
  };
  reader.readAsDataURL(await answer.blob());
}

document.addEventListener("error", (e) => {
  if (e.target.localName === "img") ask(e.target);
}, true);
for (const picture of document.images) if (picture.complete && !picture.naturalWidth) ask(picture);
