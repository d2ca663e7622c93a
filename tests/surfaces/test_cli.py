"""The command line as a person uses it: the real program, its output and its exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from commands import Done, pincite
from ingest.connectors.offers import offer_uscode
from lagasafn_pages import edition
from loopback import publishing
from pincite.ingest.law import connectors
from pincite.settings import read_settings
from pincite.surfaces.cli.fetch import PUBLISHERS
from pincite.surfaces.http.app import create_app
from surfaces.serving import serving

RUN = [sys.executable, "-m", "pincite"]


def test_the_publishers_that_are_named_are_those_that_are_there() -> None:
    assert PUBLISHERS == connectors.NAMES


def run(*arguments: str | Path, folder: Path | None = None, code: int = 0) -> Done:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PINCITE_")
    }
    if folder is not None:
        environment["PINCITE_LIBRARY"] = str(folder)
    done = pincite(*arguments, env=environment)
    assert done.returncode == code, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("cli")
    folder = base / "library"
    run("init", folder=folder)
    first, second = edition(base / "a", 3), edition(base / "b", 2, day="2033-01-01")
    (second / "2031.1.xml").write_text(
        (second / "2031.1.xml")
        .read_text()
        .replace("Hvert skip nr. 7 ", "Hvert skip nr. 7 og bátur "),
        encoding="utf-8",
    )
    run("ingest", first, "--reader", "lagasafn", "--version", "a", folder=folder)
    run("ingest", second, "--reader", "lagasafn", "--version", "b", folder=folder)
    return folder


def test_show_prints_words_citation_validity_and_source(loaded: Path) -> None:
    out = run(
        "show", "Lög nr. 1/2031 - 7. gr., 1. mgr.", "--at", "2032-06-01", folder=loaded
    ).stdout
    assert out.startswith("Lög nr. 1/2031 - 7. gr., 1. mgr.\nurn:lex:is:1-2031:7:1\n")
    assert "Hvert skip nr. 7 skal skráð" in out
    assert "version a · in force from 2031-09-01 to 2033-01-01" in out
    assert "2031.1.xml, line 2" in out


@pytest.mark.req("S10")
def test_before_and_after_a_change(loaded: Path) -> None:
    texts = [
        json.loads(
            run("show", "urn:lex:is:1-2031:7:1", "--at", day, "--json", folder=loaded).stdout
        )["provision"]["text"]
        for day in ("2032-12-31", "2033-01-01")
    ]
    assert ["og bátur" in text for text in texts] == [False, True]


def test_json_is_accepted_anywhere_and_is_all_there_is_on_stdout(loaded: Path) -> None:
    for arguments in (["--json", "versions"], ["versions", "--json"]):
        found = json.loads(run(*arguments, folder=loaded).stdout)
        assert [one["tag"] for one in found] == ["a", "b"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["versions"], ["stats"], ["audit", "verify"], ["audit", "log"], ["diff", "a", "b"],
        ["tree", "urn:lex:is:1-2031", "--depth", "1", "--version", "a"], ["show", "urn:lex:is:1-2031:7", "--version", "a"],
        ["override", "list"], ["preemption", "list"], ["synonym", "list"], ["doctor"], ["readers"],
        ["texts", "urn:lex:is:1-2031"], ["status"],
        ["scope", "urn:lex:is:1-2031:7", "--version", "a"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_every_command_speaks_json_and_text(loaded: Path, arguments: list[str]) -> None:
    json.loads(run(*arguments, "--json", folder=loaded).stdout)
    assert run(*arguments, folder=loaded).stdout.strip()


@pytest.mark.req("V7")
def test_diff_shows_the_changed_provision_and_the_law_that_went(loaded: Path) -> None:
    found = json.loads(run("diff", "a", "b", "--json", folder=loaded).stdout)
    assert {(one["kind"], one["urn"]) for one in found} == {
        ("changed", "urn:lex:is:1-2031:7:1"),
        ("removed", "urn:lex:is:3-2031"),
    }


def test_tree_is_indented_by_level(loaded: Path) -> None:
    lines = run(
        "tree", "urn:lex:is:1-2031:7", "--at", "2032-01-01", folder=loaded
    ).stdout.splitlines()
    assert lines[0] == "7. gr.  urn:lex:is:1-2031:7"
    assert lines[2].startswith("    1.")


@pytest.mark.req("V7")
def test_rollback_and_forward(tmp_path: Path) -> None:
    folder = tmp_path / "l"
    run("init", "--library", folder)
    for tag, day in (("a", "2031-01-01"), ("b", "2032-01-01")):
        source = edition(tmp_path / tag, 1, day=day, word=f"orð{tag}")
        run("ingest", source, "--reader", "lagasafn", "--version", tag, "--library", folder)

    def says() -> str:
        return run("show", "urn:lex:is:1-2031:1", "--at", "2033-01-01", "--library", folder).stdout

    assert "orðb" in says()
    run("rollback", "a", "--library", folder)
    assert "orða" in says()
    run("rollback", "b", "--library", folder)
    assert "orðb" in says()
    assert "whole" in run("audit", "verify", "--library", folder).stdout


@pytest.mark.req("S6")
def test_an_override_is_shown_on_the_rule_and_everything_below_it(tmp_path: Path) -> None:
    folder = tmp_path / "l"
    run("init", folder=folder)
    run(
        "ingest",
        edition(tmp_path / "e", 1),
        "--reader",
        "lagasafn",
        "--version",
        "a",
        folder=folder,
    )
    run("override", "add", "urn:lex:is:1-2031:7", "--status", "void", "--authority", "Hæstiréttur",
        "--citation", "123/2032", "--from", "2032-01-01", "--to", "2040-01-01", folder=folder)  # fmt: skip
    below = ["show", "urn:lex:is:1-2031:7:1", "--at"]
    assert "Legal Override active: VOID" in run(*below, "2033-01-01", folder=folder).stdout
    assert "Override" not in run(*below, "2031-12-31", folder=folder).stdout
    assert "Override" not in run(*below, "2040-01-01", folder=folder).stdout
    run("preemption", "add", "urn:lex:is:1-2031:7", "--by", "urn:lex:is:33-1944:65", folder=folder)
    assert "Supremacy Clause Warning" in run(*below, "2033-01-01", folder=folder).stdout
    assert run("override", "remove", "1", folder=folder).stdout.startswith("override 1 removed")
    assert "Override" not in run(*below, "2033-01-01", folder=folder).stdout


@pytest.fixture
def halted(tmp_path: Path) -> Path:
    """A library with an override of an article, in effect from 2032 on."""
    folder = tmp_path / "l"
    run("init", folder=folder)
    run("ingest", edition(tmp_path / "e", 1), "--reader", "lagasafn", "--version", "a",
        folder=folder)  # fmt: skip
    run("override", "add", "urn:lex:is:1-2031:7", "--status", "ENJOINED", "--authority",
        "Hæstiréttur", "--citation", "123/2032", "--from", "2032-01-01", folder=folder)  # fmt: skip
    return folder


@pytest.mark.req("S6")
def test_an_override_is_in_what_show_and_search_print(halted: Path) -> None:
    said = "Legal Override active: ENJOINED urn:lex:is:1-2031:7 from 2032-01-01 by Hæstiréttur"
    shown = ["show", "urn:lex:is:1-2031:7:1", "--at", "2033-01-01"]
    asked = ["search", "Lög nr. 1/2031 - 7. gr., 1. mgr.", "--at", "2033-01-01"]
    for command in (shown, asked):
        assert said in run(*command, folder=halted).stdout
        assert "Override" not in run(*command[:-1], "2031-12-31", folder=halted).stdout
    [override] = json.loads(run(*shown, "--json", folder=halted).stdout)["provision"]["overrides"]
    assert (override["status"], override["citation"]) == ("ENJOINED", "123/2032")
    [found, *_] = json.loads(run(*asked, "--json", folder=halted).stdout)["results"]
    assert found["law"]["overrides"] == [override]


def test_synonyms_are_imported_whole_or_not_at_all(tmp_path: Path) -> None:
    folder, path = tmp_path / "l", tmp_path / "s.tsv"
    run("init", folder=folder)
    path.write_text(
        "phrase\tterm\tweight\nkicked out\teviction\t0.9\n# note\nripped off\tfraud; deceit\n"
    )
    assert "3 synonyms read, 3 new" in run("synonym", "import", path, folder=folder).stdout
    path.write_text("a\tb\nc\td\t7\n")
    assert "s.tsv, line 2" in run("synonym", "import", path, folder=folder, code=65).stderr
    assert json.loads(run("stats", "--json", folder=folder).stdout)["counts"]["synonym"] == 3
    listed = json.loads(run("synonym", "list", "--json", folder=folder).stdout)
    assert [one["term"] for one in listed] == ["eviction", "deceit", "fraud"]
    assert "kicked out → eviction  0.9" in run("synonym", "list", folder=folder).stdout


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["show", "urn:lex:is:1-2031:999"], 4, "known in"),
        (["show", "urn:lex:xx:nothing"], 4, "not in this library"),
        (["show", "not a urn at all §"], 4, "no law"),
        (["show", "urn:bad"], 2, "not a URN"),
        (["show", "urn:lex:is:1-2031", "--at", "yesterday"], 2, "YYYY-MM-DD"),
        (["show", "urn:lex:is:1-2031", "--at", "1700000000"], 2, "YYYY-MM-DD"),
        (["show", "urn:lex:is:1-2031", "--at", "2030-01-01"], 4, "2031-09-01"),
        (["lookup", "urn:lex:is:1-2031:7"], 4, "known in"),
        (["search", "skip", "--limit", "9999"], 2, "--limit must be 200 or less"),
        (["search", "skip", "--tier", "gold"], 2, "--tier must be 'free' or 'pro'"),
        (["search", ""], 2, "QUESTION is missing"),
        (["show", ""], 2, "pincite show --help"),
        (["diff", "a", "zz"], 4, "pincite versions"),
        (["rollback", "zz"], 4, "no version"),
        (["override", "remove", "99"], 4, "no override"),
        (["override", "add", "urn:lex:is:1-2031", "--status", "ODD", "--authority", "x", "--from", "2030-01-01"], 2, "VOID"),
        (["ingest", "/nowhere", "--reader", "lagasafn", "--version", "z"], 2, "no such file"),
        (["init"], 3, "already"),
        (["nonsense"], 2, "No such command"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)  # fmt: skip
def test_errors_say_what_to_do(loaded: Path, arguments: list[str], code: int, says: str) -> None:
    done = run(*arguments, folder=loaded, code=code)
    assert says in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["ingest", "x", "--reader", "lagasafn", "--version", "v1"],
            "pincite ingest PATH --reader",
        ),
        (["show", "urn:lex:is:1-2031"], "pincite --matter case passages DOCUMENT"),
        (["versions"], "to run `pincite versions` on the law"),
        (["override", "list"], "to run `pincite override list` on the law"),
        (["pack", "build", "urn:lex:is:1-2031"], "to run `pincite pack build` on the law"),
        (["ask", "who?", "--at", "2031-01-01"], "ask the law"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_law_asked_of_a_matter_is_refused_with_the_command_that_is_meant(
    loaded: Path, arguments: list[str], says: str
) -> None:
    done = run("--matter", "case", *arguments, "--json", folder=loaded, code=2)
    assert json.loads(done.stdout)["error"] == "bad_input"
    assert says in json.loads(done.stdout)["hint"]


def test_the_old_name_of_scope_gives_the_same_bytes(loaded: Path) -> None:
    asked = ["urn:lex:is:1-2031:7", "--at", "2032-06-01"]
    for how in (["--why"], ["--json"]):
        new = run("scope", *asked, *how, folder=loaded).stdout
        assert run("resolve", *asked, *how, folder=loaded).stdout == new
        assert new.strip()


def test_version_is_said() -> None:
    assert run("--version").stdout == "pincite 0.1.0\n"


def test_help_shows_the_commands_in_groups() -> None:
    said = run("--help").stdout
    groups = ["Ask and search", "Law", "Case files", "Citations and briefs", "Packs",
              "Keep it running"]  # fmt: skip
    at = [said.index(f"─ {group} ─") for group in groups]
    assert at == sorted(at)
    assert at[1] < said.index("│ scope ") < at[2] < said.index("│ matter ") < at[3]
    assert "│ resolve " not in said


def test_json_is_the_body_that_http_sends(loaded: Path) -> None:
    settings = read_settings().model_copy(update={"library": loaded})
    rule = "urn:lex:is:1-2031:7"
    with serving(create_app(settings=settings)) as client:
        for arguments, path in (
            (["show", rule, "--version", "a"], f"/nodes/{rule}?version=a"),
            (["tree", rule, "--version", "a", "--depth", "1"], f"/tree?what={rule}&version=a&depth=1"),
            (["scope", rule, "--at", "2032-06-01"], f"/scope?what={rule}&at=2032-06-01"),
            (["texts", rule], f"/texts?what={rule}"),
            (["versions"], "/versions"),
            (["diff", "a", "b"], "/versions/diff?old=a&new=b"),
            (["stats"], "/stats"),
            (["audit", "verify"], "/audit/verify"),
            (["audit", "log"], "/audit"),
            (["override", "list"], "/overrides"),
            (["readers"], "/readers"),
            (["status"], "/status"),
            (["cite", "uses", rule], f"/citations?what={rule}"),
        ):  # fmt: skip
            said = json.loads(run(*arguments, "--json", folder=loaded).stdout)
            assert said == client.get(path).json(), path


def test_errors_in_json_carry_code_hint_and_retryable(loaded: Path) -> None:
    found = json.loads(run("show", "urn:bad", "--json", folder=loaded, code=2).stdout)
    assert (found["error"], found["retryable"]) == ("bad_urn", False)
    assert found["hint"]


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    done = subprocess.run(
        [*RUN, "versions"],
        capture_output=True,
        text=True,
        env={**os.environ, "PINCITE_WORKERS": "many"},
    )
    assert done.returncode == 2
    assert "PINCITE_WORKERS is wrong" in done.stderr


def test_no_library_is_said_with_the_way_to_make_one(tmp_path: Path) -> None:
    assert "pincite init" in run("versions", folder=tmp_path / "none", code=3).stderr


def test_a_reader_of_the_output_may_go_away(loaded: Path) -> None:
    command = " ".join([*RUN, "tree", "urn:lex:is:1-2031", "--json"])
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -1"], capture_output=True, text=True, env={**os.environ, "PINCITE_LIBRARY": str(loaded)}
    )  # fmt: skip
    assert "Traceback" not in done.stderr


def test_get_downloads_and_says_how_to_load_it(tmp_path: Path) -> None:
    with publishing() as publisher:
        offer_uscode(publisher)
        into, folder = tmp_path / "downloads", tmp_path / "library"
        out = run("get", "uscode", "9", "--into", into, "--mirror", publisher.url).stdout
        assert "sha256" in out
        command = out.partition("load it: pincite ")[2].split()
        run("init", folder=folder)
        run(*command, folder=folder)
        assert "9usc" in run("stats", folder=folder).stdout
    again = run("get", "uscode", "9", "--into", into, "--mirror", publisher.url, code=69)
    assert "cannot reach 127.0.0.1" in again.stderr
