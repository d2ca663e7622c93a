"""A small regulation as a tree, in the form that the Bureau published, and what governs its rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from pincite import library
from pincite.library import Library
from pincite.scope.context import Context, Excepted
from pincite.scope.records import Direction
from pincite.settings import Settings

PART = "1099"
_line = re.compile(r"(?P<label>\S+)(?: <(?P<title>[^>]+)>)?(?: (?P<text>.+))?", re.S)


def regulation(folder: Path, *lines: str) -> Library:
    """Each line is a label, perhaps a heading in angle brackets, and the words: "5-a-1 <Oil> …".
    One that begins with "Subpart" opens a subpart."""
    top = _node([PART], "regtext", "LAMPS")
    open_at, interpreted = top, _node([PART, "Interp"], "interp", "Supplement I")
    seen: dict[str, dict[str, Any]] = {}
    for line in lines:
        match = _line.fullmatch(line)
        assert match, line
        path = match["label"].split("-")
        label = [PART, *path]
        title, text = match["title"] or "", match["text"] or ""
        if path[0] == "Subpart":
            open_at = _node(label, "subpart", f"Subpart {path[1]}")
            top["children"].append(open_at)
            continue
        kind = "interp" if "Interp" in path else "regtext"
        if len(path) == 1:
            title = f"§ {PART}.{path[0]} {title or 'Lamps.'}"
        elif kind == "regtext":
            text = f"({path[-1]}) {text}"
        made = _node(label, kind, title, text)
        seen[match["label"]] = made
        if path[-1] == "Interp":
            path = [*path[:-2], "Interp", ""]
        above = seen.get("-".join(path[:-1]))
        holder = above or (interpreted if kind == "interp" else open_at)
        holder["children"].append(made)
    if interpreted["children"]:
        top["children"].append(interpreted)
    path = folder / "tree" / PART / "2020-1_20200101"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(top), encoding="utf-8")
    made = library.create(folder / "law", settings=Settings(models=folder / "none", workers=1))
    made.ingest(path, reader_name="ecfr", version="v1")
    return made


def _node(label: list[str], kind: str, title: str, text: str = "") -> dict[str, Any]:
    number = label[-1] if kind == "regtext" and len(label) > 2 else ""
    marker = f"({number})" if number else ""
    return {
        "label": label, "node_type": kind, "title": title, "text": text, "marker": marker,
        "children": [],
    }  # fmt: skip


def urn(place: str) -> str:
    """ "5:a" is paragraph (a) of section 5."""
    return f"urn:lex:us:12cfr:{PART}.{place}"


def asked(law: Library, place: str) -> Context:
    return law.scope(urn(place), at="2021-01-01")


def defined(found: Context) -> dict[str, str]:
    """The words that define each term, with where they stand."""
    return {
        one.term.lower(): f"{_place(one.passage.urn)} {one.passage.text}"
        for one in found.definitions
    }


def limits(found: Context) -> list[str]:
    """Where the rule is limited, or gives way, by what is outside its own words."""
    return sorted({_place(one.passage.urn) for one in _limiting(found) if not _own(one)})


def own_limits(found: Context) -> list[str]:
    return [one.words for one in _limiting(found) if _own(one)]


def _limiting(found: Context) -> list[Excepted]:
    return [one for one in found.exceptions if one.direction is not Direction.OVERRIDES]


def _own(one: Excepted) -> bool:
    return one.why == "its own words"


def _place(found: str) -> str:
    return found.removeprefix(urn(""))
