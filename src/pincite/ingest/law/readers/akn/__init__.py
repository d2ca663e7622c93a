"""Akoma Ntoso 2.0 and 3.0: acts, bills and instruments, one expression a file.

Several files of one work are its versions, told apart by the date of the expression. Elements are
known by their local name, so either namespace, or none, will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lxml.etree import strip_tags

from pincite.errors import SourceMalformed
from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers import Outcome, Reader, ReadOptions, Unit
from pincite.ingest.law.readers.akn.body import AknBody
from pincite.ingest.law.readers.akn.identification import DOCUMENTS, expression_of
from pincite.ingest.safe_xml import name_of, parse_xml, place_of
from pincite.ingest.sources import SourceFile, Sources
from pincite.model import Draft, Skipped

_UNUSED = tuple(f"{{*}}{tag}" for tag in ("term", "b", "i", "u", "sup", "sub", "span", "inline"))


def _units(sources: Sources, _options: ReadOptions) -> list[Unit]:
    return [Unit((name,)) for name in sources.names() if name.lower().endswith((".xml", ".akn"))]


def _read(sources: Sources, unit: Unit, options: ReadOptions) -> Iterator[Outcome]:
    yield read_document(sources.read(unit.names[0]), options)


def read_document(file: SourceFile, options: ReadOptions) -> Draft | Skipped:
    root = parse_xml(file)
    # Inline marks that say nothing we keep: without them most sentences are one piece of text.
    strip_tags(root, *_UNUSED)
    if name_of(root) != "akomaNtoso":
        reason = f"the root element is <{name_of(root)}>: not an Akoma Ntoso document"
        return Skipped(file.name, place_of(root), reason)
    document = next((child for child in root if name_of(child) in DOCUMENTS), None)
    if document is None:
        kinds = ", ".join(f"<{name_of(child)}>" for child in root) or "nothing"
        raise SourceMalformed(
            f"holds {kinds}; read are {', '.join(f'<{kind}>' for kind in DOCUMENTS)}",
            file=file.name,
            place=place_of(root),
        )
    expression = expression_of(document, file, options)
    builder = DraftBuilder(expression, [file.source])
    body = AknBody(builder)
    body.document(document)
    for sibling in root:
        if sibling is not document:
            body.block(sibling)
    body.settle()
    if not builder.words:
        return Skipped(
            file.name, place_of(document), "no text: only a record of it", expression.urn
        )
    return _with_own_links(builder.finish())


def _with_own_links(draft: Draft) -> Draft:
    """Links to '#id' name a place in the same document: its URN is known once all is read."""
    if not any(citation.target.startswith("#") for citation in draft.citations):
        return draft
    places = {
        node.attrs["eId"]: node.urn for node in draft.nodes if node.attrs and "eId" in node.attrs
    }
    citations = [
        citation._replace(urn=places.get(citation.target[1:], ""))
        if citation.target.startswith("#")
        else citation
        for citation in draft.citations
    ]
    return replace(draft, citations=citations)


READER = Reader(
    name="akn",
    about="Akoma Ntoso 2.0 and 3.0 XML",
    units=_units,
    read=_read,
)
