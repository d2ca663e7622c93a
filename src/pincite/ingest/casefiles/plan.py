"""Compares the folders with the register of documents, and plans what a sync will do."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from pincite.ingest.casefiles.folder import FolderContents, FoundFile
from pincite.ingest.casefiles.tasks import Enclosed
from pincite.model.document import Document, DocumentState, Loss

_READ, _WAITING, _REMOVED = DocumentState.READ, DocumentState.WAITING, DocumentState.REMOVED
_DUPLICATE, _UNREADABLE = DocumentState.DUPLICATE, DocumentState.UNREADABLE
_ID_LENGTH = 12
_unread_attachment = re.compile("attachment .* could not be read", re.DOTALL)


@dataclass(slots=True)
class SyncPlan:
    """What a sync will do. `changed` are all documents whose row in the register changes; some of
    them wait to be read. The lists beside it are for the report."""

    changed: dict[str, Document] = field(default_factory=dict[str, Document])
    added: list[str] = field(default_factory=list[str])
    altered: list[str] = field(default_factory=list[str])
    moved: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    removed: list[str] = field(default_factory=list[str])
    duplicates: list[str] = field(default_factory=list[str])
    unchanged: int = 0


def plan(
    register: Sequence[Document], present: FolderContents, *, remove: bool, retry: bool = False
) -> SyncPlan:
    """`remove` says that a registered file which is gone is gone for good; `retry` that what could
    not be read is to be tried again."""
    made = SyncPlan()
    files = [document for document in register if not document.position]
    known = {(document.folder, document.path): document for document in files}
    there = {(file.folder, file.path) for file in present.files}
    # Of a folder that was not looked into, nothing is known to be gone.
    gone = {
        document.sha256: document
        for document in files
        if remove
        and document.folder in present.folders
        and (document.folder, document.path) not in there
        and document.state is _READ
    }
    ids = {document.id for document in register}
    for file in present.files:
        document = known.get((file.folder, file.path))
        if document is None:
            mover = gone.pop(file.sha256, None)
            if mover is not None:
                made.moved.append((mover.path, file.path))
                made.changed[mover.id] = replace(mover, folder=file.folder, path=file.path)
                continue
            document = _new(file, ids)
            made.added.append(file.path)
            made.changed[document.id] = document
        elif document.sha256 != file.sha256:
            made.altered.append(file.path)
            made.changed[document.id] = _again(document, file.sha256, file.size)
        elif document.state is _REMOVED:
            made.added.append(file.path)
            made.changed[document.id] = _back(document)
        elif document.state is _WAITING or (retry and document.state is _UNREADABLE):
            made.changed[document.id] = replace(document, state=_WAITING)
        else:
            made.unchanged += 1
    if remove:
        _remove(files, register, present, there, made)
    settle_duplicates(register, made)
    return made


def children(
    parent: Document, enclosed: Sequence[Enclosed], had: Iterable[Document], ids: set[str]
) -> list[Document]:
    """The rows that change for the attachments of a document that was just read, given those it
    had before. `ids` are all that are taken."""
    changed: list[Document] = []
    before = {document.position: document for document in had}
    for position, attachment in enumerate(enclosed, 1):
        path = f"{parent.path}/{position} {safe_name(attachment.name)}"
        known = before.pop(position, None)
        if known is None:
            file = FoundFile(parent.folder, path, attachment.size, attachment.sha256)
            child = replace(_new(file, ids), parent=parent.id, position=position)
            changed.append(child)
        elif known.sha256 != attachment.sha256 or known.path != path:
            changed.append(replace(_again(known, attachment.sha256, attachment.size), path=path))
        elif known.state is _REMOVED:
            changed.append(_back(known))
    changed += [
        replace(document, state=_REMOVED)
        for document in before.values()
        if document.state is not _REMOVED
    ]
    return changed


def with_unread_attachments(register: Sequence[Document]) -> list[Document]:
    """The rows that change because what is enclosed in a document could or could not be read."""
    unread: dict[str, list[Document]] = {}
    for document in register:
        if document.parent and document.state is _UNREADABLE:
            unread.setdefault(document.parent, []).append(document)
    changed: list[Document] = []
    for document in register:
        own = [loss for loss in document.losses if not _unread_attachment.fullmatch(loss.what)]
        below = sorted(unread.get(document.id, ()), key=lambda child: child.position)
        said = [Loss(f"attachment {child.name} could not be read") for child in below]
        losses = (*own, *said)
        if document.state is _READ and losses != document.losses:
            changed.append(replace(document, losses=losses))
    return changed


def safe_name(name: str) -> str:
    """The last part of a name that a document gave, without anything a path could act on."""
    last = name.replace("\\", "/").rpartition("/")[2]
    kept = "".join(char for char in last if char.isprintable() and char not in '<>:"|?*')
    kept = kept.encode(errors="ignore").decode().strip(" .")
    stem, dot, suffix = kept.rpartition(".")
    return f"{stem[:100]}{dot}{suffix[:16]}" if dot and stem else kept[:100] or "unnamed"


def _new(file: FoundFile, ids: set[str]) -> Document:
    """The id comes from the name of the folder and the path in it, not from where it lies."""
    base = file.folder.rpartition("/")[2]
    salt, number = "", 1
    while True:
        text = f"{base}/{file.path}{salt}"
        name = hashlib.sha256(text.encode()).hexdigest()[:_ID_LENGTH]
        if name not in ids:
            ids.add(name)
            return Document(
                name, file.folder, file.path, file.sha256, file.size, _WAITING, key=0
            )  # fmt: skip
        number += 1
        salt = f"\0{number}"


def _again(document: Document, sha256: str, size: int) -> Document:
    """A document whose file has other bytes now: a new revision, to be read."""
    return Document(
        document.id, document.folder, document.path, sha256, size, _WAITING, key=0,
        revision=document.revision + (document.ingested_at != ""), parent=document.parent,
        position=document.position,
    )  # fmt: skip


def _back(document: Document) -> Document:
    """A removed document that is there again, with the bytes it had: nothing need be read."""
    if document.ingested_at and not document.reason:
        return replace(document, state=_READ)
    return replace(document, state=_WAITING)


def _remove(
    files: Sequence[Document],
    register: Sequence[Document],
    present: FolderContents,
    there: set[tuple[str, str]],
    made: SyncPlan,
) -> None:
    for document in files:
        is_gone = (
            document.folder in present.folders and (document.folder, document.path) not in there
        )
        if is_gone and document.state is not _REMOVED and document.id not in made.changed:
            made.removed.append(document.path)
            made.changed[document.id] = replace(document, state=_REMOVED)
            for child in _descendants(document, register):
                made.changed[child.id] = replace(child, state=_REMOVED)


def _descendants(document: Document, register: Sequence[Document]) -> list[Document]:
    descendants: list[Document] = []
    parents = {document.id}
    while parents:
        below = [document for document in register if document.parent in parents]
        descendants += below
        parents = {document.id for document in below}
    return descendants


def settle_duplicates(register: Sequence[Document], made: SyncPlan) -> None:
    """Of several documents with the same bytes one is read: the one that was, else the first."""
    now = {document.id: document for document in register} | made.changed
    firsts: dict[str, Document] = {}
    for document in sorted(
        now.values(),
        key=lambda document: (
            document.state is not _READ,
            document.position > 0,
            document.folder,
            document.path,
        ),
    ):
        if document.state in (_READ, _WAITING, _DUPLICATE) and document.sha256:
            firsts.setdefault(document.sha256, document)
    for document in now.values():
        if document.state not in (_WAITING, _DUPLICATE) or not document.sha256:
            continue
        first = firsts[document.sha256]
        if first.id != document.id and (
            document.state is _WAITING or document.duplicate_of != first.id
        ):
            made.duplicates.append(document.path)
            made.changed[document.id] = replace(document, state=_DUPLICATE, duplicate_of=first.id)
        elif first.id == document.id and document.state is _DUPLICATE:
            made.changed[document.id] = replace(document, state=_WAITING, duplicate_of="")
