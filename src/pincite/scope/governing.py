"""Chooses the definitions that govern a rule, and those that these use in turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pincite.model.kinds import LABELS
from pincite.scope.context import DefinitionTie, GoverningDefinition, ScopedPassage, Shadowed
from pincite.scope.defining import EVERY
from pincite.scope.index import Reaching
from pincite.scope.records import StatutoryDefinition
from pincite.scope.terms import Terms, key_of
from pincite.status.place import ProvisionInForce

if TYPE_CHECKING:
    from pincite.scope.in_force import InForceOnly
    from pincite.scope.resolve import Resolver

_INTERPRETS = "interpretation"
# What it interprets, by its URN: "…:1005.9:b:interp" is of "…:1005.9:b".
_INTERPRETED = f":{LABELS[_INTERPRETS]}"
# Words that are only quoted are not used.
_quoted = re.compile(r"[“\"„][^“”\"„]{1,200}[”\"“]")


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _standing(terms: Terms, texts: Sequence[str]) -> tuple[int, ...]:
    """The terms that stand in these, each once, in their order."""
    hits = (hit.term for text in texts for hit in terms.standing(_quoted.sub(_blank, text)))
    return tuple(dict.fromkeys(hits))


class Governing:
    """The definitions that govern, closed over those that they use."""

    def __init__(
        self,
        resolver: Resolver,
        place: ProvisionInForce,
        given: Sequence[str],
        in_force: InForceOnly,
    ) -> None:
        self._resolver = resolver
        self._place = place
        self._given = given
        self._in_force = in_force
        self.not_held: list[str] = []
        self._done: set[tuple[str, str, int]] = set()
        self._found: list[GoverningDefinition] = []
        self._ties: list[DefinitionTie] = []

    def of(self, words: Sequence[str]) -> tuple[list[GoverningDefinition], list[DefinitionTie]]:
        # The last is where a definition's words begin: they come again, and are read once.
        work: list[tuple[ProvisionInForce, Sequence[str], str, int]] = [
            (self._place, words, "", -1)
        ]
        while work:
            place, used_in, via, begins = work.pop(0)
            for defined, at in self._used(place, used_in, via, begins):
                self._found.append(defined)
                start = defined.passage.end - len(defined.said)
                work.append((at, (defined.said,), defined.term, start))
        return self._found, self._ties

    def _used(
        self, place: ProvisionInForce, words: Sequence[str], via: str, begins: int
    ) -> Iterator[tuple[GoverningDefinition, ProvisionInForce]]:
        code = place.stored.expression.language
        urns = self._reached_through(place)
        known = self._resolver.index.reaching(place.stored.key, urns, code)
        pointed = list(self._pointed(place))
        more = [*pointed, *self._from_acts(place), *self._taken_whole(place, known)]
        every, terms = known
        if more:
            every = (*every, *more)
            terms = Terms([definition.term for _, definition in every], code)
        name = None if more or begins < 0 else (place.stored.key, place.node.urn, begins)
        numbers = self._resolver.index.uses.get(name) if name else None
        if numbers is None:
            numbers = _standing(terms, words)
            if name:
                self._resolver.index.remember(name, numbers)
        groups: dict[str, list[tuple[int, StatutoryDefinition]]] = {}
        for number in numbers:
            definition = every[number][1]
            if definition.term != EVERY and not any(
                urn in urns for urn in definition.extent.excludes
            ):
                groups.setdefault(key_of(definition.term, code), []).append(every[number])
        for key, group in sorted(groups.items()):
            yield from self._settled(
                key, group, [definition for _, definition in pointed], place, via
            )

    def _reached_through(self, place: ProvisionInForce) -> tuple[str, ...]:
        """What holds a place, nearest first; for an official interpretation, what it interprets
        too, which stands elsewhere in the law."""
        about = next(
            (node for node in (place.node, *place.above) if node.kind == _INTERPRETS), None
        )
        if about is None:
            return place.urns
        name, at, _ = about.urn.rpartition(_INTERPRETED)
        while at and name.startswith(f"{place.work.rpartition(':')[0]}:"):
            there = self._resolver.find(name)
            if there is not None and there.stored.key == place.stored.key:
                more = (urn for urn in there.urns if urn not in place.urns)
                return (*place.urns[:-1], *more, place.urns[-1])
            name = name.rpartition(":")[0]
        return place.urns

    def _settled(
        self,
        key: str,
        group: Sequence[tuple[int, StatutoryDefinition]],
        pointed: Sequence[StatutoryDefinition],
        place: ProvisionInForce,
        via: str,
    ) -> Iterator[tuple[GoverningDefinition, ProvisionInForce]]:
        code = place.stored.expression.language
        group = [pair for pair in group if self._applies(*pair)]
        full = [pair for pair in group if not pair[1].adds]
        chosen = [pair for pair in full if pair[1] in pointed]
        why = "the rule says where it is defined"
        urns = self._reached_through(place)
        # What adds to a wider meaning than the one that governs speaks of another.
        nearest = -1
        if not chosen:
            depth = {id(definition): _depth(definition, urns) for _, definition in full}
            deepest = max(depth.values(), default=-1)
            chosen = _said([pair for pair in full if depth[id(pair[1])] == deepest])
            nearest, why = deepest, ""
        places = {definition.urn for _, definition in chosen}
        if len(places) > 1 and not why:
            self._tie(chosen)
            chosen = []
        shadowed = [definition for _, definition in full if definition.urn not in places]
        for source, definition in [
            *chosen[:1],
            *(
                (source, definition)
                for source, definition in group
                if definition.adds and _depth(definition, urns) >= nearest
            ),
        ]:
            at = self._stands(source, definition)
            if at is None or (key, definition.urn, definition.start) in self._done:
                continue
            self._done.add((key, definition.urn, definition.start))
            passage = self._resolver.passage(at, definition.start, definition.end)
            shadows = () if definition.adds else tuple(
                Shadowed(other.urn, self._where(other.urn), other.extent) for other in shadowed
            )  # fmt: skip
            reason = why or _why(definition)
            text = passage.text[definition.body - definition.start :]
            yield (
                GoverningDefinition(
                    definition.term,
                    passage,
                    text,
                    definition.extent,
                    via,
                    reason,
                    shadows,
                    definition.adds,
                ),
                at,
            )
            yield from self._taken_over(key, definition, via, code)

    def _taken_whole(
        self, place: ProvisionInForce, known: Reaching
    ) -> Iterator[tuple[int, StatutoryDefinition]]:
        """What another law defines for the whole of itself, where its words are taken over."""
        taken = [definition for _, definition in known.definitions if definition.term == EVERY]
        for target in (urn for definition in taken for urn in definition.same_as):
            there = self._resolver.find(target)
            if there is None:
                self.not_held.append(target)
            elif there.work != place.work:
                code = there.stored.expression.language
                yield from self._resolver.index.reaching(
                    there.stored.key, [there.work], code
                ).definitions

    def _taken_over(
        self, key: str, definition: StatutoryDefinition, via: str, code: str
    ) -> Iterator[tuple[GoverningDefinition, ProvisionInForce]]:
        """The definition whose meaning this one takes over."""
        for target in definition.same_as:
            there = self._resolver.find(target)
            if there is None:
                self.not_held.append(target)
                continue
            for other in self._resolver.index.defined_at(there.stored.key, target):
                done = (key, other.urn, other.start)
                if key_of(other.term, code) != key or done in self._done:
                    continue
                self._done.add(done)
                at = self._stands(there.stored.key, other)
                if at is not None:
                    passage = self._resolver.passage(at, other.start, other.end)
                    reason = f"{definition.urn} takes its meaning from there"
                    text = passage.text[other.body - other.start :]
                    defined = GoverningDefinition(
                        other.term,
                        passage,
                        text,
                        other.extent,
                        definition.term,
                        reason,
                        (),
                        other.adds,
                    )
                    yield defined, at

    def _tie(self, chosen: Sequence[tuple[int, StatutoryDefinition]]) -> None:
        if any(tie.term == chosen[0][1].term for tie in self._ties):
            return
        passages: list[ScopedPassage] = []
        for source, definition in chosen:
            at = self._stands(source, definition)
            if at is not None:
                passages.append(self._resolver.passage(at, definition.start, definition.end))
        self._ties.append(DefinitionTie(chosen[0][1].term, tuple(passages), chosen[0][1].extent))

    def _pointed(self, place: ProvisionInForce) -> Iterator[tuple[int, StatutoryDefinition]]:
        for target in self._resolver.index.pointed(place.stored.key, place.node.urn):
            there = self._resolver.find(target)
            if there is None:
                self.not_held.append(target)
                continue
            for definition in self._resolver.index.defined_at(there.stored.key, target):
                yield there.stored.key, definition

    def _from_acts(self, place: ProvisionInForce) -> Iterable[tuple[int, StatutoryDefinition]]:
        """The definitions of the acts it was made under that reach what is made under them."""
        if place.work != self._place.work:
            return
        seen: set[int] = set()
        for urn in self._given:
            act = self._resolver.find(urn)
            if act is not None and act.stored.key not in seen:
                seen.add(act.stored.key)
                for definition in self._resolver.index.delegated(act.stored.key):
                    yield act.stored.key, definition

    def _stands(self, source: int, definition: StatutoryDefinition) -> ProvisionInForce | None:
        """The provision of a definition in the very expression that its offsets are of."""
        found = self._resolver.find(definition.urn)
        return found if found is not None and found.stored.key == source else None

    def _applies(self, source: int, definition: StatutoryDefinition) -> bool:
        at = self._stands(source, definition)
        return at is None or self._in_force.takes("definition", at)

    def _where(self, urn: str) -> str:
        found = self._resolver.find(urn)
        return found.locator if found else urn


def _depth(definition: StatutoryDefinition, urns: Sequence[str]) -> int:
    """How near the subtree is through which a definition reaches a place: the deeper the nearer;
    one that reaches it only as made under an act is the farthest."""
    reached = (urn for urn in definition.extent.includes if urn in urns)
    return max((len(urns) - urns.index(urn) for urn in reached), default=0)


def _said(
    alike: list[tuple[int, StatutoryDefinition]],
) -> list[tuple[int, StatutoryDefinition]]:
    """Of definitions with one extent those that say it themselves: not one that only leads into
    another, nor a short name in brackets beside a meaning."""
    places = [definition.urn for _, definition in alike]
    inner = [pair for pair in alike if not any(urn.startswith(f"{pair[1].urn}:") for urn in places)]
    meanings = [pair for pair in inner if pair[1].body > pair[1].start]
    return meanings or inner


def _why(definition: StatutoryDefinition) -> str:
    return f"“{definition.extent.words}”" if definition.extent.words else "by where it stands"
