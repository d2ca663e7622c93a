"""A document that may lack text is marked wherever it is listed, found, quoted or shown."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from casefiles.raw_pdfs import pdf, said
from commands import pincite
from pincite.matters import Matters
from pincite.matters.matter import Matter
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from surfaces.serving import serving

RENT = "The tenant of the lighthouse shall pay a deposit of 1,680 crowns to the keeper."
HEATING = "The keeper shall heat the tower in winter."
LOSS = "page 2 may lack text: damaged content"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of matters; one of them was read from files of which two are damaged."""
    root = tmp_path_factory.mktemp("losses")
    folder = root / "files"
    folder.mkdir()
    whole = pdf([said(RENT), said(HEATING)], packed=True)
    at = whole.rindex(b"\nendstream") - 3
    (folder / "Lease.pdf").write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
    (folder / "Note.txt").write_text("The boat of the harbour master is red.\n")
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.is", "b@example.is", "Oil for the lamp"
    mail.set_content("The oil for the lamp is enclosed.\n")
    mail.add_attachment(b"\0\1\2\3" * 40, maintype="application", subtype="zip", filename="oil.bin")
    (folder / "Mail.eml").write_bytes(mail.as_bytes())
    matters = _matters(root)
    matters.create("Light")
    with matters.open("light") as matter:
        report = matter.read_files(folder)
    assert [document.name for document in report.incomplete] == ["Lease.pdf", "Mail.eml"]
    return root


def _matters(root: Path) -> Matters:
    settings = Settings(models=root / "none", library=root / "no-law", workers=1, ocr_languages="")
    return Matters(root / "matters", settings=settings)


@pytest.fixture
def matter(place: Path) -> Iterator[Matter]:
    with _matters(place).open("light") as opened:
        yield opened


def test_the_list_says_what_is_missing(matter: Matter) -> None:
    said_of = {one.name: [str(loss) for loss in one.losses] for one in matter.documents("read")}
    assert said_of == {
        "Lease.pdf": [LOSS],
        "Note.txt": [],
        "Mail.eml": ["attachment 1 oil.bin could not be read"],
    }


def test_a_hit_says_that_its_document_may_lack_text(matter: Matter) -> None:
    found = matter.search("deposit of the tenant")
    marks = {hit.source.document: hit.source.losses for hit in found.results}
    assert marks["Lease.pdf"] == (LOSS,)
    assert marks.get("Note.txt", ()) == ()
    assert found.incomplete == 2
    alone = matter.search("red boat", document="Note.txt")
    assert alone.incomplete == 0


def test_an_answer_says_that_what_it_quotes_was_not_read_whole(matter: Matter) -> None:
    reply = matter.ask("How much was the deposit of the tenant?")
    assert reply.answer is not None
    assert reply.warnings == (
        f"Lease.pdf was not read whole: {LOSS}. What is missing may bear on the answer.",
    )


def test_a_refusal_says_that_the_answer_may_stand_in_what_is_missing(matter: Matter) -> None:
    reply = matter.ask("Which vaccine was given to the horse?")
    assert reply.refusal is not None
    assert reply.warnings == (
        "Damaged files that may lack text: 2. The answer may stand in what is missing.",
    )


def test_a_page_says_whether_it_is_the_one(matter: Matter) -> None:
    assert [str(loss) for loss in matter.page("Lease.pdf", 2).losses] == [LOSS]
    assert matter.page("Lease.pdf", 1).losses == ()


def test_the_commands_say_so(place: Path) -> None:
    environment = {
        **os.environ,
        "PINCITE_MATTERS": str(place / "matters"),
        "PINCITE_MATTER": "light",
        "PINCITE_LIBRARY": str(place / "no-law"),
        "PINCITE_MODELS": str(place / "none"),
    }
    listed = pincite("documents", env=environment)
    assert f"may be missing: {LOSS}" in listed.stdout
    body = json.loads(pincite("documents", "--json", env=environment).stdout)
    lease = next(item for item in body["items"] if item["path"] == "Lease.pdf")
    assert lease["losses"] == [
        {"what": "may lack text: damaged content", "pages": [2], "recognised": False}
    ]
    found = pincite("search", "deposit of the tenant", env=environment)
    assert f"text may be missing: {LOSS}" in found.stdout
    assert (
        f"text may be missing: {LOSS}" in pincite("passages", "Lease.pdf", env=environment).stdout
    )
    drawn = pincite("page", "Lease.pdf", "2", "--png", str(place / "2.png"), env=environment)
    assert f"text may be missing: {LOSS}" in drawn.stdout


def test_the_pages_say_so(place: Path) -> None:
    matters = _matters(place)
    with matters.open("light") as opened:
        lease = next(one.id for one in opened.documents("read") if one.name == "Lease.pdf")
    settings = Settings(
        models=place / "none", library=place / "no-law", matters=place / "matters", workers=1
    )
    with serving(create_app(settings=settings)) as client:
        for path in (
            "/case/light",
            f"/file/light/{lease}",
            "/?q=deposit+of+the+tenant&mode=search&matter=light",
            "/?q=How+much+was+the+deposit+of+the+tenant&matter=light",
        ):
            assert LOSS in client.get(path).text, path
