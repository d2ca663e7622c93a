"""Answers from a pack: its own words, and nothing else. No library is opened and no index asked;
the passages are weighed by the words they share with the question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from pincite.answer.evidence import Evidence
from pincite.answer.flow import answer_flow
from pincite.answer.reading import FoundIn, ReadUnit
from pincite.answer.records import QuotableSource, SourcePin, SourceRole
from pincite.answer.reply import AnswerCitation, Reply
from pincite.answer.sources.pack_status import status_in_pack
from pincite.citations.reading import Locale
from pincite.citations.understand import Understanding, understand
from pincite.citations.works.titles import WorkTitles
from pincite.model import Override, OverrideStatus, Preemption
from pincite.model.dates import as_date
from pincite.model.provenance import Place, Provenance
from pincite.model.urn import Urn
from pincite.packs.build import OPINION, RULE
from pincite.packs.check_seal import lines_of, manifest_of, whole
from pincite.packs.serialize import ANCHOR, CONTEXT, PLACES
from pincite.scope.context import Halt
from pincite.search.card import LawCard
from pincite.search.dates import date_in
from pincite.search.lay_terms import Vocabulary, bundled
from pincite.search.library_index import Retrieved
from pincite.search.profiles import LAGASAFN, LEGISLATION, OPINIONS
from pincite.search.relevance import Relevance
from pincite.search.respond import checked
from pincite.search.response import DateInQuestion, Hit, RelatedMaterial, Response
from pincite.search.understand import asked, concepts, spoken_in
from pincite.settings import Settings
from pincite.text.edges import LOOK
from pincite.text.languages import KNOWN, language
from pincite.text.words import forms

# A passage of a decision ends with the first paragraph that reaches this, or, where that is far,
# with a sentence.
_PASSAGE, _LONGEST = 900, 2400
# Of what was asked, a passage must hold so much: a pack is of one text, and most questions are not
# about it. A decision is long, and has words of any question somewhere.
_ENOUGH = {RULE: 0.4, OPINION: 0.5}
_OTHERS = 50
_ROLES = {
    "definition": SourceRole.DEFINITION,
    "undecided": SourceRole.DEFINITION,
    "exception": SourceRole.EXCEPTION,
    "ancestor": SourceRole.HOLDER,
    "enabling": SourceRole.HOLDER,
}


def ask_pack(
    path: Path,
    question: str,
    settings: Settings,
    folder: Path,
    *,
    channel: str = "web",
    answerer: str = "",
) -> Reply:
    """An answer from a pack alone, or a refusal; it is logged in the folder. Raises InputError
    where the pack does not hold to its seal."""
    files, root = whole(path)
    source = PackSource(files, root)
    question = checked(question, None)
    reply = answer_flow(settings, folder, answerer).ask(question, source, channel=channel)
    return replace(reply, versions=(f"pack {root}",)) if reply.answer else reply


@dataclass(frozen=True)
class PackSource:
    files: Mapping[str, bytes]
    root: str

    @property
    def at(self) -> date | None:
        return as_date(self._anchor["at"]) if self._is_rule else None

    def search(self, question: str, limit: int) -> Retrieved:
        """The passages of the anchor that hold most of the question, best first."""
        relevance = self._relevance(question)
        enough = _ENOUGH[self._manifest["kind"]]
        shares = [(relevance.share(lemmas), at) for at, lemmas in enumerate(self._lemmas)]
        order = sorted((-share, at) for share, at in shares if share >= enough)
        hits = tuple(self._hit(at, -share) for share, at in order[:limit])
        response = Response(
            query=relevance.question.text,
            case=None,
            tier="pro",
            stages_used=("pack",),
            results=hits,
            milliseconds={},
            degraded=(),
            confidence=round(-order[0][0], 4) if order else 0.0,
            clarify=None,
            not_held=(),
            encoded=0.0,
            profile="pack",
            profile_hash=self.root[:12],
            related=RelatedMaterial(),
            total=len(order),
            undated=(self._anchor["title"],) if hits and self._undated else (),
            at=self.at,
            version=self._anchor["version"] if self._is_rule and self.at is None else None,
            dated=self._date_in(relevance.question.cited),
        )
        return Retrieved(response, relevance)

    def evidence(self, hits: Sequence[Hit], wanted: int, at: date | None) -> Evidence:
        """The passages, and of a rule all that governs it; nothing where a court has put it
        aside, or it is not in force."""
        rules = [self.passages[hit.source.chunk_index] for hit in hits[:wanted]]
        if not self._is_rule or not hits:
            return Evidence(tuple(rules))
        halts = [line for line in self._context if line["role"] == "override"]
        if halts:
            return Evidence((), halted=tuple((hits[0].citation, Halt(_override(halt), halt["of"]))
                                             for halt in halts))  # fmt: skip
        status = status_in_pack(self._anchor, self._context)
        if not status.may_apply:
            return Evidence((), aside=((hits[0].citation, status),))
        name = rules[0].id
        undated = frozenset(rule.id for rule in rules) if self._undated else frozenset[str]()
        return Evidence(
            (*rules, *(replace(source, of=name) for source in self._governing)),
            partly=tuple((name, _override(line)) for line in self._context
                         if line["role"] == "override_of_part"),
            preemptions=tuple((name, _preemption(line)) for line in self._context
                              if line["role"] == "preemption"),
            undated=undated,
            noted=() if status.is_plain else ((name, status),),
        )  # fmt: skip

    def _date_in(self, cited: Understanding) -> DateInQuestion | None:
        """Of a rule; a decision is of its own day, whatever is asked."""
        return date_in(cited, at=self.at, version=self.at is None) if self._is_rule else None

    def _relevance(self, question: str) -> Relevance:
        held_in = self._anchor["language"] or "en"
        profile = LAGASAFN if held_in == "is" else LEGISLATION if self._is_rule else OPINIONS
        home = Urn.parse(self._anchor["urn"]).jurisdiction
        vocabulary = {
            code: Vocabulary(bundled(code, held_in, home), code)
            for code in dict.fromkeys((spoken_in(forms(question), held_in), held_in, *KNOWN))
        }
        read = asked(
            question,
            law_in=held_in,
            vocabulary={code: words for code, words in vocabulary.items() if len(words)},
            cited=understand(question, WorkTitles(), Locale(home, held_in), starts=lambda _: ()),
            expansion=profile.expansion,
        )
        return Relevance(read, concepts(read, profile.expansion), self)

    def to_read(self, retrieved: Retrieved, at: date | None) -> list[FoundIn]:
        """Packs use no model."""
        del retrieved, at
        return []

    def governing(self, read: Sequence[ReadUnit], wanted: int, at: date | None) -> Evidence:
        """Nothing of a pack was read."""
        del read, wanted, at
        return Evidence(())

    def opening(self, card: LawCard, at: date | None) -> None:
        """A pack has no cards."""
        del card

    def jurisdictions(self) -> Sequence[str]:
        return (Urn.parse(self._anchor["urn"]).jurisdiction,)

    def holds(self, source: QuotableSource) -> bool:
        return self._text(source.key, source.start, source.end) == source.text

    def cite(self, citation: AnswerCitation) -> AnswerCitation:
        return citation

    def mentions(self, words: Sequence[tuple[str, ...]]) -> bool:
        """Whether a passage has all the words, each in any of its lemmas."""
        return any(all(not there.isdisjoint(word) for word in words) for there in self._lemmas)

    # How many passages there are, and in how many a lemma stands.

    @property
    def size(self) -> int:
        """Many times as many as there are: a pack is about one thing, and the words that stand all
        over it tell of what, as they would among texts about others."""
        return _OTHERS * len(self._texts)

    def frequency(self, lemma: str) -> int:
        return self._frequencies[lemma]

    @cached_property
    def _frequencies(self) -> Counter[str]:
        return Counter(lemma for text in self._texts for lemma in self._lemmas_of(text))

    @cached_property
    def _texts(self) -> list[str]:
        beside = [source.text for source in self._governing] if self._is_rule else []
        return [*(passage.text for passage in self.passages), *beside]

    @cached_property
    def _lemmas(self) -> list[set[str]]:
        texts = (f"{passage.title} {passage.locator} {passage.text}" for passage in self.passages)
        return [self._lemmas_of(text) for text in texts]

    def _lemmas_of(self, text: str) -> set[str]:
        rules = language(self._anchor["language"] or "en")
        return {lemma for form in forms(text) for lemma in rules.lemmas(form)}

    # What the pack holds, as sources.

    @cached_property
    def passages(self) -> tuple[QuotableSource, ...]:
        """Of a rule itself, of a decision its paragraphs. Words around a citation are cut anywhere,
        and so are not quoted."""
        found = [self._rule()] if self._is_rule else [*self._paragraphs()]
        return tuple(
            replace(source, id=f"S{at}", key=at - 1, chunk_id=f"{self.root[:12]}-{at}")
            for at, source in enumerate(found, 1)
        )

    @cached_property
    def _governing(self) -> tuple[QuotableSource, ...]:
        rule = self._rule()
        lines = [
            line
            for line in self._context
            if line["role"] in _ROLES and line["text"] and not _limits_itself(line, rule)
        ]
        return tuple(
            replace(
                rule,
                id=f"S{at}",
                key=at - 1,
                chunk_id=f"{self.root[:12]}-{at}",
                role=_ROLES[line["role"]],
                document=":".join(line["urn"].split(":")[:4]),
                urn=line["urn"],
                unit=line["urn"],
                locator=line["locator"],
                text=line["text"],
                start=line["start"],
                end=line["end"],
                content_hash=line["content_hash"],
                term=line.get("term") or line.get("words") or "",
                says=line.get("direction") or "",
                pins=(),
            )
            for at, line in enumerate(lines, len(self.passages) + 1)
        )

    def _rule(self) -> QuotableSource:
        text = self.files[ANCHOR].decode()
        return replace(self._cited(0, text), pins=tuple(self._pins(0, len(text))))

    def _pins(self, start: int, end: int) -> Iterator[SourcePin]:
        for place in self._places:
            first, last = max(place["start"], start), min(place["end"], end)
            if first < last:
                body = min(max(place["body"], first), last)
                offsets = (first - start, body - start, last - start)
                yield SourcePin(
                    *offsets, place["urn"], place["locator"], place["depth"], place["note"]
                )

    def _paragraphs(self) -> Iterator[QuotableSource]:
        """What is kept of a decision, cut at paragraphs, or at sentences where those are long."""
        written = self.files[ANCHOR].decode()
        for part in self._anchor["parts"]:
            text = written[part["at"] : part["at"] + part["end"] - part["start"]]
            at = 0
            while at < len(text):
                end = _end(text, at)
                one = self._cited(part["start"] + at, text[at:end])
                yield replace(
                    one,
                    before=text[max(at - LOOK, 0) : at],
                    after=text[end : end + LOOK],
                    pins=tuple(self._pins(part["start"] + at, part["start"] + end)),
                )
                at = end

    def _cited(self, start: int, text: str) -> QuotableSource:
        anchor = self._anchor
        cited = f"{anchor['title']}, {anchor['citation']}"
        return QuotableSource(
            id="",
            role=SourceRole.RULE,
            key=-1,
            document=anchor["urn"],
            chunk_id="",
            urn=anchor["urn"],
            locator=anchor["citation"] if self._is_rule or not anchor["title"] else cited,
            title=anchor["title"],
            text=text,
            start=start + anchor["start"],
            end=start + anchor["start"] + len(text),
            content_hash=anchor["content_hash"],
            language=anchor["language"],
            version=anchor.get("version") or "",
            unit=anchor["urn"],
        )

    def _text(self, key: int, start: int, end: int) -> str:
        one = (*self.passages, *(self._governing if self._is_rule else ()))[key]
        return one.text[start - one.start : end - one.start]

    def _hit(self, at: int, score: float) -> Hit:
        one = self.passages[at]
        place = Place(None, None, "", None, None, "", None, None, one.start, one.end, (), "", None)
        source = Provenance(
            document=one.title,
            document_path=ANCHOR,
            document_id=one.document,
            sha256=one.content_hash,
            kind=self._manifest["kind"],
            short="",
            chunk_id=one.chunk_id,
            chunk_index=at,
            place=place,
            chunk_created_at="",
            chunk_embedded_at=None,
            document_ingested_at="",
        )
        return Hit(one.text, score, one.locator, one.locator, source, "", "", (), ())

    @cached_property
    def _manifest(self) -> dict[str, Any]:
        return manifest_of(self.files)

    @cached_property
    def _anchor(self) -> dict[str, Any]:
        return self._manifest["anchor"]

    @cached_property
    def _context(self) -> list[dict[str, Any]]:
        return lines_of(self.files, CONTEXT)

    @cached_property
    def _places(self) -> list[dict[str, Any]]:
        return lines_of(self.files, PLACES)

    @property
    def _undated(self) -> bool:
        """Whether a date was asked for, and the source of the rule gives none."""
        return self._is_rule and bool(self._anchor["at"]) and not self._anchor["day"]

    @property
    def _is_rule(self) -> bool:
        return self._manifest["kind"] == RULE


def _end(text: str, at: int) -> int:
    """Of the passage that begins here."""
    end = text.find("\n", at + _PASSAGE)
    if 0 <= end <= at + _LONGEST:
        return end + 1
    if len(text) - at <= _LONGEST:
        return len(text)
    stop = text.rfind(". ", at + _PASSAGE, at + _LONGEST)
    return stop + 2 if stop >= 0 else at + _LONGEST


def _limits_itself(line: Mapping[str, Any], rule: QuotableSource) -> bool:
    """Whether it is an exception that the rule is part of."""
    if (
        _ROLES[line["role"]] is not SourceRole.EXCEPTION
        or line["content_hash"] != rule.content_hash
    ):
        return False
    return line["start"] <= rule.start and rule.end <= line["end"]


def _override(line: Mapping[str, Any]) -> Override:
    start, end = as_date(line["start"]), as_date(line["end"])
    assert start is not None
    status = OverrideStatus(line["status"])
    return Override(0, line["urn"], status, line["authority"], line["citation"], start, end)


def _preemption(line: Mapping[str, Any]) -> Preemption:
    return Preemption(0, line["urn"], line["by"], line["authority"])
