// Puts a part of a page that has changed in the place of the old one. What was typed stays, and the keys stay where they were.

// replace puts now in the place of old, unless it says the same. Of a list that only grows what is new is added, so that it alone is read aloud.
export function replace(old, now) {
  const typed = old.querySelector("input[type=text], input:not([type])");
  if (forget(old).isEqualNode(forget(now)) || (typed && document.activeElement === typed && typed.value)) {
    return;
  }
  const end = old.scrollHeight - old.scrollTop - old.clientHeight < 40;
  if (old.dataset.grows !== undefined) {
    grow(old, now);
    if (end) old.scrollTop = old.scrollHeight;
    return;
  }
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const top = old.scrollTop;
  const fresh = document.adoptNode(now);
  old.replaceWith(fresh);
  fresh.scrollTop = end ? fresh.scrollHeight : top;
  if (focused) refocus(focused, old, fresh);
}

// forget returns a copy without what is new each time, so that pages can be compared.
function forget(node) {
  const copy = node.cloneNode(true);
  for (const field of copy.querySelectorAll("input[name=event]")) field.remove();
  for (const clock of copy.querySelectorAll("[data-clock]")) clock.textContent = "";
  for (const stop of [copy, ...copy.querySelectorAll("[tabindex]")]) stop.removeAttribute("tabindex"); // scripts set it, too
  return copy;
}

// grow brings a list up to date whose lines never change: each has a number.
function grow(old, now) {
  const there = new Map([...old.children].map((line) => [line.dataset.line, line])), wanted = [...now.children];
  for (const line of wanted) {
    if (there.has(line.dataset.line)) there.delete(line.dataset.line);
    else old.append(document.adoptNode(line));
  }
  for (const gone of there.values()) gone.remove();
}

// refocus gives the keys to what stands in a fresh part where something had them in the old one, or else to the part itself.
function refocus(focused, old, fresh) {
  const cell = focused.closest("[data-cell]"), there = cell && fresh.querySelector(`[data-cell="${cell.dataset.cell}"]`);
  if (there) {
    if (focused === cell) there.tabIndex = -1; // the keys had gone to a cell without a link
    (there.querySelector("a") ?? there).focus({ preventScroll: true });
    return;
  }
  const next = counterpart(focused, old, fresh) ?? fresh;
  if (next === fresh && !fresh.hasAttribute("tabindex")) fresh.tabIndex = -1;
  next.focus({ preventScroll: true });
}

// names are what something that takes the keys is known by.
const names = ["id", "rel", "data-ply", "aria-label", "value", "name"];

// counterpart finds what has the same name in a fresh part, else what says the same.
function counterpart(focused, old, fresh) {
  if (focused === old) return fresh;
  const kind = focused.localName, same = (node) => [...node.querySelectorAll(kind)];
  for (const name of names) {
    const value = focused.getAttribute(name);
    const found = value && same(fresh).find((other) => other.getAttribute(name) === value);
    if (found) return found;
  }
  return same(fresh).find((other) => other.textContent === focused.textContent);
}
