// Takes the code of a link out of the address, where it would stay in the history, and asks whom it signs in.
const form = document.getElementById("enter");

function take() {
  const code = location.hash.slice(1);
  if (!form || !code) return;
  history.replaceState(null, "", location.pathname);
  form.elements.namedItem("code").value = code;
  form.submit();
}

// A link that is opened where this page is open already changes the address alone.
window.addEventListener("hashchange", take);
take();
