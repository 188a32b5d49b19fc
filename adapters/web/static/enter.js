// Takes the code of a link out of the address, where it would stay in the history, and asks whom it signs in.
const form = document.getElementById("enter");
const code = location.hash.slice(1);
if (form && code) {
  history.replaceState(null, "", location.pathname);
  form.elements.namedItem("code").value = code;
  form.submit();
}
