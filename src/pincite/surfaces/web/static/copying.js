// A button beside each form of a citation that copies it.
export function copying() {
  const told = document.getElementById("told");
  for (const text of document.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = text.dataset.copy;
    button.addEventListener("click", async () => {
      await write(text.textContent);
      told.textContent = text.dataset.copied;
      button.classList.add("copied");
      setTimeout(() => {
        told.textContent = "";
        button.classList.remove("copied");
      }, 2000);
    });
    text.before(button);
  }
}

async function write(text) {
  if (navigator.clipboard && isSecureContext) return navigator.clipboard.writeText(text);
  // Away from this machine and without https there is no clipboard but this one.
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
