from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pincite.library import Library
from pincite.settings import Settings
from search.bundled_law import bundled_law
from waiting import LONG

# For an endpoint that never ends what it says: enough to be asked in, and no more.
SOON = 10.0
QUESTION = "May the owner enter my home without notice?"
Opened = Callable[..., Library]


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled law, indexed; no model is installed."""
    root = tmp_path_factory.mktemp("answered")
    bundled_law(root / "law", root / "no-models").close()
    with Library(root / "law", Settings(models=root / "no-models", jurisdiction="xm")) as law:
        assert law.ask(QUESTION).answer is not None
    return root


@pytest.fixture
def opened(places: Path) -> Iterator[Opened]:
    """Opens the bundled law with a chat endpoint, and with other settings where they are given."""
    libraries: list[Library] = []

    def open_with(url: str = "", **more: object) -> Library:
        settings = Settings(
            library=places / "law", models=places / "no-models", workers=1, jurisdiction="xm",
            **{"answer_url": url, "answer_model": "m", "answer_timeout": LONG} | more,
        )  # fmt: skip
        libraries.append(Library(places / "law", settings))
        return libraries[-1]

    yield open_with
    for one in libraries:
        one.close()


@pytest.fixture
def law(opened: Opened) -> Library:
    return opened()
