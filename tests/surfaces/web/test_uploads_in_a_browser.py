"""A file put on the page is found by what it means; its stages are seen, paused and gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from embedding_server import Embeddings, embeddings, held_book
from pincite import library
from pincite.surfaces.http.app import create_app
from surfaces.serving import serving, settings_for
from waiting import wait_until

from .conftest import SIZES, Open, Site, ask, assert_fits


@pytest.fixture(scope="module")
def meanings() -> Iterator[Embeddings]:
    with embeddings() as served:
        yield served


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, meanings: Embeddings) -> Iterator[Site]:
    root = tmp_path_factory.mktemp("uploads")
    settings = settings_for(root, workers=1, key_rate=0, **meanings.settings())
    library.create(settings.library, settings=settings).close()
    with serving(create_app(settings.library, settings=settings)) as client:
        yield Site(client, settings, root)


@pytest.fixture(autouse=True)
def _let_through(meanings: Embeddings) -> Iterator[None]:
    yield
    meanings.open()


def put(page: Page, case: str, file: Path) -> None:
    page.get_by_label("Name").fill(case)
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(case)
    page.get_by_label("Add files").set_input_files(file)
    page.get_by_role("button", name="Read them").click()


@SIZES
def test_a_file_put_on_the_page_is_found_by_what_it_means(
    open_page: Open, site: Site, meanings: Embeddings, shots: Path, size: tuple[int, int]
) -> None:
    file = site.root / "witness.txt"
    # Held, so that what is shown meanwhile can be looked at.
    file.write_text("The hound sat on the ledger all night.\n", encoding="utf-8")
    meanings.hold()
    page = open_page("/cases", size=size)
    put(page, f"Kennel v. Harbour {size[0]}", file)
    stages = page.get_by_role("list", name="Stages").get_by_role("listitem")
    meaning = stages.filter(has_text="Found by meaning")
    expect(meaning).to_have_attribute("data-state", "running")
    expect(stages.filter(has_text="Found by words")).to_have_attribute("data-state", "done")
    told = page.locator(".progress").get_by_role("status")
    expect(told).to_contain_text("You can search by words now.")
    expect(page.locator("#documents")).to_contain_text("witness.txt")
    expect(page.locator("#facts")).to_contain_text("1 document")
    expect(page.get_by_role("button", name="Go on")).to_be_hidden()
    assert_fits(page)
    page.screenshot(path=shots / f"stages-{size[0]}.png", full_page=True)
    meanings.open()
    expect(told).to_have_text("Done")
    expect(meaning).to_have_attribute("data-state", "done")
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()
    page.screenshot(path=shots / f"stages-done-{size[0]}.png", full_page=True)
    ask(page, "dog", "Search")
    expect(page.locator(".hit").first).to_contain_text("The hound sat on the ledger")


def test_a_job_is_paused_and_gone_on_with_on_the_page(
    open_page: Open, site: Site, meanings: Embeddings, shots: Path
) -> None:
    file = site.root / "book.txt"
    file.write_text(held_book(), encoding="utf-8")
    meanings.hold()
    page = open_page("/cases")
    put(page, "Long v. Book", file)
    wait_until(lambda: meanings.waiting)
    # Let through before the server is told, it would be held again with the next passages.
    with page.expect_response("**/pause*"):
        page.get_by_role("button", name="Pause").click()
    meanings.let_through()
    told = page.locator(".progress").get_by_role("status")
    expect(told).to_have_text("Paused")
    # Whoever comes back to the page finds it as it is.
    page.reload()
    expect(told).to_have_text("Paused")
    page.screenshot(path=shots / "paused.png", full_page=True)
    page.get_by_role("button", name="Go on").click()
    wait_until(lambda: meanings.waiting)
    meanings.let_through()
    expect(told).to_contain_text("/")
    page.screenshot(path=shots / "gone-on.png", full_page=True)
    meanings.open()
    expect(told).to_have_text("Done")


def test_without_script_a_job_is_paused_and_stopped_by_forms(
    open_page: Open, site: Site, meanings: Embeddings
) -> None:
    file = site.root / "again.txt"
    file.write_text(held_book(100), encoding="utf-8")
    meanings.hold()
    page = open_page("/cases", script=False, language="is")
    page.get_by_label("Heiti").fill("Bók gegn bók")
    page.get_by_role("button", name="Stofna").click()
    page.get_by_label("Bæta við skjölum").set_input_files(file)
    page.get_by_role("button", name="Lesa þau").click()
    wait_until(lambda: meanings.waiting)
    page.get_by_role("button", name="Gera hlé").click()
    meanings.let_through()

    def is_paused() -> bool:
        page.reload()
        return page.get_by_role("button", name="Halda áfram").count() > 0

    wait_until(is_paused)
    expect(page.locator("[data-without-script]")).to_contain_text("Í bið")
    page.get_by_role("button", name="Stöðva").click()
    expect(page.locator("[data-without-script]")).to_have_count(0)
    expect(page.locator("#documents")).to_contain_text("again.txt")
