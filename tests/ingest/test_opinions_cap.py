"""Decisions from the Caselaw Access Project, records that are refused, and all real opinions."""

from __future__ import annotations

import json
import zipfile
from datetime import date
from pathlib import Path

import pytest

from data import law
from drafts import node_at, outlined
from ingest.decisions import (
    BODY,
    CASE,
    json_lines,
    only_one,
    outcomes_of,
    record_of,
    squeezed,
    urns_of,
)
from pincite.errors import SourceMalformed
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.sources import Sources
from pincite.model import Draft, Refused, Skipped
from pincite.settings import Settings


@pytest.mark.parametrize("body", [BODY, {"status": "ok", "data": BODY}])
def test_a_cap_case_in_either_form_has_its_opinions_apart(
    tmp_path: Path, body: dict[str, object]
) -> None:
    (tmp_path / "case.json").write_text(json.dumps({**CASE, "casebody": body}))
    draft = only_one(tmp_path)
    assert draft.expression.urn == "urn:lex:us-il:ill-1:148-ill-1"
    assert draft.expression.start == date(1894, 2, 28)
    assert draft.expression.meta["citations"] == ["36 N.E. 1", "148 Ill. 1"]
    assert outlined(draft) == [
        ("opinion", "op-1"),
        ("page", "op-1:2"),
        ("opinion", "op-2"),
        ("page", "op-2:2"),
        ("page", "op-2:3"),
        ("opinion", "op-3"),
        ("page", "op-3:3"),
    ]
    assert draft.text == (
        "People v. Lamp *2 Filed in 1894. Mr. Justice Baker: It *3 is lit. "
        "Magruder, J. I think not."
    )
    assert node_at(draft, "op-3").attrs == {"type": "dissent", "author": "Magruder, J"}


def test_cap_cases_come_one_a_file_in_lists_in_lines_and_in_archives(tmp_path: Path) -> None:
    cases = [{**CASE, "id": number, "casebody": BODY} for number in (1, 2, 3, 4, 5)]
    with zipfile.ZipFile(tmp_path / "volume.zip", "w") as archive:
        archive.writestr("json/0001-01.json", json.dumps(cases[0]))
        archive.writestr("metadata/VolumeMetadata.json", json.dumps({"volume": "148"}))
    (tmp_path / "b.json").write_text(json.dumps(cases[1:3], indent=1))
    json_lines(tmp_path, *cases[3:], name="c.json")
    found = [urn for name in ("volume.zip", "b.json", "c.json") for urn in urns_of(tmp_path / name)]
    first = "urn:lex:us-il:ill-1:148-ill-1"
    assert found == [first, first, f"{first}-cap3", first, f"{first}-cap5"]
    together = Sources.of(
        [tmp_path / name for name in ("volume.zip", "b.json", "c.json")],
        reader="opinions",
        settings=Settings(),
    )
    chosen = reader("opinions")
    urns = [
        one.expression.urn
        for unit in chosen.units(together, ReadOptions())
        for one in chosen.read(together, unit, ReadOptions())
        if isinstance(one, Draft)
    ]
    assert sorted(urns) == sorted({first, *(f"{first}-cap{n}" for n in (1, 3, 4, 5))})


def test_a_case_whose_text_was_withheld_is_skipped(tmp_path: Path) -> None:
    body = {"status": "error_limit_exceeded", "data": None}
    (tmp_path / "case.json").write_text(json.dumps({**CASE, "casebody": body}))
    (outcome,) = outcomes_of(tmp_path)
    assert isinstance(outcome, Skipped)
    assert "error_limit_exceeded" in outcome.reason


def test_a_record_without_words_is_skipped(tmp_path: Path) -> None:
    (outcome,) = outcomes_of(json_lines(tmp_path, record_of(text=" ")))
    assert isinstance(outcome, Skipped)


def test_a_broken_line_is_refused_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    good = json.dumps(record_of()).encode()
    half = json.dumps(record_of(2, "half \ud800 here")).encode()
    path.write_bytes(
        b"\n".join([good, b'{"id": ', b"\xff\xfe{}", b"[1]", half, b"[" * 100_000, b""])
    )
    outcomes = outcomes_of(path)
    assert isinstance(outcomes[0], Draft)
    errors = [one.error for one in outcomes[1:] if isinstance(one, Refused)]
    assert [error.place for error in errors] == [f"line {n}" for n in (2, 3, 4, 5, 6)]
    assert [error.reason.split(":")[0] for error in errors] == [
        "broken JSON",
        "not utf-8",
        "a record is not an object",
        "holds a NUL or half a character",
        "nested too deeply",
    ]


def test_fields_of_the_wrong_shape_are_refused(tmp_path: Path) -> None:
    record = {**record_of(), "text": ["not", "words"]}
    (outcome,) = outcomes_of(json_lines(tmp_path, record))
    assert isinstance(outcome, Refused)
    (outcome,) = outcomes_of(json_lines(tmp_path, {**record_of(), "date_filed": "yesterday"}))
    assert isinstance(outcome, Refused)
    assert "not a date" in str(outcome.error)


def test_markup_in_place_of_a_case_is_refused(tmp_path: Path) -> None:
    (tmp_path / "case.json").write_text(json.dumps({**CASE, "casebody": "<casebody/>"}))
    with pytest.raises(SourceMalformed, match="markup"):
        outcomes_of(tmp_path)


def test_many_lines_that_look_like_headings_are_read_in_linear_time(tmp_path: Path) -> None:
    draft = only_one(json_lines(tmp_path, record_of(text="So.\nJUSTICE X, dissenting.\n" * 20_000)))
    assert sum(node.kind == "opinion" for node in draft.nodes) > 10_000


@pytest.mark.data
def test_every_opinion_loads_word_for_word() -> None:
    folder = law("scotus")
    chosen, options = reader("opinions"), ReadOptions()
    sources = Sources.of([folder], reader="opinions", settings=Settings())
    texts = {}
    for _, line in sources.lines("opinions.jsonl"):
        record = json.loads(line)
        texts[record["id"]] = record["text"]
    urns: set[str] = set()
    paged = headed = 0
    for unit in chosen.units(sources, options):
        for outcome in chosen.read(sources, unit, options):
            assert isinstance(outcome, Draft)
            expression, nodes = outcome.expression, outcome.nodes
            assert expression.urn not in urns
            urns.add(expression.urn)
            assert expression.start is not None
            for chunk in outcome.chunks:
                assert outcome.text[chunk.start : chunk.end] == chunk.text
            assert len({node.urn for node in nodes}) == len(nodes)
            text = texts.pop(str(expression.meta["opinion_id"]))
            assert squeezed(outcome.text) == squeezed(text)
            numbers = [int(node.num.strip("[*]")) for node in nodes if node.kind == "page"]
            assert numbers == sorted(numbers)
            paged += bool(numbers)
            headed += any(node.heading and node.kind == "opinion" for node in nodes)
    assert not texts
    assert len(urns) == 4843
    assert paged > 4200
    assert headed > 4700
    assert {"urn:lex:us:scotus:410-us-113", "urn:lex:us:scotus:no-14-29"} <= urns
