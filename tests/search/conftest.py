from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bundled_matter import FILES
from installed_models import models
from pincite.library import Library
from pincite.matters import Matters
from pincite.matters.matter import Matter
from pincite.settings import Settings
from search.bundled_law import Run, bundled_law, command

__all__ = ["models"]


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of the bundled law, the bundled matter and one that is none of its business; no
    model is installed."""
    root = tmp_path_factory.mktemp("searched")
    bundled_law(root / "law", root / "no-models").close()
    every = Matters(root / "matters", settings=_settings(root))
    every.create("Hart v. Bellweather", number="HC 412/25")
    with every.open("hart-v-bellweather") as opened:
        opened.read_files(FILES)
    every.create("Quill v. Ostrich")
    secret = root / "secret"
    secret.mkdir()
    (secret / "memo.txt").write_text("The deposit of Quill was zyxomma feathers.\n" * 3)
    with every.open("quill-v-ostrich") as opened:
        opened.read_files(secret)
    return root


def _settings(root: Path) -> Settings:
    return Settings(library=root / "law", models=root / "no-models", workers=1, jurisdiction="xm")


@pytest.fixture
def law(places: Path) -> Iterator[Library]:
    with Library(places / "law", _settings(places)) as opened:
        yield opened


@pytest.fixture
def matter(places: Path) -> Iterator[Matter]:
    with Matters(places / "matters", settings=_settings(places)).open("hart-v-bellweather") as one:
        yield one


@pytest.fixture
def run(places: Path) -> Run:
    return command(places / "law", places / "matters", places / "no-models")
