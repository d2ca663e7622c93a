from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import pincite
from data import data_folder, law
from drafts import packed
from pincite.errors import SourceMalformed
from pincite.evaluation.contract_sets import Squeezed, contracts
from pincite.evaluation.gold import (
    DocumentText,
    GoldPassage,
    places_of,
    provisions_of,
    unit_of,
)
from pincite.evaluation.law_sets import icelandic, scotus, zimbabwe
from pincite.evaluation.published import published
from pincite.evaluation.sets import GradedSet
from pincite.matters import Matters
from pincite.model import Node
from pincite.settings import Settings


def node(urn: str, heading: str = "", ordinal: int = 0) -> Node:
    return Node(ordinal, 0, 0, 1, urn, "", "section", "", heading, 0, 1, 0, "", 0, "")


def lines(folder: Path, *values: object) -> Path:
    path = folder / "set.jsonl"
    path.write_text("\n".join(map(json.dumps, values)), encoding="utf-8")
    return path


def test_icelandic_gold_becomes_articles_best_first(tmp_path: Path) -> None:
    held = {"urn:lex:is:1-2000": [node("urn:lex:is:1-2000:5a"), node("urn:lex:is:1-2000:6")]}
    gold = [
        {"law": "1/2000", "article": "6", "paragraph": "2"},
        {"law": "1/2000", "article": "5a", "paragraph": None},
        {"law": "1/2000", "article": "6", "paragraph": "1"},
        {"law": "1/2000", "article": "7", "paragraph": None},
        {"law": "2/2000", "article": "1", "paragraph": None},
    ]
    entry = {"id": "a", "kind": "question", "query": "?", "must_quote": "orð"}
    none = {"id": "b", "kind": "unanswerable", "query": "?", "gold": [], "must_quote": None}
    path = lines(tmp_path, entry | {"gold": gold}, none, entry | {"id": "c", "gold": gold[4:]})
    graded = icelandic(path, lambda work: held.get(work, []))
    first, second = graded.questions
    assert first.gold == {"urn:lex:is:1-2000:6": 2, "urn:lex:is:1-2000:5a": 1}
    assert first.quotes == ("orð",)
    assert (second.expects, second.ranked) == ("refuse", False)
    assert [one.question for one in graded.unmapped] == ["a", "a", "c"]


def test_a_repeated_section_number_is_settled_by_its_heading(tmp_path: Path) -> None:
    work = "urn:lex:zw:act.si-2001-2"
    held = [
        node(f"{work}:4", "Lamps"),
        node(f"{work}:sched-1:4", "Oil, and its price"),
        node(f"{work}:sched-1:9", "Boats"),
    ]

    def asked(section: str, heading: str) -> dict[str, int]:
        act = "https://zimlii.org/akn/zw/act/si/2001/2/eng@2016-12-31"
        gold = [{"act": act, "section": section, "heading": heading}]
        entry = {"id": "a", "kind": "question", "query": "?", "gold": gold, "must_quote": None}
        (question,) = zimbabwe(lines(tmp_path, entry), {work: held}.__getitem__).questions
        return dict(question.gold)

    assert asked("4", "oil and its price") == {f"{work}:sched-1:4": 1}
    assert asked("4", "") == {f"{work}:4": 1}
    assert asked("9", "") == {f"{work}:sched-1:9": 1}


def test_opinions_keep_the_grades_of_what_is_not_relevant(tmp_path: Path) -> None:
    entry = {"id": "a", "kind": "k", "query": "?", "judged": {"10": 3, "11": 0, "12": 1}}
    graded = scotus(lines(tmp_path, entry), {"10": "urn:a", "11": "urn:b"})
    assert graded.questions[0].gold == {"urn:a": 3, "urn:b": 0}
    assert [one.gold for one in graded.unmapped] == ["12"]


def test_a_gold_entry_of_another_shape_is_named_by_line(tmp_path: Path) -> None:
    entry = {"id": "a", "kind": "question", "query": "?", "gold": ["x"], "must_quote": None}
    with pytest.raises(SourceMalformed, match="line 1"):
        icelandic(lines(tmp_path, entry), lambda _: [])


TEXT = "The lamps are lit. The oil is bought. The lamps are lit again."


def document(name: str) -> DocumentText | None:
    passages = (
        GoldPassage("w#0", 0, 18),
        GoldPassage("w#1", 19, 37),
        GoldPassage("w#2", 38, len(TEXT)),
    )
    return DocumentText("w", TEXT, passages) if name == "a.txt" else None


def clause(name: str, category: str, *spans: str, file: str = "a.txt") -> dict[str, object]:
    return {"id": name, "document": file, "category": category, "spans": spans}


def test_words_are_found_whatever_the_white_space() -> None:
    text = Squeezed(TEXT)
    start, end = text.find("lit.The\n oil  is") or (0, 0)
    assert TEXT[start:end] == "lit. The oil is"
    assert text.find("lamps are dark") is None
    assert text.find(" \n") is None


def test_marked_words_grade_the_passages_they_stand_in(tmp_path: Path) -> None:
    path = lines(
        tmp_path,
        clause("a", "Lamps", "lamps\nare lit"),
        clause("a", "Both", "lit. The oil", "again."),
        clause("b", "Boats"),
        clause("c", "Lamps", "no such words"),
        clause("d", "Lamps", "lamps", file="gone.txt"),
    )
    graded = contracts(path, document, sample=None)
    assert [(one.id, dict(one.gold), one.expects) for one in graded.questions] == [
        ("a", {"w#0": 1}, "answer"),
        ("a~2", {"w#0": 1, "w#1": 1, "w#2": 1}, "answer"),
        ("b", {}, "refuse"),
    ]
    assert {one.document for one in graded.questions} == {"w"}
    assert [one.question for one in graded.unmapped] == ["c", "d"]


def test_a_sample_keeps_the_proportions_of_categories_and_the_order_of_lines(
    tmp_path: Path,
) -> None:
    every = [clause(f"l{n}", "Lamps", "lamps") for n in range(60)]
    every += [clause(f"o{n}", "Oil", "oil") for n in range(30)]
    every += [clause(f"b{n}", "Boats") for n in range(50)]
    path = lines(tmp_path, *every)
    graded = contracts(path, document, sample=20, seed=1)
    assert Counter(one.kind for one in graded.questions) == {"Lamps": 13, "Oil": 7, "Boats": 5}
    ids = [one.id for one in graded.questions]
    assert ids == [one["id"] for one in every if one["id"] in set(ids)]
    assert graded == contracts(path, document, sample=20, seed=1)
    assert graded != contracts(path, document, sample=20, seed=2)


def test_a_paragraph_lies_in_its_section_and_a_part_in_itself(tmp_path: Path) -> None:
    work = "urn:lex:xm:act-2020-1"
    with pincite.create(tmp_path / "law") as library:
        with library.store.write() as writer:
            writer.begin_version("v1", "acts", "test")
            writer.put(packed())
            writer.finish_version({})
        unit = unit_of(library.store)
        assert [unit(f"{work}{below}") for below in (":1:a", ":1", ":part-1", "", ":7")] == [
            f"{work}:1",
            f"{work}:1",
            f"{work}:part-1",
            work,
            None,
        ]
        assert [one.urn for one in provisions_of(library.store)(work)] == [f"{work}:1", f"{work}:2"]
        assert provisions_of(library.store)("urn:lex:xm:none") == ()


def test_passages_of_a_document_are_found_by_its_name_and_by_a_copys(tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    for name in ("a.txt", "copy.txt"):
        (files / name).write_text("The lamps are lit.\n\nThe oil is bought.\n", encoding="utf-8")
    matters = Matters(tmp_path / "matters", settings=Settings(workers=1))
    with matters.open(matters.create("Lamps").slug) as matter:
        matter.read_files(files)
        places = places_of(matter.store)
        found = places("a.txt")
        assert found is not None
        assert found == places("copy.txt")
        assert places("none.txt") is None
        chunks = list(
            matter.store.chunks(matter.store.find(found.work, at=None, tag=None)[0][0].key)
        )
        assert [(one.start, one.end) for one in found.passages] == [
            (one.start, one.end) for one in chunks
        ]
        assert found.text[chunks[0].start : chunks[0].end] == chunks[0].text


def _every_question_is_mapped(graded: GradedSet) -> None:
    assert graded.unmapped == ()
    path = data_folder() / "eval" / f"{graded.name}.jsonl"
    asked = path.read_text(encoding="utf-8").strip().count("\n") + 1
    assert len(graded.questions) == asked
    assert all(one.ranked == (one.expects == "answer") for one in graded.questions)


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "archive", "below", "reader"),
    [
        ("icelandic", "lagasafn", "156b", "lagasafn"),
        ("zimbabwe", "zimbabwe", "", "zimlii"),
        ("scotus", "scotus", "opinions.jsonl", "opinions"),
    ],
)
def test_all_gold_of_the_published_sets_stands_in_the_law(
    tmp_path: Path, name: str, archive: str, below: str, reader: str
) -> None:
    with pincite.create(tmp_path / "law", settings=Settings(workers=2)) as library:
        library.ingest(law(archive) / below, reader_name=reader, version="v1")
        graded = published(name, library.store, data=data_folder())
        _every_question_is_mapped(graded)
        for question in graded.questions:
            for unit in question.gold:
                library.show(unit)
            if question.quotes:
                shown = library.show(next(iter(question.gold))).text
                assert " ".join(question.quotes[0].split()) in shown


@pytest.mark.data
def test_all_marked_words_stand_in_passages_of_the_contracts(tmp_path: Path) -> None:
    matters = Matters(tmp_path, settings=Settings(workers=2))
    with matters.open(matters.create("Contracts").slug) as matter:
        matter.read_files(law("contracts") / "txt")
        graded = published("contracts", matter.store, data=data_folder(), sample=None)
        _every_question_is_mapped(graded)
        assert len(published("contracts", matter.store, data=data_folder()).questions) == 1250
