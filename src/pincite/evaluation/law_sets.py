"""The published sets over law: Icelandic articles, Zimbabwean sections, opinions of a court.

Gold is given as each publisher names things and becomes the URN of the article, section or opinion
in the library. What only `also_relevant` names is no gold: a hit is what the graders called right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

from pincite.errors import BadUrn
from pincite.evaluation.gold import Provisions
from pincite.evaluation.sets import (
    Expects,
    GradedLine,
    GradedQuestion,
    GradedSet,
    Unmapped,
    read_lines,
)
from pincite.model import Node
from pincite.model.akn import parse_frbr
from pincite.model.urn import Urn

_EXPECTS: dict[str, Expects] = {"unanswerable": "refuse", "ambiguous": "clarify"}
# The first is the best, and the others are right too.
_BEST, _RIGHT = 2, 1

# A gold entry's unit, or the reason why there is none.
Mapped = tuple[str | None, str]
UnitOfEntry = Callable[[Mapping[str, object]], Mapped]


def icelandic(path: Path, provisions: Provisions) -> GradedSet:
    """Gold lists articles, best first; that of a paragraph grades its article."""

    def unit(gold: Mapping[str, object]) -> Mapped:
        work = f"urn:lex:is:{str(gold.get('law')).replace('/', '-')}"
        held = provisions(work)
        if not held:
            return None, f"{work} is not in the library"
        if gold.get("article") is None:
            return work, ""
        urn = f"{work}:{gold['article']}"
        found = any(node.urn == urn for node in held)
        return (urn, "") if found else (None, f"{urn} is not in the library")

    return _law_set("icelandic", path, unit, best=_BEST)


def zimbabwe(path: Path, provisions: Provisions) -> GradedSet:
    """Gold names an act by its AKN address and a section by number. Numbers are repeated in
    schedules (the Constitution is one): the heading settles which is meant, else the act's own
    section comes first."""

    def unit(gold: Mapping[str, object]) -> Mapped:
        address = str(gold.get("act"))
        try:
            work = str(parse_frbr(address[address.find("/akn/") :]).urn)
        except BadUrn:
            return None, f"not an AKN address: {address[:80]}"
        held = provisions(work)
        if not held:
            return None, f"{work} is not in the library"
        number = str(gold.get("section"))
        found = [node for node in held if Urn.parse(node.urn).path[-1:] == (number,)]
        if not found:
            return None, f"{work} has no section {number}"
        return _meant(found, str(gold.get("heading") or "")).urn, ""

    return _law_set("zimbabwe", path, unit, best=_RIGHT)


def _meant(found: list[Node], heading: str) -> Node:
    wanted = _folded(heading)
    headed = [node for node in found if wanted and _folded(node.heading) == wanted]
    return min(headed or found, key=lambda node: (node.urn.count(":"), node.ordinal))


def _folded(heading: str) -> str:
    return "".join(char for char in heading.casefold() if char.isalnum())


def _law_set(name: str, path: Path, unit: UnitOfEntry, *, best: int) -> GradedSet:
    questions: list[GradedQuestion] = []
    unmapped: list[Unmapped] = []
    for line in read_lines(path):
        entries = [_entry(line, entry) for entry in line.objects("gold")]
        gold: dict[str, int] = {}
        for place, entry in enumerate(entries):
            found, reason = unit(entry)
            if found is None:
                unmapped.append(Unmapped(line.text("id"), str(dict(entry)), reason))
            else:
                gold.setdefault(found, _RIGHT if place else best)
        kind = line.text("kind")
        expects = _EXPECTS.get(kind, "answer")
        if expects == "answer" and not entries:
            line.refuse("an answer is expected, and no gold says which")
        if expects == "answer" and not gold:
            continue
        quote = line.optional("must_quote")
        questions.append(
            GradedQuestion(
                id=line.text("id"),
                kind=kind,
                text=line.text("query"),
                gold=gold,
                quotes=(quote,) if quote else (),
                expects=expects,
            )
        )
    return GradedSet(name, tuple(questions), "provision", tuple(unmapped))


def _entry(line: GradedLine, entry: object) -> Mapping[str, object]:
    if not isinstance(entry, dict):
        line.refuse("gold is not a list of objects")
    return cast("dict[str, object]", entry)


def scotus(path: Path, opinions: Mapping[str, str]) -> GradedSet:
    """`judged` maps the publisher's numbers to grades, 0 among them."""
    questions: list[GradedQuestion] = []
    unmapped: list[Unmapped] = []
    for line in read_lines(path):
        gold: dict[str, int] = {}
        for number, grade in line.grades("judged").items():
            if number in opinions:
                gold[opinions[number]] = grade
            else:
                unmapped.append(Unmapped(line.text("id"), number, "not in the library"))
        if any(grade > 0 for grade in gold.values()):
            questions.append(
                GradedQuestion(line.text("id"), line.text("kind"), line.text("query"), gold)
            )
    return GradedSet("scotus", tuple(questions), "opinion", tuple(unmapped))
