"""The Code of the District of Columbia."""

from __future__ import annotations

import unicodedata
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from lxml import etree

from data import law
from pincite.errors import SourceMalformed, SourceUnsafe
from pincite.ingest.readers import ReadOptions, reader
from pincite.ingest.readers.dclaw.cites import urn_of
from pincite.ingest.readers.dclaw.standing import standing
from pincite.ingest.sources import Sources
from pincite.model import Draft, Node, Skipped
from pincite.settings import Settings

_NAMESPACES = (
    'xmlns="https://code.dccouncil.us/schemas/dc-library" '
    'xmlns:xi="http://www.w3.org/2001/XInclude" containing-doc="D.C. Code"'
)
BASE = "urn:lex:us-dc:dccode"


def _index(inside: str, number: str = "99") -> str:
    return (
        f"<container {_NAMESPACES}><prefix>Title</prefix><num>{number}</num>"
        f"<heading>Lighthouses.</heading>{inside}</container>"
    )


def _include(*names: str) -> str:
    return "".join(f'<xi:include href="./sections/{name}.xml"/>' for name in names)


def _section(number: str, inside: str = "<text>Light it.</text>", before: str = "") -> str:
    return (
        f"<section {_NAMESPACES}><num>{number}</num>{before}<heading>Keepers.</heading>"
        f"{inside}</section>"
    )


def _write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def _outcomes(path: Path, day: date | None = None) -> list[object]:
    chosen, options = reader("dclaw"), ReadOptions(date=day)
    sources = Sources.of([path], reader="dclaw", settings=Settings())
    return [
        outcome
        for unit in chosen.units(sources, options)
        for outcome in chosen.read(sources, unit, options)
    ]


def _one(folder: Path, inside: str, number: str = "99-101", before: str = "") -> Draft:
    _write(folder, {f"{number}.xml": _section(number, inside, before)})
    (draft,) = _outcomes(folder)
    assert isinstance(draft, Draft)
    return draft


def _tree(draft: Draft) -> list[tuple[str, str]]:
    return [(node.kind, node.urn.removeprefix(f"{BASE}:")) for node in draft.nodes[1:]]


def _node(draft: Draft, name: str) -> Node:
    return next(node for node in draft.nodes if node.urn == f"{BASE}:{name}")


def _says(draft: Draft, name: str) -> str:
    node = _node(draft, name)
    return draft.text[node.start : node.end]


def test_a_title_is_a_work_and_its_sections_are_named_across_the_code(tmp_path: Path) -> None:
    chapter = (
        "<container><prefix>Chapter</prefix><num>1</num><heading>Lamps.</heading>"
        "<container><prefix>Subchapter</prefix><num>I</num><heading>General.</heading>"
        f"{_include('99-101', '99-102')}</container></container>"
    )
    _write(
        tmp_path,
        {
            "index.xml": f'<document {_NAMESPACES} id="D.C. Code"><heading>Code</heading>'
            "<subheading>Division I. Lights.</subheading>"
            '<xi:include href="./titles/98/index.xml"/><xi:include href="./titles/99/index.xml"/>'
            "</document>",
            "titles/99/index.xml": _index(chapter),
            "titles/99/sections/99-101.xml": _section("99-101"),
            "titles/99/sections/99-102.xml": _section("99-102"),
        },
    )
    code, missing, draft = _outcomes(tmp_path, date(2016, 3, 10))
    assert isinstance(code, Skipped)
    assert isinstance(missing, Skipped)
    assert "titles/98/index.xml" in missing.reason
    assert isinstance(draft, Draft)
    assert draft.expression.urn == f"{BASE}:title-99"
    assert draft.expression.title == "Title 99. Lighthouses"
    assert draft.expression.start == date(2016, 3, 10)
    assert draft.expression.meta == {"division": "Division I. Lights."}
    assert _tree(draft) == [
        ("chapter", "title-99:chap-1"),
        ("subchapter", "title-99:chap-1:subch-I"),
        ("section", "99-101"),
        ("section", "99-102"),
    ]
    assert _says(draft, "99-101") == "99-101 Keepers. Light it."


def test_every_section_knows_the_file_it_came_from(tmp_path: Path) -> None:
    chapters = "".join(
        f"<container><prefix>Chapter</prefix><num>{n}</num><heading>C.</heading>"
        f"{_include(f'99-{n}01')}</container>"
        for n in (1, 2)
    )
    _write(
        tmp_path,
        {
            "index.xml": _index(chapters),
            "sections/99-101.xml": _section("99-101"),
            "sections/99-201.xml": _section("99-201"),
        },
    )
    (draft,) = _outcomes(tmp_path)
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


def test_a_subheading_gathers_the_chapters_below_it(tmp_path: Path) -> None:
    inside = "".join(
        f"<subheading>{words}</subheading><container><prefix>Chapter</prefix><num>{n}</num>"
        f"<heading>C.</heading>{_include(f'99-{n}01')}</container>"
        for n, words in ((1, "Subtitle I. General."), (2, "Odds and ends"))
    )
    _write(
        tmp_path,
        {
            "index.xml": _index(inside),
            "sections/99-101.xml": _section("99-101"),
            "sections/99-201.xml": _section("99-201"),
        },
    )
    (draft,) = _outcomes(tmp_path)
    assert isinstance(draft, Draft)
    assert _tree(draft) == [
        ("subtitle", "title-99:subtitle-I"),
        ("chapter", "title-99:subtitle-I:chap-1"),
        ("section", "99-101"),
        ("group", "title-99:group-1"),
        ("chapter", "title-99:group-1:chap-2"),
        ("section", "99-201"),
    ]


def test_paragraphs_stand_on_the_level_their_labels_say(tmp_path: Path) -> None:
    def para(num: str, inside: str) -> str:
        return f"<para><num>{num}</num>{inside}</para>"

    text = "<text>x</text>"
    draft = _one(
        tmp_path,
        para("(a)", para("(1)", para("(A)", para("(i)", para("(I)", para("(aa)", text))))))
        + para("(i)", text)
        + para("(1A)", text),
    )
    assert [(kind, name) for kind, name in _tree(draft) if kind != "section"] == [
        ("subsection", "99-101:a"),
        ("paragraph", "99-101:a:1"),
        ("subparagraph", "99-101:a:1:A"),
        ("clause", "99-101:a:1:A:i"),
        ("subclause", "99-101:a:1:A:i:I"),
        ("item", "99-101:a:1:A:i:I:aa"),
        ("subsection", "99-101:i"),
        ("paragraph", "99-101:1A"),
    ]


def test_words_after_paragraphs_are_a_continuation(tmp_path: Path) -> None:
    draft = _one(
        tmp_path,
        "<text>A keeper shall:</text><para><num>(1)</num><heading>Light.</heading>"
        "<text>light it;</text></para><aftertext>each night.</aftertext>",
    )
    assert _tree(draft) == [
        ("section", "99-101"),
        ("paragraph", "99-101:1"),
        ("continuation", "99-101:cont-1"),
    ]
    assert _says(draft, "99-101:1") == "(1) Light. light it;"
    assert _says(draft, "99-101:cont-1") == "each night."


def test_an_undesignated_paragraph_is_neither_printed_nor_cited(tmp_path: Path) -> None:
    draft = _one(
        tmp_path,
        '<para><num undesignated="true">(a)</num><text>In this chapter:</text>'
        "<para><num>(1)</num><text>“Lamp” means a lamp.</text></para></para>",
    )
    assert _tree(draft) == [("section", "99-101"), ("paragraph", "99-101:1")]
    assert "(a)" not in draft.text


def test_the_articles_of_a_compact_stand_apart_inside_their_section(tmp_path: Path) -> None:
    draft = _one(
        tmp_path,
        "<text>The compact:</text><para><prefix>ARTICLE</prefix><num>I</num><heading>Aims</heading>"
        "<para><num>(a)</num><text>Light.</text></para></para>",
    )
    assert _tree(draft)[1:] == [("article", "99-101:art-I"), ("subsection", "99-101:art-I:a")]
    assert _says(draft, "99-101:art-I") == "ARTICLE I Aims (a) Light."


@pytest.mark.parametrize(
    ("reason", "status"), [("Repealed", "repealed"), ("Not funded", "not funded")]
)
def test_a_section_that_is_gone_says_so(tmp_path: Path, reason: str, status: str) -> None:
    draft = _one(tmp_path, "<text>Gone.</text>", before=f"<reason>{reason}</reason>")
    assert _node(draft, "99-101").status == status


def test_a_word_in_brackets_is_the_end_of_a_heading_and_no_standing(tmp_path: Path) -> None:
    draft = _one(tmp_path, "<text>x</text>", before="<reason>Commissioner</reason>")
    assert _node(draft, "99-101").status == ""
    assert _says(draft, "99-101") == "99-101 Keepers. [Commissioner] x"


def test_a_repealed_paragraph_says_so(tmp_path: Path) -> None:
    draft = _one(tmp_path, "<para><num>(1)</num><text>[Repealed].</text></para>")
    assert _node(draft, "99-101:1").status == "repealed"
    assert _node(draft, "99-101").status == ""


def test_a_section_kept_beside_the_one_in_force_is_marked_not_current(tmp_path: Path) -> None:
    draft = _one(
        tmp_path,
        "<text>\n *NOTE: This codification is <u><b>not</b></u> the most current, see <cite "
        'doc="D.C. Code" path="§99-101">Current Version</cite>*\n</text><text>Light it.</text>',
        number="99-101(Perm)",
    )
    assert _node(draft, "99-101-Perm").status == "not current"
    assert ("note", "99-101-Perm:note-1") in _tree(draft)


def test_neighbouring_annotations_of_one_type_are_one_note(tmp_path: Path) -> None:
    draft = _one(
        tmp_path,
        '<text>Light it.</text><annotations><annotation type="History">1985, § 1</annotation>'
        '<annotation type="History">2006, § 2</annotation>'
        '<text type="Editor\'s Notes">See § 2.</text></annotations>',
    )
    assert _tree(draft) == [
        ("section", "99-101"),
        ("note", "99-101:note-1"),
        ("note", "99-101:note-2"),
    ]
    assert _says(draft, "99-101:note-1") == "History 1985, § 1 2006, § 2"
    assert _node(draft, "99-101:note-2").heading == "Editor's Notes"


def test_citations_point_at_provisions_of_the_code(tmp_path: Path) -> None:
    draft = _one(
        tmp_path,
        '<text>Under <cite path="§42-3502.05|(g)|(1)|(C)">§ 42-3502.05(g)(1)(C)</cite>, <code-cite '
        'doc="D.C. Code" path="§28:9-101">§ 28:9-101</code-cite>, <cite path="42|35">Chapter 35'
        '</cite> and <cite doc="D.C. Law 20-147" path="§3">the law</cite>.</text>',
    )
    found = [(draft.text[one.start : one.end], one.target, one.urn) for one in draft.citations]
    assert found == [
        (
            "§ 42-3502.05(g)(1)(C)",
            "§42-3502.05|(g)|(1)|(C)",
            f"{BASE}:42-3502.05:g:1:C",
        ),
        ("§ 28:9-101", "§28:9-101", f"{BASE}:28~9-101"),
        ("Chapter 35", "42|35", ""),
        ("the law", "D.C. Law 20-147 §3", ""),
    ]


def test_a_number_of_an_earlier_edition_is_not_taken_for_one_of_today(tmp_path: Path) -> None:
    draft = _one(
        tmp_path,
        '<text>Light it.</text><annotations><annotation type="Prior Codifications">1981 Ed., '
        '<cite path="§2-1701">§ 2-1701</cite>.</annotation></annotations>',
    )
    assert [(one.target, one.urn) for one in draft.citations] == [("§2-1701", "")]


@pytest.mark.parametrize(
    ("path", "urn"),
    [
        ("§1-101", f"{BASE}:1-101"),
        ("§29A-101.01|(a-1)", f"{BASE}:29A-101.01:a-1"),
        ("§42-1904.03(d)", f"{BASE}:42-1904.03:d"),
        ("25", f"{BASE}:title-25"),
        ("§1396r-5", ""),
        ("42|35|III", ""),
        ("", ""),
    ],
)
def test_a_path_names_a_section_of_this_code_or_nothing(path: str, urn: str) -> None:
    assert urn_of(path) == urn


def test_a_table_keeps_its_rows_wherever_it_stands(tmp_path: Path) -> None:
    draft = _one(
        tmp_path,
        "<text>Rates: <table><thead><tr><th>Income</th><th>Rate</th></tr></thead><tbody><tr>"
        "<td>$1</td><td>2%</td></tr></tbody></table> of the year</text>",
    )
    assert _tree(draft) == [
        ("section", "99-101"),
        ("table", "99-101:table-1"),
        ("continuation", "99-101:cont-1"),
    ]
    assert _says(draft, "99-101:table-1") == "Income Rate $1 2%"


def test_sections_without_an_index_are_works_of_their_own(tmp_path: Path) -> None:
    _write(tmp_path, {f"99-10{n}.xml": _section(f"99-10{n}") for n in (1, 2)})
    drafts = _outcomes(tmp_path)
    assert [one.expression.urn for one in drafts if isinstance(one, Draft)] == [
        f"{BASE}:sec-99-101",
        f"{BASE}:sec-99-102",
    ]


def test_a_section_that_no_index_includes_is_still_read_with_its_title(tmp_path: Path) -> None:
    _write(
        tmp_path,
        {
            "titles/99/index.xml": _index(_include("99-101")),
            "titles/99/sections/99-101.xml": _section("99-101"),
            "titles/99/sections/99-103.xml": _section("99-103"),
        },
    )
    (draft,) = _outcomes(tmp_path)
    assert isinstance(draft, Draft)
    assert _tree(draft) == [("section", "99-101"), ("section", "99-103")]


def test_what_an_index_names_and_nobody_gave_is_reported(tmp_path: Path) -> None:
    _write(
        tmp_path,
        {
            "index.xml": _index(_include("99-101", "99-102")),
            "sections/99-101.xml": _section("99-101"),
        },
    )
    draft, skipped = _outcomes(tmp_path)
    assert isinstance(draft, Draft)
    assert isinstance(skipped, Skipped)
    assert "99-102" in skipped.reason
    assert skipped.place == "line 1"


@pytest.mark.parametrize(
    "href", ["../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "..", "http://example.org/x"]
)
def test_an_include_never_leaves_the_files_given(tmp_path: Path, href: str) -> None:
    _write(tmp_path, {"index.xml": _index(f'<xi:include href="{href}"/>')})
    with pytest.raises(SourceUnsafe, match="outside"):
        _outcomes(tmp_path)


def test_indexes_that_include_each_other_are_refused(tmp_path: Path) -> None:
    _write(
        tmp_path,
        {
            "b/index.xml": _index('<xi:include href="../c/index.xml"/>'),
            "c/index.xml": _index('<xi:include href="../b/index.xml"/>'),
        },
    )
    with pytest.raises(SourceMalformed, match="includes itself"):
        _outcomes(tmp_path)


def test_a_broken_section_is_refused_by_file_and_line(tmp_path: Path) -> None:
    _write(
        tmp_path,
        {"index.xml": _index(_include("99-101")), "sections/99-101.xml": "<section>\n<num>"},
    )
    with pytest.raises(SourceMalformed) as caught:
        _outcomes(tmp_path)
    assert caught.value.file == "sections/99-101.xml"
    assert caught.value.place.startswith("line ")


def _read(path: Path) -> etree._Element:
    """A file without what is not printed as it stands: standings and undesignated labels."""
    root = etree.parse(path, etree.XMLParser(remove_comments=True)).getroot()
    if etree.QName(root).localname == "container":
        for child in list(root)[:3]:
            root.remove(child)
    for reason in list(root.iter("{*}reason")):
        if standing(reason.text or ""):
            root.remove(reason)
        else:
            # A slip of the publisher's: the end of the heading, in brackets.
            heading = root.find("{*}heading")
            heading.text = f"{heading.text}[{reason.text}]"
            root.remove(reason)
    for num in root.iter("{*}num"):
        if num.get("undesignated") == "true":
            num.text = ""
    return root


def _squeezed(words: str) -> str:
    return "".join(unicodedata.normalize("NFC", words).split())


def _law_of(draft: Draft, section: Node) -> str:
    """A section without its annotations, which have headings."""
    said, at = list[str](), section.start
    for node in draft.nodes[section.ordinal + 1 : section.last + 1]:
        if node.kind == "note" and node.heading:
            said.append(draft.text[at : node.start])
            at = node.end
    return _squeezed("".join([*said, draft.text[at : section.end]]))


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
                root = _read(folder / name)
                want.update(_squeezed("".join(root.itertext())))
                etree.strip_elements(root, "{*}annotations", "{*}annotation", with_tail=False)
                laws[name] = _squeezed("".join(root.itertext()))
            assert not want - Counter(outcome.text), unit.names[0]
            for node in outcome.nodes:
                if node.kind == "section":
                    assert _law_of(outcome, node) == laws[outcome.sources[node.source].name]
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
    (draft,) = _outcomes(folder)
    assert isinstance(draft, Draft)
    held = {node.urn for node in draft.nodes}
    own = [one.urn for one in draft.citations if one.urn.startswith(f"{BASE}:42-")]
    assert sum(urn in held for urn in own) / len(own) > 0.97
