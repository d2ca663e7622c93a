"""What composes answers: anything that makes a draft of sources that it is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pincite.answer.records import AnswerDraft, DraftFault, QuotableSource
from pincite.search.relevance import Relevance


@dataclass(frozen=True, slots=True)
class Brief:
    """A question and all that may be said to it. `language` is that of the question, for the fixed
    words; `law_in` that of the law. At most `rules` rules are used; `cited` says that the question
    cites them outright, and so asks for all that they say."""

    question: str
    language: str
    law_in: str
    sources: tuple[QuotableSource, ...]
    rules: int
    relevance: Relevance | None = None
    cited: bool = False


class CannotCompose(Exception):
    """An answerer gave no draft; `fault` says why. No text of it is kept."""

    def __init__(self, fault: DraftFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


class Answerer(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def retries(self) -> bool:
        """Whether a second, stricter try may give another draft."""
        ...

    def draft(self, brief: Brief, *, strict: bool, faults: Sequence[DraftFault]) -> AnswerDraft:
        """Raises CannotCompose. `faults` are what was wrong with the draft before."""
        ...
