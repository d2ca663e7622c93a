"""Sets of graded questions, as JSON Lines.

Anyone's own set has one object a line:

    {"id": "q1", "query": "…", "gold": {"urn:lex:is:33-1944:65": 2}, "kind": "question"}

`gold` maps URNs to grades (0 is judged and not relevant; higher is better), or lists URNs, each of
grade 1. May be left out: `kind` (""), `document` (the URN of the work to look in), `at` (a date),
`quotes` (words that a right answer shows, best first), and `expects`: "answer", "clarify" or
"refuse" ("answer" where there is gold, else "refuse"). Blank lines are passed over.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Literal, NamedTuple, NoReturn, cast, get_args

from pincite.errors import InputError, NotFound, SourceMalformed
from pincite.ingest.safe_json import parse_json_line

Expects = Literal["answer", "clarify", "refuse"]
UnitOf = Callable[[str], str | None]

_HINT = "Mend or leave out that line."
_MAX_GRADE = 1000


@dataclass(frozen=True, slots=True)
class GradedQuestion:
    """A question and what is known of its answer; `gold` holds the units judged, also at 0."""

    id: str
    kind: str
    text: str
    gold: Mapping[str, int] = field(default_factory=dict[str, int])
    document: str = ""
    at: date | None = None
    quotes: tuple[str, ...] = ()
    expects: Expects = "answer"
    jurisdiction: str = ""

    @property
    def ranked(self) -> bool:
        """Whether a ranking can be right: an answer is expected, and one is known."""
        return self.expects == "answer" and any(grade > 0 for grade in self.gold.values())


class Unmapped(NamedTuple):
    """Gold that names nothing the library holds; no ranking can find it."""

    question: str
    gold: str
    reason: str


@dataclass(frozen=True, slots=True)
class GradedSet:
    """`unit` says in a word what is graded: provision, opinion, chunk."""

    name: str
    questions: tuple[GradedQuestion, ...]
    unit: str
    unmapped: tuple[Unmapped, ...] = ()


@dataclass(frozen=True, slots=True)
class GradedLine:
    """One object of the file; an error names its place."""

    file: str
    number: int
    fields: Mapping[str, object]

    def refuse(self, reason: str) -> NoReturn:
        raise SourceMalformed(reason, file=self.file, place=f"line {self.number}", hint=_HINT)

    def text(self, key: str) -> str:
        """A string that must be there and not blank."""
        value = self.fields.get(key)
        if not isinstance(value, str) or not value.strip():
            self.refuse(f"{key} is missing or not a string")
        return value

    def optional(self, key: str) -> str:
        return "" if self.fields.get(key) is None else self.text(key)

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.objects(key)
        if not all(isinstance(value, str) and value.strip() for value in values):
            self.refuse(f"{key} is not a list of strings")
        return cast("tuple[str, ...]", tuple(values))

    def objects(self, key: str) -> list[object]:
        """A list; empty where there is none."""
        value = self.fields.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self.refuse(f"{key} is not a list")
        return cast("list[object]", value)

    def grades(self, key: str) -> dict[str, int]:
        value = self.fields.get(key)
        if not isinstance(value, dict):
            return dict.fromkeys(self.texts(key), 1)
        grades = cast("dict[str, object]", value)
        for unit, grade in grades.items():
            if (
                not unit.strip()
                or isinstance(grade, bool)
                or not isinstance(grade, int)
                or not 0 <= grade <= _MAX_GRADE
            ):
                self.refuse(f"{key} does not map names to grades from 0 to {_MAX_GRADE}")
        return cast("dict[str, int]", grades)

    def day(self, key: str) -> date | None:
        written = self.optional(key)
        try:
            return date.fromisoformat(written) if written else None
        except ValueError:
            self.refuse(f"{key} is not a date (YYYY-MM-DD)")


def read_lines(path: Path) -> Iterator[GradedLine]:
    """Every object of a file of JSON Lines. Raises InputError without the file, SourceMalformed
    that names file and line."""
    if not path.is_file():
        raise InputError(f"no such file: {path}", hint="Check the path's spelling.")
    found = False
    with path.open("rb") as file:
        for number, raw in enumerate(file, 1):
            if not raw.strip():
                continue
            value = parse_json_line(raw, path.name, number)
            if not isinstance(value, dict):
                GradedLine(path.name, number, {}).refuse("not an object")
            found = True
            yield GradedLine(path.name, number, cast("dict[str, object]", value))
    if not found:
        raise SourceMalformed("no questions in it", file=path.name, place="line 1", hint=_HINT)


def read_set(path: Path, *, unit_of: UnitOf | None = None) -> GradedSet:
    """Anyone's own set. With `unit_of`, gold of a paragraph grades the article that holds it, and
    gold that the library does not hold is listed as unmapped and left out."""
    questions: list[GradedQuestion] = []
    unmapped: list[Unmapped] = []
    seen: set[str] = set()
    for line in read_lines(path):
        question = _question(line)
        if question.id in seen:
            line.refuse(f"the id {question.id[:80]!r} is taken")
        seen.add(question.id)
        if unit_of is not None:
            question, lost = _in_units(question, unit_of)
            unmapped += lost
            if lost and question.expects == "answer" and not question.gold:
                continue
        questions.append(question)
    return GradedSet(path.stem, tuple(questions), "provision", tuple(unmapped))


def _question(line: GradedLine) -> GradedQuestion:
    gold = line.grades("gold")
    stated = line.optional("expects")
    if stated and stated not in get_args(Expects):
        line.refuse("expects is none of answer, clarify, refuse")
    relevant = any(grade > 0 for grade in gold.values())
    expects = cast("Expects", stated or ("answer" if relevant else "refuse"))
    if expects == "answer" and not relevant:
        line.refuse("an answer is expected, and no gold says which")
    return GradedQuestion(
        id=line.text("id"),
        kind=line.optional("kind"),
        text=line.text("query"),
        gold=gold,
        document=line.optional("document"),
        at=line.day("at"),
        quotes=line.texts("quotes"),
        expects=expects,
    )


def _in_units(question: GradedQuestion, unit_of: UnitOf) -> tuple[GradedQuestion, list[Unmapped]]:
    gold: dict[str, int] = {}
    lost: list[Unmapped] = []
    for name, grade in question.gold.items():
        unit = unit_of(name)
        if unit is None:
            lost.append(Unmapped(question.id, name, "not in the library"))
        else:
            gold[unit] = max(grade, gold.get(unit, 0))
    return replace(question, gold=gold), lost


def data_folder() -> Path:
    """Where the published sets are: PINCITE_DATA, or `shared/data` beside the checkout."""
    stated = os.environ.get("PINCITE_DATA")
    folder = Path(stated) if stated else Path(__file__).parents[4] / "shared" / "data"
    if not (folder / "eval").is_dir():
        raise NotFound("the graded sets are not here", hint="Set PINCITE_DATA to their folder.")
    return folder
