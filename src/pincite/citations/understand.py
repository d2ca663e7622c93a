"""What a question cites: typed references with their targets, or with candidates, and a date."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from pincite.citations.cases import cases
from pincite.citations.in_questions import codes
from pincite.citations.in_questions.named_works import named_works, together
from pincite.citations.in_questions.references import Possible, QueryReference, reference_to
from pincite.citations.in_questions.shorthand import bare_rules, written_out
from pincite.citations.in_questions.unheld import NamedLaw, all_of, unheld
from pincite.citations.in_questions.when import (
    NamedDate,
    When,
    implied,
    said_current,
    stated,
    with_words,
)
from pincite.citations.in_questions.works import is_part
from pincite.citations.laws import laws
from pincite.citations.laws.acts import BY_NAME
from pincite.citations.reading import CitableText, Locale
from pincite.citations.works.addressed import addressed
from pincite.citations.works.decisions import HeldDecisions
from pincite.citations.works.near import SCALE
from pincite.citations.works.titled import here
from pincite.citations.works.titles import WorkTitles
from pincite.model.mention import CitedKind, Form, Mention
from pincite.model.urn import possible_works
from pincite.text import canonicalize

_loose = re.compile(r"^[\s,;:–-]+|[\s,;:–-]+$")
_of_a_part = re.compile(
    r"(?<![\w.:-])(?:(?:cfr|c\.f\.r\.|§|sec(?:tion|\.)|reg(?:ulation|\.)?(?: [a-z]{1,2})?) ?)"
    r"(?P<part>\d{2,4})\.(?P<section>\d{1,4}[a-z]?)(?P<pins>(?:\([0-9a-z]{1,4}\)){0,5})(?![\w.:-])",
    re.IGNORECASE,
)
# References are read up to here, a date in all that is searched.
_LONGEST, _DATED = 500, 2000
_section = r"(?:§ ?)?(?P<section>\d{1,6}[A-Za-z]{0,2})(?![\w.:-])"
_to = re.compile(rf",? (?:to|through|thru) {_section}")
# Not what is counted, nor a volume.
_and = re.compile(
    rf"(?:,? (?:and|&|or) |, ){_section}(?! ?(?:U\.? ?S|C\.? ?F|F\. ?|S\. ?Ct|%|/)"
    r"| (?:days?|weeks?|months?|years?|hours?|per ?cent|dollars?|people|persons?))"
)
# What each of several is given that may be meant alike.
_ONE_OF = 0.5


class Understanding(NamedTuple):
    """`rest` is the question without its references and its date. `as_at` is the day that it asks
    about; `date` is what it names of one, where law is asked, sure or not. `laws` are those that it
    names by title and no work held goes by."""

    references: tuple[QueryReference, ...]
    as_at: date | None
    current: bool
    rest: str
    date: NamedDate | None = None
    laws: tuple[NamedLaw, ...] = ()


TextStarts = Callable[[str], Iterable[date]]
"""The days on which the texts of a work begin, by its URN."""


def understand(
    query: str,
    titles: WorkTitles,
    locale: Locale = Locale(),  # noqa: B008 (frozen)
    decisions: HeldDecisions = HeldDecisions(),  # noqa: B008 (of no corpus)
    *,
    today: date | None = None,
    starts: TextStarts | None = None,
) -> Understanding:
    """Offsets are those of `canonicalize(query)`. A date that only the tense of the question tells
    is read where `starts` are given: where law is asked."""
    today = today or date.today()  # noqa: DTZ011
    whole = canonicalize(query[:_DATED])
    query = whole[:_LONGEST].rstrip()
    day = stated(query, today) or When()
    text = _without(query, day.spans or said_current(query).spans)
    if (title := codes.alone(_spoken(text), titles, locale)) is not None:
        references = tuple(together(title._replace(end=len(query)), []))
        alone = tuple(reference._replace(text=query) for reference in references)
        named = with_words(day.date, whole) if day.date else None
        as_at = named.day if named and named.sure else None
        return Understanding(alone, as_at, day.current, "", named if starts else None)
    found = [
        reference_to(mention.start, mention.end, mention.kind, mention.targets)
        for mention in addressed(text, titles)
    ]
    text = _without(text, [(reference.start, reference.end) for reference in found])
    found += (_held(reference, decisions) for reference in _written_out(text, locale))
    text = _without(text, [(reference.start, reference.end) for reference in found])
    found += _decided(text, decisions)
    text = _without(text, [(reference.start, reference.end) for reference in found])
    found += _typed(text, locale)
    text = _without(text, [(reference.start, reference.end) for reference in found])
    found += _rules_or_parts(text, titles, locale)
    text = _without(text, [(reference.start, reference.end) for reference in found])
    found += named_works(text, titles, locale)
    laws = _unheld(query, text, found, titles)
    found = [reference for reference in found if not _is_of(reference, laws, text)]
    found.sort(key=lambda reference: reference.start)
    cited = [(reference.start, reference.end) for reference in found]
    text = _without(whole, cited)
    if day.date is None:
        day = stated(text, today) or (implied(text, today) if starts else said_current(text))
    named = with_words(day.date, whole) if day.date else None
    works = {_work_of(urn, titles) for reference in found for urn in reference.answer}
    if named and day.changed and starts and len(works) == 1:
        named = day._replace(date=named).before_change(starts(works.pop()))
    unheld_laws = [(law.start, law.end) for law in laws if law.certain]
    return Understanding(
        tuple(_told(reference, query, titles) for reference in found),
        named.day if named and named.sure else None,
        day.current,
        _rest(_without(query, [*cited, *unheld_laws, *day.spans])),
        named if starts else None,
        tuple(law._replace(text=query[law.start : law.end]) for law in laws),
    )


def _rest(left: str) -> str:
    """What else is said; an article alone is part of the name behind it."""
    rest = _loose.sub("", " ".join(left.replace("\0", " ").split()))
    return "" if rest.lower() == "the" else rest


def _spoken(text: str) -> str:
    """What is left of a question once its date is struck out."""
    return text.replace("\0", " ").strip(" ?!.")


def _told(reference: QueryReference, query: str, titles: WorkTitles) -> QueryReference:
    """With its words, and whether it names a work and no place in it."""
    whole = reference.whole or (len(reference.targets) == 1 and reference.key in titles.works)
    return reference._replace(text=query[reference.start : reference.end], whole=whole)


def _unheld(
    query: str, text: str, found: Sequence[QueryReference], titles: WorkTitles
) -> list[NamedLaw]:
    """The laws named in what is left, once the references that lead somewhere are struck out."""
    if not titles.has_statutes:
        # Who holds regulations alone may ask about the act that they are made under.
        return []
    told = [(cited.start, cited.end) for cited in found if cited.answer or _may_be(cited, text)]
    whole = all_of(query)
    if whole is not None and told and all(span != (whole.start, whole.end) for span in told):
        # "First Amendment Assemblies Act": what is cited may be part of the name.
        return [whole._replace(certain=False)]
    spoken = "is" if "is" in titles.jurisdictions else ""
    return [
        law._replace(certain=False) if law.about and titles.speaks_of(law.about) else law
        for law in unheld(_without(text, told), spoken)
        if law.end > law.start and not codes.is_code(law.name)
    ]


def _may_be(reference: QueryReference, text: str) -> bool:
    """Whether it is as near as a name that is meant, or a part of one: "Tenancies Act"."""
    written = text[reference.start : reference.end]
    return any(
        candidate.score >= SCALE.clear or is_part(written, candidate.name)
        for candidate in reference.candidates
    )


def _is_of(reference: QueryReference, laws: Sequence[NamedLaw], text: str) -> bool:
    """Whether it is a place in a law that is not held, or a guess at its name."""
    return any(
        law.certain and law.start <= reference.start and reference.end <= law.end
        for law in laws
        if not reference.answer and not _may_be(reference, text)
    )


def _work_of(urn: str, titles: WorkTitles) -> str:
    """The work that a place is in; "" where it is not held."""
    return next((name for name in possible_works(urn) if name in titles.works), "")


def _without(query: str, spans: Sequence[tuple[int, int]]) -> str:
    """With what was read struck out, so that it is read once; of the same length."""
    for start, end in spans:
        query = query[:start] + "\0" * (min(end, len(query)) - start) + query[end:]
    return query


def _written_out(query: str, locale: Locale) -> Iterator[QueryReference]:
    """What says by itself what it cites, by the rules for texts: reporters, codes, rules."""
    reading = CitableText(query, locale)
    mentions: list[Mention] = [*laws(reading), *cases(reading)]
    mentions.sort(key=lambda mention: (mention.start, -mention.end))
    done = 0
    for mention in mentions:
        # A name that no grammar knows may be that of a work held.
        whole = mention.form is Form.FULL and (mention.targets or mention.rule != BY_NAME)
        if whole and mention.key and mention.start >= done:
            done, targets = _until(query, mention)
            reference = reference_to(mention.start, done, mention.kind, targets)
            yield reference._replace(key=mention.key)
            for further in _further(query, done, mention):
                done = further.end
                yield further


def _until(query: str, mention: Mention) -> tuple[int, tuple[str, ...]]:
    """Where it ends, and its targets: whoever writes "17 U.S.C. § 106 to 108" asks for all."""
    further = _to.match(query, mention.end)
    if further is None or len(mention.targets) != 1 or mention.kind is CitedKind.CASE:
        return mention.end, mention.targets
    first = mention.targets[0]
    return further.end(), (first, f"{first.rpartition(':')[0]}:{further['section']}")


def _further(query: str, at: int, mention: Mention) -> Iterator[QueryReference]:
    """The sections that go on a list without a sign: "27 U.S.C. 211, 213 and 215"."""
    if len(mention.targets) != 1 or mention.kind is CitedKind.CASE:
        return
    work = mention.targets[0].rpartition(":")[0]
    while more := _and.match(query, at):
        yield reference_to(*more.span("section"), mention.kind, (f"{work}:{more['section']}",))
        at = more.end()


def _held(reference: QueryReference, decisions: HeldDecisions) -> QueryReference:
    """With the decisions that a corpus keeps under a citation of a case."""
    known = reference.kind is CitedKind.CASE and decisions.by_citation.get(reference.key)
    return reference._replace(targets=known) if known else reference


def _decided(query: str, decisions: HeldDecisions) -> Iterator[QueryReference]:
    """The decisions that are held, by name; of several with one name any may be meant."""
    for start, end, known in decisions.named(query):
        reference = reference_to(start, end, CitedKind.CASE, ())
        if len(known) == 1:
            yield reference._replace(targets=(known[0].urn,), key=known[0].urn)
        else:
            possible = tuple(
                Possible((each.urn,), each.citation, each.title, _ONE_OF) for each in known
            )
            yield reference._replace(candidates=possible)


def _typed(query: str, locale: Locale) -> Iterator[QueryReference]:
    """What is typed in haste and says by itself what it cites, once it is written out."""
    text, origin = written_out(query, locale)
    if text == query:
        return
    for reference in _written_out(text, locale):
        yield reference._replace(start=origin[reference.start], end=origin[reference.end - 1] + 1)


def _rules_or_parts(query: str, titles: WorkTitles, locale: Locale) -> Iterator[QueryReference]:
    """A rule by its number alone may be of several rules; a number of the federal regulations is
    of the parts that are held."""
    if not titles.works or set(locale.jurisdictions()) & {"us"}:
        for rule in bare_rules(query, locale):
            possible = tuple(Possible((urn,), name, name, _ONE_OF) for urn, name in rule.rules)
            yield reference_to(rule.start, rule.end, CitedKind.RULE, ())._replace(
                candidates=possible
            )
    for match in _of_a_part.finditer(query):
        pins = match["pins"].lower().replace(")", "").replace("(", ":")
        held = [
            work
            for urn, work in titles.works.items()
            if urn.endswith(f"cfr:{match['part']}") and here(work, locale)
        ]
        below = f"{match['part']}.{match['section']}{pins}"
        urns = [(f"{work.urn.rpartition(':')[0]}:{below}", work.title) for work in held]
        if len(urns) == 1:
            yield reference_to(*match.span(), CitedKind.REGULATION, (urns[0][0],))
        elif urns:
            possible = tuple(Possible((urn,), title, title, _ONE_OF) for urn, title in urns)
            reference = reference_to(*match.span(), CitedKind.REGULATION, ())
            yield reference._replace(candidates=possible)
