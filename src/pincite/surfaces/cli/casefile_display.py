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
        for one in found.unreadable:
            lines += [f"  {one.path}: {one.reason}", f"    {one.hint}"]
    if found.ignored:
        lines.append(f"left alone: {len(found.ignored)}")
        lines += _few([f"  {one.path}: {one.reason}" for one in found.ignored])
    return "\n".join(lines)


def documents(found: Sequence[Document]) -> str:
    lines: list[str] = []
    names = {one.id: one.path for one in found}
    for one in found:
        match one.state:
            case DocumentState.READ:
                pages = f"{one.pages} p." if one.pages else "-"
                how = one.method if one.confidence is None else f"{one.method} {one.confidence:.0%}"
                about = f"{one.kind:<14} {pages:>7}  {how:<10}"
            case DocumentState.UNREADABLE:
                about = f"unreadable: {one.reason}  "
            case DocumentState.DUPLICATE:
                about = f"the same as {names.get(one.duplicate_of, one.duplicate_of)}  "
            case _:
                about = f"{one.state.value:<14} {'':>7}  {'':<10}"
        lines.append(f"{one.id}  {about} {one.path}")
        lines += [f"{'':14}note: {warning}" for warning in one.warnings[:3]]
    return "\n".join(lines) or "no documents yet; `pincite ingest FOLDER` reads some"


def passages(found: Sequence[FilePassage]) -> str:
    blocks = [
        f"{one.citation}  [{one.locator}]\n"
        + textwrap.fill(one.text, _WIDTH, initial_indent="  ", subsequent_indent="  ")
        for one in found
    ]
    return "\n\n".join(blocks)


def quoted(found: Sequence[QuotedPlace]) -> str:
    return "\n".join(f"{one.citation}: {one.words}" for one in found) or "those words stand nowhere"


def _few(lines: list[str]) -> list[str]:
    if len(lines) <= _SHOWN:
        return lines
    return [*lines[:_SHOWN], f"  … and {len(lines) - _SHOWN} more (--json lists all)"]


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
