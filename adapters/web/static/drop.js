// Lets a file be dropped anywhere on a page with a form for one, and sends it. Without it the field of the form takes the file.
const field = document.getElementById("attachment");
if (field) {
  const files = (e) => e.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (e) => {
    if (files(e)) e.preventDefault();
  });
  document.addEventListener("drop", (e) => {
    if (!files(e)) return;
    e.preventDefault();
    field.files = e.dataTransfer.files;
    field.form.requestSubmit();
  });
}
