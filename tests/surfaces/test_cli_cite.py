"""The commands about citations, as a user types them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from citations.lamp_law import brief, lamp_library
from commands import Done, pincite

Run = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    lamp_library(tmp_path).close()
    environment = {
        **os.environ,
        "PINCITE_LIBRARY": str(tmp_path / "library"),
        "PINCITE_MATTERS": str(tmp_path / "matters"),
        "PINCITE_WORKERS": "1",
        "PINCITE_JURISDICTION": "us",
    }

    def call(*arguments: str | Path) -> Done:
        return pincite(*arguments, env=environment)

    return call


@pytest.mark.req("C3")
def test_find_lists_every_citation_of_a_file_with_its_place_and_source(
    run: Run, tmp_path: Path
) -> None:
    done = run("cite", "find", brief(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Lamp Co. v. Oil Board, 901 U.S. 100, 101 (1990)" in done.stdout
    found = json.loads(run("cite", "find", brief(tmp_path), "--json").stdout)
    words = [one["words"] for one in found]
    assert words[:2] == ["Lamp Co. v. Oil Board, 901 U.S. 100, 101 (1990)", "Id. at 104"]
    assert found[1]["resolved"]["key"] == "901 U.S. 100"
    assert found[1]["resolved"]["mention"]["form"] == "id"
    assert found[0]["place"].startswith("brief.txt, ")


@pytest.mark.req("C3")
def test_resolve_takes_a_short_form_at_the_end_of_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "memo.txt"
    file.write_text("The rule is in Lamp Co. v. Oil Board, 901 U.S. 100 (1990).\n")
    found = json.loads(run("cite", "resolve", "Id. at 104", "--context", file, "--json").stdout)
    assert [one["resolved"]["key"] for one in found] == ["901 U.S. 100"]
    alone = json.loads(run("cite", "resolve", "Id. at 104", "--json").stdout)
    assert alone[0]["resolved"]["reason"] == "nothing before it can be meant"


@pytest.mark.req("C3")
def test_uses_gives_page_and_surrounding_text_in_a_matter(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "case"
    folder.mkdir()
    brief(folder)
    assert run("matter", "create", "lamps").returncode == 0
    assert run("--matter", "lamps", "ingest", folder).returncode == 0
    done = run("--matter", "lamps", "cite", "uses", "Lamp Co. v. Oil Board")
    assert done.returncode == 0, done.stderr
    assert "901 U.S. 100: 2 uses" in done.stdout
    assert "«Id. at 104»" in done.stdout
    assert "brief.txt, para. " in done.stdout
    found = json.loads(run("--matter", "lamps", "cite", "authorities", "--json").stdout)
    assert found[0]["source"] == "901 U.S. 100"


@pytest.mark.req("U4")
def test_check_says_what_is_wrong_and_how_much_it_looked_at(run: Run, tmp_path: Path) -> None:
    done = run("cite", "check", brief(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "quote not in the source: “Whoever sells oil knows that it shines.”" in done.stdout
    assert "quote altered: “A keeper must . . . trim [every] wick.”" in done.stdout
    assert "it has “[every]” where the source has “the”" in done.stdout
    assert "overruled in In re Beacons" in done.stdout
    assert "2 of 3 citations checked, 1 outside the corpus" in done.stdout


def test_lookup_names_the_one_place_that_words_mean(run: Run) -> None:
    done = run("lookup", "901 U.S. 100")
    assert done.returncode == 0, done.stderr
    assert "Lamp Co. v. Oil Board" in done.stdout
    found = json.loads(run("lookup", "901 U.S. 100", "--json").stdout)
    assert found["urn"] == done.stdout.splitlines()[0]
    assert found["title"].startswith("Lamp Co. v. Oil Board")


def test_a_file_that_is_not_there_is_named(run: Run, tmp_path: Path) -> None:
    done = run("cite", "find", tmp_path / "nothing.pdf")
    assert done.returncode != 0
    assert "no file" in done.stderr
    assert "hint:" in done.stderr
