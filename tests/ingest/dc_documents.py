"""Documents of the D.C. Code, written for the tests of their reader."""

from __future__ import annotations

import unicodedata
from datetime import date
from pathlib import Path

from lxml import etree

from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.law.readers.dclaw.status import standing
from pincite.ingest.sources import Sources
from pincite.model import Draft, Node
from pincite.settings import Settings

NAMESPACES = (
    'xmlns="https://code.dccouncil.us/schemas/dc-library" '
    'xmlns:xi="http://www.w3.org/2001/XInclude" containing-doc="D.C. Code"'
)
BASE = "urn:lex:us-dc:dccode"


def index_of(inside: str, number: str = "99") -> str:
    return (
        f"<container {NAMESPACES}><prefix>Title</prefix><num>{number}</num>"
        f"<heading>Lighthouses.</heading>{inside}</container>"
    )


def includes_of(*names: str) -> str:
    return "".join(f'<xi:include href="./sections/{name}.xml"/>' for name in names)


def section_of(number: str, inside: str = "<text>Light it.</text>", before: str = "") -> str:
    return (
        f"<section {NAMESPACES}><num>{number}</num>{before}<heading>Keepers.</heading>"
        f"{inside}</section>"
    )


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def outcomes_of(path: Path, day: date | None = None) -> list[object]:
    chosen, options = reader("dclaw"), ReadOptions(date=day)
    sources = Sources.of([path], reader="dclaw", settings=Settings())
    return [
        outcome
        for unit in chosen.units(sources, options)
        for outcome in chosen.read(sources, unit, options)
    ]


def only_one(folder: Path, inside: str, number: str = "99-101", before: str = "") -> Draft:
    written(folder, {f"{number}.xml": section_of(number, inside, before)})
    (draft,) = outcomes_of(folder)
    assert isinstance(draft, Draft)
    return draft


def tree_of(draft: Draft) -> list[tuple[str, str]]:
    return [(node.kind, node.urn.removeprefix(f"{BASE}:")) for node in draft.nodes[1:]]


def node_named(draft: Draft, name: str) -> Node:
    return next(node for node in draft.nodes if node.urn == f"{BASE}:{name}")


def words_of(draft: Draft, name: str) -> str:
    node = node_named(draft, name)
    return draft.text[node.start : node.end]


def read_text(path: Path) -> etree._Element:
    """A file without what is not printed as it stands: standings and undesignated labels."""
    root = etree.parse(path, etree.XMLParser(remove_comments=True)).getroot()
    if etree.QName(root).localname == "container":
        for child in list(root)[:3]:
            root.remove(child)
    for reason in list(root.iter("{*}reason")):
        if standing(reason.text or ""):
            root.remove(reason)
        else:
            # A slip of the publisher's: the end of the heading, in brackets.
            heading = root.find("{*}heading")
            heading.text = f"{heading.text}[{reason.text}]"
            root.remove(reason)
    for num in root.iter("{*}num"):
        if num.get("undesignated") == "true":
            num.text = ""
    return root


def squeezed(words: str) -> str:
    return "".join(unicodedata.normalize("NFC", words).split())


def law_of(draft: Draft, section: Node) -> str:
    """A section without its annotations, which have headings."""
    said, at = list[str](), section.start
    for node in draft.nodes[section.ordinal + 1 : section.last + 1]:
        if node.kind == "note" and node.heading:
            said.append(draft.text[at : node.start])
            at = node.end
    return squeezed("".join([*said, draft.text[at : section.end]]))
