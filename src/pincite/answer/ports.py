"""What drafts an answer from the sources that it is given, with or without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pincite.answer.reading import ReadUnit
from pincite.answer.records import AnswerDraft, DraftFault, QuotableSource
from pincite.search.relevance import Relevance


@dataclass(frozen=True, slots=True)
class Brief:
    """A question, and all that may be quoted in answer to it.

    `language` is that of the question, for the fixed words; `law_in` is that of the law. At most
    `rules` rules are used. `cited` says that the question cites the rules outright, and so asks for
    all that they say.
    """

    question: str
    language: str
    law_in: str
    sources: tuple[QuotableSource, ...]
    rules: int
    relevance: Relevance | None = None
    cited: bool = False
    read: tuple[ReadUnit, ...] = ()
    """The units of the rules, likeliest to answer first; none where nobody read them."""


class CannotCompose(Exception):
    """An answerer gave no draft; `fault` says why. No text of it is kept."""

    def __init__(self, fault: DraftFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


class Answerer(Protocol):
    """Drafts answers. What it drafts is checked afterwards (`validate`), whoever it is."""

    @property
    def name(self) -> str:
        """What settings, replies and the log call it; always the same."""
        ...

    @property
    def retries(self) -> bool:
        """Whether a second, stricter try may give another draft."""
        ...

    def draft(self, brief: Brief, *, strict: bool, faults: Sequence[DraftFault]) -> AnswerDraft:
        """Claims in the order in which they are shown, each with the sources that it quotes; which
        source comes first is the answerer's choice. `strict` asks for a second, stricter try, and
        `faults` are what was wrong with the first.

        Raises CannotCompose, with the fault, where there is nothing to quote, or the model gives no
        draft that can be read. Nothing is checked here: a draft may quote what stands nowhere.
        """
        ...
