"""The command line where only ASCII can be shown: an old terminal, a log, a bare container."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from commands import Done, pincite
from search.bundled_law import bundled_law

SHOWN = {"PYTHONIOENCODING": "ascii"}
# Nothing but ASCII is known at all, neither in what is typed nor in the names of files.
KNOWN = {"LC_ALL": "C", "PYTHONUTF8": "0"}
RULE = "urn:lex:is:901-2021:9"


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ascii") / "law"
    bundled_law(folder, folder / "no-models").close()
    return folder


def run(law: Path, terminal: dict[str, str], *arguments: str | Path) -> Done:
    env = {
        **os.environ, **terminal, "PINCITE_LIBRARY": str(law), "PINCITE_MATTERS": str(law / "m"),
        "PINCITE_JURISDICTION": "xm", "PINCITE_MODELS": str(law / "no-models"),
    }  # fmt: skip
    done = pincite(*arguments, env=env)
    assert "Traceback" not in done.stderr, done.stderr
    assert (done.stdout + done.stderr).isascii()
    return done


@pytest.mark.parametrize(
    "arguments",
    [
        ["stats"], ["synonym", "list"], ["search", "--help"],
        ["ask", "Má leigusali fara inn í íbúðina?"],
        *(
            pytest.param(arguments, marks=pytest.mark.slow)
            for arguments in (
                ["doctor"], ["tree", "urn:lex:is:901-2021"], ["search", "leiga íbúðar"],
                ["cite", "uses", "Residential Tenancies Act"], ["audit", "log"], ["versions"],
            )
        ),
    ],
    ids=" ".join,
)  # fmt: skip
def test_every_command_prints_something_readable(law: Path, arguments: list[str]) -> None:
    done = run(law, SHOWN, *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert "\\u" not in done.stdout
    assert "\\x" not in done.stdout


@pytest.mark.parametrize("terminal", [SHOWN, KNOWN], ids=["shown", "known"])
def test_a_letter_that_cannot_be_shown_has_a_plain_one_in_its_place(
    law: Path, terminal: dict[str, str]
) -> None:
    out = run(law, terminal, "show", "Lög nr. 901/2021 - 9. gr., 1. mgr.").stdout
    assert out.startswith("Log nr. 901/2021 - 9. gr., 1. mgr.\n")
    assert "Leigusala er oheimilt ad fara inn i ibud" in out


def test_json_loses_no_character(law: Path) -> None:
    shown = json.loads(run(law, SHOWN, "show", RULE, "--json").stdout)["provision"]
    assert (
        shown
        == json.loads(
            pincite("show", RULE, "--json", env={**os.environ, "PINCITE_LIBRARY": str(law)}).stdout
        )["provision"]
    )
    assert "óheimilt" in shown["text"]


def test_an_error_about_words_that_cannot_be_shown(law: Path) -> None:
    done = run(law, SHOWN, "show", "§ 5 Þórslög …", "--json")
    assert done.returncode == 4
    assert "s. 5 Thorslog ..." in done.stderr
    assert "§ 5 Þórslög …" in json.loads(done.stdout)["message"]


def test_files_whose_names_cannot_be_shown_are_read_and_written(law: Path, tmp_path: Path) -> None:
    brief, copy = tmp_path / "greinargerð.txt", tmp_path / "öryggisafrit.zip"
    brief.write_text("Sbr. 9. gr. laga nr. 901/2021.", encoding="utf-8")
    assert "greinargerd.txt" in run(law, KNOWN, "cite", "find", brief).stdout
    assert f"wrote {tmp_path}/oryggisafrit.zip" in run(law, KNOWN, "backup", copy).stdout
    assert copy.exists()
    missing = run(law, KNOWN, "cite", "find", tmp_path / "týnt.txt")
    assert "tynt.txt" in missing.stderr
