"""Turns the laws and files that a corpus keeps into text in which citations can be found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pincite.citations.reading import CitableText, Locale, reading
from pincite.corpus import CorpusStore, Stored
from pincite.model import NOTES, Chunk, Node
from pincite.model.document import Document, DocumentState
from pincite.model.urn import Urn


def read_as(
    text: str,
    paragraphs: Iterable[int],
    nodes: Sequence[Node],
    locale: Locale,
    *,
    urn: str = "",
    legislation: bool = False,
) -> CitableText:
    """A text whose structure is known. Only in legislation does "section 5" mean one of its own
    places: the paragraphs of a brief or of a decision are no law's."""
    notes = [(node.start, node.end) for node in nodes if node.kind in NOTES]
    own = nodes if legislation else ()
    return reading(text, paragraphs, locale=locale, notes=notes, urn=urn, nodes=own)


class KeptLaw:
    """An expression of a work in force."""

    def __init__(self, store: CorpusStore, stored: Stored) -> None:
        self._store = store
        self._stored = stored
        self.key = stored.key
        self.hash = stored.hash
        self.id = stored.expression.urn
        self.name = stored.expression.title

    def reading(self) -> CitableText:
        expression = self._stored.expression
        return read_as(
            self._store.text(self.key),
            self._store.paragraphs(self.key),
            list(self._store.nodes(self.key)),
            Locale(Urn.parse(expression.urn).jurisdiction, expression.language),
            urn=expression.urn,
            legislation=expression.style != "case",
        )

    def chunks(self) -> Sequence[Chunk]:
        return list(self._store.chunks(self.key))


class KeptFile:
    """A document of a matter."""

    def __init__(self, store: CorpusStore, document: Document, home: str) -> None:
        self._store = store
        self._locale = Locale(home, document.language)
        self.key = document.key
        # An expression is never rewritten: a file read anew has another key.
        self.hash = f"{document.sha256}:{document.revision}:{home}"
        self.id = document.id
        self.name = document.path

    def reading(self) -> CitableText:
        nodes = list(self._store.nodes(self.key))
        text, paragraphs = self._store.text(self.key), self._store.paragraphs(self.key)
        return read_as(text, paragraphs, nodes, self._locale)

    def chunks(self) -> Sequence[Chunk]:
        return list(self._store.chunks(self.key))


def kept_laws(store: CorpusStore) -> Iterator[KeptLaw]:
    """Of every work that is in force now, or has no date, its expression; by URN."""
    for urn, _ in store.works():
        for stored, _ in store.find(urn, at=None, tag=None):
            if stored.expression.urn == urn:
                yield KeptLaw(store, stored)


def kept_files(store: CorpusStore, home: str) -> Iterator[KeptFile]:
    """The documents of a matter that could be read, by key."""
    read = [document for document in store.documents.all() if document.state is DocumentState.READ]
    for document in sorted(read, key=lambda document: document.key):
        yield KeptFile(store, document, home)
