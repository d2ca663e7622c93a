from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from pincite.errors import InputError, NotFound, SourceMalformed
from pincite.evaluation.published import published
from pincite.evaluation.sets import Unmapped, data_folder, read_set


def written(folder: Path, *lines: object) -> Path:
    path = folder / "mine.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return path


def test_a_users_own_set_is_read_as_documented(tmp_path: Path) -> None:
    graded = read_set(
        written(
            tmp_path,
            {"id": "a", "query": "Who?", "gold": {"urn:lex:xm:x:1": 2, "urn:lex:xm:x:2": 0}},
            {"id": "b", "query": "What?", "gold": ["urn:lex:xm:x:3"], "kind": "reference",
             "document": "urn:lex:xm:x", "at": "2020-02-29", "quotes": ["so it is"]},
            {"id": "c", "query": "Why?"},
            {"id": "d", "query": "That?", "expects": "clarify"},
        )
    )  # fmt: skip
    assert graded.name == "mine"
    first, second, third, fourth = graded.questions
    assert first.gold == {"urn:lex:xm:x:1": 2, "urn:lex:xm:x:2": 0}
    assert (second.gold, second.kind, second.document) == (
        {"urn:lex:xm:x:3": 1},
        "reference",
        "urn:lex:xm:x",
    )
    assert (second.at, second.quotes) == (date(2020, 2, 29), ("so it is",))
    assert [one.expects for one in graded.questions] == ["answer", "answer", "refuse", "clarify"]
    assert [one.ranked for one in (first, second, third, fourth)] == [True, True, False, False]


def test_blank_lines_are_passed_over_and_any_script_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    words = "مَن؟ 🏮 þ"
    path.write_text(
        "\n\n" + json.dumps({"id": "é", "query": words, "gold": ["u"]}) + "\r\n\n", encoding="utf-8"
    )
    (question,) = read_set(path).questions
    assert (question.id, question.text) == ("é", words)


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '"text"',
        "null",
        '{"id": "a"}',
        '{"id": "", "query": "x"}',
        '{"id": 1, "query": "x"}',
        '{"id": "a", "query": "   "}',
        '{"id": "a", "query": "nul \\u0000"}',
        '{"id": "a", "query": "half \\ud800"}',
        '{"id": "a", "query": "x", "gold": "urn"}',
        '{"id": "a", "query": "x", "gold": [1]}',
        '{"id": "a", "query": "x", "gold": {"u": -1}}',
        '{"id": "a", "query": "x", "gold": {"u": 1.5}}',
        '{"id": "a", "query": "x", "gold": {"u": true}}',
        '{"id": "a", "query": "x", "gold": {"u": 1e400}}',
        '{"id": "a", "query": "x", "gold": {"u": 0}, "expects": "answer"}',
        '{"id": "a", "query": "x", "expects": "shrug"}',
        '{"id": "a", "query": "x", "at": "yesterday"}',
        '{"id": "a", "query": "x", "quotes": "one"}',
        "[" * 100_000,
    ],
    ids=range(21),
)
def test_a_bad_line_is_named_by_file_and_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text('{"id": "ok", "query": "x", "gold": ["u"]}\n' + line, encoding="utf-8")
    with pytest.raises(SourceMalformed) as caught:
        read_set(path)
    assert (caught.value.file, caught.value.place) == ("set.jsonl", "line 2")


def test_bytes_that_are_not_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_bytes(b'{"id": "a", "query": "\xff\xfe"}')
    with pytest.raises(SourceMalformed, match="line 1"):
        read_set(path)


def test_an_id_twice_an_empty_file_and_no_file_are_refused(tmp_path: Path) -> None:
    twice = {"id": "a", "query": "x", "gold": ["u"]}
    with pytest.raises(SourceMalformed, match=r"line 2.*taken"):
        read_set(written(tmp_path, twice, twice))
    (tmp_path / "empty.jsonl").write_bytes(b"\n \n")
    with pytest.raises(SourceMalformed, match="no questions"):
        read_set(tmp_path / "empty.jsonl")
    with pytest.raises(InputError, match="no such file"):
        read_set(tmp_path / "none.jsonl")


def test_gold_of_a_paragraph_grades_its_article_and_unknown_gold_is_listed(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        {"id": "a", "query": "x", "gold": {"law:1:1": 1, "law:1:2": 3, "law:9": 1}},
        {"id": "b", "query": "y", "gold": ["law:9"]},
    )
    articles = {"law:1:1": "law:1", "law:1:2": "law:1"}
    graded = read_set(path, unit_of=articles.get)
    assert [(one.id, one.gold) for one in graded.questions] == [("a", {"law:1": 3})]
    assert graded.unmapped == (
        Unmapped("a", "law:9", "not in the library"),
        Unmapped("b", "law:9", "not in the library"),
    )


def test_the_data_folder_is_named_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_DATA", str(tmp_path))
    with pytest.raises(NotFound, match="not here"):
        data_folder()
    (tmp_path / "eval").mkdir()
    assert data_folder() == tmp_path


def test_a_set_that_is_not_published_is_refused_with_the_names_of_those_that_are() -> None:
    with pytest.raises(NotFound) as caught:
        published("nonsense", None)  # pyright: ignore[reportArgumentType]
    assert "icelandic" in caught.value.hint
