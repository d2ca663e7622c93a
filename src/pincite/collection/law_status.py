"""The status of what a search of law finds, and of what a tree shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from pincite.corpus import Stored
from pincite.corpus.reading import Branch
from pincite.model import Override
from pincite.model.status import Status
from pincite.scope.library_index import FoundPlace, LibraryScope
from pincite.search.card import LawCard
from pincite.search.response import Hit, LawPlace, Response
from pincite.search.sources import OPINION
from pincite.status.wording import described

if TYPE_CHECKING:
    from pincite.search.indexed import Indexed


@dataclass(frozen=True, slots=True)
class FoundStatus:
    """On the date, or in the version, that is searched."""

    scope: LibraryScope
    at: date | None
    version: str | None

    def dead(self, indexed: Indexed, rows: Sequence[int]) -> frozenset[int]:
        """The rows that are not in force. Decisions are in force for as long as nobody overrules
        them: none is among these."""
        table = indexed.table
        law = [row for row in rows if table.facets(row).doc_type != OPINION]
        facets = [table.facets(row) for row in law]
        places = [
            FoundPlace(table.urn(row), work.work, work.start is None)
            for row, work in zip(law, facets, strict=True)
        ]
        found = self.scope.statuses(places, self.at, self.version)
        return frozenset(
            row
            for row, place in zip(law, places, strict=True)
            if place.urn in found and not found[place.urn].may_apply
        )

    def labelled(self, response: Response) -> Response:
        places = [
            FoundPlace(hit.law.urn, hit.source.document_id, hit.law.valid_from is None)
            for hit in response.results
            if hit.law and hit.source.kind != OPINION
        ]
        found = self.scope.statuses(places, self.at, self.version)

        def label(hit: Hit) -> Hit:
            if hit.law is None or hit.law.urn not in found:
                return hit
            return replace(hit, law=replace(hit.law, law_status=found[hit.law.urn]))

        card = self.on_card(response.card) if response.card else None
        return replace(response, results=tuple(map(label, response.results)), card=card)

    def on_card(self, card: LawCard) -> LawCard:
        """With the status of the law and of what it holds, in words."""
        undated = card.valid_from is None
        places = [FoundPlace(urn, card.work, undated) for urn in (
            card.urn, *(part.urn for part in card.contents))]  # fmt: skip
        found = self.scope.statuses(places, self.at, self.version)
        plain = Status.IN_FORCE.value if self.scope.was_read else card.status
        whole = found.get(card.urn)
        return replace(
            card,
            status=described(whole) if whole else plain,
            contents=tuple(
                part._replace(status=found[part.urn].status.value) if part.urn in found else part
                for part in card.contents
            ),
        )

    def overridden(self, response: Response) -> Response:
        """With what courts have done to the provisions that were found."""
        day = self.at or date.today()  # noqa: DTZ011
        overrides = self.scope.store.overrides(at=day)
        if not overrides:
            return response
        return replace(
            response,
            results=tuple(
                replace(hit, law=replace(hit.law, overrides=self._of(hit.law, overrides)))
                if hit.law
                else hit
                for hit in response.results
            ),
        )

    def _of(self, law: LawPlace, overrides: list[Override]) -> tuple[Override, ...]:
        """Those of the provision, of what is above it, and of parts of it."""
        store, touched = self.scope.store, set[str]()
        for stored, node in store.find(law.urn, at=self.at, tag=self.version):
            near = (
                node, *store.ancestors(stored.key, node), *store.descendants(stored.key, node),
            )  # fmt: skip
            touched |= {touching.urn for touching in near}
        return tuple(override for override in overrides if override.urn in touched)

    def on_tree(self, tree: Branch, stored: Stored) -> Branch:
        """With the status of each provision that is not plainly in force."""
        work, undated = stored.expression.urn, stored.validity is None
        places = [FoundPlace(branch.node.urn, work, undated) for branch in tree.every()]
        found = self.scope.statuses(places, self.at, self.version)
        return _labelled(tree, {urn: status.status for urn, status in found.items()})


def _labelled(tree: Branch, statuses: Mapping[str, str]) -> Branch:
    status = statuses.get(tree.node.urn, "")
    return replace(tree, status=status, children=[_labelled(c, statuses) for c in tree.children])
