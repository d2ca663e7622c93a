"""Reads all that is learned from into libraries, one a corpus.

    python -m training.libraries FOLDER [NAME …]

Takes the archives of the data folder (PINCITE_DATA). A library that is there already is kept.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from pincite import library
from pincite.evaluation.sets import data_folder
from pincite.matters import Matters

# Name: archive, what of it, reader.
CORPORA = {
    "zimbabwe": ("zimbabwe", "", "zimlii"),
    "icelandic": ("lagasafn", "156b", "lagasafn"),
    "uscode": ("us-code", "uslm", "uslm"),
    "bylaws": ("akn-bylaws", "by-laws", "akn"),
    "cfpb": ("cfpb-regs", "regulation", "ecfr"),
    "dc": ("dc-code", "", "dclaw"),
    "contracts": ("contracts", "txt", ""),
    "scotus": ("scotus", "opinions.jsonl", "opinions"),
}


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or CORPORA:
        began = time.monotonic()
        read(folder, name)
        print(f"{name}: {time.monotonic() - began:.0f} s", flush=True)


def read(folder: Path, name: str) -> None:
    archive, below, reader = CORPORA[name]
    unpacked = subprocess.run(
        [data_folder() / "unpack", archive], capture_output=True, text=True, check=True
    )
    source = Path(unpacked.stdout.strip()) / below
    if not reader:
        matters = Matters(folder / "matters")
        if name not in [one.slug for one in matters.all()]:
            matters.create(name)
        with matters.open(name) as matter:
            matter.read_files(source)
            matter.search_index.index()
        return
    if (folder / name / library.FILE).is_file():
        return
    sources = [source]
    if reader == "ecfr":
        # Of each part of the regulations, the newest.
        sources = [sorted(part.iterdir())[-1] for part in sorted(source.iterdir())]
    with library.create(folder / name) as opened:
        for number, one in enumerate(sources):
            opened.ingest(one, reader_name=reader, version=f"v{number}", collection=f"c{number}")
        opened.search_index.index()
        if opened.search_index.holds_opinions():
            opened.search_index.link()


if __name__ == "__main__":
    main()
