"""The marked set is sound, and citations reach its bars."""

from __future__ import annotations

import re
from functools import cache

import pytest

from citations.eyecite_alone import score_eyecite
from citations.marked_set import FRESH, MARKED, SELF, Passage, passages
from citations.scoring import Score, score
from pincite.model.mention import CitedKind, Form
from pincite.text import canonicalize

MARKS = 450
FRESH_MARKS = 120
PRECISION = RECALL = 0.98
RESOLUTION = 0.97
# What looks like a citation and is none: numbers, and the words that open one.
_bait = re.compile(
    r"\d|\b(?:act|app|article|chapter|ex|id|ibid|lög|order|part|rule|section|supra|tr|title|v)\b",
    re.I,
)


@cache
def marked() -> tuple[Passage, ...]:
    return tuple(passages(MARKED))


@cache
def scored() -> Score:
    return score(marked())


@pytest.mark.parametrize("folder", [MARKED, FRESH], ids=["marked", "fresh"])
def test_every_passage_is_canonical_and_its_marks_do_not_overlap(folder: object) -> None:
    for passage in passages(folder):  # pyright: ignore[reportArgumentType]
        text = passage.reading.text
        assert canonicalize(text) == text.replace("\n", " "), passage.name
        for mark, after in zip(passage.marks, passage.marks[1:], strict=False):
            assert mark.end <= after.start, (passage.name, passage.words(mark))
        for mark in passage.marks:
            words = passage.words(mark)
            assert words == words.strip(), (passage.name, words)
            assert words, passage.name


@pytest.mark.parametrize("folder", [MARKED, FRESH], ids=["marked", "fresh"])
def test_what_a_mark_resolves_to_is_marked_before_it(folder: object) -> None:
    for passage in passages(folder):  # pyright: ignore[reportArgumentType]
        full: set[str] = set()
        for mark in passage.marks:
            if mark.form == Form.FULL:
                full.add(mark.key)
            elif mark.form in (Form.ID, Form.SUPRA, Form.NAME) and mark.key not in ("", SELF):
                known = full | {title.urn for title in passage.titles}
                code = {key.rpartition(":")[0] for key in full}
                assert mark.key in known or mark.key.rpartition(":")[0] in code, (
                    passage.name,
                    passage.words(mark),
                )


def test_the_set_is_large_and_has_every_form_and_kind() -> None:
    marks = [mark for passage in marked() for mark in passage.marks]
    assert len(marks) >= MARKS
    assert {mark.form for mark in marks} == set(Form)
    assert {mark.kind for mark in marks} >= {kind.value for kind in CitedKind}
    assert sum(len(passage.marks) for passage in passages(FRESH)) >= FRESH_MARKS


def test_a_fifth_of_the_sentences_hold_what_only_looks_like_a_citation() -> None:
    sentences = baited = 0
    for passage in marked():
        text = list(passage.reading.text)
        for mark in passage.marks:
            text[mark.start : mark.end] = ["\0"] * (mark.end - mark.start)
        for sentence in re.split(r"(?<=[.;)])\s+(?=[A-ZÁÉÍÓÚÝÞÆÖ\0(])", "".join(text)):
            sentences += 1
            baited += _bait.search(sentence.replace("\0", "")) is not None
    assert baited >= sentences / 5


def test_precision_and_recall_reach_the_bar() -> None:
    total = scored().total
    assert total.precision >= PRECISION
    assert total.recall >= RECALL


def test_resolution_reaches_the_bar() -> None:
    assert scored().total.resolution >= RESOLUTION


def test_more_is_found_and_settled_than_by_eyecite_alone() -> None:
    ours, (eyecite, _) = scored().total, score_eyecite(marked())
    assert ours.precision > eyecite.precision
    assert ours.recall > eyecite.recall
    assert ours.resolution > eyecite.resolution
