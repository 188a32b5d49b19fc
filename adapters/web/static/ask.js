// What the pages ask the site for, and how long they wait when it cannot answer.

import { credentials } from "./shell.js";

// The seconds between attempts while the site does not answer.
const waits = [3, 8, 15, 30];

// Refusal is an answer other than what was asked for, or none, with the status 0. after is in how many seconds the site wants to be asked again,
// undefined if it says nothing; passing is whether the next answer may be another.
export class Refusal extends Error {
  constructor(status, url, after) {
    super(`${status} ${url}`);
    this.status = status;
    this.after = after ? Number(after) : undefined;
    this.passing = !status || status === 429 || status >= 500;
  }
}

// sendForm sends a form, and asks for the answer as data.
export const sendForm = (url, body) => fetch(url, { method: "POST", body, headers: { Accept: "application/json", ...credentials() } });

// json asks for data.
export async function json(url, options = {}) {
  const answer = await fetch(url, { ...options, headers: { Accept: "application/json", ...credentials() } }).catch(() => {
    throw new Refusal(0, url);
  });
  if (!answer.ok) throw new Refusal(answer.status, url, answer.headers.get("Retry-After"));
  return answer.json();
}

// page asks for a page, or for the one that answers a form, and is handed the request. A document that is asked for so runs no scripts.
export const page = (url, body = null) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open(body ? "POST" : "GET", url);
  for (const [name, value] of Object.entries(credentials())) request.setRequestHeader(name, value);
  request.responseType = "document";
  request.timeout = 15000;
  request.onload = () => resolve(request);
  request.onerror = request.ontimeout = () => reject(new Error("no answer"));
  request.send(body);
});

// picture asks for a picture.
export const picture = (url) => new Promise((resolve, reject) => {
  const image = new Image();
  image.onload = () => resolve(image);
  image.onerror = () => reject(new Refusal(0, url));
  image.src = url;
});

// seconds is how long to wait after an attempt that has failed, and as many before it.
export const seconds = (error, before) => (error.after >= 0 ? error.after : waits[Math.min(before, waits.length - 1)]);

// persist does something that asks the site until it has been answered.
export async function persist(act) {
  for (let before = 0; ; before++) {
    try {
      return await act();
    } catch (error) {
      if (!error.passing) throw error;
      await new Promise((done) => setTimeout(done, 1000 * seconds(error, before)));
    }
  }
}

// fresh names the event of a form. What is sent twice under one name is done once.
export const fresh = () => (crypto.randomUUID ? crypto.randomUUID() : String(Date.now() * Math.random()));
