"""Headings as queries: of a section alone, with the title of its act, and asked as a question."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.model.kinds import UNITS
from training.paraphrases import asked, lay_phrases, plain
from training.records import Pair, Span
from training.shelf import STATUTES, Document, Shelf
from training.split import share

# A heading that more sections than this bear says nothing of any.
_REPEATED = 5
_POSITIVES = 3
_FEWEST_WORDS = 15
_TITLED = 0.4
_CUT_ASKED = 0.5
_HEAD = 400
_LAY_SECTIONS = 2

_GENERIC_WORDS = (
    "short title interpretation definitions definition application citation commencement general "
    "regulations rules penalties penalty offences offenses savings repeal repeals amendment "
    "amendments purpose purposes scope applicability severability miscellaneous schedule schedules "
    "appeal appeals fees exemptions exceptions notice notices findings enforcement reports duties "
    "powers functions administration establishment effective date transitional provisions evidence "
    "gildistaka orðskýringar skilgreiningar gildissvið markmið refsingar viðurlög refsiákvæði "
    "reglugerð reglugerðarheimild brottfall laga lagaskil breytingar breyting á öðrum lögum "
    "kæruheimild stjórnvaldssektir sektir skýring hugtaka tilgangur og hugtök gjaldtaka "
    "gildistökuákvæði"
)
_GENERIC = frozenset(_GENERIC_WORDS.split())
_SMALL_WORDS = (
    "a an and as at be by for from in into is it its of on or other such than that the their this "
    "to under upon which with certain not may act og í á að um til frá af við með sem er eða "
    "fyrir úr hvers ofl vegna"
)
_SMALL = frozenset(_SMALL_WORDS.split())
_gone = re.compile(
    r"\b(?:repealed|reserved|omitted|expired|transferred|renumbered|redesignated|vacant|"
    r"recodified|not in use|fallið brott|felld brott)\b",
    re.IGNORECASE,
)
_trailing = re.compile(r"[\s.:;,—–-]+$")
_bracketed = re.compile(r"\s*\[[^\]]*\]")
_title_number = re.compile(r"^(?:Title|Part|PART) [\dIVX]+[A-Z]?[.—–-]+\s*(?:App(?:endix)?\.?\s*)?")
_city = re.compile(r"^(?:City of )?[\w ]{3,40}:\s+")


@dataclass(frozen=True, slots=True)
class Headed:
    """A section with a heading that tells it from others."""

    document: Document
    unit: str
    num: str
    heading: str
    query: str
    numbers: tuple[int, ...]


def headed(shelf: Shelf) -> list[Headed]:
    found = [one for document in shelf.of(STATUTES) for one in _headed(shelf, document)]
    times = Counter((one.document.corpus, folded(one.query)) for one in found)
    return [one for one in found if times[one.document.corpus, folded(one.query)] <= _REPEATED]


def _headed(shelf: Shelf, document: Document) -> Iterator[Headed]:
    for node in shelf.stores[document.corpus].nodes(document.key):
        if node.kind not in UNITS or not node.heading or _gone.search(node.heading):
            continue
        query = cleaned(node.heading)
        if len(content(query)) < 2:
            continue
        numbers = tuple(
            one
            for one in shelf.by_unit.get(node.urn, ())
            if document.chunk(one).kind != "note"
            and shelf.document(one) is document
            and len(document.chunk(one).text.split()) >= _FEWEST_WORDS
        )
        if numbers:
            yield Headed(document, node.urn, node.num, node.heading, query, numbers[:_POSITIVES])


def cleaned(heading: str) -> str:
    """As somebody would type it."""
    text = _bracketed.sub("", heading.replace("\xad", ""))
    text = _trailing.sub("", re.sub(r"\s+", " ", text)).strip()
    return text.capitalize() if text.isupper() else text


def content(query: str) -> list[str]:
    words = re.findall(r"[^\W\d_]{2,}", query.casefold())
    return [one for one in words if one not in _SMALL and one not in _GENERIC]


def folded(query: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", query.casefold()))


def pairs(shelf: Shelf, barred: set[int]) -> Iterator[Pair]:
    """`barred` are passages that graded questions are about: nothing is asked about those."""
    every = headed(shelf)
    alike: dict[tuple[str, str], list[int]] = defaultdict(list)
    for one in every:
        alike[one.document.corpus, folded(one.query)] += one.numbers
    for one in every:
        corpus = one.document.corpus
        same = alike[corpus, folded(one.query)]
        exclude = tuple(sorted(shelf.around([*one.numbers, *same])))
        cuts = tuple(_cuts(shelf.passages[at].text, one) for at in one.numbers)
        long_enough = [
            at
            for at, cut in enumerate(cuts)
            if _words_left(shelf.passages[one.numbers[at]].text, cut)
        ]
        if long_enough:
            yield Pair(
                one.query,
                tuple(one.numbers[at] for at in long_enough),
                "heading",
                corpus,
                exclude,
                tuple(cuts[at] for at in long_enough),
            )
        own = tuple(sorted(shelf.around(one.numbers)))
        if share(one.unit, "titled") < _TITLED:
            yield Pair(_titled(one), one.numbers, "title", corpus, own)
        if barred.intersection(one.numbers):
            continue
        question = asked(one.query, one.document.title, corpus)
        if question:
            cut = cuts if long_enough and share(one.unit, "asked") < _CUT_ASKED else ()
            yield Pair(question, one.numbers, "paraphrase", corpus, exclude, cut)
    yield from _lay(shelf, every, barred)


def _lay(shelf: Shelf, every: list[Headed], barred: set[int]) -> Iterator[Pair]:
    """What people say instead of the words of a heading, where few headings have those words."""
    by_term: dict[tuple[str, str], list[Headed]] = defaultdict(list)
    terms = {corpus: lay_phrases(corpus) for corpus in {one.document.corpus for one in every}}
    for one in every:
        words = f" {folded(one.query)} "
        for term in terms[one.document.corpus]:
            if f" {term} " in words and 2 * len(content(term)) >= len(content(one.query)):
                by_term[one.document.corpus, term].append(one)
    for (corpus, term), sections in sorted(by_term.items()):
        numbers = tuple(sorted({at for one in sections for at in one.numbers[:1]}))
        if len(sections) > _LAY_SECTIONS or barred.intersection(numbers):
            continue
        exclude = tuple(sorted(shelf.beside(numbers)))
        for phrase in terms[corpus][term]:
            yield Pair(phrase, numbers, "paraphrase", corpus, exclude)


def _titled(one: Headed) -> str:
    """The act's name, and some words of the heading, either first."""
    title = plain_title(one.document.title)
    words = one.query.split()
    kept = words if len(words) <= 6 else [w for w in words if w.casefold() in content(w)][:5]
    heading = plain(" ".join(kept)).strip(",;:")
    form = share(one.unit, "form")
    if form < 0.4:
        return f"{title} {heading}"
    if form < 0.7:
        return f"{heading} {title}"
    joint = ", " if one.document.corpus == "icelandic" else " under the "
    if one.document.corpus in ("zimbabwe", "bylaws") or joint == ", ":
        return f"{heading}{joint}{title}"
    return f"{heading} ({title})"


def plain_title(title: str) -> str:
    title = _city.sub("", _title_number.sub("", cleaned(title)))
    return cleaned(title.lower() if title.isupper() else title)


def _cuts(text: str, one: Headed) -> tuple[Span, ...]:
    """Where the heading stands: at the end of the line above, and where the section begins."""
    top = text.find("\n") + 1
    found: list[Span] = []
    last = text.rfind(" › ", 0, top)
    if last >= 0 and one.heading in text[last:top]:
        found.append((last, top - 1))
    at = text.find(one.heading, top, top + _HEAD)
    if at >= 0:
        start = text.rfind(one.num, top, at) if one.num else -1
        start = start if start >= 0 and not text[start + len(one.num) : at].strip() else at
        found.append((start, at + len(one.heading)))
    return tuple(found)


def _words_left(text: str, cuts: tuple[Span, ...]) -> bool:
    return len(text.split()) - sum(len(text[a:b].split()) for a, b in cuts) >= _FEWEST_WORDS
