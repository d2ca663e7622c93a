"""Finds the law of a section that does not name it: "§ 1983", "section 14 of the Act"."""

from __future__ import annotations

import re

from pincite.citations.reading import CitableText
from pincite.citations.resolution.antecedents import (
    LAWS,
    Antecedents,
    CitedSource,
    Meaning,
    work_and_section,
)
from pincite.citations.resolution.bare_sections import (
    LEAST_DIGITS,
    by_section,
    first_digits,
    is_number_of_act,
    section_of_act,
)
from pincite.citations.resolution.definitions import DefinedName
from pincite.citations.resolution.pins import labels
from pincite.citations.resolution.works import NamedLaw, Works, is_act, placed, work_of
from pincite.model.mention import CitedKind, Mention, Unresolved
from pincite.model.urn import segment

_of_the = re.compile(
    r" of (?P<of>(?:the|that|said|such)(?: [a-z]{3,10})? (?:Act|Code|Constitution|Regulations|"
    r"Rules|Ordinance|Convention|Treaty|Charter))\Z"
)
_of_the_behind = re.compile(
    r"(?:\s?\([0-9A-Za-z]{1,4}\)){0,6},? of (?P<of>(?:the|that|said|such)(?: said)? "
    r"(?:Act|Code|Constitution|Regulations|Ordinance|Convention|Treaty))(?![\w-]| of\b| [A-Z])"
)
# "§ 203 (a) of the Revenue Act": the words behind it say of what, if not in a known name.
_of_another = re.compile(
    r"(?:\s?\([0-9A-Za-z]{1,4}\)){0,6},? (?:of|to|in) "
    r"(?:the|that|this|such|its|said|title|chapter)\b"
)
# A contract or a statute speaks of sections of its own.
_of_this = re.compile(
    r"\b(?:of|in|under|to) this (?:[A-Z][a-z]+ ){0,3}(?:Agreement|Lease|Contract|Deed|Policy|Plan|"
    r"Indenture|Note|Trust|Will|Mortgage|Guaranty|License|Charter|Act|Code|Ordinance|Chapter)\b"
    r"|\n(?:Section|SECTION|Sec\.|§) ?[0-9]{1,3}[.:]"
)
_headed = re.compile(r"\n[0-9]{1,2}\.[0-9]{1,2}\.? [A-Z]")
_HEADINGS = 3
_SENTENCE = 160
_sentence_end = re.compile(r"[\w)\]”\"][.?!] |\n")
_other_law = re.compile(r"\b(?:Act|Code|Constitution|Regulations|Rules|Agreement|Lease|Contract)\b")


class Sections:
    """The sections of one text. `works` are the laws that it has named as a whole."""

    def __init__(self, reading: CitableText, known: Antecedents) -> None:
        self._reading = reading
        self._text = reading.text
        self._known = known
        self.works = Works()
        self._own: bool | None = None

    def define(self, given: DefinedName, source: CitedSource | None) -> None:
        """A name that the text gives an act, as it names it or cites one of its sections."""
        whole = given.work or (work_of(source.key) if source is not None else "")
        if not whole or (source is not None and source.kind not in LAWS):
            return
        code = given.term == "Code" or given.term.endswith(" Code")
        if is_act(whole) or code:
            kind = source.kind if source is not None else CitedKind.STATUTE
            head = "code" if code else ""
            whole = self.works.same(whole)
            self.works.define(given.term, NamedLaw(given.at, whole, head, kind, given.mention))

    def whole(self, name: str) -> Meaning | None:
        """The act that a name was given to; None for one that a code's section was given to."""
        given = self._known.given(name)
        coded = len(given) == 1 and given[0].key.startswith("urn:") and not is_act(given[0].key)
        work = self.works.called(name)
        if isinstance(work, Unresolved) or (coded and work.head != "code"):
            return None
        targets = (work.key,) if work.key.startswith("urn:") else ()
        return Meaning(None, work.mention, targets, key=work.key)

    def meaning(
        self, index: int, mention: Mention, before: tuple[Mention, Meaning] | None
    ) -> Meaning:
        """Rules 14 and 17. `before` is the mention directly before, and what it means."""
        if words := self._of_what(mention):
            return self._of_work(index, mention, words)
        given = self._known.given(self._text[mention.start : mention.end])
        if len(given) == 1:
            return Meaning(given[0], given[0].first, given[0].targets)
        if _of_another.match(self._text, mention.end):
            return Meaning(reason=Unresolved.UNKNOWN_SOURCE)
        found = by_section(mention, self._known, own=self._has_sections())
        if not isinstance(found, CitedSource) and before is not None:
            found = self._of_the_same(mention, *before) or found
        if isinstance(found, Unresolved):
            return Meaning(reason=found)
        if isinstance(found, tuple):
            key, beside = found
            cited = mention._replace(kind=beside.kind, key=key, targets=(key,), parts={})
            source, antecedent = self._known.add(index, cited), beside.first
        else:
            source, antecedent = found, found.first
        if not source.key.startswith("urn:"):
            return Meaning(source, antecedent)
        target = ":".join((source.key, *map(segment, labels(mention.pin))))
        return Meaning(source, antecedent, (target,))

    def _of_the_same(
        self, mention: Mention, before: Mention, meaning: Meaning
    ) -> tuple[str, CitedSource] | None:
        """A section of the act that the same sentence cited right before: "section 188 of the LRA
        and s 192"."""
        source = meaning.source
        number = mention.parts.get("section", "")
        if source is None or source.kind not in LAWS or not is_number_of_act(number):
            return None
        work, section = work_and_section(source.key)
        gap = self._text[before.end : mention.start]
        if len(gap) > _SENTENCE or _sentence_end.search(gap) or not (section and is_act(work)):
            return None
        if self._has_sections() or _other_law.search(gap):
            return None
        return section_of_act(work, number), source

    def _of_what(self, mention: Mention) -> str:
        """The words that say of what it is a section: "the Act"; "" for a bare one."""
        if "of" in mention.parts:
            return mention.parts["of"]
        found = _of_the.search(self._text, mention.core[0], mention.end)
        found = found or _of_the_behind.match(self._text, mention.end)
        return found["of"] if found else ""

    def _of_work(self, index: int, mention: Mention, words: str) -> Meaning:
        """Rule 17."""
        if mention.kind is CitedKind.RECORD:
            given = self._known.given(words.removeprefix("the "))
            if len(given) == 1:
                return Meaning(given[0], given[0].first, given[0].targets)
            return Meaning(reason=Unresolved.UNKNOWN_SOURCE)
        if " under " in self._text[mention.start : mention.end]:
            # "Rule 433 under the 1933 Act" is no section of the act.
            return Meaning(reason=Unresolved.UNKNOWN_SOURCE)
        work = self.works.called(words)
        if isinstance(work, Unresolved) or self._in_code(words.removeprefix("the "), mention):
            reason = work if isinstance(work, Unresolved) else Unresolved.UNKNOWN_SOURCE
            return self._of_code(index, mention, words, reason)
        place = placed(work, mention, labels(mention.pin))
        if place is None:
            return Meaning(reason=Unresolved.UNKNOWN_SOURCE)
        key, targets = place
        cited = mention._replace(kind=work.kind, key=key, targets=targets, parts={})
        antecedent = work.mention if 0 <= work.mention < index else -1
        return Meaning(self._known.add(index, cited), antecedent, targets)

    def _of_code(self, index: int, mention: Mention, words: str, reason: Unresolved) -> Meaning:
        """Of an act that the text gave a name as it cited a code: its numbers are the code's if one
        of the act's was cited, or looks like it."""
        coded = self._in_code(words.removeprefix("the "), mention)
        if coded is None:
            return Meaning(reason=reason)
        key, targets, source = coded
        cited = mention._replace(kind=source.kind, key=key, targets=targets, parts={})
        return Meaning(self._known.add(index, cited), source.first, targets)

    def _in_code(
        self, name: str, mention: Mention
    ) -> tuple[str, tuple[str, ...], CitedSource] | None:
        """The section of the code that an act was cited by, where its number is one of the code."""
        given = self._known.given(name)
        if len(given) != 1 or not given[0].key.startswith("urn:"):
            return None
        work, section = work_and_section(given[0].key)
        number = segment(mention.parts.get("section", ""))
        digits = len(first_digits(number))
        if is_act(work) or not LEAST_DIGITS <= digits == len(first_digits(section)):
            return None
        key = f"{work}:{number}"
        return key, (":".join((key, *map(segment, labels(mention.pin)))),), given[0]

    def by_known_name(self, mention: Mention) -> Mention:
        """An act under the name it was first cited by: "PAJA, § 6" is of the act so called."""
        work = work_of(mention.key)
        if (coded := self._in_code(work, mention)) is not None:
            return mention._replace(key=coded[0], targets=coded[1])
        same = self.works.same(work)
        if same == work:
            return mention
        if not same.startswith("urn:"):
            return mention._replace(key=same + mention.key[len(work) :])
        place = placed(NamedLaw(0, same, "", mention.kind), mention, labels(mention.pin))
        return mention._replace(key=place[0], targets=place[1]) if place else mention

    def _has_sections(self) -> bool:
        """Whether the text has sections of its own, that a bare "Section 4" may mean."""
        if self._own is None:
            headings = 0
            for _ in _headed.finditer(self._text):
                headings += 1
                if headings == _HEADINGS:
                    break
            self._own = headings == _HEADINGS or bool(_of_this.search(self._text))
        return self._own or bool(self._reading.nodes)
