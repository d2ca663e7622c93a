from __future__ import annotations

import json
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from evaluation.toy_systems import Fixed, answered, lamps
from pincite.errors import InputError
from pincite.evaluation.ablation import Report, evaluate
from pincite.evaluation.page import as_page
from pincite.evaluation.report import as_json, as_markdown
from pincite.evaluation.systems import Answered

HOSTILE = '<script>alert("1")</script>|`*&\n# \u202eא🏮'
STAGES = {"search": 2.0, "total": 3.0}


def right(confidence: float | None = None) -> Fixed:
    return Fixed(
        "right",
        {
            f"q{n}": answered(f"urn:lex:xm:lamps:{n}", confidence=confidence, stages=STAGES)
            for n in (1, 2, 3)
        }
        | {
            "q4": Answered((), 0.0 if confidence else None, refuses=True, stages=STAGES),
            "q5": Answered((), 0.0 if confidence else None, clarifies=True, stages=STAGES),
        },
    )


def measured() -> Report:
    worse = right(0.9)
    worse.answers["q2"] = answered("urn:lex:xm:lamps:7", confidence=0.8, stages=STAGES)
    return evaluate({"whole": right(0.9), HOSTILE: worse, "silent": Fixed("silent")}, lamps())


def test_every_system_is_compared_with_the_reference() -> None:
    report = measured()
    whole, worse, silent = report.systems
    assert report.reference == "whole"
    assert (report.questions, report.ranked) == (5, 3)
    assert whole.intervals["hit@1"] == (1, 1, 1)
    assert whole.differences == {}
    assert worse.differences["hit@1"].mean == pytest.approx(-1 / 3)
    assert silent.differences["hit@1"] == (-1, -1, -1, pytest.approx(2 / 10_001))
    assert whole.abstention.answered_unanswerable == (0, 1)
    assert whole.abstention.clarified_ambiguous == (1, 1)
    assert worse.kinds["question"].values["hit@1"] == 0.5
    assert set(silent.latency) == {"total"}


def test_progress_tells_of_each_question() -> None:
    told: list[tuple[str, int, int]] = []
    evaluate({"right": right()}, lamps(), lambda *done: told.append(done))
    assert told == [("right", done, 5) for done in range(6)]


def test_nothing_to_measure_and_an_unknown_reference_are_refused() -> None:
    with pytest.raises(InputError):
        evaluate({}, lamps())
    with pytest.raises(InputError):
        evaluate({"a": right()}, replace(lamps(), questions=()))
    with pytest.raises(InputError, match="no system"):
        evaluate({"a": right()}, lamps(), reference="b")


def test_a_set_without_answers_is_measured_for_its_silence_alone() -> None:
    unanswerable = replace(lamps(), questions=lamps().questions[3:])
    report = evaluate({"a": right(), "b": Fixed("b")}, unanswerable)
    assert report.systems[0].intervals == {}
    for shown in (as_json(report), as_markdown(report), as_page(report)):
        assert shown


def test_json_is_the_same_bytes_rounded_and_holds_no_questions() -> None:
    def steady(report: Report) -> Report:
        # The silent system states no times, so they were taken by the clock.
        return replace(report, systems=report.systems[:2])

    first = as_json(steady(measured()))
    assert first == as_json(steady(measured()))
    record = json.loads(first)
    assert record["systems"][1]["kinds"]["all"]["hit@1"] == 0.6667
    assert record["systems"][0]["abstention"]["answered_unanswerable"] == {
        "share": 0.0,
        "held": 0,
        "of": 1,
    }
    assert "NaN" not in first
    assert "lamps?" not in first


def test_markdown_keeps_to_its_tables() -> None:
    text = as_markdown(measured())
    assert "<script>" not in text
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert len({line.replace("\\|", "").count("|") for line in tables[:5]}) == 1


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "line", "rect", "circle", "path", "polyline"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_escapes_names_and_asks_for_nothing() -> None:
    report = replace(measured(), name=HOSTILE, unit=HOSTILE, kinds={HOSTILE: 5}, reference=HOSTILE)
    page = as_page(report)
    tags = _Tags()
    tags.feed(page)
    assert tags.open == []
    assert "script" not in {tag for tag, _ in tags.tags}
    assert {"svg", "polyline", "table"} <= {tag for tag, _ in tags.tags}
    for _, attributes in tags.tags:
        assert not {"src", "href", "onload", "onclick"} & set(attributes)
    assert "url(" not in page
    assert "@import" not in page


def test_every_plot_says_in_words_what_it_shows() -> None:
    page = as_page(measured())
    assert page.count("<desc>") == page.count("<svg")
    assert "whole 1.000" in page
