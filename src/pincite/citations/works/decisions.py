"""The decisions that a corpus holds, by the citations and the names they are known under."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from pincite.citations.cases import cases
from pincite.citations.reading import raw_reading
from pincite.corpus import CorpusStore
from pincite.model.mention import Form
from pincite.text import canonicalize
from pincite.text.words import WordToken, words

_VERSUS = frozenset(("v.", "v", "vs", "versus"))
# "In re Gault" is a name; two words are any two words.
_SHORTEST = 3


class Decision(NamedTuple):
    """A decision that the corpus holds, with the citations it is known by."""

    urn: str
    title: str
    year: str
    cites: tuple[str, ...]

    @property
    def citation(self) -> str:
        cite = f", {self.cites[0]}" if self.cites else ""
        return f"{self.title}{cite} ({self.year})" if self.year else f"{self.title}{cite}"


class NamedDecision(NamedTuple):
    """text[start:end] is the name of each of `decisions`."""

    start: int
    end: int
    decisions: tuple[Decision, ...]


class HeldDecisions:
    """Finds the decisions of a corpus by citation or by name."""

    def __init__(self, decisions: Iterable[Decision] = ()) -> None:
        self._every = tuple(decisions)

    @classmethod
    def of(cls, store: CorpusStore) -> HeldDecisions:
        found: list[Decision] = []
        for header in store.headers():
            if header.style == "case":
                more = header.meta.get("citations")
                cites = [str(cite) for cite in more] if isinstance(more, list) else []  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
                known = tuple(dict.fromkeys(cite for cite in (header.number, *cites) if cite))
                found.append(Decision(header.urn, header.title, header.year, known))
        return cls(found)

    @cached_property
    def by_citation(self) -> dict[str, tuple[str, ...]]:
        """The URNs, by every citation they are known under."""
        found: dict[str, list[str]] = {}
        for decision in self._every:
            # A report that no list has is known by the very words that the source gives.
            keys = [canonicalize(cite) for cite in decision.cites]
            keys += [
                mention.key
                for mention in cases(raw_reading(" ; ".join(decision.cites)))
                if mention.form is Form.FULL and mention.key
            ]
            for key in keys:
                found.setdefault(key, []).append(decision.urn)
        return {key: tuple(dict.fromkeys(urns)) for key, urns in found.items()}

    def named(self, text: str) -> list[NamedDecision]:
        """The names, and the citations as the sources write them, that stand in a text whole; of
        those that overlap the longest."""
        read = list(words(text))
        forms = [_form(word) for word in read]
        found: list[NamedDecision] = []
        at = 0
        while at < len(forms):
            longest = min(len(forms) - at, self._longest)
            for size in range(longest, _SHORTEST - 1, -1):
                if known := self._by_name.get(tuple(forms[at : at + size])):
                    found.append(NamedDecision(read[at].start, read[at + size - 1].end, known))
                    at += size - 1
                    break
            at += 1
        return found

    @cached_property
    def _by_name(self) -> dict[tuple[str, ...], tuple[Decision, ...]]:
        found: dict[tuple[str, ...], list[Decision]] = {}
        for decision in self._every:
            for name in (decision.title, *decision.cites):
                called = tuple(_form(word) for word in words(name))
                if len(called) >= _SHORTEST:
                    found.setdefault(called, []).append(decision)
        return {name: tuple(dict.fromkeys(every)) for name, every in found.items()}

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._by_name), default=0)


def _form(word: WordToken) -> str:
    return "v." if word.form in _VERSUS else word.form
