"""`import pincite` as a researcher uses it, over the bundled law."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import pincite
from pincite.corpus.reading import Branch
from pincite.errors import BadLocator, BadUrn, InputError, LibraryExists, NoLibrary, NotFound

LAW = Path(__file__).resolve().parent.parent / "model-law"
ACT = "urn:lex:xm:act-2019-11"


@pytest.fixture(scope="module")
def lib(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pincite.Library]:
    folder = tmp_path_factory.mktemp("library") / "law"
    with pincite.create(folder) as made:
        for load in tomllib.loads((LAW / "loads.toml").read_text(encoding="utf-8"))["load"]:
            made.ingest(
                *(LAW / path for path in load["paths"]),
                reader_name=load["reader"],
                version=load["version"],
                collection=load.get("collection", ""),
                day=load.get("date"),
                profile=load.get("profile"),
            )
    with pincite.open(folder) as opened:
        yield opened


def test_lines_are_the_same_words_as_the_text(lib: pincite.Library) -> None:
    seen = 0
    for work, _ in lib.store.works():
        stored = lib.store.expressions(work)[-1]
        for node in lib.store.nodes(stored.key):
            found = lib.show(node.urn, version=stored.version)
            assert " ".join(line.text for line in found.lines) == found.text
            assert len(found.enacted) <= len(found.text)
            seen += 1
    assert seen > 500


def test_what_the_publisher_noted_is_not_what_was_enacted(lib: pincite.Library) -> None:
    found = lib.show(f"{ACT}:14", at="2024-06-01")
    assert "amended by section 4" in found.text
    assert "amended by section 4" not in found.enacted


@pytest.mark.req("S1")
@pytest.mark.parametrize(
    "name",
    [
        f"{ACT}:14",
        "Residential Tenancies Act [Chapter 20:14], s 14",
        "residential tenancies act, section 14",
    ],
)
def test_one_provision_by_its_names(lib: pincite.Library, name: str) -> None:
    assert lib.show(name, at="2024-06-01").node.urn == f"{ACT}:14"


@pytest.mark.req("S1")
def test_a_frbr_expression_uri_asks_at_its_date(lib: pincite.Library) -> None:
    before = lib.show("/akn/xm/act/2019/11/eng@2023-01-01")
    after = lib.show("/akn/xm/act/2019/11/eng@2024-06-01")
    assert before.validity.end == after.validity.start == date(2024, 4, 1)


@pytest.mark.req("S3")
def test_ancestors_reach_the_work(lib: pincite.Library) -> None:
    above = lib.ancestors(f"{ACT}:14:1", at="2024-06-01")
    assert above[0].node.urn == f"{ACT}:14"
    assert above[-1].node.urn == ACT


def test_locators_of_the_act_read_back_to_their_urns(lib: pincite.Library) -> None:
    def leaves(branch: Branch) -> Iterator[Branch]:
        yield branch
        for child in branch.children:
            yield from leaves(child)

    numbered = [
        one
        for one in leaves(lib.tree(ACT, at="2024-06-01"))
        if one.node.kind in ("section", "subsection", "paragraph", "subparagraph")
        and one.node.num
        and "sched" not in one.node.urn
        and "def-" not in one.node.urn
        and "cont" not in one.node.urn
    ]
    assert len(numbered) > 60
    for one in numbered:
        assert str(lib.lookup(one.locator)) == one.node.urn


def test_a_title_that_two_works_bear_is_not_guessed(lib: pincite.Library) -> None:
    with pytest.raises(NotFound, match="names 2 works"):
        lib.lookup("[Chapter 20:14]")


@pytest.mark.parametrize(
    ("what", "error"),
    [("urn:bad", BadUrn), ("/not/a/uri", BadUrn), ("", BadLocator), ("No Such Act, s 1", NotFound)],
)
def test_what_cannot_be_found_is_named(
    lib: pincite.Library, what: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        lib.show(what)


def test_a_date_and_a_version_together_are_refused(lib: pincite.Library) -> None:
    with pytest.raises(InputError):
        lib.show(ACT, at="2024-06-01", version="x")


def test_libraries_are_not_made_twice_nor_opened_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(NoLibrary):
        pincite.open(tmp_path)
    pincite.create(tmp_path / "a").close()
    with pytest.raises(LibraryExists):
        pincite.create(tmp_path / "a")
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError):
        pincite.create(tmp_path / "file")
