"""Which files of Akoma Ntoso load, as what, and which are refused; all real by-laws."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from lxml import etree

from data import law
from ingest.akn_documents import (
    act_of,
    file_of,
    law_text,
    outcomes_of,
    section_of,
    squeezed,
)
from pincite.errors import SourceMalformed, SourceUnsafe
from pincite.model import NOTES, Draft, Skipped


def test_versions_of_a_work_are_told_apart_by_date(tmp_path: Path) -> None:
    for day in ("2010-09-10", "2012-12-07"):
        file_of(
            tmp_path, "<body>" + section_of(f"<content><p>{day}</p></content>") + "</body>", day=day
        )
    first, second = outcomes_of(tmp_path)
    assert isinstance(first, Draft)
    assert isinstance(second, Draft)
    assert first.expression.urn == second.expression.urn
    assert (first.expression.start, second.expression.start) == (
        date(2010, 9, 10),
        date(2012, 12, 7),
    )


def test_a_repealed_law_ends_on_the_day_of_its_repeal(tmp_path: Path) -> None:
    meta = (
        '<lifecycle><eventRef date="2014-01-01" type="amendment" source="#a"/>'
        '<eventRef date="2018-06-01" type="repeal" source="#r"/></lifecycle>'
    )
    draft = act_of(tmp_path, section_of("<content><p>Light it.</p></content>"), meta=meta)
    assert draft.expression.end == date(2018, 6, 1)


def test_a_law_of_which_only_the_record_is_kept_is_skipped(tmp_path: Path) -> None:
    (outcome,) = outcomes_of(file_of(tmp_path, "<body/>"))
    assert isinstance(outcome, Skipped)
    assert outcome.urn == "urn:lex:zw:act-2006-14"


def test_other_xml_is_skipped_and_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "x.xml").write_text("<law/>")
    (outcome,) = outcomes_of(tmp_path)
    assert isinstance(outcome, Skipped)
    assert "<law>" in outcome.reason


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ("<akomaNtoso><judgment/></akomaNtoso>", "<judgment>"),
        ("<akomaNtoso><act><body/></act></akomaNtoso>", "no <FRBRWork>"),
        (
            "<akomaNtoso><act><meta><identification><FRBRWork><FRBRuri value='nowhere'/></FRBRWork>"
            "</identification></meta></act></akomaNtoso>",
            "not a FRBR URI",
        ),
        ("<akomaNtoso><act>", "Premature end"),
        ("", "empty"),
    ],
)
def test_a_damaged_document_is_refused_with_its_place(
    tmp_path: Path, document: str, reason: str
) -> None:
    (tmp_path / "x.xml").write_text(document)
    with pytest.raises(SourceMalformed, match=reason) as caught:
        outcomes_of(tmp_path)
    assert caught.value.file == "x.xml"


def test_a_wrong_date_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceMalformed, match="not a date"):
        outcomes_of(file_of(tmp_path, "<body/>", day="2016-13-45"))


def test_entities_are_never_expanded(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE akomaNtoso [<!ENTITY a "aaaa">]><akomaNtoso><act>&a;</act></akomaNtoso>'
    (tmp_path / "x.xml").write_text(bomb)
    with pytest.raises(SourceUnsafe):
        outcomes_of(tmp_path)


def test_nesting_without_end_is_refused(tmp_path: Path) -> None:
    deep = "<paragraph><num>(a)</num>" * 100 + "<content><p>x</p></content>" + "</paragraph>" * 100
    with pytest.raises(SourceMalformed, match="nested"):
        act_of(tmp_path, section_of(deep))


@pytest.mark.data
def test_every_by_law_loads_word_for_word_or_is_skipped_with_a_reason() -> None:
    files = sorted((law("akn-bylaws") / "by-laws").rglob("main.xml"))
    assert len(files) == 125
    skipped = terms = found = 0
    states: set[tuple[str, date | None]] = set()
    for path in files:
        (outcome,) = outcomes_of(path)
        if isinstance(outcome, Skipped):
            skipped += 1
            assert law_text(path) == ""
            assert outcome.reason
            continue
        assert isinstance(outcome, Draft)
        state = (outcome.expression.urn, outcome.expression.start)
        assert state not in states
        states.add(state)
        for chunk in outcome.chunks:
            assert outcome.text[chunk.start : chunk.end] == chunk.text
        assert len({node.urn for node in outcome.nodes}) == len(outcome.nodes)
        said, at = list[str](), 0
        for node in outcome.nodes:
            if node.kind in NOTES:
                said.append(outcome.text[at : node.start])
                at = node.end
        said.append(outcome.text[at:])
        assert squeezed("".join(said)) == law_text(path), path
        terms += sum(1 for _ in etree.parse(path).iter("{*}def"))
        found += sum(
            len(node.attrs["defines"].split("; "))
            for node in outcome.nodes
            if node.attrs and "defines" in node.attrs
        )
    assert (skipped, len(states)) == (9, 116)
    assert found == terms == 3851


@pytest.mark.data
def test_every_section_of_the_by_laws_is_a_section_here() -> None:
    for path in sorted((law("akn-bylaws") / "by-laws").rglob("main.xml")):
        (outcome,) = outcomes_of(path)
        if isinstance(outcome, Draft):
            counted = sum(1 for _ in etree.parse(path).iter("{*}section"))
            assert counted == sum(node.kind == "section" for node in outcome.nodes), path


def test_a_section_of_which_only_an_editors_word_is_left_is_repealed(tmp_path: Path) -> None:
    from pincite import library

    page = """<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><act><meta>
    <identification source="#x"><FRBRWork><FRBRuri value="/akn/xm/act/2020/1"/>
    <FRBRalias value="Lamps Act"/></FRBRWork><FRBRExpression>
    <FRBRuri value="/akn/xm/act/2020/1/eng@2020-01-01"/><FRBRdate date="2020-01-01" name="x"/>
    <FRBRlanguage language="eng"/></FRBRExpression></identification></meta><body>
    <section eId="sec_1"><num>1.</num><heading>Light</heading><content>
    <p><remark status="editorial">[section 1 repealed by Act 3 of 2021]</remark></p></content></section>
    <section eId="sec_2"><num>2.</num><heading>Oil</heading><content>
    <p>Oil shall be clean. <remark status="editorial">[repealed in part by Act 3]</remark></p>
    </content></section></body></act></akomaNtoso>"""
    (tmp_path / "main.xml").write_text(page)
    with library.create(tmp_path / "library") as made:
        made.ingest(tmp_path / "main.xml", reader_name="akn", version="v")
        assert made.show("urn:lex:xm:act-2020-1:1").node.status == "repealed"
        assert made.show("urn:lex:xm:act-2020-1:2").node.status == ""
