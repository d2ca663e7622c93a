"""The number and headings that open a provision, and what comes after them."""

from __future__ import annotations

import re

from pincite.ingest.law.readers.akn.identification import alias_of, child_of
from pincite.ingest.law.readers.akn.inline import AknWords, local
from pincite.ingest.safe_xml import Element

_scheduled = re.compile(
    r"(?i:schedules?+|annex(?:ure)?+|appendix|att)[\s_-]*([0-9]+[A-Za-z]?|[IVX]+|[A-Z])(?![A-Za-z])"
)
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip


class AknTitles:
    """An element's own number, heading and subheading; `rest` are its other children."""

    __slots__ = ("heading", "notes", "num", "rest", "subheading")

    def __init__(self, element: Element) -> None:
        self.num = self.heading = self.subheading = ""
        self.notes: list[Element] = []
        self.rest: list[Element] = []
        for child in element:
            tag = local(str(child.tag))
            if tag == "num":
                self.num = f"{self.num} {self._text(child)}".strip()
            elif tag == "heading":
                self.heading = f"{self.heading} {self._text(child)}".strip()
            elif tag == "subheading":
                self.subheading = f"{self.subheading} {self._text(child)}".strip()
            else:
                self.rest.append(child)

    def take_in(self, document: Element) -> None:
        """A schedule is a document of its own: its name is its number, and the heading of the one
        article that slaw wraps it in is its heading."""
        if self.num or self.heading:
            self.num, self.heading = f"{self.num} {self.heading}".strip(), self.subheading
            self.subheading = ""
        else:
            self.num = alias_of(document)
        content = child_of(document, "mainBody")
        parts = [child for child in document if child is not content]
        if content is not None and len(content) == 1:
            inner = content[0]
            if local(str(inner.tag)) == "article" and child_of(inner, "num") is None:
                titles = AknTitles(inner)
                self.heading = f"{self.heading} {titles.heading}".strip()
                self.subheading = f"{self.subheading} {titles.subheading}".strip()
                self.notes += titles.notes
                self.rest = parts + titles.rest
                return
        self.rest = parts if content is None else [*parts, content]

    def _text(self, element: Element) -> str:
        tail = element.tail
        stray = tail if tail and not tail.isspace() else ""
        if not len(element):
            return f"{element.text or ''} {stray}".strip()
        words = AknWords(element, flat=True)
        self.notes += words.notes
        return f"{words.plain()} {stray}".strip()


def schedule_number(text: str) -> str:
    """'Schedule 2', 'schedule2' and 'Second Schedule' are all number 2."""
    if match := _scheduled.match(text):
        return match[1]
    first, _, rest = text.lower().partition(" ")
    return str(_ORDINALS.index(first) + 1) if first in _ORDINALS and "schedule" in rest else ""
