"""Finds the source that an Id. means: the one cited directly before it in its stretch of text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.citations.resolution.antecedents import Antecedents, CitedSource, work_and_section
from pincite.citations.resolution.clauses import MentionJoint, MentionSetting
from pincite.citations.resolution.pins import Measure, MeasuredPin
from pincite.model.mention import CitedKind, Unresolved

# Sources that sentences speak of all the time: "under the Sixth Amendment", "Rule 68 requires".
_SPOKEN = frozenset({CitedKind.CONSTITUTION, CitedKind.RULE})
_MOST_STRUNG = 8


class SourceMention(NamedTuple):
    """A source and the mention that cited it."""

    source: CitedSource
    mention: int


@dataclass(slots=True)
class _Stretch:
    """`string` are the sources of the last citation, None for one that was tied to nothing;
    `words` those spoken of since, in sentences."""

    string: list[SourceMention | None] = field(default_factory=list[SourceMention | None])
    words: list[SourceMention] = field(default_factory=list[SourceMention])

    def sources(self) -> list[SourceMention]:
        found = {cited.source.root(): cited for cited in self.string if cited is not None}
        return list(found.values())


class Chain:
    """What each stretch cited last: the text, each note, each explanatory bracket."""

    def __init__(self, known: Antecedents) -> None:
        self._known = known
        self._stretches: dict[tuple[int, int], _Stretch] = {}
        self._of_note: dict[int, dict[CitedSource, SourceMention]] = {}
        self._broken_notes: set[int] = set()
        self._laws: set[int] = set()

    def cite(
        self, place: MentionSetting, source: CitedSource | None, index: int, *, parallel: bool
    ) -> None:
        """A citation stands here; without a source it breaks the chain."""
        cited = SourceMention(source, index) if source is not None else None
        self._note(place.note, cited)
        if place.joint is MentionJoint.HISTORY:
            return
        if place.joint is MentionJoint.QUOTED:
            self.speak(place, source, index)
            return
        stretch = self._at(place)
        # "§ 4 of the Act, Permian Basin, supra": the act is no part of a string.
        listed = place.joint is MentionJoint.LISTED and index - 1 not in self._laws
        if not parallel and not listed:
            stretch.string.clear()
        elif listed and (spoken := _directly_before(stretch.words, index)):
            # The first of a list of sections reads like a word of the sentence: "§§ 1981, 1983."
            stretch.string[:] = spoken
        # A string of a thousand sources is as good as one that is not known.
        if len(stretch.string) > _MOST_STRUNG:
            stretch.string[1:-1] = [None]
        stretch.string.append(cited)
        stretch.words.clear()

    def speak(
        self, place: MentionSetting, source: CitedSource | None, index: int, *, law: bool = False
    ) -> None:
        """A source is spoken of in a sentence, or quoted by another, not cited; `law` says that it
        is a law called by its name."""
        if law:
            self._laws.add(index)
        if source is not None:
            words = self._at(place).words
            if not words or words[-1].source is not source:
                words.append(SourceMention(source, index))
            del words[:-8]

    def of_note(self, note: int) -> list[SourceMention] | None:
        """The sources of a note so far; None where one of its citations was tied to nothing."""
        if note in self._broken_notes:
            return None
        found = {cited.source.root(): cited for cited in self._of_note.get(note, {}).values()}
        return list(found.values())

    def meant(
        self, place: MentionSetting, pin: MeasuredPin, *, quoting: bool
    ) -> SourceMention | Unresolved:
        """Rules 2 to 9. `quoting` says that Id. is what a bracket quotes."""
        stretch = self._stretches.get((place.note, place.bracket))
        if stretch is None and place.bracket >= 0:
            if place.quoted:
                return Unresolved.NOTHING_BEFORE
            if quoting:
                return Unresolved.AMBIGUOUS
            stretch = self._stretches.get((place.note, -1))
        if stretch is None:
            return self._before_note(place, pin)
        if not stretch.string:
            return self._spoken(stretch, pin)
        if stretch.string[-1] is None:
            return Unresolved.CHAIN_BROKEN
        sources = stretch.sources()
        last = stretch.string[-1]
        several = len(sources) > 1 or None in stretch.string
        in_one_work = pin.measure is Measure.SECTION and _one_work(sources)
        others = [
            word
            for word in stretch.words
            if word.source.root() is not last.source.root() and word.mention not in self._laws
        ]
        if pin.measure is Measure.NONE:
            others = [other for other in others if other.source.kind not in _SPOKEN]
        if several and place.joint is not MentionJoint.LISTED and not in_one_work:
            if None in stretch.string:
                return Unresolved.STRING_CITE
            meant = self._by_pin([*sources, *others], pin)
            return meant if others or not isinstance(meant, Unresolved) else Unresolved.STRING_CITE
        if not others:
            return last if self._known.holds(last.source, pin) else Unresolved.BAD_PIN
        return self._by_pin([last, *others], pin)

    def _spoken(self, stretch: _Stretch, pin: MeasuredPin) -> SourceMention | Unresolved:
        """Nothing is cited before, but spoken of."""
        found = list({word.source.root(): word for word in stretch.words}.values())
        if len(found) == 1 and self._known.holds(found[0].source, pin):
            return found[0]
        return self._by_pin(found, pin)

    def _by_pin(self, cited: list[SourceMention], pin: MeasuredPin) -> SourceMention | Unresolved:
        if pin.measure is Measure.NONE:
            return Unresolved.AMBIGUOUS
        held = {
            candidate.source.root(): candidate
            for candidate in cited
            if self._known.holds(candidate.source, pin)
        }
        if not held:
            return Unresolved.BAD_PIN
        if len(held) > 1 and pin.measure is Measure.SECTION:
            return self._by_section(list(held.values()), pin.section)
        return next(iter(held.values())) if len(held) == 1 else Unresolved.AMBIGUOUS

    def _by_section(self, cited: list[SourceMention], section: str) -> SourceMention | Unresolved:
        """The one law that has this section: it is the section cited, or another of the same law
        was cited before by that number."""
        works: dict[str, SourceMention] = {}
        for candidate in cited:
            work, own = work_and_section(candidate.source.root().key)
            if work not in works or own.casefold() == section.casefold():
                works[work] = candidate
        known = {work_and_section(source.key)[0] for source in self._known.with_section(section)}
        found = [of_work for work, of_work in works.items() if work in known]
        return found[0] if len(found) == 1 else Unresolved.AMBIGUOUS

    def _before_note(self, place: MentionSetting, pin: MeasuredPin) -> SourceMention | Unresolved:
        if not place.note:
            return Unresolved.FOOTNOTE if self._of_note else Unresolved.NOTHING_BEFORE
        before = self.of_note(place.note - 1) if place.note > 1 else []
        if before is None:
            return Unresolved.CHAIN_BROKEN
        if not before:
            return Unresolved.FOOTNOTE
        if len(before) > 1:
            return Unresolved.STRING_CITE
        return before[0] if self._known.holds(before[0].source, pin) else Unresolved.BAD_PIN

    def _at(self, place: MentionSetting) -> _Stretch:
        return self._stretches.setdefault((place.note, place.bracket), _Stretch())

    def _note(self, note: int, cited: SourceMention | None) -> None:
        if note and cited is None:
            self._broken_notes.add(note)
        elif note and cited is not None:
            self._of_note.setdefault(note, {})[cited.source] = cited


def _directly_before(words: list[SourceMention], index: int) -> list[SourceMention]:
    """Those that end the words and are each the mention right before the next."""
    at = len(words)
    while at and words[at - 1].mention == index - 1:
        at, index = at - 1, index - 1
    return words[at:]


def _one_work(sources: list[SourceMention]) -> bool:
    """Whether all are sections of one code."""
    places = [work_and_section(source.source.key) for source in sources]
    return len({work for work, _ in places}) == 1 and all(section for _, section in places)
