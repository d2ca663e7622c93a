"""An answer as it is put on paper: what both the DOCX and the PDF say, in their order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pincite.answer.messages import message
from pincite.surfaces.web.citations import lines_of_citation
from pincite.surfaces.web.marking import Piece
from pincite.surfaces.web.texts import Words, unchecked

# What XML 1.0 cannot hold, and what only disturbs a line of print.
_unprintable = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class SheetQuote:
    """Quotes with number, words and where from, and what leads into them, if anything does. Of the
    words, each run is bold or not."""

    text: str
    quotes: tuple[tuple[int, tuple[tuple[str, bool], ...], str], ...]


@dataclass(frozen=True, slots=True)
class SheetSource:
    """A line of the list of sources; `details` are its version, days and fingerprint."""

    number: int
    citation: str
    details: str


@dataclass(frozen=True, slots=True)
class AnswerSheet:
    language: str
    title: str
    question: str
    about: tuple[str, ...]
    warnings: tuple[str, ...]
    points: tuple[SheetQuote, ...]
    note: str
    """Of an answer that a model composed."""
    unchecked: tuple[str, ...]
    """Sentences of that model, marked, where they are asked for."""
    sources_head: str
    sources: tuple[SheetSource, ...]
    closest_head: str
    closest: tuple[SheetQuote, ...]
    foot: str
    made: datetime


def sheet_of(
    reply: dict[str, Any],
    cited: dict[int, dict[str, Any]],
    words: Words,
    made: datetime,
    version: str = "",
) -> AnswerSheet:
    refusal = reply["refusal"]
    about = [words("export.asked_on", day=words.day(made.date().isoformat()))]
    if reply["at"]:
        about.append(words("answer.as_at", day=words.day(reply["at"])))
    if reply["dated"] and reply["dated"]["applied"]:
        about.append(words("answer.date_read", words=reply["dated"]["words"]))
    if version:
        about.append(words("answer.of_version", version=version))
    if refusal is None:
        about.append(reply["verification"]["coverage"])
        level = words.known("level", reply["confidence"])
        about.append(reply["likelihood"] or words("answer.confidence", level=level))
    points = [
        SheetQuote(
            _printable(point["text"]),
            tuple(
                (
                    number,
                    _marked(lines_of_citation(cited[number]), reply),
                    _printable(cited[number]["locator"]),
                )
                for number in point["citations"]
            ),
        )
        for point in (reply["answer"]["points"] if reply["answer"] else ())
    ]
    if refusal is not None:
        told = (refusal["message"], refusal["reason"], refusal["suggestion"])
        points = [SheetQuote(_printable(text), ()) for text in told if text]
    return AnswerSheet(
        language=reply["language"],
        title=words("export.title"),
        question=_printable(reply["question"]),
        about=tuple(map(_printable, about)),
        warnings=tuple(map(_printable, reply["warnings"])),
        points=tuple(points),
        note=reply["answer"].get("note", "") if reply["answer"] else "",
        unchecked=tuple(map(_printable, unchecked(reply))),
        sources_head=words("export.sources"),
        sources=tuple(_source(citation, words) for citation in cited.values()),
        closest_head=words("answer.closest"),
        closest=tuple(
            SheetQuote(
                _printable(passage["citation"]), ((0, ((_printable(passage["text"]), False),), ""),)
            )
            for passage in (refusal["closest"] if refusal else ())
        ),
        foot=words("export.foot"),
        made=made,
    )


def _source(citation: dict[str, Any], words: Words) -> SheetSource:
    details = [citation["urn"]]
    if citation["version"]:
        details.append(words("answer.of_version", version=citation["version"]))
    if citation["valid_from"]:
        details.append(words("law.from", day=words.day(citation["valid_from"])))
    if citation["valid_to"]:
        details.append(words("law.until", day=words.day(citation["valid_to"])))
    if citation["source_url"]:
        details.append(citation["source_url"])
    details.append(f"SHA-256 {citation['content_hash']}")
    told = " · ".join(part for part in details if part)
    return SheetSource(citation["number"], _printable(citation["forms"].bluebook), _printable(told))


def _marked(
    lines: Sequence[Sequence[Piece]], reply: dict[str, Any]
) -> tuple[tuple[str, bool], ...]:
    """Line by line, between the quotation marks of the answer's language."""
    opening, closing = message(reply["language"], "quote", "marked", words="\n").split("\n")
    runs = [(opening, False)]
    for at, line in enumerate(lines):
        runs += [("\n", False)] * bool(at)
        runs += [(_printable(piece.text), piece.lit) for piece in line]
    return (*runs, (closing, False))


def _printable(text: str) -> str:
    return _unprintable.sub("", text)
