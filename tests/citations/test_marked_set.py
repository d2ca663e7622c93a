"""The marked set is sound, and citations reach its bars."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from citations.eyecite_alone import score_eyecite
from citations.marked_set import MARKED, SELF, UNSEEN, Passage, passages
from citations.scoring import Score, score
from pincite.model.mention import CitedKind, Form
from pincite.text import canonicalize

MARKS = 1200
SETS = pytest.mark.parametrize("folder", [MARKED, *UNSEEN], ids=lambda folder: folder.name)
PRECISION = RECALL = 0.98
RESOLUTION = 0.97
# What looks like a citation and is none: numbers, and the words that open one.
_bait = re.compile(
    r"\d|\b(?:act|app|article|chapter|ex|id|ibid|lög|order|part|rule|section|supra|tr|title|v)\b",
    re.I,
)


@cache
def marked(folder: Path = MARKED) -> tuple[Passage, ...]:
    return tuple(passages(folder))


@cache
def scored(folder: Path) -> Score:
    return score(marked(folder))


@SETS
def test_every_passage_is_canonical_and_its_marks_do_not_overlap(folder: Path) -> None:
    for passage in marked(folder):
        text = passage.reading.text
        assert canonicalize(text) == text.replace("\n", " "), passage.name
        for mark, after in zip(passage.marks, passage.marks[1:], strict=False):
            assert mark.end <= after.start, (passage.name, passage.words(mark))
        for mark in passage.marks:
            words = passage.words(mark)
            assert words == words.strip(), (passage.name, words)
            assert words, passage.name


@SETS
def test_what_a_mark_resolves_to_is_marked_before_it(folder: Path) -> None:
    for passage in marked(folder):
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
    sets = (MARKED, *UNSEEN)
    marks = [mark for folder in sets for passage in marked(folder) for mark in passage.marks]
    assert len(marks) >= MARKS
    assert {mark.form for mark in marks} == set(Form)
    assert {mark.kind for mark in marks} >= {kind.value for kind in CitedKind}


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


@SETS
def test_precision_and_recall_reach_the_bar(folder: Path) -> None:
    total = scored(folder).total
    assert total.precision >= PRECISION
    assert total.recall >= RECALL


@SETS
def test_resolution_reaches_the_bar(folder: Path) -> None:
    assert scored(folder).total.resolution >= RESOLUTION


@SETS
def test_more_is_found_and_settled_than_by_eyecite_alone(folder: Path) -> None:
    ours, (eyecite, _) = scored(folder).total, score_eyecite(marked(folder))
    assert ours.recall > eyecite.recall
    assert ours.resolution > eyecite.resolution
    assert ours.found * ours.precision > eyecite.found * eyecite.precision
