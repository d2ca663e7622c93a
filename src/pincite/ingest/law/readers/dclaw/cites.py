"""Where the D.C. Code's own cross-references point: '§42-3502.05|(g)|(1)|(C)'."""

from __future__ import annotations

import functools
import re

from pincite.model.urn import segment

CODE = "D.C. Code"
_BASE = "urn:lex:us-dc:dccode"
# Cited sections of other codes carry a path, too: '§1396r-5', '§80a-3'.
_section = re.compile(
    r"§(\d{1,2}[A-Z]?(?:[:~]\d+[A-Z]?)?-\d[0-9A-Za-z.-]*)((?:\([0-9A-Za-z-]+\))*)"
)
_step = re.compile(r"\(([0-9A-Za-z-]+)\)")


def section_segment(number: str) -> str:
    """'28:9-101' → '28~9-101', as the Council names the file."""
    return segment(number.replace(":", "~"))


@functools.lru_cache(maxsize=65536)
def urn_of(path: str) -> str:
    """'' for a path that names no section, such as '42|35|III', a subchapter."""
    first, *steps = path.split("|")
    match = _section.fullmatch(first)
    if match is None:
        title = re.fullmatch(r"\d{1,2}[A-Z]?", path)
        return f"{_BASE}:title-{path}" if title else ""
    parts = [section_segment(match[1]), *_step.findall(match[2])]
    for step in steps:
        part = _step.fullmatch(step)
        if part is None:
            return ""
        parts.append(part[1])
    return ":".join([_BASE, *parts])
