"""What works are called, and which of them a name means."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from citations.known_works import TITLES, WORKS
from pincite import library
from pincite.citations.reading import Locale
from pincite.citations.works.aliases import aliases_from
from pincite.citations.works.near import clear
from pincite.citations.works.titled import NameSort
from pincite.citations.works.titles import WorkTitles
from pincite.errors import SourceMalformed
from pincite.settings import Settings

ZW, IS = Locale("zw", "en"), Locale("is", "is")

_INDEX = """<?xml version='1.0' encoding='utf-8'?>
<index date-from="2025-05-01" date-to="2025-09-01"><law-entries>
<law-entry identifier="37/1993" nr="37" year="1993"><name>Stjórnsýslulög</name>
<name-conjugated><nomenative>Stjórnsýslulög</nomenative><accusative>stjórnsýslulög</accusative>
<dative>stjórnsýslulögum</dative><genitive>stjórnsýslulaga</genitive></name-conjugated>
</law-entry></law-entries></index>"""
_LAW = """<?xml version='1.0' encoding='utf-8'?>
<law nr="37" year="1993" law-type="law"><name>Stjórnsýslulög</name>
<chapter nr="1" nr-type="roman" roman-nr="I"><nr-title>I. kafli.</nr-title>
<art nr="1"><nr-title>1. gr.</nr-title><subart nr="1"><paragraph nr="1">
<sen nr="1">Lög þessi gilda um stjórnsýslu ríkis og sveitarfélaga.</sen>
</paragraph></subart></art></chapter></law>"""


def _urns(name: str, locale: Locale = Locale()) -> list[str]:  # noqa: B008 (frozen)
    return [named.work.urn.removeprefix("urn:lex:") for named in TITLES.exact(name, locale)]


@pytest.mark.parametrize(
    ("name", "urn"),
    [
        ("Marriages Act, 2022", "zw:act-2022-1"),
        ("marriages act 2022", "zw:act-2022-1"),
        ("the Marriages Act", "zw:act-2022-1"),
        ("Marriage Act", "zw:act-1964-81"),
        ("Domestic Violence Act [Chapter 5:16]", "zw:act-2006-14"),
        ("Coroner’s Office Act", "zw:act-2019-12"),
        ("Cyber & Data Protection Act", "zw:act-2021-5"),
        ("Data Protection Act", "zw:act-2021-5"),
        ("Constitution of Zimbabwe", "zw:act-2013-1"),
        ("the Constitution", "zw:act-2013-1"),
        ("stjórnsýslulaga", "is:37-1993"),
        ("erfðalaganna", "is:8-1962"),
        ("umferðarlögin", "is:77-2019"),
        ("umferdarlogum", "is:77-2019"),
        ("thinglysingalaga", "is:39-1978"),
        ("stjórnarskrárinnar", "is:33-1944"),
        ("stjórnarskrá lýðveldisins Íslands", "is:33-1944"),
        ("hegningarlaganna", "is:19-1940"),
        ("almennra hegningarlaga", "is:19-1940"),
        ("almennu hegningarlögin", "is:19-1940"),
        ("lögum um fjöleignarhús", "is:26-1994"),
        ("lögin um fjöleignarhús", "is:26-1994"),
    ],
)
def test_a_name_in_any_form_means_its_work(name: str, urn: str) -> None:
    assert _urns(name) == [urn]


def test_a_year_that_is_not_the_works_means_another_work() -> None:
    assert _urns("Marriages Act 1964") == []
    nearest = TITLES.close("Marriages Act 1964", ZW)
    assert nearest[0].work.urn == "urn:lex:zw:act-1964-81"


def test_a_tail_that_two_titles_share_is_no_name() -> None:
    assert _urns("Evidence Act") == []


def test_the_sections_of_an_enacted_constitution_are_those_of_its_schedule() -> None:
    [whole] = TITLES.exact("Constitution")
    assert whole.work.section("2") == "urn:lex:zw:act-2013-1:sched-1:2"
    [act] = TITLES.exact("Constitution of Zimbabwe Amendment (No. 20) Act, 2013")
    assert act.work.section("2") == "urn:lex:zw:act-2013-1:2"
    assert act.work.section("56") == "urn:lex:zw:act-2013-1:sched-1:56"


def test_a_name_that_several_jurisdictions_have_means_all_of_them_unless_one_is_said() -> None:
    assert len(_urns("Water By-law")) == 2
    assert _urns("Water By-law", Locale("za-jhb", "en")) == ["za-jhb:act.by-law-2010-water"]
    assert _urns("Domestic Violence Act", IS) == []


@pytest.mark.parametrize(
    ("typed", "urn"),
    [
        ("Mariages Act 2022", "zw:act-2022-1"),
        ("Mariages Act", "zw:act-2022-1"),
        ("Guardianshp of Minros Act", "zw:act-1961-34"),
        ("Domestc Violence Act", "zw:act-2006-14"),
        ("umfeðrarlaga", "is:77-2019"),
        ("sakamálalög", "is:88-2008"),
        ("fjöleignarhúsalaga", "is:26-1994"),
    ],
)
def test_a_misspelt_name_is_nearest_to_its_work_and_clearly_so(typed: str, urn: str) -> None:
    near = TITLES.close(typed)
    assert near[0].work.urn == f"urn:lex:{urn}"
    assert clear([one.score for one in near])


def test_what_may_be_either_of_two_works_is_clearly_neither() -> None:
    near = TITLES.close("Evidence Act", ZW)
    assert {one.work.urn for one in near} >= {"urn:lex:zw:act-1992-15", "urn:lex:zw:act-1927-9"}
    assert not clear([one.score for one in near])


def test_the_longest_name_in_a_text_counts_and_only_whole_words() -> None:
    text = "Cyber and Data Protection Act; Marriages Acts; samkvæmt umferðarlögum."
    found = [text[one.start : one.end] for one in TITLES.spans(text)]
    assert found == ["Cyber and Data Protection Act", "umferðarlögum"]


def test_acronyms_are_not_looked_for_in_texts() -> None:
    assert TITLES.exact("CDP Act", ZW)[0].sort is NameSort.ACRONYM
    assert TITLES.spans("The CDP Act was passed", ZW) == []


def test_aliases_name_works_by_urn_or_title(tmp_path: Path) -> None:
    file = tmp_path / "aliases.csv"
    file.write_text(
        "alias,target\nsamningalög,urn:lex:is:7-1936\nDVA,Domestic Violence Act\nX,no such act\n",
        encoding="utf-8",
    )
    titles = WorkTitles(WORKS, aliases_from(file))
    assert [one.work.number for one in titles.exact("samningalög")] == ["7"]
    assert [one.work.number for one in titles.exact("DVA")] == ["14"]
    assert titles.exact("X") == []
    file.write_text("Term,Alias\nx,y\n")
    with pytest.raises(SourceMalformed, match="no columns alias and target"):
        aliases_from(file)


def test_a_published_list_of_acts_gives_aliases_with_their_years(tmp_path: Path) -> None:
    file = tmp_path / "acts.csv"
    file.write_text(
        "Act Alias Name,Act Alias Year,Act Identity Name,Act Identity Year\n"
        "Battering,2006,Domestic Violence,\nLone,1999,,\n",
        encoding="utf-8",
    )
    assert aliases_from(file) == [("Battering Act, 2006", "Domestic Violence Act")]


def test_icelandic_laws_keep_the_names_that_the_index_gives_them(tmp_path: Path) -> None:
    edition = tmp_path / "edition"
    edition.mkdir()
    (edition / "index.xml").write_text(_INDEX, encoding="utf-8")
    (edition / "1993.37.xml").write_text(_LAW, encoding="utf-8")
    with library.create(tmp_path / "l", settings=Settings(workers=1)) as made:
        made.ingest(edition, reader_name="lagasafn", version="one")
        [stored] = made.store.expressions("urn:lex:is:37-1993")
        assert stored.expression.meta["names"] == [
            "Stjórnsýslulög", "stjórnsýslulög", "stjórnsýslulögum", "stjórnsýslulaga",
        ]  # fmt: skip
        titles = WorkTitles.of(made.store)
    assert [one.work.urn for one in titles.exact("stjórnsýslulaganna")] == ["urn:lex:is:37-1993"]


def test_the_hash_of_the_names_is_the_same_in_every_process() -> None:
    code = (
        "from pincite.citations.works.titled import TitledWork\n"
        "from pincite.citations.works.titles import WorkTitles\n"
        "own = frozenset(map(str, range(20)))\n"
        "print(WorkTitles([TitledWork('urn:lex:zw:act-2013-1', 'Lamp Act', 'zw', own=own)]).digest)"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1
