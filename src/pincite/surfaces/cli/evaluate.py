"""Measuring search and answers on graded questions."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.errors import InputError
from pincite.surfaces.cli.console import Session, note
from pincite.surfaces.cli.progress import progress

if TYPE_CHECKING:
    from pincite.collection.core import Collection
    from pincite.corpus import CorpusStore
    from pincite.evaluation.answered import AnsweredReport
    from pincite.evaluation.answers import Sources
    from pincite.evaluation.held import HeldTexts
    from pincite.evaluation.sets import GradedSet
    from pincite.evaluation.stages import Searches
    from pincite.search.profiles import Profile

app = typer.Typer(help="Measuring search and answers on graded questions.", no_args_is_help=True)

Graded = Annotated[
    str,
    typer.Argument(metavar="SET", help="icelandic, zimbabwe, scotus, contracts or a file."),
]
Out = Annotated[
    Path | None, typer.Option(help="A folder for the report as JSON, Markdown and a page.")
]
Every = Annotated[bool, typer.Option("--every-line", help="All lines of contracts, not a sample.")]


@app.command("search")
def evaluate(
    context: typer.Context,
    graded: Graded,
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Also with each stage taken out, and three baselines.")
    ] = False,
    profile: Annotated[str, typer.Option(help="The profile that is measured.")] = "",
    out: Out = None,
    every: Every = False,
) -> None:
    """How good the search is: hits, recall, nDCG, silence, calibration, time."""
    session = Session.of(context)
    # Loaded when asked: measures and their libraries take a while.
    from pincite.evaluation import ablation
    from pincite.evaluation.page import as_page
    from pincite.evaluation.report import as_json, as_markdown, as_record

    systems = _systems(session, profile, ablate)
    opened = session.workspace.collection(session.matter_name)
    questions = _read(graded, opened.store, every)
    with progress("measuring", quiet=session.quiet) as tell:
        report = ablation.evaluate(
            systems,
            questions,
            lambda name, done, of: tell(done, of, name),
            reference=next(iter(systems)),
        )
    if out is not None:
        _write(out, questions.name, as_json(report), as_markdown(report), as_page(report))
    session.emit(as_record(report), lambda: as_markdown(report))


@app.command("answers")
def answers(
    context: typer.Context,
    graded: Graded,
    answerer: Annotated[str, typer.Option(help="extractive or openai.")] = "",
    out: Out = None,
    every: Every = False,
    calibrate: Annotated[
        bool,
        typer.Option(
            "--calibrate",
            help="Fit the stated probability to this set, and keep it in the library's folder.",
        ),
    ] = False,
    rate: Annotated[
        float, typer.Option(help="With --calibrate: the share of answers that may be wrong.")
    ] = 0.1,
    maybe_rate: Annotated[
        float, typer.Option(help="With --calibrate: the same, of what is offered as tentative.")
    ] = 0.5,
) -> None:
    """How good the answers are: whether they answer, right citations, checked quotes, refusals.

    A file whose lines mark the words that answer (docs/evaluation.md) also tells how many are
    answered in full, and whether the probability that is stated is true.
    """
    session = Session.of(context)
    from pincite.api.body import as_json
    from pincite.evaluation.answered import evaluate_marked
    from pincite.evaluation.answers import evaluate_answers
    from pincite.evaluation.answers_report import as_markdown, as_page, as_record
    from pincite.evaluation.marked import is_marked, read_marked

    opened = session.workspace.collection(session.matter_name)
    marked = Path(graded).is_file() and is_marked(Path(graded))
    if calibrate and not marked:
        raise InputError(
            "only a file whose lines mark the answers can calibrate",
            hint="docs/evaluation.md says how a line is written.",
        )
    answered = None
    with progress("asking", quiet=session.quiet) as tell:

        def told(done: int, of: int) -> None:
            tell(done, of, "")

        if marked:
            lines = read_marked(Path(graded), _texts(session))
            name = lines.name
            report, answered = evaluate_marked(
                opened, _sources(session), lines, told, answerer=answerer
            )
        else:
            questions = _read(graded, opened.store, every)
            name = questions.name
            report = evaluate_answers(opened, _sources(session), questions, told, answerer=answerer)
    record, text = as_record(report, answered), as_markdown(report, answered)
    if calibrate and answered is not None:
        found = _calibrated(opened, answered, rate, maybe_rate)
        record["calibration"] = found
        text += f"\nCalibrated on {found['n']} answers: {as_json(found)}\n"
    if out is not None:
        page = as_page(report, answered)
        _write(out, f"{name}-answers", as_json(record) + "\n", text, page)
    session.emit(record, lambda: text)


def _calibrated(
    opened: Collection, answered: AnsweredReport, rate: float, maybe_rate: float
) -> dict[str, Any]:
    """What was written into the folder of the library or matter."""
    from pincite.answer.calibration import (
        models_fingerprint,
        read_calibration,
        write_calibration,
    )
    from pincite.api.body import body
    from pincite.evaluation.recalibration import calibrated

    models = models_fingerprint(opened.settings)
    day = date.today()  # noqa: DTZ011
    own = read_calibration(opened.folder)
    before = own if own is not None and own.models == models else None
    found = calibrated(
        answered, models=models, day=day, rate=rate, maybe_rate=maybe_rate, before=before
    )
    note(f"the calibration is in {write_calibration(opened.folder, found)}")
    return body(found)


def _write(out: Path, name: str, json: str, markdown: str, page: str) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for suffix, text in (("json", json), ("md", markdown), ("html", page)):
        (out / f"{name}.{suffix}").write_text(text, encoding="utf-8")
    note(f"the report is in {out}")


def _systems(session: Session, profile: str, ablate: bool) -> dict[str, Searches]:
    from pincite.evaluation.stages import FULL, Searches, ablations, baselines

    used = _profile(session, profile)
    opened = session.workspace.collection(session.matter_name)
    wanted = baselines(used) | ablations(used) if ablate else {FULL: used}
    return {name: Searches(opened, options, name) for name, options in wanted.items()}


def _profile(session: Session, name: str) -> Profile:
    from pincite.search.respond import chosen, chosen_for_files

    if session.matter_name:
        return chosen_for_files(name)
    return chosen(name, session.workspace.law.search_index.engine().indexed)


def _sources(session: Session) -> Sources:
    from pincite.evaluation.answers import file_sources, law_sources

    if session.matter_name:
        return file_sources(session.matter())
    return law_sources(session.workspace.law)


def _texts(session: Session) -> HeldTexts:
    from pincite.evaluation.held import file_texts, law_texts

    if session.matter_name:
        return file_texts(session.matter())
    return law_texts(session.workspace.law)


def _read(graded: str, store: CorpusStore, every: bool) -> GradedSet:
    from pincite.evaluation.contract_sets import SAMPLE
    from pincite.evaluation.gold import unit_of
    from pincite.evaluation.published import NAMES, published
    from pincite.evaluation.sets import read_set

    if graded in NAMES:
        return published(graded, store, sample=None if every else SAMPLE)
    path = Path(graded)
    if not path.is_file():
        names = ", ".join(NAMES)
        raise InputError(f"no set {graded!r}", hint=f"One of {names}, or a file of JSON lines.")
    return read_set(path, unit_of=unit_of(store))
