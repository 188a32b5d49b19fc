// Buttons that may not be pressed for several reasons at once.

const held = new WeakMap(); // the reasons of each

// hold adds a reason why a button may not be pressed, or takes it away. It can be pressed again when none is left.
export function hold(button, reason, holds) {
  const reasons = held.get(button) ?? new Set();
  if (holds) reasons.add(reason);
  else reasons.delete(reason);
  held.set(button, reasons);
  button.disabled = reasons.size > 0;
}
