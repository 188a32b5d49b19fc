// Puts a part of a page that has changed in the place of the old one. What was typed stays, and the keys stay where they were.

// replace puts now in the place of old, unless it says the same. Of a list that only grows what is new is added, so that it alone is read aloud.
export function replace(old, now) {
  if (forget(old).isEqualNode(forget(now))) return;
  if (old.dataset.grows !== undefined) {
    grow(old, now);
    return;
  }
  const end = atEnd(old);
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const top = old.scrollTop;
  const fresh = document.adoptNode(now);
  const typed = [...old.querySelectorAll(lines)].filter((field) => field.value !== field.defaultValue);
  old.replaceWith(fresh);
  fresh.scrollTop = end ? fresh.scrollHeight : top;
  for (const field of typed) {
    const there = counterpart(field, old, fresh);
    if (there) there.value = field.value;
  }
  if (focused) refocus(focused, old, fresh);
}

const lines = "input[type=text], input:not([type])"; // fields in which somebody writes

// atEnd tells whether the end of what can be scrolled is seen.
export const atEnd = (node) => node.scrollHeight - node.scrollTop - node.clientHeight < 40;

// forget returns a copy without what is new each time, so that pages can be compared.
function forget(node) {
  const copy = node.cloneNode(true);
  for (const field of copy.querySelectorAll("input[name=event]")) field.remove();
  for (const clock of copy.querySelectorAll("[data-clock]")) clock.textContent = "";
  for (const picture of copy.querySelectorAll("img[data-from]")) {
    picture.setAttribute("src", picture.dataset.from);
    delete picture.dataset.from;
  }
  for (const stop of [copy, ...copy.querySelectorAll("[tabindex]")]) stop.removeAttribute("tabindex"); // scripts set it, too
  return copy;
}

// grow brings a list up to date whose lines never change, except that they lose their buttons: each has a number.
function grow(old, now) {
  const there = new Map([...old.children].map((line) => [line.dataset.line, line])), wanted = [...now.children];
  let last = null; // the line after which the next one stands
  for (const line of wanted) {
    const known = there.get(line.dataset.line), own = known ?? document.adoptNode(line);
    if (known && !line.querySelector("form")) for (const form of known.querySelectorAll("form")) form.remove();
    if (!known) last ? last.after(own) : old.prepend(own);
    there.delete(line.dataset.line);
    last = own;
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
  if (next.matches(lines) && next.value === focused.value) next.setSelectionRange(focused.selectionStart, focused.selectionEnd);
}

// names are what something that takes the keys is known by.
const names = ["id", "rel", "data-ply", "aria-label", "value", "name"];

// counterpart finds what has the same name in a fresh part, else what says the same. Fields say nothing: one without a name there, such as that of a move which is
// being confirmed, has no counterpart, least of all a hidden field.
function counterpart(focused, old, fresh) {
  if (focused === old) return fresh;
  const kind = focused.localName, same = (node) => [...node.querySelectorAll(kind)];
  for (const name of names) {
    const value = focused.getAttribute(name);
    const found = value && same(fresh).find((other) => other.getAttribute(name) === value);
    if (found) return found;
  }
  const said = focused.textContent.trim();
  return said ? same(fresh).find((other) => other.textContent.trim() === said) : undefined;
}
