"""Parts of an Office file that hold words and are missing or damaged, said as losses."""

from __future__ import annotations

import re

from pincite.errors import SourceError
from pincite.ingest.casefiles.formats.package import Package, Relation
from pincite.ingest.safe_xml import name_of
from pincite.model.document import Loss

_TYPES = "[Content_Types].xml"
# By the last word of a relation's type, which is also the part's name less its number.
_HELD = {
    "document": "its text",
    "workbook": "its list of sheets",
    "footnotes": "its footnotes",
    "endnotes": "its endnotes",
    "header": "a header of its pages",
    "footer": "a footer of its pages",
    "styles": "its styles, which headings and list numbers hang on",
    "numbering": "the numbers of its lists",
    "settings": "its settings, which the numbers of notes hang on",
    "comments": "its comments",
    "sharedStrings": "the words of its cells",
    "worksheet": "a sheet",
    "sheet": "a sheet",
}
_WORDS = frozenset(_HELD) - {"settings", "comments"}
_number = re.compile(r"\d+$")


def losses(package: Package, main: str) -> list[Loss]:
    """What is damaged among the parts that were read, and what the file says that it has and does
    not. Call it once all parts were read."""
    told: dict[str, None] = {}
    for part in package.torn:
        if part.endswith(".rels"):
            told["the list of its parts is damaged: some of them may be missing"] = None
        elif (held := _held(part)) is not None:
            told[f"{held}: damaged in the file, so words may be missing or wrong"] = None
    for part in sorted(_missing(package, main)):
        told[f"{_held(part) or part}: missing from the file"] = None
    if _is_cut_off(package, main):
        told["the list of its parts is missing, and so may be some of them"] = None
    return [Loss(what) for what in told]


def _held(part: str) -> str | None:
    """What a part holds, in words; None for what no reader takes words from."""
    return _HELD.get(_kind(part))


def _kind(part: str) -> str:
    stem = part.rpartition("/")[2].partition(".")[0]
    return _number.sub("", stem)


def _missing(package: Package, main: str) -> set[str]:
    named = {
        relation.target
        for relation in _relations(package, main)
        if not relation.external and relation.kind in _WORDS
    }
    named |= {part for part in _typed(package) if _kind(part) in _WORDS}
    return {part for part in named if part not in package}


def _relations(package: Package, main: str) -> list[Relation]:
    try:
        return package.relations(main)
    except SourceError:
        return []


def _typed(package: Package) -> set[str]:
    """The parts whose kind the package states one by one."""
    try:
        root = package.xml_if_there(_TYPES)
    except SourceError:
        return set()
    return {
        element.get("PartName", "").lstrip("/")
        for element in (root if root is not None else ())
        if name_of(element) == "Override"
    }


def _is_cut_off(package: Package, main: str) -> bool:
    """Whether there are parts with words, but nothing that says how they hang together."""
    folder, _, file = main.rpartition("/")
    if f"{folder}/_rels/{file}.rels".lstrip("/") in package:
        return False
    return any(_kind(part) in _WORDS and part != main for part in package.parts)
