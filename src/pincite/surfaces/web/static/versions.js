// The links to the versions of a text become a slider; the links stay, as its marks.
export function versions() {
  for (const section of document.querySelectorAll("[data-slider]")) {
    const links = [...section.querySelectorAll("a")];
    const slider = document.createElement("input");
    const shown = document.createElement("output");
    slider.type = "range";
    slider.min = 0;
    slider.max = links.length - 1;
    slider.step = 1;
    slider.value = section.dataset.at;
    slider.setAttribute("aria-label", section.dataset.slider);
    const tell = () => {
      const said = links[slider.value].textContent;
      shown.textContent = said;
      slider.setAttribute("aria-valuetext", said);
    };
    slider.addEventListener("input", tell);
    slider.addEventListener("change", () => location.assign(links[slider.value].href));
    tell();
    const row = document.createElement("div");
    row.className = "slider";
    row.append(slider, shown);
    section.querySelector("h2").after(row);
  }
}
