"""Plain text for people: what the commands over case files print without --json."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from pincite.ingest.casefiles.sync import SyncReport
from pincite.matters.page_view import QuotedPlace
from pincite.matters.passage_names import FilePassage
from pincite.model.document import Document, DocumentState

_SHOWN = 10
_WIDTH = 96


def sync_report(found: SyncReport) -> str:
    rate = f" ({found.pages / found.seconds:,.0f} pages a second)" if found.seconds else ""
    lines = [
        f"read {_count(found.read, 'document')}, {_count(found.pages, 'page')},"
        f" {_count(found.chunks, 'passage')} in {found.seconds:.1f} s{rate}"
    ]
    for label, paths in (
        ("new", found.added),
        ("changed", found.changed),
        ("moved", [f"{old} → {new}" for old, new in found.moved]),
        ("removed", found.removed),
        ("the same as another, read once", found.duplicates),
    ):
        if paths:
            lines.append(f"{label}: {len(paths)}")
            lines += _few([f"  {path}" for path in paths])
    if found.unchanged:
        lines.append(f"unchanged: {found.unchanged}")
    if found.unreadable:
        lines.append(f"could not be read: {len(found.unreadable)}")
        for document in found.unreadable:
            lines += [f"  {document.path}: {document.reason}", f"    {document.hint}"]
    if found.incomplete:
        lines.append(f"text may be missing: {len(found.incomplete)}")
        for document in found.incomplete:
            lines += [f"  {document.path}: {loss}" for loss in document.losses]
    if found.ignored:
        lines.append(f"left alone: {len(found.ignored)}")
        lines += _few([f"  {file.path}: {file.reason}" for file in found.ignored])
    return "\n".join(lines)


def documents(found: Sequence[Document]) -> str:
    lines: list[str] = []
    names = {document.id: document.path for document in found}
    for document in found:
        match document.state:
            case DocumentState.READ:
                pages = f"{document.pages} p." if document.pages else "-"
                how = (
                    document.method
                    if document.confidence is None
                    else f"{document.method} {document.confidence:.0%}"
                )
                about = f"{document.kind:<14} {pages:>7}  {how:<10}"
            case DocumentState.UNREADABLE:
                about = f"unreadable: {document.reason}  "
            case DocumentState.DUPLICATE:
                about = f"the same as {names.get(document.duplicate_of, document.duplicate_of)}  "
            case _:
                about = f"{document.state.value:<14} {'':>7}  {'':<10}"
        lines.append(f"{document.id}  {about} {document.path}")
        lines += [f"{'':14}may be missing: {loss}" for loss in document.losses]
        lines += [f"{'':14}note: {warning}" for warning in document.warnings[:3]]
    return "\n".join(lines) or "no documents yet; `pincite ingest FOLDER` reads some"


def passages(found: Sequence[FilePassage]) -> str:
    lost = dict.fromkeys(loss for passage in found for loss in passage.source.losses)
    blocks = [f"text may be missing: {loss}" for loss in lost]
    blocks += [
        f"{passage.citation}  [{passage.locator}]\n"
        + textwrap.fill(passage.text, _WIDTH, initial_indent="  ", subsequent_indent="  ")
        for passage in found
    ]
    return "\n\n".join(blocks)


def quoted(found: Sequence[QuotedPlace]) -> str:
    return (
        "\n".join(f"{place.citation}: {place.words}" for place in found)
        or "those words stand nowhere"
    )


def _few(lines: list[str]) -> list[str]:
    if len(lines) <= _SHOWN:
        return lines
    return [*lines[:_SHOWN], f"  … and {len(lines) - _SHOWN} more (--json lists all)"]


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
