"""The links from passages to the documents they cite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from indexes.documents import Made
from pincite.indexes.catalogue import IndexCatalogue
from pincite.indexes.links import FILE, CitationLink, Links
from pincite.indexes.rows import RowTable


def work(key: int) -> str:
    return f"urn:lex:xm:act-{key}"


LINKS = [
    CitationLink(1, 1, work(3)),
    CitationLink(1, 1, work(2)),
    CitationLink(3, 0, work(1)),
    # Of itself, of a document that is not held, and of a work that is not held.
    CitationLink(2, 0, work(2)),
    CitationLink(9, 0, work(1)),
    CitationLink(2, 0, work(9)),
]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RowTable]:
    with IndexCatalogue(tmp_path / "indexes") as catalogue:
        catalogue.catch_up([Made(1, ["a", "b"]), Made(2, ["c"]), Made(3, ["d", "e"])])
        yield catalogue.table()


def cited(links: Links, row: int) -> list[int]:
    return links.of(np.array([row]))[1].tolist()


def test_a_passage_leads_to_each_document_that_it_cites_and_is_held(
    table: RowTable, tmp_path: Path
) -> None:
    Links.write(tmp_path, [*LINKS, LINKS[0]])
    links = Links.open(tmp_path, table)
    assert len(links) == 3
    assert [cited(links, row) for row in range(len(table))] == [[], [1, 2], [], [0], []]


def test_several_passages_are_followed_at_once_in_their_order(
    table: RowTable, tmp_path: Path
) -> None:
    Links.write(tmp_path, LINKS)
    which, documents = Links.open(tmp_path, table).of(np.array([3, 0, 1]))
    assert list(zip(which.tolist(), documents.tolist(), strict=True)) == [(0, 0), (2, 1), (2, 2)]


def test_the_same_links_are_the_same_bytes_in_any_order(tmp_path: Path) -> None:
    Links.write(tmp_path / "one", LINKS)
    Links.write(tmp_path / "other", LINKS[::-1])
    assert (tmp_path / "one" / FILE).read_bytes() == (tmp_path / "other" / FILE).read_bytes()


def test_without_links_or_with_a_torn_file_no_passage_leads_anywhere(
    table: RowTable, tmp_path: Path
) -> None:
    assert len(Links.open(tmp_path, table)) == 0
    Links.write(tmp_path, [])
    assert len(Links.open(tmp_path, table)) == 0
    Links.write(tmp_path, LINKS)
    whole = (tmp_path / FILE).read_bytes()
    for end in range(len(whole)):
        (tmp_path / FILE).write_bytes(whole[:end])
        assert len(Links.open(tmp_path, table)) == 0


def test_what_a_killed_writer_left_aside_is_not_read(table: RowTable, tmp_path: Path) -> None:
    Links.write(tmp_path, LINKS)
    (tmp_path / f"{FILE}.part").write_bytes(b"half")
    assert len(Links.open(tmp_path, table)) == 3
    Links.write(tmp_path, LINKS[:1])
    assert len(Links.open(tmp_path, table)) == 1
