from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from corpus.postgres_server import PACKAGE, PostgresServer, programs
from milvus_server import MilvusLite, MilvusServer, MilvusStandalone, standalone_possible

settings.register_profile("pincite", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("pincite")

# A shell that runs the tests in the background has Ctrl-C turned off for them, and for all that they
# start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _no_library_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests never see the settings of whoever runs them."""
    for name in [
        name for name in os.environ if name.startswith("PINCITE_") and name != "PINCITE_DATA"
    ]:
        monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One for each process that runs tests; every test has schemas of its own in it."""
    pytest.importorskip("psycopg_pool", reason="psycopg is not installed (the extra `team`)")
    if programs() is None:
        pytest.skip(f"PostgreSQL is not installed (Debian package {PACKAGE})")
    server = PostgresServer()
    yield server
    server.remove()


@pytest.fixture
def schema(postgres: PostgresServer) -> str:
    return postgres.schema()


@pytest.fixture(scope="session")
def milvus_standalone() -> Iterator[MilvusStandalone]:
    """One for each process that runs tests; every test has collections of its own in it."""
    _need_the_client()
    if reason := standalone_possible():
        pytest.skip(reason)
    server = MilvusStandalone()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def milvus_lite() -> Iterator[MilvusLite]:
    """One for each process that runs tests; every test has collections of its own in it."""
    _need_the_client()
    pytest.importorskip("milvus_lite", reason="Milvus Lite is not installed (milvus-lite)")
    server = MilvusLite()
    yield server
    server.remove()


@pytest.fixture(params=["milvus_standalone", "milvus_lite"])
def milvus(request: pytest.FixtureRequest) -> Iterator[MilvusServer]:
    """Either of them. The next test finds it up, whatever this one does to it."""
    server: MilvusServer = request.getfixturevalue(request.param)
    yield server
    if server.alive:
        server.heal()
    else:
        server.start()


def _need_the_client() -> None:
    pytest.importorskip("pymilvus", reason="pymilvus is not installed (the extra `team`)")


# Files that take longest are begun first, so that no worker is left alone with one at the end.
_LONG = ("casefiles", "surfaces", "search", "packs", "graph", "goldens")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        # What measures how time grows takes long, and wants a quiet machine.
        code = getattr(getattr(item, "function", None), "__code__", None)
        if code is not None and "assert_linear" in code.co_names:
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.path.relative_to(here).parts[0] not in _LONG)


def pytest_terminal_summary(terminalreporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        reasons = sorted(
            {str(report.longrepr[2]) for report in skipped if isinstance(report.longrepr, tuple)}
        )
        terminalreporter.write_line("skipped, because: " + "; ".join(reasons))
