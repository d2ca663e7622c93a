"""Questions for a number: what is near is believed to answer, what is far is not, and between them
the words decide."""

from __future__ import annotations

import pytest

from pincite.library import Library
from pincite.search.engine import Engine

STATED = "How many days before the tenancy ends must the notice be given?"
UNSTATED = "How many years does a tenant wait for the certificate of deposit?"


def answered(law: Library, question: str, near: float | None, patch: pytest.MonkeyPatch) -> bool:
    patch.setattr(Engine, "_near", lambda *_: near)
    return law.ask(question).refusal is None


@pytest.mark.req("V3")
@pytest.mark.parametrize("near", [None, 0.635])
def test_words_decide_where_nearness_does_not(
    law: Library, monkeypatch: pytest.MonkeyPatch, near: float | None
) -> None:
    assert answered(law, STATED, near, monkeypatch)
    assert not answered(law, UNSTATED, near, monkeypatch)


@pytest.mark.req("V3")
def test_nearness_decides_where_it_is_plain(law: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answered(law, UNSTATED, 0.9, monkeypatch)
    assert not answered(law, STATED, 0.3, monkeypatch)


def test_without_token_vectors_nearness_is_not_known(law: Library) -> None:
    assert law.search(STATED).near is None
