"""Networks encode what searches use, of every profile, and nothing else; and it is known when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from embedding_server import embeddings, held_book
from joint_model import write_joint
from pincite import library
from pincite.matters import Matters
from pincite.settings import Settings
from search.bundled_law import LAW


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    model = str(write_joint(tmp_path / "joint", {"tenant": "lessee"}, ("tenant", "lessee", "rent")))
    return Settings(models=tmp_path / "none", workers=1, dense_model=model, sparse_model=model,
                    token_model=model, lemma_model="")  # fmt: skip


def test_decisions_are_searched_by_words_and_are_not_encoded(tmp_path: Path) -> None:
    with embeddings() as meanings:
        settings = Settings(models=tmp_path / "none", workers=1, **meanings.settings())
        with library.create(tmp_path / "law", settings=settings) as law:
            law.ingest(LAW / "opinions", reader_name="opinions", version="1")
            assert law.search_index.encode() == 0.0
            assert meanings.texts == []
            status = law.search_index.status()
            assert status.left == 0
            assert status.note == "opinions: searched by words; there is nothing to encode"
            # Who searches them by another profile can have what that uses.
            assert law.search_index.encode(profile="legislation") == 1.0
            assert meanings.texts


def test_files_are_encoded_by_token_whatever_their_language(
    tmp_path: Path, settings: Settings
) -> None:
    """Searches in a matter use one profile, and law in Icelandic another, which reads no tokens."""
    (tmp_path / "a.txt").write_text("Leigjandi greiðir leigu fyrir íbúðina í hverjum mánuði.\n" * 3)
    (tmp_path / "b.txt").write_text("Leigusali skilar tryggingu þegar leigutíma er lokið.\n" * 3)
    (tmp_path / "c.txt").write_text("The tenant shall pay the rent every month of the lease.\n" * 3)
    matters = Matters(tmp_path / "matters", settings=settings)
    matters.create("one")
    with matters.open("one") as matter:
        matter.read_files(*(tmp_path / f"{name}.txt" for name in "abc"))
        matter.search_index.encode()
        indexed = matter.search_index.engine().indexed
        assert indexed.languages()[0] == "is"
        assert indexed.late is not None


def test_no_more_passages_are_encoded_than_were_allowed(tmp_path: Path) -> None:
    with embeddings() as meanings:
        settings = Settings(models=tmp_path / "none", workers=1, **meanings.settings())
        matters = Matters(tmp_path / "matters", settings=settings)
        matters.create("one")
        (tmp_path / "book.txt").write_text(held_book(), encoding="utf-8")
        with matters.open("one") as matter:
            matter.read_files(tmp_path / "book.txt")
            matter.search_index.encode(most=30)
            status = matter.search_index.status()
            assert status.left == status.passages - 30
            matter.search_index.encode(most=30)
            assert matter.search_index.status().left == status.passages - 60
            assert matter.search_index.encode() == 1.0


def test_a_hit_says_when_its_vector_was_made(tmp_path: Path, settings: Settings) -> None:
    matters = Matters(tmp_path / "matters", settings=settings)
    matters.create("one")
    (tmp_path / "a.txt").write_text("The tenant shall pay the rent.\n")
    with matters.open("one") as matter:
        matter.read_files(tmp_path / "a.txt")
        [hit] = matter.search("rent").results
        assert hit.source.chunk_embedded_at is None
        before = datetime.now(UTC) - timedelta(seconds=1)
        matter.search_index.encode()
        [hit] = matter.search("rent").results
        assert hit.source.chunk_embedded_at
        made = datetime.fromisoformat(hit.source.chunk_embedded_at)
        assert before <= made <= datetime.now(UTC)
        # A folder that was encoded before times were kept has vectors, and none.
        for times in matter.folder.glob("indexes/vectors/*/times.bin"):
            times.unlink()
    with matters.open("one") as matter:
        [hit] = matter.search("rent").results
        assert hit.source.chunk_embedded_at is None
