"""Supplement I to a part: official interpretations, whose headings name what they interpret.

"Section 1002.2—Definitions" → 1002-2-Interp; "2(c) Adverse action." and "Paragraph 2(c)(1)(i)" →
1002-2-c-Interp and below; other headings are numbered, h1, h2 and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers.ecfr.markers import COMMENT
from pincite.ingest.law.readers.ecfr.names import INTERP, urn_of_label
from pincite.ingest.law.readers.ecfr.outline import EcfrOutline, term_name
from pincite.ingest.law.readers.ecfr.words import EcfrParagraph

_section = re.compile(r"(?:Section\s+§?|§)\s*[0-9]+\.(?P<section>[0-9]+)\b")
_paragraph = re.compile(
    r"(?:Paragraphs?\s+)?(?P<section>[0-9]*)(?P<path>\([0-9A-Za-z]{1,5}\)(?:\s?\([0-9A-Za-z]{1,5}\))*)"
)
_appendix = re.compile(
    r"(?:Appendix\s+(?P<letter>[A-Z]{1,2})|(?P<model>[A-Z]{1,2})(?=[-–]\d))"
    r"(?:[-–](?P<number>[0-9]+)(?P<path>(?:\([0-9A-Za-z]{1,5}\))*))?(?!\w)"
)
_step = re.compile(r"\(([^)]+)\)")
_title = re.compile(r"(?P<num>[^—]{1,60}—)(?P<heading>.+)", re.S)


class Commentary:
    """Writes a supplement into the appendix's node, which is open."""

    def __init__(
        self, builder: DraftBuilder, title: str, part: str, ahead: Iterable[EcfrParagraph]
    ) -> None:
        self._builder = builder
        self._title = title
        self._part = part
        self._labels: list[list[str]] = [[part]]
        self._headings = 0
        self.outline = EcfrOutline(builder, COMMENT, ahead)

    def block(self, paragraph: EcfrParagraph, *, heading: bool) -> None:
        text = paragraph.text.strip()
        if not text:
            return
        if heading or paragraph.italic(*_bounds(paragraph.text)):
            label = self._label(text) or (self._unnumbered(text) if heading else None)
            if label is not None:
                self._open(label, text, paragraph)
                return
        self.outline.paragraph(paragraph)

    def end(self) -> None:
        self.outline.end_lists()
        while len(self._labels) > 1:
            self._labels.pop()
            self._builder.close()

    def _label(self, text: str) -> list[str] | None:
        if match := _section.match(text):
            return [self._part, match["section"], INTERP]
        if match := _paragraph.match(text):
            section = match["section"] or self._section_open()
            return [self._part, section, *_step.findall(match["path"]), INTERP] if section else None
        if match := _appendix.match(text):
            number = [match["number"]] if match["number"] else []
            letter = match["letter"] or match["model"]
            return [self._part, letter, *number, *_step.findall(match["path"] or ""), INTERP]
        return None

    def _unnumbered(self, text: str) -> list[str]:
        """A heading that is a defined term of the section, or stands outside any section."""
        section, term = self._section_open(), term_name(text)
        if section and term:
            return [self._part, section, INTERP, term]
        self._headings += 1
        return [self._part, INTERP, f"h{self._headings}"]

    def _section_open(self) -> str:
        label = self._labels[1] if len(self._labels) > 1 else []
        return label[1] if label[1:2] and label[1].isdigit() else ""

    def _open(self, label: list[str], text: str, paragraph: EcfrParagraph) -> None:
        self.outline.end_lists()
        while len(self._labels) > 1 and not _below(label, self._labels[-1]):
            self._labels.pop()
            self._builder.close()
        titled = _title.fullmatch(text)
        num, heading = (titled["num"], titled["heading"]) if titled else ("", text)
        self._builder.open(
            "interpretation",
            num=num,
            heading=heading,
            name=label[-2] if label[-1] == INTERP else label[-1],
            urn=urn_of_label(self._title, label),
            place=paragraph.place,
        )
        self._labels.append(label)


def _below(label: list[str], other: list[str]) -> bool:
    """Whether what `label` interprets lies within what `other` interprets."""
    whole = other[:-1]
    return other[-1] == INTERP and len(label) > len(other) and label[: len(whole)] == whole


def _bounds(text: str) -> tuple[int, int]:
    lead = len(text) - len(text.lstrip())
    return lead, max(len(text.rstrip(" .\n")), lead + 1)
