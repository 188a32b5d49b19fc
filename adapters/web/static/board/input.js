// Pointers and keys on the board.

const controls = "button, label"; // what lies over the board and is not the board

export function listen(box, stage, act) {
  const pointers = new Map();
  let drag = null, hold = 0, pinch = 0;

  const at = (e) => {
    const r = box.getBoundingClientRect();
    return [e.clientX - r.left, e.clientY - r.top];
  };

  // A swipe over the board scrolls the page until the board has been pressed.
  box.style.touchAction = "pan-y";
  document.addEventListener("pointerdown", (e) => {
    if (!box.contains(e.target)) box.style.touchAction = "pan-y";
  });

  box.addEventListener("pointerdown", (e) => {
    if (e.target.closest(controls) || e.button === 1) return;
    stage.hold(true);
    const [x, y] = at(e);
    if (e.button === 2) {
      drag = { arrow: stage.pick(x, y), x, y, x0: x, y0: y };
      pointers.set(e.pointerId, [x, y]);
      box.setPointerCapture(e.pointerId);
      return;
    }
    pointers.set(e.pointerId, [x, y]);
    if (pointers.size === 2) {
      const [a, b] = [...pointers.values()];
      pinch = Math.hypot(a[0] - b[0], a[1] - b[1]);
      drag = { pinched: true, apart: pinch, x, y, moved: true, middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], start: performance.now() };
      clearTimeout(hold);
      return;
    }
    const cell = stage.pick(x, y);
    drag = { x, y, x0: x, y0: y, cell, moved: false, touch: e.pointerType === "touch", man: e.pointerType !== "touch" && act.mayMove(cell) };
    act.ask(cell);
    if (drag.touch && cell >= 0) hold = setTimeout(() => {
      if (drag && !drag.moved) {
        drag.held = true;
        act.look(cell);
      }
    }, 350);
  });

  box.addEventListener("pointermove", (e) => {
    const [x, y] = at(e);
    if (!pointers.has(e.pointerId)) {
      if (e.pointerType === "mouse") act.hover(e.target.closest(controls) ? -1 : stage.pick(x, y));
      return;
    }
    pointers.set(e.pointerId, [x, y]);
    if (pointers.size === 2 && drag) {
      const [a, b] = [...pointers.values()], far = Math.hypot(a[0] - b[0], a[1] - b[1]);
      const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      drag.slide = (drag.slide ?? 0) + middle[1] - drag.middle[1];
      if (Math.abs(far - pinch) > 2) stage.zoom(far / pinch, ...middle);
      stage.pan(middle[0] - drag.middle[0], 0);
      pinch = far;
      drag.middle = middle;
      return;
    }
    if (!drag || "arrow" in drag) return;
    if (!drag.moved && Math.hypot(x - drag.x0, y - drag.y0) > 6) {
      drag.moved = true;
      clearTimeout(hold);
      if (drag.man) act.lift(drag.cell);
      if (e.isPrimary) box.setPointerCapture(e.pointerId);
    }
    if (drag.moved && !drag.held) {
      if (drag.man) {
        stage.carry(drag.cell, x, y);
        act.hover(stage.pick(x, y));
      } else if (stage.turns() && !e.shiftKey) stage.turn((x - drag.x) / -4, (y - drag.y) / 4);
      else stage.pan(x - drag.x, y - drag.y);
    }
    drag.x = x;
    drag.y = y;
  });

  const end = (e) => {
    clearTimeout(hold);
    if (!pointers.delete(e.pointerId)) return;
    if (!pointers.size) stage.hold(false);
    if (!drag) return;
    const [x, y] = at(e);
    if ("arrow" in drag || drag.held && drag.moved) {
      if (e.type === "pointerup") act.arrow(drag.arrow ?? drag.cell, stage.pick(x, y));
      drag = null;
      return;
    }
    if (drag.pinched) {
      if (pointers.size) return;
      if (Math.abs(drag.slide ?? 0) > 40 && Math.abs(pinch - drag.apart) < 30) act.climb(drag.slide < 0 ? 1 : -1); // fingers are heard of one after the other, so that what is between them sways
      drag = null;
      return;
    }
    if (drag.man && drag.moved) {
      stage.carry(null);
      act.drop(drag.cell, stage.pick(x, y));
    } else if (!drag.moved && !drag.held && e.type === "pointerup") {
      box.style.touchAction = "none";
      box.focus({ preventScroll: true });
      act.press(stage.pick(x, y));
    }
    drag = null;
  };
  box.addEventListener("pointerup", end);
  box.addEventListener("pointercancel", end);
  box.addEventListener("pointerleave", () => act.hover(-1));
  box.addEventListener("contextmenu", (e) => {
    if (!e.target.closest(controls)) e.preventDefault();
  });
  box.addEventListener("dblclick", (e) => {
    if (!e.target.closest(controls) && stage.pick(...at(e)) < 0) stage.reset();
  });

  box.addEventListener("wheel", (e) => {
    const [x, y] = at(e);
    if (stage.inCore(x, y) || e.target.closest(".plaque.tower, .plaque.rail")) {
      e.preventDefault();
      act.climb(e.deltaY > 0 ? 1 : -1);
      return;
    }
    if (!e.ctrlKey && document.activeElement !== box && document.documentElement.scrollHeight > window.innerHeight + 1) return;
    e.preventDefault();
    stage.zoom(Math.exp(-e.deltaY / 500), x, y);
  }, { passive: false });

  document.addEventListener("keydown", (e) => {
    const own = document.activeElement;
    if (own && own.closest("input, textarea, select, summary, dialog") || e.ctrlKey || e.metaKey) return;
    if (e.altKey && ["1", "2", "3"].includes(e.key)) {
      e.preventDefault();
      act.posture(["page", "stack", "grid"][Number(e.key) - 1]);
      return;
    }
    if (e.altKey) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (e.key === "Escape" && own?.closest("#action form.confirm")) {
      act.back();
      return;
    }
    const onBoard = own === box || own === document.body || box.contains(own) || Boolean(own?.closest("#board2d"));
    if (!onBoard) return;
    if (e.shiftKey && arrows[e.key] && stage.turns()) {
      e.preventDefault();
      stage.turn(-4 * arrows[e.key][0], 4 * arrows[e.key][1]);
    } else if (arrows[e.key]) {
      e.preventDefault();
      act.step(...arrows[e.key]);
    } else if (e.key === "PageUp" || e.key === "PageDown") {
      e.preventDefault();
      act.climb(e.key === "PageUp" ? -1 : 1);
    } else if (e.key === "Enter" && (!own?.closest("a, button") || own.closest("#board2d") && !act.onCursor(own.closest("[data-cell]")?.dataset.cell))) {
      e.preventDefault();
      act.enter(own?.closest("#board2d") ? "grid" : "box");
    } else if (e.key === "Escape") act.back();
    else if (e.key === "Tab" && (own === box || own?.closest("#board2d [data-cell]")) && act.nextTarget(e.shiftKey ? -1 : 1)) e.preventDefault();
    else if (e.key === "Home") stage.reset();
    else if (e.key === ",") act.ply(-1);
    else if (e.key === ".") act.ply(1);
    else if (e.key === "G") act.guide();
    else if (e.key === "A") act.attackers();
    else if (e.key === "?") act.keys();
    else if (/^[a-z]$/.test(e.key) && !e.repeat && own !== null && !own.closest("button")) {
      const field = document.getElementById("movefield");
      if (field) field.focus(); // the letter itself is typed there
    }
  });
}
