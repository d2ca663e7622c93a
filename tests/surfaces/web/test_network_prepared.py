"""The page of citations comes at once, and the drawing when they are read."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from pincite.api.workspace import WorkerPool
from pincite.citations.library_index import FILE
from pincite.corpus.file_lock import in_turn
from pincite.corpus.sqlite.derived import turn_of
from pincite.surfaces.http.app import create_app
from search.bundled_law import bundled_law
from surfaces.serving import serving, settings_for
from waiting import wait_until


@pytest.fixture
def held_up(tmp_path: Path) -> Iterator[tuple[httpx.Client, ExitStack]]:
    """A server that cannot read the citations until the second of these is closed."""
    bundled_law(tmp_path / "law", tmp_path / "no-models").close()
    settings = settings_for(tmp_path, workers=1, jurisdiction="xm")
    with ExitStack() as held, serving(create_app(settings.library, settings=settings)) as client:
        held.enter_context(in_turn(turn_of(settings.library / FILE)))
        yield client, held
        held.close()


def test_the_page_comes_at_once_and_works_without_a_script(
    held_up: tuple[httpx.Client, ExitStack],
) -> None:
    client, held = held_up
    for _ in range(2):
        page = client.get("/network").text
        assert "The citations are being read." in page
        assert '<noscript><meta http-equiv="refresh"' in page
        assert 'href="/network"' in page
        assert "<svg viewBox" not in page
    jobs = [job["what"] for job in client.get("/jobs").json()]
    assert jobs == ["index_citations"]
    assert "Verið er að lesa" in client.get("/network?lang=is").text
    held.close()
    wait_until(lambda: "<svg viewBox" in client.get("/network?lang=en").text)


def test_the_drawing_takes_the_place_of_the_note(
    held_up: tuple[httpx.Client, ExitStack], browser: Browser
) -> None:
    client, held = held_up
    page = browser.new_page(base_url=str(client.base_url))
    page.goto("/network")
    expect(page.locator("[data-preparing]")).to_contain_text("The citations are being read.")
    held.close()
    expect(page.locator("#main svg")).to_be_visible()
    expect(page.locator("[data-preparing]")).to_have_count(0)
    page.close()


def test_the_page_comes_at_once_while_every_worker_is_busy(tmp_path: Path) -> None:
    bundled_law(tmp_path / "law", tmp_path / "no-models").close()
    settings = settings_for(tmp_path, workers=1, serve_threads=1, jurisdiction="xm")
    app = create_app(settings.library, settings=settings)
    with serving(app) as client:
        wait_until(lambda: "<svg viewBox" in client.get("/network").text)
        busy = threading.Event()
        pool: WorkerPool = app.state.pool
        pool.submit(lambda _: busy.wait())
        try:
            for _ in range(3):
                page = client.get("/network").text
                assert "One moment" in page
                assert "data-preparing" in page
        finally:
            busy.set()
        wait_until(lambda: "<svg viewBox" in client.get("/network").text)
