// The clocks of a page: how much time is left, by the clock of the site, as the visitor's may be wrong.

let ahead = 0; // by how many milliseconds the site's clock is ahead of the visitor's

// atHour takes up what the site says about the time, in a header of an answer that has just come. It names seconds.
export function atHour(date) {
  const said = Date.parse(date ?? "");
  if (Number.isNaN(said)) return;
  const difference = said + 500 - Date.now();
  if (Math.abs(difference - ahead) > 1500) ahead = difference;
}

const two = (n) => String(n).padStart(2, "0");

// tickClocks shows the time that is left. Days are told in the words of the page.
export function tickClocks() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const left = Math.max(0, Math.floor((Date.parse(clock.dataset.clock) - Date.now() - ahead) / 1000));
    const days = Math.floor(left / 86400), hours = two(Math.floor(left / 3600) % 24), minutes = two(Math.floor(left / 60) % 60);
    clock.textContent = days ? clock.dataset.days.replace("%d", days).replace("%s", `${hours}:${minutes}`) : `${hours}:${minutes}:${two(left % 60)}`;
  }
}

// Where a clock is shown the site is asked once what time it is; later each new page says so.
if (document.querySelector("[data-clock]")) {
  fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).then((answer) => {
    atHour(answer.headers.get("Date"));
    tickClocks();
  }, () => {});
}
