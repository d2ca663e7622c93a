"""Sentences of opinions that cite a decision, and the passage of that decision which they cite.

A passage is told by the words that the sentence quotes, else by the page that it names, where one
passage of that page shares clearly more with the sentence than the others. Sentences that tell
neither are passed over. None is of an opinion from which graded questions are taken.
"""

from __future__ import annotations

import re
import sqlite3
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from math import log
from pathlib import Path
from typing import NamedTuple

from training.quoted import Cited, page_mark, token
from training.records import Pair, Span
from training.shelf import Document, Shelf
from training.split import share

CORPUS = "scotus"
# Graded questions are sentences of the terms that begin after this day.
BEFORE = date(2015, 7, 1)
_WORDS = range(10, 81)
_QUOTED = 6
_EACH_PASSAGE = 4
_SAID_TWICE = 3
# A page's passage is taken when it shares so many words, and so much more than the next.
_SHARED, _MARGIN, _ENOUGH = 6, 1.6, 22.0
_CUT_QUOTE = 0.35
_BEHIND = 2
# As many, at most, of each way to find the passage.
_MOST = {"quote": 16_000, "page": 9_000}

_HIDDEN = "\x00"
_LEFT_OUT = ("case", "unknown", "record", "journal")
_ends = re.compile(r"(?<=[^\s.][.?!])[\"”’)\]]*(?:\[\d+\])?\s+(?=[\"“‘(\[]?[A-Z\x00*])")
_abbreviated = re.compile(
    r"(?:\b(?:[A-Z]|v|vs|No|Nos|Mr|Mrs|Ms|Dr|Messrs|Co|Corp|Inc|Ltd|Bros|Cf|cf|Ibid|Id|id|Art|Arts|"
    r"Sec|Secs|ch|cl|Cl|Fed|Rev|Stat|App|Ann|Cir|Dist|Supp|Const|Amdt|Amend|Jr|Sr|St|Ct|Rep|Sess|"
    r"Cong|Gen|Gov|Prof|pp|p|n|nn|seq|al|Pub|Reg|Civ|Crim|Proc|Evid|Cal|Mass|Pa|Va|Tex|Ill|Ry|R|Com|"
    r"Dept|Assn|Bd|Comm|Ed|ed|eds|vol|Vol|e\.g|i\.e|etc|viz|Tr|Pt|pt|Hon|Ex|ex|rel|Rel)\.)[\"”’)\]]*$"
)
_signal = re.compile(
    r"\b(?:See|see|Cf|cf|Compare|compare|But|but|also|e\. ?g|accord|Accord|quoting|citing|with|and|"
    r"in|supra|ante|post|at|generally|n|id|ibid|of|the|opinion|concurring|dissenting|J|C|JJ|"
    r"plurality)\b\.?,?"
)
_quote = re.compile(r"[“\"]([^“”\"]{20,600})[”\"]")
_broken = re.compile(r"\.\s?\.\s?\.(?:\s?\.)?|…|\[[^\]]*\]|\*\s\*\s\*")
_pages = re.compile(r"^(\d+)(?:\s*[-–]\s*(\d+))?$")
_empty = re.compile(r"\(\s*[,;.]*\s*\)|\[\s*\]")
_dangling = re.compile(
    r"(?:[,;:(]\s*)?(?:\b(?:see|See|cf\.|Cf\.|e\. ?g\.,?|see also|See also|quoting|citing|accord|"
    r"but see|supra|and|or|in|at)\b[\s,;]*)+(?=[.?!]?$|[.;)])"
)
_leading = re.compile(
    r"^(?:(?:See|Cf|But see|Compare|Accord|also|e\. ?g|generally)\b[.,]*\s*)+(?=\()"
)


class Mention(NamedTuple):
    start: int
    end: int
    kind: str
    pin: str
    target: str


def pairs(shelf: Shelf, folder: Path) -> Iterator[Pair]:
    """`folder` holds the library of opinions, with its index of citations."""
    found = list(_every(shelf, folder))
    found.sort(key=lambda one: share(one[1].query, one[1].positives))
    given: Counter[str] = Counter()
    times: Counter[int] = Counter()
    seen: set[str] = set()
    for way, pair in found:
        if given[way] >= _MOST[way] or pair.query in seen:
            continue
        if times[pair.positives[0]] >= _EACH_PASSAGE:
            continue
        given[way] += 1
        times[pair.positives[0]] += 1
        seen.add(pair.query)
        yield pair


def _every(shelf: Shelf, folder: Path) -> Iterator[tuple[str, Pair]]:
    by_key = {one.key: one for one in shelf.of([CORPUS])}
    mentions = _mentions(folder, by_key)
    rarity = _rarity(shelf)
    cited: dict[str, Cited] = {}
    pages_of: dict[str, list[tuple[str, int, int]]] = {}
    for key in sorted(mentions):
        document = by_key[key]
        if document.day is None or document.day >= BEFORE:
            continue
        text = shelf.texts(document)
        for sentence, named in _citing_sentences(text, mentions[key]):
            yield from _settled(shelf, document, sentence, named, cited, rarity, pages_of)


def _mentions(folder: Path, by_key: dict[int, Document]) -> dict[int, list[Mention]]:
    database = sqlite3.connect(f"file:{folder}/citations.sqlite3?mode=ro&immutable=1", uri=True)
    query = (
        'SELECT m.document, m."start", m."end", m.kind, m.pin, coalesce(t.urn, \'\') FROM mention m'
        " LEFT JOIN target t"
        " ON t.document = m.document AND t.ordinal = m.ordinal AND t.position = 0"
        ' ORDER BY m.document, m."start"'
    )
    found: dict[int, list[Mention]] = defaultdict(list)
    for key, *rest in database.execute(query):
        if key in by_key:
            found[key].append(Mention(*rest))
    database.close()
    return found


def _citing_sentences(text: str, every: list[Mention]) -> Iterator[tuple[str, list[Mention]]]:
    """Each sentence without its citations, and the decisions cited in it or right after it."""
    hidden = list(text)
    for one in every:
        if one.kind in _LEFT_OUT:
            hidden[one.start : one.end] = _HIDDEN * (one.end - one.start)
    masked = "".join(hidden)
    ends = [
        found.end()
        for found in _ends.finditer(masked)
        if not _abbreviated.search(masked[max(0, found.start() - 14) : found.end()].rstrip())
    ]
    bounds = [0, *ends, len(masked)]
    said = [_cleaned(masked[a:b]) for a, b in pairwise(bounds)]
    named: dict[int, list[Mention]] = defaultdict(list)
    for one in every:
        if one.kind in ("case", "unknown") and ":scotus:" in one.target:
            at = bisect_right(bounds, one.start) - 1
            least = at - _BEHIND
            while at > max(least, 0) and len(_signal.sub("", said[at]).split()) < _QUOTED:
                at -= 1
            named[at].append(one)
    for at in sorted(named):
        if len(said[at].split()) in _WORDS and said[at][:1].isupper() | (said[at][:1] in '“"['):
            yield said[at], named[at]


def _cleaned(masked: str) -> str:
    text = re.sub("\xad\\s*", "", page_mark.sub(" ", masked.replace(_HIDDEN, " ")))
    text = _empty.sub(" ", text)
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"(?:\s*[,;(]\s*)+(?=[,;.)])", "", text)
    text = _leading.sub("", _dangling.sub("", text)).strip(" ,;(")
    return re.sub(r"\s+([,.;:)])", r"\1", text)


def _settled(
    shelf: Shelf,
    citing: Document,
    sentence: str,
    named: list[Mention],
    cited: dict[str, Cited],
    rarity: dict[str, float],
    pages_of: dict[str, list[tuple[str, int, int]]],
) -> Iterator[tuple[str, Pair]]:
    others = [shelf.by_work[one.target] for one in named if one.target in shelf.by_work]
    exclude = {at for one in others for at in one.numbers()}
    quotes = _quotes(sentence)
    for one in named:
        document = shelf.by_work.get(one.target)
        if document is None or document is citing:
            continue
        if quotes:
            if one.target not in cited:
                cited[one.target] = Cited.of(shelf.texts(document))
            spans = [span for quote in quotes for span in cited[one.target].find(quote)]
            held = [(_holding(document, span), span) for span in spans]
            numbers = tuple(dict.fromkeys(at for at, _ in held if at is not None))
            if 0 < len(numbers) <= _SAID_TWICE and all(at is not None for at, _ in held):
                cuts = _cuts(shelf, document, numbers, spans) if _hides(sentence) else ()
                ids = tuple(sorted(exclude | set(numbers)))
                yield (
                    "quote",
                    Pair(sentence, numbers, "citing", CORPUS, ids, cuts, source=citing.work),
                )
                return
            continue
        number = _on_page(shelf, document, one.pin, sentence, rarity, pages_of)
        if number is not None:
            ids = tuple(sorted(exclude | {number}))
            yield "page", Pair(sentence, (number,), "citing", CORPUS, ids, source=citing.work)
            return


def _quotes(sentence: str) -> list[str]:
    pieces = [one for found in _quote.finditer(sentence) for one in _broken.split(found[1])]
    long = [one for one in pieces if len(token.findall(one)) >= _QUOTED]
    return sorted(long, key=len, reverse=True)[:2]


def _holding(document: Document, span: Span) -> int | None:
    """The one passage that holds all of it."""
    found = document.overlapping(*span)
    return found[0] if len(found) == 1 else None


def _hides(sentence: str) -> bool:
    """Whether the quoted words are taken out of the passage, so that it is found by the rest."""
    return share(sentence, "hides") < _CUT_QUOTE


def _cuts(
    shelf: Shelf, document: Document, numbers: tuple[int, ...], spans: list[Span]
) -> tuple[tuple[Span, ...], ...]:
    cuts: list[tuple[Span, ...]] = []
    for number in numbers:
        chunk = document.chunk(number)
        moved = len(shelf.passages[number].text) - len(chunk.text) - chunk.start
        inside = {one for one in spans if chunk.start <= one[0] and one[1] <= chunk.end}
        kept = [one for one in sorted(inside) if not any(_within(one, two) for two in inside)]
        cuts.append(tuple((start + moved, end + moved) for start, end in kept))
    return tuple(cuts)


def _within(one: Span, other: Span) -> bool:
    return one != other and other[0] <= one[0] and one[1] <= other[1]


def _on_page(
    shelf: Shelf,
    document: Document,
    pin: str,
    sentence: str,
    rarity: dict[str, float],
    pages_of: dict[str, list[tuple[str, int, int]]],
) -> int | None:
    pages = _pages.match(pin)
    if pages is None:
        return None
    last = pages[2] or pages[1]
    whole = pages[1][: len(pages[1]) - len(last)] + last
    wanted = {str(page) for page in range(int(pages[1]), min(int(whole), int(pages[1]) + 2) + 1)}
    if document.work not in pages_of:
        found = [one for one in shelf.stores[CORPUS].nodes(document.key) if one.kind == "page"]
        pages_of[document.work] = [(n.urn.rpartition(":")[2], n.start, n.end) for n in found]
    numbers: set[int] = set()
    for page, start, end in pages_of[document.work]:
        if page in wanted:
            numbers.update(document.overlapping(start, end))
    asked = _content(sentence, rarity)
    scored: list[tuple[float, int, int]] = []
    for number in numbers:
        shared = asked & _content(document.chunk(number).text, rarity)
        scored.append((sum(rarity[word] for word in shared), len(shared), number))
    scored.sort(reverse=True)
    if not scored or scored[0][0] < _ENOUGH or scored[0][1] < _SHARED:
        return None
    if len(scored) > 1 and scored[0][0] < _MARGIN * scored[1][0]:
        return None
    return scored[0][2]


def _content(text: str, rarity: dict[str, float]) -> set[str]:
    return {word for found in token.findall(text) if (word := found.casefold()) in rarity}


def _rarity(shelf: Shelf) -> dict[str, float]:
    """How telling each word is: the log of how few passages hold it; common words tell nothing."""
    held: Counter[str] = Counter()
    count = 0
    for document in shelf.of([CORPUS]):
        for chunk in document.chunks[::4]:
            count += 1
            held.update({one.casefold() for one in token.findall(chunk.text)})
    return {
        word: log(count / times)
        for word, times in held.items()
        if 2 <= times < count / 12 and not word.isdigit()
    }
