"""Characters that a terminal cannot show: plain ones stand in for them, so that text stays readable
and nothing fails. In JSON they are escaped, and so none is lost."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Mapping
from io import TextIOWrapper
from typing import TextIO

from pincite.api.body import as_json

_HANDLER = "pincite-stand-ins"
_UNKNOWN = "?"
# Those that stripping accents does not make plain.
_PLAIN: Mapping[int, str] = str.maketrans({
    "§": "s.", "¶": "para.", "…": "...", "·": "-", "•": "*", "→": "->", "←": "<-", "›": ">",
    "‹": "<", "«": '"', "»": '"', "“": '"', "”": '"', "„": '"', "‟": '"', "‘": "'", "’": "'",
    "‚": "'", "′": "'", "″": '"', "–": "-", "—": "--", "‐": "-", "‑": "-", "−": "-", "×": "x",
    "≥": ">=", "≤": "<=", "≠": "!=", "✓": "ok", "✗": "x", "√": "ok", "─": "-", "━": "-", "│": "|",
    "█": "#", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe",
    "ø": "o", "Ø": "O", "ß": "ss", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "€": "EUR",
    "£": "GBP", "¥": "JPY", "©": "(c)", "®": "(R)", "†": "+", "‡": "++", "°": " deg.", "¦": "|",
    "⁄": "/", "\u00ad": "", "\u200b": "", "\ufeff": "",
})  # fmt: skip


def plain_characters(text: str) -> str:
    """In ASCII: § as "s.", … as "...", a letter without its accent, and ? for what has no like."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_PLAIN)).translate(_PLAIN)
    return "".join(
        character if character.isascii() else _UNKNOWN
        for character in decomposed
        if not unicodedata.combining(character)
    )


def show_what_can_be_shown() -> None:
    """From now on stdout and stderr never fail over a character."""
    codecs.register_error(_HANDLER, _stand_in)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def shown_as_json(value: object, *, indent: int | None = 2) -> str:
    """JSON for stdout: escaped where stdout does not take every character."""
    return as_json(value, indent=indent, ascii_only=not _shows_all(sys.stdout))


def name_files_in_utf8() -> None:
    """Begin again where Python was told that names of files, and what is typed, are ASCII: it could
    then neither open a file of any other name nor read a question. What is shown stays ASCII."""
    if codecs.lookup(sys.getfilesystemencoding()).name != "ascii":
        return
    shown = getattr(sys.stdout, "encoding", "ascii")
    environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONIOENCODING": shown}
    command = [sys.executable, "-m", "pincite", *sys.argv[1:]]
    os.execve(sys.executable, command, environment)  # noqa: S606 (it is this very program)


def _stand_in(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    return plain_characters(problem.object[problem.start : problem.end]), problem.end


def _shows_all(stream: TextIO) -> bool:
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return codecs.lookup(encoding).name.startswith("utf")
