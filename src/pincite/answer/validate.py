"""The check that every answer passes before it leaves: each quote, each citation, each number.

1. There is a claim, and every claim cites.
2. A citation names a source that was given, by its own locator and URN where it states them.
3. The source is held, word for word as it was read, and was in force on the date that was asked.
4. The quote stands in that source (`locate`).
5. Numbers, sums, dates and sections that a claim states stand in what it cites.
6. What a claim puts between quotation marks stands there too, and it links to nothing else.

One fault and the whole answer fails. What else a claim says is not checked: a model's sentences are
kept apart from what was (`compose`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from pincite.answer.figures import unsupported
from pincite.answer.locate import FEWEST_WORDS, Around, locate
from pincite.answer.records import (
    AnswerDraft,
    Check,
    DraftCitation,
    DraftClaim,
    DraftFault,
    DraftVerdict,
    QuotableSource,
    QuoteSpan,
)
from pincite.text import MatchingForm, canonicalize

_quoted = re.compile(
    r"[“„«\"]([^“”„«»\"]{2,4000})[”“»\"]"
    r"|(?<!\w)[‘‚]([^‘‚]{2,4000})[’‘](?!\w)"
    r"|(?<!\w)'([^']{2,4000}(?:\w'\w[^']*)*)'(?!\w)"
)
_link = re.compile(
    r"\b(?:[a-z][a-z0-9+.-]{1,20}://|www\.)\S+|\]\(|<\s*/?\s*[a-z!]"
    r"|\b(?:mailto|javascript|vbscript|data|file|tel|sms):\S|\b[\w-]+\.[a-z]{2,24}/\S",
    re.IGNORECASE,
)
# What moves a cursor, turns a line around, or is read by machines and seen by nobody.
_unseen = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)
MOST_CLAIMS = 60
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class ValidationRules:
    """What a draft is checked against. `at` is the date that was asked about, `ellipses` says
    whether a quote may leave words out, and `held` whether a source still is what is stored."""

    at: date | None = None
    ellipses: bool = True
    held: Callable[[QuotableSource], bool] = lambda _source: True


def validate(
    draft: AnswerDraft, sources: Sequence[QuotableSource], rules: ValidationRules
) -> DraftVerdict:
    by_id = {source.id: source for source in sources}
    faults: list[DraftFault] = []
    checks: list[Check] = []
    if not draft.claims or len(draft.claims) > MOST_CLAIMS:
        faults.append(DraftFault.NO_CLAIM if not draft.claims else DraftFault.MALFORMED)
    for number, claim in enumerate(draft.claims[:MOST_CLAIMS]):
        found = [_checked(number, cited, by_id, rules) for cited in claim.cites]
        checks += found
        faults += _of_claim(claim, [(check, by_id.get(check.cited.source)) for check in found])
    faults += [check.fault for check in checks if check.fault is not None]
    return DraftVerdict(tuple(checks), tuple(dict.fromkeys(faults)))


def _checked(
    number: int, cited: DraftCitation, by_id: Mapping[str, QuotableSource], rules: ValidationRules
) -> Check:
    source = by_id.get(cited.source)
    if source is None:
        return Check(number, cited, DraftFault.UNKNOWN_SOURCE)
    fault = _of_place(source, rules)
    if fault is not None:
        return Check(number, cited, fault)
    if len(cited.quote) > _LONGEST:
        return Check(number, cited, DraftFault.MALFORMED)
    around = Around(source.before, source.after)
    fault, spans = locate(
        cited.quote,
        source.text,
        ellipses=rules.ellipses,
        around=around,
        floor=_stated(cited, source),
    )
    if fault is None:
        fault = _of_address(cited, source, spans)
    return Check(number, cited, fault, spans)


def _stated(cited: DraftCitation, source: QuotableSource) -> int:
    """Where the provision begins whose address is stated: of words that stand in several places,
    those are meant."""
    locator, urn = canonicalize(cited.locator), cited.urn.strip()
    named = [
        pin.start
        for pin in source.pins
        if (locator and locator == canonicalize(pin.locator)) or (urn and urn == pin.urn)
    ]
    return max(named, default=0)


def _of_address(
    cited: DraftCitation, source: QuotableSource, spans: Sequence[QuoteSpan]
) -> DraftFault | None:
    """A stated address is the source's own, or that of the provision within it that is quoted."""
    urn, locator = source.pin(spans[0].start, spans[-1].end)
    stated = canonicalize(cited.locator)
    if stated and stated not in (canonicalize(source.locator), canonicalize(locator)):
        return DraftFault.WRONG_LOCATOR
    if cited.urn and cited.urn.strip() not in (source.urn, urn):
        return DraftFault.WRONG_URN
    return None


def _of_place(source: QuotableSource, rules: ValidationRules) -> DraftFault | None:
    if not rules.held(source):
        return DraftFault.NOT_HELD
    day = rules.at
    if day is not None and (
        (source.valid_from is not None and day < source.valid_from)
        or (source.valid_to is not None and day >= source.valid_to)
    ):
        return DraftFault.NOT_IN_FORCE
    return None


def _of_claim(
    claim: DraftClaim, found: Sequence[tuple[Check, QuotableSource | None]]
) -> Iterator[DraftFault]:
    if not claim.text.strip() or len(claim.text) > _LONGEST or _unseen.search(claim.text):
        yield DraftFault.MALFORMED
    if not claim.cites:
        yield DraftFault.NO_CITATION
        return
    if _link.search(claim.text):
        yield DraftFault.LINK
    cited = [source for _, source in found if source is not None]
    if any(_stands_nowhere(words, cited) for words in _between_marks(claim.text)):
        yield DraftFault.QUOTED_IN_TEXT
    texts = [f"{source.locator} {source.title} {source.version} {source.text}" for source in cited]
    texts += [
        source.pin(check.spans[0].start, check.spans[-1].end)[1]
        for check, source in found
        if source is not None and check.spans
    ]
    if unsupported(claim.text, texts):
        yield DraftFault.NUMBER


def _between_marks(text: str) -> Iterator[str]:
    for match in _quoted.finditer(text):
        yield next(group for group in match.groups() if group)


def _stands_nowhere(words: str, cited: Sequence[QuotableSource]) -> bool:
    """Whether a quotation within a claim is in none of its sources. A term may be short."""
    wanted = canonicalize(words)
    if any(wanted in source.locator for source in cited):
        return False
    if len(wanted.split()) < FEWEST_WORDS:
        term = MatchingForm.of(wanted.rstrip(".,;").lower())
        texts = (f"{source.title} {source.text}".lower() for source in cited)
        return not any(any(MatchingForm.of(text).find(term)) for text in texts)
    return not any(locate(wanted, source.text, ellipses=True)[1] for source in cited)


def spans_in_document(check: Check, source: QuotableSource) -> tuple[QuoteSpan, ...]:
    """Where the parts of a quote stand in the whole text that the source is of."""
    return tuple(
        QuoteSpan(source.start + span.start, source.start + span.end) for span in check.spans
    )
