"""Rule 14: finds the law of a bare section ("§ 1983", "section 14") by its number alone."""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.citations.resolution.antecedents import (
    LAWS,
    Antecedents,
    CitedSource,
    work_and_section,
)
from pincite.citations.resolution.works import is_act
from pincite.model.mention import CitedKind, Mention, Unresolved
from pincite.model.urn import segment

Answer = CitedSource | tuple[str, CitedSource] | Unresolved
"""The source cited before, or the key of a section not cited yet and a source of the same law."""

_digits = re.compile(r"[0-9]+")
_of_act = re.compile(r"[0-9]{1,3}[A-Z]{0,2}")
# The sections of an act have short numbers; one as long as the code's own is the code's.
LEAST_DIGITS = 4
_COMMON_DIGITS = 3


class _BareSection(NamedTuple):
    """A section by its number, `works` the laws that it may be of, each with a source in it, and
    `cited` the sections of these that have the number. `own` says that the text has sections of
    its own."""

    number: str
    digits: int
    of_rules: bool
    own: bool
    works: dict[str, CitedSource]
    cited: list[CitedSource]
    known: Antecedents


def by_section(mention: Mention, known: Antecedents, *, own: bool) -> Answer:
    """What a bare section means. `own` says that the text has sections of its own."""
    number = mention.parts.get("section") or mention.parts.get("number") or ""
    if not number:
        return Unresolved.NOTHING_BEFORE
    section = _bare_section(number, known, of_rules=mention.kind is CitedKind.RULE, own=own)
    for rule in _RULES:
        answer = rule(section)
        if answer is not None:
            return answer
    return Unresolved.NOTHING_BEFORE


def is_number_of_act(number: str) -> bool:
    """Whether an act's own section may have the number: "14", "33ZA"."""
    return _of_act.fullmatch(number) is not None


def first_digits(number: str) -> str:
    """The digits that a number begins with: "1983" of "1983a"."""
    found = _digits.match(number)
    return found[0] if found else ""


def _bare_section(number: str, known: Antecedents, *, of_rules: bool, own: bool) -> _BareSection:
    works = {
        work: source
        for work, source in known.works.items()
        if (source.kind is CitedKind.RULE) is of_rules and _has_sections(work, source)
    }
    cited = [
        source
        for source in known.with_section(segment(number))
        if work_and_section(source.key)[0] in works
    ]
    digits = sum(map(str.isdigit, number))
    return _BareSection(number, digits, of_rules, own, works, cited, known)


def _has_sections(work: str, source: CitedSource) -> bool:
    """A constitution that has articles and amendments has no sections of its own."""
    return source.kind in LAWS and (source.kind is not CitedKind.CONSTITUTION or is_act(work))


def _cited_in_one_code(section: _BareSection) -> Answer | None:
    """ "Section 1500 of the Judicial Code" is 28 U.S.C. § 1500 by another name."""
    coded = [source for source in section.cited if source.key.startswith("urn:")]
    if len(coded) != 1 or section.digits < LEAST_DIGITS:
        return None
    return Unresolved.AMBIGUOUS if _may_be_of_this_text(coded[0], section) else coded[0]


def _cited_in_several(section: _BareSection) -> Answer | None:
    """The same number was cited of several laws."""
    return Unresolved.AMBIGUOUS if len(section.cited) > 1 else None


def _cited_once(section: _BareSection) -> Answer | None:
    """One law's was cited; it is meant only where no other can be: every act has a section 2."""
    if not section.cited:
        return None
    source = section.cited[0]
    if _has_rivals(source, section) or _may_be_of_this_text(source, section):
        return Unresolved.AMBIGUOUS
    return source


def _no_law_cited(section: _BareSection) -> Answer | None:
    """No law was cited that it may be of."""
    return None if section.works else Unresolved.NOTHING_BEFORE


def _of_the_only_act(section: _BareSection) -> Answer | None:
    """An act is the only law cited, but for regulations: their numbers are of other sorts."""
    acts = [
        work for work, source in section.works.items() if source.kind is not CitedKind.REGULATION
    ]
    if len(acts) != 1 or section.of_rules or section.own:
        return None
    act = acts[0]
    if not is_act(act) or not is_number_of_act(section.number):
        return None
    return section_of_act(act, section.number), section.works[act]


def _beside_its_like(section: _BareSection) -> Answer | None:
    """One code has a section of that number and another letter: 78j is where 78t is."""
    if section.of_rules:
        return None
    beside = [
        source
        for source in section.known.with_stem(segment(section.number))
        if source.kind in LAWS and source.kind is not CitedKind.RULE
    ]
    if len(beside) != 1:
        return None
    work = work_and_section(beside[0].key)[0]
    return None if is_act(work) else (f"{work}:{segment(section.number)}", beside[0])


def _rule_not_cited(section: _BareSection) -> Answer | None:
    """A rule that was not cited may be of any of the sets of rules."""
    return Unresolved.AMBIGUOUS if section.of_rules else None


def _of_several_laws(section: _BareSection) -> Answer | None:
    """Several laws were cited, and it is not the long number of the only code among them."""
    of_the_code = len(_codes(section)) == 1 and section.digits >= LEAST_DIGITS
    return Unresolved.AMBIGUOUS if len(section.works) > 1 and not of_the_code else None


def _like_the_only_code(section: _BareSection) -> Answer | None:
    """The number is long, and built as that of the section cited of the only code."""
    codes = _codes(section)
    if not codes or section.digits < LEAST_DIGITS:
        return None
    work, cited = work_and_section(codes[0].key)
    number = segment(section.number)
    if len(cited) != len(number) or _shape(cited) != _shape(number):
        return None
    return f"{work}:{number}", codes[0]


_RULES = (
    _cited_in_one_code,
    _cited_in_several,
    _cited_once,
    _no_law_cited,
    _of_the_only_act,
    _beside_its_like,
    _rule_not_cited,
    _of_several_laws,
    _like_the_only_code,
)


def section_of_act(work: str, number: str) -> str:
    """The key of an act's section."""
    return f"{work}:{segment(number)}" if work.startswith("urn:") else f"{work}, § {number}"


def _codes(section: _BareSection) -> list[CitedSource]:
    return [source for work, source in section.works.items() if not is_act(work)]


def _shape(number: str) -> str:
    return _digits.sub("0", number)


def _may_be_of_this_text(source: CitedSource, section: _BareSection) -> bool:
    """Whether the text has such a section itself, numbered as an act's are."""
    return section.own and is_act(work_and_section(source.key)[0])


def _has_rivals(source: CitedSource, section: _BareSection) -> bool:
    """Whether the number is a common one that another law, cited since, may as well have."""
    if section.of_rules or section.digits >= _COMMON_DIGITS:
        return False
    work, cited = work_and_section(source.key)
    since = section.known.since
    short = len(section.number) == 1
    return any(
        is_act(other) or (short and _shape(work_and_section(rival.key)[1]) == _shape(cited))
        for other, rival in section.works.items()
        if other != work and since(other) > since(work)
    )
