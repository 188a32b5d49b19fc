// Copies the link to the position that is shown. Where a page may not write to the clipboard, as without TLS, the link stands in a field, selected.
// Without this script the link leads to the address that shows the position.

const box = document.getElementById("shared");
const [said, field] = box.children;
let timer = 0;

// tell says something for some seconds. What is said twice is heard twice, because it was gone in between.
function tell(text) {
  clearTimeout(timer);
  said.textContent = "";
  timer = setTimeout(() => {
    said.textContent = text;
    timer = setTimeout(() => {
      said.textContent = "";
    }, 8000);
  }, 50);
}

async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    field.hidden = true;
    tell(box.dataset.copied);
  } catch {
    field.value = link;
    field.hidden = false;
    field.focus();
    field.select();
    tell(document.execCommand("copy") ? box.dataset.copied : box.dataset.copy);
  }
}

document.addEventListener("click", (e) => {
  const link = e.target.closest?.("a.share");
  if (!link || e.button || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  copy(link.href);
});
field.addEventListener("blur", () => {
  field.hidden = true;
});
