"""What must not be trained on: graded questions, or what is near them, and what answers those.

Two queries are near where, by their words in threes or their letters in fives, they share more
than half of what either has, or one holds most of the other.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pincite.evaluation.gold import provisions_of
from pincite.evaluation.law_sets import icelandic, zimbabwe
from training.citing import BEFORE
from training.clauses import CORPUS
from training.records import Pair, Passage, read_lines, read_pair
from training.shelf import Shelf
from training.split import for_training, held_out

_ALIKE = 0.5
_HOLDS = 0.6
# Of fewer words in threes, one that holds another does so by chance.
_FEWEST = 4
# A query of so few letters ("is it legal") is held by longer ones that ask something else.
_SHORT = 25
_word = re.compile(r"[^\W_]+")
_SETS = ("icelandic", "zimbabwe", "cfpb_scope", "scotus", "contracts")


class Leaked(Exception):
    """The data holds what it must not; nothing should be trained on it."""


class GradedQueries:
    """The queries of the published sets."""

    def __init__(self, folder: Path) -> None:
        self._queries: list[tuple[str, frozenset[str], frozenset[str]]] = []
        self._by_gram: dict[str, list[int]] = defaultdict(list)
        for name in _SETS:
            for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
                query = json.loads(line).get("query")
                if query:
                    self._add(query)

    def _add(self, query: str) -> None:
        text, threes, fives = _grams(query)
        for gram in {text, *threes, *fives}:
            self._by_gram[gram].append(len(self._queries))
        self._queries.append((text, threes, fives))

    def __len__(self) -> int:
        return len(self._queries)

    def near(self, query: str) -> bool:
        text, threes, fives = _grams(query)
        shared: Counter[int] = Counter()
        for gram in fives:
            shared.update(self._by_gram.get(gram, ()))
        for at in self._by_gram.get(text, ()):
            if self._queries[at][0] == text:
                return True
        for at, count in shared.items():
            other, other_threes, other_fives = self._queries[at]
            if count / (len(fives) + len(other_fives) - count) > _ALIKE:
                return True
            short = len(other) < _SHORT and len(text) > 2 * len(other)
            if count / len(other_fives) > _HOLDS and not short:
                return True
            both = len(threes & other_threes)
            if not both:
                continue
            least = min(len(threes), len(other_threes))
            if both / (len(threes) + len(other_threes) - both) > _ALIKE:
                return True
            if least >= _FEWEST and both / least > _HOLDS:
                return True
        return False


def _grams(query: str) -> tuple[str, frozenset[str], frozenset[str]]:
    words = _word.findall(query.casefold())
    text = " ".join(words)
    threes = (" ".join(words[at : at + 3]) for at in range(len(words) - 2))
    fives = (text[at : at + 5] for at in range(max(len(text) - 4, 1)))
    return text, frozenset(threes), frozenset(fives)


def graded_passages(shelf: Shelf, folder: Path) -> set[int]:
    """The passages of provisions that graded questions are about."""
    found: set[int] = set()
    for corpus, read in (("icelandic", icelandic), ("zimbabwe", zimbabwe)):
        if corpus in shelf.stores:
            graded = read(folder / f"{corpus}.jsonl", provisions_of(shelf.stores[corpus]))
            for unit in {unit for one in graded.questions for unit in one.gold}:
                found.update(shelf.by_unit.get(unit, ()))
                if unit in shelf.by_work:
                    found.update(shelf.by_work[unit].numbers())
    if "cfpb" in shelf.stores:
        found.update(_labelled(shelf, set(_labels(folder / "cfpb_scope.jsonl"))))
    return found


def _labels(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8").splitlines():
        read = json.loads(line)
        for key in ("rule", "definition_label"):
            if isinstance(read.get(key), str):
                yield read[key]
        for key in ("exceptions", "not_definition", "definition_label_alt", "also_acceptable"):
            yield from (one for one in read.get(key) or () if isinstance(one, str))


def _labelled(shelf: Shelf, labels: set[str]) -> Iterator[int]:
    for document in shelf.of(["cfpb"]):
        for node in shelf.stores["cfpb"].nodes(document.key):
            if node.place.removeprefix("label ") in labels:
                yield from document.overlapping(node.start, node.end)


def dropped(
    pairs: Iterable[Pair], graded: GradedQueries, barred: set[int], counts: Counter[str]
) -> Iterator[Pair]:
    """The pairs that may stay; of the others, how many for which reason."""
    for pair in pairs:
        reason = ""
        if pair.kind in ("question", "definition") and barred.intersection(pair.positives):
            reason = f"{pair.kind}: a graded provision answers it"
        elif graded.near(pair.query):
            reason = f"{pair.kind}: near a graded query"
        if reason:
            counts[reason] += 1
        else:
            yield pair


def check(
    folder: Path,
    suffix: str,
    graded: GradedQueries,
    barred: set[int],
    contracts: dict[str, str],
    days: dict[str, str],
) -> None:
    """Read what was written, and raise Leaked where anything is left. `contracts` names the file of
    each contract's work; `days` gives the day of each opinion's."""
    passages = [
        Passage(*(str(line[key]) for key in Passage._fields))
        for line in read_lines(folder / f"passages{suffix}.jsonl.xz")
    ]
    trained = [read_pair(line) for line in read_lines(folder / f"pairs{suffix}.jsonl.xz")]
    held = [read_pair(line) for line in read_lines(folder / f"valid{suffix}.jsonl.xz")]
    problems = [*_measured(passages, trained, contracts), *_late(passages, trained, days)]
    for pair in [*trained, *held]:
        if graded.near(pair.query):
            problems.append(f"near a graded query: {pair.query}")
        if pair.kind == "question" and barred.intersection(pair.positives):
            problems.append(f"a graded provision answers: {pair.query}")
    problems += [
        f"of a work that is held out: {pair.query}"
        for pair in trained
        if pair.kind == "question" and held_out(passages[pair.positives[0]].work)
    ]
    if problems:
        raise Leaked(f"{len(problems)} leaks, such as {problems[0]!r}")


def _measured(
    passages: Sequence[Passage], pairs: Sequence[Pair], contracts: dict[str, str]
) -> Iterator[str]:
    for passage in passages:
        if passage.corpus == CORPUS and not for_training(contracts[passage.work]):
            yield f"a passage of a measured contract: {contracts[passage.work]}"
    for pair in pairs:
        if pair.within and not for_training(contracts[pair.within]):
            yield f"a clause of a measured contract: {contracts[pair.within]}"


def _late(
    passages: Sequence[Passage], pairs: Sequence[Pair], days: dict[str, str]
) -> Iterator[str]:
    """Sentences of opinions that graded questions may be taken from."""
    for pair in pairs:
        if pair.kind in ("cloze", "citing"):
            work = pair.source or passages[pair.positives[0]].work
            if days.get(work, "") >= BEFORE.isoformat():
                yield f"a sentence of an opinion that is too late: {pair.query}"
