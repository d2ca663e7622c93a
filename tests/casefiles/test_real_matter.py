"""The real case files through the whole house: slices, boxes and highlights on every page."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from casefiles.sight import bare, characters, inside
from casefiles.test_sync import opened
from data import law
from pincite.corpus.casefiles import CaseText
from pincite.matters.matter import Matter
from pincite.model.document import Document, DocumentState

pytestmark = pytest.mark.data

_SPANS = 200
_SEED = 20260115


@pytest.fixture(scope="module")
def matter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matter]:
    with opened(tmp_path_factory.mktemp("real") / "matters", stall_seconds=300.0) as made:
        made.read_files(law("contracts") / "pdf", law("court-files"))
        yield made


def native(matter: Matter) -> list[Document]:
    return [
        one
        for one in matter.documents("read")
        if one.format == "pdf" and one.method == "Native" and not one.parent
    ]


class Pages:
    """The characters of a document's pages, read once each."""

    def __init__(self, document: Document) -> None:
        self._file = pypdfium2.PdfDocument(Path(document.folder) / document.path)
        self._pages: dict[int, list[tuple[str, float, float]]] = {}

    def __getitem__(self, number: int) -> list[tuple[str, float, float]]:
        if number not in self._pages:
            page = self._file[number - 1]
            self._pages[number] = characters(page)
            page.close()
        return self._pages[number]

    def close(self) -> None:
        self._file.close()


def test_every_document_is_read_but_the_empty_one(matter: Matter) -> None:
    unread = {one.path: one.reason for one in matter.documents("unreadable")}
    assert set(unread) <= {"doctor/test_assets/empty.pdf"}
    assert list(matter.store.damaged()) == []


def test_every_passage_is_a_slice_and_its_boxes_hold_its_words(
    matter: Matter, capsys: pytest.CaptureFixture[str]
) -> None:
    passages = whole = 0
    poor: list[tuple[float, str]] = []
    for document in matter.documents("read"):
        text = CaseText(matter.store, document.key)
        covered = [0] * len(text.text)
        for chunk in text.chunks:
            assert text.text[chunk.start : chunk.end] == chunk.text
            assert set(covered[chunk.start : chunk.end]) <= {0}
            covered[chunk.start : chunk.end] = [1] * (chunk.end - chunk.start)
        left_out = "".join(char for char, seen in zip(text.text, covered, strict=True) if not seen)
        assert not left_out.strip(), document.path
    for document in native(matter):
        text, pages = CaseText(matter.store, document.key), Pages(document)
        good = 0
        for chunk in text.chunks:
            place = text.place(chunk.start, chunk.end)
            found = "".join(inside(pages[box.page], [box]) for box in place.boxes)
            good += found == bare(chunk.text)
        pages.close()
        passages, whole = passages + len(text.chunks), whole + good
        poor.append((good / len(text.chunks), document.path))
    with capsys.disabled():
        print(
            f"\n{whole} of {passages} passages read back from their boxes character for character"
        )
        for share, path in sorted(poor)[:12]:
            print(f"  {share:.3f}  {path}")
    assert whole / passages >= 0.98


@pytest.mark.req("U1")
def test_random_highlights_read_back_as_the_words_quoted(
    matter: Matter, capsys: pytest.CaptureFixture[str]
) -> None:
    draw = random.Random(_SEED)
    documents = native(matter)
    same, wrong = 0, []
    for _ in range(_SPANS):
        document = draw.choice(documents)
        text = CaseText(matter.store, document.key)
        starts = [0, *(at + 1 for at, char in enumerate(text.text) if char == " ")]
        count = min(draw.randint(5, 60), len(starts))
        first = draw.randrange(len(starts) - count + 1)
        last = starts[first + count] - 1 if first + count < len(starts) else len(text.text)
        span = text.text[starts[first] : last]
        pages = Pages(document)
        place = text.place(starts[first], last)
        found = "".join(inside(pages[box.page], [box]) for box in place.boxes)
        pages.close()
        if found == bare(span):
            same += 1
        else:
            wrong.append((document.path, place.page, span, found))
    with capsys.disabled():
        print(f"\n{same} of {_SPANS} highlighted spans read back word for word")
        for path, page, span, found in wrong[:8]:
            print(f"  {path} p. {page}\n    said {bare(span)[:160]}\n    read {found[:160]}")
    assert same / _SPANS >= 0.99


def test_scanned_documents_say_how_sure_their_words_are(matter: Matter) -> None:
    scanned = [one for one in matter.documents("read") if one.method in ("OCR", "Mixed")]
    assert scanned
    for document in scanned:
        # A page that was looked at and has no words has no confidence either.
        assert document.confidence is None or 0.3 < document.confidence <= 1
        for passage in matter.passages(document.id):
            if passage.source.place.extraction_method != "Native":
                assert passage.source.place.ocr_confidence is not None
    assert {one.state for one in scanned} == {DocumentState.READ}
