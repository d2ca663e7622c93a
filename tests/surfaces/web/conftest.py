"""One server for all tests of the page, a browser for each file of them, and what both hold."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from bundled_matter import FILES
from pincite import library
from pincite.matters import Matters
from pincite.matters.card import slug
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from search.bundled_law import LAW, bundled_law
from surfaces.serving import serving, settings_for

DESKTOP, PHONE = (1280, 900), (390, 844)
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
MATTER = "hart-v-bellweather"
HOSTILE_LAW, HOSTILE_VERSION = "urn:lex:xm:const-ct:15-mlr-999", "hostile-1"
# What a page would run, if any of it were taken for markup.
PAYLOAD = "<script>window.harmed=1</script><img src=x onerror=window.harmed=1>\"'{{7*7}}"


@dataclass(frozen=True)
class Site:
    """A server with the bundled law, a matter of real files, and a matter of hostile ones."""

    client: httpx.Client
    settings: Settings
    root: Path

    @property
    def address(self) -> str:
        return str(self.client.base_url).rstrip("/")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    root = tmp_path_factory.mktemp("web")
    settings = settings_for(root, workers=1, key_rate=0, jurisdiction="xm")
    _law(root, settings)
    _matters(root, settings)
    app = create_app(settings.library, settings=settings)
    with serving(app) as client:
        yield Site(client, settings, root)


def _law(root: Path, settings: Settings) -> None:
    bundled_law(root / "law", root / "no-models").close()
    with library.open(root / "law", settings=settings) as law:
        for one in _rows("overrides.tsv"):
            law.add_override(
                one["urn"], one["status"], authority=one["authority"], citation=one["citation"],
                start=one["from"], end=one["to"] or None, note=one["note"],
            )  # fmt: skip
        for one in _rows("preemptions.tsv"):
            law.add_preemption(
                one["urn"], one["by"], authority=one["authority"], start=one["from"],
                note=one["note"],
            )  # fmt: skip

        law.ingest(
            _decision(root / "decision.json"),
            reader_name="opinions",
            version=HOSTILE_VERSION,
            collection="courts",
        )


def _decision(path: Path) -> Path:
    """Hostile law: a decision whose name, court, judge and words are all payloads."""
    said = json.loads(
        (LAW / "opinions" / "marlowe-v-registrar-of-tenancies.json").read_text("utf-8")
    )
    said |= {
        "id": 9000999, "name": PAYLOAD, "name_abbreviation": PAYLOAD, "docket_number": PAYLOAD,
        "first_page": "999", "last_page": "999", "cites_to": [],
        "citations": [{"type": "official", "cite": "15 M.L.R. 999"}],
    }  # fmt: skip
    said["court"] |= {"name": PAYLOAD, "name_abbreviation": PAYLOAD}
    text = f"{PAYLOAD}: the quibbling zeppelin {PAYLOAD} was struck out. See 14 M.L.R. 201."
    said["casebody"] |= {
        "opinions": [{"type": "majority", "author": PAYLOAD, "text": text}],
        "judges": [PAYLOAD], "parties": [PAYLOAD], "attorneys": [PAYLOAD], "head_matter": PAYLOAD,
    }  # fmt: skip
    path.write_text(json.dumps(said), encoding="utf-8")
    return path


def _rows(name: str) -> list[dict[str, str]]:
    with (LAW / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _matters(root: Path, settings: Settings) -> None:
    every = Matters(settings=settings)
    every.create("Hart v. Bellweather", number="HC 412/25")
    with every.open(MATTER) as matter:
        names = ("pleadings/Complaint.pdf", "contract/Lease.pdf", "exhibits/notes.txt", "empty.pdf")
        matter.read_files(*(FILES / name for name in names))
    folder = root / "hostile"
    folder.mkdir()
    words = f"Notice\n\nThe tenant {PAYLOAD} gave notice on 3 March 2023 to {PAYLOAD}.\n"
    (folder / f"{PAYLOAD.replace('/', '')}.txt").write_text(words, encoding="utf-8")
    card = every.create(PAYLOAD, number=PAYLOAD)
    with every.open(card.slug) as matter:
        matter.read_files(folder)


@pytest.fixture(scope="session")
def hostile(site: Site) -> str:
    """The slug of the hostile matter."""
    return slug(PAYLOAD)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("no chromium is installed")
    with sync_playwright() as playwright:
        expect.set_options(timeout=120_000)
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


Open = Callable[..., Page]


@pytest.fixture
def open_page(site: Site, browser: Browser) -> Iterator[Open]:
    """Opens pages, and afterwards asserts that none broke its own rules."""
    problems: list[str] = []
    with ExitStack() as stack:

        def opened(
            path: str,
            *,
            size: tuple[int, int] = DESKTOP,
            dark: bool = False,
            script: bool = True,
            language: str = "en-GB",
        ) -> Page:
            context: BrowserContext = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                color_scheme="dark" if dark else "light",
                java_script_enabled=script,
                locale=language,
                base_url=site.address,
                accept_downloads=True,
            )
            stack.callback(context.close)
            context.set_default_timeout(120_000)
            page = context.new_page()
            # Violations of the policy are told on the console too.
            page.on("console", lambda one: one.type == "error" and problems.append(one.text))
            page.on("pageerror", lambda one: problems.append(str(one)))
            page.on("dialog", lambda one: problems.append(one.message))
            page.goto(path)
            return page

        yield opened
    assert problems == []


@pytest.fixture(scope="module")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("screenshots")


def ask(page: Page, question: str, button: str = "Ask") -> None:
    page.get_by_label("Your question").fill(question)
    page.get_by_role("button", name=button, exact=True).click()


def assert_fits(page: Page) -> None:
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0
