"""One question on its way to a reply."""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass, field
from datetime import date

from pincite.answer.decision import SHIPPED, Decision
from pincite.answer.messages import DEFAULT
from pincite.answer.names import AskedName
from pincite.search.response import Response


@dataclass
class Run:
    """One question on its way; `reason` goes to the log, so no word of the question is in it."""

    question: str
    at: date | None
    channel: str
    answerer: str
    request: str = field(default_factory=lambda: uuid.uuid4().hex)
    began: float = field(default_factory=time.perf_counter)
    milliseconds: dict[str, float] = field(default_factory=dict[str, float])
    language: str = DEFAULT
    response: Response | None = None
    warnings: list[str] = field(default_factory=list[str])
    unknown: list[AskedName] = field(default_factory=list[AskedName])
    """What the question names and nothing that may be searched mentions."""
    reason: str = ""
    chance: float | None = None
    """How likely the first point is to answer, where a reader says."""
    decision: Decision = SHIPPED.law

    def spent(self, stage: str, since: float) -> None:
        self.milliseconds[stage] = (time.perf_counter() - since) * 1000
