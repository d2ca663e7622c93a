"""Loads law: reads, checks and writes all files of a load, or none."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date

from pincite.corpus import CorpusStore, CorpusWriter, Packed
from pincite.errors import LoadRefused, SourceError, SourceMalformed
from pincite.ingest.law.cluster import Cluster
from pincite.ingest.law.pool import Result, results
from pincite.ingest.law.readers import Reader, ReadOptions
from pincite.ingest.sources import Sources
from pincite.model import Refused, Skipped
from pincite.model.provision import PICTURES
from pincite.settings import Settings

_REASONS_SHOWN = 100


@dataclass(slots=True)
class LoadReport:
    """What a load did. Lists are in the order of the files."""

    tag: str
    reader: str
    collection: str
    files: int = 0
    works: int = 0
    undated: int = 0
    """Works for which the load gives no date at all."""
    expressions: int = 0
    unchanged: int = 0
    ended: int = 0
    nodes: int = 0
    chunks: int = 0
    characters: int = 0
    links: int = 0
    dangling: int = 0
    pictures: int = 0
    """Pictures and formulas that the law shows, of which nothing is held."""
    dangling_examples: list[tuple[str, str, str]] = field(
        default_factory=list[tuple[str, str, str]]
    )
    skipped: list[Skipped] = field(default_factory=list[Skipped])
    refused: list[SourceError] = field(default_factory=list[SourceError])
    seconds: float = 0.0


_State = tuple[str, date | None, str]
"""What makes two drafts the same statement: work, date and label."""

Progress = Callable[[int, int, str], None]
"""Called with units done, units in all, and the name of the last file."""


def load(
    store: CorpusStore,
    reader: Reader,
    sources: Sources,
    *,
    tag: str,
    collection: str,
    options: ReadOptions,
    settings: Settings,
    allow_refusals: bool = False,
    progress: Progress = lambda _done, _total, _name: None,
    cluster: Cluster | None = None,
) -> LoadReport:
    """Load every file into a new version; `cluster` reads them, where this machine does not.
    Raises LoadRefused, and then nothing has changed."""
    started = time.monotonic()
    report = LoadReport(tag, reader.name, collection)
    units = reader.units(sources, options)
    report.files = len({name for unit in units for name in unit.names})
    if not units:
        raise LoadRefused(
            f"no file here is one that the reader {reader.name!r} reads",
            reasons=sources.names()[:5],
            hint="Check the path, or choose another --reader.",
        )
    edition = reader.edition(sources, options)
    with _without_collection(), store.write() as writer:
        writer.begin_version(tag, collection, reader.name)
        present: set[str] = set()
        seen: dict[_State, tuple[str, str]] = {}
        for done, unit, outcomes in results(reader, sources, units, options, settings, cluster):
            for outcome in outcomes:
                _keep(outcome, writer, report, present, seen)
            progress(done, len(units), unit.names[-1])
            if report.refused and not allow_refusals and len(report.refused) >= _REASONS_SHOWN:
                break
        if report.refused and not allow_refusals:
            raise LoadRefused(
                f"{len(report.refused)} refused; nothing was loaded",
                reasons=[str(error) for error in report.refused],
            )
        if not report.expressions and not report.unchanged:
            skip_reasons = {skipped.file: skipped.reason for skipped in report.skipped}
            reasons = [
                f"{name}: {skip_reasons.get(name, 'nothing in it')}"
                for unit in units
                for name in unit.names
            ][:_REASONS_SHOWN]
            raise LoadRefused("no file held any law; nothing was loaded", reasons=reasons)
        # With files refused it is not known what the edition lacks.
        if edition is not None and not report.refused:
            report.ended += writer.end_absent(edition.day, edition.jurisdiction, present)
        dated = {urn for urn, start, _ in seen if start is not None}
        every = {urn for urn, _, _ in seen}
        report.works, report.undated = len(every), len(every - dated)
        writer.finish_version(
            {"reader": reader.name, "files": report.files, "expressions": report.expressions}
        )
    if cluster is not None:
        cluster.finished()
    report.links, report.dangling, report.dangling_examples = store.cited_but_missing(tag, 20)
    report.seconds = time.monotonic() - started
    return report


@contextmanager
def _without_collection() -> Generator[None]:
    """Rows are many and hold no cycles; the collector would only walk them again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _keep(
    outcome: Result,
    writer: CorpusWriter,
    report: LoadReport,
    present: set[str],
    seen: dict[_State, tuple[str, str]],
) -> None:
    match outcome:
        case Refused(error):
            report.refused.append(error)
        case Skipped():
            report.skipped.append(outcome)
            if outcome.urn and outcome.ends:
                report.ended += writer.end_work(outcome.urn, outcome.ends)
                present.add(outcome.urn)
        case Packed():
            _keep_packed(outcome, writer, report, present, seen)


def _pictures(packed: Packed) -> int:
    marked = (str(row[-1]) for row in packed.nodes if row[-1] and PICTURES in str(row[-1]))
    return sum(int(json.loads(attrs).get(PICTURES, 0)) for attrs in marked)


def _keep_packed(
    packed: Packed,
    writer: CorpusWriter,
    report: LoadReport,
    present: set[str],
    seen: dict[_State, tuple[str, str]],
) -> None:
    expression, file = packed.expression, packed.sources[0].name
    state = (expression.urn, expression.start, expression.label)
    if state in seen:
        digest, first = seen[state]
        if digest == packed.hash:
            reason = f"the same law as {first}, kept once"
            report.skipped.append(Skipped(file, "", reason, expression.urn))
        else:
            reason = f"states {expression.urn} for the same date as {first}, with other words"
            report.refused.append(SourceMalformed(reason, file=file))
        return
    seen[state] = (packed.hash, file)
    present.add(expression.urn)
    if writer.put(packed):
        report.expressions += 1
        report.nodes += len(packed.nodes)
        report.chunks += len(packed.chunks)
        report.characters += len(packed.text)
        report.pictures += _pictures(packed)
    else:
        report.unchanged += 1
