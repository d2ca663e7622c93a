"""Sets whose answers are marked in the sources, over the bundled law and files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import SourceMalformed
from pincite.evaluation.answered import AnsweredReport, evaluate_marked
from pincite.evaluation.answers import AnswerReport, file_sources, law_sources
from pincite.evaluation.answers_report import as_markdown, as_page, as_record
from pincite.evaluation.held import file_texts, law_texts
from pincite.evaluation.marked import MarkedSet, is_marked, read_marked
from pincite.library import Library
from pincite.matters import Matters
from pincite.matters.matter import Matter
from pincite.settings import Settings
from search.bundled_law import bundled_law, command

ACT = "urn:lex:xm:act-2019-11"
WORDS = "may not enter a dwelling without giving the tenant at least twenty-four hours’ notice"
ENTRY: dict[str, Any] = {
    "id": "1", "question": "May the owner enter my home without notice?", "kind": "may",
    "spans": [{"in": f"{ACT}:12", "words": WORDS}],
}  # fmt: skip
NO_ANSWER: dict[str, Any] = {
    "id": "2", "question": "How many days of paternity leave do I get?", "unanswerable": True,
    "kind": "how-long",
}  # fmt: skip


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Without a reader: no probability is stated."""
    root = tmp_path_factory.mktemp("marked")
    settings = Settings(models=root / "no-models", workers=1, reader_model="")
    with bundled_law(root / "law", root / "no-models", settings) as opened:
        yield opened


@pytest.fixture(scope="module")
def matter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matter]:
    root = tmp_path_factory.mktemp("matter")
    files = root / "files"
    files.mkdir()
    (files / "lease.txt").write_text(
        "The rent is 840 crowns a month.\n\nKeys must be returned on the last day.\n"
    )
    every = Matters(root / "matters", settings=Settings(models=root / "no-models", workers=1))
    every.create("lease")
    with every.open("lease") as opened:
        opened.read_files(files)
        yield opened


def written(folder: Path, *lines: dict[str, Any]) -> Path:
    path = folder / "mine.jsonl"
    path.write_text(
        "\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8"
    )
    return path


def read(law: Library, folder: Path, *lines: dict[str, Any]) -> MarkedSet:
    return read_marked(written(folder, *lines), law_texts(law))


def test_marked_file_is_told_from_one_of_graded_provisions(tmp_path: Path) -> None:
    assert is_marked(written(tmp_path, ENTRY))
    assert not is_marked(written(tmp_path, {"id": "1", "query": "?", "gold": []}))


def test_words_are_looked_up_in_the_place_that_is_named(law: Library, tmp_path: Path) -> None:
    marked = read(law, tmp_path, ENTRY, NO_ANSWER)
    assert [line.question.expects for line in marked.lines] == ["answer", "refuse"]
    first = marked.lines[0]
    assert first.spans == ((f"{ACT}:12", WORDS),)
    assert dict(first.question.gold) == {f"{ACT}:12": 1}
    assert first.group == "mine"


def test_words_may_have_other_quotation_marks_and_spaces(law: Library, tmp_path: Path) -> None:
    span = {"in": f"{ACT}:12", "words": WORDS.replace("’", "'").replace(" ", "\n")}
    assert read(law, tmp_path, {**ENTRY, "spans": [span]}).lines[0].spans[0].words == WORDS


def test_offsets_are_held_to_the_hash_of_their_words(law: Library, tmp_path: Path) -> None:
    text = law.store.text(law.store.expressions(ACT)[-1].key)
    start = text.index(WORDS)
    digest = hashlib.sha256(WORDS.encode()).hexdigest()
    span = {"in": ACT, "start": start, "end": start + len(WORDS), "sha256": digest[:12]}
    marked = read(law, tmp_path, {**ENTRY, "spans": [span]})
    assert marked.lines[0].spans == ((ACT, WORDS),)
    assert dict(marked.lines[0].question.gold) == {f"{ACT}:12": 1}
    assert read(law, tmp_path, {**ENTRY, "spans": [{**span, "start": start + 1}]}).lines == ()


def test_line_whose_mark_is_not_held_is_left_out_and_told(law: Library, tmp_path: Path) -> None:
    gone = {**ENTRY, "id": "3", "spans": [{"in": f"{ACT}:12", "words": "no such words as these"}]}
    other = {**ENTRY, "id": "4", "conditions": [{"in": "urn:lex:xm:act-1999-1", "words": "a rule"}]}
    marked = read(law, tmp_path, ENTRY, gone, other)
    assert [line.question.id for line in marked.lines] == ["1"]
    assert [(lost.question, lost.reason) for lost in marked.unmapped] == [
        ("3", "the words are not there"), ("4", "not in the library"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        {"spans": []}, {"unanswerable": True}, {"unanswerable": "no"}, {"spans": [WORDS]},
        {"spans": [{"words": WORDS}]}, {"spans": [{"in": f"{ACT}:12"}]}, {"question": ""},
        {"spans": [{"in": ACT, "start": 3, "end": 9, "sha256": "abc"}]},
        {"conditions": [{"in": f"{ACT}:12"}]}, {"at": "tomorrow"},
    ],
)  # fmt: skip
def test_line_that_is_wrong_is_named(law: Library, tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(SourceMalformed) as raised:
        read(law, tmp_path, {**ENTRY, **wrong})
    assert raised.value.as_dict()["place"] == "line 1"


def test_the_same_id_twice_is_refused(law: Library, tmp_path: Path) -> None:
    with pytest.raises(SourceMalformed, match="taken"):
        read(law, tmp_path, ENTRY, ENTRY)


def test_words_that_an_earlier_text_alone_has_are_found(law: Library, tmp_path: Path) -> None:
    span = {"in": f"{ACT}:14", "words": "exceeds the rent for two months"}
    assert read(law, tmp_path, {**ENTRY, "spans": [span], "at": "2023-01-01"}).unmapped == ()


@pytest.fixture(scope="module")
def measured(
    law: Library, tmp_path_factory: pytest.TempPathFactory
) -> tuple[AnswerReport, AnsweredReport]:
    lines = [
        ENTRY,
        NO_ANSWER,
        {**ENTRY, "id": "3", "kind": "how-much", "question": "section 14 of the Residential Tenancies Act",
         "spans": [{"in": f"{ACT}:14", "words": "exceeds the rent for two months"}], "at": "2023-01-01"},
        {**ENTRY, "id": "4", "spans": [{"in": f"{ACT}:4", "words": "The Minister must appoint"}],
         "misleading": [{"in": f"{ACT}:12"}]},
    ]  # fmt: skip
    marked = read(law, tmp_path_factory.mktemp("set"), *lines)
    return evaluate_marked(law, law_sources(law), marked)


def test_outcomes_are_counted_over_all_and_by_group(
    measured: tuple[AnswerReport, AnsweredReport],
) -> None:
    _, answered = measured
    outcomes = {line.id: str(line.outcome) for line in answered.lines}
    assert outcomes == {"1": "in full", "2": "refused", "3": "in full", "4": "wrong"}
    assert answered.overall.in_full == (2, 3)
    assert answered.overall.refused_unanswerable == (1, 1)
    assert answered.overall.interval is not None
    assert answered.overall.interval.low < 2 / 3 < answered.overall.interval.high
    assert list(answered.groups["kind"]) == ["how-long", "how-much", "may"]
    assert answered.groups["kind"]["how-much"].in_full == (1, 1)
    assert answered.overall.shown > 10


def test_the_old_measures_stand_beside_it(measured: tuple[AnswerReport, AnsweredReport]) -> None:
    report, _ = measured
    assert report.quotes_verified.held == report.quotes_verified.of > 3
    assert report.right_cited.of == 3
    assert report.refused_unanswerable == (1, 1)


def test_the_word_of_confidence_is_scored_and_no_probability_is_made_up(
    measured: tuple[AnswerReport, AnsweredReport],
) -> None:
    _, answered = measured
    assert answered.likely is None
    assert answered.words is not None
    assert answered.words.calibration.questions == 3
    assert 0 < answered.words.brier.mean < 1


def test_a_probability_that_a_reader_states_is_scored(law: Library, tmp_path: Path) -> None:
    reading = Settings(models=tmp_path / "no-models", workers=1)
    with Library(law.folder, reading) as read_law:
        marked = read(read_law, tmp_path, ENTRY, NO_ANSWER)
        measured = evaluate_marked(read_law, law_sources(read_law), marked)
    stated = [line.likely for line in measured[1].lines if line.likely is not None]
    assert all(0 < likely < 1 for likely in stated)
    assert measured[1].likely is not None
    assert measured[1].likely.calibration.questions == len(stated) > 0
    assert as_record(*measured)["brier"]["answers"] == len(stated)


def test_the_report_has_every_part_and_no_question(
    measured: tuple[AnswerReport, AnsweredReport],
) -> None:
    record, text, page = as_record(*measured), as_markdown(*measured), as_page(*measured)
    assert record["in_full"] == {"share": 0.6667, "held": 2, "of": 3}
    assert record["wrong"]["held"] == 1
    assert record["brier"] is None
    assert record["answered"]["kind"]["may"]["lines"] == 2
    assert record["quotes_verified"]["share"] == 1.0
    for part in (
        "## Whether they answer",
        "### By kind",
        "### By length",
        "█",
        "quotes that stand",
    ):
        assert part in text
    assert "<svg" in page
    assert "<h3>By kind</h3>" in page
    assert "paternity" not in json.dumps(record) + text + page


def test_files_are_marked_by_their_names(matter: Matter, tmp_path: Path) -> None:
    line = {
        "id": "1", "question": "How much is the rent?", "document": "lease.txt",
        "spans": [{"in": "lease.txt", "words": "840 crowns a month"}],
    }  # fmt: skip
    free = {**line, "id": "2", "document": None}
    lost = {**line, "id": "3", "document": "other.txt"}
    marked = read_marked(written(tmp_path, line, free, lost), file_texts(matter))
    assert len(marked.unmapped) == 1
    report, answered = evaluate_marked(matter, file_sources(matter), marked)
    assert [str(line.outcome) for line in answered.lines] == ["in full", "in full"]
    assert report.right_cited == (2, 2)


def test_command_tells_whether_answers_answer(law: Library, tmp_path: Path) -> None:
    run = command(law.folder, tmp_path / "matters", tmp_path / "no-models")
    path = written(tmp_path, ENTRY, NO_ANSWER)
    done = run("eval", "answers", str(path), "--out", str(tmp_path / "out"), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["in_full"] == {"share": 1.0, "held": 1, "of": 1}
    assert {file.name for file in (tmp_path / "out").iterdir()} == {
        "mine-answers.json", "mine-answers.md", "mine-answers.html",
    }  # fmt: skip


def test_command_calibrates_on_marked_lines_that_state_a_probability(
    law: Library, tmp_path: Path
) -> None:
    run = command(law.folder, tmp_path / "matters", tmp_path / "no-models")
    done = run("eval", "answers", str(written(tmp_path, ENTRY)), "--calibrate")
    assert done.returncode == 2
    assert "30 are needed" in done.stderr
    graded = written(tmp_path, {"id": "1", "query": "?", "gold": [f"{ACT}:12"]})
    assert "mark the answers" in run("eval", "answers", str(graded), "--calibrate").stderr
    assert not (law.folder / "calibration.json").exists()
