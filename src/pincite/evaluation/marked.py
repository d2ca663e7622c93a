"""Sets of questions whose answers are marked in the sources, as JSON Lines.

    {"id": "q1", "question": "…", "kind": "how-long", "language": "en",
     "spans": [{"in": "urn:lex:xm:act-2019-11:14", "words": "within thirty days"}],
     "conditions": [{"in": "lease.txt", "start": 120, "end": 164, "sha256": "05004cc34e10"}]}

`spans` are places any of which answers, `conditions` those without which that would mislead, and
`misleading` those that would mislead if they came first. A place is named by the URN of a law or of
a provision, or by a file of a matter, and by its words there; or by offsets into the canonical text
of the work or file, with the SHA-256 of the words, which may be cut to twelve digits. A misleading
place may be a whole provision or file. `unanswerable` says that nothing that is held answers. May
be left out: `kind`, `language`, `set` (a row of its own in the report), `at`, `document` (the work
or the file to look in), `jurisdiction`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, cast

from pincite.evaluation.held import HeldText, HeldTexts
from pincite.evaluation.sets import GradedLine, GradedQuestion, GradedSet, Unmapped, read_lines
from pincite.text import canonicalize, find_quote

_FEWEST_DIGITS = 12
_sha256 = re.compile(r"[0-9a-f]{12,64}")


class MarkedPlace(NamedTuple):
    """Words in a source. `within` is the URN of a law or provision, or the id of a file; without
    words it is all of that."""

    within: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class MarkedQuestion:
    """A question, and what in the sources answers it; `group` is the set that it belongs to."""

    question: GradedQuestion
    group: str = ""
    language: str = ""
    spans: tuple[MarkedPlace, ...] = ()
    conditions: tuple[MarkedPlace, ...] = ()
    misleading: tuple[MarkedPlace, ...] = ()

    @property
    def unanswerable(self) -> bool:
        return self.question.expects == "refuse"


@dataclass(frozen=True, slots=True)
class MarkedSet:
    """`unmapped` are marks that the library does not hold; their lines are left out."""

    name: str
    lines: tuple[MarkedQuestion, ...]
    unmapped: tuple[Unmapped, ...] = ()

    @property
    def graded(self) -> GradedSet:
        """The same questions, graded by the provisions or passages that hold the spans."""
        questions = tuple(line.question for line in self.lines)
        return GradedSet(self.name, questions, "provision", self.unmapped)


def is_marked(path: Path) -> bool:
    """Whether a file's questions are marked so; else it is a set of graded provisions."""
    return "question" in next(read_lines(path)).fields


def read_marked(path: Path, held: HeldTexts) -> MarkedSet:
    """Raises InputError without the file, SourceMalformed that names file and line."""
    return marked_set(path.stem, read_lines(path), held)


def marked_set(name: str, lines: Iterable[GradedLine], held: HeldTexts) -> MarkedSet:
    """The lines whose marks are all found in what is held."""
    kept: list[MarkedQuestion] = []
    unmapped: list[Unmapped] = []
    seen: set[str] = set()
    for line in lines:
        if (own := line.text("id")) in seen:
            line.refuse(f"the id {own[:80]!r} is taken")
        seen.add(own)
        reading = _Reading(line, held)
        question = reading.question(name)
        if reading.lost:
            unmapped += [Unmapped(own, *reason) for reason in reading.lost]
        else:
            kept.append(question)
    return MarkedSet(name, tuple(kept), tuple(unmapped))


class _Found(NamedTuple):
    place: MarkedPlace
    units: tuple[str, ...]


class _Reading:
    """One line as it is read; `lost` are the places that are not held, each with the reason."""

    def __init__(self, line: GradedLine, held: HeldTexts) -> None:
        self._line, self._held = line, held
        self.lost: list[tuple[str, str]] = []

    def question(self, name: str) -> MarkedQuestion:
        line = self._line
        unanswerable = line.fields.get("unanswerable", False)
        if not isinstance(unanswerable, bool):
            line.refuse("unanswerable is neither true nor false")
        spans = self._places("spans")
        if unanswerable == bool(line.objects("spans")):
            line.refuse("spans are marked, or it is unanswerable: one of the two")
        document = line.optional("document")
        if document and not document.startswith("urn:"):
            texts = self._held(document)
            if not texts:
                self.lost.append((document, "not in the library"))
            document = texts[0].place if texts else ""
        return MarkedQuestion(
            GradedQuestion(
                id=line.text("id"),
                kind=line.optional("kind"),
                text=line.text("question"),
                gold={unit: 1 for found in spans for unit in found.units},
                document=document,
                at=line.day("at"),
                expects="refuse" if unanswerable else "answer",
                jurisdiction=line.optional("jurisdiction"),
            ),
            line.optional("set") or name,
            line.optional("language"),
            tuple(found.place for found in spans),
            tuple(found.place for found in self._places("conditions")),
            tuple(found.place for found in self._places("misleading", whole=True)),
        )

    def _places(self, key: str, *, whole: bool = False) -> list[_Found]:
        found: list[_Found] = []
        for value in self._line.objects(key):
            if not isinstance(value, dict):
                self._line.refuse(f"{key} is not a list of places")
            mark = cast("Mapping[str, object]", value)
            within = mark.get("in")
            if not isinstance(within, str) or not within.strip():
                self._line.refuse(f"a place of {key} does not say what it is in")
            if (place := self._place(key, within, mark, whole)) is not None:
                found.append(place)
        return found

    def _place(
        self, key: str, within: str, mark: Mapping[str, object], whole: bool
    ) -> _Found | None:
        words, start, end = mark.get("words"), mark.get("start"), mark.get("end")
        texts = self._held(within)
        if not texts:
            self.lost.append((within, "not in the library"))
            return None
        if isinstance(words, str) and canonicalize(words):
            hits = [(text, *span) for text in texts if (span := _stands(words, text.text))]
        elif isinstance(start, int) and isinstance(end, int) and 0 <= start < end:
            hits = [(text, start, end) for text in texts if self._is_marked(text, mark, start, end)]
        elif whole and not mark.keys() - {"in"}:
            return _Found(MarkedPlace(texts[0].place), ())
        else:
            self._line.refuse(f"a place of {key} has neither words nor start, end and sha256")
        if not hits:
            self.lost.append((within, "the words are not there"))
            return None
        text, start, end = hits[0]
        units = dict.fromkeys(unit for held, *span in hits for unit in held.units(*span))
        return _Found(MarkedPlace(text.place, text.text[start:end]), tuple(units))

    def _is_marked(self, text: HeldText, mark: Mapping[str, object], start: int, end: int) -> bool:
        digest = mark.get("sha256")
        if not isinstance(digest, str) or not _sha256.fullmatch(digest):
            self._line.refuse(f"sha256 is not {_FEWEST_DIGITS} to 64 hexadecimal digits")
        words = text.text[start:end]
        return hashlib.sha256(words.encode()).hexdigest().startswith(digest)


def _stands(words: str, text: str) -> Sequence[int] | None:
    """Where words stand. In a long text, as they are written is looked for first: the matching form
    takes long."""
    wanted = canonicalize(words)
    at = text.find(wanted)
    if at >= 0:
        return at, at + len(wanted)
    return next(find_quote(words, text), None)
