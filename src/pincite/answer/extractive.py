"""Drafts an answer without a model: picks the sentences that answer, and says where they stand.

Of each rule it quotes the sentence that holds most of what was asked, with the words that lead into
it; then the definitions of terms that the sentence uses, and what limits it. The same question to
the same law gives the same draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.answer.expectations import Quantity, quantity, states
from pincite.answer.locate import FEWEST_WORDS, Around, locate
from pincite.answer.messages import message
from pincite.answer.ports import Brief, CannotCompose
from pincite.answer.records import (
    AnswerDraft,
    DraftCitation,
    DraftClaim,
    DraftFault,
    QuotableSource,
    QuoteSpan,
    SourceRole,
)
from pincite.answer.stretches import LONGEST, QuotableStretch, cut_before, stretches
from pincite.answer.units import AnswerUnit
from pincite.search.relevance import Relevance
from pincite.text.languages import language

# What a sentence with the number that was asked for is worth more.
_STATES = 0.35
# Between sentences that are as good, the earlier; what comes later loses this much, all in all.
_LATER = 0.08
_SHORT, _SHORT_LOSES = 40, 0.1
_DEFINITIONS, _EXCEPTIONS = 2, 2
# A rule whose best sentence has less than this share of what the best of all has is not told.
_BESIDE = 0.3
_MOST_QUOTES = 8
# Of units: what the reader has to say of those behind the first; how far a lead may stand before
# what it leads to and be quoted with it; how long a quote may be, and how long a provision that is
# quoted whole.
_FURTHER_SAYS, _APART, _WHOLE, _GLANCE = 0.5, 12, 1500, 800
_departs = re.compile(
    r"(?:notwithstanding|despite) (?:sub-?section|paragraph) (?P<number>\(\w{1,4}\))", re.IGNORECASE
)
# Only the first rules are told with what limits them: the others say what else there is.
_WITH_MORE = 2


class _Best(NamedTuple):
    worth: float
    stretch: QuotableStretch


class Extractive:
    """Drafts without a model; `strict` and `faults` change nothing."""

    name = "extractive"
    retries = False

    def draft(self, brief: Brief, *, strict: bool, faults: Sequence[DraftFault]) -> AnswerDraft:
        if brief.read:
            return AnswerDraft(tuple(_as_read(brief)), fixed=True)
        claims: list[DraftClaim] = []
        rules = [source for source in brief.sources if source.role is SourceRole.RULE]
        for place, (rule, quotes) in enumerate(_chosen(brief, rules)):
            claims.append(_claim(brief, "rule", rule, quotes))
            if place < _WITH_MORE:
                claims += _definitions(brief, rule, quotes)
                claims += _limits(brief, rule, quotes)
        if not claims:
            raise CannotCompose(DraftFault.NO_CLAIM)
        return AnswerDraft(tuple(claims), fixed=True)


def _as_read(brief: Brief) -> Iterator[DraftClaim]:
    """The unit that is likeliest to answer, with what limits it; then others that may; then what
    the terms of the first mean."""
    points = 0
    shown: list[str] = []
    meant: list[DraftClaim] = []
    for says, source, unit, _ in brief.read:
        if points > brief.rules // 2:
            break
        if points and says is not None and says < _FURTHER_SAYS:
            continue
        quotes = _unit_quotes(source, unit)
        if not quotes or any(_among([other], quotes[-1]) for other in shown):
            continue
        if not points:
            quotes = [*_departed_from(brief, source, unit), *quotes]
        yield _claim(brief, "rule", source, quotes)
        shown += quotes
        if not points:
            limits = list(_limits(brief, source, quotes, inside=True))
            yield from limits
            shown += [cited.quote for claim in limits for cited in claim.cites]
            meant += _definitions(brief, source, quotes)
        points += 1
    if not points:
        raise CannotCompose(DraftFault.NO_CLAIM)
    for claim in meant:
        # Two terms may be defined in one passage.
        new = tuple(cited.quote for cited in claim.cites if not _among(shown, cited.quote))
        if new:
            yield claim
            shown += new


def _departed_from(brief: Brief, source: QuotableSource, unit: AnswerUnit) -> list[str]:
    """Where a unit departs from another of its section, by name, that one is told first."""
    named = _departs.match(source.text, unit.span.start)
    if named is None:
        return []
    for _, other, rule, _ in brief.read:
        _, locator = other.pin(*rule.span)
        if other is source and rule != unit and locator.endswith(named["number"]):
            return _unit_quotes(other, rule)
    return []


def _unit_quotes(source: QuotableSource, unit: AnswerUnit) -> list[str]:
    """The provision or paragraph that it stands in, where that is read at a glance; else its words
    behind those that lead to it, as one quote where they stand side by side."""
    around = [
        QuoteSpan(pin.body, pin.end)
        for pin in source.pins
        if not pin.note and pin.body <= unit.spans()[0].start and unit.span.end <= pin.end
        and pin.end - pin.body <= _GLANCE
    ]  # fmt: skip
    if around and (whole := _quotable(source, max(around, key=_length), _GLANCE)):
        return [whole]
    spans: list[QuoteSpan] = []
    for span in unit.spans():
        if spans and span.start - spans[-1].end <= _APART:
            spans[-1] = QuoteSpan(spans[-1].start, span.end)
        else:
            spans.append(span)
    own = _quotable(source, spans[-1], _WHOLE)
    if not own:
        return []
    leads = (_quotable(source, span, _WHOLE) for span in spans[:-1])
    return [*(lead for lead in leads if lead), own]


def _length(span: QuoteSpan) -> int:
    return span.end - span.start


def _chosen(
    brief: Brief, rules: Sequence[QuotableSource]
) -> Iterator[tuple[QuotableSource, list[str]]]:
    """Each rule that is told, with what is quoted of it."""
    assert brief.relevance is not None
    wanted = quantity(brief.question)
    best = 0.0
    count = 0
    for rule in rules:
        if brief.cited:
            found, worth = _all(rule), 1.0
        else:
            chosen = _best(rule, brief.relevance, wanted)
            found, worth = (_quotes(rule, chosen.stretch), chosen.worth) if chosen else ([], 0.0)
        best = max(best, worth)
        if not found or worth < best * _BESIDE:
            continue
        yield rule, found
        count += 1
        if count >= brief.rules:
            return


def _all(rule: QuotableSource) -> list[str]:
    """What was asked for by its name is shown whole, as far as one reads."""
    quotes = [_quotable(rule, stretch.whole or stretch.span) for stretch in stretches(rule)]
    return list(dict.fromkeys(quote for quote in quotes if quote))[:_MOST_QUOTES]


def _best(rule: QuotableSource, relevance: Relevance, wanted: Quantity | None) -> _Best | None:
    every = list(stretches(rule))
    found: _Best | None = None
    for at, stretch in enumerate(every):
        text = rule.text[stretch.span.start : stretch.span.end]
        led = rule.text[stretch.lead.start : stretch.lead.end] if stretch.lead else ""
        worth = relevance.covered(f"{led} {text}")
        if wanted is not None and states(text, wanted):
            worth += _STATES
        if len(text) < _SHORT:
            worth -= _SHORT_LOSES
        worth -= _LATER * at / len(every)
        if found is None or worth > found.worth + 1e-9:
            found = _Best(worth, stretch)
    return found


def _quotes(rule: QuotableSource, best: QuotableStretch) -> list[str]:
    """The list whole where it is short, else its lead and the item; or the sentence."""
    if best.whole and best.whole.end - best.whole.start <= LONGEST:
        spans = [best.whole]
    else:
        spans = [best.lead, best.span] if best.lead else [best.span]
    found = [quote for span in spans if (quote := _quotable(rule, span))]
    return found or _whole(rule)


def _whole(rule: QuotableSource) -> list[str]:
    quote = _quotable(rule, QuoteSpan(0, len(rule.text)))
    return [quote] if quote else []


def _quotable(source: QuotableSource, span: QuoteSpan, longest: int = LONGEST) -> str:
    """The words of a span, shortened where they are long; "" where they fail the check."""
    text, end = source.text, span.end
    if end - span.start > longest:
        end = cut_before(text, span.start, span.start + longest)
    quote = text[span.start : end].strip()
    around = Around(source.before, source.after)
    fault, _ = locate(quote, text, ellipses=False, around=around)
    return quote if fault is None else ""


def _definitions(brief: Brief, rule: QuotableSource, quotes: Sequence[str]) -> Iterator[DraftClaim]:
    used = " ".join((*quotes, brief.question))
    definitions = [
        source
        for source in brief.sources
        if source.of == rule.id
        and source.role is SourceRole.DEFINITION
        and _uses(used, source.term, source)
    ]
    for definition in definitions[:_DEFINITIONS]:
        quote = _quotable(definition, QuoteSpan(0, len(definition.text)))
        if quote:
            yield _claim(brief, "definition", definition, [quote])


def _limits(
    brief: Brief, rule: QuotableSource, quotes: Sequence[str], *, inside: bool = False
) -> Iterator[DraftClaim]:
    """What limits what is quoted of a rule. `inside`: not all of the rule is quoted, so that what
    limits it may stand in it."""
    exceptions = [
        (source, _around(source))
        for source in brief.sources
        if source.of == rule.id
        and source.role is SourceRole.EXCEPTION
        and (inside or not _limit_within(source, rule))
    ]
    # Words that are quoted as the rule do not limit it.
    limiting = [
        (exception, quote) for exception, quote in exceptions if quote and not _among(quotes, quote)
    ]
    for exception, quote in limiting[:_EXCEPTIONS]:
        yield _claim(brief, exception.says, exception, [quote])


def _limit_within(source: QuotableSource, rule: QuotableSource) -> bool:
    return source.key == rule.key and rule.start <= source.start and source.end <= rule.end


def _among(quotes: Sequence[str], quote: str) -> bool:
    """Whether it is one of them, but for a number in front or words around."""
    return any(
        quote in other or (other in quote and 2 * len(other) > len(quote)) for other in quotes
    )


def _uses(text: str, term: str, source: QuotableSource) -> bool:
    """Whether a text uses a term, in whatever form."""
    lemmas = language(source.language).lemmas
    here = [lemmas(word.lower()) for word in text.replace("”", " ").split()]
    wanted = [lemmas(word.lower()) for word in term.split()]
    return any(
        all(set(a) & set(b) for a, b in zip(here[at:], wanted, strict=False))
        for at in range(len(here) - len(wanted) + 1)
    )


def _around(exception: QuotableSource) -> str:
    """The sentence of an exception that says so; else its first."""
    words = exception.term
    every = list(stretches(exception))
    saying = [
        stretch for stretch in every if words and words in exception.text[slice(*stretch.span)]
    ]
    for stretch in (*saying, *every):
        quote = _quotable(exception, stretch.span)
        if len(quote.split()) >= FEWEST_WORDS:
            return quote
    return ""


def _claim(brief: Brief, point: str, source: QuotableSource, quotes: Sequence[str]) -> DraftClaim:
    """One plain sentence that says where it is from, and the words themselves."""
    starts = [source.text.find(quote) for quote in quotes]
    ends = [at + len(quote) for at, quote in zip(starts, quotes, strict=True)]
    _, locator = source.pin(min(starts), max(ends))
    text = message(brief.language, "point", point, locator=locator, term=source.term)
    return DraftClaim(text, tuple(DraftCitation(source.id, quote) for quote in quotes))
