"""The bundled case files keep every promise: each word is read once, cited and found on its page."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from bundled_matter import BUNDLE, FILES, ROOT, bundled_matter, kept, words
from pincite.matters.matter import Matter
from pincite.model.document import DocumentState
from pincite.model.layout import Role
from pincite.text import canonicalize

SCANS = ("correspondence/bréf.pdf", "correspondence/letter-scan.png")
OCR = shutil.which("tesseract") is not None
needs_ocr = pytest.mark.skipif(not OCR, reason="tesseract is not installed")

# By path: kind and pages.
READ = {
    "contract/Lease.pdf": ("contract", 4),
    "correspondence/bréf.pdf": ("correspondence", 1),
    "correspondence/letter-scan.png": ("correspondence", 1),
    "correspondence/offer.eml": ("correspondence", 0),
    "correspondence/offer.eml/1 Offer.pdf": ("correspondence", 1),
    "exhibits/Exhibit A.html": ("exhibit", 0),
    "exhibits/notes.txt": ("other", 0),
    "ledger.xlsx": ("other", 2),
    "orders/Opinion.pdf": ("opinion", 3),
    "orders/Order.pdf": ("order", 1),
    "pleadings/Answer.docx": ("other", 0),
    "pleadings/Complaint.pdf": ("complaint", 5),
    "testimony/Deposition of M. Hart.pdf": ("transcript", 4),
}
DUPLICATES = {"contract/Signed lease.pdf", "correspondence/offer.eml/2 Lease.pdf"}
UNREADABLE = {"empty.pdf": "empty", "sealed.pdf": "password"}
PRINTED = sorted(path for path in READ if path.endswith(".pdf") and path not in SCANS)


@pytest.fixture(scope="module")
def matter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matter]:
    with bundled_matter(tmp_path_factory.mktemp("matters")) as opened:
        yield opened


def test_the_maker_writes_the_bundled_bytes(tmp_path: Path) -> None:
    script = ROOT / "scripts" / "make_model_matter.py"
    for run in ("one", "two"):
        subprocess.run([sys.executable, script, tmp_path / run], check=True)

    def contents(folder: Path) -> dict[str, bytes]:
        files = [path for path in folder.rglob("*") if path.is_file()]
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}

    one, two, bundled = map(contents, (tmp_path / "one", tmp_path / "two", FILES))
    assert one == two
    assert set(one) == set(bundled)
    assert sum(map(len, bundled.values())) < 600_000
    # How letters become the dots of a scan is the imaging library's own, and its builds differ.
    assert [name for name in one if one[name] != bundled[name] and name not in SCANS] == []


@pytest.mark.req("C2")
def test_every_file_is_read_or_listed_with_what_is_wrong(matter: Matter) -> None:
    read = {path for path in READ if OCR or path not in SCANS}
    states = {one.path: one.state for one in matter.documents()}
    assert {path for path, state in states.items() if state is DocumentState.READ} == read
    assert {
        path for path, state in states.items() if state is DocumentState.DUPLICATE
    } == DUPLICATES
    unreadable = {one.path: one for one in matter.documents("unreadable")}
    assert set(unreadable) == {*UNREADABLE, *(set(READ) - read)}
    for path, reason in UNREADABLE.items():
        assert reason in unreadable[path].reason
    assert all(one.hint for one in unreadable.values())


@pytest.mark.parametrize("path", sorted(set(READ) - set(SCANS)))
def test_each_document_has_its_kind_and_its_pages(matter: Matter, path: str) -> None:
    document = matter.document(path)
    assert (document.kind, document.pages) == READ[path]
    assert document.kind_reason
    assert (document.method, document.confidence) == ("Native", None)


def test_copies_are_read_once_and_answer_to_every_name(matter: Matter) -> None:
    lease = matter.document("contract/Lease.pdf")
    for path in DUPLICATES:
        assert matter.document(path).duplicate_of == lease.id
        assert matter.quotes(path, "a brass heron") == matter.quotes(lease.id, "a brass heron")


def test_attachments_are_documents_of_the_message(matter: Matter) -> None:
    message = matter.document("offer.eml")
    assert message.attachments == 2
    attached = [one for one in matter.documents() if one.parent == message.id]
    assert [(one.position, one.name) for one in attached] == [
        (1, "1 Offer.pdf"),
        (2, "2 Lease.pdf"),
    ]
    [place] = matter.quotes("1 Offer.pdf", "Our client will pay your client 1,500 crowns")
    assert (place.page, place.page_end) == (1, 1)
    assert matter.quotes("offer.eml", "made without prejudice save as to costs")


@pytest.mark.req("C2")
@pytest.mark.parametrize("path", sorted(set(READ) - set(SCANS)))
def test_every_word_is_in_one_passage_that_says_where_it_stands(matter: Matter, path: str) -> None:
    document, text = matter.document(path), kept(matter, path)
    found = list(matter.passages(path))
    assert " ".join(one.text for one in found) == text.text
    for one, following in pairwise([*found, None]):
        place = one.source.place
        assert text.text[place.char_start : place.char_end] == one.text
        assert following is None or following.source.place.char_start == place.char_end + 1
        assert one.citation.startswith(document.name)
        assert one.source.sha256 == document.sha256
        if document.pages:
            assert place.page is not None
            assert place.page_end is not None
            assert 1 <= place.page <= place.page_end <= document.pages
            called = f"sheet {place.sheet}, row" if place.sheet else rf"\bpp?\. {place.page}\b"
            assert re.search(called, one.citation)
        else:
            assert place.page is None


@pytest.mark.parametrize("path", PRINTED)
def test_every_passage_begins_and_ends_on_the_pages_it_is_cited_to(
    matter: Matter, path: str
) -> None:
    data = (FILES / path).read_bytes() if (FILES / path).exists() else attachment(1)
    with pdfium.PdfDocument(data) as opened:
        pages = [canonicalize(page.get_textpage().get_text_range()) for page in opened]
    for one in matter.passages(path):
        place = one.source.place
        begins, ends = one.text.split()[:3], one.text.split()[-3:]
        assert place.page is not None
        assert place.page_end is not None
        assert all(word in pages[place.page - 1] for word in begins if not word.endswith("-"))
        assert all(word in pages[place.page_end - 1] for word in ends)
        assert {box.page for box in place.boxes} == set(range(place.page, place.page_end + 1))
        assert all(0 < box.left < box.right < 596 and 0 < box.top < box.bottom < 842
                   for box in place.boxes)  # fmt: skip


def attachment(position: int) -> bytes:
    from email import message_from_bytes

    message = message_from_bytes((FILES / "correspondence" / "offer.eml").read_bytes())
    parts = message.get_payload()
    assert isinstance(parts, list)
    data = parts[position].get_payload(decode=True)
    assert isinstance(data, bytes)
    return data


# Headers, footers, line numbers, page numbers and columns either show in one of these or are
# where they belong: the text is what was written, and nothing besides.


def test_the_complaint_reads_as_it_was_written(matter: Matter) -> None:
    written = words("complaint.txt", "THE PARTIES", "Dated").replace(
        "her a certificate", "her a certi- ficate"
    )
    assert kept(matter, "Complaint").text.partition(" alleges as follows: ")[2] == written


def test_the_lease_reads_as_it_was_written_before_the_signatures(matter: Matter) -> None:
    text = kept(matter, "Lease").text
    assert text.startswith(words("lease.txt", "RESIDENTIAL", "The parties have signed"))


def test_columns_are_read_one_after_the_other(matter: Matter) -> None:
    text = kept(matter, "Lease").text
    assert text[text.index("SCHEDULE 1 FITT") :] == words("lease.txt", "SCHEDULE 1", "12. ")


def test_the_deposition_reads_as_it_was_written(matter: Matter) -> None:
    text = kept(matter, "Deposition of M. Hart").text
    assert text[text.index("MIRIAM HART, having") :].partition(" CERTIFICATE ")[0] == words(
        "deposition.txt", "MIRIAM HART, having", "(The deposition"
    )


def test_the_order_reads_as_it_was_written(matter: Matter) -> None:
    text = kept(matter, "Order").text
    assert text[text.index("This matter") :] == words("order.txt", "This matter", "Harrowmouth, 9")


def test_the_opinion_reads_as_it_was_written(matter: Matter) -> None:
    text = kept(matter, "Opinion").text
    assert text[text.index("HALLORAN J:") :] == words("opinion.txt", "HALLORAN J:", "I. HALLORAN")


@pytest.mark.parametrize(
    ("path", "role", "says", "pages"),
    [
        ("Complaint", Role.FOOTER, "Complaint –", [1, 2, 3, 4, 5]),
        ("Lease", Role.HEADER, "Standard Lease, Form 7", [1, 2, 3, 4]),
        ("Lease", Role.FOOTER, "of 4", [1, 2, 3, 4]),
        ("Deposition of M. Hart", Role.FOOTER, "SWORN REPORTER, HARROWMOUTH", [1, 2, 3, 4]),
        ("Opinion", Role.HEADER, "Hart v. Bellweather Lettings Limited", [2, 3]),
    ],
)
def test_what_runs_on_every_page_is_known_and_kept_apart(
    matter: Matter, path: str, role: Role, says: str, pages: list[int]
) -> None:
    text = kept(matter, path)
    assert says not in text.text
    assert pages == [
        page.number
        for page in text.pages
        if any(line.role == role and line.start < 0 and says in line.text for line in page.lines)
    ]


def test_what_was_struck_from_the_answer_is_left_out_and_said_so(matter: Matter) -> None:
    text = kept(matter, "Answer").text
    assert "It regrets" not in text
    assert "in haste and in poor light and does not" in text
    assert any("1 tracked deletion" in warning for warning in matter.document("Answer").warnings)
    assert "Replacement of the carpet 19 May 2025 430" in text


def test_the_ledger_is_read_as_it_is_shown(matter: Matter) -> None:
    text = kept(matter, "ledger").text
    assert "2024-04-22 Deposit received by transfer Mariners’ Bank, trading 1,680" in text
    assert "2025-04-01 Rent for April 2025 840 840 0" in text


def test_the_exhibit_and_the_note_are_read(matter: Matter) -> None:
    assert matter.quotes("Exhibit A", "Hall Good Scuffs to hall paint, usual")
    assert matter.quotes("notes", "Her diary for 3 February 2025 is in the safe.")


@needs_ocr
@pytest.mark.parametrize(
    ("path", "quote"),
    [
        (SCANS[0], "Það var ekkert teppi í íbúðinni"),
        (SCANS[1], "the company does not enter into correspondence about its charges"),
    ],
)
def test_scans_are_recognised_and_their_words_found_on_the_page(
    matter: Matter, path: str, quote: str
) -> None:
    document = matter.document(path)
    assert (document.kind, document.pages, document.method) == (*READ[path], "OCR")
    assert document.confidence is not None
    assert document.confidence > 0.85
    [place] = matter.quotes(path, quote)
    assert (place.page, place.extraction_method) == (1, "OCR")
    assert place.ocr_confidence is not None
    shown = matter.page(path, 1, quote=quote)
    assert shown.place == place
    assert shown.png != matter.page(path, 1).png


def test_the_parties_are_those_of_the_caption(matter: Matter) -> None:
    parties = {one.entity.name.casefold() for one in matter.entities("party")}
    assert parties == {"miriam hart", "bellweather lettings limited"}


def test_the_timeline_knows_the_evening_of_the_entry_from_every_document(matter: Matter) -> None:
    cited = {one.citation for one in matter.events("2025-02-03", "2025-02-03")}
    assert {
        "Complaint.pdf, p. 2, para. 10",
        "Answer.docx, para. 10",
        "Deposition of M. Hart.pdf, p. 3:13",
    } <= cited


@pytest.mark.slow
def test_every_step_of_the_demo_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = tomllib.loads((BUNDLE / "matter.toml").read_text(encoding="utf-8"))
    monkeypatch.setenv("PINCITE_MATTERS", str(tmp_path / "matters"))
    for step in plan["demo"]:
        run = [str(tmp_path / Path(word).name) if word.startswith("out/") else word
               for word in step["run"]]  # fmt: skip
        about = [] if run[0] == "matter" else ["--matter", plan["matter"]]
        done = subprocess.run(
            [sys.executable, "-m", "pincite", *about, *run],
            cwd=ROOT, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, (run, done.stderr)
        assert done.stdout.strip()
    assert len(list(tmp_path.glob("*.png"))) == 3


@needs_ocr
def test_the_icelandic_letter_is_recognised_with_its_own_letters(matter: Matter) -> None:
    words = (ROOT / "model-matter" / "words" / "bréf.txt").read_text(encoding="utf-8")
    read = {word.strip(".,:") for word in kept(matter, "correspondence/bréf.pdf").text.split()}
    written = {word.strip(".,:") for word in words.split()}
    own = {word for word in written if set(word) & set("þðæöÞÐÆÖáéíóúýÁÉÍÓÚÝ")}
    assert len(own) > 20
    assert len(own - read) <= 1
