// Files dropped on the form, or chosen in it, are sent and watched until they were read.
export function uploads() {
  for (const form of document.querySelectorAll("form[data-upload]")) {
    const field = form.querySelector("input[type=file]");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(form, field.files);
    });
    for (const name of ["dragenter", "dragover"]) {
      form.addEventListener(name, (event) => {
        event.preventDefault();
        form.classList.add("over");
      });
    }
    for (const name of ["dragleave", "drop"]) {
      form.addEventListener(name, () => form.classList.remove("over"));
    }
    form.addEventListener("drop", (event) => {
      event.preventDefault();
      send(form, event.dataTransfer.files);
    });
    document.querySelector("[data-without-script]")?.remove();
    if (form.dataset.job) watch(form, form.dataset.job);
  }
}

function send(form, files) {
  if (!files.length) return;
  const body = new FormData();
  body.append("matter", form.dataset.matter);
  for (const file of files) body.append("files", file);
  const request = new XMLHttpRequest();
  request.open("POST", "/ingest");
  request.responseType = "json";
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) tell(form, form.dataset.sending, event.loaded / event.total / 4);
  });
  request.addEventListener("load", () => {
    if (request.status === 202) watch(form, request.response.id);
    else failed(form, request.response);
  });
  request.addEventListener("error", () => failed(form, null));
  tell(form, form.dataset.sending, 0);
  request.send(body);
}

function watch(form, job) {
  const events = new EventSource(`/jobs/${encodeURIComponent(job)}/events`);
  events.addEventListener("message", (event) => {
    const said = JSON.parse(event.data);
    // A job that has not told anything yet has none. While words are indexed, `done` counts.
    const done = said.progress ?? {};
    if (said.state === "waiting") tell(form, form.dataset.waiting, 0.25);
    else if (said.state === "running" && done.done !== undefined) tell(form, form.dataset.indexing, 0.95);
    else if (said.state === "running") {
      const share = done.of_size ? done.size / done.of_size : 0;
      const told = done.of_files ? `${form.dataset.reading} ${done.files}/${done.of_files}: ${done.name}` : form.dataset.reading;
      tell(form, told, 0.25 + 0.65 * share);
    } else {
      events.close();
      if (said.state === "done") finished(form);
      else failed(form, said.error);
    }
  });
  // The stream ends with the job; a browser would begin it again.
  events.addEventListener("error", () => {
    if (events.readyState !== EventSource.OPEN) events.close();
  });
}

function tell(form, words, share) {
  const shown = form.querySelector(".progress");
  shown.hidden = false;
  shown.querySelector("progress").value = share;
  shown.querySelector("p").textContent = words;
}

function failed(form, problem) {
  tell(form, problem ? `${form.dataset.failed}: ${problem.message}` : form.dataset.failed, 0);
}

async function finished(form) {
  tell(form, form.dataset.done, 1);
  form.reset();
  const page = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  const made = new DOMParser().parseFromString(await page.text(), "text/html");
  for (const id of ["documents", "entities", "timeline"]) {
    const [old, fresh] = [document.getElementById(id), made.getElementById(id)];
    const [from, to] = id === "documents" ? [fresh, old] : [fresh?.parentElement, old?.parentElement];
    if (from && to) to.replaceChildren(...from.childNodes);
  }
}
