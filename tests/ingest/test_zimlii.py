"""Acts of Zimbabwe as JSON sections."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

import pytest

from data import data_folder, law
from drafts import node_at, said_at
from growth import costs_at_most
from pincite.errors import SourceMalformed
from pincite.ingest.law import gates
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.sources import Sources
from pincite.model import Draft, Skipped
from pincite.settings import Settings
from pincite.text import canonicalize, find_quote

URL = "https://zimlii.org/akn/zw/act/1999/7/eng@2016-12-31"
BASE = "urn:lex:zw:act-1999-7"


def _section(number: str, title: str, words: str, chapter: str | None = None) -> dict[str, str]:
    fields = {"section": number, "title": title, "content": f"{number}. {title} {words}".strip()}
    return fields | ({"chapter": chapter} if chapter else {})


def _outcomes(path: Path, options: ReadOptions | None = None) -> Iterator[object]:
    chosen, options = reader("zimlii"), options or ReadOptions()
    sources = Sources.of([path], reader="zimlii", settings=Settings())
    for unit in chosen.units(sources, options):
        yield from chosen.read(sources, unit, options)


def _act(tmp_path: Path, *sections: Mapping[str, str], url: str = URL) -> Draft:
    path = tmp_path / "act.json"
    record = {
        "title": "Lighthouse Act",
        "url": url,
        "issued_date": "1999-01-01",
        "provisions": sections,
    }
    path.write_text(json.dumps(record), encoding="utf-8")
    (draft,) = _outcomes(path)
    assert isinstance(draft, Draft)
    assert gates.refusals(draft, min_chunks=1) == []
    return draft


def _tails(draft: Draft) -> list[str]:
    return [node.urn.removeprefix(f"{draft.expression.urn}:") for node in draft.nodes[1:]]


def test_act_is_named_and_dated_by_its_address(tmp_path: Path) -> None:
    draft = _act(
        tmp_path,
        _section(
            "1", "Short title", "This Act may be cited as the Lighthouse Act [Chapter 28:01] ."
        ),
    )
    act = draft.expression
    assert (act.urn, act.akn, act.url) == (BASE, "/akn/zw/act/1999/7", URL)
    assert (act.kind, act.year, act.number, act.chapter) == ("act", "1999", "7", "28:01")
    assert (act.start, act.style, act.language) == (date(2016, 12, 31), "act", "en")


@pytest.mark.parametrize(
    ("url", "urn", "kind"),
    [
        ("/akn/zw/act/si/2020/209/eng@2020-08-26", "urn:lex:zw:act.si-2020-209", "instrument"),
        ("/akn/zw/act/ord/1907/6/eng@2016-12-31", "urn:lex:zw:act.ord-1907-6", "ordinance"),
    ],
)
def test_instruments_and_ordinances_are_told_apart(
    tmp_path: Path, url: str, urn: str, kind: str
) -> None:
    draft = _act(tmp_path, _section("1", "Title", "Words."), url=url)
    assert (draft.expression.urn, draft.expression.kind) == (urn, kind)


def test_another_acts_chapter_is_not_taken_for_its_own(tmp_path: Path) -> None:
    draft = _act(tmp_path, _section("1", "Aim", "It adds to the Water Act [Chapter 20:24] ."))
    assert draft.expression.chapter == ""


def test_number_and_heading_are_told_once(tmp_path: Path) -> None:
    draft = _act(tmp_path, _section("7", "Sick leave", "(1) A keeper may rest. (2) So may others."))
    node = node_at(draft, "7")
    assert (node.num, node.heading, node.kind) == ("7.", "Sick leave", "section")
    assert draft.text == "7. Sick leave (1) A keeper may rest. (2) So may others."
    assert said_at(draft, "7:2") == "(2) So may others."


def test_title_that_repeats_the_number_is_read_without_it(tmp_path: Path) -> None:
    section = {"section": "22A", "title": "22A Gold", "content": "22A Gold (1) One. (2) Two."}
    draft = _act(tmp_path, section)
    assert (node_at(draft, "22A").num, node_at(draft, "22A").heading) == ("22A", "Gold")
    assert draft.text == section["content"]


def test_schedule_sections_do_not_shadow_the_acts_own(tmp_path: Path) -> None:
    draft = _act(
        tmp_path,
        _section("1", "Title", "One."),
        _section("1", "Form", "Two.", "Schedule 2"),
        _section("1", "Fees", "Three.", "Schedule 1, Part I"),
        _section("2", "Keepers", "Four.", "Part I"),
        _section("3", "Lamps", "Five."),
    )
    assert _tails(draft) == [
        "1", "part-I", "2", "3", "sched-1", "sched-1:part-I", "sched-1:1", "sched-2", "sched-2:1",
    ]  # fmt: skip


def test_schedule_whose_parts_each_count_from_one_names_sections_below_the_part(
    tmp_path: Path,
) -> None:
    draft = _act(
        tmp_path,
        _section("1", "Fees", "One.", "Schedule 1, Part I"),
        _section("1", "Forms", "Two.", "Schedule 1, Part II"),
    )
    assert _tails(draft)[2::2] == ["sched-1:part-I:1", "sched-1:part-II:1"]


def test_part_heading_belongs_to_the_part_it_heads(tmp_path: Path) -> None:
    draft = _act(
        tmp_path,
        _section(
            "1",
            "Title",
            "One. Part II – Keepers and lamps [Part amended by Act 3 of 2001 ]",
            "Part I",
        ),
        _section("2", "Keepers", "In terms of Part III – the next – he may. Part IV", "Part II"),
        _section("3", "Fees", "Three.", "Part III"),
    )
    part = node_at(draft, "part-II")
    assert (part.num, part.heading) == ("Part II –", "Keepers and lamps")
    assert said_at(draft, "1") == "1. Title One."
    assert said_at(draft, "part-II:note-1") == "[Part amended by Act 3 of 2001 ]"
    assert said_at(draft, "2").endswith("he may. Part IV")


def test_schedule_glued_to_the_last_section_is_no_part_of_it(tmp_path: Path) -> None:
    draft = _act(
        tmp_path,
        _section(
            "9",
            "Savings",
            "The Second Schedule (section 4) applies. First Schedule (Section 4) Powers "
            "1. To light. 2. To dim. Second Schedule (Section 5) Fees",
        ),
        _section("1", "Entry", "Two dollars.", "Schedule 2"),
    )
    assert said_at(draft, "9") == "9. Savings The Second Schedule (section 4) applies."
    assert said_at(draft, "sched-1") == "First Schedule (Section 4) Powers 1. To light. 2. To dim."
    assert node_at(draft, "sched-2").heading == "(Section 5) Fees"
    assert said_at(draft, "sched-2:1") == "1. Entry Two dollars."


def test_definitions_are_named_by_their_terms(tmp_path: Path) -> None:
    draft = _act(
        tmp_path,
        _section(
            "2",
            "Interpretation",
            '(1) In this Act— " casual work " means work for a day; " certified " [definition '
            "repealed by Act 2 of 2001 ] “ Board ”, “ Council ” or “Court”, in relation to oil, "
            "means— (a) the old; or (b) the new; (2) Words mean what they say.",
        ),
    )
    assert node_at(draft, "2:1:def-casual-work").attrs == {"defines": "casual work"}
    assert node_at(draft, "2:1:def-certified").status == "repealed"
    board = node_at(draft, "2:1:def-board-council-court")
    assert board.attrs == {"defines": "Board; Council; Court"}
    assert said_at(draft, "2:1:def-board-council-court:b") == "(b) the new;"
    assert said_at(draft, "2:2") == "(2) Words mean what they say."


def test_note_is_kept_with_the_provision_it_is_about(tmp_path: Path) -> None:
    draft = _act(
        tmp_path,
        _section(
            "3",
            "Lamps",
            "(1) Every lamp— (a) burns; or (b) glows. [paragraph amended by Act 1 of 2001 ] "
            "[subsection inserted by Act 2 of 2001 ] [section substituted by Act 3 of 2001 ]",
        ),
    )
    notes = [(node.urn, said_at(draft, node.urn[len(BASE) + 1 :])) for node in draft.nodes
             if node.kind == "note"]  # fmt: skip
    assert notes == [
        (f"{BASE}:3:1:b:note-1", "[paragraph amended by Act 1 of 2001 ]"),
        (f"{BASE}:3:1:note-1", "[subsection inserted by Act 2 of 2001 ]"),
        (f"{BASE}:3:note-1", "[section substituted by Act 3 of 2001 ]"),
    ]
    assert said_at(draft, "3:1:b").startswith("(b) glows.")


def test_repealed_provision_is_kept_and_marked(tmp_path: Path) -> None:
    draft = _act(
        tmp_path,
        _section("5", "***", "[section repealed by Act 22 of 2001 ]"),
        _section(
            "6",
            "Fees",
            "(1) Pay— (a) [paragraph repealed by Act 7 of 2005 ] (b) now. (2) [subsection repealed "
            "by Act 7 of 2005 ] (3) Words. [subsection amended by Act 8 of 2005, then repealed]",
        ),
    )
    gone = {node.urn.removeprefix(f"{BASE}:") for node in draft.nodes if node.status == "repealed"}
    assert gone == {"5", "6:1:a", "6:2"}
    assert "5. *** [section repealed by Act 22 of 2001 ]" in draft.text


def test_citation_of_a_chapter_is_no_note(tmp_path: Path) -> None:
    draft = _act(
        tmp_path, _section("4", "Water", "(1) See the Water Act [Chapter 20:24] ; it rules.")
    )
    assert [node.kind for node in draft.nodes] == ["work", "section", "subsection"]


def test_soft_hyphens_stay_in_the_text(tmp_path: Path) -> None:
    draft = _act(tmp_path, _section("4", "Arrest", "He is de\u00adtained."))
    assert "de\u00adtained" in draft.text


def test_section_cut_off_by_the_publisher_says_so(tmp_path: Path) -> None:
    content = ("4. Long " + "words " * 2000)[:8000]
    draft = _act(tmp_path, {"section": "4", "title": "Long", "content": content})
    assert node_at(draft, "4").attrs == {"cut": "end"}


def test_content_that_does_not_begin_with_its_number_is_kept_whole(tmp_path: Path) -> None:
    draft = _act(tmp_path, {"section": "4", "title": "Lamps", "content": "Every lamp burns."})
    assert draft.text == "Every lamp burns."
    assert (node_at(draft, "4").num, node_at(draft, "4").heading) == ("4", "Lamps")


def test_act_without_provisions_is_skipped_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "act.json"
    path.write_text(json.dumps({"title": "T", "url": URL, "provisions": []}))
    (skipped,) = _outcomes(path)
    assert isinstance(skipped, Skipped)
    assert skipped.reason == "no provisions"


@pytest.mark.parametrize(
    ("record", "place"),
    [
        ([], "$"),
        ({"title": "T", "url": URL}, "$.provisions"),
        ({"title": "T", "url": URL, "provisions": ["x"]}, "$.provisions[0]"),
        ({"title": "T", "url": URL, "provisions": [{"section": "1"}]}, "$.provisions[0].content"),
        ({"title": "T", "url": "zimlii", "provisions": [_section("1", "T", "W")]}, "$.url"),
        ({"url": URL, "provisions": [_section("1", "T", "W")]}, "$.title"),
        (
            {"title": "T", "url": URL, "provisions": [_section("1", "T", "W", "Part I, " * 99)]},
            "$.provisions[0].chapter",
        ),
    ],
)
def test_malformed_record_is_refused_with_its_place(
    tmp_path: Path, record: object, place: str
) -> None:
    path = tmp_path / "act.json"
    path.write_text(json.dumps(record))
    with pytest.raises(SourceMalformed) as caught:
        list(_outcomes(path))
    assert (caught.value.file, caught.value.place) == ("act.json", place)


def test_broken_json_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "act.json"
    path.write_text('{"title": "T",\n"url": }')
    with pytest.raises(SourceMalformed) as caught:
        list(_outcomes(path))
    assert caught.value.place == "line 2"


@pytest.mark.parametrize(
    "unit",
    ["[", "[x] ", "[ [added] ", '" ', "“x”, ", "“x” means ", "(a) ", ". Part II – ", "— “(1) ",
     ". First Schedule (Section 1) ", "cited as ", "[subsection repealed] ", "Provided that— (i) "],
)  # fmt: skip
def test_hostile_repetition_costs_little(tmp_path: Path, unit: str) -> None:
    words = unit * (100_000 // len(unit))
    with costs_at_most(60):
        _act(
            tmp_path,
            _section("1", "Interpretation", words, "Part I"),
            _section("2", "T", "W", "Part II"),
        )


def _real_acts() -> Iterator[tuple[Path, Draft]]:
    for path in sorted(law("zimbabwe").glob("*.json")):
        (draft,) = _outcomes(path)
        assert isinstance(draft, Draft), path.name
        yield path, draft


@pytest.mark.data
def test_every_act_loads_whole_and_in_order() -> None:
    acts = urns = again = 0
    for path, draft in _real_acts():
        assert gates.refusals(draft, min_chunks=1) == []
        acts += 1
        urns += len(draft.nodes)
        again += sum("~" in node.urn.rpartition(":")[2] for node in draft.nodes)
        contents = [
            "".join(canonicalize(provision["content"]).split())
            for provision in json.loads(path.read_bytes())["provisions"]
        ]
        told = "".join(draft.text.split())
        assert len(told) == sum(map(len, contents)), path.name
        assert all(content in told for content in contents), path.name
    print(f"{acts} acts, {urns} nodes, {again} named twice in the source ({again / urns:.3%})")
    assert acts == 765
    assert again / urns < 0.002


@pytest.mark.data
def test_gold_sections_stand_where_the_questions_say() -> None:
    folder = law("zimbabwe")
    questions = data_folder() / "eval" / "zimbabwe.jsonl"  # type: ignore[operator]
    checked = 0
    for line in questions.read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        for rank, gold in enumerate(question.get("gold") or ()):
            for name in gold["ids"]:
                (draft,) = _outcomes(folder / f"{name}.json")
                assert isinstance(draft, Draft)
                node = next(
                    node
                    for node in draft.nodes
                    if node.kind == "section"
                    and node.urn.endswith(f":{gold['section']}")
                    and node.heading == gold["heading"]
                )
                assert draft.expression.url == gold["act"]
                if rank == 0:
                    words = draft.text[node.start : node.end]
                    assert list(find_quote(question["must_quote"], words)), question["id"]
                checked += 1
    assert checked > 80
