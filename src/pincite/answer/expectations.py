"""What a question expects its answer to state: a quantity, or a clause of a contract."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

from pincite.search.understand import AskedQuestion
from pincite.text.numbers import number_words, numbers

_ASCII = str.maketrans({
    "þ": "th", "ð": "d", "á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u", "ý": "y", "ö": "o",
    "æ": "ae",
})  # fmt: skip
# In plain letters, so that it does not matter how the question was typed.
_much = re.compile(
    r"\bhow (?:many|much|long|old|big|large|high|tall|far|fast)\b"
    r"|\b(?:what|which) (?:is|was|are|were) the (?:\S+ ){0,3}"
    r"(?:age|amount|limit|fee|number|percentage|rate|period|price|cost)\b"
    r"|\b(?:maximum|minimum|smallest|largest|youngest|oldest|lowest|highest)\b"
    r"|\bhvers[ue] (?:marg|mik|lang|long|leng|gam|gom|ha|hratt|stor)"
    r"|\bhve (?:marg|mik|lang|long|leng|gam|gom|ha|hratt|stor)"
    r"|\bhvad (?:\S+ ){0,6}(?:lengi|langan|langur|langt|long|gamall|gomul|gamalt|mikid|mikinn"
    r"|mikla|mikil|morg|marga|margir|hratt|hatt|har)\b"
    r"|\bhvad kostar\b"
)
_money = re.compile(
    r"\bhow much (?:does|do|did|will|would) .{1,60} cost\b|\bhvad kostar\b|\bcost of\b"
)
_punished = re.compile(
    r"\bfine[sd]?\b|\bimprison|\bpenalt|\bpunish|\bsentence|\bjail|\bprison|\bsekt|\bfangelsi|\brefs"
)
_punishes = re.compile(
    r"\bliable\b|\bimprisonment\b|\bfine not exceeding\b|\bfangelsi|\bsektum\b|\bsekt\b|\brefsing"
)
_sum = re.compile(r"[$€£]|\bkr\.|\bkron|\bdollar|\beuro|\bpound|\bper ?cent|%|\bisk\b|\busd\b")
_days = re.compile(
    r"\bhow many (?:\S+ ){0,2}(?:days|weeks|months|years)\b"
    r"|\b(?:hvers[ue]|hve) (?:\S+ ){0,2}(?:dag|dog|vik|man[au]d|ar\b|ara\b)"
)
# After a number: "three calendar months", "30 virkir dagar"; of hours no days are made.
_of_days = re.compile(
    r"^['’)\]]*[\s-]+(?:\S+ ){0,2}?"
    r"(?:days?|weeks?|months?|years?|dag|dog|vik|man[au]d|ar\b|ara\b|arum\b)"
)
# "section 5", "§ 5", "5. gr.", "nr. 5": an address is no quantity.
_address_before = re.compile(
    r"(?:§§?|\bsections?|\bsubsections?|\bparagraphs?|\barticles?|\bchapter|\bpart|\bschedule|\bact"
    r"|\bno\.?|\bnr\.|\blevel|\bs|\bss|\d/)\s*\(?$",
    re.IGNORECASE,
)
_address_after = re.compile(r"^\)?(?:\. ?(?:gr|mgr|tölul|málsl|kafl)|/\d|\()", re.IGNORECASE)
_SHORT, _FEW = 12, 5
_NEAR = 48


@cache
def listed(name: str) -> frozenset[str]:
    file = resources.files("pincite.answer") / "words" / name
    lines = file.read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


class Quantity(NamedTuple):
    """The kind of number an answer must state: a sum of `money`, a number of `days` or longer
    times; `penalty` says whether it may be what an offence costs."""

    money: bool
    penalty: bool
    days: bool = False


def asks(question: AskedQuestion) -> bool:
    """Whether it is a question, or as short as one; a statement looks for what supports it, and
    may name what that does not."""
    first = question.words[0].form if question.words else ""
    if "?" in question.text or first in listed("askers.txt"):
        return True
    return len(question.words) <= _SHORT and not question.text.endswith(".")


def searches(question: AskedQuestion) -> bool:
    """Whether it is no question but a few words to look for, such as a heading."""
    first = question.words[0].form if question.words else ""
    few = len(question.words) <= _FEW and "?" not in question.text
    return few and first not in listed("askers.txt")


def clause_name(question: AskedQuestion) -> tuple[int, ...]:
    """The places of the words that name a clause: of a few words that are no question, or of a
    question after a clause; none where it asks for something else."""
    first = question.words[0].form if question.words else ""
    clause_words = listed("clause.txt")
    asking = "?" in question.text or first in listed("askers.txt")
    if asking and not any(word.form in clause_words for word in question.words):
        return ()
    beside = clause_words | listed("contract.txt")
    naming = [
        at for at, word in enumerate(question.words) if not word.stop and word.form not in beside
    ]
    return tuple(naming) if len(naming) <= _FEW else ()


def alternatives(question: AskedQuestion) -> bool:
    """Whether it names things of which any will do."""
    return "/" in question.text or any(word.form == "or" for word in question.words)


def quantity(question: str) -> Quantity | None:
    """What kind of number an answer must state; None where none is asked for."""
    plain = question.lower().translate(_ASCII)
    if not _much.search(plain):
        return None
    asked = (bool(pattern.search(plain)) for pattern in (_money, _punished, _days))
    return Quantity(*asked)


def states(text: str, wanted: Quantity) -> bool:
    """Whether a stretch of law states a number that may be the one that was asked for."""
    plain = text.lower().translate(_ASCII)
    if not wanted.penalty and _punishes.search(plain):
        return False
    if wanted.money and not _sum.search(plain):
        return False
    found = (number for number in numbers(text) if not _is_address(text, number.start, number.end))
    return any(not wanted.days or _counts_days(text[number.end :]) for number in found)


def _counts_days(after: str) -> bool:
    return bool(_of_days.search(after[:_NEAR].lower().translate(_ASCII)))


def _is_address(text: str, start: int, end: int) -> bool:
    before, after = text[max(start - 16, 0) : start], text[end : end + 8]
    bracketed = before.endswith("(") and after.startswith(")")
    return bool(
        start == 0 or bracketed or _address_before.search(before) or _address_after.search(after)
    )


def content_without_units(question: AskedQuestion) -> Iterator[int]:
    """The places of the words that tell what a quantity is of."""
    units = listed("units.txt") | listed("light.txt")
    for at, word in enumerate(question.words):
        if (
            not word.stop
            and word.form.isalpha()
            and word.form not in units
            and word.form not in number_words()
            and not units.intersection(word.lemmas)
        ):
            yield at
