"""Word and Excel files that mean harm: refused in clear words, and nothing is ever fetched."""

from __future__ import annotations

import contextlib
import io
import struct
import zipfile

import docx as python_docx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casefiles.readings import check, words
from casefiles.word_files import W, p, relations, word, zipped
from loopback import publishing
from pincite.errors import PinciteError, SourceError, SourceMalformed, SourceTooLarge, SourceUnsafe
from pincite.ingest.casefiles import formats
from pincite.ingest.casefiles.formats import docx
from pincite.ingest.casefiles.reading import Bounds


def refused(data: bytes, kind: type[SourceError], bounds: Bounds | None = None) -> SourceError:
    with pytest.raises(kind) as caught:
        formats.read(data, "evil.docx", bounds or Bounds())
    assert caught.value.file == "evil.docx"
    assert caught.value.hint
    return caught.value


def test_macros_are_left_out_and_said() -> None:
    reading = docx.read(word(p("Text."), {"word/vbaProject.bin": b"Auto_Open"}), "a.docm", Bounds())
    assert words(reading) == ["Text."]
    assert reading.warnings == ["macros left out"]


def test_nothing_outside_the_file_is_fetched() -> None:
    with publishing() as publisher:
        links = relations(
            ("attachedTemplate", f"{publisher.url}/evil.dotm", "External"),
            ("image", f"{publisher.url}/track.png", "External"),
            ("oleObject", f"{publisher.url}/data.xls", "External"),
            ("hyperlink", f"{publisher.url}/page", "External"),
        )
        body = (
            p("Text.")
            + f'<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> INCLUDETEXT "{publisher.url}/x" '
            '</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
        )
        reading = docx.read(word(body, links=links), "a.docx", Bounds())
        check(reading)
        assert publisher.log == []
    assert words(reading) == ["Text."]
    assert reading.warnings == ["3 links to files outside it not followed"]


def test_entities_are_refused_wherever_they_are_declared() -> None:
    with publishing() as publisher:
        evil = (
            f'<!DOCTYPE w:document [<!ENTITY x SYSTEM "{publisher.url}/x">]><w:document {W}>'
            "<w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>"
        )
        assert "entities" in refused(word("", {"word/document.xml": evil}), SourceUnsafe).reason
        assert publisher.log == []
    styles = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>'
    data = word(p("x"), {"word/_rels/document.xml.rels": styles})
    assert "entities" in refused(data, SourceUnsafe).reason


def test_a_bomb_is_refused_unopened() -> None:
    bomb = word("", {"word/document.xml": b" " * 50_000_000})
    assert len(bomb) < 100_000
    assert "times its size" in refused(bomb, SourceUnsafe).reason


def test_a_part_beyond_the_bound_is_too_large() -> None:
    data = word("".join(p(f"Paragraph {number} of many.") for number in range(20_000)))
    assert "unpacked" in refused(data, SourceTooLarge, Bounds(max_bytes=500_000)).reason


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "..\\..\\evil", "C:\\evil"])
def test_a_part_whose_name_leads_outside_is_refused(name: str) -> None:
    data = word(p("x"), {"word/x.xml": "<a/>"}).replace(
        b"word/x.xml", name.encode()[:10].ljust(10, b"x")
    )
    refused(data, SourceUnsafe)


def test_a_relation_that_leads_outside_opens_nothing() -> None:
    links = relations(("styles", "../../../../etc/passwd"), ("footnotes", "/etc/hostname"))
    assert words(docx.read(word(p("x"), links=links), "a.docx", Bounds())) == ["x"]


def test_two_parts_of_one_name_are_refused() -> None:
    out = io.BytesIO(word(p("shown")))
    with zipfile.ZipFile(out, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("word/document.xml", f"<w:document {W}><w:body/></w:document>")
    assert "twice" in refused(out.getvalue(), SourceUnsafe).reason


def test_ten_thousand_parts_are_too_many() -> None:
    parts: dict[str, str | bytes] = {f"word/{number}.xml": "" for number in range(10_001)}
    refused(word(p("x"), parts), SourceTooLarge)


def test_tables_nested_without_end_are_refused() -> None:
    body = "<w:tbl><w:tr><w:tc>" * 400 + p("x") + "</w:tc></w:tr></w:tbl>" * 400
    refused(word(body), SourceUnsafe)


def test_styles_that_are_based_on_each_other_end() -> None:
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{one}"><w:basedOn w:val="{other}"/></w:style>'
        for one, other in ["AB", "BA"]
    )
    assert words(
        docx.read(word(p("x", '<w:pStyle w:val="A"/>'), {"styles": styles}), "a", Bounds())
    ) == ["x"]


def test_an_encrypted_document_says_that_a_password_is_needed() -> None:
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le")
    error = refused(ole, SourceMalformed)
    assert error.reason == "encrypted: a password is needed"
    assert "save it without one" in error.hint


def test_an_encrypted_part_says_that_a_password_is_needed() -> None:
    data = bytearray(word(p("x")))
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        flags = struct.unpack_from("<H", data, at + 8)[0]
        struct.pack_into("<H", data, at + 8, flags | 1)
        at = data.find(b"PK\x01\x02", at + 4)
    assert "password" in refused(bytes(data), SourceMalformed).reason


def test_a_document_cut_short_is_damaged() -> None:
    data = word(p("x" * 2000))
    for end in (30, len(data) // 2, len(data) - 5):
        assert "damaged" in refused(data[:end], SourceMalformed).reason


def test_a_part_that_is_not_xml_is_damaged() -> None:
    assert (
        "damaged" in refused(word("", {"word/document.xml": "<w:document"}), SourceMalformed).reason
    )


def test_a_package_without_a_document_is_no_word_file() -> None:
    data = zipped({"[Content_Types].xml": "<Types/>", "a.xml": "<a/>"})
    refused(data, SourceMalformed)


@pytest.fixture(scope="module")
def real() -> bytes:
    document = python_docx.Document()
    document.add_heading("Heading", 1)
    document.add_paragraph("Item", style="List Number")
    document.add_table(rows=1, cols=2).rows[0].cells[0].text = "Cell"
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=40))
@settings(max_examples=60, deadline=None)
def test_a_damaged_document_raises_nothing_but_our_errors(
    real: bytes, at: int, noise: bytes
) -> None:
    at %= len(real)
    data = real[:at] + noise + real[at + len(noise) :]
    with contextlib.suppress(PinciteError):
        check(formats.read(data, "evil.docx", Bounds()))


TAGS = st.sampled_from(
    [
        "p",
        "r",
        "t",
        "tbl",
        "tr",
        "tc",
        "del",
        "ins",
        "fldChar",
        "numPr",
        "pPr",
        "rPr",
        "sdt",
        "hyperlink",
        "br",
        "sym",
        "sectPr",
        "vMerge",
    ]
)


@st.composite
def trees(draw: st.DrawFn, depth: int = 4) -> str:
    tag = draw(TAGS)
    kind = draw(st.sampled_from(["begin", "separate", "end", "page", "-1", "99999999999", "x"]))
    inside = "" if depth == 0 else "".join(draw(st.lists(trees(depth - 1), max_size=3)))
    return f'<w:{tag} w:val="{kind}" w:type="{kind}" w:fldCharType="{kind}">é {inside}</w:{tag}>'


@given(st.lists(trees(), max_size=4))
@settings(max_examples=60, deadline=None)
def test_any_arrangement_of_elements_reads_or_is_refused(found: list[str]) -> None:
    check(docx.read(word("".join(found)), "a.docx", Bounds()))
