// What the page does beyond links and forms. Without it everything still works.
import { copying } from "./copying.js";
import { versions } from "./versions.js";
import { uploads } from "./uploads.js";
import { preparing } from "./preparing.js";

copying();
versions();
uploads();
preparing();

// Enter asks, as it does in any search; with Shift it begins a new line.
for (const field of document.querySelectorAll("textarea[data-enter]")) {
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      const mode = new URLSearchParams(location.search).get("mode") || "ask";
      field.form.requestSubmit(field.form.querySelector(`button[value="${mode === "search" ? "search" : "ask"}"]`));
    }
  });
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  const field = document.getElementById("q");
  if (event.key === "/" && !typing && field && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    field.focus();
    field.select();
  }
});

// An answer takes a moment: say that it was asked.
for (const form of document.querySelectorAll("form.ask")) {
  form.addEventListener("submit", () => form.setAttribute("aria-busy", "true"));
}
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[aria-busy]")) form.removeAttribute("aria-busy");
});
