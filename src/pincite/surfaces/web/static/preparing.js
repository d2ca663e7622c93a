// A page that is being prepared is asked for again until it is there, and then takes the place of this.
const WAIT = 1000;

export function preparing() {
  if (document.querySelector("[data-preparing]")) setTimeout(look, WAIT);
}

async function look() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const made = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [old, fresh] = [document.getElementById("main"), made.getElementById("main")];
    const [told, news] = [old.querySelector("[data-preparing]"), fresh.querySelector("[data-preparing]")];
    // Only what has changed is replaced, so that a link keeps the focus while it waits.
    if (told && news) for (const tag of ["progress", "p:nth-of-type(2)"]) renew(told, news, tag);
    else old.replaceChildren(...fresh.childNodes);
  } catch {
    // The server may be busy or away: ask again.
  }
  preparing();
}

function renew(told, news, tag) {
  const [old, fresh] = [told.querySelector(tag), news.querySelector(tag)];
  if (old && fresh) old.replaceWith(fresh);
  else if (old || fresh) told.replaceChildren(...news.childNodes);
}
