"""`pincite pack` and `pincite ask --pack`, as a user types them."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from commands import Done, pincite
from packs.bundled import loaded

Run = Callable[..., Done]
MARLOWE, DEPOSIT = "14 M.L.R. 201", "urn:lex:xm:act-2019-11:14"
EVICTION = "urn:lex:xm:act-2019-11:24"


def caller(base: Path) -> Run:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PINCITE_")},
        "PINCITE_LIBRARY": str(base / "library"),
        "PINCITE_MODELS": str(base / "no-models"),
        "PINCITE_WORKERS": "1",
    }

    def call(*arguments: str | Path, code: int = 0) -> Done:
        done = pincite(*arguments, env=environment)
        assert done.returncode == code, (done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        return done

    return call


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packs")
    loaded(folder).close()
    return folder


@pytest.fixture(scope="module")
def run(base: Path) -> Run:
    return caller(base)


@pytest.fixture(scope="module")
def packs(base: Path, run: Run) -> Path:
    """A decision as an archive, a rule as a folder, and a rule that was declared void."""
    out = base / "out"
    run("pack", "build", MARLOWE, "--out", out)
    run("pack", "build", DEPOSIT, "--at", "2024-06-01", "--out", out, "--folder")
    run("pack", "build", EVICTION, "--at", "2022-09-15", "--out", out)
    return out


@pytest.fixture
def decision(packs: Path) -> Path:
    return packs / "xm_const-ct_14-mlr-201.zip"


@pytest.fixture
def rule(packs: Path) -> Path:
    return packs / "xm_act-2019-11_14@2024-06-01"


@pytest.mark.req("F1")
def test_build_writes_an_archive_or_a_folder_and_tells_its_seal(run: Run, tmp_path: Path) -> None:
    done = run("pack", "build", MARLOWE, "--out", tmp_path)
    path, sealed = done.stdout.splitlines()
    assert Path(path).is_file()
    assert sealed.strip().startswith("sealed as ")
    said = json.loads(run("pack", "build", MARLOWE, "--out", tmp_path, "--folder", "--json").stdout)
    assert Path(said["pack"]).is_dir()
    assert said["root"] == sealed.split()[-1]
    assert said["coverage"]["candidates"]["selected"] == 4
    by_urn = run("pack", "build", "urn:lex:xm:const-ct:14-mlr-201", "--out", tmp_path / "by-urn")
    assert (tmp_path / "by-urn" / Path(path).name).read_bytes() == Path(path).read_bytes()
    assert by_urn.stdout.splitlines()[1] == sealed


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        ([DEPOSIT], 2, "--at YYYY-MM-DD"),
        ([], 2, "--all FILE"),
        ([MARLOWE, "--all", "anchors.txt"], 2, "--all FILE"),
        ([MARLOWE, "--spec", "9"], 4, "One of 1.1."),
        (["99 M.L.R. 9"], 4, "pincite stats"),
        ([DEPOSIT, "--at", "June"], 2, "YYYY-MM-DD"),
        ([DEPOSIT, "--at", "2024-06-01", "--version", "tenancies-2019"], 2, "one of them"),
        ([MARLOWE, "--edges", "nothing.tsv"], 65, "that file"),
        (["--all", "nothing.txt"], 2, "One anchor a line"),
    ],
    ids=str,
)
def test_what_cannot_be_built_is_told_with_a_hint(
    run: Run, tmp_path: Path, arguments: list[str], code: int, hint: str
) -> None:
    done = run("pack", "build", *arguments, "--out", tmp_path / "out", code=code)
    assert done.stdout == ""
    assert "hint:" in done.stderr
    assert hint in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.req("F1")
def test_build_all_lists_what_failed_and_keeps_what_is_there(run: Run, tmp_path: Path) -> None:
    anchors = tmp_path / "anchors.txt"
    anchors.write_text(f"# both\n{MARLOWE}\n{DEPOSIT}\t2024-06-01\n99 M.L.R. 9\n")
    out = tmp_path / "out"
    done = run("pack", "build", "--all", anchors, "--out", out, "--workers", "1", code=1)
    assert done.stdout.startswith("2 built, 0 kept, 1 failed")
    assert "99 M.L.R. 9: " in done.stdout
    said = json.loads(run("pack", "build", "--all", anchors, "--out", out, "--json", code=1).stdout)
    assert (said["built"], said["kept"]) == (0, 2)
    assert said["failed"][0]["wanted"]["what"] == "99 M.L.R. 9"
    assert said["failed"][0]["hint"]
    assert len(list(out.glob("*.zip"))) == 2


@pytest.mark.req("F8")
def test_verify_needs_no_library_and_names_what_was_altered(
    decision: Path, rule: Path, tmp_path: Path
) -> None:
    run = caller(tmp_path)
    done = run("pack", "verify", decision, rule)
    assert done.stdout.count(": holds") == 2
    said = json.loads(run("pack", "verify", decision, rule, "--json").stdout)
    assert [(one["holds"], len(one["root"])) for one in said] == [(True, 64)] * 2
    assert not any("faults" in one for one in said)
    altered = tmp_path / "altered.zip"
    data = decision.read_bytes()
    at = data.index(b"lost her employment")
    altered.write_bytes(data[:at] + b"L" + data[at + 1 :])
    done = run("pack", "verify", decision, altered, code=1)
    assert "altered.zip: DOES NOT HOLD\n  anchor.txt: " in done.stdout
    said = json.loads(run("pack", "verify", altered, "--json", code=1).stdout)
    assert said[0]["faults"][0]["file"] == "anchor.txt"
    assert "hint:" in run("pack", "verify", tmp_path / "nothing.zip", code=2).stderr
    assert not (tmp_path / "library").exists()


@pytest.mark.req("F8")
def test_sign_and_verify_with_a_key(run: Run, decision: Path, tmp_path: Path) -> None:
    key, pack = tmp_path / "key", tmp_path / "signed.zip"
    pack.write_bytes(decision.read_bytes())
    done = run("pack", "keygen", key)
    fingerprint = done.stdout.split()[-1]
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert "hint:" in run("pack", "keygen", key, code=2).stderr
    assert (
        "nobody signed it"
        in run("pack", "verify", pack, "--key", tmp_path / "key.pub", code=1).stdout
    )
    assert fingerprint in run("pack", "sign", pack, "--key", key).stdout
    once = pack.read_bytes()
    said = json.loads(run("pack", "sign", pack, "--key", key, "--json").stdout)
    assert said["signed_by"] == fingerprint
    assert pack.read_bytes() == once
    assert (
        f"holds, signed by {fingerprint}"
        in run("pack", "verify", pack, "--key", tmp_path / "key.pub").stdout
    )
    other = json.loads(run("pack", "keygen", tmp_path / "other", "--json").stdout)
    assert (
        "another key signed it"
        in run("pack", "verify", pack, "--key", other["public"], code=1).stdout
    )
    assert "keygen" in run("pack", "sign", pack, "--key", pack, code=2).stderr
    assert "keygen" in run("pack", "verify", pack, "--key", pack, code=2).stderr


@pytest.mark.req("F8")
def test_replay_and_diff_tell_what_differs(
    run: Run, decision: Path, rule: Path, tmp_path: Path
) -> None:
    assert run("pack", "replay", decision).stdout == "the same, byte for byte\n"
    said = json.loads(run("pack", "replay", rule, "--json").stdout)
    assert said == {"same": True, "same_content": True}
    run("pack", "build", DEPOSIT, "--at", "2023-01-01", "--out", tmp_path)
    older = next(tmp_path.glob("*.zip"))
    done = run("pack", "diff", rule, older, code=1)
    assert done.stdout.startswith("they differ\n")
    assert f"input: anchor {DEPOSIT}" in done.stdout
    assert "two months" in done.stdout
    said = json.loads(run("pack", "diff", rule, older, "--json", code=1).stdout)
    assert {one["what"] for one in said["differences"]} == {"input", "file"}
    assert run("pack", "diff", rule, rule).stdout == "the same, byte for byte\n"
    broken = tmp_path / "broken.zip"
    broken.write_bytes(older.read_bytes()[:-9])
    for command in (["replay", broken], ["diff", rule, broken], ["show", broken]):
        assert "pack verify" in run("pack", *command, code=2).stderr


def test_show_is_text_json_or_a_page_with_every_word_escaped(
    run: Run, decision: Path, rule: Path, tmp_path: Path
) -> None:
    done = run("pack", "show", decision)
    assert done.stdout.startswith("Marlowe v. Registrar of Tenancies, 14 M.L.R. 201 (2022)\n")
    assert "4 of 4 cases that it cites; the texts of 1 are held" in done.stdout
    said = json.loads(run("pack", "show", rule, "--json").stdout)
    assert said["manifest"]["anchor"]["at"] == "2024-06-01"
    assert len(said["context"]) == said["manifest"]["coverage"]["lines"]
    page = tmp_path / "page.html"
    run("pack", "show", decision, "--page", page)
    html = page.read_text(encoding="utf-8")
    assert html.startswith('<!doctype html>\n<html lang="en">')
    assert "<mark>Tenants’ Union of Marchmere v. Minister of Housing" in html
    assert "src=" not in html
    assert "http" not in html


def test_a_page_runs_nothing_that_a_decision_says(run: Run, tmp_path: Path) -> None:
    from packs.inputs import authority, opinion
    from pincite.packs.archive import write_pack
    from pincite.packs.build import opinion_pack
    from pincite.packs.constants import V1_1

    bad = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    text = f"We follow 1 U.S. 10 {bad} here."
    one = authority(text, "1 U.S. 10", cited_as=bad, title=bad, label=bad)
    pack = opinion_pack(opinion(text, one, title=bad, citation=bad, language=bad), V1_1)
    page = tmp_path / "page.html"
    run("pack", "show", write_pack(pack, tmp_path), "--page", page)
    html = page.read_text(encoding="utf-8")
    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;script&gt;" in html


@pytest.mark.slow
def test_a_pack_is_of_one_day_and_text_and_needs_no_library(
    rule: Path, decision: Path, tmp_path: Path
) -> None:
    run = caller(tmp_path)
    for narrowing in (["--at", "2020-01-01"], ["--within", "urn:lex:xm"], ["--version", "v1"]):
        done = run("ask", "deposit", "--pack", rule, *narrowing, code=2)
        assert "Leave out" in done.stderr
    done = run("ask", "How many moons has Jupiter?", "--pack", rule, "--json")
    said = json.loads(done.stdout)
    assert (said["answered"], said["refusal"]["kind"]) == (False, "no_relevant_data")
    altered = tmp_path / "altered.zip"
    altered.write_bytes(decision.read_bytes()[:-1])
    assert "pack verify" in run("ask", "Why?", "--pack", altered, code=2).stderr
    assert not (tmp_path / "library" / "corpus.sqlite3").exists()
