"""Writes the files of the bundled matter, the same bytes each time; a folder may be named."""

from __future__ import annotations

import sys
from pathlib import Path

from model_matter.court_papers import complaint, opinion, order, sealed
from model_matter.lease import lease
from model_matter.letters import mail, offer, scanned_icelandic_letter, scanned_letter
from model_matter.office import answer, ledger
from model_matter.transcript import deposition
from model_matter.words import text

FILES = Path(__file__).resolve().parent.parent / "model-matter" / "files"


def made() -> dict[str, bytes]:
    """Every file by its path below the folder."""
    signed = lease()
    return {
        "pleadings/Complaint.pdf": complaint(),
        "pleadings/Answer.docx": answer(),
        "contract/Lease.pdf": signed,
        "contract/Signed lease.pdf": signed,
        "testimony/Deposition of M. Hart.pdf": deposition(),
        "correspondence/offer.eml": mail(("Offer.pdf", offer()), ("Lease.pdf", signed)),
        "correspondence/letter-scan.png": scanned_letter(),
        "correspondence/bréf.pdf": scanned_icelandic_letter(),
        "ledger.xlsx": ledger(),
        "orders/Order.pdf": order(),
        "orders/Opinion.pdf": opinion(),
        "exhibits/Exhibit A.html": text("exhibit-a.html").encode(),
        "exhibits/notes.txt": text("notes.txt").encode(),
        "sealed.pdf": sealed(),
        "empty.pdf": b"",
    }


def main(folder: Path = FILES) -> None:
    for name, data in made().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
