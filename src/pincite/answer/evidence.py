"""What an answer may quote: the passages that a search found, and what governs each of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pincite.answer.completion import begins_within
from pincite.answer.reading import ReadUnit
from pincite.answer.records import (
    QuotableSource,
    QuotedTable,
    QuoteSpan,
    SourcePin,
    SourceRole,
)
from pincite.answer.stretches import sentence_end
from pincite.answer.units import short_provision
from pincite.corpus import CorpusStore, Stored
from pincite.corpus.reading import Branch, branch, parts
from pincite.model import Node, Override, Preemption
from pincite.model.status import LawStatus
from pincite.scope.context import Context, Halt, ScopedPassage
from pincite.search.card import LawCard
from pincite.search.response import Hit
from pincite.text.edges import LOOK

_ID = 12
# How far ahead of a passage its sentence may begin.
_LED_FROM = 6000
# The citation style of decisions.
_CASE = "case"
_TABLE = "table"
# Of a rule, so that an answer stays one that is read.
_DEFINITIONS, _EXCEPTIONS, _HOLDERS = 6, 4, 3

FindProvision = Callable[[str], tuple[Stored, Node] | None]
Scoped = Callable[[Stored, Node], Context]
NotInForce = Callable[[QuotableSource], frozenset[str]]


@dataclass(frozen=True, slots=True)
class Evidence:
    """`sources` are the rules, best first, then what governs them. `partly` and `preemptions` name
    a rule by its id: one that a court has set aside in part, or that a higher law overlaps.
    `halted` are rules that a court has set aside, `aside` those that are repealed, expired or not
    yet in force, each by its citation: neither is among the sources. `undated` are the ids of
    sources without dates."""

    sources: tuple[QuotableSource, ...]
    halted: tuple[tuple[str, Halt], ...] = ()
    partly: tuple[tuple[str, Override], ...] = ()
    preemptions: tuple[tuple[str, Preemption], ...] = ()
    aside: tuple[tuple[str, LawStatus], ...] = ()
    undated: frozenset[str] = frozenset()
    noted: tuple[tuple[str, LawStatus], ...] = ()
    """Rules, by id, of whose status there is something to say."""
    read: tuple[ReadUnit, ...] = ()
    """The units that may be quoted, likeliest first, where a reader chose them."""

    @property
    def rules(self) -> tuple[QuotableSource, ...]:
        return tuple(source for source in self.sources if source.role is SourceRole.RULE)


def of_files(
    hits: Sequence[Hit],
    wanted: int,
    key_of: Callable[[str], int],
    store: CorpusStore,
) -> Evidence:
    """Passages of case files: nothing governs them."""
    found = [_of_hit(hit, "", hit.source.chunk_id) for hit in hits[:wanted]]
    return Evidence(
        tuple(
            _by_paragraphs(replace(source, id=f"S{at}", key=key_of(source.document)), store)
            for at, source in enumerate(found, 1)
        )
    )


def from_its_sentence(source: QuotableSource, store: CorpusStore) -> QuotableSource:
    """A passage of a file that begins within a sentence, from where that begins: what forbids the
    items of a list may stand pages before them. As it is where that is too far."""
    around = f"{source.before}{source.text}"
    if not begins_within(around, len(source.before)):
        return source
    far = max(source.start - _LED_FROM, 0)
    ends = [
        match.end() for match in sentence_end.finditer(store.text(source.key, far, source.start))
    ]
    if not ends and far:
        return source
    start = far + (ends[-1] if ends else 0)
    text = store.text(source.key, start, source.end)
    return _by_paragraphs(replace(source, start=start, text=text), store)


def quoted_within(read: ReadUnit, without: Collection[str] = ()) -> ReadUnit:
    """The unit with the short provision that it is quoted within, if there is one `without` others
    that may not be quoted, by their URNs."""
    pin = short_provision(read.source, read.unit, without)
    return read._replace(whole=QuoteSpan(pin.body, pin.end) if pin else None)


def _led_by_higher(kept: Sequence[ReadUnit], higher: Collection[str]) -> list[ReadUnit]:
    """What was read of higher law leads: who is told the lower first takes it for the rule."""

    def is_higher(one: ReadUnit) -> bool:
        urn, _ = one.source.pin(*one.unit.span)
        return any(f"{urn}:".startswith(f"{above}:") for above in higher)

    return sorted(kept, key=lambda one: not is_higher(one)) if higher else list(kept)


def _takes_in(read: ReadUnit, ended: Collection[str]) -> bool:
    """Whether a unit is read behind words of another provision, and that is one of these."""
    span = read.unit.span
    own, _ = read.source.pin(*span)
    others = [
        pin
        for pin in read.source.pins
        if pin.urn in ended and not f"{pin.urn}:".startswith(f"{own}:")
        and not (pin.start <= span.start and span.end <= pin.end)
    ]  # fmt: skip
    return any(pin.body < lead.end and lead.start < pin.end
               for pin in others for lead in read.unit.leads)  # fmt: skip


def of_opening(
    card: LawCard, store: CorpusStore, stored: Stored, node: Node
) -> QuotableSource | None:
    """The opening words of a law, as its card has them; None where the library has another text of
    it by now."""
    opening = card.opening
    if opening is None or stored.hash != card.content_hash:
        return None
    source = QuotableSource(
        id="S1",
        role=SourceRole.RULE,
        key=stored.key,
        document=stored.expression.urn,
        chunk_id=f"{stored.hash[:_ID]}:{opening.start}-{opening.end}",
        urn=opening.urn,
        locator=opening.locator,
        title=card.title,
        text=opening.text,
        start=opening.start,
        end=opening.end,
        content_hash=stored.hash,
        language=card.language,
        version=card.version,
        valid_from=card.valid_from,
        valid_to=card.valid_to,
        url=card.url or None,
        unit=opening.urn,
    )
    return _pinned(source, store, stored, node)


def of_provision(store: CorpusStore, stored: Stored, node: Node) -> QuotableSource:
    """A provision whole, with all that it holds."""
    tree = branch(store, stored, node, None)
    validity = stored.validity
    source = QuotableSource(
        id="S1",
        role=SourceRole.RULE,
        key=stored.key,
        document=stored.expression.urn,
        chunk_id=f"{stored.hash[:_ID]}:{node.start}-{node.end}",
        urn=node.urn,
        locator=tree.locator,
        title=stored.expression.title,
        text=store.text(stored.key, node.start, node.end),
        start=node.start,
        end=node.end,
        content_hash=stored.hash,
        language=stored.expression.language,
        version=stored.version,
        valid_from=validity.start if validity else None,
        valid_to=validity.end if validity else None,
        url=stored.expression.url or None,
        unit=node.urn,
    )
    return _pinned(source, store, stored, node)


@dataclass
class LawEvidence:
    """Gathers the evidence in a library of law. `find` gives the expression and the provision that
    a URN names, on the date that was asked; `scope` gives what governs the provision, and
    `not_in_force` which provisions within a source may not be applied."""

    store: CorpusStore
    find: FindProvision
    scope: Scoped
    not_in_force: NotInForce = lambda _: frozenset()
    other_text: bool = False
    """Whether a hit was left out because the library has another text there by now."""
    _sources: list[QuotableSource] = field(default_factory=list[QuotableSource])
    _seen: set[tuple[str, int, int]] = field(default_factory=set[tuple[str, int, int]])

    def of(self, hits: Sequence[Hit], wanted: int) -> Evidence:
        """Of the first hits that may be quoted, `wanted` of them."""
        halted: list[tuple[str, Halt]] = []
        aside: list[tuple[str, LawStatus]] = []
        partly: list[tuple[str, Override]] = []
        preemptions: list[tuple[str, Preemption]] = []
        governed: list[tuple[QuotableSource, Context | None]] = []
        for hit in hits:
            if len(governed) >= wanted:
                break
            assert hit.law is not None
            found = self.find(hit.law.urn)
            if found is None:
                continue
            if not hit.source.chunk_id.startswith(found[0].hash[:_ID]):
                self.other_text = True
                continue
            # A decision is governed by nothing but later ones.
            decision = found[0].expression.style == _CASE
            context = None if decision else self.scope(*found)
            if context is not None and context.halts:
                halted += [(hit.citation, halt) for halt in context.halts]
                continue
            if context is not None and not context.law_status.may_apply:
                aside.append((hit.citation, context.law_status))
                continue
            added = [source for rule in self._rules(hit, *found) if (source := self._add(rule))]
            governed += [(source, context) for source in added[:1]]
        noted = [
            (rule.id, context.law_status)
            for rule, context in governed
            if context is not None and not context.law_status.is_plain
        ]
        for rule, context in governed:
            if context is not None:
                partly += [(rule.id, override) for override in context.partly]
                preemptions += [(rule.id, preemption) for preemption in context.preemptions]
                self._governing(rule, context)
        undated = frozenset(source.id for source in self._sources if source.valid_from is None)
        return Evidence(
            tuple(self._sources), tuple(halted), tuple(partly), tuple(preemptions), tuple(aside),
            undated, tuple(noted),
        )  # fmt: skip

    def of_units(self, read: Sequence[ReadUnit], wanted: int) -> Evidence:
        """Of the first units that may be quoted, `wanted` of them: each is looked up by the
        narrowest provision that it stands in, so that what limits another part of its section does
        not speak of it, and quoted within a wider one only where all of that is in force. Only the
        first is given with what governs it, and what is quoted around it."""
        halted: list[tuple[str, Halt]] = []
        aside: list[tuple[str, LawStatus]] = []
        partly: list[tuple[str, Override]] = []
        preemptions: list[tuple[str, Preemption]] = []
        noted: list[tuple[str, LawStatus]] = []
        kept: list[ReadUnit] = []
        known: dict[str, Context | None] = {}
        named: dict[tuple[str, int, int], QuotableSource] = {}
        dead: dict[tuple[str, int, int], frozenset[str]] = {}
        overlapped = {preemption.urn for preemption in self.store.preemptions()}

        def governing(urn: str, source: QuotableSource) -> Context | None:
            if urn not in known:
                found = self.find(urn) or self.find(source.urn)
                decision = found is None or found[0].expression.style == _CASE
                known[urn] = None if decision or found is None else self.scope(*found)
            return known[urn]

        for one in read:
            if len(kept) >= wanted:
                break
            urn, locator = one.source.pin(*one.unit.span)
            context = governing(urn, one.source)
            if context is not None and context.halts:
                halted += [(locator, halt) for halt in context.halts]
                continue
            if context is not None and not context.law_status.may_apply:
                aside.append((locator, context.law_status))
                continue
            place = one.source.content_hash, one.source.start, one.source.end
            if place not in dead:
                dead[place] = self.not_in_force(one.source) if context else frozenset()
            if _takes_in(one, dead[place]):
                continue
            source = named.get(place) or self._add(one.source)
            if source is None:
                continue
            named[place] = source
            one = quoted_within(one._replace(source=source), dead[place] | overlapped)
            kept.append(one)
            if context is not None:
                partly += [(source.id, override) for override in context.partly]
                preemptions += [(source.id, preemption) for preemption in context.preemptions]
                if not context.law_status.is_plain:
                    noted.append((source.id, context.law_status))
        overlaps = {preemption.by for of, preemption in preemptions if of == kept[0].source.id}
        kept = _led_by_higher(kept, overlaps)
        for one in kept[:1]:
            around, _ = one.source.pin(*(one.whole or one.unit.span))
            narrow, _ = one.source.pin(*one.unit.span)
            context = governing(around, one.source) or governing(narrow, one.source)
            if context is not None:
                self._higher(one.source, context)
                self._governing(one.source, context)
        undated = frozenset(source.id for source in self._sources if source.valid_from is None)
        return Evidence(
            tuple(self._sources), tuple(halted), tuple(partly), tuple(preemptions), tuple(aside),
            undated, tuple(noted), tuple(kept),
        )  # fmt: skip

    def _rules(self, hit: Hit, stored: Stored, node: Node) -> list[QuotableSource]:
        """The hit, each of its parts under its own citation; the one that was found first."""
        law = hit.law
        assert law is not None
        whole = replace(
            _of_hit(hit, law.urn, law.unit_urn),
            key=stored.key,
            content_hash=stored.hash,
            language=stored.expression.language,
            version=law.version,
            valid_from=law.valid_from,
            valid_to=law.valid_to,
            url=law.source_url,
        )
        if not hit.parts:
            return [_pinned(whole, self.store, stored, node)]
        parts: list[QuotableSource] = []
        for part in hit.parts:
            cut = replace(
                whole,
                chunk_id=part.chunk_id,
                locator=part.citation,
                text=hit.text[part.start : part.end],
                start=whole.start + part.start,
                end=whole.start + part.end,
            )
            if part.chunk_id == hit.source.chunk_id:
                parts.insert(0, _pinned(cut, self.store, stored, node))
                continue
            ordinal = int(part.chunk_id.rpartition("-")[2])
            chunk = self.store.chunk(stored.key, ordinal)
            beside = self.find(chunk.urn) if chunk else None
            if beside is not None and beside[0].key == stored.key:
                cut = replace(cut, urn=beside[1].urn, unit=beside[1].urn)
                parts.append(_pinned(cut, self.store, *beside))
        return parts

    def _higher(self, rule: QuotableSource, context: Context) -> None:
        """The higher law that overlaps a rule, to be told beside it."""
        for preemption in context.preemptions:
            found = self.find(preemption.by)
            above = self.scope(*found) if found else None
            if found is None or above is None or above.halts or above.partly:
                continue
            made = of_provision(self.store, *found)
            if above.law_status.may_apply and not self.not_in_force(made):
                name = f"S{len(self._sources) + 1}"
                self._sources.append(
                    replace(made, id=name, role=SourceRole.EXCEPTION, of=rule.id, says="rule")
                )

    def _governing(self, rule: QuotableSource, context: Context) -> None:
        of = rule.id
        direct = [definition for definition in context.definitions if not definition.via]
        for definition in direct[:_DEFINITIONS]:
            passage = definition.passage
            self._beside(rule, passage, SourceRole.DEFINITION, of, term=definition.term)
        nearer = [exception for exception in context.exceptions if not exception.of_all]
        for exception in nearer[:_EXCEPTIONS]:
            self._beside(
                rule,
                exception.passage,
                SourceRole.EXCEPTION,
                of,
                term=exception.words,
                says=exception.direction,
            )
        for ancestor in context.ancestors[:_HOLDERS]:
            self._beside(rule, ancestor.passage, SourceRole.HOLDER, of, term="")

    def _beside(
        self,
        rule: QuotableSource,
        passage: ScopedPassage,
        role: SourceRole,
        of: str,
        *,
        term: str,
        says: str = "",
    ) -> None:
        if (passage.content_hash, passage.start, passage.end) in self._seen or not passage.text:
            return
        found = self.find(passage.urn)
        if found is None or found[0].hash != passage.content_hash:
            return
        stored, node = found
        beside = rule.key != stored.key or passage.end <= rule.start or rule.end <= passage.start
        inside = not beside and rule.start <= passage.start <= passage.end <= rule.end
        whole = (passage.start, passage.end) == (rule.start, rule.end)
        if inside and (whole or role is SourceRole.HOLDER):
            # It stands in the rule's own passage, which is shown.
            return
        if role is SourceRole.EXCEPTION and not beside and not inside:
            # The rule is part of it, and nothing limits itself.
            return
        made = replace(
            rule,
            role=role,
            key=stored.key,
            document=stored.expression.urn,
            chunk_id=f"{stored.hash[:_ID]}:{passage.start}-{passage.end}",
            urn=passage.urn,
            locator=passage.locator,
            title=stored.expression.title,
            text=passage.text,
            start=passage.start,
            end=passage.end,
            content_hash=stored.hash,
            language=stored.expression.language,
            version=stored.version,
            valid_from=stored.validity.start if stored.validity else None,
            valid_to=stored.validity.end if stored.validity else None,
            url=stored.expression.url or None,
            unit=passage.urn,
            pins=(),
            of=of,
            term=term,
            says=says,
        )
        self._add(_pinned(made, self.store, stored, node))

    def _add(self, source: QuotableSource) -> QuotableSource | None:
        """Under its id; None where it is there already."""
        name = (source.content_hash, source.start, source.end)
        if name in self._seen:
            return None
        self._seen.add(name)
        self._sources.append(replace(source, id=f"S{len(self._sources) + 1}"))
        return self._sources[-1]


def _of_hit(hit: Hit, urn: str, unit: str) -> QuotableSource:
    place = hit.source.place
    return QuotableSource(
        id="",
        role=SourceRole.RULE,
        key=-1,
        document=hit.source.document_id,
        chunk_id=hit.source.chunk_id,
        urn=urn,
        locator=hit.citation,
        title=hit.title,
        text=hit.text,
        start=place.char_start,
        end=place.char_end,
        content_hash=hit.source.sha256,
        unit=unit,
        losses=hit.source.losses,
    )


def _pinned(
    source: QuotableSource, store: CorpusStore, stored: Stored, node: Node
) -> QuotableSource:
    tree = branch(store, stored, node, None, within=(source.start, source.end))
    inside = parts(tree, source.start, source.end)
    pins = tuple(SourcePin(*part) for part in inside)
    tables = tuple(_tables(source, store, tree))
    return replace(_amid(source, store.text), pins=pins, tables=tables)


def _tables(source: QuotableSource, store: CorpusStore, tree: Branch) -> Iterator[QuotedTable]:
    """Those that lie in the source whole; each of their rows is a paragraph."""
    for one in tree.every():
        node = one.node
        if node.kind != _TABLE or one.children:
            continue
        if node.body < source.start or source.end < node.end:
            continue
        every = store.paragraphs(source.key)
        rows = every[bisect_left(every, node.body) : bisect_left(every, node.end)]
        if len(rows) > 1:
            yield QuotedTable(tuple(at - source.start for at in rows), node.end - source.start)


def _by_paragraphs(source: QuotableSource, store: CorpusStore) -> QuotableSource:
    """With the paragraphs of a file, so that no sentence runs from one into the next."""
    every = store.paragraphs(source.key)
    inside = every[bisect_right(every, source.start) : bisect_left(every, source.end)]
    starts = [0, *(at - source.start for at in inside)]
    ends = [*starts[1:], len(source.text)]
    pins = tuple(
        SourcePin(start, start, end, source.urn, source.locator, 0)
        for start, end in zip(starts, ends, strict=True)
    )
    return replace(_amid(source, store.text), pins=pins)


def _amid(source: QuotableSource, text: Callable[[int, int, int], str]) -> QuotableSource:
    """With the words around it."""
    first = max(source.start - LOOK, 0)
    around = text(source.key, first, source.end + LOOK)
    before, after = around[: source.start - first], around[source.end - first :]
    return replace(source, before=before, after=after)
