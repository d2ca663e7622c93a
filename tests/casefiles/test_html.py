"""Web pages: what a browser shows, and nothing fetched."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casefiles.readings import check, words
from loopback import publishing
from pincite.errors import PinciteError, SourceMalformed, SourceUnsafe
from pincite.ingest.casefiles.formats import html
from pincite.ingest.casefiles.reading import Bounds, FileReading


def read(page: str | bytes) -> FileReading:
    reading = html.read(page if isinstance(page, bytes) else page.encode(), "page.html", Bounds())
    check(reading)
    return reading


def test_blocks_are_paragraphs_with_their_kind_and_place() -> None:
    page = """<!doctype html><html lang="en-GB"><head><title> The  Order </title>
<meta name="author" content="Clerk"></head>
<body><h2>Facts</h2>
<p>The <b>appel</b>lant<br>appeals.</p>
Loose words <div>in a block</div> and after.
</body></html>"""
    reading = read(page)
    assert [(one.kind, one.level, one.text, one.place) for one in reading.paragraphs] == [
        ("heading", 2, "Facts", "line 3"),
        ("text", 0, "The appellant appeals.", "line 4"),
        ("text", 0, "Loose words", "line 5"),
        ("text", 0, "in a block", "line 5"),
        ("text", 0, "and after.", "line 5"),
    ]
    assert (reading.title, reading.language, reading.meta) == (
        "The Order",
        "en-GB",
        {"author": "Clerk"},
    )
    assert reading.pages == []


def test_two_line_breaks_part_paragraphs() -> None:
    assert words(read("<p>One<br>still one<br>\n<br>Two<br><br><br>Three")) == [
        "One still one",
        "Two",
        "Three",
    ]


def test_list_items_bear_the_numbers_that_a_browser_would_give_them() -> None:
    page = """<ol type="a" start="3"><li>c<li><p>d</p><p>more</p><ol type="I"><li>one<li value="9">nine</ol>
    <li>e</ol><ul><li>dot<li style="list-style:none">bare</ul><ol style="list-style-type: lower-roman"><li>x</ol>"""
    reading = read(page)
    assert [(one.label, one.level, one.text) for one in reading.paragraphs] == [
        ("c.", 1, "c"), ("d.", 1, "d"), ("", 0, "more"), ("I.", 2, "one"), ("IX.", 2, "nine"),
        ("e.", 1, "e"), ("•", 1, "dot"), ("", 1, "bare"), ("i.", 1, "x"),
    ]  # fmt: skip


def test_table_rows_have_cells() -> None:
    reading = read("<table><tr><th>Item<th>Sum<tr><td><p>Fee</p><td><td>$5</table>")
    assert [(one.kind, one.text) for one in reading.paragraphs] == [
        ("row", "Item Sum"),
        ("row", "Fee $5"),
    ]
    row = reading.paragraphs[1]
    assert [row.text[cell.start : cell.end] for cell in row.cells] == ["Fee", "$5"]


def test_tables_that_lay_out_the_page_are_not_rows() -> None:
    page = (
        "<table><tr><td><h1>Title</h1><p>Text.</p>"
        "<table><tr><td>a</td><td>b</td></tr></table></td></tr></table>"
    )
    assert [(one.kind, one.text) for one in read(page).paragraphs] == [
        ("heading", "Title"),
        ("text", "Text."),
        ("row", "a b"),
    ]


def test_preformatted_text_keeps_its_lines() -> None:
    reading = read("<body>\n<pre>\nfirst line\nsecond   line\n\nthird</pre>")
    assert [[line.text for line in one.lines] for one in reading.paragraphs] == [
        ["first line", "second line"],
        ["third"],
    ]
    assert [one.place for one in reading.paragraphs] == ["line 3", "line 6"]


def test_what_a_browser_does_not_show_is_left_out() -> None:
    page = """<p>Seen<script>alert("x")</script><style>p{}</style><noscript>no</noscript>
    <template>t</template><!-- comment --> on.</p><p hidden>secret</p>
    <div style="color:red; DISPLAY : none">more secret</div><input type=hidden value=v>so&shy;ft\u200b\u202e"""
    reading = read(page)
    assert words(reading) == ["Seen on.", "soft"]
    assert reading.warnings == ["2 hidden passages left out"]


@pytest.mark.parametrize(
    "page",
    [
        "<p>Þórður “ð” 5 §".encode(),
        "\ufeff<p>Þórður “ð” 5 §".encode(),
        "<p>Þórður “ð” 5 §".encode("utf-16"),
        '<meta charset="windows-1252"><p>Þórður “ð” 5 §'.encode("cp1252"),
        '<meta http-equiv=Content-Type content="text/html; charset=iso-8859-1"><p>Þórður “ð” 5 §'.encode(
            "cp1252"
        ),
        '<?xml version="1.0" encoding="windows-1252"?><html><p>Þórður “ð” 5 §</p></html>'.encode(
            "cp1252"
        ),
        '<meta charset="utf-16"><p>Þórður “ð” 5 §'.encode(),
        b"<p>&THORN;&oacute;r&eth;ur &#147;&#xf0;&rdquo; 5 &sect;",
    ],
    ids=["utf-8", "mark", "utf-16", "meta", "latin-1", "xml", "wrong utf-16", "entities"],
)
def test_the_character_set_is_found(page: bytes) -> None:
    reading = read(page)
    assert words(reading) == ["Þórður “ð” 5 §"]
    assert reading.warnings == []


def test_a_page_that_is_not_what_it_says_is_read_as_windows_1252_and_said() -> None:
    reading = read('<meta charset="utf-8"><p>café'.encode("cp1252"))
    assert words(reading) == ["café"]
    assert reading.warnings == ["neither 'utf-8', as it declares, nor UTF-8: read as Windows-1252"]


@pytest.mark.parametrize(
    "codec", ["rot13", "unicode_escape", "punycode", "zlib", "idna", "../x", "undefined"]
)
def test_a_page_may_not_name_a_codec_that_is_no_character_set(codec: str) -> None:
    assert words(read(f'<meta charset="{codec}"><p>plain \\x41 words')) == ["plain \\x41 words"]


def test_a_line_that_the_parser_cannot_count_to_is_not_named() -> None:
    reading = read("<body>\n" + "<p>x</p>\n" * 66_000)
    assert reading.paragraphs[50].place == "line 52"
    assert reading.paragraphs[-1].place == ""


def test_nothing_is_fetched() -> None:
    with publishing() as publisher:
        url = publisher.url
        page = f"""<!DOCTYPE html SYSTEM "{url}/dtd" [<!ENTITY x SYSTEM "{url}/entity">]>
        <link rel=stylesheet href="{url}/css"><base href="{url}/"><img src="{url}/img">
        <iframe src="{url}/frame">x</iframe><object data="{url}/object"></object>
        <meta http-equiv=refresh content="0;url={url}/next"><script src="{url}/js"></script>
        <p>&x;Words.</p>"""
        assert words(read(page))[-1].endswith("Words.")
        assert publisher.log == []


def test_a_page_nested_too_deeply_is_refused_and_not_cut_short() -> None:
    for page in ("<div>" * 5000 + "deep", "<p>" + "x" * 11_000_000):
        with pytest.raises(SourceUnsafe, match="too deeply"):
            read(page)


def test_a_binary_file_is_no_page() -> None:
    with pytest.raises(SourceMalformed, match="not a text file"):
        read(b"<html>\0\0\0\x01")


def test_a_million_empty_elements_are_read_in_little_time() -> None:
    assert words(read("<p>" + "<b> </b>" * 200_000 + "end")) == ["end"]


@given(st.text(max_size=300))
@settings(max_examples=100, deadline=None)
def test_any_text_reads_or_is_refused(text: str) -> None:
    with contextlib.suppress(PinciteError):
        read(text.encode("utf-8", "replace"))


PIECES = st.sampled_from(
    ["<p>", "</p>", "<li>", "<ol start=-3>", "</ol>", "<table>", "<tr>", "<td>", "</table>", "x ",
     "<br>", "<pre>\n", "</pre>", "<h1>", "<div hidden>", "</div>", "é", "&nbsp;", "<select><option>"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=60))
@settings(max_examples=150, deadline=None)
def test_any_tag_soup_reads(pieces: list[str]) -> None:
    read("".join(pieces))
