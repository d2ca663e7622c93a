"""All of the real law collection, in both of its forms."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from lxml import etree

from data import law
from ingest.icelandic_laws import (
    SOURCE,
    as_sgml,
    comparable,
    laws_in_both_forms,
    sgml,
    untagged,
    xml,
)
from pincite import library
from pincite.errors import NotFound
from pincite.ingest.law.readers.lagasafn.xml import read_law
from pincite.ingest.safe_xml import parse_xml
from pincite.ingest.sources import SourceFile
from pincite.model import NOTES, Skipped
from pincite.settings import Settings


@pytest.mark.data
@pytest.mark.req("V6")
def test_sgml_gives_the_same_tree_as_xml_for_real_laws() -> None:
    count = 0
    for name, root in laws_in_both_forms(law("lagasafn") / "156b"):
        first, second = xml(etree.tostring(root)), sgml(as_sgml(root))
        assert comparable(second) == comparable(first), name
        assert second.text == first.text, name
        count += 1
    print(f"{count} laws give one tree in both forms")
    assert count > 580


@pytest.mark.data
@pytest.mark.req("V6")
@pytest.mark.req("V7")
def test_two_editions_of_icelandic_law(tmp_path: Path) -> None:
    folder = law("lagasafn")
    made = library.create(tmp_path / "l", settings=Settings())
    for edition in ("153c", "156b"):
        report = made.ingest(folder / edition, reader_name="lagasafn", version=edition)
        assert report.refused == []
    index = etree.parse(folder / "156b" / "index.xml").getroot()
    full = {
        e.get("identifier")
        for e in index.iter("law-entry")
        if e.findtext("meta/is-empty") == "false"
    }
    kept = {entry.urn for entry in made.entries("156b") if entry.hash}
    assert kept == {f"urn:lex:is:{one.replace('/', '-')}" for one in full}
    assert len(kept) == 786
    articles = 0
    for file in sorted((folder / "156b").glob("[12]*.xml")):
        root = etree.parse(file).getroot()
        urn = f"urn:lex:is:{root.get('nr')}-{root.get('year')}"
        if urn not in kept:
            continue
        [(stored, node)] = made.store.find(urn, at=date(2026, 1, 1), tag=None)
        nodes = [node, *made.store.descendants(stored.key, node)]
        assert len({one.urn for one in nodes}) == len(nodes), urn
        assert sum(one.kind == "article" for one in nodes) == len(list(root.iter("art"))), urn
        text = made.store.text(stored.key)
        for chunk in made.store.chunks(stored.key):
            assert text[chunk.start : chunk.end] == chunk.text
        articles += len(list(root.iter("art")))
    print(f"{len(kept)} laws, {articles} articles")
    before, after = None, None
    for change in made.diff("153c", "156b"):
        if change.kind == "changed" and change.urn.count(":") == 5 and "fn-" not in change.urn:
            before = made.show(change.urn, at="2024-01-01").text
            after = made.show(change.urn, at="2026-01-01").text
            break
    assert before is not None
    assert before != after
    with pytest.raises(NotFound):
        made.show("urn:lex:is:33-1944:65", at="2020-01-01")
    assert made.verify().problems == []


@pytest.mark.data
@pytest.mark.parametrize("edition", ["153c", "156b"])
def test_every_character_of_every_law_is_kept_once(edition: str) -> None:
    for file in sorted((law("lagasafn") / edition).glob("[12]*.xml")):
        source = SourceFile(SOURCE, file.read_bytes())
        root = parse_xml(source)
        draft = read_law(root, source, None)
        if isinstance(draft, Skipped):
            continue
        for tag in ("num-and-date", "minister-clause", "footnotes", "definitions"):
            for aside in list(root.iter(tag)):
                aside.getparent().remove(aside)
        stated = "".join("".join(child.itertext()) for child in root if child.tag != "name")
        stated = untagged(stated)
        noted = [node for node in draft.nodes if node.kind in NOTES]
        kept = draft.text
        for node in reversed(noted):
            kept = kept[: node.start] + kept[node.end :]
        assert Counter("".join(kept.split())) == Counter("".join(stated.split())), file.name


@pytest.mark.data
def test_graded_icelandic_passages_stand_where_they_are_said_to(tmp_path: Path) -> None:
    import json

    from data import data_folder
    from pincite.text import find_quote

    made = library.create(tmp_path / "l")
    made.ingest(law("lagasafn") / "156b", reader_name="lagasafn", version="156b")
    lines = (data_folder() / "eval" / "icelandic.jsonl").read_text().splitlines()
    checked = 0
    for line in map(json.loads, lines):
        for gold in (line.get("gold") or [])[:1]:
            path = [gold["law"].replace("/", "-"), gold.get("article"), gold.get("paragraph")]
            urn = "urn:lex:is:" + ":".join(part for part in path if part)
            found = made.show(urn, at="2026-01-01")
            if line.get("must_quote"):
                assert list(find_quote(line["must_quote"], found.text)), line["id"]
            checked += 1
    assert checked > 20
