// Lists of which the end matters most: what was said, and the moves.
import { atEnd } from "./replace.js";

// keepEnd shows the end of a list, named by its ID, and goes on doing so until its reader scrolls away from there: when lines are added, when pictures
// have been loaded, when the list is shown or its size changes.
export function keepEnd(id) {
  let list = null, follows = true, top = 0;
  const toEnd = () => {
    if (follows) list.scrollTop = list.scrollHeight;
  };
  const sizes = new ResizeObserver(toEnd), lines = new MutationObserver(toEnd);
  const take = () => {
    const now = document.getElementById(id);
    if (!now || now === list) return;
    list = now;
    sizes.disconnect();
    sizes.observe(list);
    lines.disconnect();
    lines.observe(list, { childList: true });
    list.addEventListener("load", toEnd, true); // of a picture
    top = list.scrollTop;
    list.addEventListener("scroll", () => {
      if (!list.clientHeight) return; // it is hidden
      if (atEnd(list)) follows = true;
      else if (list.scrollTop < top) follows = false; // otherwise the list has grown since it was scrolled to its end
      top = list.scrollTop;
    });
    toEnd();
  };
  document.addEventListener("raumbot:refreshed", take);
  take();
}
