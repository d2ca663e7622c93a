"""One run: a corpus, servers, clients who ask and change it all at once, and what came of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from pincite import library
from pincite.api.workspace import Workspace
from pincite.indexes.catalogue import IndexCatalogue
from pincite.matters import Matters
from pincite.model.document import DocumentState
from truth.clients import Client, Record, Steps, Told, together
from truth.killing import killed_now_and_then, killed_writer
from truth.questions import CASE, CASE_QUESTIONS, LAW, LAW_QUESTIONS, MATTER, SLUG, is_encoded
from truth.replay import (
    CaseStep,
    History,
    Truths,
    Wanted,
    case_at_end,
    case_steps,
    case_truths,
    happened,
    law_truths,
    quiet,
)
from truth.servers import Place, Server, serving
from truth.sources import Load, Sources, letter, nonsense
from truth.verdict import Judge, Verdict, law_names, moments

EDITIONS = 3
# Longer than those wait who ask.
_HELD_UP = 2.5
_LONG_WATCH = 30
_MORE = 1.25


@dataclass(frozen=True, slots=True)
class Size:
    """How much each kind of client does; where `seconds` are given, again and again for so long,
    with a `pause` after each change. `acts` are in each edition of the law."""

    acts: int = 6
    clients: int = 32
    questions: int = 12
    loads: int = 4
    rollbacks: int = 4
    uploads: int = 2
    syncs: int = 4
    indexings: int = 2
    matters: int = 2
    holdups: int = 1
    seconds: float = 0.0
    pause: float = 0.0


@dataclass
class Outcome:
    """`faults` are replies that nobody should get, `damage` what is not whole at the end."""

    verdict: Verdict
    record: Record
    memory: list[list[int]]
    """What each server held of it, second by second."""
    damage: list[str] = field(default_factory=list[str])

    @property
    def broken(self) -> list[str]:
        """The promises that were not kept."""
        said = {
            "replies that nobody should get": self.record.faults,
            "wrong replies": self.verdict.wrong,
            "older replies that do not say so": self.verdict.late,
            "damage": self.damage,
            "memory grows": [each for each in self.memory if _grows(each)],
        }
        return [f"{len(found)} {what}" for what, found in said.items() if found]

    def __str__(self) -> str:
        return "\n".join(
            [
                f"{len(self.record.told)} replies: {self.verdict}",
                f"{len(self.record.changes)} changes, {self.record.busy} told to try again,"
                f" {self.record.cuts} cut off",
                f"{len(self.record.faults)} faults", *self.record.faults[:6],
                *self.verdict.wrong[:6], *self.verdict.late[:6],
                *(f"damage: {each}" for each in self.damage),
                f"memory, MiB: {[[each >> 20 for each in one[:: max(1, len(one) // 8)]] for one in self.memory]}",
            ]
        )  # fmt: skip


class Run:
    """`size` says how much is done; `place` where. Every `killing` seconds a server is killed, and
    commands that write beside them are killed all the time."""

    def __init__(self, place: Place, size: Size, seed: int = 1, *, killing: float = 0.0) -> None:
        self.place, self.size, self.seed, self.killing = place, size, seed, killing
        self.sources = Sources(place.sources / "law", size.acts)
        self.box = place.sources / "box"
        self.box.mkdir(parents=True)
        self.files: dict[str, str] = {}
        self.boxes: list[dict[str, str]] = []
        self._letters = iter(range(1, 100_000))
        self._turn = threading.Lock()
        self.base: dict[str, int] = {}
        self._over = self._ended = 0.0

    def prepare(self) -> None:
        """Load some editions, and put two files into the matter."""
        settings = self.place.settings(self.place.folders[0])
        with library.open(self.place.folders[0], settings=settings) as opened:
            for number in range(EDITIONS):
                load = self.sources.edition(number)
                opened.ingest(
                    load.path, reader_name="plain", version=load.tag, collection=load.collection
                )
            self.base[LAW] = opened.store.revision()
        matters = Matters(settings=settings)
        matters.create(MATTER)
        with matters.open(SLUG) as matter:
            files = matter.folder / "files"
            files.mkdir(mode=0o700)
            for _ in range(2):
                name, words = self.next_letter()
                (files / name).write_text(words, encoding="utf-8")
                matter.read_files(files / name)
            self.base[CASE] = matter.store.revision()

    def next_letter(self) -> tuple[str, str]:
        with self._turn:
            name, words = letter(next(self._letters))
            self.files[name] = words
        return name, words

    # What the clients do.

    def steps(self) -> list[Steps]:
        """One client of each kind that changes something, three who upload, and readers."""
        changing: list[Steps] = [
            self._loads, self._rolls_back, self._uploads, self._uploads, self._uploads, self._syncs,
            self._indexes, self._makes_and_deletes, self._holds_up,
        ]  # fmt: skip
        if self.killing:
            numbers = count(1000)

            def next_load() -> Load:
                return self.sources.later(next(numbers))

            changing.append(killed_writer(self.place, next_load, lambda: self._times(3)))
        return [*changing, *[self._asks] * (self.size.clients - len(changing))]

    def _times(self, count: int, pause: float | None = None) -> Iterator[int]:
        """So often, or for so long; not at all where the count is 0."""
        number = 0
        while count and (time.monotonic() < self._over if self._over else number < count):
            yield number
            number += 1
            time.sleep(self.size.pause if pause is None else pause)

    def _asks(self, client: Client) -> None:
        for _ in self._times(self.size.questions, 0.0):
            self._ask(client)

    def _ask(self, client: Client) -> None:
        client.ask(client.random.choice((*LAW_QUESTIONS, *CASE_QUESTIONS)))

    def _loads(self, client: Client) -> None:
        for number in self._times(self.size.loads):
            if number % 4 == 3:
                load = self.sources.edition(EDITIONS + number // 4)
            else:
                load = self.sources.later(number // 4 * 2 + number % 4 // 2, number % 2)
            client.load(load)
            self._ask(client)

    def _rolls_back(self, client: Client) -> None:
        for number in self._times(self.size.rollbacks):
            client.roll_back(f"edition-{number * 2 % EDITIONS}")
            self._ask(client)

    def _uploads(self, client: Client) -> None:
        for _ in self._times(self.size.uploads):
            client.upload(*self.next_letter())
            self._ask(client)

    def _syncs(self, client: Client) -> None:
        """A file comes, and the one before it goes."""
        held: dict[str, str] = {}
        for number in self._times(self.size.syncs):
            if number % 2 == 0 or not held:
                name, words = self.next_letter()
                held[name] = words
                (self.box / name).write_text(words, encoding="utf-8")
            else:
                name = min(held)
                del held[name]
                (self.box / name).unlink()
            self.boxes.append(dict(held))
            client.sync(self.box, str(number))
            self._ask(client)

    def _indexes(self, client: Client) -> None:
        for number in self._times(self.size.indexings):
            client.index(SLUG if number % 2 else "", rebuild=number % 4 < 2)
            self._ask(client)

    def _makes_and_deletes(self, client: Client) -> None:
        for number in self._times(self.size.matters):
            client.matter_comes_and_goes("Brief v. Passing", f"zephyr{nonsense(number)}")
            self._ask(client)

    def _holds_up(self, client: Client) -> None:
        """Indexes slowly, so that the others are asked on in the state before."""
        for number in self._times(self.size.holdups):
            folder = self.place.folders[number % len(self.place.folders)]
            with closing(IndexCatalogue(folder / "indexes")) as catalogue, catalogue.in_turn():
                time.sleep(_HELD_UP)
            self._ask(client)

    # The whole of it.

    def play(self) -> Outcome:
        self.prepare()
        with serving(self.place) as servers:
            if self.size.seconds:
                self._over = time.monotonic() + self.size.seconds
            with ExitStack() as stack:
                memory = stack.enter_context(watched(servers))
                if self.killing:
                    stack.enter_context(killed_now_and_then(servers, self.killing, self._over))
                record = together(servers, self.steps(), self.seed, patient=bool(self.killing))
            if self.place.encodes:
                together(
                    servers, [lambda client: client.index(), lambda client: client.index(SLUG)], 0
                )
            self._ended = time.monotonic()
            self._ask_everything(servers, record)
        history = happened(self.place, self.files, self.boxes)
        outcome = Outcome(self.judged(history, record), record, [] if self.killing else memory)
        outcome.damage = self.damage(record)
        return outcome

    def _ask_everything(self, servers: list[Server], record: Record) -> None:
        """Once more, of each server, when nobody changes anything."""
        client = Client(servers, record, "at the end")
        for server in servers:
            for question in (*LAW_QUESTIONS, *CASE_QUESTIONS):
                client.ask(question, server)

    def judged(self, history: History, record: Record) -> Verdict:
        steps = (case_at_end if self.killing else case_steps)(history, self.box)
        case = [(step.entry.seq, step.names) for step in steps]
        judge = Judge(
            (self.place.matters, *self.place.folders),
            {
                LAW: moments(law_names(history.law), record.changes, self.base[LAW]),
                CASE: moments(case, record.changes, self.base[CASE]),
            },
            self._compared,
        )
        truths = self._truths(history, steps, judge.wanted(record), "truth")
        verdict, strange = judge.judge(record, truths)
        if strange:
            truths |= self._truths(history, steps, judge.older(strange), "older")
            verdict = judge.explain(verdict, strange, truths)
        return verdict

    def _compared(self, told: Told) -> bool:
        """The log of a matter does not tell which of two files was read that a killed server left
        waiting: those replies are compared at the end alone. Where networks encode, those of what
        is encoded are."""
        if self.killing and told.question.of == CASE and told.sent < self._ended:
            return False
        return not (self.place.encodes and told.question.asks) or is_encoded(told.reply)

    def _settled(self, workspace: Workspace) -> None:
        """Encoded, as what is compared was."""
        if self.place.encodes:
            held_here = [workspace.law]
            if workspace.matters.all():
                held_here.append(workspace.matter(SLUG))
            for held in held_here:
                held.search_index.index()
                held.search_index.encode()

    def _truths(
        self, history: History, steps: Sequence[CaseStep], wanted: Mapping[str, Wanted], name: str
    ) -> Truths:
        with quiet(self.place, self.place.root / name) as workspace:
            truths = law_truths(
                workspace, history.law, self.sources.loads, wanted[LAW], self._settled
            )
            return truths | case_truths(
                workspace, history, steps, wanted[CASE], self.box, self._settled
            )

    def damage(self, record: Record) -> list[str]:
        """What is not whole, once all servers have ended."""
        found: list[str] = []
        for folder in self.place.folders:
            settings = self.place.settings(folder)
            with library.open(folder, settings=settings) as opened:
                found += _uneven(opened, folder.name)
                found += [f"{folder.name}: {each}" for each in opened.verify().problems]
                tags = {version.tag for version in opened.versions()}
        with Matters(settings=settings).open(SLUG) as matter:
            found += _uneven(matter, SLUG)
            found += [f"{SLUG}: {each}" for each in matter.verify().problems]
            read = {one.path for one in matter.documents() if one.state is DocumentState.READ}
        for change in record.changes:
            if change.kind == "load" and change.name not in tags:
                found.append(f"{change.name} was loaded, and is not there")
            if (
                change.kind == "upload"
                and change.name.startswith("letter")
                and change.name not in read
            ):
                found.append(f"{change.name} was uploaded, and is not there")
        for path in self.place.root.rglob("*"):
            if path.name.endswith((".part", ".tmp")):
                found.append(f"{path} was left behind")
        for folder in [*self.place.root.rglob("indexes")]:
            words = [each.name for each in folder.glob("words*") if each.is_dir()]
            if len(words) != 1:
                found.append(f"{folder} has {words}")
        return found


@contextmanager
def watched(servers: Sequence[Server]) -> Generator[list[list[int]]]:
    """What each server holds of the memory, once a second."""
    over, held = threading.Event(), [[] for _ in servers]

    def look() -> None:
        while not over.wait(1.0):
            for server, each in zip(servers, held, strict=True):
                with suppress(OSError, IndexError):
                    each.append(server.memory())

    thread = threading.Thread(target=look, name="memory")
    thread.start()
    try:
        yield held
    finally:
        over.set()
        thread.join()


def _grows(held: Sequence[int]) -> bool:
    """Whether it has grown in the second half of a long time by more than a quarter."""
    half = len(held) // 2
    return half >= _LONG_WATCH and max(held[-5:]) > _MORE * max(held[:half])


def _uneven(opened, name: str) -> list[str]:
    """Where the index does not hold exactly the passages of the corpus."""
    indexed = opened.search_index.engine().indexed
    live = sum(len(one.chunks()) for one in opened.search_index.documents())
    if len(indexed.table) == len(indexed.lexical) == live:
        return []
    return [
        f"{name}: {live} passages, {len(indexed.table)} in the register, {len(indexed.lexical)} in the words"
    ]


def on_sqlite(root: Path, servers: int = 1) -> Place:
    """Servers on one and the same folder."""
    folder = root / "law"
    place = Place(root, (folder,) * servers)
    library.create(folder, settings=place.settings(folder)).close()
    return place


def on_servers(root: Path, database: str, vectors: str = "", count: int = 2) -> Place:
    """Servers with a folder each, on one corpus in PostgreSQL, and vectors on Milvus."""
    folders = tuple(root / f"replica-{number}" for number in range(count))
    place = Place(root, folders)
    for folder in folders:
        library.create(
            folder, database=database, vectors=vectors, settings=place.settings(folder)
        ).close()
    return place
