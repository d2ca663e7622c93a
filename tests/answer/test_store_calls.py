"""How often a question asks the engine that keeps the corpus: each call may cross a network."""

from __future__ import annotations

from collections import Counter

import pytest

from answer.conftest import QUESTION
from corpus.counted_store import CountedStore
from pincite.corpus.read_once import ReadOnceStore
from pincite.library import Library

MOST = 64


@pytest.mark.parametrize("at", [None, "2023-01-01"])
def test_a_question_asks_the_engine_at_most_sixty_four_times(
    law: Library, at: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first one after the library was opened reads the names of all law, too.
    law.ask(QUESTION)
    store = law.store
    assert isinstance(store, ReadOnceStore)
    counted = CountedStore(store.engine)
    monkeypatch.setattr(ReadOnceStore, "engine", counted)
    reply = law.ask(QUESTION, at=at)
    assert reply.answer is not None
    assert 0 < len(counted.calls) <= MOST, Counter(name for name, _ in counted.calls)
    assert counted.repeated() == []
