"""The page for those who read it by ear, by keyboard, on a narrow phone, or without script."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from bundled_matter import FILES
from waiting import wait_until

from .conftest import DESKTOP, MATTER, Open

ENTRY = "May the owner enter my home without notice?"
EVERY_QUOTE = re.compile(r"(\d+) of \1 quotes checked word for word")
NARROW = (320, 640)
PAGES = {
    "home": "/",
    "answer": f"/?q={quote(ENTRY)}",
    "refusal": "/?q=what+about+section+12",
    "results": "/?q=deposit&mode=search",
    "case-results": f"/?q=deposit&mode=search&matter={MATTER}",
    "provision": "/law/urn:lex:xm:act-2019-11:12:1?lit=6362-6457#lit",
    "work": "/law/urn:lex:xm-har:act.by-law-2021-rental-housing",
    "decision": "/law/urn:lex:xm:const-ct:14-mlr-201",
    "halted": "/law/urn:lex:xm:act-2019-11:24",
    "halted-results": "/?q=May+the+owner+remove+the+tenant+without+a+court+order%3F&mode=search",
    "cases": "/cases",
    "case": f"/case/{MATTER}",
    "deleting": f"/case/{MATTER}/delete",
    "file": f"/file/{MATTER}/Complaint.pdf?passage=17&lit=4649-4795",
    "network": "/network",
    "evaluation": "/evaluation",
    "about": "/about",
    "description": "/docs",
    "key": "/key",
}
# Of rows that are alike, the first few are tried.
ALIKE = {
    "exclude": [
        [".hits > li:nth-child(n+4)"], [".list > li:nth-child(n+9)"],
        [".timeline > li:nth-child(n+4)"], [".point:nth-child(n+5)"], [".node:nth-of-type(n+6)"],
    ]
}  # fmt: skip
# What stands where in English and in Icelandic is the same; Icelandic words are longer.
LOOKS = {
    "light": {"size": DESKTOP},
    "dark": {"size": NARROW, "dark": True, "language": "is-IS"},
}


@pytest.mark.parametrize("look", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_every_page_can_be_read_by_everyone(
    open_page: Open, look: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """By axe-core: nothing serious and nothing critical; and no page is wider than the screen."""
    shots = tmp_path_factory.mktemp(look)
    page = open_page("/", **LOOKS[look])
    found: list[str] = []
    for name, path in PAGES.items():
        page.goto(path)
        for summary in page.locator("details.cite > summary").all()[:1]:
            summary.click()
        page.screenshot(path=shots / f"{name}.png")
        wide = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        if wide > 0:
            found.append(f"{name}: {wide} pixels too wide")
        found += [
            f"{name}: {one['id']} {one['nodes'][0]['html'][:200]}"
            for one in Axe().run(page, ALIKE).response["violations"]
            if one["impact"] in ("serious", "critical")
        ]
        levels = [
            int(one[1])
            for one in page.locator("h1, h2, h3").evaluate_all("all => all.map(e => e.tagName)")
        ]
        if any(after > before + 1 for before, after in pairwise(levels)):
            found.append(f"{name}: headings leave out a level, {levels}")
    assert not found, "\n".join(found)


def test_everything_that_matters_works_without_script(open_page: Open) -> None:
    page = open_page("/", script=False)
    page.get_by_label("Your question").fill("deposit")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("122 results")
    page.get_by_label("Your question").fill(ENTRY)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text(EVERY_QUOTE)).to_be_visible()
    cite = page.locator(".quote").first
    cite.get_by_text("Cite", exact=True).click()
    expect(cite).to_contain_text("Residential Tenancies Act ch. 20:14, § 12 (2024)")
    page.locator(".quote blockquote a").first.click()
    expect(page.locator("#lit")).to_be_in_viewport()
    page.get_by_role("link", name="1 July 2019").click()
    expect(page.locator(".law-head")).to_contain_text("until 1 April 2024")


def test_files_are_read_without_script(open_page: Open) -> None:
    page = open_page("/cases", script=False)
    page.get_by_label("Name").fill("No script")
    page.get_by_role("button", name="Create").click()
    page.get_by_label("Add files").set_input_files(FILES / "exhibits" / "notes.txt")
    page.get_by_role("button", name="Read them").click()
    reading = page.locator("[data-without-script]")
    expect(reading.or_(page.get_by_role("link", name="notes.txt")).first).to_be_visible()

    def read() -> bool:
        if page.get_by_role("link", name="notes.txt").count():
            return True
        # Where it has ended by now, there is nothing to look at again.
        again = page.get_by_role("link", name="Look again")
        again.click() if again.count() else page.reload()
        return False

    wait_until(read)
    page.get_by_role("link", name="notes.txt").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("notes.txt")


def test_the_page_prints_without_its_buttons(open_page: Open, tmp_path: Path) -> None:
    page = open_page(PAGES["answer"])
    page.emulate_media(media="print")
    expect(page.locator("form.ask")).to_be_hidden()
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator(".quote").first).to_be_visible()
    page.pdf(path=tmp_path / "printed.pdf")
