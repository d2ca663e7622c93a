"""One run of the program tesseract over one upright picture, and the words it saw."""

from __future__ import annotations

import csv
import functools
import os
import re
import shutil
import subprocess
from typing import NamedTuple

from PIL import Image

from pincite.errors import SourceError
from pincite.text.canonical import canonicalize

PROGRAM = "tesseract"
# A dense A4 page takes 3 s; a picture that takes this long is no page.
TIMEOUT_SECONDS = 120

# Page segmentation: 4 reads the page as one column, 3 looks for several, 6 takes it for one block
# of like lines; 0 finds which way is up.
ONE_COLUMN, COLUMNS, BLOCK, ORIENTATION = 4, 3, 6, 0

# Specks and rules read as marks: of the words of these alone that were less sure, none of 92 was
# on the page. Words with a letter or a digit stay, however unsure: some of them are right.
_SPECKS = frozenset(".,:;'`´‘’“”\"~^*-_–—|¦!/\\·•°=<>{}")
_SURE_OF_MARKS = 40


class RecognisedWord(NamedTuple):
    """A word, in pixels of the picture; `line` counts its block, paragraph and line."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    confidence: int
    line: tuple[int, int, int]


def require(languages: str, name: str) -> None:
    """Raises SourceError where the program, or the data of a language, is not installed."""
    installed = _installed(os.environ.get("PATH", os.defpath))
    if installed is None:
        raise SourceError(
            "a picture of text, and the program that recognises text, tesseract, is not installed",
            file=name,
            hint=f"Install the Debian packages {_packages(languages)}, then load again.",
        )
    missing = [code for code in languages.split("+") if code not in installed]
    if missing:
        raise SourceError(
            f"text recognition has no data for the language {', '.join(missing)}",
            file=name,
            hint=f"Install the Debian packages {_packages(languages)}, then load again.",
        )


def words(
    image: Image.Image,
    *,
    languages: str,
    dpi: float,
    layout: int,
    name: str,
    digits: bool = False,
) -> list[RecognisedWord]:
    """The words of a grey picture in reading order; none where nothing was recognised. With
    `digits`, nothing but digits is looked for."""
    options = ["-l", languages, "--psm", str(layout)]
    if digits:
        options += ["-c", "tessedit_char_whitelist=0123456789"]
    table = _run(image, [*options, "tsv"], dpi, name)
    recognised: list[RecognisedWord] = []
    rows = csv.reader(table.split("\n")[1:], delimiter="\t", quoting=csv.QUOTE_NONE)
    for row in rows:
        # level, page, block, paragraph, line, word, left, top, width, height, confidence, text
        if len(row) == 12 and row[0] == "5":
            text = canonicalize(row[11])
            left, top, width, height = (float(cell) for cell in row[6:10])
            line = (int(row[2]), int(row[3]), int(row[4]))
            sure = min(100, max(0, round(float(row[10]))))
            if sure < _SURE_OF_MARKS and _SPECKS.issuperset(text):
                continue
            # One row is one word, but where its text holds a space each part takes its share.
            done = 0
            for part in text.split():
                start = left + width * done / len(text)
                done += len(part) + 1
                end = left + width * min(1.0, (done - 1) / len(text))
                recognised.append(RecognisedWord(part, start, top, end, top + height, sure, line))
    return recognised


def quarter_turns(image: Image.Image, *, dpi: float, name: str) -> int:
    """How many quarters, clockwise, the picture must be turned to stand upright; 0 where unsure."""
    output = _run(image, ["-l", "osd", "--psm", str(ORIENTATION)], dpi, name, may_fail=True)
    turn = re.search(r"^Rotate: (\d+)$", output, re.MULTILINE)
    return int(turn[1]) // 90 % 4 if turn else 0


def _run(
    image: Image.Image, options: list[str], dpi: float, name: str, *, may_fail: bool = False
) -> str:
    picture = b"P5 %d %d 255\n" % image.size + image.tobytes()
    try:
        done = subprocess.run(
            [PROGRAM, "stdin", "stdout", "--dpi", str(round(dpi)), *options],
            input=picture,
            capture_output=True,
            timeout=TIMEOUT_SECONDS,
            # Pages are read in parallel, one process each; threads within one only add waiting.
            env=os.environ | {"OMP_THREAD_LIMIT": "1"},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise SourceError(
            f"recognition took more than {TIMEOUT_SECONDS} s",
            file=name,
            hint="Scan the page again at 300 dpi, in grey, and load that.",
        ) from None
    except OSError as error:
        raise SourceError(f"tesseract could not be started ({error.strerror})", file=name) from None
    if done.returncode and not may_fail:
        lines = done.stderr.decode("utf-8", "replace").split("\n")
        raise SourceError(f"tesseract failed: {canonicalize(' '.join(lines))[:200]}", file=name)
    return done.stdout.decode("utf-8", "replace")


@functools.cache
def _installed(path: str) -> frozenset[str] | None:
    program = shutil.which(PROGRAM, path=path)
    if program is None:
        return None
    listed = subprocess.run(
        [program, "--list-langs"], capture_output=True, timeout=30, check=False
    ).stdout.decode("utf-8", "replace")
    return frozenset(listed.split("\n")[1:])


def _packages(languages: str) -> str:
    parts = [f"tesseract-ocr-{code.replace('_', '-')}" for code in languages.split("+")]
    return " ".join(["tesseract-ocr", *parts])
