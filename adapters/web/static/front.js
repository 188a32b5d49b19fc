// Says in words how strong the level is that the slider of a form chooses.
for (const slider of document.querySelectorAll("input[type=range][data-words]")) {
  const words = slider.dataset.words.split("|"), said = slider.parentElement.querySelector("output");
  const say = () => {
    const word = words[slider.value - 1];
    said.value = `${slider.value}: ${word}`;
    slider.setAttribute("aria-valuetext", said.value);
  };
  slider.addEventListener("input", say);
  said.hidden = false;
  say();
}
