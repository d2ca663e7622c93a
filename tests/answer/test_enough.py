"""Questions for a number: what a reader reads decides. Without one, what is near is believed to
answer, what is far is not, and between them the words decide."""

from __future__ import annotations

import pytest

from answer.conftest import Opened
from pincite.library import Library
from pincite.search.engine import Engine

STATED = "How many days before the tenancy ends must the notice be given?"
UNSTATED = "How many years does a tenant wait for the certificate of deposit?"


@pytest.fixture
def law(opened: Opened) -> Library:
    return opened(reader_model="")


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


@pytest.mark.req("V3")
@pytest.mark.parametrize("near", [0.3, 0.9, None])
def test_a_reader_decides_whatever_is_near(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, near: float | None
) -> None:
    monkeypatch.setattr(Engine, "_near", lambda *_: near)
    with_answer, without = (opened().ask(question) for question in (STATED, UNSTATED))
    assert with_answer.answer is not None
    assert without.answer is None or without.tentative
