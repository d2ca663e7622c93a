"""Drafts an answer without a model: picks the sentences that answer, and says where they stand.

Of each rule it quotes the sentence that holds most of what was asked, with the words that lead into
it; then the definitions of terms that the sentence uses, and what limits it. The same question to
the same law gives the same draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pincite.answer.completion import (
    begins_within,
    led_into,
    opens_a_list,
    with_its_limits,
    with_its_list,
)
from pincite.answer.expectations import Quantity, quantity, states
from pincite.answer.locate import FEWEST_WORDS, Around, locate
from pincite.answer.messages import message
from pincite.answer.ports import Brief, CannotCompose
from pincite.answer.reading import ReadUnit
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
from pincite.answer.units import FEWEST_ALONE, AnswerUnit, short_provision, units
from pincite.search.relevance import Relevance
from pincite.text.languages import language
from pincite.text.words import forms

# What a sentence with the number that was asked for is worth more.
_STATES = 0.35
# Between sentences that are as good, the earlier; what comes later loses this much, all in all.
_LATER = 0.08
_SHORT, _SHORT_LOSES = 40, 0.1
_DEFINITIONS, _EXCEPTIONS = 2, 2
# A rule whose best sentence has less than this share of what the best of all has is not told.
_BESIDE = 0.3
_MOST_QUOTES = 8
# Of units: the least share of those behind the first; how far a lead may stand before what it leads
# to and be quoted with it; how long a quote may be.
_FURTHER, _APART, _WHOLE = 0.3, 12, 1500
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
    places: list[tuple[str, int, int]] = []
    meant: list[DraftClaim] = []
    by_id = {one.id: one for one in brief.sources}
    for one in brief.read:
        source = one.source
        if points > brief.rules // 2:
            break
        if points and one.share < _FURTHER:
            continue
        quotes = _unit_quotes(one)
        if not quotes or any(_among([other], quote) for other in shown for quote in quotes):
            continue
        if points and not _reads_alone(source, quotes):
            continue
        own = [_place(source, quote) for quote in quotes]
        if any(_overlaps(place, places) for place in own):
            continue
        places += own
        if not points:
            departed = _departed_from(brief, source, one.unit)
            quotes = [*(other for other in departed if not _among(quotes, other)), *quotes]
        yield _claim(brief, "rule", source, quotes, one.unit.span)
        shown += quotes
        if not points:
            limits = list(_limits(brief, source, quotes, inside=True))
            yield from limits
            cited = [cited for claim in limits for cited in claim.cites]
            shown += [one.quote for one in cited]
            places += [_place(by_id[one.source], one.quote) for one in cited]
            meant += _definitions(brief, source, quotes, bridging=True)
        points += 1
    if not points:
        raise CannotCompose(DraftFault.NO_CLAIM)
    for claim in meant:
        # Two terms may be defined in one passage, or a term in words that are told already.
        new = [
            cited.quote
            for cited in claim.cites
            if not _among(shown, cited.quote)
            and not _overlaps(_place(by_id[cited.source], cited.quote), places)
        ]
        if new:
            yield claim
            shown += new
            places += [_place(by_id[cited.source], cited.quote) for cited in claim.cites]


def readable(read: Sequence[ReadUnit]) -> tuple[ReadUnit, ...]:
    """Those that would be no fragment as they are quoted: an item without the words that forbid it
    says the opposite. All of them, where each would be one."""
    alone = (
        one for one in read if (quotes := _unit_quotes(one)) and _reads_alone(one.source, quotes)
    )
    return tuple(alone) or tuple(read)


def _reads_alone(source: QuotableSource, quotes: Sequence[str]) -> bool:
    """Whether quotes are no fragment: long enough, and not from within a sentence that none of them
    leads into."""
    if len(quotes[-1].split()) < FEWEST_ALONE or opens_a_list(quotes[-1]):
        return False
    start = len(source.before) + source.text.find(quotes[0])
    return not begins_within(f"{source.before}{source.text}", start)


def _place(source: QuotableSource, quote: str) -> tuple[str, int, int]:
    start = source.start + source.text.find(quote)
    return source.content_hash, start, start + len(quote)


def _overlaps(place: tuple[str, int, int], others: Sequence[tuple[str, int, int]]) -> bool:
    """Whether a quote shares more than half of itself or of another with that."""
    return any(
        place[0] == other[0]
        and 2 * (min(place[2], other[2]) - max(place[1], other[1]))
        > min(place[2] - place[1], other[2] - other[1])
        for other in others
    )


def _departed_from(brief: Brief, source: QuotableSource, unit: AnswerUnit) -> list[str]:
    """Where a unit departs from another of its section, by name, that one is told first."""
    named = _departs.match(source.text, unit.span.start)
    if named is None:
        return []
    for other in brief.read:
        _, locator = other.source.pin(*other.unit.span)
        if other.source is source and other.unit != unit and locator.endswith(named["number"]):
            return _unit_quotes(other)
    return []


def _unit_quotes(read: ReadUnit) -> list[str]:
    """The provision or paragraph that it is quoted within, where there is one; else its words
    behind those that lead to it, as one quote where they stand side by side."""
    source, of_file = read.source, not read.source.urn
    spans = _side_by_side([read.whole] if read.whole else read.unit.spans())
    first, _ = source.pin(*spans[0])

    def may(wider: QuoteSpan) -> bool:
        # Of a file nothing is in force or not; of law another provision may not be.
        return of_file or source.pin(*wider)[0] == first

    if source.in_table(read.unit.span):
        # What stands before and behind it is of other rows.
        return [quote for span in spans if (quote := _quotable(source, span, _WHOLE))]
    spans[:1] = led_into(source.text, spans[0], _WHOLE, may)
    if len(spans) > 1 and not opens_a_list(source.text[slice(*spans[-2])]):
        spans[-1:] = led_into(source.text, spans[-1], _WHOLE, may)
        spans = _side_by_side(spans)
    if of_file:
        spans[-1] = _with_its_answer(source, with_its_list(source.text, spans[-1], _WHOLE))
    if may(limited := with_its_limits(source.text, spans[-1], _WHOLE)):
        spans[-1] = limited
    own = _quotable(source, spans[-1], _WHOLE)
    if not own:
        return []
    leads = (_quotable(source, span, _WHOLE) for span in spans[:-1])
    return [*(lead for lead in leads if lead), own]


def _side_by_side(spans: Sequence[QuoteSpan]) -> list[QuoteSpan]:
    """As one, where they stand beside each other."""
    joined: list[QuoteSpan] = []
    for span in spans:
        if joined and span.start - joined[-1].end <= _APART:
            joined[-1] = QuoteSpan(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined


def _with_its_answer(source: QuotableSource, span: QuoteSpan) -> QuoteSpan:
    """Where a question put to a witness ends the span, with the paragraph that answers it."""
    text = source.text
    for asked, said in pairwise(source.pins):
        if span.end <= asked.end and not text[span.end : asked.end].strip():
            answered = text.startswith("Q. ", asked.start) and text.startswith("A. ", said.start)
            return QuoteSpan(span.start, said.end) if answered else span
    return span


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


def _definitions(
    brief: Brief, rule: QuotableSource, quotes: Sequence[str], *, bridging: bool = False
) -> Iterator[DraftClaim]:
    """Of the terms that are used. If `bridging`, only of such as the question does not use, and
    that another word of it falls under or that stand for what another sentence says."""
    used = " ".join((*quotes, brief.question))
    definitions = [
        source
        for source in brief.sources
        if source.of == rule.id
        and source.role is SourceRole.DEFINITION
        and _uses(used, source.term, source)
        and not (bridging and _uses(brief.question, source.term, source))
    ]
    if bridging:
        definitions = [one for one in definitions if _bridges(one, brief) or _is_given(one)]
    for definition in definitions[:_DEFINITIONS]:
        quote = _quotable(definition, QuoteSpan(0, len(definition.text)))
        if quote and (not bridging or _reads_alone(definition, [quote])):
            yield _claim(brief, "definition", definition, [quote])


def _bridges(definition: QuotableSource, brief: Brief) -> bool:
    """Whether it says of a word of the question that it falls under the term: of a home that it is
    a dwelling."""
    assert brief.relevance is not None
    meant = brief.relevance.lemmas(definition.text)
    return any(not meant.isdisjoint(word.lemmas) for word in brief.relevance.question.content)


def _is_given(definition: QuotableSource) -> bool:
    """Whether the term stands for what a sentence says: “… (in this Part “the applicant”) …”."""
    return re.search(rf"\([^()]*\b{re.escape(definition.term)}[”\"]\)", definition.text) is not None


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
    told: list[str] = []
    for exception, quote in limiting:
        if len(told) == _EXCEPTIONS:
            break
        start = exception.text.find(quote)
        span = with_its_limits(exception.text, QuoteSpan(start, start + len(quote)), _WHOLE)
        spans = led_into(exception.text, span, LONGEST, lambda _: False)
        leads = [lead for led in spans[:-1] if (lead := _quotable(exception, led))]
        quote = _quotable(exception, span, _WHOLE) or quote
        if _among(told, quote) or (inside and not _reads_alone(exception, [*leads, quote])):
            continue
        told.append(quote)
        yield _claim(brief, exception.says, exception, [*leads, quote])


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
    here, wanted = (list(map(lemmas, forms(words))) for words in (text, term))
    return any(
        all(set(a) & set(b) for a, b in zip(here[at:], wanted, strict=False))
        for at in range(len(here) - len(wanted) + 1)
    )


def _around(exception: QuotableSource) -> str:
    """The sentence of an exception that says so; else its first. Higher law, whole where it is
    short."""
    if exception.says == "rule" and (every := units(exception)):
        pin = short_provision(exception, every[0])
        whole = _quotable(exception, QuoteSpan(pin.body, pin.end), _WHOLE) if pin else ""
        if whole:
            return whole
    words = exception.term
    cut = list(stretches(exception))
    leads = dict.fromkeys(stretch.lead for stretch in cut if stretch.lead)
    spans = [stretch.span for stretch in cut]
    saying = [span for span in (*spans, *leads) if words and words in exception.text[slice(*span)]]
    for span in (*saying, *spans):
        quote = _quotable(exception, span)
        if len(quote.split()) >= FEWEST_WORDS:
            return quote
    return ""


def _claim(
    brief: Brief, point: str, source: QuotableSource, quotes: Sequence[str],
    decides: QuoteSpan | None = None,
) -> DraftClaim:  # fmt: skip
    """One plain sentence that says where it is from, and the words themselves."""
    starts = [source.text.find(quote) for quote in quotes]
    ends = [at + len(quote) for at, quote in zip(starts, quotes, strict=True)]
    _, locator = source.pin(min(starts), max(ends))
    text = message(brief.language, "point", point, locator=locator, term=source.term)
    cites = (DraftCitation(source.id, quote, decides=decides) for quote in quotes)
    return DraftClaim(text, tuple(cites))
