"""Answers from what is held: a question is searched, what governs is gathered, an answer composed
and checked; or it is refused, with the reason.

The flow of verified-answers.md, section 5: question → search → enough evidence? → ambiguous? → C(R)
of the chosen rules → compose → validate → one strict retry → answer or refusal.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.answer.at_home import without_home
from pincite.answer.bare import asking_back, is_bare
from pincite.answer.cards import answered_by_card
from pincite.answer.compose import compose, sureness
from pincite.answer.date_words import date_note
from pincite.answer.decision import SHIPPED, Decisions, decisions
from pincite.answer.evidence import Evidence
from pincite.answer.expectations import searches
from pincite.answer.extractive import Extractive, readable
from pincite.answer.likelihood import Body, likelihood
from pincite.answer.log import FOLDER, AnswerLog
from pincite.answer.messages import DEFAULT, languages, message
from pincite.answer.notices import loss_notices, overlap_notices, undated_titles
from pincite.answer.ports import Answerer, Brief
from pincite.answer.reading import FoundIn, Reader, ReadUnit, reader
from pincite.answer.records import Kind, Sureness
from pincite.answer.refusing import (
    CLOSEST,
    blank_reply,
    failure,
    nothing_found,
    refused,
    undated_warnings,
    why,
)
from pincite.answer.reply import Answer, QuoteVerification, Reply
from pincite.answer.run import Run
from pincite.answer.sources import AnswerSource
from pincite.answer.sufficiency import Lack, lacking, not_held, unknown_names
from pincite.answer.units import units
from pincite.answer.validate import ValidationRules
from pincite.errors import IndexUnusable, InputError, ModelError
from pincite.model.status import LawStatus
from pincite.search.response import Hit, Response
from pincite.settings import Settings
from pincite.status.wording import described
from pincite.text.courtesy import without_courtesy
from pincite.traces import trace

if TYPE_CHECKING:
    from pincite.answer.compose import Composed
    from pincite.search.card import LawCard
    from pincite.search.understand import AskedQuestion

log = logging.getLogger(__name__)
WEB, WHATSAPP = "web", "whatsapp"
_MARKS = " ,;:"
_before_mark = re.compile(r" (?=[,.;:?!])")
# Where a reader chooses, it reads the units of more passages.
_READ_HITS, _READ_RULES = 20, 4
# From this probability on an answer is sure of itself.
_SURE = 0.75


@dataclass(frozen=True, slots=True)
class Channel:
    """How many passages are searched for, and how many rules an answer may have."""

    found: int
    rules: int


CHANNELS = {WEB: Channel(8, 5), WHATSAPP: Channel(6, 3)}


@dataclass
class AnswerFlow:
    """`wording` says whether a model's own sentences are given too; nobody checks what they say."""

    answerer: Answerer
    log: AnswerLog
    wording: bool = False
    reader: Reader | None = None
    decisions: Decisions = SHIPPED

    def ask(self, question: str, source: AnswerSource, *, channel: str = WEB) -> Reply:
        """A reply, whatever happens; only what the asker did wrong is raised (InputError), and that
        the indexes are behind, which whoever keeps them mends (IndexUnusable)."""
        if channel not in CHANNELS:
            raise InputError(f"no channel {channel!r}", hint=f"One of {', '.join(CHANNELS)}.")
        run = Run(question, source.at, channel, self.answerer.name)
        try:
            reply = self._reply(run, source)
        except (InputError, IndexUnusable):
            raise
        except Exception as problem:
            # What went wrong may hold the question: only its kind and its place are kept.
            log.error("a question failed (%s): %s", run.request, trace(problem))
            reply = self._failed(run, getattr(problem, "code", type(problem).__name__))
        run.spent("total", run.began)
        reply = replace(reply, milliseconds=run.milliseconds)
        return self._logged(run, reply)

    def limited(self, question: str, channel: str, seconds: int, language: str = DEFAULT) -> Reply:
        """What a surface says to one who asks too often; it is logged like any other."""
        run = Run(question, None, channel, self.answerer.name, language=language)
        run.reason = "too_many"
        reply = refused(run, Kind.RATE, message(language, "reason", "too_many", seconds=seconds))
        return self._logged(run, reply)

    def _logged(self, run: Run, reply: Reply) -> Reply:
        found = len(run.response.results) if run.response else 0
        try:
            self.log.write(reply, run.question, found, run.reason)
        except OSError:
            return replace(reply, degraded=(*reply.degraded, "log: it cannot be written"))
        return reply

    def _reply(self, run: Run, source: AnswerSource) -> Reply:
        chosen = CHANNELS[run.channel]
        since = time.perf_counter()
        wanted = _READ_HITS if self.reader else chosen.found
        to_ask = without_home(without_courtesy(run.question), source.jurisdictions())
        retrieved = source.search(to_ask, wanted)
        response, relevance = retrieved.response, retrieved.relevance
        reads = (
            self.reader is not None
            and self.answerer.name == "extractive"
            and not response.cited
            and self.reader.reads(relevance.question.law_in)
        )
        to_read = source.to_read(retrieved, response.at) if reads else []
        reads = reads and bool(to_read)
        if not reads:
            response = _first(response, chosen.found)
        response = asking_back(response, relevance)
        run.response = response
        run.at = response.at
        run.spent("search", since)
        since = time.perf_counter()
        asked = relevance.question
        run.language = _spoken(asked.asked_in)
        if response.dated is not None and not response.dated.applied:
            told = date_note(run.language, response.dated, response.at, response.version)
            run.warnings.append(told)
        if response.card is not None:
            return self._of_card(run, source, response.card)
        looked_for = response.results and searches(asked) and not is_bare(response, asked)
        if response.clarify is not None and not looked_for:
            vague = bool(response.results) or not asked.content
            run.reason = "unclear" if vague else Lack.NOTHING.value
            kind = Kind.AMBIGUOUS if vague else Kind.NO_DATA
            told = why(run, run.reason)
            return refused(run, kind, told if vague else nothing_found(run, asked))
        if (absent := not_held(response, asked)) is not None:
            run.reason = absent.lack.value
            told = why(run, run.reason, what=absent.what)
            return refused(run, Kind.NO_DATA, told)
        read = None
        if reads and self.reader is not None:
            try:
                read = self.reader.read(_to_read(asked, response), to_read, relevance)
            except ModelError as problem:
                # Its files are damaged, or not there: the words choose.
                degraded = (*response.degraded, f"reader: {problem}")
                response = replace(_first(response, chosen.found), degraded=degraded)
                run.response = response
        # Where a provision is cited outright, it is what was asked for.
        hits = response.results[: response.cited] or response.by_relevance()
        body = Body.of(relevance.question.law_in, of_files=response.case is not None)
        run.decision = self.decisions.of(body)
        likely = True
        if read is not None:
            run.spent("read", since)
            since = time.perf_counter()
            found = likelihood(read, body)
            likely = found is None or run.decision.offers(found)
            evidence = source.governing(read, _READ_RULES, run.at)
            evidence = replace(evidence, read=readable(evidence.read))
            best = read[0].source.pin(*read[0].unit.span)[1] if read else ""
            first = {one.source.pin(*one.unit.span)[1] for one in read[:CLOSEST]}
            emptied = _emptied(source, hits[:CLOSEST], to_read, run.at)
            evidence = replace(evidence, aside=(*evidence.aside, *emptied))
            first |= {citation for citation, _ in emptied}
        else:
            evidence = source.evidence(hits, chosen.rules, run.at)
            best = hits[0].citation if hits else ""
            first = {hit.citation for hit in hits[:CLOSEST]}
        halted = self._warned(run, evidence, best if likely else "", first)
        run.spent("scope", since)
        if halted is not None:
            return halted
        since = time.perf_counter()
        rules = evidence.rules if read is not None else evidence.rules[: chosen.rules]
        homes = source.jurisdictions()
        run.unknown = unknown_names(rules, relevance, homes, source.mentions)
        found = None
        if read is not None:
            found = likelihood(_in_force(read, evidence.read), body)
            run.chance = run.decision.stated(found) if found is not None else None
            if self.decisions.ignored:
                told = message(run.language, "warning", "other_models")
                response = replace(response, degraded=(*response.degraded, f"calibration: {told}"))
                run.response = response
        lack = lacking(
            response, rules, relevance, homes, run.unknown, source.mentions,
            was_read=found is not None, likely_enough=found is None or run.decision.offers(found),
            vouched=run.chance is not None and run.decision.is_answer(run.chance),
        )  # fmt: skip
        dead_first = not evidence.rules or any(cited == best for cited, _ in evidence.aside)
        if lack is not None and evidence.aside and dead_first and not response.not_held:
            return self._only_dead(run, evidence)
        if lack is not None:
            run.reason = lack.lack.value
            told = why(run, run.reason, what=lack.what)
            if lack.lack in (Lack.NOTHING, Lack.OFF):
                told = nothing_found(run, asked, lack.lack)
            return refused(run, Kind.NO_DATA, told)
        if response.within:
            told = message(run.language, "warning", "within", title=response.within)
            run.warnings.append(told)
        if response.not_held:
            cited = ", ".join(response.not_held)
            run.warnings.append(message(run.language, "warning", "not_held", what=cited))
        for name in run.unknown:
            run.warnings.append(message(run.language, "warning", "unknown_name", what=name.written))
        brief = Brief(
            run.question,
            run.language,
            asked.law_in,
            evidence.sources,
            chosen.rules,
            relevance,
            cited=response.cited > 0,
            read=evidence.read,
        )
        composed = compose(self.answerer, brief, ValidationRules(run.at, held=source.holds))
        if composed.answer is not None:
            cited = tuple(map(source.cite, composed.answer.citations))
            composed = replace(composed, answer=replace(composed.answer, citations=cited))
        run.spent("compose", since)
        return self._answered(run, composed, evidence)

    def _of_card(self, run: Run, source: AnswerSource, card: LawCard) -> Reply:
        """What is known of the one law that the question names, and how it begins."""
        since = time.perf_counter()
        brief = Brief(run.question, run.language, card.language, (), 1)
        rules = ValidationRules(run.at, held=source.holds)
        composed = answered_by_card(card, source.opening(card, run.at), brief, rules)
        run.spent("compose", since)
        return replace(self._answered(run, composed, Evidence(())), card=card)

    def _warned(
        self, run: Run, evidence: Evidence, best: str, first: Collection[str]
    ) -> Reply | None:
        """Warnings come before anything else; a rule that was put aside and is the best that was
        found halts. Of what is not in force, only that which was found `first` is told."""
        language = run.language
        for citation, halt in evidence.halted:
            over = halt.override
            if citation == best:
                run.reason = "override"
                cited = f" ({over.citation})" if over.citation else ""
                told = message(
                    language, "reason", "override", status=over.status, start=over.start,
                    authority=over.authority, citation=cited, of=citation,
                )  # fmt: skip
                return refused(run, Kind.OVERRIDE, told)
            told = message(language, "warning", "override", locator=citation,
                           status=over.status, authority=over.authority)  # fmt: skip
            run.warnings.append(told)
        for citation, status in evidence.aside:
            if citation not in first:
                continue
            how = described(status, language)
            run.warnings.append(
                message(language, "warning", "status", locator=citation, status=how)
            )
        return None

    def _only_dead(self, run: Run, evidence: Evidence) -> Reply:
        """What was found about it is not in force, and no law that is answers."""
        run.reason = "only_dead"
        citation, status = evidence.aside[0]
        told = message(
            run.language, "reason", "only_dead", locator=citation,
            status=described(status, run.language),
        )  # fmt: skip
        return refused(run, Kind.NO_DATA, told)

    def _answered(self, run: Run, composed: Composed, evidence: Evidence) -> Reply:
        assert run.response is not None
        verification = QuoteVerification(len(composed.verdict.checks), composed.verdict.checked)
        degraded = run.response.degraded
        if composed.unreachable:
            degraded = (*degraded, f"answer: {message(run.language, 'reason', 'unreachable')}")
        if composed.answer is None:
            run.reason = ",".join(composed.faults)
            kind, told = failure(run.language, composed.faults)
            reply = refused(run, kind, told)
        else:
            cited = {check.cited.source for check in composed.verdict.checks}
            if composed.answer.by_model:
                # A model may cite one quote many times; a reader counts what is shown.
                shown = len(composed.answer.citations)
                verification = QuoteVerification(shown, shown)
            undated = undated_titles(evidence, cited) if run.at is not None else ()
            reply = replace(
                blank_reply(run),
                answer=self._shown(composed.answer),
                warnings=(
                    *overlap_notices(run.language, evidence, cited),
                    *undated_warnings(run, undated),
                    *loss_notices(run.language, evidence, cited),
                    *run.warnings,
                ),
                undated=undated,
                likely=run.chance,
                tentative=run.chance is not None and not run.decision.is_answer(run.chance),
                bound=run.decision.bound(run.chance) if run.chance is not None else None,
                confidence=_read_sureness(run)
                if run.chance is not None
                else sureness(
                    composed.answer, 0.0 if run.unknown else run.response.confidence, run.language
                ),
                versions=tuple(
                    dict.fromkeys(
                        citation.version
                        for citation in composed.answer.citations
                        if citation.version
                    )
                ),
            )
        return replace(
            reply,
            verification=verification,
            answerer=composed.answerer,
            retries=composed.retries,
            degraded=degraded,
        )

    def _shown(self, answer: Answer) -> Answer:
        return answer if self.wording else replace(answer, unchecked_wording=())

    def _failed(self, run: Run, reason: str) -> Reply:
        run.reason = reason
        told = message(run.language, "reason", "failed", request=run.request)
        return refused(run, Kind.INTERNAL, told)


def answer_flow(settings: Settings, folder: Path, answerer: str = "") -> AnswerFlow:
    """By the settings, for the library in a folder; `answerer` by its name, instead of theirs."""
    from pincite.answer.chat import ChatAnswerer

    log = AnswerLog(settings.logs or folder / FOLDER, settings.log_days)
    if answerer not in ("", Extractive.name, ChatAnswerer.name):
        names = f"{Extractive.name}, {ChatAnswerer.name}"
        raise InputError(f"no answerer {answerer!r}", hint=f"One of {names}.")
    model = ChatAnswerer.of(settings) if answerer != Extractive.name else None
    if model is None and answerer == ChatAnswerer.name:
        raise InputError("no model is set to compose answers", hint="Set PINCITE_ANSWER_URL.")
    return AnswerFlow(
        model or Extractive(), log, settings.answer_wording, reader(settings),
        decisions(settings, folder),
    )  # fmt: skip


def _first(response: Response, count: int) -> Response:
    return replace(response, results=response.results[:count])


def _in_force(read: Sequence[ReadUnit], kept: Sequence[ReadUnit]) -> list[ReadUnit]:
    """What was read, without what was put aside on the way to what is kept of it."""
    places = {one.place for one in kept}
    last = max((at for at, one in enumerate(read) if one.place in places), default=len(read))
    return [*kept, *(one for one in read[last + 1 :])]


def _emptied(
    source: AnswerSource, hits: Sequence[Hit], to_read: Sequence[FoundIn], at: date | None
) -> tuple[tuple[str, LawStatus], ...]:
    """Of what was found, that which is not in force and has no words left that could be read."""
    among = {hit.law.unit_urn for hit in hits if hit.law is not None}
    every = (one for one in to_read if one.source.urn in among)
    # What was found of a section tells of most of them; a section may be as long as a book.
    empty = {
        one.source.urn
        for one in every
        if not units(one.source, [(found.start, found.end) for found in one.stretches])
        and not units(one.source)
    }
    found = [hit for hit in hits if hit.law is not None and hit.law.unit_urn in empty]
    return source.evidence(found, len(found), at).aside if found else ()


def _to_read(asked: AskedQuestion, response: Response) -> str:
    """The question as it is read, without the name of the document that alone was searched. The law
    of a day does not name the day, whether the words or the asker gave it; case files do."""
    meant, named = asked.meaning, asked.cited.date
    if named is None or response.case is not None:
        return meant
    left = " ".join(meant.replace(named.words, " ").split())
    return _before_mark.sub("", left).lstrip(_MARKS) or meant


def _read_sureness(run: Run) -> Sureness:
    assert run.chance is not None
    if run.unknown or not run.decision.is_answer(run.chance):
        return Sureness.LOW
    return Sureness.HIGH if run.chance >= _SURE else Sureness.MEDIUM


def _spoken(language: str) -> str:
    return language if language in languages() else DEFAULT
