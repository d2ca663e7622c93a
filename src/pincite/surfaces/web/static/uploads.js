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
    if (event.lengthComputable) tell(form, form.dataset.sending, event.loaded / event.total / 10);
  });
  request.addEventListener("load", () => {
    if (request.status === 202) watch(form, request.response.id);
    else failed(form, request.response);
  });
  request.addEventListener("error", () => failed(form, null));
  for (const shown of form.querySelectorAll("[data-stage]")) Object.assign(shown, { hidden: false }).dataset.state = "waiting";
  tell(form, form.dataset.sending, 0);
  request.send(body);
}

function watch(form, job) {
  const events = new EventSource(`/jobs/${encodeURIComponent(job)}/events`);
  let searchable = false;
  for (const button of form.querySelectorAll("[data-act]")) button.onclick = () => act(form, job, button.dataset.act);
  events.addEventListener("message", (event) => {
    const said = JSON.parse(event.data);
    // A job that has not told anything yet has none.
    const progress = said.progress ?? {};
    stages(form, progress.stages ?? []);
    acts(form, said.state);
    if (said.state === "waiting" || said.state === "paused") tell(form, form.dataset[said.state], share(progress));
    else if (said.state === "running") {
      tell(form, doing(form, progress), share(progress));
      // From here on its files are listed, and found by their words.
      if (!searchable && !["read", "words", undefined].includes(progress.stage)) {
        searchable = true;
        refresh();
      }
    } else {
      events.close();
      if (said.state === "done") finished(form, progress.stages ?? []);
      else if (said.state === "cancelled") tell(form, form.dataset.cancelled, share(progress));
      else failed(form, said.error);
    }
  });
  // The stream ends with the job; a browser would begin it again.
  events.addEventListener("error", () => {
    if (events.readyState !== EventSource.OPEN) events.close();
  });
}

// Of the whole: sending is its first tenth, and every stage counts as much as another.
function share(progress) {
  const every = progress.stages ?? [];
  if (!every.length) return 0.1;
  const passed = every.filter((one) => !["waiting", "running"].includes(one.state)).length;
  const part = progress.of_size ? progress.size / progress.of_size : progress.total ? progress.done / progress.total : 0;
  const running = every.some((one) => one.state === "running");
  return 0.1 + (0.9 * (passed + (running ? Math.min(part, 1) : 0))) / every.length;
}

function doing(form, progress) {
  const shown = form.querySelector(`[data-stage="${progress.stage}"]`) ?? form.querySelector("[data-stage]");
  const counted = progress.total ? ` ${progress.done}/${progress.total}` : "";
  const name = progress.stage === "read" && progress.name ? `: ${progress.name}` : "";
  const left = progress.seconds_left ? `, ${form.dataset.left.replace("{time}", duration(form, progress.seconds_left))}` : "";
  return `${shown.dataset.doing}${counted}${name}${left}`;
}

function duration(form, seconds) {
  const [unit, size] = seconds < 90 ? ["seconds", 1] : seconds < 5400 ? ["minutes", 60] : ["hours", 3600];
  return form.dataset[unit].replace("{number}", Math.round(seconds / size));
}

function stages(form, every) {
  for (const { stage, state } of every) {
    const shown = form.querySelector(`[data-stage="${stage}"]`);
    if (!shown) continue;
    shown.dataset.state = state;
    shown.hidden = state === "skipped";
    if (state === "running") shown.setAttribute("aria-current", "step");
    else shown.removeAttribute("aria-current");
  }
}

function acts(form, state) {
  form.querySelector(".acts").hidden = !["waiting", "running", "paused"].includes(state);
  form.querySelector("[data-act=pause]").hidden = state === "paused";
  form.querySelector("[data-act=resume]").hidden = state !== "paused";
}

async function act(form, job, what) {
  const address = `/jobs/${encodeURIComponent(job)}`;
  const answer = await (what === "cancel" ? fetch(address, { method: "DELETE" }) : fetch(`${address}/${what}`, { method: "POST" }));
  if (!answer.ok) failed(form, await answer.json().catch(() => null));
}

function tell(form, words, share) {
  const shown = form.querySelector(".progress");
  shown.hidden = false;
  shown.querySelector("progress").value = share;
  shown.querySelector("[role=status]").textContent = words;
}

function failed(form, problem) {
  tell(form, problem ? `${form.dataset.failed}: ${problem.message}` : form.dataset.failed, 0);
}

function finished(form, every) {
  const left = every.find((one) => one.state === "left");
  tell(form, left ? `${form.dataset.done}. ${left.why}` : form.dataset.done, 1);
  form.reset();
  return refresh();
}

async function refresh() {
  const page = await fetch(location.pathname, { headers: { Accept: "text/html" } });
  const made = new DOMParser().parseFromString(await page.text(), "text/html");
  for (const id of ["facts", "documents", "entities", "timeline"]) {
    const [old, fresh] = [document.getElementById(id), made.getElementById(id)];
    const [from, to] = ["facts", "documents"].includes(id) ? [fresh, old] : [fresh?.parentElement, old?.parentElement];
    if (from && to) to.replaceChildren(...from.childNodes);
  }
}
