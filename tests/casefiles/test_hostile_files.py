"""Files that would harm or hang a reader: a clear outcome for each, and the rest is read."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from casefiles.raw_pdfs import pdf, said
from casefiles.test_sync import opened
from loopback import publishing
from pincite.ingest import child_process as child
from pincite.ingest.casefiles import reader_pool as pool
from pincite.ingest.casefiles.sync import reader_pool_of
from pincite.ingest.casefiles.tasks import Read, Task
from pincite.matters.matter import Matter
from pincite.model.document import Document, DocumentState
from pincite.settings import Settings

GOOD = "The lamp was lit at all times."


def encrypted() -> bytes:
    out = io.BytesIO()
    page = Canvas(out, encrypt=StandardEncryption("secret", "owner", strength=128))
    page.drawString(72, 700, "Sealed.")
    page.save()
    return out.getvalue()


def endless_page() -> bytes:
    """A small file whose one page takes a very long time to lay out."""
    return pdf([b"BT /F1 1 Tf " + b"(a) Tj 1 0 Td " * 3_000_000 + b" ET"], packed=True)


def swelling() -> bytes:
    """A file of a few hundred kilobytes that unpacks to gigabytes."""
    packer = zlib.compressobj(9)
    block = b" " * (1 << 22)
    body = b"".join(packer.compress(block) for _ in range(700)) + packer.flush()
    plain = pdf([b"@@"])
    return plain.replace(
        b"<< /Length 2 >>\nstream\n@@",
        b"<< /Filter /FlateDecode /Length %d >>\nstream\n" % len(body) + body,
    )


class Clock:
    """Stands still until it is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


def hanging(folder: Path) -> list[str]:
    """A folder of a file that hangs its reader, and six others."""
    folder.mkdir()
    (folder / "a-endless.pdf").write_bytes(endless_page())
    for number in range(6):
        (folder / f"b{number}.txt").write_text(f"{GOOD} {number}")
    return sorted(file.name for file in folder.iterdir())


def test_a_file_that_hangs_its_reader_is_given_up_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr(pool, "time", clock)
    monkeypatch.setattr(child, "time", clock)
    names = hanging(tmp_path / "case")
    tasks = [
        Task(name, f"urn:lex:files:{at}", str(tmp_path / "case"), name, name, "0001", ())
        for at, name in enumerate(names)
    ]
    # Some wait behind it, in the hand of the same reader.
    left_to_the_other = 6 - (pool._AHEAD - 1)
    became: dict[str, Read] = {}
    with reader_pool_of(Settings(workers=2, stall_seconds=1.0), len(tasks)) as readers:
        for task, found in readers.run(tasks):
            became[task.path] = found
            if len(became) == left_to_the_other:
                clock.now = 2.0
    assert sorted(became) == names
    given_up = became.pop("a-endless.pdf").error
    assert given_up is not None
    assert "no page was done in 1 s" in given_up.reason
    assert "PINCITE_STALL_SECONDS" in given_up.hint
    assert all(found.packed is not None for found in became.values())


@pytest.mark.slow
def test_a_file_that_was_given_up_is_listed_and_the_rest_is_kept(tmp_path: Path) -> None:
    hanging(tmp_path / "case")
    with opened(tmp_path / "m", stall_seconds=20.0) as matter:
        report = matter.read_files(tmp_path / "case")
        [given_up] = report.unreadable
        assert given_up.path == "a-endless.pdf"
        # On a fast machine it is out of memory before it is out of time.
        assert "no page was done in 20 s" in given_up.reason or "SIGABRT" in given_up.reason
        assert report.read == 6
        assert list(matter.store.damaged()) == []


@pytest.mark.slow
def test_a_file_that_swells_in_memory_is_refused_and_the_rest_is_read(tmp_path: Path) -> None:
    case = tmp_path / "case"
    case.mkdir()
    (case / "a-swelling.pdf").write_bytes(swelling())
    (case / "b.txt").write_text(GOOD)
    with opened(tmp_path / "m", max_reader_bytes=700 * 1024 * 1024, stall_seconds=30.0) as matter:
        report = matter.read_files(case)
        assert report.read == 1
        assert [one.path for one in report.unreadable] == ["a-swelling.pdf"]
        assert report.unreadable[0].reason


def test_five_thousand_pages_are_read(tmp_path: Path) -> None:
    case = tmp_path / "case"
    case.mkdir()
    pages = [said(f"Page {number} says that the lamp was lit.") for number in range(1, 5001)]
    (case / "long.pdf").write_bytes(pdf(pages))
    with opened(tmp_path / "m") as matter:
        report = matter.read_files(case)
        assert (report.read, report.pages) == (1, 5000)
        [place] = matter.quotes("long.pdf", "Page 4321 says")
        assert place.page == 4321


def test_a_file_with_too_many_pages_says_so(tmp_path: Path) -> None:
    case = tmp_path / "case"
    case.mkdir()
    (case / "long.pdf").write_bytes(pdf([said("x")] * 30))
    with opened(tmp_path / "m", max_pages=20) as matter:
        [one] = matter.read_files(case).unreadable
        assert "30" in one.reason


def read_one(tmp_path: Path, name: str, data: bytes) -> tuple[Matter, Document]:
    case = tmp_path / "case"
    case.mkdir()
    (case / name).write_bytes(data)
    (case / "zz good.txt").write_text(GOOD)
    matter = opened(tmp_path / "m", workers=1)
    matter.read_files(case)
    assert matter.quotes("zz good.txt", GOOD)
    return matter, matter.document(name)


@pytest.mark.parametrize(
    ("name", "data", "word"),
    [
        ("sealed.pdf", encrypted(), "password"),
        ("empty.pdf", b"", "empty"),
        ("torn.pdf", pdf([said("x")] * 3)[:400], ""),
        ("garbage.pdf", b"%PDF-1.7\n" + bytes(range(256)) * 40, ""),
        ("nothing.pdf", pdf([]), ""),
        ("torn.docx", b"PK\x03\x04" + b"\0" * 300, ""),
        ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "docx"),
        ("noise.bin", bytes(range(256)) * 20, ""),
    ],
)
def test_what_cannot_be_read_says_why_and_what_to_do(
    tmp_path: Path, name: str, data: bytes, word: str
) -> None:
    matter, document = read_one(tmp_path, name, data)
    with matter:
        assert document.state is DocumentState.UNREADABLE
        assert len(document.reason) > 8
        assert len(document.hint) > 8
        assert word in f"{document.reason} {document.hint}"


def test_a_script_in_a_pdf_is_not_run_and_its_text_is_read(tmp_path: Path) -> None:
    script = "/OpenAction << /S /JavaScript /JS (app.launchURL\\('http://127.0.0.1:9/'\\)) >>"
    matter, document = read_one(tmp_path, "active.pdf", pdf([said(GOOD)], catalog=script))
    with matter:
        assert document.state is DocumentState.READ
        assert matter.quotes(document.id, GOOD)


def test_nothing_that_a_word_file_points_to_is_fetched(tmp_path: Path) -> None:
    from docx import Document as Word

    written = Word()
    written.add_paragraph(GOOD)
    out = io.BytesIO()
    written.save(out)
    with publishing() as server:
        packed = io.BytesIO()
        with zipfile.ZipFile(out) as old, zipfile.ZipFile(packed, "w") as new:
            for entry in old.infolist():
                data = old.read(entry)
                if entry.filename == "word/_rels/document.xml.rels":
                    data = data.replace(
                        b"</Relationships>",
                        b'<Relationship Id="rX" TargetMode="External" Target="' + server.url.encode()
                        + b'/t.dotm" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
                        b'relationships/attachedTemplate"/></Relationships>',
                    )  # fmt: skip
                new.writestr(entry, data)
            new.writestr("word/vbaProject.bin", b"\xd0\xcf\x11\xe0" + b"\0" * 100)
        matter, document = read_one(tmp_path, "macro.docm", packed.getvalue())
        asked = list(server.log)
    with matter:
        assert document.state is DocumentState.READ
        assert any("macro" in warning for warning in document.warnings)
        assert any("outside" in warning for warning in document.warnings)
    assert asked == []
