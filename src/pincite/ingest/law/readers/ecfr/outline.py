"""Rebuilds the nesting of flat CFR paragraphs from their designations.

A stack machine: a designation is the next of a list that is open, or the first of a new one below
the last paragraph. Where it could be either ("(i)" after "(h)(2)"), what follows decides: the
reading that the next designation can follow, else the one whose successor comes first.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers.ecfr.markers import EcfrMarker, Scheme, markers, ordinals
from pincite.ingest.law.readers.ecfr.words import EcfrParagraph
from pincite.ingest.succession import (
    LETTER,
    NUMBER,
    ROMAN,
    UPPER,
    Ordinal,
    first,
    follows,
    later,
    successor,
)

# 1 CFR 21.11: (a) (1) (i) (A), and again (1) (i) in italics.
_BELOW = {LETTER: NUMBER, NUMBER: ROMAN, ROMAN: UPPER[LETTER], UPPER[LETTER]: NUMBER}
DEFINITION, UNMARKED = "definition", "unmarked"
_SKIPPED = 12
_means = re.compile(
    r"\W*(?:\([^()]{0,80}\)\W*)?(?:,[^.;]{0,80},\s*)?"
    r"(?:means?|includes?|refers? to|ha(?:s|ve) the (?:same )?meaning|is defined)\b"
)
_word = re.compile(r"[0-9A-Za-z]+")


class _Level:
    """An open list and its last paragraph, which is closed where words at the margin followed."""

    __slots__ = ("bracketed", "closed", "italic", "ordinal", "style")

    def __init__(self, style: str, ordinal: Ordinal | None, italic: bool, bracketed: bool) -> None:
        self.style = style
        self.ordinal = ordinal
        self.italic = italic
        self.bracketed = bracketed
        self.closed = False


class EcfrOutline:
    """Writes the paragraphs of one section, comment or appendix into the node that is open.

    `ahead` is all of them, for looking ahead. Paragraphs without a designation are more words of
    the one before, unless `numbered`: then each is a node, p1, p2 and so on.
    """

    def __init__(
        self,
        builder: DraftBuilder,
        scheme: Scheme,
        ahead: Iterable[EcfrParagraph],
        *,
        numbered: bool = False,
    ) -> None:
        self._builder = builder
        self._scheme = scheme
        self._numbered = numbered
        self._levels: list[_Level] = []
        self._count = 0
        self._seen = 0
        self._footnotes: list[tuple[str, EcfrParagraph]] = []
        self._ahead = [marker for paragraph in ahead for marker in markers(paragraph, scheme)]
        self._places: dict[str, list[int]] = {}
        for at, marker in enumerate(self._ahead):
            self._places.setdefault(marker.label, []).append(at)

    def paragraph(self, paragraph: EcfrParagraph) -> None:
        designations = markers(paragraph, self._scheme)
        if not designations:
            self._unmarked(paragraph)
            return
        written = 0
        for position, marker in enumerate(designations):
            place = self._place(marker, self._seen + position)
            if place is None:
                break
            end = (
                designations[position + 1].start
                if position + 1 < len(designations)
                else len(paragraph.text)
            )
            self._designated(paragraph, marker, *place, end)
            written = end
        self._seen += len(designations)
        if not written:
            self._unmarked(paragraph)
        elif written < len(paragraph.text):
            self._builder.text(*paragraph.part(written, len(paragraph.text)))

    def footnote(self, number: str, paragraph: EcfrParagraph) -> None:
        """Kept until the paragraph that it belongs to has ended."""
        self._footnotes.append((number, paragraph))

    def end_lists(self) -> None:
        """What comes next belongs to no paragraph: a heading, a note, the end."""
        self._close(0)
        self._write_footnotes()

    def _place(self, marker: EcfrMarker, index: int) -> tuple[int, Ordinal] | None:
        """The depth of the list that the designation belongs to, and how it reads there."""
        candidates = ordinals(marker.label, self._scheme)
        for exact in (True, False):
            options = self._options(marker, candidates, exact)
            if options:
                return options[0] if len(options) == 1 else self._likeliest(options, index)
        if not self._levels:
            return 0, candidates[0]
        return self._skipping(candidates, index)

    def _skipping(self, candidates: list[Ordinal], index: int) -> tuple[int, Ordinal] | None:
        """Further on in an open list, where those between were left out: believed only if the next
        designation goes on from there, since a misprint looks the same."""
        for depth in range(len(self._levels) - 1, -1, -1):
            last = self._levels[depth].ordinal
            for new in candidates:
                if last is None or not later(last, new) or new.value - last.value > _SKIPPED:
                    continue
                if self._leads_to((depth, new), self._following(index)):
                    return depth, new
        return None

    def _options(
        self, marker: EcfrMarker, candidates: list[Ordinal], exact: bool
    ) -> list[tuple[int, Ordinal]]:
        """The lists it may be next in, deepest first, then the one it may begin. `exact` holds
        italics apart from roman type."""
        options: list[tuple[int, Ordinal]] = []
        for depth in range(len(self._levels) - 1, -1, -1):
            level = self._levels[depth]
            if level.ordinal is None or not _same_hand(level, marker, exact):
                continue
            options += [(depth, new) for new in candidates if follows(level.ordinal, new)]
        depth = len(self._levels)
        if self._levels and self._levels[-1].closed:
            depth -= 1
        above = self._levels[:depth]
        options += [
            (depth, new) for new in candidates if first(new) and _may_begin(new, marker, above)
        ]
        return options

    def _likeliest(self, options: list[tuple[int, Ordinal]], index: int) -> tuple[int, Ordinal]:
        following = self._following(index)
        fitting = [option for option in options if self._leads_to(option, following)]
        if len(fitting) == 1:
            return fitting[0]
        best, chosen = len(self._ahead), options[0]
        for option in options:
            places = self._places.get(successor(option[1]), [])
            at = bisect_right(places, index)
            if at < len(places) and places[at] < best:
                best, chosen = places[at], option
        return chosen

    def _following(self, index: int) -> list[Ordinal]:
        ahead = self._ahead[index + 1 : index + 2]
        return ordinals(ahead[0].label, self._scheme) if ahead else []

    def _leads_to(self, option: tuple[int, Ordinal], following: list[Ordinal]) -> bool:
        """Whether the next designation can stand where it does, if this one is read so."""
        depth, ordinal = option
        open_lists = [level.ordinal for level in self._levels[:depth]] + [ordinal]
        return any(
            any(last is not None and follows(last, new) for last in open_lists)
            or (first(new) and _BELOW.get(ordinal.style) == new.style)
            for new in following
        )

    def _designated(
        self, paragraph: EcfrParagraph, marker: EcfrMarker, depth: int, ordinal: Ordinal, end: int
    ) -> None:
        self._close(depth)
        text, links = paragraph.part(marker.end, end)
        term = _defined(paragraph, marker.end)
        self._builder.open(
            "paragraph",
            num=marker.num,
            name=marker.name,
            place=paragraph.place,
            status="reserved" if text.strip() == "[Reserved]" else "",
            attrs={"defines": term} if term else None,
        )
        if marker.last != marker.label:
            ordinal = next(
                (new for new in ordinals(marker.last, self._scheme) if new.style == ordinal.style),
                ordinal,
            )
        self._levels.append(_Level(ordinal.style, ordinal, marker.italic, marker.bracketed))
        self._builder.text(text, links)

    def _unmarked(self, paragraph: EcfrParagraph) -> None:
        if not paragraph.text.strip():
            return
        if self._numbered:
            self._close(0)
            self._count += 1
            self._builder.open("paragraph", name=f"p{self._count}", place=paragraph.place)
            self._levels.append(_Level(UNMARKED, None, False, False))
        elif term := _defined(paragraph, 0):
            depths = [i for i, level in enumerate(self._levels) if level.style == DEFINITION]
            self._close(depths[-1] if depths else len(self._levels))
            name = term_name(term)
            self._builder.open(
                "definition", name=name, place=paragraph.place, attrs={"defines": term}
            )
            self._levels.append(_Level(DEFINITION, None, False, False))
        elif paragraph.flush and self._levels and not self._levels[-1].closed:
            self._write_footnotes()
            self._builder.close()
            self._levels[-1].closed = True
        self._builder.text(paragraph.text, paragraph.links)

    def _close(self, depth: int) -> None:
        if len(self._levels) > depth:
            self._write_footnotes()
        while len(self._levels) > depth:
            if not self._levels.pop().closed:
                self._builder.close()

    def _write_footnotes(self) -> None:
        footnotes, self._footnotes = self._footnotes, []
        for number, paragraph in footnotes:
            write_footnote(self._builder, number, paragraph)


def write_footnote(builder: DraftBuilder, number: str, paragraph: EcfrParagraph) -> None:
    builder.open("footnote", num=number, name=f"fn-{number}", place=paragraph.place)
    builder.text(paragraph.text, paragraph.links)
    builder.close()


def term_name(term: str) -> str:
    """'Loan originator' → 'LoanOriginator'."""
    return "".join(word[:1].upper() + word[1:] for word in _word.findall(term))


def _same_hand(level: _Level, marker: EcfrMarker, exact: bool) -> bool:
    if level.bracketed != marker.bracketed:
        return False
    return not exact or level.italic == marker.italic


def _may_begin(new: Ordinal, marker: EcfrMarker, above: list[_Level]) -> bool:
    """No list begins inside one of its own style, but for the fifth and sixth levels, which repeat
    the second and third in italics. A definition has lists of its own."""
    for at in range(len(above) - 1, -1, -1):
        if above[at].style in (DEFINITION, UNMARKED):
            above = above[at + 1 :]
            break
    alike = [
        level for level in above if level.style == new.style and level.bracketed == marker.bracketed
    ]
    if not alike or all(level.italic != marker.italic for level in alike):
        return True
    last = above[-1].style
    return (
        (new.style, last) in ((NUMBER, UPPER[LETTER]), (ROMAN, NUMBER))
        and len(alike) == 1
        and (new.style == NUMBER or len(above) >= 5)
    )


def _defined(paragraph: EcfrParagraph, start: int) -> str:
    """The term in italics with which the words begin, where they go on to say what it means."""
    while paragraph.text[start : start + 1].isspace():
        start += 1
    for first_char, last_char in paragraph.italics:
        if first_char == start:
            term = paragraph.text[first_char:last_char].strip(" .,;:—")
            return " ".join(term.split()) if _means.match(paragraph.text, last_char) else ""
        if first_char > start:
            break
    return ""
