"""What each mention of a text means: Id., supra, short forms and names tied to their sources.

The rules, with where lawyers find them; whatever they leave open is left open, with a reason.

 1. A full citation means itself. Its parallels are the same source, under the key of the one that
    stands first (Bluebook 10.3.1); a case has one place in one reporter, so two pages of one
    reporter are never parallels.
 2. Id. and Ibid. mean the source of the citation directly before, of whatever kind: a case, a law,
    a paper of the record (Bluebook 4.1, ALWD 11.3). Without a pinpoint they keep that citation's.
 3. After a citation of several sources Id. means none (Bluebook 4.1): "A; B. Id.", unless its
    pinpoint lies in only one of them. But an id. that stands in the string itself means the one
    before it there.
 4. A source in the explanatory bracket of a citation, in its explanatory phrase (", quoting …") or
    in its history (", aff'd, …") is passed over (Bluebook 4.1); but where the phrase is not in
    brackets courts mean the quoted one as well, so that only a pinpoint can tell. Inside a bracket,
    Id. means what the bracket cited before, else the citing source. What a quotation cites is
    passed over too, for it is not the writer who cites it; an Id. in it means only what it cites.
 5. A citation that was tied to nothing breaks the chain: the next Id. means nothing known. So
    does a source that no rule reads, such as a treatise.
 6. Id. in a footnote means what that note cites before, else the only source of the note before
    (Bluebook 4.1); in the text it never means what a note cites.
 7. Id. cannot point outside its source: a page lies between the case's first page and the next
    case cited from that volume; a reporter has no sections, a code no pages, and only a paper, or a
    case that numbers its paragraphs, has paragraphs.
 8. "Id. § 1985" after a section of a code means that section of the same code (Bluebook 12.10);
    where several laws can be meant, that of which § 1985 was cited before.
 9. A source called by name, or a law used as a word of a sentence, is no citation; but where
    one stands between, Id. means what the pinpoint can only mean, else nothing. A constitution, a
    rule of court or an act by its name, which sentences speak of all the time, is no rival to a
    citation.
10. A short form means the one case before it in that volume of that reporter (Bluebook 10.9); of
    several, the one it names; else the one whose pages hold the pinpoint. One that names
    another party means none.
11. Supra with a name means the one source before that has these whole words in its name, or was
    given the name by "hereinafter" (Bluebook 4.2), or the article by all the authors named; two
    that have it are ambiguous. A case cited later is never meant.
12. "supra note 5" means the one source of that note, or where it has none or several the note
    itself; with a name, the source of that name.
13. Supra without name or note, and infra, mean a place of the text itself (Bluebook 3.5).
14. A bare "§ 1983" means the one law cited before whose section has that number, a short number
    only where no other law was cited; else a section of the only code cited so far, where the
    numbers are long and built alike. "Rule 12" means a rule.
15. A name alone means the one source before that goes by it; "Brown II" the one so called, or the
    second by year. "the Act" means the one act that was given this name, or the only one named.
16. "this section", "paragraph (b)" mean places of the expression, if it has them.
17. "section 14 of the Act" means that section of the act given this name ("(the “Act”)", "“Act”
    means …"), else of the only act named before; "the said Act" the last. A bare "section 14"
    is of the only act cited by its name so far, or of the one cited last if its section 14 was, in
    a text that has no sections of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pincite.citations.cases.wording import words_of
from pincite.citations.laws.internal import key_of, placed
from pincite.citations.reading import CitableText, Span
from pincite.citations.resolution.antecedents import (
    LAWS,
    Antecedents,
    CitedSource,
    Meaning,
    work_and_section,
)
from pincite.citations.resolution.chain import Chain, SourceMention
from pincite.citations.resolution.clauses import MentionSetting, notes_of, places
from pincite.citations.resolution.definitions import DefinedName, defined
from pincite.citations.resolution.pins import NO_PIN, Measure, MeasuredPin, pin_of
from pincite.citations.resolution.recall import (
    authors_before,
    by_authors,
    by_name,
    by_volume,
    name_before,
    name_left_out,
)
from pincite.citations.resolution.sections import Sections
from pincite.citations.resolution.unread import unread
from pincite.citations.resolution.works import named_works
from pincite.citations.treatment import treatments
from pincite.model.mention import CitedKind, Form, Mention, Resolved, Unresolved
from pincite.model.urn import segment

THIS_TEXT = "this document"
"""The key of a place of the text itself."""

Lookup = Callable[[str], str]
"""The key that a library knows a name by, "" for none."""

_quoting = re.compile(r"(?:quoting|citing|quoted in|cited in)(?: generally)?,? \Z", re.IGNORECASE)
# "18 id. 332" is volume 18 of the reporter cited before.
_volume_of_id = re.compile(r"(?<![\w.,])[0-9]{1,3} \Z")
_note = re.compile(r"[\s,.]{0,3}(?:at )?(?:notes?|nn?\.|fn\.?)\s{0,2}([0-9]{1,4})", re.IGNORECASE)
_MOST_IN_NOTE = 16
_year = re.compile(r"(?:1[6-9]|20)[0-9]{2}")


def resolve(
    reading: CitableText, mentions: Sequence[Mention], lookup: Lookup | None = None
) -> list[Resolved]:
    """One for each mention, in order; they are sorted by start and none overlaps another.

    `lookup` is asked for names that the text has given no source.
    """
    return _Resolution(reading, mentions, lookup).run()


class _Resolution:
    def __init__(
        self, reading: CitableText, mentions: Sequence[Mention], lookup: Lookup | None
    ) -> None:
        self._text = reading.text
        self._reading = reading
        self._mentions = mentions
        self._lookup = lookup
        self._known = Antecedents(mentions)
        self._chain = Chain(self._known)
        self._notes = notes_of(reading)
        self._note_numbers: dict[str, list[int]] = {}
        for at, note in enumerate(self._notes, 1):
            self._note_numbers.setdefault(note.number, []).append(at)
        self._years: dict[CitedSource, int] = {}
        self._sections = Sections(reading, self._known)
        self._meanings: list[Meaning] = []
        self._in_note: dict[int, list[int]] = {}

    def run(self) -> list[Resolved]:
        mentions = self._mentions
        steps = _steps(mentions, unread(self._reading, mentions))
        stood = places(
            self._reading,
            [span if index < 0 else mentions[index] for index, span in steps],
            self._notes,
        )
        for (index, _), place in zip(steps, stood, strict=True):
            if index >= 0 and place.note:
                self._in_note.setdefault(place.note, []).append(index)
        given = defined(self._reading, mentions)
        named = named_works(self._reading, mentions)
        at = on = 0
        for (index, (start, end)), place in zip(steps, stood, strict=True):
            if index < 0:
                self._chain.cite(place, None, -1, parallel=False)
                continue
            # A name is given by the words themselves as well: "(“Section 10(b)”)".
            while at < len(given) and given[at].at <= end + 2 and given[at].mention < index:
                self._define(given[at])
                at += 1
            while on < len(named) and named[on].at <= start:
                self._sections.works.name(named[on])
                on += 1
            self._step(index, mentions[index], place)
        treated = treatments(self._reading, mentions)
        return [
            _resolved(mention, meaning, treatment)
            for mention, meaning, treatment in zip(mentions, self._meanings, treated, strict=True)
        ]

    def _define(self, given: DefinedName) -> None:
        source = self._meanings[given.mention].source if given.mention >= 0 else None
        if source is not None:
            self._known.define(given.term, source)
        self._sections.define(given, source)

    def _step(self, index: int, mention: Mention, place: MentionSetting) -> None:
        meaning = self._meaning(index, mention, place)
        self._meanings.append(meaning)
        if mention.form in (Form.INFRA, Form.INTERNAL) or meaning.key == THIS_TEXT:
            return
        if mention.form is Form.ID and meaning.reason is Unresolved.STRING_CITE:
            # The next stands behind the same string: "§§ 1981, 1983. Id. Id. § 1985."
            return
        source = meaning.source
        spoken = mention.form is Form.NAME or (
            not place.alone
            and (mention.kind in LAWS or (mention.kind is CitedKind.UNKNOWN and _sections(mention)))
        )
        if spoken:
            law = mention.form is Form.NAME and mention.kind in LAWS
            self._chain.speak(place, source, index, law=law)
        else:
            parallel = mention.parts.get("parallel") == "yes" and index > 0
            self._chain.cite(place, source, index, parallel=parallel)

    def _meaning(self, index: int, mention: Mention, place: MentionSetting) -> Meaning:
        match mention.form:
            case Form.ID:
                return self._id(index, mention, place)
            case Form.SUPRA:
                return self._supra(mention)
            case Form.INFRA:
                return Meaning(key=THIS_TEXT)
            case Form.INTERNAL:
                return self._internal(index, mention)
            case _ if mention.key and mention.form is not Form.SHORT:
                return self._said(index, mention)
            case Form.SHORT if mention.kind in (CitedKind.CASE, CitedKind.JOURNAL):
                return self._tied(by_volume(self._text, mention, self._known))
            case Form.SHORT if mention.key.startswith("urn:"):
                return self._said(index, mention)
            case Form.SHORT:
                before = (self._mentions[index - 1], self._meanings[-1]) if index else None
                return self._sections.meaning(index, mention, before)
            case _:
                return self._name(mention)

    def _internal(self, index: int, mention: Mention) -> Meaning:
        """Rule 16."""
        if mention.targets:
            return Meaning(None, index, mention.targets, key=mention.key)
        if not self._reading.urn:
            return Meaning(key=THIS_TEXT)
        places = placed(self._reading, mention)
        if isinstance(places, Unresolved):
            return Meaning(reason=places)
        return Meaning(None, index, places, key=key_of(self._reading, places[0]))

    def _said(self, index: int, mention: Mention) -> Meaning:
        """Rule 1."""
        beside = None
        if index and mention.parts.get("parallel") == "yes":
            beside = self._meanings[index - 1].source
        if mention.kind in LAWS and not mention.key.startswith("urn:"):
            mention = self._sections.by_known_name(mention)
        source = self._known.add(index, mention, beside)
        source.measures.add(pin_of(mention.pin).measure)
        if mention.kind is CitedKind.JOURNAL:
            for author in authors_before(self._text, mention):
                self._known.name(source, words_of(author))
        year = mention.parts.get("year", "")
        if mention.kind is CitedKind.CASE and _year.fullmatch(year):
            self._years.setdefault(source, int(year))
        return Meaning(source, index, mention.targets)

    def _id(self, index: int, mention: Mention, place: MentionSetting) -> Meaning:
        pin = _pin_behind(self._text, mention)
        before = self._text[max(mention.start - 24, 0) : mention.start]
        behind = self._text[mention.core[1] : mention.core[1] + 3].lstrip(" .,")
        if behind[:1].isdigit() and _volume_of_id.search(before):
            return Meaning(reason=Unresolved.UNKNOWN_SOURCE)
        meant = self._chain.meant(place, pin, quoting=bool(_quoting.search(before)))
        if isinstance(meant, Unresolved):
            return Meaning(reason=meant)
        source, antecedent = SourceMention(meant.source.root(), meant.mention)
        if source.kind in LAWS:
            return self._placed_id(index, mention, pin, source, antecedent)
        source.measures.add(pin.measure)
        return Meaning(source, antecedent, source.targets)

    def _placed_id(
        self, index: int, mention: Mention, pin: MeasuredPin, source: CitedSource, antecedent: int
    ) -> Meaning:
        """Rule 8; without a pinpoint, the one before is kept."""
        if pin.measure is Measure.SECTION:
            key, target = _section_beside(source.key, pin)
            targets = (target,) if target else ()
            as_cited = mention._replace(kind=source.kind, key=key, targets=targets, parts={})
            return Meaning(self._known.add(index, as_cited), antecedent, targets)
        if pin.measure is Measure.BELOW and source.key.startswith("urn:"):
            target = ":".join((source.key, *map(segment, pin.below)))
            return Meaning(source, antecedent, (target,))
        return Meaning(source, antecedent, self._meanings[antecedent].targets)

    def _supra(self, mention: Mention) -> Meaning:
        """Rules 11 to 13."""
        name = name_before(self._text, mention)
        note = _note.match(self._text, mention.core[1], mention.end)
        number = note[1] if note else mention.parts.get("note", "")
        named = bool(name)
        if not name:
            name = name_left_out(self._text, mention)
        if not any(char.isupper() for char in name):
            return self._of_note(number) if number else Meaning(key=THIS_TEXT)
        found = by_name(name, self._known, self._years)
        if found is Unresolved.UNKNOWN_SOURCE:
            found = by_authors(name, self._known)
        if isinstance(found, CitedSource):
            pin = NO_PIN if number else _pin_behind(self._text, mention)
            if not self._known.holds(found, pin):
                return Meaning(reason=Unresolved.BAD_PIN)
        elif found is Unresolved.AMBIGUOUS and number:
            noted = self._of_note(number)
            if noted.source is not None and noted.source in self._known.named(name):
                return noted
        elif not named:
            # The words before it are no name: "the Mitchell case, note 2, supra".
            return self._of_note(number) if number else Meaning(key=THIS_TEXT)
        return self._tied(found, name)

    def _of_note(self, number: str) -> Meaning:
        """Rule 12."""
        if not self._notes:
            return Meaning(key=THIS_TEXT)
        held = self._note_numbers.get(number, ())
        if not held:
            return Meaning(reason=Unresolved.NO_SUCH_PLACE)
        sources: dict[CitedSource, int] = {}
        for index in self._in_note.get(held[0], ())[:_MOST_IN_NOTE] if len(held) == 1 else ():
            source = self._meanings[index].source if index < len(self._meanings) else None
            if source is None:
                return Meaning(key=THIS_TEXT)
            sources.setdefault(source.root(), index)
        if len(sources) != 1:
            return Meaning(key=THIS_TEXT)
        source, index = sources.popitem()
        return Meaning(source, index, source.targets)

    def _name(self, mention: Mention) -> Meaning:
        """Rule 15."""
        name = mention.parts.get("name") or self._text[slice(*mention.core)]
        if mention.kind in LAWS and (whole := self._sections.whole(name)) is not None:
            return whole
        found = by_name(name, self._known, self._years)
        pin = pin_of(mention.pin)
        if found is Unresolved.AMBIGUOUS and pin.measure is Measure.PAGE:
            held = [source for source in self._known.named(name) if self._known.holds(source, pin)]
            found = held[0] if len(held) == 1 else found
        elif isinstance(found, CitedSource) and not self._known.holds(found, pin):
            found = Unresolved.BAD_PIN
        return self._tied(found, name)

    def _tied(self, found: CitedSource | Unresolved, name: str = "") -> Meaning:
        if isinstance(found, CitedSource):
            return Meaning(found, found.first, found.targets)
        unknown = found in (Unresolved.UNKNOWN_SOURCE, Unresolved.NOTHING_BEFORE)
        if unknown and name and self._lookup and (key := self._lookup(name)):
            return Meaning(key=key, targets=(key,) if key.startswith("urn:") else ())
        return Meaning(reason=found)


def _section_beside(key: str, pin: MeasuredPin) -> tuple[str, str]:
    """Another section of the same work, and the place in it; "" for one that has no URN."""
    if not key.startswith("urn:"):
        return f"{key.rpartition(' ')[0]} {pin.section}", ""
    beside = f"{work_and_section(key)[0]}:{segment(pin.section)}"
    return beside, ":".join((beside, *map(segment, pin.below)))


def _pin_behind(text: str, mention: Mention) -> MeasuredPin:
    """The pinpoint of an Id. or supra; a finder may leave out what says its measure."""
    behind = pin_of(text[mention.core[1] : mention.end])
    own = pin_of(mention.pin)
    return behind if behind.measure is not Measure.OTHER and behind != NO_PIN else own


def _sections(mention: Mention) -> bool:
    return mention.form is Form.SHORT


def _steps(mentions: Sequence[Mention], others: Sequence[Span]) -> list[tuple[int, Span]]:
    """Mentions, by index, and what no rule reads (-1), in the order of the text."""
    steps = [(index, (mention.start, mention.end)) for index, mention in enumerate(mentions)]
    steps += [(-1, span) for span in others]
    return sorted(steps, key=lambda step: step[1])


def _resolved(mention: Mention, meaning: Meaning, treatment: str) -> Resolved:
    key = meaning.source.root().key if meaning.source is not None else meaning.key
    return Resolved(mention, key, meaning.antecedent, meaning.targets, meaning.reason, treatment)
