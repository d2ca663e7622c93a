"""The bundled matter, read once for the tests of a file, and the words that it was made from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pincite.corpus.casefiles import CaseText
from pincite.matters import Matters
from pincite.matters.matter import Matter
from pincite.settings import Settings
from pincite.text import canonicalize

ROOT = Path(__file__).resolve().parent.parent
BUNDLE = ROOT / "model-matter"
FILES = BUNDLE / "files"


@contextmanager
def bundled_matter(root: Path) -> Iterator[Matter]:
    every = Matters(root, settings=Settings(workers=2))
    every.create("Hart v. Bellweather", number="HC 412/25")
    with every.open("hart-v-bellweather") as opened:
        opened.read_files(FILES)
        yield opened


def kept(matter: Matter, path: str) -> CaseText:
    return CaseText(matter.store, matter.document(path).key)


def blocks(name: str) -> list[str]:
    """The words as they were written, block by block, without the signs of their setting."""
    written = (BUNDLE / "words" / name).read_text(encoding="utf-8").replace("~", "")
    return [
        canonicalize(re.sub(r"(?m)^(?:[=#>+<](?: |$)|\[page\]$)", "", block))
        for block in written.strip().split("\n\n")
    ]


def words(name: str, first: str, last: str) -> str:
    """The blocks from one that begins so to one that does, as text, the notes at their end."""
    every = blocks(name)
    start = next(at for at, block in enumerate(every) if block.startswith(first))
    end = next(at for at, block in enumerate(every) if at >= start and block.startswith(last))
    chosen = every[start : end + 1]
    body = [block for block in chosen if not re.match(r"\[(?:\^|\w+\]$)", block)]
    notes = [block for block in chosen if block.startswith("[^")]
    return re.sub(r"\[\^(\d+)\]", r"\1", " ".join(body + notes))
