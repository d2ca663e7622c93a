"""The parties of a case, from captions that set them against each other."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pincite.graph.records import EntityFinding
from pincite.graph.roles import is_plural, patterns, role_of
from pincite.graph.rules import folded, spellings
from pincite.graph.sides import NOISE, SMALL, first_party, is_form, parties_of

# A caption's side is no longer than this; a caption without roles stands within the opening.
SIDE = 900
OPENING = 4_000
_RIGHT = 120
# How often a document is searched for words that it may print on one line elsewhere.
_SEARCHES = 20

# The rule between the columns of a caption, standing alone: ")", "]", "|", ":" or "§".
_column = re.compile(r"(?:(?<=[ \n])|^)_?(?:[)\]|:]|§(?! ?\(?\d+(?![\dTSRN])))(?=[ \n]|$)")
_paragraph = re.compile(r"(?<!\n)\n(?!\n)")
_sentence = re.compile(r"(\S*[a-z]{3})[.:][ \v](?=[A-Z])|_{3,} ?|\n")
_settles = " .,;:)]|_-–—\v"
_capitals = re.compile(r"\S+")


@dataclass(frozen=True)
class Captions:
    """A document's text as its captions are read: without the right column of those in two, and
    with a vertical tab for each line end and each character left out. `fences` are the ends of
    courts, numbers and dates, which no name holds; `numbers` are those of numbers alone."""

    view: str
    fences: Sequence[int]
    numbers: frozenset[int]
    _searched: list[str] = field(default_factory=list[str])

    @cached_property
    def flat(self) -> str:
        return re.sub(r"[ \v]+", " ", self.view).casefold()

    def fence(self, start: int, stop: int) -> int:
        """The last fence within, or `start`; the right column's are not seen."""
        at = bisect_right(self.fences, stop)
        while at and self.fences[at - 1] > start:
            if self.view[self.fences[at - 1] - 1] != "\v":
                return self.fences[at - 1]
            at -= 1
        return start

    def breaks(self, start: int, stop: int) -> int:
        """Where the last sentence within ends, or -1; a legal form's full stop ends none."""
        last = -1
        for match in _sentence.finditer(self.view, start, stop):
            forms = spellings("organisations", "forms")
            if match[1] is None or f"{match[1]}.".casefold() not in forms:
                last = match.end()
        return last

    def line_before(self, at: int) -> tuple[int, int] | None:
        """The nearest line with words that ends at or before `at`."""
        end = len(self.view[max(0, at - 2 * SIDE) : at].rstrip(" \v_"))
        end += max(0, at - 2 * SIDE)
        floor = max(0, at - 2 * SIDE)
        if end <= floor:
            return None
        return max(self.view.rfind("\v", floor, end), self.view.rfind("\n", floor, end)) + 1, end

    def line_after(self, at: int) -> tuple[int, int] | None:
        """The nearest line with words that begins at or after `at`."""
        match = re.compile(r"[\s_]*([^\v\n]+)").match(self.view, at, at + 2 * SIDE)
        return match.span(1) if match else None

    def beginning(self, start: int, stop: int) -> int:
        """Where, past a sentence, a fence and the words of a caption's head, a name may begin."""
        start = max(start, self.fence(start, stop), self.breaks(start, stop))
        ends = folded("parties", "heading_ends")
        for match in _capitals.finditer(self.view, start, stop):
            if match[0].casefold() in ends and not self.view.startswith(" of ", match.end()):
                start = match.end()
        while start < stop:
            if noise := NOISE.match(self.view, start, stop):
                start = noise.end()
            end = self.view.find(" ", start, stop)
            word = self.view[start : end if end >= 0 else stop].strip(".,:;()").casefold()
            if any(map(str.isalpha, word)) and word not in folded("parties", "heading_words"):
                break
            start = end + 1 if end >= 0 else stop
        return start

    def side_before(self, stop: int) -> int | None:
        """Where the side that ends at `stop` begins. Lines above its last are taken in where they
        end with a comma, or where the words show that they are of one name; a heading or a fence
        ends the search, and what may be half a name is nothing."""
        line = self.line_before(stop)
        floor = max(0, stop - SIDE)
        if line is None:
            return None
        start = self.beginning(max(line[0], floor), line[1])
        if start >= line[1] or (start == floor and floor > 0):
            return None
        while start == line[0] and (upper := self.line_before(start)):
            begin = self.beginning(max(upper[0], floor), upper[1])
            if begin >= upper[1]:
                break
            if begin <= floor and floor > 0:
                return None
            if not self._is_one(self.view[begin : upper[1]], self.view[start : line[1]]):
                lone = " " not in self.view[start:stop].strip(_settles)
                return None if lone and begin == upper[0] else start
            start, line = begin, upper
        return start

    def _is_one(self, upper: str, lower: str) -> bool:
        """Whether two lines belong to one list of names or to one name."""
        if patterns().roles.fullmatch(upper.rstrip(_settles)) or len(upper) > SIDE // 3:
            return False
        last, first = upper.rpartition(" ")[2], lower.partition(" ")[0].rstrip(",;.")
        if upper[-1] in ",;&" or first.islower() or first.casefold() in ("and", "&"):
            return True
        if {last.casefold(), first.casefold()} & (SMALL | {"dba", "d/b/a"}):
            return True
        if first.casefold() in spellings("organisations", "forms"):
            return True
        return self._elsewhere(f"{' '.join(upper.split(' ')[-2:])} {lower.rstrip(_settles)}")

    def _elsewhere(self, words: str) -> bool:
        """Whether the document has these words on one line too."""
        if len(self._searched) >= _SEARCHES:
            return False
        self._searched.append(words)
        words = words.casefold()
        first = self.flat.find(words)
        return first >= 0 and self.flat.find(words, first + 1) >= 0


def read_captions(text: str, fences: Sequence[int], numbers: Sequence[int]) -> Captions:
    return Captions(_left_column(text), fences, frozenset(numbers))


def _left_column(text: str) -> str:
    """Leave out what stands to the right of a column's rule. Where lines ran together, the left
    column is believed to go on only at a role or a "v."; a name that began before it is lost."""
    view = _paragraph.sub("\v", text)
    goes_on = re.compile(
        rf"(?:{patterns().roles.pattern})[.,;](?=[ \n]|$)|{patterns().versus.pattern}"
    )
    parts: list[str] = []
    at = 0
    for mark in _column.finditer(text):
        if mark.start() < at:
            continue
        end = text.find("\n", mark.end())
        end = len(text) if end < 0 else end
        reach = min(end, mark.end() + SIDE // 3)
        found = goes_on.search(text, mark.end(), reach)
        stop = found.start() if found else min(end, _last_mark(text, mark.end(), reach) + _RIGHT)
        parts += (view[at : mark.start()], "\v" * (stop - mark.start()))
        at = stop
    return "".join([*parts, view[at:]])


def _last_mark(text: str, start: int, stop: int) -> int:
    return max((mark.end() for mark in _column.finditer(text, start, stop)), default=start)


def opposed(captions: Captions) -> Iterator[EntityFinding]:
    """ "X, Plaintiff, v. Y, Defendant": a role with a versus before its names or right after it."""
    view = captions.view
    versus = [match.span() for match in patterns().versus.finditer(view)]
    starts, ends = [span[0] for span in versus], [span[1] for span in versus]
    previous = 0
    for match in patterns().roles.finditer(view):
        after = bisect_left(starts, match.end())
        leads = after < len(starts) and not view[match.end() : starts[after]].strip(_settles)
        before = bisect_right(ends, match.start()) - 1
        follows = before >= 0 and ends[before] >= max(previous, match.start() - SIDE)
        if not (leads or follows) or not _stands(view, match):
            continue
        start = (
            _after_versus(captions, ends[before], match.start())
            if follows
            else captions.side_before(match.start())
        )
        if start is None or start < previous:
            continue
        if view[start : match.start()].strip(_settles) and (
            _ends_line(view, match) or _ends_name(view, match.start())
        ):
            yield from parties_of(
                view, start, match.start(), "caption", role_of(match[1]), plural=is_plural(match[1])
            )
        previous = match.end()


def _stands(view: str, role: re.Match[str]) -> bool:
    """Whether a role stands as in a caption: after a name, or alone on its line."""
    before = view[role.start() - 1 : role.start()]
    after = view[role.end() : role.end() + 1]
    return before == " " or (before == "\v" and (after in ".,;:)\v\n" or not after))


def _after_versus(captions: Captions, start: int, stop: int) -> int | None:
    fence = captions.fence(start, stop)
    if fence > start and fence not in captions.numbers:
        return None
    return None if captions.breaks(fence, stop) >= 0 else fence


def _ends_line(view: str, role: re.Match[str]) -> bool:
    """Whether the role closes a line, after a name: "LINDA HILL Respondent", not "Counsel for
    Respondent"."""
    after = view[role.end() : role.end() + 3].lstrip(".,;")[:1]
    word = view[max(0, role.start() - 40) : role.start()].rstrip().rpartition(" ")[2]
    return after in ("", "\v") and not word.islower()


def _ends_name(view: str, at: int) -> bool:
    if view[at - 1] == "\v":
        return True
    before = view[max(0, at - 40) : at].rstrip(" )]|")
    if before[-1:] == "." and before[-4:-1].islower():
        # A sentence has ended, unless the stop is a legal form's.
        return before.rpartition(" ")[2].casefold() in spellings("organisations", "forms")
    return before[-1:] in (",", ".", ";", "-", "–", "—")


def unlabelled(captions: Captions) -> Iterator[EntityFinding]:
    """ "TARRANT DISTRICT v. HERRMANN" in capitals at the head of a document or after "Re:", or
    with the "v." on a line of its own."""
    view = captions.view
    for match in patterns().versus.finditer(view, 0, OPENING):
        line = captions.line_before(match.start())
        starts = line is None or "\v" in view[line[1] : match.start()]
        below = captions.line_after(match.end())
        ends = below is not None and "\v" in view[match.end() : below[0]]
        left = _named_before(captions, match.start(), starts)
        begin, end = below if below and ends else (match.end(), match.end() + 200)
        right = first_party(view, begin, _right_end(view, begin, end), "bare caption")
        # "V. THE ENTRY" is a fifth heading.
        if left is None or right is None or (starts and not ends and match[0].isupper()):
            continue
        sure = (
            starts
            and ends
            and all(" " in finding.key or finding.name.isupper() for finding in (left, right))
        )
        if sure or right.name.isupper() or _regards(view, left.start):
            yield from (left, right)


def _regards(view: str, at: int) -> bool:
    line = view[max(view.rfind("\v", 0, at), 0, at - 200) : at].lstrip("\v")
    return "Re: " in line or "RE: " in line


def _named_before(captions: Captions, stop: int, line_above: bool) -> EntityFinding | None:
    view = captions.view
    if line_above:
        start = captions.side_before(stop)
        return None if start is None else first_party(view, start, stop, "bare caption")
    line = captions.line_before(stop)
    floor = max(stop - 200, line[0] if line else 0)
    fence = captions.fence(floor, stop)
    lead = max(view.rfind("Re: ", floor, stop), view.rfind("RE: ", floor, stop))
    if lead >= 0:
        return first_party(view, max(lead + 4, fence), stop, "bare caption")
    floor = fence
    start = stop
    for match in reversed(list(_capitals.finditer(view, floor, stop))):
        if not match[0].isupper() or match[0].rstrip(".,").casefold() in folded(
            "parties", "heading_words"
        ):
            break
        start = match.start()
    return first_party(view, start, stop, "bare caption") if start < stop else None


def _right_end(view: str, start: int, end: int) -> int:
    """Where a comma, a number, a heading or another line begins."""
    for match in _capitals.finditer(view, start, min(end, len(view))):
        word = match[0].strip(".,").casefold()
        if word in folded("parties", "after_a_name") or word in folded("parties", "heading_words"):
            return match.start()
        if match[0].endswith(",") and not is_form(view, match.end() + 1, end):
            return match.end() - 1
        if view[match.end() : match.end() + 1] in "\v\n":
            return match.end()
    return min(end, len(view))
