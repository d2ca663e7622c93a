"""What answers are measured at, on a small set of our own over the bundled law."""

from __future__ import annotations

import json

import pytest

from pincite.evaluation.answers import AnswerReport, evaluate_answers, law_sources
from pincite.evaluation.answers_report import as_markdown, as_page, as_record
from pincite.evaluation.gold import unit_of
from pincite.evaluation.sets import read_set
from pincite.library import Library
from pincite.settings import Settings
from search.bundled_law import bundled_law

LINES = [
    {"id": "1", "query": "May the owner enter my home without notice?", "gold": ["urn:lex:xm:act-2019-11:12"]},
    {"id": "2", "query": "section 14 of the Residential Tenancies Act", "gold": ["urn:lex:xm:act-2019-11:14:1"]},
    {"id": "3", "query": "hvað má tryggingarfé vera hátt?", "gold": ["urn:lex:is:901-2021:10"]},
    {"id": "4", "query": "What is the speed limit on the motorway?", "gold": []},
    {"id": "5", "query": "Is it legal?", "gold": [], "expects": "clarify"},
    {"id": "6", "query": "May the owner enter my home without notice?", "gold": ["urn:lex:xm:act-2016-9:11"]},
]  # fmt: skip


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> AnswerReport:
    root = tmp_path_factory.mktemp("measured")
    bundled_law(root / "law", root / "no-models").close()
    path = root / "mine.jsonl"
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in LINES))
    with Library(root / "law", Settings(models=root / "no-models")) as law:
        return evaluate_answers(law, law_sources(law), read_set(path, unit_of=unit_of(law.store)))


@pytest.mark.req("L12")
def test_what_is_right_is_counted_and_what_is_wrong(report: AnswerReport) -> None:
    assert report.kinds == {"answer": 4, "clarify": 1, "refuse": 1}
    assert report.right_cited == (3, 4), "the sixth line's gold is not what answers it"
    assert report.refused_answerable == (0, 4)
    assert report.refused_unanswerable == (1, 1)
    assert report.asked_back_ambiguous == (1, 1)
    assert report.refusals == {"ambiguous_query": 1, "no_relevant_data": 1}


@pytest.mark.req("L12")
def test_every_quote_is_read_from_the_store_again(report: AnswerReport) -> None:
    assert report.quotes_verified.held == report.quotes_verified.of > 5
    assert report.supported.held == report.supported.of
    assert report.hallucinated.held == 0
    assert report.fabricated_passed.held == report.faithful_rejected.held == 0
    assert report.fabricated_passed.of > 5


def test_a_quote_that_does_not_stand_is_seen(report: AnswerReport) -> None:
    """The measure is no echo of the check: a tampered reply is counted as what it is."""
    from dataclasses import replace

    from pincite.evaluation.answers import report as counted

    first = report.lines[0]
    assert first.reply.answer is not None
    one, *others = first.reply.answer.citations
    forged = replace(one, quote=one.quote.replace("not", "always"))
    answer = replace(first.reply.answer, citations=(forged, *others))
    tampered = first._replace(reply=replace(first.reply, answer=answer))

    class Stored:
        """The store's text, as the sources of the line hold it."""

        def text(self, key: int, start: int, end: int) -> str:
            for source in first.sources:
                if source.key == key and source.start <= start and end <= source.end:
                    return source.text[start - source.start : end - source.start]
            raise AssertionError

    class Held:
        store = Stored()

    found = counted("forged", [tampered], Held())  # type: ignore[arg-type]
    assert found.quotes_verified.held == found.quotes_verified.of - 1
    assert found.hallucinated.held >= 1


def test_the_report_keeps_no_question(report: AnswerReport) -> None:
    said = json.dumps(as_record(report)) + as_markdown(report) + as_page(report)
    assert "motorway" not in said
    assert "<h1>mine: answers</h1>" in said
    assert "| quotes that stand" in said
