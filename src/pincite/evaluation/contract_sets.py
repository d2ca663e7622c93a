"""The published set over contracts: in one contract, where a clause of a kind stands.

A lawyer marked words; the passages that hold any of them are gold. The set gives words and no
offsets, so words that stand more than once are taken where they first stand.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from pincite.evaluation.gold import DocumentText, Places
from pincite.evaluation.sets import GradedLine, GradedQuestion, GradedSet, Unmapped, read_lines
from pincite.text import MatchingForm, canonicalize

SAMPLE = 1000
SEED = 20240101
# Of a sample, as many lines without such a clause as one in four of those with it.
_REFUSALS = 4
_words = re.compile(r"\S+")


class Squeezed:
    """A text without its white space, and the way back."""

    def __init__(self, text: str) -> None:
        pieces: list[str] = []
        self._squeezed: list[int] = []
        self._original: list[int] = []
        length = 0
        for match in _words.finditer(text):
            self._squeezed.append(length)
            self._original.append(match.start())
            pieces.append(match[0])
            length += len(match[0])
        self._text = "".join(pieces)

    def find(self, words: str) -> tuple[int, int] | None:
        """Where the words first stand in the text, white space apart."""
        wanted = "".join(canonicalize(words).split())
        start = self._text.find(wanted) if wanted else -1
        if start < 0:
            return None
        return self._back(start), self._back(start + len(wanted) - 1) + 1

    def _back(self, offset: int) -> int:
        at = bisect_right(self._squeezed, offset) - 1
        return self._original[at] + offset - self._squeezed[at]


def contracts(
    path: Path, places: Places, *, sample: int | None = SAMPLE, seed: int = SEED
) -> GradedSet:
    """`sample` answerable lines and a quarter as many others, drawn by category in proportion; all
    of them where it is None."""
    lines = _named_apart(read_lines(path))
    if sample is not None:
        marked = [named for named in lines if named[1].objects("spans")]
        others = [named for named in lines if not named[1].objects("spans")]
        chosen = _drawn(marked, sample, seed) + _drawn(others, sample // _REFUSALS, seed)
        lines = sorted(chosen, key=lambda named: named[1].number)
    questions: list[GradedQuestion] = []
    unmapped: list[Unmapped] = []
    squeezed: dict[str, Squeezed] = {}
    for name, line in lines:
        document = places(line.text("document"))
        if document is None:
            unmapped.append(Unmapped(name, line.text("document"), "not in the matter"))
            continue
        if document.work not in squeezed:
            squeezed = {document.work: Squeezed(document.text)}
        gold: dict[str, int] = {}
        spans = line.texts("spans")
        for span in spans:
            # Whoever marked the words may have begun within one.
            wanted = MatchingForm.of(canonicalize(span))
            found = squeezed[document.work].find(span) or next(
                iter(MatchingForm.of(document.text).find(wanted)), None
            )
            if found is None:
                unmapped.append(Unmapped(name, span, "these words do not stand in the document"))
                continue
            gold |= dict.fromkeys(_overlapping(document, *found), 1)
        if spans and not gold:
            continue
        category = line.text("category")
        questions.append(
            GradedQuestion(
                id=name,
                kind=category,
                text=category,
                gold=gold,
                document=document.work,
                quotes=spans,
                expects="answer" if spans else "refuse",
            )
        )
    return GradedSet("contracts", tuple(questions), "chunk", tuple(unmapped))


def _named_apart(lines: Iterable[GradedLine]) -> list[tuple[str, GradedLine]]:
    """Several contracts share the beginning of a name that ids are made of: those that come again
    are numbered."""
    seen: Counter[str] = Counter()
    named: list[tuple[str, GradedLine]] = []
    for line in lines:
        name = line.text("id")
        seen[name] += 1
        named.append((f"{name}~{seen[name]}" if seen[name] > 1 else name, line))
    return named


def _overlapping(document: DocumentText, start: int, end: int) -> list[str]:
    return [
        passage.name for passage in document.passages if passage.start < end and start < passage.end
    ]


def _drawn(
    lines: list[tuple[str, GradedLine]], count: int, seed: int
) -> list[tuple[str, GradedLine]]:
    """`count` lines, from each category in proportion (largest remainders)."""
    if count >= len(lines):
        return lines
    by_category: dict[str, list[tuple[str, GradedLine]]] = defaultdict(list)
    for line in lines:
        by_category[line[1].text("category")].append(line)
    exact = {name: len(kept) * count / len(lines) for name, kept in by_category.items()}
    shares = {name: int(share) for name, share in exact.items()}
    by_remainder = sorted(exact, key=lambda name: (shares[name] - exact[name], name))
    for name in by_remainder[: count - sum(shares.values())]:
        shares[name] += 1
    random = np.random.default_rng(seed)
    drawn: list[tuple[str, GradedLine]] = []
    for name in sorted(by_category):
        kept = by_category[name]
        order = random.permutation(len(kept))[: shares[name]]
        drawn += [kept[int(at)] for at in order]
    return drawn
