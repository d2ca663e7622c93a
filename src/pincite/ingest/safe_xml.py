"""Reads XML safely: no entities, no network, bounded depth, and errors that name file and line."""

from __future__ import annotations

from lxml import etree

from pincite.errors import SourceMalformed, SourceUnsafe
from pincite.ingest.sources import SourceFile

Element = etree._Element  # pyright: ignore[reportPrivateUsage]


# One for all files: a parser keeps nothing of the last document.
_parser = etree.XMLParser(
    resolve_entities=False,
    no_network=True,
    load_dtd=False,
    huge_tree=False,
    remove_comments=True,
    remove_pis=True,
)
_MOST_NAMES = 10_000
_local_names: dict[object, str] = {}


def parse_xml(file: SourceFile) -> Element:
    """The root element. Raises SourceMalformed or SourceUnsafe."""
    if not file.data.strip():
        raise SourceMalformed("an empty file", file=file.name, place="line 1")
    try:
        root = etree.fromstring(file.data, _parser)
    except etree.XMLSyntaxError as problem:
        line = problem.lineno or 1
        message = (problem.msg or "broken XML").partition(", line ")[0]
        kind = SourceUnsafe if "entit" in message.lower() else SourceMalformed
        raise kind(message, file=file.name, place=f"line {line}") from None
    except (ValueError, LookupError) as problem:
        raise SourceMalformed(str(problem), file=file.name, place="line 1") from problem
    _refuse_declarations(root, file)
    return root


def _refuse_declarations(root: Element, file: SourceFile) -> None:
    dtd = root.getroottree().docinfo.internalDTD
    if dtd is None:
        return
    for entity in dtd.iterentities():
        raise SourceUnsafe(
            f"declares the entity {entity.name!r}; entities are never expanded or fetched",
            file=file.name,
            place="line 1",
        )


def name_of(element: Element) -> str:
    """The tag without its namespace."""
    tag = element.tag
    name = _local_names.get(tag)
    if name is None:
        name = tag.rpartition("}")[2] if isinstance(tag, str) else ""
        # A hostile file may invent tags without end.
        if len(_local_names) < _MOST_NAMES:
            _local_names[tag] = name
    return name


def place_of(element: Element) -> str:
    return f"line {element.sourceline}"


def text_of(element: Element) -> str:
    """All the words inside, in order, as raw text."""
    return "".join(element.itertext())
