"""The log of questions: that one was asked and how it ended; no word of it, on no disk."""

from __future__ import annotations

import json
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from answer import chat_server as model
from answer.chat_server import chatting
from pincite.answer.records import Kind
from pincite.answer.reply import Reply
from pincite.library import Library
from pincite.settings import Settings
from waiting import LONG

FIELDS = {
    "request", "time", "query_length", "query_hash", "found", "quotes", "checked", "outcome",
    "retries", "reason", "answerer", "channel", "milliseconds",
}  # fmt: skip
# Words that no law has.
ANSWERED = "May the owner enter my zebrafinch home without notice, wrote quuxwife@example.test?"
REFUSED = "How many days of quokkafeeding leave does Wigglesworth of 17 Xylophone Lane get?"
UNCLEAR = "Is it snorkelwacky?"
FAILING = "Does the flumadiddle break it?"
LIMITED = "May I ask gobbledygookily once more from 203.0.113.77?"
INVENTED = "An owner may keep the whole of the deposit for ever."
WORDS = [
    "zebrafinch", "quuxwife", "example.test", "quokkafeeding", "Wigglesworth", "Xylophone",
    "snorkelwacky", "flumadiddle", "gobbledygookily", "203.0.113.77",
]  # fmt: skip


@pytest.fixture
def folder(places: Path, tmp_path: Path) -> Path:
    """A library of its own, about which nothing was asked."""
    shutil.copytree(places / "law", tmp_path / "law", ignore=shutil.ignore_patterns("logs"))
    return tmp_path / "law"


def opened(folder: Path, **more: object) -> Library:
    return Library(folder, Settings(models=folder.parent / "none", **more))  # type: ignore[arg-type]


def kept(folder: Path) -> Iterator[tuple[Path, bytes]]:
    return ((path, path.read_bytes()) for path in folder.rglob("*") if path.is_file())


def holding(folder: Path, words: str) -> list[str]:
    """The files below that hold the words: in UTF-8 or UTF-16, in small letters or as they are."""
    forms = {one.encode(code) for one in (words, words.lower()) for code in ("utf-8", "utf-16-le")}
    return [str(path) for path, data in kept(folder) if any(form in data for form in forms)]


def lines(logs: Path) -> list[dict[str, object]]:
    files = sorted(logs.glob("answers-*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def asked_every_way(law: Library) -> list[Reply]:
    def broken(question: str, _limit: int, _ms: float) -> object:
        raise RuntimeError(f"no such column: {question}")

    failing = replace(law.answer_source(), retrieve=broken)  # type: ignore[arg-type]
    return [
        law.ask(ANSWERED),
        law.ask(REFUSED),
        law.ask(UNCLEAR),
        law.answer_flow().ask(FAILING, failing),
        law.answer_flow().limited(LIMITED, "web", 30),
    ]


@pytest.mark.req("V10")
def test_no_word_of_a_question_or_an_answer_is_kept(
    folder: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    logs = folder.parent / "logs"
    caplog.set_level("DEBUG")
    with opened(folder, logs=logs) as law:
        replies = asked_every_way(law)
    with (
        chatting(model.INVENTED) as chat,
        opened(folder, logs=logs, answer_url=chat.url, answer_timeout=LONG) as law,
    ):
        replies.append(law.ask(ANSWERED))
    outcomes = [one.refusal.kind if one.refusal else None for one in replies]
    assert outcomes[0] is None
    assert outcomes[3:] == [Kind.INTERNAL, Kind.RATE, Kind.INVALID]
    assert all(outcomes[1:3])
    assert len(lines(logs)) == 6
    questions = (ANSWERED, REFUSED, UNCLEAR, FAILING, LIMITED)
    for words in (*WORDS, *questions):
        assert holding(folder.parent, words) == []
        assert words not in caplog.text
    assert capfd.readouterr() == ("", "")
    said = [one.quote for one in replies[0].answer.citations] if replies[0].answer else []
    shown = [one.text for reply in replies if reply.refusal for one in reply.refusal.closest]
    addresses = ["127.0.0.1", chat.url]
    for words in (*said, *shown, *addresses, INVENTED, "urn:lex", "Residential Tenancies"):
        assert holding(logs, words) == []


@pytest.mark.req("V10")
def test_a_line_has_these_fields_and_no_others(folder: Path) -> None:
    with opened(folder) as law:
        replies = asked_every_way(law)
    found = lines(folder / "logs")
    assert [set(one) for one in found] == [FIELDS] * len(replies)
    for one, reply in zip(found, replies, strict=True):
        assert one["request"] == reply.request_id
        assert re.fullmatch(r"[0-9a-f]{8}", str(one["query_hash"]))
        assert one["checked"] == reply.verification.checked
        assert one["outcome"] == (reply.refusal.kind.value if reply.refusal else "answered")
        assert (one["answerer"], one["channel"]) == ("extractive", "web")
        assert datetime.fromisoformat(str(one["time"])).tzinfo is not None
    assert [one["query_length"] for one in found] == [
        len(one) for one in (ANSWERED, REFUSED, UNCLEAR, FAILING, LIMITED)
    ]
    assert (found[3]["reason"], found[4]["reason"]) == ("RuntimeError", "too_many")
    assert len({one["query_hash"] for one in found}) == len(found)


@pytest.mark.req("V10")
def test_an_error_is_shown_without_what_it_said(folder: Path) -> None:
    with opened(folder) as law:
        reply = asked_every_way(law)[3]
    assert reply.refusal is not None
    assert "no such column" not in str(reply.as_dict())
    assert reply.request_id in reply.refusal.reason


@pytest.mark.req("V10")
def test_days_that_are_over_are_deleted_when_a_question_is_asked(folder: Path) -> None:
    logs = folder / "logs"
    logs.mkdir()
    today = datetime.now(UTC).date()
    ages = {age: logs / f"answers-{today - timedelta(days=age)}.jsonl" for age in (1, 6, 7, 8, 400)}
    others = [logs / "answers-2001-01-01.jsonl.bak", logs / "notes-2001-01-01.jsonl"]
    for path in (*ages.values(), *others):
        path.write_text("{}\n")
    with opened(folder) as law:
        law.ask(UNCLEAR)
    assert {age for age, path in ages.items() if path.exists()} == {1, 6}
    assert all(path.exists() for path in others)
    with opened(folder, log_days=1) as law:
        law.ask(UNCLEAR)
    assert sorted(path.name for path in logs.glob("answers-*.jsonl")) == [f"answers-{today}.jsonl"]


@pytest.mark.req("V10")
def test_a_log_of_no_days_is_not_written_and_what_there_was_is_deleted(folder: Path) -> None:
    with opened(folder, log_days=0) as law:
        assert law.ask(UNCLEAR).refusal is not None
        law.answer_flow().limited(LIMITED, "web", 30)
    assert not (folder / "logs").exists()
    with opened(folder) as law:
        law.ask(UNCLEAR)
    assert len(lines(folder / "logs")) == 1
    with opened(folder, log_days=0) as law:
        law.ask(UNCLEAR)
    assert lines(folder / "logs") == []


@pytest.mark.parametrize("name", ["answers-2026-02-30.jsonl", "answers-0000-00-00.jsonl"])
def test_a_file_of_a_day_that_never_was_breaks_nothing(folder: Path, name: str) -> None:
    (folder / "logs").mkdir()
    (folder / "logs" / name).write_text("{}\n")
    with opened(folder) as law:
        assert law.ask(ANSWERED).answer is not None


def test_a_log_may_be_kept_for_ever(folder: Path) -> None:
    with opened(folder, log_days=10_000_000) as law:
        assert law.ask(ANSWERED).answer is not None
        assert law.ask(ANSWERED).answer is not None
    assert len(lines(folder / "logs")) == 2


@pytest.mark.req("V10")
def test_a_log_that_cannot_be_written_does_not_break_the_answer(folder: Path) -> None:
    in_its_place = folder.parent / "taken"
    in_its_place.write_text("not a folder")
    with opened(folder, logs=in_its_place) as law:
        reply = law.ask(ANSWERED)
        assert reply.answer is not None
        assert "log: it cannot be written" in reply.degraded
        limited = law.answer_flow().limited(LIMITED, "web", 30)
        assert limited.refusal is not None
        assert limited.refusal.kind is Kind.RATE
    assert in_its_place.read_text() == "not a folder"


@pytest.mark.req("V10")
def test_the_log_is_for_its_owner_only(folder: Path) -> None:
    with opened(folder) as law:
        law.ask(UNCLEAR)
    [file] = (folder / "logs").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


_WRITES = """
import sys
from pathlib import Path
from pincite.answer.log import AnswerLog
from pincite.answer.reply import Reply
log = AnswerLog(Path(sys.argv[1]), 7)
print("ready", flush=True)
sys.stdin.readline()
for at in range(400):
    reply = Reply(f"{sys.argv[2]}-{at}", "?", "en", None, "web", None, None)
    log.write(reply, "?", 0, "x" * (at % 97))
"""


@pytest.mark.req("V10")
def test_two_that_write_at_once_write_whole_lines(tmp_path: Path) -> None:
    both = [
        subprocess.Popen(
            [sys.executable, "-c", _WRITES, str(tmp_path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("one", "other")
    ]
    for process in both:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in both:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in both:
        process.communicate(timeout=LONG)
        assert process.returncode == 0
    found = lines(tmp_path)
    assert {one["request"] for one in found} == {
        f"{name}-{at}" for name in ("one", "other") for at in range(400)
    }
    assert len(found) == 800
