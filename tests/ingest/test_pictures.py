"""A picture or a formula that law shows is marked where it stands: nothing of it is held."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.plain_texts import FRONT
from pincite import library
from pincite.library import Library
from pincite.surfaces.cli import display

_USLM = """<?xml version="1.0" encoding="UTF-8"?>
<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:dcterms="http://purl.org/dc/terms/">
<meta><dc:title>Title 99</dc:title><docNumber>99</docNumber>
<docPublicationName>Online@200-1</docPublicationName>
<dcterms:created>2021-09-01T00:00:00</dcterms:created></meta>
<main><title identifier="/us/usc/t99"><num value="99">Title 99—</num><heading>LIGHTS</heading>
<section identifier="/us/usc/t99/s1"><num value="1">§ 1.</num><heading>Lamps</heading>
<content><p>The lamp is lit at dusk and put out at dawn.</p></content></section>
<section identifier="/us/usc/t99/s2"><num value="2">§ 2.</num><heading>Seal</heading>
<content><p>The seal of the keepers is as follows:</p>{picture}</content></section>
<section identifier="/us/usc/t99/s3"><num value="3">§ 3.</num><heading>Oil</heading>
<content><p>The oil is measured on the first day of each month.</p></content></section>
</title></main>
</uscDoc>"""
_PLAIN = f"""{FRONT}
# Lights Act

## 1 Lamps

The lamp is lit at dusk and put out at dawn, as shown.

![the lamp](lamp.png)

## 2 Oil

The oil is measured on the first day of each month.
"""


@pytest.fixture
def empty(tmp_path: Path) -> Library:
    return library.create(tmp_path / "library")


def test_a_provision_with_a_picture_says_so_and_others_do_not(
    empty: Library, tmp_path: Path
) -> None:
    file = tmp_path / "usc99.xml"
    file.write_text(_USLM.format(picture='\n<img src="seal.eps"/>\n<img src="back.eps"/>'))
    report = empty.ingest(file, reader_name="uslm", version="1")
    assert report.pictures == 2
    assert "2 pictures or formulas not held" in display.report(report)
    shown = {number: empty.show(f"urn:lex:us:99usc:{number}") for number in (1, 2, 3)}
    assert {number: found.pictures for number, found in shown.items()} == {1: 0, 2: 2, 3: 0}
    assert "2 pictures or formulas not held here" in display.provision(shown[2])
    assert "picture" not in display.provision(shown[1])
    assert empty.show("urn:lex:us:99usc").pictures == 2


def test_a_picture_changes_no_word(empty: Library, tmp_path: Path) -> None:
    for version, picture in (("1", ""), ("2", '\n<img src="seal.eps"/>')):
        file = tmp_path / version / "usc99.xml"
        file.parent.mkdir()
        file.write_text(_USLM.format(picture=picture))
        empty.ingest(file, reader_name="uslm", version=version)
    texts = [empty.show("urn:lex:us:99usc:2", version=version).text for version in ("1", "2")]
    assert texts[0] == texts[1]


def test_a_picture_in_a_text_is_marked(empty: Library, tmp_path: Path) -> None:
    file = tmp_path / "lights.md"
    file.write_text(_PLAIN)
    report = empty.ingest(file, reader_name="plain", version="1", profile="markdown")
    assert report.pictures == 1
