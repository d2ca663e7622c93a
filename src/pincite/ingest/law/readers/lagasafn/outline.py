"""The outline of an Icelandic law as a page reveals it: each new part closes what it follows.

Numbers and headings come after their part has begun, so a part is opened in the draft only when
its first words, or the next part, arrive.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers.lagasafn.numbering import article_segment
from pincite.model import Draft, Expression, Source

_LEVELS = {"chapter": 1, "article": 2, "paragraph": 3, "item": 4}
_roman = re.compile(r"[IVXLC]+")
_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_modern = re.compile(r"\d+\. gr\.")
_note_mark = re.compile(r"\s*(\d+)\)\s*")
REPEALED = "…"


@dataclass(frozen=True, slots=True)
class _Part:
    kind: str
    level: int
    number: str


@dataclass(slots=True)
class _Pending:
    """A part whose number or heading may still come."""

    kind: str
    line: int
    stated: str
    anchor: str = ""
    num: str = ""
    heading: str = ""


class LagasafnOutline:
    """Writes a law to a builder. `closes_items` says that the page closes its items, so an item met
    inside another is below it; otherwise the numbering decides."""

    def __init__(self, expression: Expression, source: Source, *, closes_items: bool) -> None:
        self._builder = DraftBuilder(expression, [source])
        self._closes_items = closes_items
        self._open: list[_Part] = []
        self._pending: _Pending | None = None
        self._paragraphs = 0
        self._notes = 0
        self.articles = 0

    @property
    def in_article(self) -> bool:
        return self._is_open("article") or self._waiting("article")

    @property
    def wants_number(self) -> bool:
        return self._pending is not None and not self._pending.num

    @property
    def wants_heading(self) -> bool:
        return (
            self._pending is not None
            and not self._pending.heading
            and self._pending.kind in ("chapter", "article")
        )

    @property
    def wants_article_number(self) -> bool:
        return self._waiting("article") and self.wants_number

    @property
    def wants_old_heading(self) -> bool:
        """Whether an old chapter ("Kap. 2.") waits for a heading, which follows it in bold."""
        pending = self._pending
        return pending is not None and pending.stated.startswith("kap-") and not pending.heading

    def chapter(self, stated: str, line: int) -> None:
        self._paragraphs = 0
        self._begin("chapter", stated, line)

    def article(self, stated: str, line: int, *, anchor: str = "") -> None:
        """`anchor` names the article where its number is in none of today's forms."""
        self.articles += 1
        self._paragraphs = 0
        self._begin("article", stated, line, anchor)

    def in_force(self, words: str) -> None:
        """What the publisher says of the law as a whole, before its first provision."""
        if words:
            self._builder.leaf("note", words, name="in-force", place="line 1")

    def paragraph(self, stated: str, line: int) -> None:
        self._paragraphs = int(stated) if stated.isdigit() else self._paragraphs + 1
        self._begin("paragraph", stated or str(self._paragraphs), line)

    def item(self, stated: str, line: int) -> None:
        self._begin("item", stated, line)

    def number(self, raw: str) -> None:
        if self._pending is not None:
            self._pending.num = " ".join(raw.split())

    def heading(self, raw: str) -> None:
        if self._pending is not None:
            self._pending.heading = raw

    def text(self, raw: str, line: int) -> None:
        self._settle()
        if self._open and self._open[-1].kind == "article":
            self.paragraph("", line)
            self._settle()
        self._builder.text(raw)

    def note(self, raw: str, line: int) -> None:
        """A publisher's note stands below the article, or at the level where it is met."""
        if not self.in_article:
            return
        self._settle()
        words = _note_mark.sub("", raw, count=1)
        if not words.strip():
            return
        self._close_to(_LEVELS["article"])
        self._notes += 1
        self._builder.leaf("footnote", words, name=f"fn-{self._notes}", place=f"line {line}")

    def end(self, kind: str) -> None:
        if not kind:
            return
        self._settle()
        for part in reversed(self._open):
            if part.kind == kind:
                self._close_to(part.level - 1)
                return

    def finish(self) -> Draft:
        self._settle()
        self._close_to(0)
        return self._builder.finish()

    def _waiting(self, kind: str) -> bool:
        return self._pending is not None and self._pending.kind == kind

    def _begin(self, kind: str, stated: str, line: int, anchor: str = "") -> None:
        self._settle()
        if kind != "item":
            self._close_to(_LEVELS[kind] - 1)
        self._pending = _Pending(kind, line, stated, anchor)

    def _is_open(self, kind: str) -> bool:
        return any(part.kind == kind for part in self._open)

    def _close_to(self, level: int) -> None:
        while self._open and self._open[-1].level > level:
            kind = self._open.pop().kind
            if kind != "chapter" and self._builder.says_only(f"{REPEALED} ."):
                self._builder.mark(status="repealed")
            self._builder.close()

    def _settle(self) -> None:
        """Open the pending part, now that its number and heading are known."""
        pending, self._pending = self._pending, None
        if pending is None:
            return
        if pending.kind == "article":
            self._notes = 0
        level = self._item_level(pending) if pending.kind == "item" else _LEVELS[pending.kind]
        self._close_to(level - 1)
        self._builder.open(
            pending.kind,
            num=pending.num,
            heading=pending.heading,
            name=_segment(pending),
            anchored=pending.kind == "article",
            place=f"line {pending.line}",
        )
        self._open.append(_Part(pending.kind, level, pending.stated or pending.num))

    def _item_level(self, pending: _Pending) -> int:
        items = [part for part in self._open if part.kind == "item"]
        if not items:
            return _LEVELS["item"]
        if self._closes_items:
            return items[-1].level + 1
        number = (pending.stated or pending.num).strip("(.) ")
        for part in reversed(items):
            if follows(part.number.strip("(.) "), number):
                return part.level
        return items[-1].level + 1 if number in ("1", "a", "i", "A", "I") else items[-1].level


def follows(before: str, after: str) -> bool:
    """Whether `after` is the number that comes next: 2 after 1, b after a, iv after iii."""
    if before.isdigit() and after.isdigit():
        return int(after) == int(before) + 1
    if _roman.fullmatch(before.upper()) and _roman.fullmatch(after.upper()):
        return _roman_value(after.upper()) == _roman_value(before.upper()) + 1
    return len(before) == len(after) == 1 and before.isalpha() and ord(after) == ord(before) + 1


def _segment(pending: _Pending) -> str | None:
    label = pending.stated or pending.num
    if pending.kind == "chapter":
        if label.lower().startswith("ákvæði til bráðabirgða") or label == "t":
            return "chap-t"
        match = _roman.match(label)
        number = str(_roman_value(match[0])) if match else label
        letter = re.match(r"[IVXLC]+\. ?([A-Z])\b", label)
        return f"chap-{number}{letter[1].lower() if letter else ''}" if number else None
    if pending.kind == "article":
        if pending.anchor and not _modern.match(pending.num):
            return pending.anchor
        return article_segment(label.rstrip("."))
    if pending.kind == "item":
        return label.rstrip(".)")
    return label


def _roman_value(text: str) -> int:
    total = 0
    for char, following in zip(text, [*text[1:], ""], strict=True):
        value = _VALUES[char]
        total += -value if _VALUES.get(following, 0) > value else value
    return total
