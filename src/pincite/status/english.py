"""The forms of English law: Commonwealth, South African and U.S."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.status.notes import notes, notes_in_sentence
from pincite.status.records import ForceClause
from pincite.status.savings import savings
from pincite.status.verbs import active, nominal, passive

_sentence = re.compile(r"(?:(?<=[.;])|(?<=[.;]”))\s+(?=[A-Z“\"(\[0-9])(?![^()\n]{0,60}\))|\n")
_abbreviated = re.compile(
    r"\b(?:Pub|L|Nos?|Stat|ch|[Ss]ecs?|[Ss]ubsecs?|[Pp]ars?|art|U\.S\.C|Jan|Feb|Mar|Apr|Jun|Jul|Aug|"
    r"Sept?|Oct|Nov|Dec|Rev|Ed|v|cl|div|subpar|Op|D\. ?C|D|F\.R|eff|ss?|Regs?|PN|PG|Ex|Ord)\.$"
)
# One of the acts of a U.S. note: "acts Aug. 29, 1935, ch. 814; June 26, 1936, ch. 830".
_act = re.compile(r"(?<=;)\s+(?:Pub\. ?L|[A-Z][a-z]+\.? \d{1,2}, \d{4})")
# What editors say that the words amend stands between them and their verb.
_amending = re.compile(r"\[(?:amending|enacting|repealing|see|which)\b[^\]]*\]")
# A sentence with no such part of a word says none of this.
_GOING = (
    "repeal", "revo", "rescin", "abrogat", "delet", "omit", "struck", "strik", "eliminat",
    "abolish", "withdr", "replac", "substitut", "supersed", "supplant", "restat",
)  # fmt: skip
_TURNING = (
    "effect", "operation", "force", "commence", "cease", "expire", "lapse", "sunset", "terminate",
    "suspend", "unconst", "invalid", "void", "ultra", "apply", "applicable",
)  # fmt: skip
_KEEPING = (
    "continu", "remain", "deemed", "regard", "considered", "treated", "taken", "affect", "invalid",
    "impair", "reference", " not ", "notwith", "despite", "dealt", "conclu", "finali", "complet",
    "nothing", "proceeded", "prosecut", "as if", "as though",
)  # fmt: skip


def english(text: str) -> Iterator[ForceClause]:
    text = _amending.sub(lambda found: " " * len(found[0]), text)
    yield from notes(text)
    for start, end in _sentences(text):
        words = text[start:end].lower()
        going = any(part in words for part in _GOING)
        if going or any(part in words for part in _TURNING):
            yield from passive(text, start, end)
            yield from notes_in_sentence(text, start, end)
        if going:
            yield from active(text, start, end)
            yield from nominal(text, start, end)
        if going or any(part in words for part in _KEEPING):
            yield from savings(text, start, end)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for cut in _sentence.finditer(text):
        short = _abbreviated.search(text, max(at, cut.start() - 12), cut.start())
        if not short and not _act.match(text, cut.start()):
            yield at, cut.start()
            at = cut.end()
    yield at, len(text)
