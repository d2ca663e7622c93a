from __future__ import annotations

from collections.abc import Iterator

import pytest

from loopback import (
    Publisher,
    publishing,
)
from pincite.settings import Settings
from waiting import LONG


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    with publishing() as publisher:
        yield publisher


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits that were asked for; none is waited. Proxies of the machine are left out."""
    asked: list[float] = []
    monkeypatch.setattr("pincite.ingest.law.connectors.web.time.sleep", asked.append)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    return asked


@pytest.fixture
def settings() -> Settings:
    return Settings(fetch_timeout=LONG)
