from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("pincite", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("pincite")


@pytest.fixture(autouse=True)
def _no_library_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests never see the settings of whoever runs them."""
    for name in [
        name for name in os.environ if name.startswith("PINCITE_") and name != "PINCITE_DATA"
    ]:
        monkeypatch.delenv(name)


# Files that take longest are begun first, so that no worker is left alone with one at the end.
_LONG = ("casefiles", "surfaces", "search", "packs", "graph")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    items.sort(key=lambda item: item.path.relative_to(here).parts[0] not in _LONG)


def pytest_terminal_summary(terminalreporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        reasons = sorted(
            {str(report.longrepr[2]) for report in skipped if isinstance(report.longrepr, tuple)}
        )
        terminalreporter.write_line("skipped, because: " + "; ".join(reasons))
