"""What goes to a cluster and comes back, without one: the bytes of a batch, and the spool."""

from __future__ import annotations

import os
import pickle
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ingest import dc_documents
from ingest.decisions import json_lines, record_of
from lagasafn_pages import edition
from pincite.errors import InputError
from pincite.ingest.law.cluster.carried import carry
from pincite.ingest.law.cluster.spool import Spool
from pincite.ingest.law.cluster.task import SharedJob, read_batch
from pincite.ingest.law.readers import ReadOptions, Unit, opinions, reader
from pincite.ingest.law.worker import ReadingJob, Result, read_unit
from pincite.ingest.sources import Sources
from pincite.settings import Settings

KEY = "0" * 64
RULES = "RULES OF 1999: Boats\n\nRule 1: Oars\n\nTwo oars to a boat.\n"
PROFILE = r"""
jurisdiction = "xm"
corpus = "rules-{year}"
title = 'RULES OF (?P<year>\d{4}): (?P<title>.+)'
[[level]]
kind = "rule"
pattern = 'Rule (?P<num>\d+): (?P<heading>.+)'
anchored = true
"""


def read_there(job: ReadingJob, batch: list[Unit], spool: Path) -> list[list[Result]] | None:
    """As a cluster would: with nothing of this disk but what was carried."""
    carried = carry(job.sources, batch)
    assert carried is not None
    answer = read_batch(pickle.dumps(SharedJob.of(job)), pickle.dumps((batch, carried)))
    if not answer:
        return None
    Spool(spool).put(KEY, answer)
    return Spool(spool).get(KEY)


def read_here(job: ReadingJob, batch: list[Unit]) -> list[list[Result]]:
    return [read_unit(reader(job.reader), unit, job) for unit in batch]


def job_of(path: Path, name: str, **options: object) -> tuple[ReadingJob, list[Unit]]:
    sources = Sources.of([path], reader=name, settings=Settings())
    job = ReadingJob(name, sources, ReadOptions(**options))
    return job, reader(name).units(sources, job.options)


def laws(folder: Path) -> tuple[ReadingJob, list[Unit]]:
    edition(folder / "e", 2)
    (folder / "e" / "2031.3.xml").write_text("<law", encoding="utf-8")
    return job_of(folder / "e", "lagasafn")


def packed_laws(folder: Path) -> tuple[ReadingJob, list[Unit]]:
    edition(folder / "e", 2)
    with zipfile.ZipFile(folder / "e.zip", "w") as archive:
        for file in (folder / "e").iterdir():
            archive.write(file, file.name)
    return job_of(folder / "e.zip", "lagasafn")


def own_profile(folder: Path) -> tuple[ReadingJob, list[Unit]]:
    (folder / "e").mkdir()
    (folder / "e" / "rules.txt").write_text(RULES, encoding="utf-8")
    (folder / "own.toml").write_text(PROFILE, encoding="utf-8")
    return job_of(folder / "e", "plain", profile=folder / "own.toml")


def parts_of_a_file(folder: Path) -> tuple[ReadingJob, list[Unit]]:
    path = json_lines(folder, *(record_of(number, federal_cite_one=f"{number} U.S. 1")
                                for number in range(1, 6)))  # fmt: skip
    return job_of(path, "opinions")


def title_of_many_files(folder: Path) -> tuple[ReadingJob, list[Unit]]:
    dc_documents.written(folder / "e", {
        "index.xml": dc_documents.index_of(dc_documents.includes_of("99-101", "99-102", "gone")),
        "sections/99-101.xml": dc_documents.section_of("99-101"),
        "sections/99-102.xml": dc_documents.section_of("99-102"),
    })  # fmt: skip
    return job_of(folder / "e", "dclaw")


@pytest.mark.parametrize(
    "made", [laws, packed_laws, own_profile, parts_of_a_file, title_of_many_files]
)
def test_a_batch_that_was_carried_is_read_as_here(
    made: Callable[[Path], tuple[ReadingJob, list[Unit]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(opinions, "_UNIT_BYTES", 1)
    job, units = made(tmp_path)
    here = read_here(job, units)
    assert any(here)
    there = read_there(job, units, tmp_path / "spool")
    # Errors, which are among them, have no equality of their own.
    assert repr(there) == repr(here)


def test_a_unit_that_needs_a_file_of_another_is_read_here(tmp_path: Path) -> None:
    include = '<xi:include href="../b/99-201.xml"/>'
    dc_documents.written(tmp_path, {
        "a/index.xml": dc_documents.index_of('<xi:include href="./part.xml"/>'),
        "a/part.xml": dc_documents.index_of(include),
        "b/index.xml": dc_documents.index_of('<xi:include href="./99-201.xml"/>', "98"),
        "b/99-201.xml": dc_documents.section_of("99-201"),
    })  # fmt: skip
    job, units = job_of(tmp_path, "dclaw")
    assert read_there(job, units[:1], tmp_path / "spool") is None
    assert read_there(job, units[1:], tmp_path / "spool") == read_here(job, units[1:])


def test_what_cannot_be_read_is_not_carried(tmp_path: Path) -> None:
    job, units = laws(tmp_path)
    limits = job.sources.limits._replace(max_source_bytes=100)
    assert carry(replace(job.sources, limits=limits), units) is None


def test_an_answer_is_kept_under_everything_that_decides_it(tmp_path: Path) -> None:
    job, units = laws(tmp_path)

    def key(job: ReadingJob, units: list[Unit]) -> str:
        carried = carry(job.sources, units)
        assert carried is not None
        return carried.key(units, SharedJob.of(job).key())

    limits = job.sources.limits._replace(min_chunks=9)
    keys = [
        key(job, units),
        key(job, units[:1]),
        key(replace(job, options=ReadOptions(language="is")), units),
        key(replace(job, reader="akn"), units),
        key(replace(job, sources=replace(job.sources, limits=limits)), units),
        key(replace(job, sources=replace(job.sources, encoding="cp1252")), units),
    ]
    assert key(*laws(tmp_path)) == keys[0]
    (tmp_path / "e" / "2031.1.xml").write_text("<law>", encoding="utf-8")
    keys.append(key(job, units))
    assert len(set(keys)) == len(keys)


def test_an_answer_that_was_half_written_counts_as_not_there(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "spool")
    spool.put(KEY, pickle.dumps([[]]))
    assert spool.get(KEY) == [[]]
    os.truncate(tmp_path / "spool" / KEY, 36)
    assert spool.get(KEY) is None
    assert KEY not in spool


def test_an_answer_that_names_what_no_reader_gives_is_refused_before_it_does_harm(
    tmp_path: Path,
) -> None:
    class Harm:
        def __reduce__(self) -> tuple[object, ...]:
            return os.mkdir, (str(tmp_path / "harm"),)

    spool = Spool(tmp_path / "spool")
    spool.put(KEY, pickle.dumps([[Harm()]]))
    with pytest.raises(InputError, match="not what a reader gives"):
        spool.get(KEY)
    assert not (tmp_path / "harm").exists()


def test_only_its_owner_enters_the_spool(tmp_path: Path) -> None:
    Spool(tmp_path / "spool").put(KEY, b"")
    assert (tmp_path / "spool").stat().st_mode & 0o777 == 0o700
