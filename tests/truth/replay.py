"""The quiet thread: does every change again, one after another, in a library of its own, and says
what the replies are at each revision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from pincite import library
from pincite.api.discretion import discreet_body
from pincite.api.jobs import JobBoard
from pincite.api.workspace import Workspace
from pincite.corpus.audit import AuditEntry
from pincite.matters import Matters
from pincite.model.document import Document, DocumentState
from truth.questions import MATTER, SLUG, Question, normal
from truth.servers import Place
from truth.sources import Load

Wanted = Mapping[int, Set[Question]]
Truths = dict[tuple[Question, int], str]


@dataclass(frozen=True, slots=True)
class History:
    """What was changed in the law and in the matter, in the order of their revisions. `documents`
    are those of the matter by the order in which they came, and `box` is the folder it was brought
    in line with: what it held at each sync."""

    law: list[AuditEntry]
    case: list[AuditEntry]
    documents: list[Document]
    files: Mapping[str, str]
    box: list[dict[str, str]]


def happened(place: Place, files: Mapping[str, str], box: list[dict[str, str]]) -> History:
    """Read from the corpus itself, which nobody changes any more."""
    settings = place.settings(place.folders[0])
    with library.open(place.folders[0], settings=settings) as opened:
        law = list(opened.audit())
    with Matters(settings=settings).open(SLUG) as matter:
        case = list(matter.audit())
        documents = sorted(matter.store.documents.all(), key=lambda document: document.key)
    return History(law, case, documents, files, box)


@contextmanager
def quiet(place: Place, root: Path) -> Iterator[Workspace]:
    """A library and matters of its own, which only this thread uses."""
    settings = place.settings(root / "law", root / "matters")
    library.create(root / "law", settings=settings).close()
    with closing(Workspace(root / "law", settings, JobBoard())) as workspace:
        yield workspace


def law_truths(
    workspace: Workspace,
    entries: Iterable[AuditEntry],
    loads: Mapping[str, Load],
    wanted: Wanted,
    settle: Callable[[Workspace], None] = lambda _: None,
) -> Truths:
    """`settle` is done at each revision before questions are asked."""
    truths: Truths = {}
    opened = workspace.law
    for entry in entries:
        tag = str(entry.detail.get("tag", ""))
        if entry.action == "load":
            load = loads[tag]
            opened.ingest(
                load.path, reader_name="plain", version=tag, collection=load.collection, workers=1
            )
        elif entry.action == "rollback":
            opened.rollback(tag)
        assert opened.store.revision() == entry.seq, "the changes are not those of the log"
        _ask(workspace, entry.seq, wanted, truths, settle)
    return truths


@dataclass(frozen=True, slots=True)
class CaseStep:
    """What an entry of the matter's log was: files that came (uploads by name, a sync by number)."""

    entry: AuditEntry
    names: tuple[tuple[str, str], ...]
    done: bool
    """Whether replies are others than before it."""


def case_steps(history: History, box: Path) -> list[CaseStep]:
    """Each upload brings one file, each sync brings one or takes one away. A file that was found is
    read by an entry of its own, and changes no reply before that."""
    coming, syncs = iter(history.documents), iter(range(len(history.box)))
    waiting: list[tuple[str, str]] = []
    steps: list[CaseStep] = []
    for entry in history.case:
        if entry.action == "files read":
            count = int(str(entry.detail["documents"]))
            steps.append(CaseStep(entry, tuple(waiting[:count]), True))
            waiting = waiting[count:]
            continue
        names: list[tuple[str, str]] = []
        if entry.action == "files found":
            for _ in range(int(str(entry.detail.get("waiting", 0)))):
                document = next(coming)
                names.append(
                    ("sync", str(next(syncs)))
                    if document.folder == str(box)
                    else ("upload", document.path)
                )
            waiting += names
            if entry.detail.get("removed"):
                steps.append(CaseStep(entry, (("sync", str(next(syncs))),), True))
                continue
        steps.append(CaseStep(entry, tuple(names), False))
    return steps


def case_at_end(history: History, box: Path) -> list[CaseStep]:
    """The last revision alone, with what is held then."""
    names = tuple(
        ("box" if document.folder == str(box) else "upload", document.path)
        for document in history.documents
        if document.state is DocumentState.READ
    )
    return [CaseStep(history.case[-1], names, True)]


def case_truths(
    workspace: Workspace,
    history: History,
    steps: Iterable[CaseStep],
    wanted: Wanted,
    box: Path,
    settle: Callable[[Workspace], None] = lambda _: None,
) -> Truths:
    truths: Truths = {}
    workspace.matters.create(MATTER)
    files = workspace.matters.root / SLUG / "files"
    files.mkdir(mode=0o700)
    _fill(box, {})
    for step in steps:
        for kind, name in step.names if step.done else ():
            if kind == "sync":
                _fill(box, history.box[int(name)])
                workspace.matter(SLUG).sync(box)
            elif kind == "box":
                (box / name).write_text(history.files[name], encoding="utf-8")
                workspace.matter(SLUG).sync(box)
            else:
                (files / name).write_text(history.files[name], encoding="utf-8")
                workspace.matter(SLUG).read_files(files / name)
        _ask(workspace, step.entry.seq, wanted, truths, settle)
    return truths


def _fill(box: Path, contents: Mapping[str, str]) -> None:
    for file in box.iterdir():
        file.unlink()
    for name, words in contents.items():
        (box / name).write_text(words, encoding="utf-8")


def _ask(
    workspace: Workspace,
    revision: int,
    wanted: Wanted,
    truths: Truths,
    settle: Callable[[Workspace], None],
) -> None:
    asked = wanted.get(revision, ())
    if asked:
        settle(workspace)
    roots = (workspace.matters.root, workspace.folder)
    for question in asked:
        truths[question, revision] = normal(discreet_body(question.quietly(workspace)), *roots)
