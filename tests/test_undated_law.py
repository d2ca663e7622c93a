"""Law whose source gives no dates: shown at every date, and said to be so; never hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import library
from pincite.answer.sources.pack import ask_pack
from pincite.errors import NotFound
from pincite.library import Library
from pincite.packs.archive import archived
from pincite.scope.page import as_page
from pincite.scope.prompt import as_text
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from search.bundled_law import Run, command
from surfaces.serving import serving

LAMPS, KILNS = "urn:lex:xd:act-2001-1", "urn:lex:xd:act-2005-2"
OLJA = "urn:lex:xd:act-2003-3"
DAY = "2004-01-01"
SAID = "the source gives no dates"


def _act(urn: str, title: str, body: str, *, day: str = "", language: str = "en") -> str:
    dated = f"date: {day}\n" if day else ""
    return (
        f"---\ntitle: {title}\nurn: {urn}\nkind: act\n{dated}language: {language}\n"
        f"style: act\n---\n\n{body}"
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Lamps Act and an Icelandic law have no dates; the Kilns Act is of 2005."""
    root = tmp_path_factory.mktemp("undated")
    kilns = (
        "## 1. Keepers\n\nA keeper of a kiln may sell lamps after paying a fee of nine pounds.\n"
    )
    lamps = "## 1. Lighting\n\nThe keeper of a harbour shall light every lamp before sunset.\n"
    olja = "## 1. Ljós\n\nHafnarvörður skal kveikja á öllum lömpum fyrir sólsetur.\n"
    texts = {
        "kilns": _act(KILNS, "Kilns Act", kilns, day="2005-01-01"),
        "lamps": _act(LAMPS, "Lamps Act", lamps),
        "olja": _act(OLJA, "Lög um hafnarljós", olja, language="is"),
    }
    with library.create(root / "law", settings=_settings(root)) as made:
        for name, text in texts.items():
            (root / f"{name}.md").write_text(text, encoding="utf-8")
            made.ingest(
                root / f"{name}.md", reader_name="plain", version=name, collection=name,
                profile="markdown",
            )  # fmt: skip
    return root


def _settings(root: Path) -> Settings:
    return Settings(library=root / "law", models=root / "none", workers=1, jurisdiction="xd")


@pytest.fixture
def law(folder: Path) -> Iterator[Library]:
    with Library(folder / "law", _settings(folder)) as opened:
        yield opened


@pytest.fixture
def run(folder: Path) -> Run:
    return command(folder / "law", folder / "matters", folder / "none")


@pytest.mark.req("S10")
def test_undated_law_is_shown_at_a_date_and_dated_law_is_not_there_before_its_day(
    law: Library,
) -> None:
    assert law.show(f"{LAMPS}:1", at=DAY).validity is None
    assert law.tree(LAMPS, at=DAY).children
    with pytest.raises(NotFound, match="not there on 2004-01-01"):
        law.show(f"{KILNS}:1", at=DAY)
    assert law.show(f"{KILNS}:1", at="2006-01-01").validity is not None


@pytest.mark.req("S10")
def test_a_search_at_a_date_finds_undated_law_and_names_it(law: Library) -> None:
    found = law.search("keeper lamp", at=DAY)
    assert [hit.title for hit in found.results] == ["Lamps Act"]
    assert found.undated == ("Lamps Act",)
    assert found.as_dict()["undated"] == ["Lamps Act"]
    later = law.search("keeper lamp", at="2006-01-01")
    assert {hit.title for hit in later.results} == {"Lamps Act", "Kilns Act"}
    assert later.undated == ("Lamps Act",)
    assert law.search("keeper lamp").undated == ()


@pytest.mark.req("S10")
def test_an_answer_at_a_date_quotes_undated_law_and_warns(law: Library) -> None:
    question = "What does section 1 of the Lamps Act say of lamps?"
    reply = law.ask(question, at=DAY)
    assert reply.answer is not None
    assert [one.urn for one in reply.answer.citations] == [f"{LAMPS}:1"]
    assert reply.warnings == (f"Lamps Act: {SAID}, so this may not be what held on 2004-01-01.",)
    assert reply.as_dict()["undated"] == ["Lamps Act"]
    now = law.ask(question)
    assert now.answer == reply.answer
    assert (now.warnings, now.undated) == ((), ())


def test_a_refusal_that_names_undated_passages_warns_too(law: Library) -> None:
    reply = law.ask("Does a harbour lamp keeper pay any insurance premium?", at=DAY)
    assert reply.refusal is not None
    assert [one.urn for one in reply.refusal.closest] == [f"{LAMPS}:1"]
    assert any(SAID in one for one in reply.warnings)
    assert reply.undated == ("Lamps Act",)


@pytest.mark.req("S10")
def test_the_warning_is_in_the_language_of_the_question(law: Library) -> None:
    reply = law.ask("Hvað segir 1. gr. laga um hafnarljós um lampa?", at=DAY)
    assert reply.answer is not None
    assert reply.language == "is"
    assert any("heimildin nefnir engar dagsetningar" in one for one in reply.warnings)


@pytest.mark.req("S10")
def test_what_governs_undated_law_says_so_too(law: Library) -> None:
    found = law.scope(f"{LAMPS}:1", at=DAY)
    assert found.undated
    assert SAID in as_text(found)
    assert "The source gives no dates" in as_page(found)
    assert "Heimildin nefnir engar dagsetningar" in as_page(law.scope(f"{OLJA}:1", at=DAY))
    assert not law.scope(f"{LAMPS}:1").undated
    assert not law.scope(f"{KILNS}:1", at="2006-01-01").undated


@pytest.mark.req("S10")
def test_a_pack_of_undated_law_warns_when_it_is_asked_and_shown(
    law: Library, run: Run, tmp_path: Path
) -> None:
    pack = law.packs.build(f"{LAMPS}:1", at=DAY)
    path = tmp_path / "lamps.zip"
    path.write_bytes(archived(pack.files))
    question = "When shall the keeper of a harbour light every lamp?"
    reply = ask_pack(path, question, law.settings, tmp_path)
    assert reply.answer is not None
    assert any(SAID in one for one in reply.warnings)
    assert SAID in run("pack", "show", str(path)).stderr


def test_the_commands_say_that_the_source_gives_no_dates(run: Run) -> None:
    for command_line in (("show", f"{LAMPS}:1"), ("resolve", f"{LAMPS}:1"),
                         ("ask", "Lamps Act, s 1")):  # fmt: skip
        done = run(*command_line, "--at", DAY)
        assert done.returncode == 0, done.stderr
        assert SAID in done.stdout, command_line
    for command_line in (("tree", LAMPS), ("search", "keeper lamp")):
        done = run(*command_line, "--at", DAY)
        assert done.returncode == 0, done.stderr
        assert SAID in done.stderr, command_line
    assert json.loads(run("--json", "resolve", f"{LAMPS}:1", "--at", DAY).stdout)["undated"] is True


def test_the_page_says_in_both_languages_that_the_source_gives_no_dates(folder: Path) -> None:
    settings = _settings(folder).model_copy(update={"matters": folder / "matters"})
    told = {"en": "The source gives no dates", "is": "Heimildin nefnir engar dagsetningar"}
    with serving(create_app(settings.library, settings=settings)) as client:
        for path in (f"/law/{LAMPS}:1?at={DAY}", f"/?q=keeper+lamp&mode=search&at={DAY}"):
            for language, words in told.items():
                sent = client.get(path, headers={"accept-language": language})
                assert sent.status_code == 200
                assert words in sent.text, (path, language)
        assert told["en"] not in client.get(f"/law/{LAMPS}:1").text


def test_a_load_without_dates_says_so_and_names_the_option_that_gives_one(
    tmp_path: Path,
) -> None:
    for number, day in (("1", ""), ("2", "2005-01-01")):
        text = _act(
            f"urn:lex:xd:act-2001-{number}", f"Act {number}", "## 1. Oil\n\nOil.\n", day=day
        )
        (tmp_path / f"{number}.md").write_text(text, encoding="utf-8")
    run = command(tmp_path / "law", tmp_path / "matters", tmp_path / "none")
    run("init")
    load = ("ingest", str(tmp_path / "1.md"), str(tmp_path / "2.md"), "--reader", "plain",
            "--profile", "markdown", "--version")  # fmt: skip
    done = run(*load, "v1")
    assert done.returncode == 0, done.stderr
    assert f"{SAID} for 1 of 2 works; name one with --date" in done.stdout
    assert SAID not in run(*load, "v2", "--date", "2001-01-01").stdout
