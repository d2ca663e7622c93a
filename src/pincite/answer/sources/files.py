"""What questions are answered from in a matter: its files, each quote by its page and paragraph."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from pincite.answer.evidence import of_files
from pincite.answer.sources.law import Holdings
from pincite.corpus.cited_places import CitedPlaces
from pincite.model.provenance import cited
from pincite.search.respond import chosen_for_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.answer.reply import AnswerCitation
    from pincite.corpus import CorpusStore
    from pincite.indexes.records import Filters
    from pincite.search.library_index import LibrarySearch
    from pincite.search.response import Response
    from pincite.settings import Settings


class Files(Protocol):
    """A matter, as far as answers need it."""

    store: CorpusStore
    settings: Settings

    @property
    def search_index(self) -> LibrarySearch: ...


def file_holdings(
    matter: Files, search: Callable[[str, int], Response], filters: Filters
) -> Holdings:
    """`filters` are those that `search` goes by."""
    store = matter.store
    keys = {one.id: one.key for one in store.documents.all()}
    return Holdings(
        search,
        lambda hits, wanted: of_files(hits, wanted, keys.__getitem__, store),
        lambda asked: matter.search_index.relevance(asked, lambda _: chosen_for_files("")),
        lambda: (matter.settings.jurisdiction,),
        lambda words: matter.search_index.mentions(words, filters),
        store.text,
        partial(pinpoint, CitedPlaces(store)),
    )


def pinpoint(places: CitedPlaces, quoted: AnswerCitation) -> AnswerCitation:
    """A quote by its own page and paragraph, not by those of the passage it was found in."""
    found = places.documents[quoted.document]
    place = places.text(quoted.document).place(quoted.spans[0].start, quoted.spans[-1].end)
    return replace(quoted, locator=cited(found.name, found.kind, place), page=place.page)
