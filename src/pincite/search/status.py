"""How far the indexes have come, in figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed
    from pincite.search.profiles import Profile


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """Documents that the library holds and that are indexed, their passages, what share of those is
    encoded by one vector and by their tokens, and the models that are missing. `left` is how many
    passages still lack a vector that a search would use; where searches use none, `note` says so.
    `mended` is what did not match the library and was made again, where that was looked for.
    """

    held: int
    documents: int
    passages: int
    encoded: float
    tokens_encoded: float
    missing: dict[str, str]
    left: int = 0
    note: str = ""
    mended: tuple[str, ...] = ()


def status_of(indexed: Indexed, used: Profile, held: int, missing: dict[str, str]) -> IndexStatus:
    """Of opened indexes, where searches go by that profile."""
    from pincite.search.encode_order import unencoded

    by_token = indexed.late.share if indexed.late is not None else 0.0
    left = unencoded(indexed.table, indexed.encoders.dense, indexed.share)
    needless = not used.by_network and len(indexed.table) > 0
    return IndexStatus(
        held,
        len(indexed.table.documents),
        len(indexed.table),
        round(indexed.share, 4),
        round(by_token, 4),
        missing,
        left if used.by_network else 0,
        without_network(used) if needless else "",
    )


def without_network(used: Profile) -> str:
    """What to say where searches use no vectors of a network."""
    by = "words and a table of lemmas" if used.weights.nearness > 0 else "words"
    return f"{used.name}: searched by {by}; there is nothing to encode"
