"""Terms that a law defines, asked for by name and as a question."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from pincite.citations.law_text import LawText
from pincite.scope.definitions import EVERY, definitions
from training.headings import cleaned, folded, plain_title
from training.paraphrases import plain
from training.records import Pair
from training.shelf import STATUTES, Document, Shelf
from training.split import share

# A term that more works than this define is asked for with the name of one.
_WORKS = 2
# One that is defined everywhere, such as "Minister", tells nothing.
_EVERYWHERE = 12
_LONGEST = 6
_BODY = 40
_says = re.compile(
    r"\b(?:means?|includes?|refers? to|is defined as|are defined as|merkir|merkja|átt er við|"
    r"er átt við|táknar?)\b|[:–—]\s"
)
_elsewhere = re.compile(
    r"\b(?:meanings?|definitions?) (?:as )?(?:given|assigned|ascribed|set forth|provided|specified|"
    r"defined|contained|stated|in|set out)\b|\bas defined in\b|\bhas the same meaning\b"
)
# Works so wide that a term is told by its chapter.
CODES = ("dc", "uscode", "cfpb")
_step = re.compile(
    r"^(?:Sub)?(?:chapter|part|title)\b[\s—–-]*[\dIVXLA-Z.-]*\s*[—–-]*\s*", re.IGNORECASE
)
# "Með X er átt við": the term is not in the form that anyone would ask for.
_inflected = re.compile(r"\bmeð (?:orðinu |hugtakinu )?$", re.IGNORECASE)
_ASKED = ("what does {0} mean", "definition of {0}", "what is meant by {0}", "{0} meaning", "{0}")
_ASKED_IS = ("hvað merkir {0}", "skilgreining á hugtakinu {0}", "hvað þýðir {0}", "{0}")


def pairs(shelf: Shelf, barred: set[int]) -> Iterator[Pair]:
    found: dict[tuple[str, str], list[tuple[Document, str, tuple[int, ...]]]] = defaultdict(list)
    for document in shelf.of(STATUTES):
        for term, numbers in _terms(shelf, document):
            found[document.corpus, folded(term)].append((document, term, numbers))
    for (corpus, name), places in sorted(found.items()):
        works = {document.work for document, _, _ in places}
        if not name or len(works) > _EVERYWHERE:
            continue
        every = {at for _, _, numbers in places for at in numbers}
        exclude = tuple(sorted(shelf.around(every) | every))
        for document, term, numbers in places:
            if barred.intersection(numbers):
                continue
            chapter = _chapter(shelf.passages[numbers[0]].text)
            yield Pair(
                _asked(term, document, corpus, chapter, named=len(works) > _WORKS),
                numbers,
                "definition",
                corpus,
                exclude,
            )


def _terms(shelf: Shelf, document: Document) -> Iterator[tuple[str, tuple[int, ...]]]:
    store = shelf.stores[document.corpus]
    language = "is" if document.corpus == "icelandic" else "en"
    law = LawText(store.text(document.key), list(store.nodes(document.key)), [], language)
    seen: set[str] = set()
    for node in law.nodes:
        # In Icelandic law a list of meanings gives each term as a heading.
        if language == "is" and node.kind == "item" and node.heading.endswith(":"):
            term = cleaned(node.heading)
            holding = document.overlapping(node.start, node.end)
            long = node.end - node.start >= _BODY + len(term)
            if long and holding and 1 <= len(term.split()) <= _LONGEST and folded(term) not in seen:
                seen.add(folded(term))
                yield term, tuple(holding[:2])
    for one in definitions(law):
        term = re.sub(r"\s+", " ", one.term).strip(' ,.;:“”"')
        said = law.text[one.start : one.end]
        if (
            one.term == EVERY
            or one.adds
            or folded(term) in seen
            or not 1 <= len(term.split()) <= _LONGEST
            or len(term) < 4
            or _inflected.search(law.text, max(0, one.start - 20), one.start)
            or len(said) < _BODY + len(term)
            or not _states(law.text, one.start, term)
            or _elsewhere.search(said[: 160 + len(term)])
        ):
            continue
        holding = document.overlapping(one.start, min(one.end, one.body + 300))
        if holding and document.chunk(holding[0]).kind != "note":
            seen.add(folded(term))
            yield term, tuple(holding[:2])


def _states(text: str, start: int, term: str) -> bool:
    """Whether what is said of the term follows it at once."""
    at = text.find(term, start, start + 200)
    return at >= 0 and bool(_says.match(re.sub(r"^[\s”\"“,)]+", "", text[at + len(term) :][:40])))


def _chapter(text: str) -> str:
    """The name of what a section stands in, from the line above a passage."""
    steps = text.partition("\n")[0].split(" › ")
    return plain_title(_step.sub("", steps[-2])) if len(steps) > 2 else ""


def _asked(term: str, document: Document, corpus: str, chapter: str, *, named: bool) -> str:
    forms = _ASKED_IS if corpus == "icelandic" else _ASKED
    form = forms[int(share(term, document.work, "asked") * len(forms))]
    asked = form.format(plain(term) if not term.isupper() else term)
    if not named:
        return asked
    if corpus == "icelandic":
        return f"{asked}, {plain_title(document.title)}"
    if corpus in CODES:
        return f"{asked} ({chapter})" if chapter else asked
    return f"{asked} in the {plain_title(document.title)}"
