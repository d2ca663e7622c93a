"""Resolves a rule: from its URN and a date to everything that governs it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from pincite.corpus import CorpusStore, Stored
from pincite.model import CONTAINERS, UNITS, Node, Override
from pincite.model.status import LawStatus
from pincite.scope.context import (
    Ancestor,
    Context,
    Excepted,
    GoverningDefinition,
    Halt,
    ScopedPassage,
)
from pincite.scope.governing import Governing
from pincite.scope.in_force import InForceOnly
from pincite.scope.index import ScopeIndex
from pincite.scope.records import Direction, Stated
from pincite.status.at_date import StatusAt
from pincite.status.place import LawOnADay, ProvisionInForce

_REMEMBERED = 4096


class Resolver:
    """`at` is the date asked, None for what is in force today or has no date. With a version,
    what that version states comes first."""

    def __init__(
        self, store: CorpusStore, index: ScopeIndex, at: date | None, version: str | None = None
    ) -> None:
        self._store = store
        self.index = index
        self._law = LawOnADay(store, at, version)
        self._status_at = StatusAt(self._law, index)
        self._statuses: dict[tuple[int, int], LawStatus] = {}
        self._passages: dict[tuple[int, int, int, int], ScopedPassage] = {}
        self._leads: dict[tuple[int, int], int] = {}

    def resolve(self, stored: Stored, node: Node) -> Context:
        place = self._law.place(stored, node)
        status = self.status(place)
        in_force = InForceOnly(status, self.status)
        given = list(self._enabling(place))
        words = self._words(place)
        governed = Governing(self, place, [ancestor.passage.urn for ancestor in given], in_force)
        definitions, ties = governed.of(words)
        halts, partly = self._halts(place)
        return Context(
            rule=self.passage(place),
            at=self._law.at,
            title=stored.expression.title,
            language=stored.expression.language,
            version=stored.version,
            law_status=status,
            ancestors=(*self._ancestors(place), *given),
            definitions=tuple(definitions),
            ties=tuple(ties),
            exceptions=(
                *self._exceptions(place, in_force),
                *self._out_of_terms(place, definitions, in_force),
            ),
            halts=halts,
            partly=partly,
            preemptions=tuple(self._store.preemptions(list(place.urns))),
            not_held=tuple(dict.fromkeys(governed.not_held)),
            # After all that governs it was gathered.
            not_applied=in_force.left_out,
            undated=self._law.at is not None and stored.validity is None,
        )

    # Places.

    def find(self, urn: str) -> ProvisionInForce | None:
        """A provision of any work, in the expression that counts on the date."""
        return self._law.find(urn)

    def status(self, place: ProvisionInForce) -> LawStatus:
        name = (place.stored.key, place.node.ordinal)
        if name not in self._statuses:
            if len(self._statuses) >= _REMEMBERED:
                self._statuses.clear()
            self._statuses[name] = self._status_at.of(place)
        return self._statuses[name]

    def passage(
        self, place: ProvisionInForce, start: int | None = None, end: int | None = None
    ) -> ScopedPassage:
        node = place.node
        start = node.start if start is None else start
        end = node.end if end is None else end
        name = (place.stored.key, node.ordinal, start, end)
        if name not in self._passages:
            if len(self._passages) >= _REMEMBERED:
                self._passages.clear()
            text, where = self.text(place, start, end), place.locator
            self._passages[name] = ScopedPassage(
                node.urn, where, node.heading, text, start, end, place.stored.hash
            )
        return self._passages[name]

    def text(self, place: ProvisionInForce, start: int, end: int) -> str:
        return self._store.text(place.stored.key, start, end)

    # What is above.

    def _ancestors(self, place: ProvisionInForce) -> Iterator[Ancestor]:
        for at, node in enumerate(place.above):
            holder = ProvisionInForce(place.stored, node, place.above[at + 1 :])
            end = self._lead_end(place.stored.key, node)
            yield Ancestor(self.passage(holder, node.start, end), f"holds {place.node.urn}")

    def _lead_end(self, key: int, node: Node) -> int:
        """Where the words of a provision end that stand before what it holds."""
        if node.kind in CONTAINERS:
            return max(node.body, node.start)
        if (key, node.ordinal) not in self._leads:
            if len(self._leads) >= _REMEMBERED:
                self._leads.clear()
            below = self._store.descendants(key, node, depth=1)
            self._leads[key, node.ordinal] = below[0].start if below else node.end
        return self._leads[key, node.ordinal]

    def _enabling(
        self, place: ProvisionInForce, seen: set[str] | None = None
    ) -> Iterator[Ancestor]:
        """What it was made under, and what that was made under in turn."""
        seen = {place.work} if seen is None else seen
        for enabled in self.index.enabled(place.stored.key):
            power = self.find(enabled.by)
            if power is None or power.work == place.work:
                continue
            further = power.work not in seen
            for holder in (power, *self._holders(power)):
                if holder.node.urn in seen:
                    continue
                seen.add(holder.node.urn)
                why = f"gives the power: {enabled.words} ({enabled.urn})" if holder is power else (
                    f"holds {power.node.urn}")  # fmt: skip
                end = holder.node.end if holder is power else self._lead_end(
                    holder.stored.key, holder.node)  # fmt: skip
                yield Ancestor(self.passage(holder, holder.node.start, end), why, enabling=True)
            if further:
                yield from self._enabling(power, seen)

    def _holders(self, place: ProvisionInForce) -> Iterator[ProvisionInForce]:
        for at, node in enumerate(place.above):
            yield ProvisionInForce(place.stored, node, place.above[at + 1 :])

    # What is said.

    def _words(self, place: ProvisionInForce) -> list[str]:
        """The rule's own, and those of what holds it, as far as they lead into it."""
        key = place.stored.key
        found = [self._store.text(key, place.node.body, place.node.end)]
        for node in place.above:
            if node.kind in CONTAINERS:
                break
            found.append(self._store.text(key, node.body, self._lead_end(key, node)))
        return found

    # What limits.

    def _exceptions(self, place: ProvisionInForce, in_force: InForceOnly) -> Iterator[Excepted]:
        units = [place.node]
        for node in place.above:
            if node.kind in CONTAINERS:
                break
            units.append(node)
        seen: set[tuple[str, Direction, str]] = set()
        for statement in self.index.stated_at(
            place.stored.key, [node.urn for node in units], place.node.urn
        ):
            if statement.own is None:
                continue
            for target in statement.targets:
                found = self.find(target)
                key = (target, statement.own, statement.words)
                if found is None or _inside(target, place) or key in seen:
                    continue
                seen.add(key)
                if in_force.takes("exception", found):
                    yield Excepted(
                        self.passage(found),
                        statement.own,
                        statement.words,
                        f"said in {statement.urn}",
                    )
        yield from self._pointed_at(place, [node.urn for node in units], seen, in_force)

    def _pointed_at(
        self,
        place: ProvisionInForce,
        units: Sequence[str],
        seen: set[tuple[str, Direction, str]],
        in_force: InForceOnly,
    ) -> Iterator[Excepted]:
        """What other provisions, and the rule's own words, say of the rule or of what holds it."""
        found: dict[tuple[str, Direction, str], tuple[ProvisionInForce, str, bool]] = {}
        below, section = f"{place.node.urn}:", f"{units[-1]}:"
        for key, statement in self.index.touching(list(place.urns), place.node.urn):
            if not self._law.is_text_of(key, self.index.work_of(key)):
                continue
            within = statement.urn in units or statement.urn.startswith(below)
            proviso = statement.urn in statement.targets
            if (proviso and not within) or (within and _of_itself(statement, place)):
                continue
            said = place.stored.key == key and statement.own is None
            itself = proviso or (said and within)
            if not itself and statement.urn == place.node.urn:
                continue
            stands = self.find(statement.urn)
            if stands is None or not in_force.takes("exception", stands):
                continue
            named = (statement.urn, statement.direction, statement.words)
            nearer = statement.urn.startswith(section) or any(
                urn in units or urn.startswith(below) for urn in statement.targets
            )
            reason = "its own words" if itself else f"pointed at {', '.join(statement.targets)}"
            if named not in seen and (named not in found or nearer):
                found[named] = (stands, reason, not nearer)
        for (_, direction, words), (stands, reason, of_all) in found.items():
            yield Excepted(self.passage(stands), direction, words, reason, of_all)

    def _out_of_terms(
        self,
        place: ProvisionInForce,
        definitions: Sequence[GoverningDefinition],
        in_force: InForceOnly,
    ) -> Iterator[Excepted]:
        """What the rule's own section takes out of a term that it defines and the rule uses."""
        unit = next((urn for urn in place.urns if self._is_unit(urn)), None)
        for defined in definitions:
            urn = defined.passage.urn
            if unit is None or defined.via or not urn.startswith(f"{unit}:") or urn in place.urns:
                continue
            for key, statement in self.index.touching([urn], urn):
                stands = self.find(statement.urn) if key == place.stored.key else None
                if (
                    stands is not None
                    and statement.targets == (urn,)
                    and statement.direction is Direction.LIMITS
                    and statement.urn.startswith(f"{unit}:")
                    and not statement.urn.startswith((urn, place.node.urn))
                    and in_force.takes("exception", stands)
                ):
                    reason = f"takes something out of “{defined.term}”, by {urn}"
                    yield Excepted(
                        self.passage(stands), statement.direction, statement.words, reason
                    )

    def _is_unit(self, urn: str) -> bool:
        there = self.find(urn)
        return there is not None and there.node.kind in UNITS

    def _halts(self, place: ProvisionInForce) -> tuple[tuple[Halt, ...], tuple[Override, ...]]:
        halts = tuple(Halt(override, override.urn) for override in self._status_at.overrides(place))
        below = tuple(
            override for override in self._store.overrides(None, self._law.day)
            if override.urn.startswith(f"{place.node.urn}:")
        )  # fmt: skip
        return halts, below


def _of_itself(statement: Stated, place: ProvisionInForce) -> bool:
    """Whether it is said in a rule, or in what holds it, only of a whole that holds both: an
    exception is not taken out of itself. What a section's paragraph says of more than the section
    limits the section all the same."""
    urns = place.urns
    inside = statement.urn not in urns
    if inside and place.node.kind in UNITS:
        return False
    least = 0 if inside else urns.index(statement.urn)
    touched = [urn for urn in statement.targets if urn == urns[0] or _inside(urn, place)]
    return all(urn in urns[least + 1 :] for urn in touched)


def _inside(urn: str, place: ProvisionInForce) -> bool:
    """Whether a URN is the place, holds it, or is below it."""
    return urn in place.urns or urn.startswith(f"{place.node.urn}:")
