"""Turns a reading into the document that is stored: its kind, outline, chunks and page lines."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.ingest.casefiles.chunking import ParagraphSpan, chunk
from pincite.ingest.casefiles.kinds import Classified, classify
from pincite.ingest.casefiles.opening import PartOpening
from pincite.ingest.casefiles.outline import outline
from pincite.ingest.casefiles.reading import FileParagraph, FileReading, Page
from pincite.ingest.casefiles.transcript import speeches
from pincite.ingest.casefiles.tree import grow
from pincite.ingest.casefiles.whereabouts import Whereabouts
from pincite.model import Draft, Expression, Source
from pincite.model.layout import PageLayout, PlacedLine
from pincite.model.provenance import Mark, marks
from pincite.text import canonicalize

_TITLE = 200
# What word processors and scanners write as a title when nobody gave one.
_no_title = re.compile(
    r"(?:microsoft (?:word|powerpoint|excel)\b.*|untitled.*|document ?\d*|scan.*|\W*|\d+"
    r"|.*\.(?:docx?|pdf|wpd|rtf|txt|xlsx?|html?|eml|tiff?))",
    re.I,
)
_line_place = re.compile(r"lines? (\d+)")
_words = re.compile(r"[^\W\d_]+")
_SAMPLE = 6000
_ENOUGH = 0.06
_COMMON = {
    "en": frozenset({"the", "of", "and", "to", "in", "that", "for", "is", "shall", "be", "by"}),
    "is": frozenset({"og", "að", "er", "sem", "í", "á", "við", "til", "um", "ekki", "það", "með"}),
}


@dataclass(frozen=True, slots=True)
class Assembled:
    """A document ready to be stored. `marks` are the numbered paragraphs and the notes, for
    `pincite.model.provenance.place`."""

    draft: Draft
    pages: list[PageLayout]
    classified: Classified
    marks: list[Mark]


@dataclass(slots=True)
class _Laid:
    """The canonical text as it is put together, and its lines."""

    texts: list[str] = field(default_factory=list[str])
    starts: array[int] = field(default_factory=lambda: array("L"))
    length: int = 0
    placed: dict[int, list[PlacedLine]] = field(default_factory=dict[int, list[PlacedLine]])
    offsets: list[int] = field(default_factory=list[int])
    pages: list[int] = field(default_factory=list[int])
    numbers: list[str] = field(default_factory=list[str])
    # The first paragraph that begins or goes on on a page.
    tops: dict[int, int] = field(default_factory=dict[int, int])


def assemble(reading: FileReading, *, urn: str, name: str, source: Source) -> Assembled:
    """The document of one file. Its canonical text is the body's paragraphs and then the notes,
    each paragraph its lines joined by a space, after the number that the format generates for it;
    `name` is the file's name, and every node is named from `urn`."""
    classified = classify(reading, name)
    transcript = classified.kind == "transcript"
    paragraphs = speeches(reading.paragraphs) if transcript else reading.paragraphs
    laid = _Laid()
    _lay(paragraphs, laid, notes=False)
    openings = outline(paragraphs, laid.texts, classified)
    _lay(reading.notes, laid, notes=True)
    openings += [_note(paragraph) for paragraph in reading.notes]
    text = " ".join(laid.texts)
    title = _title(reading, classified, name)
    spans = [
        (start, start + len(words)) for start, words in zip(laid.starts, laid.texts, strict=True)
    ]
    every = [*paragraphs, *reading.notes]
    nodes = grow(urn, title, spans, openings, _places(every, openings, laid))
    pieces = [
        _piece(span, paragraph, opening)
        for span, paragraph, opening in zip(spans, every, openings, strict=True)
    ]
    where = Whereabouts(every, laid.starts, (laid.offsets, laid.pages, laid.numbers), laid.tops)
    short = (classified.short or "Tr.") if transcript else ""
    chunks = chunk(title, short, text, nodes, pieces, where)
    expression = Expression(
        urn=urn,
        title=title,
        kind=classified.kind,
        language=reading.language.lower().partition("-")[0] or language(text),
        style="casefile",
        meta={
            "file": name,
            "short": classified.short,
            "reason": classified.reason,
            **({"about": dict(reading.meta)} if reading.meta else {}),
            **({"warnings": list(reading.warnings)} if reading.warnings else {}),
        },
    )
    draft = Draft(expression, text, nodes, chunks, [], laid.starts, [source])
    return Assembled(draft, _layouts(reading, laid), classified, marks(nodes))


def _lay(paragraphs: Sequence[FileParagraph], laid: _Laid, *, notes: bool) -> None:
    """Write paragraphs after what is there, placing each line at its offset."""
    placed, offsets, pages, numbers = laid.placed, laid.offsets, laid.pages, laid.numbers
    at = laid.length + 1 if laid.length else 0
    for paragraph in paragraphs:
        index = len(laid.texts)
        laid.starts.append(at)
        label = _label(paragraph, note=notes)
        words = [label] if label else []
        at += len(label) + 1 if label else 0
        counted = _line_place.match(paragraph.place) if paragraph.place else None
        for row, line in enumerate(paragraph.lines):
            page = line.page
            here = placed.get(page)
            if here is None:
                here = placed[page] = []
            if not notes and page not in laid.tops:
                laid.tops[page] = index
            number = line.number
            if not number:
                number = str(int(counted[1]) + row if counted and not page else len(here) + 1)
            end = at + len(line.text)
            here.append(
                PlacedLine(at, end, number, line.top, line.bottom, line.edges, line.confidences,
                           line.role)
            )  # fmt: skip
            offsets.append(at)
            pages.append(page)
            numbers.append(number)
            words.append(line.text)
            at = end + 1
        laid.texts.append(" ".join(words))
    if laid.texts:
        laid.length = at - 1


def _label(paragraph: FileParagraph, *, note: bool) -> str:
    """What the format generates before the paragraph's words. A note's mark may be among them."""
    if not paragraph.label:
        return ""
    label = canonicalize(paragraph.label)
    if note and label:
        first = paragraph.lines[0].text
        following = first[len(label) : len(label) + 1]
        if first.startswith(label) and not (following.isdigit() and label[-1].isdigit()):
            return ""
    return label


def _piece(
    span: tuple[int, int], paragraph: FileParagraph, opening: PartOpening | None
) -> ParagraphSpan:
    start, end = span
    heading = opening is not None and 0 < opening.body >= end - start
    return ParagraphSpan(
        start, end, heading, heading or paragraph.kind in ("row", "item", "heading")
    )


def _note(paragraph: FileParagraph) -> PartOpening:
    mark = canonicalize(paragraph.label) if paragraph.label else ""
    return PartOpening(1, "footnote", mark, "", 0, f"n-{mark}" if mark else "")


def _places(
    paragraphs: Sequence[FileParagraph], openings: Sequence[PartOpening | None], laid: _Laid
) -> list[str]:
    """For each paragraph that opens a part, where it stands."""
    places: list[str] = []
    line = 0
    for at, (paragraph, opening) in enumerate(zip(paragraphs, openings, strict=True)):
        if opening is None:
            places.append("")
        elif page := laid.pages[line]:
            exchange = opening.kind == "exchange"
            places.append(f"p. {page}:{laid.numbers[line]}" if exchange else f"p. {page}")
        else:
            places.append(paragraph.place or f"para. {at + 1}")
        line += len(paragraph.lines)
    return places


def _layouts(reading: FileReading, laid: _Laid) -> list[PageLayout]:
    known = {page.number: page for page in reading.pages}
    furniture: dict[int, list[PlacedLine]] = {}
    for line in reading.furniture:
        furniture.setdefault(line.page, []).append(
            PlacedLine(-1, -1, line.number, line.top, line.bottom, line.edges, line.confidences,
                       line.role, line.text)
        )  # fmt: skip
    numbers = sorted({*known, *laid.placed, *furniture})
    layouts: list[PageLayout] = []
    for number in numbers:
        page = known.get(number) or Page(number)
        lines = (*laid.placed.get(number, ()), *furniture.get(number, ()))
        layouts.append(
            PageLayout(number, page.label, page.width, page.height, page.method, page.confidence,
                       page.reason, lines)
        )  # fmt: skip
    return layouts


def _title(reading: FileReading, classified: Classified, name: str) -> str:
    """What the file says its title is, unless a program said it; else the title line, or the first
    heading of what has no caption, else the file's name without its ending."""
    stated = canonicalize(reading.title)[:_TITLE]
    if stated and not _no_title.fullmatch(stated):
        return stated
    if classified.title:
        return classified.title[:_TITLE]
    heading = ""
    if classified.kind in ("other", "exhibit", "correspondence"):
        heading = next(
            (paragraph.text for paragraph in reading.paragraphs[:3] if paragraph.kind == "heading"),
            "",
        )
    stem, dot, _ = name.rpartition("/")[2].rpartition(".")
    return heading[:_TITLE] or canonicalize((stem if dot else name).replace("_", " ")) or "Untitled"


def language(text: str) -> str:
    """ "en" or "is" by the commonest words of the beginning; "" where they do not tell."""
    words = _words.findall(text[:_SAMPLE].lower())
    shares = {
        tongue: sum(1 for word in words if word in common) for tongue, common in _COMMON.items()
    }
    best = max(shares, key=lambda tongue: shares[tongue])
    return best if words and shares[best] > _ENOUGH * len(words) else ""
