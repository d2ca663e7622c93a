"""Finds the law that words name whole, and makes its card."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from pincite.collection.law_status import FoundStatus
from pincite.errors import BadLocator, NotFound
from pincite.model.dates import as_date
from pincite.search.card import LawCard, law_card
from pincite.search.library_index import IndexProgress

if TYPE_CHECKING:
    from pincite.collection.law import HeldLaw


def card_of(
    law: HeldLaw,
    what: str,
    at: date | str | None,
    version: str | None,
    progress: IndexProgress,
) -> LawCard:
    """By its name, its number or its chapter; else by the name that the law itself gives to a part
    of a code, which only the index of words finds. Raises BadUrn, BadLocator, NotFound."""
    try:
        stored, node = law.place(what, at=at, version=version)
    except (BadLocator, NotFound):
        card = law.search(what, at=at, version=version, limit=0, progress=progress).card
        if card is None:
            raise
        return card
    status = FoundStatus(law.scope_index, as_date(at), version)
    return status.on_card(law_card(law.store, stored, node))
