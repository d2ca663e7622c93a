"""Answers from a pack alone: no library is there, and every quote is of the pack."""

from __future__ import annotations

from pathlib import Path

import pytest

from packs.bundled import loaded, settings
from packs.inputs import lines
from pincite.answer.records import Kind
from pincite.answer.reply import Reply
from pincite.answer.sources.pack import ask_pack
from pincite.errors import InputError
from pincite.packs.archive import read_pack, write_pack
from pincite.packs.check_seal import manifest_of

ACT = "urn:lex:xm:act-2019-11"


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Built, and then the library that they were built from is gone from sight."""
    base = tmp_path_factory.mktemp("frozen")
    asked = {
        "decision": ("14 M.L.R. 201", None),
        "deposit": (f"{ACT}:14", "2024-06-01"),
        "entry": (f"{ACT}:12", "2024-06-01"),
        "older deposit": (f"{ACT}:14", "2023-01-01"),
        "void": (f"{ACT}:24", "2022-09-15"),
        "before it was void": (f"{ACT}:24", "2022-09-13"),
        "by-law": ("urn:lex:xm-har:act.by-law-2021-rental-housing:4", "2022-01-01"),
        "icelandic": ("urn:lex:is:901-2021:14a", "2023-06-01"),
    }
    with loaded(base) as law:
        made = {
            name: write_pack(law.packs.build(what, at=at), base / "packs")
            for name, (what, at) in asked.items()
        }
    (base / "library").rename(base / "gone")
    return made


def asked(pack: Path, question: str, folder: Path) -> Reply:
    reply = ask_pack(pack, question, settings(folder), folder / "nowhere")
    if reply.answer is not None:
        quotes_are_of_the_pack(reply, pack)
    return reply


def quotes_are_of_the_pack(reply: Reply, pack: Path) -> None:
    """Each slices back to the anchor, or to a line of what governs it."""
    files = read_pack(pack)[0]
    about = manifest_of(files)["anchor"]
    written = files["anchor.txt"].decode()
    held = [
        (about["content_hash"], part["start"], written[part["at"] :][: part["end"] - part["start"]])
        for part in about["parts"]
    ]
    held += [
        (one["content_hash"], one["start"], one["text"])
        for one in lines(files, "context.jsonl")
        if one.get("text") and "start" in one
    ]
    assert reply.answer is not None
    for one in reply.answer.citations:
        assert any(
            one.content_hash == content
            and all(
                start >= first and text[start - first : end - first] in one.quote
                for start, end in one.spans
            )
            and one.quote in text
            for content, first, text in held
        ), one
    assert reply.verification.checked == reply.verification.quotes > 0
    assert reply.versions[0].startswith("pack ")


@pytest.mark.req("F1")
def test_a_decision_answers_with_its_own_words(packs: dict[str, Path], tmp_path: Path) -> None:
    reply = asked(packs["decision"], "Can a tenant be evicted without an order of court?", tmp_path)
    assert reply.answer is not None, reply.refusal
    assert any("order" in one.quote for one in reply.answer.citations)


@pytest.mark.req("F1")
def test_a_rule_answers_with_its_own_words_of_its_own_day(
    packs: dict[str, Path], tmp_path: Path
) -> None:
    question = "What is the maximum deposit that an owner may demand?"
    for name, words in (("deposit", "one month"), ("older deposit", "two months")):
        reply = asked(packs[name], question, tmp_path)
        assert reply.answer is not None, reply.refusal
        assert words in reply.answer.citations[0].quote


@pytest.mark.req("F1")
def test_an_icelandic_rule_answers(packs: dict[str, Path], tmp_path: Path) -> None:
    reply = asked(packs["icelandic"], "Hvenær er uppsagnarfrestur einn mánuður?", tmp_path)
    assert reply.answer is not None, reply.refusal
    assert "eins mánaðar fyrirvara" in reply.answer.citations[0].quote


@pytest.mark.req("F1")
def test_a_rule_that_was_put_aside_is_refused_with_the_court_that_did(
    packs: dict[str, Path], tmp_path: Path
) -> None:
    question = "When may an owner remove a tenant without an order?"
    reply = asked(packs["void"], question, tmp_path)
    assert reply.refusal is not None
    assert reply.refusal.kind is Kind.OVERRIDE
    assert "Constitutional Court of Marchmere" in reply.refusal.reason
    assert asked(packs["before it was void"], question, tmp_path).answer is not None


@pytest.mark.req("F1")
def test_a_higher_law_that_overlaps_is_warned_of(packs: dict[str, Path], tmp_path: Path) -> None:
    reply = asked(packs["by-law"], "How much deposit may an owner demand?", tmp_path)
    assert reply.answer is not None, reply.refusal
    assert any(f"{ACT}:14" in one for one in reply.warnings)


@pytest.mark.req("F1")
@pytest.mark.parametrize("name", ["decision", "deposit", "by-law", "icelandic"])
@pytest.mark.parametrize(
    "question",
    ["How many days of paternity leave does a new father get?", "How many moons has Jupiter?"],
)
def test_what_a_pack_does_not_answer_is_refused(
    packs: dict[str, Path], tmp_path: Path, name: str, question: str
) -> None:
    reply = asked(packs[name], question, tmp_path)
    assert reply.answer is None
    assert reply.refusal is not None
    assert reply.refusal.kind is Kind.NO_DATA


def test_a_question_about_another_rule_of_the_same_law_is_refused(
    packs: dict[str, Path], tmp_path: Path
) -> None:
    reply = asked(packs["deposit"], "May the owner enter my home without notice?", tmp_path)
    assert reply.answer is None


def test_no_library_is_made_or_needed(packs: dict[str, Path], tmp_path: Path) -> None:
    asked(packs["deposit"], "What is the maximum deposit?", tmp_path)
    assert not list((tmp_path / "nowhere").rglob("*.sqlite3"))


def test_a_pack_that_does_not_hold_answers_nothing(packs: dict[str, Path], tmp_path: Path) -> None:
    broken = tmp_path / "broken.zip"
    broken.write_bytes(packs["deposit"].read_bytes()[:-1])
    with pytest.raises(InputError):
        ask_pack(broken, "What is the maximum deposit?", settings(tmp_path), tmp_path)
    for nothing in ("", "   "):
        with pytest.raises(InputError):
            ask_pack(packs["deposit"], nothing, settings(tmp_path), tmp_path)


def test_an_answer_from_a_pack_never_says_that_a_provision_limits_itself(
    packs: dict[str, Path], tmp_path: Path
) -> None:
    reply = asked(packs["entry"], "May an owner enter without notice in an emergency?", tmp_path)
    assert reply.answer is not None
    rules = [one.quote for one in reply.answer.citations if one.role == "rule"]
    limits = [one.quote for one in reply.answer.citations if one.role == "exception"]
    assert any("in an emergency" in one for one in rules)
    assert not [one for one in limits if "in an emergency" in one]
