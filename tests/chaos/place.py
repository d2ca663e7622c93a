"""One corpus that faults happen to: what is loaded into it, and whether it is whole afterwards."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chaos.outcome import Outcome
from chaos.watching import LIMIT, Event, Question, Watch
from lagasafn_pages import edition
from pincite import library
from pincite.ingest.law.load import Progress
from pincite.library import Library
from pincite.settings import Settings
from small_acts import small_act, urn_of

# Each stands in one act alone, so that it is known what a question about it finds.
LAMPS = ("amber", "birch", "cedar", "dusk", "ember", "frost", "garnet", "hazel", "indigo", "jade")


def found(opened: Library, words: str) -> str:
    """What the best hit says of a lamp; what else is loaded has a part in the others."""
    return opened.search(words).results[0].text.split(".")[1].removeprefix(" Lamps ")


QUESTIONS: tuple[Question, ...] = (
    lambda opened: opened.show(f"{urn_of(3)}:1").enacted,
    lambda opened: found(opened, "who shall light the garnet lamp"),
    lambda opened: opened.overrides(),
    lambda opened: len(opened.tree(urn_of(5)).children),
)


def _silent(_done: int, _of: int, _name: str) -> None: ...


def settings(**more: Any) -> Settings:
    """Words alone: the models have no part in what is done to servers and disks."""
    chosen: dict[str, Any] = {"busy_seconds": 5.0, **more}
    for kind in ("dense", "token", "sparse", "lemma"):
        chosen[f"{kind}_model"] = ""
    return Settings(**chosen)


@dataclass(frozen=True, slots=True)
class Load:
    path: Path
    reader: str
    tag: str

    def into(self, opened: Library, progress: Progress = _silent, workers: int | str = 1) -> None:
        opened.ingest(
            self.path, reader_name=self.reader, version=self.tag, collection=self.reader,
            progress=progress, workers=workers,
        )  # fmt: skip


@dataclass
class Sources:
    """Laws to load; `size` is of the large ones, in laws and in articles of each."""

    folder: Path
    size: tuple[int, int] = (80, 80)
    loads: dict[str, Load] = field(default_factory=dict[str, Load])

    def kept(self) -> Load:
        """The acts that questions are asked about."""
        for number, lamp in enumerate(LAMPS, 1):
            small_act(self.folder / "kept", number, f"The keeper shall light the {lamp} lamp.")
        return self._named(Load(self.folder / "kept", "plain", "kept"))

    def small(self) -> Load:
        number = 1000 + len(self.loads)
        act = small_act(self.folder, number, f"The buoy shall bear the number {number}.")
        return self._named(Load(act, "plain", f"small-{number}"))

    def large(self) -> Load:
        """With more rows than are kept waiting before they are sent."""
        number = len(self.loads)
        laws, articles = self.size
        folder = edition(
            self.folder / f"large-{number}", laws, articles=articles,
            day=f"{2031 + number}-09-01", word=f"skip{number}",
        )  # fmt: skip
        return self._named(Load(folder, "lagasafn", f"large-{number}"))

    def _named(self, load: Load) -> Load:
        self.loads[load.tag] = load
        return load


def logged(opened: Library) -> list[str]:
    """The tags of the loads, in their order."""
    return [str(entry.detail["tag"]) for entry in opened.audit() if entry.action == "load"]


@dataclass
class Writer:
    """Loads into one library, which stays open; `done` are those that were acknowledged."""

    opened: Library
    sources: Sources
    done: list[str]
    workers: int | str = 1
    watch: Watch = field(default_factory=Watch)

    def once(self, load: Load, progress: Progress = _silent) -> Event:
        event = self.watch.call(
            lambda: load.into(self.opened, progress, self.workers), lambda _: "acknowledged"
        )
        if event.kind == "acknowledged":
            self.done.append(load.tag)
        return event

    def until_done(self, load: Load) -> Event:
        """As the hints say: look whether it is there, and load it again where it is not."""
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            looked = self.watch.call(lambda: load.tag in logged(self.opened), str)
            if looked.kind == "True":
                self.done.append(load.tag)
                return looked
            if looked.kind == "False" and (event := self.once(load)).kind == "acknowledged":
                return event
            time.sleep(0.05)
        raise AssertionError(f"{load.tag} is not loaded: {self.watch.events[-3:]}")

    def outcome(self, recovery: float, *others: Watch) -> Outcome:
        ended = Outcome.of(self.watch, *others)
        ended.recovery = recovery
        ended.acknowledged = len(self.done)
        ended.lost = len(set(self.done) - set(logged(self.opened)))
        ended.damage = self.damage()
        return ended

    def damage(self) -> list[str]:
        """What is not as in a library that the same was loaded into without a fault."""
        verified = self.opened.verify()
        log = logged(self.opened)
        wrong = list(verified.problems)
        if sorted(log) != sorted(self.done):
            wrong.append(f"{log} were logged, and {self.done} acknowledged")
        with library.create(self.sources.folder / "clean", settings=settings()) as clean:
            for tag in log:
                self.sources.loads[tag].into(clean)
            if clean.store.fingerprint() != verified.fingerprint:
                wrong.append("another fingerprint than without the fault")
            versions = [
                [(one.tag, one.works) for one in each.versions()] for each in (clean, self.opened)
            ]
            if versions[0] != versions[1]:
                wrong.append("other versions than without the fault")
        return wrong


@dataclass
class Place:
    """The corpus, opened twice: to be written to, and to be asked; `workers` read what is
    loaded."""

    writes: Library
    asks: Library
    sources: Sources
    workers: int | str = 1

    def writer(self) -> Writer:
        return Writer(self.writes, self.sources, logged(self.writes), self.workers)


@contextmanager
def placed(
    root: Path, database: str = "", *, asked_in: Path | None = None, workers: int | str = 1
) -> Generator[Place]:
    """With the acts that are asked about; in SQLite where no database is given. `asked_in` is
    where the folder lies that is asked."""
    sources = Sources(root / "sources")
    with ExitStack() as stack:
        home = (asked_in or root) / "asked"
        other = root / "written" if database else home
        writes = library.create(other, database=database, settings=settings())
        stack.callback(writes.close)
        sources.kept().into(writes)
        if database:
            asks = library.create(home, database=database, settings=settings())
        else:
            asks = library.open(home, settings=settings())
        stack.callback(asks.close)
        yield Place(writes, asks, sources, workers)
