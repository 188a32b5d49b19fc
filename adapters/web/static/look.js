// Shows the pages in the colours that the visitor has chosen, before anything is painted. By themselves they follow the system. What belongs to a theme
// says to which, and for which systems it is.
{
  const root = document.documentElement, looks = ["light", "dark", "contrast"];

  const chosen = () => {
    try {
      const kept = localStorage.getItem("look");
      return looks.includes(kept) ? kept : "auto";
    } catch {
      return "auto"; // a browser that keeps nothing
    }
  };

  const apply = () => {
    const look = chosen();
    root.dataset.look = look;
    root.style.colorScheme = look === "auto" ? "" : look === "dark" ? "dark" : "light";
    for (const part of document.querySelectorAll("link[data-theme], source[data-theme]")) {
      part.dataset.media ??= part.media;
      part.media = look === "auto" ? part.dataset.media : part.dataset.theme === look ? "all" : "not all";
    }
  };

  const show = () => {
    apply();
    for (const choice of document.querySelectorAll(".looks")) choice.value = chosen();
    document.dispatchEvent(new CustomEvent("raumbot:look"));
  };

  apply();
  document.addEventListener("DOMContentLoaded", () => {
    for (const label of document.querySelectorAll(".look")) label.hidden = false;
    show();
    for (const choice of document.querySelectorAll(".looks")) choice.addEventListener("change", () => {
      try {
        localStorage.setItem("look", choice.value);
      } catch {
        // as above
      }
      show();
    });
  });
  document.addEventListener("raumbot:refreshed", apply);
  window.addEventListener("storage", show); // chosen in another tab
}
