"""What every engine must do for case files. A subclass of StoreContract inherits this too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drafts import act
from pincite.corpus import CorpusStore, Packed, pack
from pincite.corpus.layout import LAYOUT, PageRow, layout_hash, pack_page
from pincite.errors import LibraryError
from pincite.model.document import Document, DocumentState, Loss
from pincite.model.layout import PageLayout, PlacedLine, Role

DOC = Document(
    "d0c", "/case", "a/Brief.pdf", "f" * 64, 10, DocumentState.WAITING, key=7,
    warnings=("one", "tvö"), losses=(Loss("could not be read", (3, 7), True), Loss("cut short")),
)  # fmt: skip
WORK = "urn:lex:xc:smith:d0c"


def page(number: int, start: int, end: int, *extra: PlacedLine) -> PageLayout:
    line = PlacedLine(start, end, "1", 72.0, 84.5, (72.0, 100.5, 104.1, 130.0), (90, 71))
    return PageLayout(number, f"{number}", 612.0, 792.0, "OCR", 0.8125, "a scan", (line, *extra))


def laid_out(*pages: PageLayout, **words: object) -> tuple[Packed, list[PageRow]]:
    rows = [pack_page(one) for one in pages]
    draft = act(WORK, start=None, label="0001", **words)
    meta = {LAYOUT: layout_hash(rows)}
    return pack(replace(draft, expression=replace(draft.expression, meta=meta))), rows


class DocumentContract:
    def test_a_document_comes_back_as_it_was_registered(self, store: CorpusStore) -> None:
        with store.write() as writer:
            writer.documents.register(DOC)
            writer.documents.register(replace(DOC, id="abc", path="a/Amicus.pdf", key=8))
            writer.documents.add_folder("/case")
            writer.documents.add_folder("/case")
        assert [one.path for one in store.documents.all()] == ["a/Amicus.pdf", "a/Brief.pdf"]
        assert store.documents.all()[1] == DOC
        assert store.documents.folders() == ["/case"]
        with store.write() as writer:
            writer.documents.register(replace(DOC, state=DocumentState.REMOVED))
        assert store.documents.all()[1].state is DocumentState.REMOVED

    def test_two_documents_cannot_be_one_file(self, store: CorpusStore) -> None:
        with pytest.raises(LibraryError), store.write() as writer:
            writer.documents.register(DOC)
            writer.documents.register(replace(DOC, id="abc", key=8))
        assert store.documents.all() == []

    def test_what_a_document_says_is_kept_under_its_reserved_key(self, store: CorpusStore) -> None:
        with store.write() as writer:
            assert writer.documents.next_key() == 1
            writer.documents.register(DOC)
            assert writer.documents.next_key() == 8
        footer = PlacedLine(-1, -1, "", 760, 770, (), (), Role.FOOTER, "Page 1")
        note = PlacedLine(30, 40, "2", 700, 710, (), (), Role.FOOTNOTE)
        pages = [page(1, 0, 9, note, footer), page(2, 10, 29)]
        packed, rows = laid_out(*pages)
        with store.write() as writer:
            writer.documents.put(packed, rows, replace(DOC, state=DocumentState.READ))
            writer.documents.log("files read", {"documents": 1})
        assert store.text(7) == packed.text
        assert store.documents.pages(7) == pages
        assert store.documents.page(7, 2) == pages[1]
        assert store.documents.page(7, 3) is None
        assert [one.number for one in store.documents.pages_with(7, 12, 14)] == [2]
        assert [one.number for one in store.documents.pages_with(7, 5, 12)] == [1, 2]
        assert [one.number for one in store.documents.pages_with(7, 35, 36)] == [1]
        assert [one.state for one in store.documents.all()] == [DocumentState.READ]
        [(stored, _)] = store.find(WORK, at=None, tag=None)
        assert (stored.key, stored.version) == (7, "files")
        assert list(store.damaged()) == []

    def test_the_newest_revision_is_found_and_an_old_text_that_returns_is_kept_once(
        self, store: CorpusStore
    ) -> None:
        one, rows = laid_out(page(1, 0, 9))
        two, _ = laid_out(page(1, 0, 9), sections=("Other words.",))

        def put(packed: Packed, revision: int, key: int) -> int:
            labelled = replace(
                packed, expression=replace(packed.expression, label=f"{revision:04}")
            )
            with store.write() as writer:
                writer.documents.put(labelled, rows, replace(DOC, key=key, revision=revision))
            [(stored, _)] = store.find(WORK, at=None, tag=None)
            [document] = store.documents.all()
            assert document.key == stored.key
            return stored.key

        assert put(one, 1, 7) == 7
        assert put(two, 2, 8) == 8
        assert put(one, 3, 9) == 7
        assert store.counts()["expression"] == 2

    def test_the_fingerprint_covers_documents_and_not_the_time_they_were_read(
        self, store: CorpusStore, another: CorpusStore
    ) -> None:
        for engine, when in ((store, "2026-01-01"), (another, "2026-02-02")):
            with engine.write() as writer:
                writer.documents.register(replace(DOC, ingested_at=when))
        assert store.fingerprint() == another.fingerprint()
        with another.write() as writer:
            writer.documents.register(replace(DOC, sha256="e" * 64))
        assert store.fingerprint() != another.fingerprint()
