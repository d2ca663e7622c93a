"""Cases in a real browser: asked, filled, closed, deleted, and their pages looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from bundled_matter import FILES

from .conftest import MATTER, SIZES, Open, ask, assert_fits


@pytest.mark.req("U1")
@SIZES
def test_a_quote_of_a_case_file_is_shown_on_its_page(
    open_page: Open, shots: Path, size: tuple[int, int]
) -> None:
    page = open_page("/", size=size)
    page.get_by_label("In", exact=True).select_option(label="Hart v. Bellweather")
    ask(page, "When was the deposit paid?")
    page.locator(".quote blockquote a", has_text="paid into a deposit scheme, Ms Hart").click()
    expect(page.locator("#lit")).to_contain_text("Had the deposit been paid into a deposit scheme")
    picture = page.get_by_role("img", name="Page 4 of")
    expect(picture).to_have_attribute("alt", "Page 4 of Complaint.pdf. The quote is marked.")
    page.wait_for_load_state("load")
    assert picture.evaluate("one => one.naturalWidth") > 500
    assert_fits(page)
    page.screenshot(path=shots / f"file-{size[0]}.png", full_page=True)
    page.get_by_role("link", name="Next page").click()
    expect(page.get_by_role("img", name="Page 5 of")).to_be_visible()


@pytest.mark.req("U2")
@SIZES
def test_a_case_is_made_filled_closed_and_deleted(
    open_page: Open, shots: Path, size: tuple[int, int]
) -> None:
    page = open_page("/cases", size=size)
    name = f"Vane v. Orme {size[0]}"
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.get_by_label("Add files").set_input_files(
        [FILES / "exhibits" / "notes.txt", FILES / "empty.pdf"]
    )
    page.get_by_role("button", name="Read them").click()
    told = page.locator(".progress").get_by_role("status")
    expect(told).to_have_text("Done")
    documents = page.locator("#documents li")
    expect(documents).to_have_count(2)
    expect(documents.filter(has_text="empty.pdf")).to_contain_text("an empty file")
    page.screenshot(path=shots / f"case-{size[0]}.png", full_page=True)
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("This case is closed")).to_be_visible()
    page.get_by_role("button", name="Reopen").click()
    page.get_by_role("link", name="Delete").click()
    expect(page.get_by_text("There is no way back.")).to_be_visible()
    page.get_by_label("I want").check()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cases")
    expect(page.get_by_text(name)).to_have_count(0)


def test_files_are_dropped_on_a_case(open_page: Open) -> None:
    page = open_page("/cases")
    page.get_by_label("Name").fill("Dropped")
    page.get_by_role("button", name="Create").click()
    page.wait_for_url("**/case/dropped")
    carried = page.evaluate_handle(
        """() => {
            const carried = new DataTransfer();
            carried.items.add(new File(["Minutes\\n\\nThe rent fell due on 1 May 2024."], "m.txt"));
            return carried;
        }"""
    )
    page.dispatch_event(".drop", "dragover", {"dataTransfer": carried})
    expect(page.locator(".drop")).to_have_class("drop over")
    page.dispatch_event(".drop", "drop", {"dataTransfer": carried})
    expect(page.locator("#documents")).to_contain_text("m.txt")
    expect(page.locator(".timeline")).to_contain_text("1 May 2024")


def test_people_and_days_of_a_case_lead_to_their_places(open_page: Open) -> None:
    page = open_page(f"/case/{MATTER}")
    expect(page.get_by_role("link", name="Miriam Hart")).to_be_visible()
    page.locator(".timeline a", has_text="three weeks before the deposit was paid").first.click()
    expect(page.locator("#lit")).to_contain_text("three weeks before the deposit was paid")
    page.goto(f"/case/{MATTER}")
    page.get_by_role("link", name="Miriam Hart").click()
    expect(page.locator(".hit").first).to_contain_text("Hart")
