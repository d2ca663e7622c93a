"""What questions are answered from in a matter: its files, each quote by its page and paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.answer.evidence import of_files
from pincite.holdings import Holdings
from pincite.matters.cited_places import CitedPlaces
from pincite.search.respond import chosen_for_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.indexes.records import Filters
    from pincite.matters.matter import Matter
    from pincite.search.response import Response


def file_holdings(
    matter: Matter, search: Callable[[str, int], Response], filters: Filters
) -> Holdings:
    """`filters` are those that `search` goes by."""
    store = matter.store
    keys = {one.id: one.key for one in store.documents.all()}
    return Holdings(
        search,
        lambda hits, wanted: of_files(hits, wanted, keys.__getitem__, store),
        lambda asked: matter.searching.relevance(asked, lambda _: chosen_for_files("")),
        lambda: (matter.settings.jurisdiction,),
        lambda words: matter.searching.mentions(words, filters),
        store.text,
        CitedPlaces(store).pinpoint,
    )
