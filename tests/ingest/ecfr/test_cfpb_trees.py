from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from drafts import cited
from ingest.ecfr.regulations import PART, grown, node_of, outcomes, read_tree, said_by
from pincite.errors import SourceMalformed
from pincite.ingest.law.readers import ReadOptions
from pincite.ingest.law.readers.ecfr import urn_of_label
from pincite.model import Draft
from pincite.model.locator import read_locator


@pytest.mark.parametrize(
    ("label", "urn"),
    [
        ("1002", "1002"),
        ("1002-5", "1002.5"),
        ("1002-5-b-1", "1002.5:b:1"),
        ("1002-2-c-Interp-1", "1002.2:c:interp:1"),
        ("1002-Interp", "1002:interp"),
        ("1002-Interp-h1-1", "1002:interp:h1:1"),
        ("1002-A-p1-1", "1002:app-A:p1:1"),
        ("1024-MS2-h1", "1024:app-MS2:h1"),
        ("1024-MS-3(A)-p31", "1024:app-MS:3-A:p31"),
        ("1005-Subpart-B", "1005:subpart-B"),
        ("1005-Subpart", "1005:subpart"),
        ("1005-Appendices-Interp", "1005:Appendices:interp"),
        ("1024-2-b-LoanOriginator", "1024.2:b:LoanOriginator"),
    ],
)
def test_a_label_of_a_tree_is_a_urn(label: str, urn: str) -> None:
    assert urn_of_label("12", label.split("-")) == f"urn:lex:us:12cfr:{urn}"


def test_a_tree_is_a_part_named_and_dated_by_its_file(tmp_path: Path) -> None:
    expression = read_tree(tmp_path, PART).expression
    assert expression.urn == "urn:lex:us:12cfr:1099"
    assert (expression.title, expression.label) == ("LAMPS (REGULATION QQ)", "2020-12345_20210301")
    assert (expression.number, expression.start) == ("12/1099", date(2021, 3, 1))


def test_an_undated_tree_stays_undated_unless_the_caller_knows(tmp_path: Path) -> None:
    assert read_tree(tmp_path, PART, "2020-12345").expression.start is None
    known = ReadOptions(date=date(2020, 5, 5))
    (draft,) = outcomes(tmp_path / "2020-12345", known)
    assert isinstance(draft, Draft)
    assert draft.expression.start == date(2020, 5, 5)


def test_a_marker_is_the_number_and_is_written_once(tmp_path: Path) -> None:
    draft = read_tree(tmp_path, PART)
    assert said_by(draft, "1099.5:b") == "(b) Information about a lamp. (1) Oil. (see § 1099.2)."
    assert node_of(draft, "1099.5:b:1").num == "(1)"
    assert said_by(draft, "1099.5:b:interp:1") == "1. Scope. Of lamps."


def test_kinds_and_locators_of_a_tree(tmp_path: Path) -> None:
    draft = read_tree(tmp_path, PART)
    found = {
        "1099.5": ("section", "12 CFR § 1099.5"),
        "1099.5:b:1": ("paragraph", "12 CFR § 1099.5(b)(1)"),
        "1099.6:LampKeeper": ("definition", "12 CFR § 1099.6(LampKeeper)"),
        "1099.5:b:interp": ("interpretation", "12 CFR Part 1099, Supp. I, comment 5(b)"),
        "1099.5:b:interp:1": ("paragraph", "12 CFR Part 1099, Supp. I, comment 5(b)-1"),
    }
    for urn, (kind, text) in found.items():
        node = node_of(draft, urn)
        assert (node.kind, cited(draft, node)) == (kind, text)
        assert str(read_locator(text).urn) == node.urn
    appendix = node_of(draft, "1099:app-A")
    assert appendix.kind == "appendix"
    assert cited(draft, appendix) == "12 CFR Part 1099, Appendix A to Part 1099"


def test_the_term_of_which_a_label_is_made_is_defined(tmp_path: Path) -> None:
    assert node_of(read_tree(tmp_path, PART), "1099.6:LampKeeper").attrs == {
        "defines": "Lamp keeper"
    }


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[]", "not a node"),
        ("{", "JSON"),
        ("", "empty"),
        (json.dumps(grown("1099-5", "regtext", "")), "not a part"),
        (json.dumps({**PART, "children": [{"label": ["1099", "§"]}]}), "not a node"),
        (json.dumps({**PART, "children": {}}), "not a node"),
        (json.dumps({**PART, "children": [{**PART, "text": 5}]}), "not a node"),
        ('{"children":' * 5000, "JSON|deep"),
    ],
)
def test_what_is_not_a_regulation_tree_is_refused(tmp_path: Path, content: str, says: str) -> None:
    path = tmp_path / "2020-1"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SourceMalformed, match=says) as refused:
        outcomes(path)
    assert refused.value.file == "2020-1"
    assert refused.value.place


def test_a_tree_nested_beyond_reason_is_refused(tmp_path: Path) -> None:
    tree = grown("1099-5", "regtext", "")
    for depth in range(100):
        tree = grown(f"1099-5-{depth}", "regtext", "", tree)
    path = tmp_path / "2020-1"
    path.write_text(json.dumps({**PART, "children": [tree]}), encoding="utf-8")
    with pytest.raises(SourceMalformed, match="nested deeper"):
        outcomes(path)


def test_a_licence_beside_the_trees_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").write_text("Do as you like.", encoding="utf-8")
    read_tree(tmp_path, PART, "2020-12345")
    assert len(outcomes(tmp_path)) == 1
