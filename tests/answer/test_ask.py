"""Questions to the bundled law, from end to end, with the answerer that needs no model."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.answer.messages import catalogue, languages
from pincite.answer.records import Kind, SourceRole, Sureness
from pincite.answer.reply import Reply
from pincite.errors import InputError
from pincite.library import Library
from pincite.settings import Settings
from search.bundled_law import LAW, bundled_law

ENTRY = "May the owner enter my home without notice?"
BY_LAW = "How many hours' notice must an owner in Harrowmouth give before entering a rental unit?"


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled law, with what courts and higher law have done to it; no model is installed."""
    root = tmp_path_factory.mktemp("asked")
    with bundled_law(root / "law", root / "no-models") as opened:
        for row in _rows("overrides.tsv"):
            opened.add_override(
                row["urn"],
                row["status"],
                authority=row["authority"],
                citation=row["citation"],
                start=row["from"],
                end=row["to"] or None,
            )
        for row in _rows("preemptions.tsv"):
            opened.add_preemption(
                row["urn"], row["by"], authority=row["authority"], start=row["from"]
            )
    return root


def _rows(name: str) -> list[dict[str, str]]:
    with (LAW / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture
def law(places: Path) -> Iterator[Library]:
    with Library(places / "law", Settings(models=places / "no-models")) as opened:
        yield opened


def quotes(reply: Reply) -> dict[str, str]:
    assert reply.answer is not None, reply.refusal
    return {one.locator: one.quote for one in reply.answer.citations}


def test_a_term_that_is_given_in_brackets_is_quoted_with_what_it_stands_for(law: Library) -> None:
    """“… (hereinafter in this Part referred to as “the applicant”) …”"""
    reply = law.ask("How long do I have to appeal?")
    assert any("within twenty working days" in one for one in quotes(reply).values())
    given = next(one for at, one in quotes(reply).items() if "s 6(1)" in at)
    assert given.startswith("A person who wishes to be registered")
    assert "“the applicant”" in given


def refused(reply: Reply) -> Kind:
    assert reply.refusal is not None, reply.answer
    assert reply.answer is None
    return reply.refusal.kind


@pytest.mark.req("V2")
@pytest.mark.req("V11")
@pytest.mark.req("S8")
def test_every_quote_is_what_the_stored_text_says_there(law: Library) -> None:
    reply = law.ask(ENTRY)
    assert reply.answer is not None
    by_hash = {
        one.hash: one.key for urn, _ in law.store.works() for one in law.store.expressions(urn)
    }
    for cited in reply.answer.citations:
        words = [law.store.text(by_hash[cited.content_hash], *span) for span in cited.spans]
        assert " […] ".join(words) == cited.quote
        assert law.show(cited.urn).locator == cited.locator
    assert all(point.citations for point in reply.answer.points)


@pytest.mark.req("S8")
def test_definitions_and_what_limits_a_rule_stand_beside_it(law: Library) -> None:
    reply = law.ask(ENTRY)
    assert reply.answer is not None
    first = [one for one in reply.answer.citations if one.document == "urn:lex:xm:act-2019-11"]
    assert "at least twenty-four hours’ notice" in first[0].quote
    defined = [one.locator for one in first if one.role is SourceRole.DEFINITION]
    limits = [one.locator for one in first if one.role is SourceRole.EXCEPTION]
    assert any(one.endswith("s 2(1), definition of “dwelling”") for one in defined)
    assert any(one.endswith("s 29(1)") for one in limits)
    assert not any("“owner”" in one for one in defined), "the question says “owner” itself"


@pytest.mark.req("S8")
def test_the_nearest_definition_governs(places: Path) -> None:
    with Library(places / "law", Settings(models=places / "no-models", reader_model="")) as law:
        reply = law.ask(ENTRY)
    assert reply.answer is not None
    first = [one for one in reply.answer.citations if one.document == "urn:lex:xm:act-2019-11"]
    defined = [one.locator for one in first if one.role is SourceRole.DEFINITION]
    owner = [one for one in defined if one.endswith("s 6, definition of “owner”")]
    assert owner, "the nearest definition of owner governs, that of the Part"


@pytest.mark.req("U4")
def test_the_reply_says_how_much_was_checked(law: Library) -> None:
    reply = law.ask(ENTRY)
    count = len(reply.answer.citations) if reply.answer else 0
    assert (reply.verification.quotes, reply.verification.checked) == (count, count)
    assert reply.coverage == f"{count} of {count} quotes checked word for word"


@pytest.mark.req("S7")
def test_higher_law_that_overlaps_a_quoted_rule_is_told_first(law: Library) -> None:
    for question in ("section 5 of the Rental Housing By-law", BY_LAW):
        reply = law.ask(question)
        assert "six hours’ notice" in " ".join(quotes(reply).values())
        assert reply.warnings[0].startswith("Supremacy Clause Warning: urn:lex:xm:act-2019-11:12")
        assert not any("901-2021" in one for one in reply.warnings), "of rules that are not quoted"


@pytest.mark.req("S6")
def test_a_rule_that_a_court_put_aside_halts(law: Library) -> None:
    reply = law.ask("s 24 of the Residential Tenancies Act")
    assert refused(reply) is Kind.OVERRIDE
    assert reply.refusal is not None
    assert reply.refusal.message.startswith("Legal Override active")
    assert "Constitutional Court of Marchmere" in reply.refusal.reason
    before = law.ask("s 24 of the Residential Tenancies Act", at="2022-09-13")
    assert "without an order of the Tribunal" in " ".join(quotes(before).values())


def test_a_provision_that_is_cited_is_shown_whole_and_nothing_else(law: Library) -> None:
    reply = law.ask("section 14 of the Residential Tenancies Act", at="2024-06-01")
    assert reply.answer is not None
    rules = {one.unit_urn for one in reply.answer.citations if one.role is SourceRole.RULE}
    assert rules == {"urn:lex:xm:act-2019-11:14"}
    assert len([one for one in reply.answer.citations if one.role is SourceRole.RULE]) > 1


@pytest.mark.req("V7")
@pytest.mark.req("S10")
def test_an_answer_is_of_the_date_that_was_asked(law: Library) -> None:
    before, after = (
        law.ask("section 14 of the Residential Tenancies Act", at=day)
        for day in ("2024-03-31", "2024-04-01")
    )
    assert "two months" in " ".join(quotes(before).values())
    assert "one month" in " ".join(quotes(after).values())
    assert (before.versions[0], after.versions[0]) == ("tenancies-2019", "tenancies-2024")


@pytest.mark.req("V4")
def test_what_the_law_does_not_answer_is_not_vouched_for(law: Library) -> None:
    reply = law.ask("How many days of paternity leave do I get?")
    assert refused(reply) is Kind.NO_DATA if reply.answer is None else reply.tentative
    assert reply.confidence in (Sureness.NONE, Sureness.LOW)


@pytest.mark.req("V4")
@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Is it legal?", Kind.AMBIGUOUS),
        ("Can they do that to me?", Kind.AMBIGUOUS),
        ("What does section 99 of the Residential Tenancies Act say?", Kind.NO_DATA),
        ("May my landlord in Portugal enter my home without notice?", Kind.NO_DATA),
        ("Who won the case that Gudrun Blomkvist brought about her home?", Kind.NO_DATA),
        ("zyxomma quelquefois?", Kind.NO_DATA),
        ("Er það löglegt?", Kind.AMBIGUOUS),
        ("Hvað er fæðingarorlof langt?", Kind.NO_DATA),
    ],
)
def test_what_cannot_be_answered_is_refused_by_its_kind(
    law: Library, question: str, kind: Kind
) -> None:
    reply = law.ask(question)
    assert refused(reply) is kind
    assert reply.refusal is not None
    words = catalogue(reply.language)
    assert reply.refusal.message == words["refusal"][kind.value]
    assert reply.refusal.suggestion == words["suggestion"][kind.value]
    assert all(one.unverified for one in reply.refusal.closest)
    assert reply.confidence is Sureness.NONE


@pytest.mark.req("V4")
def test_a_fault_of_ours_is_a_refusal_that_names_the_request(law: Library) -> None:
    from dataclasses import replace

    def broken(_question: str, _limit: int, _ms: float) -> object:
        raise RuntimeError("the disk is on fire")

    source = replace(law.answer_source(), retrieve=broken)  # type: ignore[arg-type]
    reply = law.answer_flow().ask("anything", source)
    assert refused(reply) is Kind.INTERNAL
    assert reply.refusal is not None
    assert reply.request_id in reply.refusal.reason


@pytest.mark.req("V4")
def test_every_language_has_the_same_words() -> None:
    assert set(languages()) >= {"en", "is"}
    keys = {
        code: {(group, key) for group, words in catalogue(code).items() for key in words}
        for code in languages()
    }
    assert len({frozenset(one) for one in keys.values()}) == 1
    for kind in Kind:
        assert ("refusal", kind.value) in keys["is"]


def test_fixed_words_come_in_the_language_of_the_question_and_quotes_in_that_of_the_law(
    law: Library,
) -> None:
    reply = law.ask("hvað má tryggingarfé vera hátt?")
    assert reply.language == "is"
    assert reply.answer is not None
    first = reply.answer.points[0].text
    assert first.startswith("Lög nr. 901/2021 - 10. gr.")
    assert first.endswith(" hljóðar svo:")
    assert "þriggja mánaða leigu" in reply.answer.citations[0].quote
    assert reply.coverage.endswith("staðfestar orð fyrir orð")


@pytest.mark.req("V9")
def test_confidence_is_counted_from_citations_and_search() -> None:
    from pincite.answer.compose import sureness
    from pincite.answer.reply import Answer, AnswerCitation

    def answer(count: int, documents: int) -> Answer:
        cited = [
            AnswerCitation(n, "q", "l", "u", "u", "t", SourceRole.RULE, f"d{n % documents}", "c", (), "h", "v",
                     None, None, None)
            for n in range(count)
        ]  # fmt: skip
        return Answer((), tuple(cited))

    assert sureness(answer(0, 1), 0.99) is Sureness.NONE
    assert sureness(answer(1, 1), 0.9) is Sureness.MEDIUM
    assert sureness(answer(3, 1), 0.9) is Sureness.HIGH
    assert sureness(answer(2, 2), 0.9) is Sureness.HIGH
    assert sureness(answer(3, 3), 0.5) is Sureness.MEDIUM
    assert sureness(answer(3, 3), 0.3) is Sureness.LOW


def test_whatsapp_is_never_longer_and_has_two_rules_at_most(law: Library) -> None:
    for question in (ENTRY, BY_LAW, "What is the maximum deposit?"):
        web, phone = law.ask(question), law.ask(question, channel="whatsapp")
        assert web.answer is not None
        assert phone.answer is not None
        assert len(phone.answer.citations) <= len(web.answer.citations)
        assert len(rules_of(phone)) <= 2
        assert rules_of(phone) == rules_of(web)[: len(rules_of(phone))]


def rules_of(reply: Reply) -> list[str]:
    """The points that state a rule, in their order."""
    assert reply.answer is not None
    role = {one.number: one.role for one in reply.answer.citations}
    return [point.text for point in reply.answer.points
            if role[point.citations[0]] is SourceRole.RULE]  # fmt: skip


def test_without_a_reader_whatsapp_is_shorter(places: Path) -> None:
    settings = Settings(models=places / "no-models", reader_model="")
    with Library(places / "law", settings) as law:
        web, phone = law.ask(ENTRY), law.ask(ENTRY, channel="whatsapp")
    assert web.answer is not None
    assert phone.answer is not None
    assert len(phone.answer.citations) < len(web.answer.citations)


@pytest.mark.parametrize(
    ("asked", "told"),
    [({"channel": "fax"}, "no channel"), ({"answerer": "oracle"}, "no answerer"),
     ({"answerer": "openai"}, "no model is set"), ({"version": "nope"}, "not in this library")],
)  # fmt: skip
def test_what_the_asker_did_wrong_is_raised(law: Library, asked: dict[str, str], told: str) -> None:
    with pytest.raises(InputError, match=told):
        law.ask(ENTRY, **asked)  # type: ignore[arg-type]


@pytest.mark.req("S9")
def test_the_same_question_gives_the_same_bytes_in_every_process(places: Path) -> None:
    code = (
        "import json, sys\nfrom pathlib import Path\nfrom pincite.library import Library\n"
        "from pincite.settings import Settings\n"
        "law = Library(Path(sys.argv[1]), Settings(models=Path(sys.argv[1]) / 'none'))\n"
        f"print(json.dumps(law.ask({ENTRY!r}).as_dict(times=False), sort_keys=True))\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code, str(places / "law")],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "77")
    }
    assert len(said) == 1
    assert json.loads(said.pop())["answered"] is True
