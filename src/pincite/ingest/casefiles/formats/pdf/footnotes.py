"""Footnotes: smaller type at the foot of a column, begun by a mark that the text above cites."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from pincite.ingest.casefiles.formats.pdf.lines import Placed
from pincite.ingest.casefiles.formats.pdf.rows import PdfRow
from pincite.ingest.casefiles.formats.pdf.runs import Run
from pincite.ingest.casefiles.formats.pdf.words import RAISED
from pincite.ingest.casefiles.reading import FileParagraph
from pincite.model.layout import Role

_SMALLER = 0.93
_mark = re.compile(r"(\d{1,3}|[*†‡§]{1,3})(?=[.)]?(?:\s|$)|[^\W\d])")
_bare_mark = re.compile(r"\d{1,3}|[*†‡§]{1,3}")
_star = re.compile(r"[^\s*†‡]([*†‡]{1,3})(?=\s|$)")
_ended = re.compile(r"[.!?][\"”’'»)\]]*$")


class Parted(NamedTuple):
    """A page's lines, told apart; `carried` are lines that go on with the note before."""

    body: list[Placed]
    notes: list[FileParagraph]
    carried: list[Placed]


def body_size(runs: list[Run]) -> float:
    """The type size that most of the letters are set in."""
    letters: Counter[float] = Counter()
    for run in runs:
        letters[round(run.size, 1)] += len(run.text)
    return max(letters, key=lambda size: (letters[size], size)) if letters else 0.0


def part(lines: list[Placed], usual: float, *, open_note: bool) -> Parted:
    """Takes the footnotes out of a page's lines. `open_note` says that the page before ended in
    the middle of a note."""
    small = _SMALLER * usual
    if not lines or min([line.row.size for line in lines]) >= small:
        return Parted(lines, [], [])
    columns: dict[int, list[Placed]] = {}
    for line in lines:
        columns.setdefault(line.row.column, []).append(line)
    feet = {number: _foot(members, small) for number, members in columns.items()}
    at_foot = {id(line) for foot in feet.values() for line in foot}
    cited = {mark for line in lines if id(line) not in at_foot for mark in _marks_in(line.row)}
    notes: list[FileParagraph] = []
    carried: list[Placed] = []
    taken: set[int] = set()
    for foot in feet.values():
        begun = False
        going_on = open_note and not notes
        for line in foot:
            mark = _mark_of(line)
            known = {note.label for note in notes}
            if (mark in cited and mark not in known) or (begun and _counts_on(notes[-1], line)):
                notes.append(FileParagraph([], label=mark))
                begun = True
            elif not begun:
                # Only words that cannot begin a note or a paragraph go on with the note before.
                going_on = going_on and (bool(carried) or line.line.text[0].islower())
                if going_on:
                    carried.append(line)
                    taken.add(id(line))
                continue
            notes[-1].lines.append(line.line._replace(role=Role.FOOTNOTE))
            taken.add(id(line))
    if carried and not notes and len(carried) == len(lines):
        # A page of small type alone may be anything.
        return Parted(lines, [], [])
    return Parted([line for line in lines if id(line) not in taken], notes, carried)


def is_open(note: FileParagraph) -> bool:
    return not _ended.search(note.lines[-1].text)


def _foot(lines: list[Placed], small: float) -> list[Placed]:
    """The lines of smaller type that end the column."""
    at = len(lines)
    while at and lines[at - 1].row.size < small:
        at -= 1
    return lines[at:] if at else []


def _marks_in(row: PdfRow) -> list[str]:
    """The raised figures of a row, whether they end a word or were drawn apart from it; a star is
    raised by its own shape."""
    marks = [mark for run in row.runs for mark in run.marks]
    marks += [mark for run in row.runs for mark in _star.findall(run.text)]
    if len(row.runs) > 1:
        marks += [run.text for run in row.runs if _is_lone_mark(run, row)]
    return marks


def _is_lone_mark(run: Run, row: PdfRow) -> bool:
    return run.size < RAISED * row.size and _bare_mark.fullmatch(run.text) is not None


def _counts_on(note: FileParagraph, line: Placed) -> bool:
    """Whether the line begins with a raised figure that is the next after the note's: a note,
    though the place that cites it was not seen."""
    first = line.row.runs[0]
    mark = first.mark or (first.text if _is_lone_mark(first, line.row) else "")
    return mark.isdecimal() and note.label.isdecimal() and int(mark) == int(note.label) + 1


def _mark_of(line: Placed) -> str:
    run = line.row.runs[0]
    if run.mark:
        return run.mark
    match = _mark.match(run.text)
    return match[1] if match else ""
