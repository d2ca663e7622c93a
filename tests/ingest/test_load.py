from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

import pincite
from lagasafn_pages import edition, law_xml
from pincite import library
from pincite.errors import InputError, LoadRefused
from pincite.ingest.law.readers.lagasafn.xml import read_law
from pincite.library import Library
from pincite.model import Draft
from pincite.settings import Settings

LAW = "urn:lex:is:1-2031"


@pytest.fixture
def empty(tmp_path: Path) -> Library:
    return library.create(tmp_path / "library")


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


def test_a_folder_is_loaded_with_its_edition_date(empty: Library, tmp_path: Path) -> None:
    report = empty.ingest(edition(tmp_path / "e", 3), reader_name="lagasafn", version="1")
    assert (report.expressions, report.files) == (3, 3)
    found = empty.show(f"{LAW}:7:1", at="2032-01-01")
    assert found.text == "Hvert skip nr. 7 skal skráð í lögum nr. 1. 1. Fyrri liður."
    assert found.validity.start == date(2031, 9, 1)
    assert found.source.name == "2031.1.xml"


def test_every_load_of_one_process_has_its_own_edition_date(empty: Library, tmp_path: Path) -> None:
    for year in range(2021, 2033):
        folder = edition(tmp_path / str(year), 1, day=f"{year}-09-01", word=f"orð{year}")
        empty.ingest(folder, reader_name="lagasafn", version=str(year))
    spans = [(one.version, one.validity.start.year) for one in empty.texts_of(LAW)]
    assert spans == [(str(year), year) for year in range(2021, 2033)]


def test_an_edition_says_its_own_date_before_the_caller_does(
    empty: Library, tmp_path: Path
) -> None:
    folder = edition(tmp_path / "e", 1, day="2031-09-01")
    empty.ingest(folder, reader_name="lagasafn", version="1", day="1999-01-01")
    assert empty.texts_of(LAW)[0].validity.start == date(2031, 9, 1)


def test_one_bad_file_refuses_the_whole_load_and_names_file_and_line(
    empty: Library, tmp_path: Path
) -> None:
    folder = edition(tmp_path / "e", 3)
    (folder / "2031.9.xml").write_text(
        "<law nr='9' year='2031'>\n<name>X</name>\n<art>", encoding="utf-8"
    )
    before = empty.store.fingerprint()
    with pytest.raises(LoadRefused) as refused:
        empty.ingest(folder, reader_name="lagasafn", version="1")
    assert any(reason.startswith("2031.9.xml, line 3") for reason in refused.value.reasons)
    assert empty.store.fingerprint() == before
    assert empty.versions() == []


def test_refusals_may_be_allowed_and_are_then_reported(empty: Library, tmp_path: Path) -> None:
    folder = edition(tmp_path / "e", 3)
    (folder / "2031.9.xml").write_text("<law", encoding="utf-8")
    report = empty.ingest(folder, reader_name="lagasafn", version="1", allow_refusals=True)
    assert report.expressions == 3
    assert [error.file for error in report.refused] == ["2031.9.xml"]


@pytest.mark.req("V8")
@pytest.mark.parametrize(
    ("law", "reason"),
    [
        (law_xml(5).replace("<name>Lög um skip 5</name>", "<name> </name>"), "name is missing"),
        (law_xml(5).replace('nr="5" year', 'nr="" year'), "number, year or name"),
        (law_xml(5).replace('year="2031"', 'year=""'), "number, year or name"),
        ('<law nr="5" year="2031" law-type="law"><name>X</name><art nr="1"/></law>', "0 chunks"),
    ],
)
def test_the_gates_refuse(empty: Library, tmp_path: Path, law: str, reason: str) -> None:
    folder = write(edition(tmp_path / "e", 2), **{"2031.5__xml": law})
    with pytest.raises(LoadRefused) as refused:
        empty.ingest(folder, reader_name="lagasafn", version="1")
    assert reason in "\n".join(refused.value.reasons)
    assert empty.stats()["expression"] == 0


@pytest.mark.req("V8")
@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"text": ""}, f"an empty chunk at {LAW}:2"),
        ({"text": " "}, f"an empty chunk at {LAW}:2"),
        ({"locator": ""}, f"a chunk at {LAW}:2 has no locator"),
        ({"text": "Other words."}, f"a chunk at {LAW}:2 is not the text it stands for"),
    ],
)
def test_a_chunk_that_could_not_be_quoted_or_cited_refuses_the_load(
    empty: Library,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    wrong: dict[str, str],
    reason: str,
) -> None:
    """No file makes our readers give such a chunk; one with a defect might."""

    def defective(*given: object) -> Draft:
        draft = read_law(*given)  # type: ignore[arg-type]
        assert isinstance(draft, Draft)
        chunks = [one._replace(**wrong) if one.urn == f"{LAW}:2" else one for one in draft.chunks]
        return replace(draft, chunks=chunks)

    monkeypatch.setattr("pincite.ingest.law.readers.lagasafn.read_law", defective)
    with pytest.raises(LoadRefused) as refused:
        empty.ingest(edition(tmp_path / "e", 1), reader_name="lagasafn", version="1")
    [told] = refused.value.reasons
    assert told.startswith("2031.1.xml, line ")
    assert reason in told
    assert empty.versions() == []


@pytest.mark.req("V8")
def test_a_law_with_fewer_chunks_than_wanted_is_refused(tmp_path: Path) -> None:
    strict = library.create(tmp_path / "l", settings=Settings(min_chunks=50))
    with pytest.raises(LoadRefused, match="refused"):
        strict.ingest(edition(tmp_path / "e", 1), reader_name="lagasafn", version="1")


def test_the_same_law_in_two_files_is_kept_once_and_another_wording_is_refused(
    empty: Library, tmp_path: Path
) -> None:
    folder = write(edition(tmp_path / "e", 1), **{"copy__xml": law_xml(1)})
    report = empty.ingest(folder, reader_name="lagasafn", version="1")
    assert [(one.file, one.reason) for one in report.skipped] == [
        ("copy.xml", "the same law as 2031.1.xml, kept once")
    ]
    write(folder, **{"copy__xml": law_xml(1, word="bátur")})
    with pytest.raises(LoadRefused) as refused:
        empty.ingest(folder, reader_name="lagasafn", version="2")
    assert "with other words" in refused.value.reasons[0]


def test_an_edition_ends_what_it_lacks(empty: Library, tmp_path: Path) -> None:
    empty.ingest(edition(tmp_path / "a", 3), reader_name="lagasafn", version="a")
    report = empty.ingest(
        edition(tmp_path / "b", 2, day="2033-01-01"), reader_name="lagasafn", version="b"
    )
    assert (report.unchanged, report.ended) == (2, 1)
    assert empty.show("urn:lex:is:3-2031:1", at="2032-12-31").text
    with pytest.raises(pincite.errors.NotFound):
        empty.show("urn:lex:is:3-2031:1", at="2033-01-01")
    assert empty.show("urn:lex:is:2-2031:1", at="2033-01-01").version == "b"


def test_a_law_whose_file_was_refused_has_not_ended(empty: Library, tmp_path: Path) -> None:
    empty.ingest(edition(tmp_path / "a", 3), reader_name="lagasafn", version="a")
    later = edition(tmp_path / "b", 3, day="2033-01-01")
    (later / "2031.3.xml").write_text("<law", encoding="utf-8")
    report = empty.ingest(later, reader_name="lagasafn", version="b", allow_refusals=True)
    assert report.ended == 0
    assert empty.show("urn:lex:is:3-2031:1", at="2034-01-01").version == "a"


def test_a_defect_of_a_reader_is_a_refusal_that_names_the_file(
    empty: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("nr")

    monkeypatch.setattr("pincite.ingest.law.readers.lagasafn.read_law", broken)
    with pytest.raises(LoadRefused) as refused:
        empty.ingest(edition(tmp_path / "e", 1), reader_name="lagasafn", version="1")
    assert refused.value.reasons == [
        "2031.1.xml: the reader 'lagasafn' failed on it: KeyError: 'nr'"
    ]
    assert empty.versions() == []


def test_many_processes_load_the_same_as_one(tmp_path: Path) -> None:
    folder = edition(tmp_path / "e", 200, articles=160)
    prints = set()
    for workers in (1, 2, 3):
        made = library.create(tmp_path / f"l{workers}", settings=Settings(workers=workers))
        made.ingest(folder, reader_name="lagasafn", version="1")
        prints.add(made.verify().fingerprint)
        made.close()
    assert len(prints) == 1
    assert prints != {""}


def test_paths_in_any_order_load_the_same(tmp_path: Path) -> None:
    a, b = edition(tmp_path / "a", 2), write(tmp_path / "b", **{"2031.7__xml": law_xml(7)})
    prints = set()
    for name, paths in (("x", (a, b)), ("y", (b, a))):
        made = library.create(tmp_path / name)
        made.ingest(*paths, reader_name="lagasafn", version="1")
        prints.add(made.store.fingerprint())
    assert len(prints) == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"reader_name": "nothing", "version": "1"}, "no reader"),
        ({"reader_name": "lagasafn", "version": " "}, "version tag"),
        ({"reader_name": "lagasafn", "version": "a b"}, "version tag"),
        ({"reader_name": "lagasafn", "version": "1", "day": "tomorrow"}, "not a date"),
    ],
)
def test_bad_arguments_are_named(
    empty: Library, tmp_path: Path, arguments: dict, reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        empty.ingest(edition(tmp_path / "e", 1), **arguments)


def test_a_missing_path_and_a_folder_without_law_are_named(empty: Library, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        empty.ingest(tmp_path / "nowhere", reader_name="lagasafn", version="1")
    (tmp_path / "none").mkdir()
    with pytest.raises(LoadRefused, match="no file here"):
        empty.ingest(tmp_path / "none", reader_name="lagasafn", version="1")
