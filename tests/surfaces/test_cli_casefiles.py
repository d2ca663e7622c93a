"""The commands over case files, as a user types them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from casefiles.raw_pdfs import pdf, said
from commands import Done, pincite
from waiting import LONG

Run = Callable[..., Done]
QUOTE = "The lamp was lit on 12 March 2015."


@pytest.fixture
def case(tmp_path: Path) -> Path:
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / "statement.pdf").write_bytes(pdf([said(QUOTE), said("Nothing more was said.")]))
    (folder / "letter.txt").write_text(f"Dear Sir,\n\n{QUOTE} It burned all night.\n")
    (folder / "empty.pdf").write_bytes(b"")
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Run:
    environment = {
        **os.environ,
        "PINCITE_MATTERS": str(tmp_path / "matters"),
        "PINCITE_MATTER": "case",
        "PINCITE_WORKERS": "1",
    }

    def call(*arguments: str | Path) -> Done:
        return pincite(*arguments, env=environment)

    assert call("matter", "create", "case").returncode == 0
    return call


def test_ingest_tells_what_was_read_and_what_was_not(run: Run, case: Path) -> None:
    done = run("ingest", case)
    assert done.returncode == 0, done.stderr
    assert "read 2 documents, 2 pages" in done.stdout
    assert "empty.pdf: an empty file" in done.stdout
    found = json.loads(run("ingest", case, "--json").stdout)
    assert (found["read"], found["unchanged"]) == (0, 3)


@pytest.mark.req("C2")
def test_passages_carry_the_block_of_fields_that_a_result_has(run: Run, case: Path) -> None:
    run("ingest", case)
    found = json.loads(run("passages", "statement.pdf", "--json").stdout)["items"]
    source = found[0]["source"]
    assert found[0]["citation"] == "statement.pdf, p. 1, para. 1 to p. 2, para. 1"
    assert found[0]["citation_short"] == "statement, pp. 1-2"
    assert {
        "document", "document_path", "document_id", "chunk_id", "chunk_index", "page",
        "paragraph_start", "paragraph_end", "line_start", "line_end", "char_start", "char_end",
        "extraction_method", "chunk_created_at", "document_ingested_at", "page_label", "boxes",
        "sha256",
    } <= set(source)  # fmt: skip
    assert source["document_path"] == (case / "statement.pdf").as_posix()
    assert (source["extraction_method"], source.get("ocr_confidence")) == ("Native", None)
    assert source.get("chunk_embedded_at") is None
    assert source["document_ingested_at"].endswith("Z")
    said_there = run("passages", "statement.pdf").stdout
    assert QUOTE in said_there


@pytest.mark.req("U1")
def test_page_writes_the_picture_and_says_where_the_quote_stands(
    run: Run, case: Path, tmp_path: Path
) -> None:
    run("ingest", case)
    target = tmp_path / "page.png"
    done = run("page", "statement", "1", "--quote", "lamp was lit", "--png", target)
    assert done.returncode == 0, done.stderr
    assert "statement.pdf, p. 1, para. 1" in done.stdout
    assert target.read_bytes().startswith(b"\x89PNG")
    found = json.loads(
        run("page", "statement", "1", "--quote", "lamp was lit", "--png", target, "--json").stdout
    )
    assert found["place"]["boxes"][0]["page"] == 1
    wrong = run("page", "statement", "2", "--quote", "lamp was lit", "--png", target)
    assert wrong.returncode == 4
    assert "page 1" in wrong.stderr
    nowhere = run("page", "statement", "1", "--png", tmp_path / "no" / "such" / "x.png")
    assert nowhere.returncode == 2
    letter = run("page", "letter", "1", "--png", target)
    assert letter.returncode == 4
    assert "passages" in letter.stderr


@pytest.mark.req("C9")
def test_timeline_and_entities_are_cited(run: Run, case: Path) -> None:
    run("ingest", case)
    found = json.loads(run("timeline", "--json").stdout)["items"]
    assert [(one["event"]["iso"], one["citation"]) for one in found] == [
        ("2015-03-12", "letter.txt, para. 2"),
        ("2015-03-12", "statement.pdf, p. 1, para. 1"),
    ]
    assert run("timeline", "--from", "2016-01-01").stdout.strip() == "no dates were found"
    assert run("timeline", "--from", "soon").returncode == 2
    related = json.loads(run("related", "letter", "--json").stdout)
    assert [one["name"] for one in related] == ["statement.pdf"]
    assert run("entities").returncode == 0
    assert run("entities", "--mentions", "Nobody").returncode == 4


def test_quote_finds_the_words_in_every_document(run: Run, case: Path) -> None:
    run("ingest", case)
    found = json.loads(run("quote", "The lamp was lit", "--json").stdout)
    assert [one["citation"] for one in found] == [
        "letter.txt, para. 2",
        "statement.pdf, p. 1, para. 1",
    ]
    assert run("quote", "The lamp was out").stdout.strip() == "those words stand nowhere"
    assert run("quote", "  ").returncode == 2


def test_quote_finds_no_words_that_are_cut_out_of_a_number(run: Run, case: Path) -> None:
    (case / "bill.txt").write_text("The rent is 1,680 crowns, due in twenty-one days.\n")
    run("ingest", case)
    for cut in ("680 crowns", "one days"):
        assert run("quote", cut).stdout.strip() == "those words stand nowhere"
    assert "bill.txt" in run("quote", "1,680 crowns").stdout


@pytest.mark.req("C9")
def test_passages_that_hang_together_say_why(run: Run, case: Path) -> None:
    run("ingest", case)
    found = json.loads(run("related", "letter", "--passage", "0", "--json").stdout)
    assert [one["citation"] for one in found] == ["statement.pdf, p. 1, para. 1 to p. 2, para. 1"]
    assert found[0]["shared"][0]["why"] == "entity"
    assert run("related", "letter", "--passage", "99").returncode == 4


def test_a_long_list_comes_in_parts(run: Run, case: Path) -> None:
    run("ingest", case)
    first = run("documents", "--limit", "2")
    assert "there are 3; --offset 2 goes on" in first.stderr
    found = json.loads(run("documents", "--offset", "2", "--json").stdout)
    assert (len(found["items"]), found["total"], found.get("next")) == (1, 3, None)
    assert run("documents", "--limit", "0").returncode == 2
    assert "only the first 1 are shown" in run("quote", "lamp was lit", "--limit", "1").stderr


def test_a_passage_is_shown_by_its_number_and_with_those_around_it(run: Run, case: Path) -> None:
    (case / "long.txt").write_text("\n\n".join(f"Paragraph {n}. {'word ' * 400}" for n in range(6)))
    run("ingest", case)
    every = json.loads(run("passages", "long", "--json").stdout)["items"]
    assert len(every) > 3
    assert json.loads(run("chunk", "long", "1", "--json").stdout) == every[1]
    around = json.loads(run("context", "long", "1", "--json").stdout)
    assert around["passages"] == every[:3]
    assert around["index"] == 1
    assert run("context", "long", "1").stdout.startswith("long.txt, ")
    assert run("chunk", "long", "999").returncode == 4


def test_several_folders_are_synced_at_once(run: Run, case: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "more.txt").write_text("There was more.")
    found = json.loads(run("sync", case, other, "--json").stdout)
    assert sorted(found["added"]) == ["empty.pdf", "letter.txt", "more.txt", "statement.pdf"]


def test_sync_and_a_closed_matter(run: Run, case: Path) -> None:
    run("ingest", case)
    (case / "letter.txt").unlink()
    assert "removed: 1" in run("sync").stdout
    assert run("matter", "close", "case").returncode == 0
    closed = run("sync")
    assert closed.returncode == 3
    assert "reopen" in closed.stderr
    assert "statement.pdf" in run("documents").stdout


def test_watch_ends_when_it_is_told_to(run: Run, case: Path, tmp_path: Path) -> None:
    environment = {
        **os.environ, "PINCITE_MATTERS": str(tmp_path / "matters"), "PINCITE_WORKERS": "1"
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "pincite", "--matter", "case", "--json", "watch", str(case)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    assert json.loads(process.stdout.readline())["read"] == 2
    (case / "late.txt").write_text("It came late.")
    added: list[str] = []

    def listen() -> None:
        while not added:
            added.extend(json.loads(process.stdout.readline())["added"])

    listening = threading.Thread(target=listen)
    listening.start()
    while listening.is_alive():
        # The folder is watched from some moment after the first report: what is no document is
        # written to it until it is.
        (case / ".news").write_text("now")
        listening.join(0.5)
    assert added == ["late.txt"]
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=LONG)
    assert process.returncode in (0, 130)
    assert "Traceback" not in errors


def test_law_without_a_reader_is_told_about_matters(tmp_path: Path, case: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pincite", "ingest", str(case)],
        capture_output=True, text=True, timeout=LONG, check=False,
        env={name: value for name, value in os.environ.items() if name != "PINCITE_MATTER"},
    )  # fmt: skip
    assert done.returncode == 2
    assert "--matter" in done.stderr
