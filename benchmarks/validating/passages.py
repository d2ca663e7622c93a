"""Passages drawn at random for benchmarks/validate.py, and what of them is fair to quote."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from pincite import library
from pincite.answer.records import QuotableSource, SourceRole
from pincite.corpus.engines import FILE
from pincite.library import Library
from pincite.model import Chunk
from quality import SETS, opened

chance = random.Random(156)
_OF_A_SET, _OF_ONE_TEXT, _FEWEST_WORDS = 1500, 8, 40
vocabulary: dict[str, list[str]] = {}
# Kept apart from the validator's own list, so that a gap in that one shows.
_negation = re.compile(
    "not|no|never|nor|neither|cannot|without|nothing|none|nobody|nowhere|ekki|eigi|aldrei|hvorki|né"
    "|án|enginn|engin|ekkert|engan|enga|engum|engri|engu|einskis|engrar|engra|engir|engar|hvergi"
)
_letter = re.compile(r"[^\W_]")
ends_sentence = re.compile(r"[^\W\d_]{4}[.!?][\"”’)\]]*$")
own_ellipsis = re.compile(r"…|\.\.\.|\. \. \.")
_ends_clause = re.compile(r"[.;:,][\"”’)\]]*$")


class Case(NamedTuple):
    """A quote and what is said of it. `stands`: its words are in the source, and what is wrong is
    something else."""

    quote: str
    source: QuotableSource
    stands: bool = False
    locator: str = ""
    urn: str = ""
    claim: str = "The passage says so."
    at: date | None = None


Make = Callable[[QuotableSource, QuotableSource], Case | None]
"""A case of one source, and of another where it needs one. None where these do not allow it."""


def drawn(kept: Path) -> Iterator[QuotableSource]:
    """Passages of every set, at random."""
    for name in SETS:
        with opened(name, kept, encoded=False) as found:
            if found is None:
                print(f"{name}: its data is not here; set PINCITE_DATA")
                continue
            every = list(_of_set(name, found))
            vocabulary[name] = [word for one in every for word in one.text.split(" ")]
            yield from every


def _of_set(name: str, found: Library) -> Iterator[QuotableSource]:
    texts = [(one.key, one.id, one.title, one.sha256) for one in found.store.documents.all()]
    texts = texts or [
        (one.key, urn, title, one.hash)
        for urn, title in found.store.works()
        for one in found.store.expressions(urn)[-1:]
    ]
    left = _OF_A_SET
    for key, document, title, digest in chance.sample(texts, len(texts)):
        if not left:
            return
        long = [one for one in found.store.chunks(key) if one.text.count(" ") >= _FEWEST_WORDS]
        for one in chance.sample(long, min(_OF_ONE_TEXT, len(long), left)):
            left -= 1
            yield _source(name, one, key, document, title, digest)


def _source(
    name: str, one: Chunk, key: int, document: str, title: str, digest: str
) -> QuotableSource:
    return QuotableSource(
        f"{name}-{key}-{one.ordinal}", SourceRole.RULE, key, document, str(one.ordinal), one.urn,
        one.locator, title, one.text, one.start, one.end, digest, version=name,
    )  # fmt: skip


def older_words(kept: Path, root: Path) -> Iterator[tuple[str, QuotableSource]]:
    """Articles of Icelandic law in edition 153c, with those of 156b that read otherwise."""
    folder = kept / "icelandic-153c"
    if not (folder / FILE).is_file():
        with library.create(folder) as made:
            made.ingest(root / "153c", reader_name="lagasafn", version="v1", allow_refusals=True)
    with library.open(folder) as before, opened("icelandic", kept, encoded=False) as now:
        assert now is not None
        for urn, title in now.store.works():
            new, old = now.store.expressions(urn)[-1:], before.store.expressions(urn)[-1:]
            if not new or not old or new[0].hash == old[0].hash:
                continue
            texts = {one.urn: one.text for one in before.store.chunks(old[0].key)}
            for one in now.store.chunks(new[0].key):
                text = texts.get(one.urn, one.text)
                if text != one.text and one.kind != "note" and text.count(" ") > _FEWEST_WORDS:
                    yield text, _source("icelandic", one, new[0].key, urn, title, new[0].hash)


def bare(word: str) -> str:
    return word.strip(".,;:()[]“”„\"'’‘—–-").lower()


def negates(word: str) -> bool:
    return _negation.fullmatch(bare(word)) is not None or word.lower().endswith(
        ("n't", "n’t", "non-")
    )


def fair(words: Sequence[str], first: int, last: int) -> bool:
    """Whether words[first:last] neither begins nor ends beside a negation or within a word."""
    before = words[max(first - 1, 0) : first]
    after = [word for word in words[last : last + 2] if _letter.search(word)][:1]
    within = any(one.endswith(("-", "\u00ad")) for one in (*before, words[last - 1]))
    numbered = after == ["No."] and words[last + 1 : last + 2] and words[last + 1][0].isdigit()
    return not within and not any(map(negates, before if numbered else (*before, *after)))


def stretch(text: str, fewest: int = 5, most: int = 60) -> list[str]:
    """From word to word; every other one a whole clause or sentence. Empty where it is not fair."""
    words = text.split(" ")
    first = chance.randrange(len(words))
    last = min(first + chance.randint(fewest, most), len(words))
    if chance.random() < 0.5:
        stops = [0, *(at for at, word in enumerate(words, 1) if _ends_clause.search(word))]
        first = max(at for at in stops if at <= first)
        last = max([at for at in stops if first + fewest <= at <= first + most], default=last)
    told = [word for word in words[first:last] if _letter.search(word)]
    return words[first:last] if len(told) >= fewest and fair(words, first, last) else []


def one_of(places: Sequence[int]) -> int:
    return chance.choice(places) if places else -1
