"""Measuring the search on graded questions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import InputError
from pincite.library import Library
from pincite.matters.matter import Matter
from pincite.surfaces.cli.console import Session, note, progress

if TYPE_CHECKING:
    from pincite.evaluation.sets import GradedSet
    from pincite.evaluation.stages import Searches


def evaluate(
    context: typer.Context,
    graded: Annotated[
        str,
        typer.Argument(metavar="SET", help="icelandic, zimbabwe, scotus, contracts or a file."),
    ],
    ablate: Annotated[
        bool, typer.Option("--ablate", help="Also with each stage taken out, and three baselines.")
    ] = False,
    profile: Annotated[str, typer.Option(help="The profile that is measured.")] = "",
    out: Annotated[
        Path | None, typer.Option(help="A folder for the report as JSON, Markdown and a page.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--every-line", help="All lines of contracts, not a sample.")
    ] = False,
) -> None:
    """How good the search is: hits, recall, nDCG, silence, calibration, time."""
    session: Session = context.obj
    # Loaded when asked: measures and their libraries take a while.
    from pincite.evaluation import ablation
    from pincite.evaluation.page import as_page
    from pincite.evaluation.report import as_json, as_markdown, as_record

    with session.library() as opened:
        systems = _systems(opened, profile, ablate)
        questions = _read(graded, opened, every)
        with progress("measuring", quiet=session.quiet) as tell:
            report = ablation.evaluate(
                systems,
                questions,
                lambda name, done, of: tell(done, of, name),
                reference=next(iter(systems)),
            )
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for suffix, written in (("json", as_json), ("md", as_markdown), ("html", as_page)):
            (out / f"{questions.name}.{suffix}").write_text(written(report), encoding="utf-8")
        note(f"the report is in {out}")
    session.emit(as_record(report), lambda: as_markdown(report))


def _systems(opened: Library, profile: str, ablate: bool) -> dict[str, Searches]:
    from pincite.evaluation.stages import FULL, Searches, ablations, baselines
    from pincite.search.respond import chosen, chosen_for_files

    files = isinstance(opened, Matter)
    indexed = opened.searching.engine().indexed
    used = chosen_for_files(profile) if files else chosen(profile, indexed)
    wanted = baselines(used) | ablations(used) if ablate else {FULL: used}
    return {name: Searches(opened, one, name) for name, one in wanted.items()}


def _read(graded: str, opened: Library, every: bool) -> GradedSet:
    from pincite.evaluation.contract_sets import SAMPLE
    from pincite.evaluation.holdings import unit_of
    from pincite.evaluation.published import NAMES, published
    from pincite.evaluation.sets import read_set

    if graded in NAMES:
        return published(graded, opened.store, sample=None if every else SAMPLE)
    path = Path(graded)
    if not path.is_file():
        names = ", ".join(NAMES)
        raise InputError(f"no set {graded!r}", hint=f"One of {names}, or a file of JSON lines.")
    return read_set(path, unit_of=unit_of(opened.store))
