"""What a reader does, in a real browser: at a desk and on a phone, by light and by dark."""

from __future__ import annotations

import io
import re
from pathlib import Path
from urllib.parse import quote

import pypdfium2
import pytest
from docx import Document
from playwright.sync_api import expect

from .conftest import HOSTILE_LAW, MATTER, PAYLOAD, PHONE, SIZES, Open, Site, ask, assert_fits

ENTRY = "May the owner enter my home without notice?"
QUOTE = "An owner may not enter a dwelling without giving the tenant at least twenty-four hours’ notice."
EVERY_QUOTE = re.compile(r"(\d+) of \1 quotes checked word for word")


@pytest.mark.req("U4")
@SIZES
@pytest.mark.req("L10")
def test_a_question_is_answered_and_a_quote_leads_to_its_place(
    open_page: Open, shots: Path, size: tuple[int, int]
) -> None:
    page = open_page("/", size=size)
    ask(page, ENTRY)
    expect(page.get_by_role("heading", level=1)).to_have_text(ENTRY)
    expect(page.get_by_text(EVERY_QUOTE)).to_be_visible()
    expect(page.get_by_text("Likely to answer your question")).to_be_visible()
    assert_fits(page)
    page.screenshot(path=shots / f"answer-{size[0]}.png", full_page=True)
    page.get_by_role("link", name=QUOTE).click()
    lit = page.locator("#lit")
    expect(lit).to_be_in_viewport()
    expect(lit).to_contain_text(QUOTE)
    crumbs = page.get_by_role("navigation", name="Where it stands")
    expect(crumbs.get_by_role("link").first).to_have_text(
        "Residential Tenancies Act [Chapter 20:14]"
    )
    assert_fits(page)
    page.screenshot(path=shots / f"law-{size[0]}.png", full_page=True)


def test_warnings_stand_above_everything_that_is_quoted(open_page: Open) -> None:
    page = open_page("/")
    ask(page, "how much deposit can my landlord ask for")
    expect(page.get_by_text(EVERY_QUOTE)).to_be_visible()
    warned = page.get_by_text("Supremacy Clause Warning").bounding_box()
    quoted = page.get_by_role("figure").first.bounding_box()
    assert warned is not None
    assert quoted is not None
    assert warned["y"] < quoted["y"]


def test_defined_terms_are_explained_where_they_stand_and_beside(open_page: Open) -> None:
    page = open_page("/law/urn:lex:xm:act-2019-11:12:1")
    term = page.locator(".law").get_by_role("link", name="dwelling").first
    said = "getComputedStyle(document.activeElement, '::after').content"
    term.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert "a building or part of a building" in page.evaluate(said)
    term.click()
    shown = page.locator("div.governing:target")
    expect(shown).to_contain_text("In this Act and in any regulations made under it")
    beside = page.get_by_role("complementary", name="What governs it")
    expect(beside.get_by_role("heading", name="Exceptions")).to_be_visible()
    expect(beside).to_contain_text("Sections 9, 10 and 12 do not apply")
    expect(beside).to_contain_text("nearer than Residential Tenancies Act [Chapter 20:14], s 2(1)")
    page.goto("/law/urn:lex:xm:act-2019-11:24")
    expect(page.get_by_role("note")).to_contain_text("Constitutional Court of Marchmere")
    page.goto("/law/urn:lex:xm-har:act.by-law-2021-rental-housing:5")
    expect(page.get_by_role("note")).to_contain_text("A higher law overlaps this")


@SIZES
def test_versions_are_walked_by_date(open_page: Open, size: tuple[int, int]) -> None:
    page = open_page("/law/urn:lex:xm:act-2019-11:14", size=size)
    slider = page.get_by_role("slider", name="Version in force from")
    expect(slider).to_have_attribute("aria-valuetext", "1 April 2024")
    now = page.locator(".law").inner_text()
    slider.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**at=2019-07-01")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", "1 July 2019")
    assert page.locator(".law").inner_text() != now


def test_a_date_in_the_question_is_kept_on_the_way_to_the_law(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_text("Date, version, provision").click()
    page.get_by_label("As in force on").fill("2023-01-01")
    ask(page, "How much may the owner demand as a deposit?")
    page.locator(".quote blockquote a").first.click()
    assert "at=2023-01-01" in page.url
    expect(page.locator("#lit")).to_be_visible()
    expect(page.locator(".law-head")).to_contain_text("as in force on 1 January 2023")


def test_a_refusal_helps_and_its_choices_ask_again(open_page: Open, shots: Path) -> None:
    page = open_page("/")
    ask(page, "what about section 12")
    expect(page.get_by_text("The question is too general to be answered.")).to_be_visible()
    expect(page.get_by_text("not verified", exact=True).first).to_be_visible()
    page.screenshot(path=shots / "refusal.png", full_page=True)
    page.get_by_role("link", name="Consumer Credit Act [Chapter 14:23]", exact=True).click()
    expect(page.locator(".quote figcaption").first).to_contain_text(
        "Consumer Credit Act [Chapter 14:23], s 12(1)"
    )
    page.goto("/?q=May+the+owner+remove+the+tenant+without+a+court+order%3F")
    expect(page.get_by_text("VOID since 2022-09-14")).to_be_visible()


@SIZES
def test_what_a_court_has_put_aside_says_so_where_it_is_found_and_read(
    open_page: Open, shots: Path, size: tuple[int, int]
) -> None:
    page = open_page(
        "/?q=May+the+owner+remove+the+tenant+without+a+court+order%3F&mode=search", size=size
    )
    hit = (
        page.locator(".hit").filter(has=page.get_by_role("link", name=", s 24", exact=False)).first
    )
    told = hit.locator(".halt").first
    for words in ("(void)", "Constitutional Court of Marchmere", "since 14 September 2022"):
        expect(told).to_contain_text(words)
    assert_fits(page)
    page.screenshot(path=shots / f"overridden-{size[0]}.png", full_page=True)
    hit.locator("h2 a").click()
    expect(page.locator(".halt").first).to_contain_text("since 14 September 2022")


@SIZES
def test_results_are_narrowed_opened_and_explained(
    open_page: Open, shots: Path, size: tuple[int, int]
) -> None:
    page = open_page("/", size=size)
    ask(page, "deposit", "Search")
    expect(page.get_by_role("heading", level=1)).to_contain_text("122 results")
    first = page.locator(".hit").first
    expect(first.locator("mark").first).to_have_text("deposits")
    assert_fits(page)
    page.screenshot(path=shots / f"search-{size[0]}.png", full_page=True)
    first.get_by_text("Before and after").click()
    expect(first).to_contain_text("No interest is payable")
    first.get_by_text("Why this result").click()
    expect(first).to_contain_text("words (BM25)")
    narrow = page.get_by_role("complementary", name="Narrow the results")
    narrow.get_by_role("link", name="2020").click()
    assert "year=2020" in page.url
    for hit in page.locator(".hit h2").all_inner_texts():
        assert "2020" in hit
    page.get_by_text("How this search was done").click()
    expect(page.get_by_role("table")).to_contain_text("total")
    narrow.get_by_role("link", name="2020").click()
    assert "year=" not in page.url
    page.locator(".hit h2 a").first.click()
    expect(page.locator("article.law")).to_be_visible()


def test_a_citation_is_copied_in_three_forms(open_page: Open) -> None:
    page = open_page(f"/?q={quote(ENTRY)}")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".quote").first.get_by_text("Cite", exact=True).click()
    wanted = {
        "Bluebook": ("", "Residential Tenancies Act ch. 20:14, § 12 (2024)"),
        "Plain": (QUOTE, "” (Residential Tenancies Act [Chapter 20:14], s 12, as in force from"),
        "Markdown": (QUOTE, "\n> — [Residential Tenancies Act \\[Chapter 20:14\\], s 12](http"),
    }
    for form, (words, place) in wanted.items():
        page.locator(".quote").first.get_by_role("button", name=f"Copy as {form}").click()
        expect(page.get_by_role("status")).to_have_text("Copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert 0 <= copied.find(words) < copied.find(place) + bool(not words)


def test_an_answer_is_taken_away(open_page: Open) -> None:
    page = open_page(f"/?q={quote(ENTRY)}")
    with page.expect_download() as word:
        page.get_by_role("button", name="Word (DOCX)").click()
    said = "\n".join(one.text for one in Document(str(word.value.path())).paragraphs)
    assert QUOTE in said
    with page.expect_download() as printed:
        page.get_by_role("button", name="PDF").click()
    pdf = pypdfium2.PdfDocument(io.BytesIO(Path(printed.value.path()).read_bytes()))
    assert "twenty-four hours’" in pdf[0].get_textpage().get_text_range()
    pdf.close()


@SIZES
def test_citations_are_drawn_and_told(open_page: Open, shots: Path, size: tuple[int, int]) -> None:
    page = open_page("/network", size=size)
    drawn = page.locator("svg a.node")
    expect(drawn.nth(5)).to_be_visible()
    assert page.locator("svg path.edge").count() == page.locator("tbody tr").count()
    assert_fits(page)
    page.screenshot(path=shots / f"network-{size[0]}.png", full_page=True)
    page.get_by_role("row").get_by_role(
        "link", name="Marlowe v. Registrar of Tenancies"
    ).first.click()
    expect(page.locator("svg .focus")).to_contain_text("Marlowe")
    page.get_by_role("link", name="Read it").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("14 M.L.R. 201")
    page.goto(f"/network?matter={MATTER}")
    expect(page.locator("svg")).to_contain_text("Complaint.pdf")


def test_the_page_is_worked_by_keyboard(open_page: Open) -> None:
    page = open_page("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_label("Your question")).to_be_focused()
    page.keyboard.type(ENTRY)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(ENTRY)


def test_the_page_speaks_icelandic(open_page: Open, shots: Path) -> None:
    page = open_page("/", language="is-IS", size=PHONE)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hvað segja lögin?")
    page.get_by_label("Spurningin þín").fill("Má leigusali krefjast tryggingar?")
    page.get_by_role("button", name="Spyrja").click()
    expect(page.get_by_text("tilvitnunum staðfestar orð fyrir orð")).to_be_visible()
    page.screenshot(path=shots / "icelandic.png", full_page=True)
    page.get_by_role("link", name="Enska").click()
    expect(page.get_by_role("heading", name="Take it with you")).to_be_visible()
    page.goto("/cases")
    expect(page.get_by_role("heading", level=1)).to_have_text("Cases")


@pytest.mark.req("U7")
def test_nothing_hostile_runs(open_page: Open, site: Site, hostile: str) -> None:
    page = open_page(f"/?q={quote(PAYLOAD)}&mode=search")
    [document] = site.client.get("/documents", params={"matter": hostile}).json()["items"]
    for path in (
        f"/?q={quote(PAYLOAD)}", "/cases", f"/case/{hostile}", f"/?q=notice&mode=search&matter={hostile}",
        f"/file/{hostile}/{document['id']}?passage=0", f"/network?matter={hostile}",
        f"/?q=Who+gave+notice+on+3+March+2023%3F&matter={hostile}",
        f"/law/{HOSTILE_LAW}", f"/network?of={HOSTILE_LAW}", "/?q=quibbling+zeppelin&mode=search",
    ):  # fmt: skip
        page.goto(path)
        assert page.evaluate("window.harmed") is None
        assert page.locator("img[src=x]").count() == 0
    page.goto(f"/case/{hostile}")
    page.get_by_label("Add files").set_input_files(
        {"name": f"{PAYLOAD}.txt", "mimeType": "text/plain", "buffer": PAYLOAD.encode()}
    )
    page.get_by_role("button", name="Read them").click()
    expect(page.locator(".progress").get_by_role("status")).to_have_text("Done")
    assert page.evaluate("window.harmed") is None
