"""Which files of the D.C. Code make up a title, what is refused; the whole real code."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from lxml import etree

from data import law
from ingest.dc_documents import (
    BASE,
    includes_of,
    index_of,
    law_of,
    outcomes_of,
    read_text,
    section_of,
    squeezed,
    tree_of,
    written,
)
from pincite.errors import SourceMalformed, SourceUnsafe
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.sources import Sources
from pincite.model import Draft, Skipped
from pincite.settings import Settings


def test_every_section_knows_the_file_it_came_from(tmp_path: Path) -> None:
    chapters = "".join(
        f"<container><prefix>Chapter</prefix><num>{n}</num><heading>C.</heading>"
        f"{includes_of(f'99-{n}01')}</container>"
        for n in (1, 2)
    )
    written(
        tmp_path,
        {
            "index.xml": index_of(chapters),
            "sections/99-101.xml": section_of("99-101"),
            "sections/99-201.xml": section_of("99-201"),
        },
    )
    (draft,) = outcomes_of(tmp_path)
    assert isinstance(draft, Draft)
    files = [draft.sources[node.source].name for node in draft.nodes]
    assert files == [
        "index.xml",
        "index.xml",
        "sections/99-101.xml",
        "index.xml",
        "sections/99-201.xml",
    ]
    assert len(draft.sources) == 3


def test_sections_without_an_index_are_works_of_their_own(tmp_path: Path) -> None:
    written(tmp_path, {f"99-10{n}.xml": section_of(f"99-10{n}") for n in (1, 2)})
    drafts = outcomes_of(tmp_path)
    assert [one.expression.urn for one in drafts if isinstance(one, Draft)] == [
        f"{BASE}:sec-99-101",
        f"{BASE}:sec-99-102",
    ]


def test_a_section_that_no_index_includes_is_still_read_with_its_title(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "titles/99/index.xml": index_of(includes_of("99-101")),
            "titles/99/sections/99-101.xml": section_of("99-101"),
            "titles/99/sections/99-103.xml": section_of("99-103"),
        },
    )
    (draft,) = outcomes_of(tmp_path)
    assert isinstance(draft, Draft)
    assert tree_of(draft) == [("section", "99-101"), ("section", "99-103")]


def test_what_an_index_names_and_nobody_gave_is_reported(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "index.xml": index_of(includes_of("99-101", "99-102")),
            "sections/99-101.xml": section_of("99-101"),
        },
    )
    draft, skipped = outcomes_of(tmp_path)
    assert isinstance(draft, Draft)
    assert isinstance(skipped, Skipped)
    assert "99-102" in skipped.reason
    assert skipped.place == "line 1"


@pytest.mark.parametrize(
    "href", ["../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "..", "http://example.org/x"]
)
def test_an_include_never_leaves_the_files_given(tmp_path: Path, href: str) -> None:
    written(tmp_path, {"index.xml": index_of(f'<xi:include href="{href}"/>')})
    with pytest.raises(SourceUnsafe, match="outside"):
        outcomes_of(tmp_path)


def test_indexes_that_include_each_other_are_refused(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "b/index.xml": index_of('<xi:include href="../c/index.xml"/>'),
            "c/index.xml": index_of('<xi:include href="../b/index.xml"/>'),
        },
    )
    with pytest.raises(SourceMalformed, match="includes itself"):
        outcomes_of(tmp_path)


def test_a_broken_section_is_refused_by_file_and_line(tmp_path: Path) -> None:
    written(
        tmp_path,
        {"index.xml": index_of(includes_of("99-101")), "sections/99-101.xml": "<section>\n<num>"},
    )
    with pytest.raises(SourceMalformed) as caught:
        outcomes_of(tmp_path)
    assert caught.value.file == "sections/99-101.xml"
    assert caught.value.place.startswith("line ")


@pytest.mark.data
def test_every_section_of_the_code_loads_word_for_word() -> None:
    folder = law("dc-code")
    chosen, options = reader("dclaw"), ReadOptions()
    sources = Sources.of([folder], reader="dclaw", settings=Settings())
    sections = links = works = 0
    urns: set[str] = set()
    skipped: list[Skipped] = []
    for unit in chosen.units(sources, options):
        for outcome in chosen.read(sources, unit, options):
            if isinstance(outcome, Skipped):
                skipped.append(outcome)
                continue
            assert isinstance(outcome, Draft)
            works += 1
            for chunk in outcome.chunks:
                assert outcome.text[chunk.start : chunk.end] == chunk.text
            names = [node.urn for node in outcome.nodes]
            assert len(set(names)) == len(names)
            assert urns.isdisjoint(names)
            urns.update(names)
            sections += sum(node.kind == "section" for node in outcome.nodes)
            links += sum(bool(one.urn) for one in outcome.citations)
            want = Counter[str]()
            laws: dict[str, str] = {}
            for name in unit.names:
                root = read_text(folder / name)
                want.update(squeezed("".join(root.itertext())))
                etree.strip_elements(root, "{*}annotations", "{*}annotation", with_tail=False)
                laws[name] = squeezed("".join(root.itertext()))
            assert not want - Counter(outcome.text), unit.names[0]
            for node in outcome.nodes:
                if node.kind == "section":
                    assert law_of(outcome, node) == laws[outcome.sources[node.source].name]
    files = [name for name in sources.names() if name.endswith(".xml") and "index" not in name]
    assert sections == len(files) == 19550
    assert works == 50
    assert links > 45_000
    assert {f"{BASE}:42-3502.22:b:1:A", f"{BASE}:title-42:subtitle-VII:chap-35"} <= urns
    missing = [one.reason for one in skipped if "not among" in one.reason]
    assert len(skipped) == 4
    assert [reason.split("/")[1] for reason in missing] == ["16", "28", "34"]


@pytest.mark.data
def test_most_citations_of_the_code_are_found_where_they_point() -> None:
    folder = law("dc-code") / "titles" / "42"
    (draft,) = outcomes_of(folder)
    assert isinstance(draft, Draft)
    held = {node.urn for node in draft.nodes}
    own = [one.urn for one in draft.citations if one.urn.startswith(f"{BASE}:42-")]
    assert sum(urn in held for urn in own) / len(own) > 0.97
