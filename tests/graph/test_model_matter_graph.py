"""The bundled matter: who is in it, when things happened, and what hangs together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bundled_matter import bundled_matter, kept
from pincite.matters.matter import Matter


@pytest.fixture(scope="module")
def matter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matter]:
    with bundled_matter(tmp_path_factory.mktemp("matters")) as opened:
        yield opened


@pytest.fixture(scope="module")
def found(matter: Matter) -> dict[str, dict[str, tuple[str, ...]]]:
    """By kind, the name and roles of each entity."""
    kinds: dict[str, dict[str, tuple[str, ...]]] = {}
    for one in matter.entities(limit=1000):
        kinds.setdefault(one.entity.kind, {})[one.entity.name] = one.entity.roles
    return kinds


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (
            "party",
            {
                # The lease calls both parties; the case says what each is to it.
                "Miriam Hart": ("party", "plaintiff"),
                "Bellweather Lettings Limited": ("defendant", "party"),
            },
        ),
        ("court", {"High Court of Marchmere": (), "Tenancy Tribunal": ()}),
        ("judge", {"Halloran": ()}),
        ("attorney", {"Ottoline Birch": (), "Dorian Castell": ()}),
        ("docket", {"HC 412/25": ()}),
    ],
)
def test_everybody_is_found_once_and_nobody_else(
    found: dict[str, dict[str, tuple[str, ...]]], kind: str, expected: dict[str, tuple[str, ...]]
) -> None:
    assert found[kind] == expected


def test_dates_are_left_to_the_timeline(found: dict[str, dict[str, tuple[str, ...]]]) -> None:
    assert set(found) == {"party", "court", "judge", "attorney", "docket", "statute", "case"}


def test_both_parties_are_named_in_every_paper_of_the_case(matter: Matter) -> None:
    papers = {
        "orders/Opinion.pdf",
        "orders/Order.pdf",
        "pleadings/Answer.docx",
        "pleadings/Complaint.pdf",
        "testimony/Deposition of M. Hart.pdf",
        "contract/Lease.pdf",
    }
    for name in ("Miriam Hart", "Bellweather Lettings Limited", "HC 412/25"):
        named = {one.mention.name for one in matter.mentions(name)}
        assert papers - {"contract/Lease.pdf"} <= named
    assert "contract/Lease.pdf" in {one.mention.name for one in matter.mentions("Miriam Hart")}


def test_every_mention_is_a_slice_of_its_document_and_cited(matter: Matter) -> None:
    texts: dict[str, str] = {}
    for kind in (None, "date"):
        for counted in matter.entities(kind, limit=1000):
            key = f"{counted.entity.kind}:{counted.entity.key}"
            places = matter.mentions(key)
            assert len(places) == counted.mentions
            for one in places:
                path = one.mention.name
                if path not in texts:
                    texts[path] = kept(matter, path).text
                said = texts[path][one.mention.start : one.mention.end]
                assert said == one.mention.words
                assert one.citation.startswith(path.rpartition("/")[2])


def test_timeline_is_in_order_and_each_event_is_one_sentence_of_one_paragraph(
    matter: Matter,
) -> None:
    events = matter.events()
    assert [one.event.iso for one in events] == sorted(one.event.iso for one in events)
    assert matter.undated() == []
    for one in events:
        text = kept(matter, one.event.name)
        start, end = one.event.sentence_start, one.event.sentence_end
        assert text.text[start:end] == one.event.sentence
        assert not [at for at in text.paragraphs if start < at < end]
        assert one.citation.startswith(one.event.name.rpartition("/")[2])


def test_timeline_says_when_the_lease_was_signed_and_where_that_is_written(matter: Matter) -> None:
    signed = {one.citation: one.event.sentence for one in matter.events("2024-04-15", "2024-04-15")}
    assert signed["Answer.docx, para. 5"] == (
        "The Lease speaks for itself and bears the date of 15 April 2024."
    )
    assert any(citation.startswith("Lease.pdf, p. 1") for citation in signed)
    assert any(citation.startswith("Complaint.pdf, p. 2") for citation in signed)
    (decided,) = matter.events("2026-03-12", "2026-03-12")
    assert decided.citation.startswith("Opinion.pdf, p. 1")


def test_related_documents_are_explained(matter: Matter) -> None:
    related = matter.related("Complaint", limit=20)
    nearest = [one.name for one in related[:4]]
    assert {"pleadings/Answer.docx", "orders/Opinion.pdf"} <= set(nearest)
    for one in related:
        assert one.shared
        assert one.weight > 0
    reasons = {shared.name for one in related for shared in one.shared}
    assert {"Bellweather Lettings Limited", "HC 412/25", "High Court of Marchmere"} <= reasons


def test_answers_are_the_same_when_the_graph_is_made_again(matter: Matter, tmp_path: Path) -> None:
    before = (matter.entities(), matter.events(), matter.related("Complaint"))
    graph = matter.folder / "graph.sqlite3"
    graph.rename(tmp_path / "graph.sqlite3")
    assert (matter.entities(), matter.events(), matter.related("Complaint")) == before
