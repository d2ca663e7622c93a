"""One search: runs the stages in their order, times each, and names those that ran."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from pincite.citations.understand import Understanding
from pincite.encoders.joint import JointTokens
from pincite.errors import InputError, PinciteError
from pincite.indexes.ranked import RankedRows
from pincite.indexes.records import Filters
from pincite.indexes.rows import Rows
from pincite.model import Synonym
from pincite.search import recall, rerank
from pincite.search.boosts import boosted
from pincite.search.confidence import confidence, signals, underspecified
from pincite.search.diversify import grouped, spread
from pincite.search.files_by_name import FilesByName
from pincite.search.fuse import Listed, fuse
from pincite.search.gather import cited as with_cited
from pincite.search.gather import gathered
from pincite.search.in_force import NotInForce, living_first
from pincite.search.indexed import Indexed
from pincite.search.law_tree import LawTree
from pincite.search.lay_terms import FILES, Vocabulary, bundled, imported
from pincite.search.named_document import NamedDocument
from pincite.search.opening import about_the_document, openings
from pincite.search.phrases import phrased
from pincite.search.places import PlaceName, places_named, places_of
from pincite.search.profiles import Profile
from pincite.search.relevance import Relevance
from pincite.search.short_titles import ShortTitles
from pincite.search.shortcut import Direct, direct, how_many, narrowed
from pincite.search.understand import LONGEST, AskedQuestion, asked, concepts, spoken_in
from pincite.text.languages import KNOWN
from pincite.text.words import forms

FREE, PRO = "free", "pro"
# What may be found: known before, or once the question is understood.
Narrowing = Filters | Callable[[Understanding], Filters]
_SURE = 0.99


@dataclass(frozen=True, slots=True)
class FoundRows:
    """What a search found: rows best first, and how it came to them; `near` is how near the first
    is to the question, token by token, and `encoded` what share of what was searched has its neural
    vector. `within` are the works that alone were searched, since the question names them."""

    question: AskedQuestion
    rows: tuple[int, ...]
    scores: tuple[float, ...]
    direct: Direct
    stages: tuple[str, ...]
    milliseconds: dict[str, float]
    confidence: float
    signals: dict[str, float]
    clarify: bool
    degraded: tuple[str, ...]
    total: int
    near: float | None = None
    encoded: float = 0.0
    within: tuple[str, ...] = ()
    passages: tuple[int, ...] = ()
    """Rows to be read, best first: several of a section, where that is so good."""


@dataclass(slots=True)
class _Run:
    stages: list[str] = field(default_factory=list[str])
    milliseconds: dict[str, float] = field(default_factory=dict[str, float])
    degraded: list[str] = field(default_factory=list[str])

    @contextmanager
    def stage(self, name: str) -> Generator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            spent = (time.perf_counter() - began) * 1000
            self.milliseconds[name] = self.milliseconds.get(name, 0.0) + spent
            if name not in self.stages:
                self.stages.append(name)


class Engine:
    """Searches opened indexes. `understand` reads what a question cites, `texts` gives a row's
    heading and words, `tree` what holds it, `files` the names of case files by the ids of their
    documents, `headers` the title and path of a row, and `pairs_for` says how many pairs fit a
    budget of milliseconds."""

    def __init__(
        self,
        indexed: Indexed,
        *,
        understand: Callable[[str], Understanding],
        texts: Callable[[Sequence[int]], list[tuple[str, str]]],
        pairs_for: Callable[[float], int],
        synonyms: Sequence[Synonym] = (),
        tree: LawTree | None = None,
        files: Callable[[], Mapping[str, str]] | None = None,
        headers: Callable[[Sequence[int]], list[str]] | None = None,
    ) -> None:
        self.indexed = indexed
        self._understand = understand
        # Case files name no act.
        self._short_titles = ShortTitles(indexed, texts, tree) if tree else None
        self._files = FilesByName(indexed, files, texts) if files else None
        self._texts = texts
        self._headers = headers
        self._pairs_for = pairs_for
        self._synonyms = tuple(synonyms)
        self._vocabularies: dict[str, dict[str, Vocabulary]] = {}

    @cached_property
    def _held_in(self) -> list[str]:
        """The languages of what is searched, the most used first."""
        return self.indexed.languages() or [""]

    def places_named(self, question: str) -> list[str]:
        """The jurisdictions whose places a question names, as the titles of their works do."""
        return places_named(question, self._places)

    @cached_property
    def _places(self) -> dict[PlaceName, str]:
        table = self.indexed.table
        local = [
            (document.facets.jurisdiction, int(table.first[at]))
            for at, document in enumerate(table.documents)
            if "-" in document.facets.jurisdiction and table.first[at] < table.first[at + 1]
        ]
        headers = self._headers([row for _, row in local]) if self._headers else []
        return places_of((code, header) for (code, _), header in zip(local, headers, strict=False))

    def _law_in(self, question: str) -> str:
        """That of the question, where there is law in it."""
        said_in = spoken_in(forms(question[:LONGEST]), self._held_in[0])
        return said_in if said_in in self._held_in else self._held_in[0]

    def vocabulary(self, law_in: str) -> dict[str, Vocabulary]:
        """For law in one language, by the language of the question."""
        if law_in not in self._vocabularies:
            self._vocabularies[law_in] = self._vocabulary(law_in)
        return self._vocabularies[law_in]

    def _vocabulary(self, law_in: str) -> dict[str, Vocabulary]:
        homes = sorted({document.facets.jurisdiction for document in self.indexed.table.documents})
        home = (homes[0] or FILES) if len(homes) == 1 else ""
        found = {
            code: Vocabulary(
                (*bundled(code, law_in, home), *imported(self._synonyms, code, home)), code
            )
            for code in dict.fromkeys((law_in, *KNOWN))
        }
        return {code: vocabulary for code, vocabulary in found.items() if len(vocabulary)}

    def search(
        self,
        question: str,
        profile: Profile,
        *,
        filters: Narrowing | None = None,
        limit: int | None = None,
        tier: str = PRO,
        not_in_force: NotInForce | None = None,
        passages: int = 0,
    ) -> FoundRows:
        if tier not in (FREE, PRO):
            raise InputError(f"no tier {tier!r}", hint=f"One of {FREE}, {PRO}.")
        run = _Run()
        began = time.perf_counter()
        with run.stage("understand"):
            law_in = self._law_in(question)
            asked_in = spoken_in(forms(question[:LONGEST]), law_in)
            read = self._understand(question)
        with run.stage("shortcut"):
            asked_for = filters(read) if callable(filters) else filters or Filters()
            # Decisions speak of laws that nobody here holds.
            short = None if profile.group == "work" else self._short_titles
            cited = direct(read, asked_in, self.indexed, asked_for, short)
        with run.stage("understand"):
            searched = narrowed(asked_for, cited, short)
            names = cited.names if searched is not asked_for else ()
            file = self._files.named(question, asked_for) if self._files else None
            if file is not None:
                searched = replace(searched, documents=file.documents)
            understood = self._read(question, law_in, read, profile, names, file)
            allowed = self.indexed.table.allowed(_wanted(searched, profile))
        if cited.card:
            run.milliseconds["total"] = (time.perf_counter() - began) * 1000
            return _card_alone(understood, cited, run, self.indexed)
        wanted = how_many(cited, limit, profile.returned)
        lists = self._recalled(understood, profile, allowed, run)
        more = [] if tier == FREE or cited.whole else self._rephrased(
            understood, profile, allowed, run)  # fmt: skip
        with run.stage("fuse"):
            found = fuse([*lists, *more], profile.fusion, profile.rrf_k)
        with run.stage("boosts"):
            found = boosted(found, understood, self.indexed, profile.boosts, searched.at)
        found = self._phrased(found, understood, profile, run)
        to_read = self._to_read(found, understood, profile, passages, run)
        found = self._by_document(found, profile, allowed, run)
        found = self._reranked(found, understood, profile, tier, run)
        with run.stage("diversify"):
            found = spread(found, self.indexed, profile)
        if not_in_force is not None:
            with run.stage("status"):
                found = living_first(found, wanted, lambda rows: not_in_force(rows, searched))
        with run.stage("confidence"):
            values = signals(
                understood,
                concepts(understood, profile.expansion),
                found,
                lists,
                self.indexed,
                " ".join(self._texts(found.rows[:1].tolist())[0]) if len(found.rows) else "",
            )
            encoded = self._encoded(understood, profile, allowed, run)
            sure = confidence(values, profile.certainty, 1.0 if encoded is None else encoded)
            vague = underspecified(understood, self.indexed, profile.certainty)
        rows, scores = self._first(found, cited, wanted, profile)
        run.milliseconds["total"] = (time.perf_counter() - began) * 1000
        unsure = vague or cited.unclear or sure < profile.certainty.clarify_below
        # Whoever names the work has said enough to be searched for.
        within = cited.within if searched is not filters else ()
        if file is not None and not asked_for.documents:
            within = file.documents
        clarify = not len(cited.rows) and (
            cited.unclear or (unsure and not (cited.within or file is not None))
        )
        return FoundRows(
            understood,
            rows,
            scores,
            cited,
            tuple(run.stages),
            run.milliseconds,
            _SURE if cited.whole else 0.0 if not rows else sure,
            values,
            clarify and not cited.missing,
            tuple(run.degraded),
            len(found.rows),
            self._near(found, understood),
            self.indexed.share if encoded is None else encoded,
            within,
            to_read,
        )

    def _to_read(
        self, found: RankedRows, question: AskedQuestion, profile: Profile, many: int, run: _Run
    ) -> tuple[int, ...]:
        """The best passages, each for itself."""
        if not many:
            return ()
        if profile.rerank.late and self.indexed.late is not None:
            with run.stage("late"):
                found = rerank.late(found, question, self.indexed, profile)
        return tuple(found.rows[:many].tolist())

    def _encoded(
        self, question: AskedQuestion, profile: Profile, allowed: Rows | None, run: _Run
    ) -> float | None:
        """What share of what was searched could be found by its neural vector; None where the
        profile, or the language of the law, asks for none."""
        encoder, vectors = self.indexed.encoders.dense, self.indexed.dense
        if encoder is None or not profile.weights.dense:
            return None
        if encoder.languages and question.law_in not in encoder.languages:
            return None
        failed = any(told.startswith("semantic") for told in run.degraded)
        return 0.0 if vectors is None or failed else vectors.share_of(allowed)

    def _near(self, found: RankedRows, question: AskedQuestion) -> float | None:
        """How near the first is to the question token by token, from 0 to 1, by the encoder that
        says which of them to heed; None where there is none."""
        late = self.indexed.late
        if late is None or not isinstance(late.encoder, JointTokens) or not len(found.rows):
            return None
        query = late.encoder.query(question.meaning)
        near = late.index.scores(query, found.rows[:1]) / np.linalg.norm(query, axis=1).mean()
        return None if np.isnan(near[0]) else round(float(near[0]), 4)

    def relevance(self, question: str, profile: Profile) -> Relevance:
        """What a question asks for, to weigh texts by."""
        read = self._read(question, self._law_in(question), self._understand(question), profile)
        return self.relevance_of(read, profile)

    def relevance_of(self, question: AskedQuestion, profile: Profile) -> Relevance:
        """The same for a question that was understood already."""
        return Relevance(question, concepts(question, profile.expansion), self.indexed)

    def _recalled(
        self, question: AskedQuestion, profile: Profile, allowed: Rows | None, run: _Run
    ) -> list[Listed]:
        with run.stage("bm25"):
            words = recall.lexical(self.indexed, question, profile, allowed)
            lists = [recall.near(self.indexed, question, profile, allowed, words)]
        if profile.weights.opening and about_the_document(question):
            with run.stage("opening"):
                first = openings(self.indexed, lists[0].found, allowed)
                lists.append(Listed("opening", profile.weights.opening, first))
        if question.words and recall.has_vectors(self.indexed, question, profile):
            with run.stage("semantic"):
                try:
                    # All of them or none: half of the vectors would be another ranking.
                    lists += [
                        *recall.dense(self.indexed, question, profile, allowed),
                        *recall.sparse(self.indexed, question, profile, allowed),
                    ]
                except PinciteError as problem:
                    run.degraded.append(f"semantic: {problem}")
        return lists

    def _read(
        self,
        question: str,
        law_in: str,
        cited: Understanding,
        profile: Profile,
        names: Sequence[tuple[int, int]] = (),
        file: NamedDocument | None = None,
    ) -> AskedQuestion:
        return asked(
            question,
            law_in=law_in,
            vocabulary=self.vocabulary(law_in),
            cited=cited,
            expansion=profile.expansion,
            names=(*names, *file.phrases) if file else names,
            parties=file.names if file else (),
        )

    def _rephrased(
        self, question: AskedQuestion, profile: Profile, allowed: Rows | None, run: _Run
    ) -> list[Listed]:
        """What a configured model's other wordings of the question find."""
        rephraser, weight = self.indexed.encoders.rephraser, profile.weights.rephrased
        if rephraser is None or not weight or not question.words:
            return []
        with run.stage("rephrase"):
            try:
                worded = rephraser.rephrased(question.meaning)
            except PinciteError as problem:
                run.degraded.append(f"rephrase: {problem}")
                return []
        found: list[Listed] = []
        for text in worded:
            other = self._read(text, question.law_in, question.cited, profile)
            lists = self._recalled(other, profile, allowed, run)
            found += [listed._replace(name=f"{listed.name}:model", weight=listed.weight * weight)
                      for listed in lists]  # fmt: skip
        return found

    def _phrased(
        self, found: RankedRows, question: AskedQuestion, profile: Profile, run: _Run
    ) -> RankedRows:
        if not profile.weights.phrases:
            return found
        with run.stage("phrases"):
            texts = [text for _, text in self._texts(found.rows[: profile.phrases_from].tolist())]
            return phrased(found, question, texts, profile.weights.phrases)

    def _by_document(
        self, passages: RankedRows, profile: Profile, allowed: Rows | None, run: _Run
    ) -> RankedRows:
        """One row a section or document, as the profile has it."""
        if profile.group != "work" or not profile.gather:
            return grouped(passages, self.indexed, profile)
        with run.stage("gather"):
            found = gathered(passages, self.indexed, profile)
        if profile.weights.cited and len(self.indexed.links):
            with run.stage("cited"):
                found = with_cited(found, passages, self.indexed, profile, allowed)
        return found

    def _reranked(
        self, found: RankedRows, question: AskedQuestion, profile: Profile, tier: str, run: _Run
    ) -> RankedRows:
        rules = profile.rerank
        if tier == PRO and rules.late and self.indexed.late is not None:
            with run.stage("late"):
                found = rerank.late(found, question, self.indexed, profile)
        scorer = self.indexed.encoders.pairs
        if tier != PRO or not rules.pairs or not len(found.rows):
            return found
        if scorer is None:
            if "pairs" in self.indexed.encoders.missing:
                run.degraded.append("rerank: the cross-encoder is not installed")
            return found
        if scorer.languages and question.law_in not in scorer.languages:
            return found
        count = min(rules.pairs, len(found.rows), self._pairs_for(rules.budget_ms))
        with run.stage("rerank"):
            try:
                texts = self._texts(found.rows[:count].tolist())
                return rerank.pairs(found, question, texts, scorer, profile)
            except PinciteError as problem:
                run.degraded.append(f"rerank: {problem}")
                return found

    def _first(
        self, found: RankedRows, cited: Direct, wanted: int, profile: Profile
    ) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """What was cited, then what was found."""
        best = float(found.scores.max()) if len(found.scores) else 1.0
        rows: dict[int, float] = {}
        groups: set[int] = set()
        every = cited.rows.tolist()
        # Each provision begins before any goes on, where not all of them fit.
        ordered = every if len(every) <= wanted else dict.fromkeys((*cited.firsts, *every))
        for row in list(ordered)[:wanted]:
            rows.setdefault(row, 1.0)
            groups.add(self._group(row, profile))
        for row, score in zip(found.rows.tolist(), found.scores.tolist(), strict=True):
            if len(rows) >= wanted:
                break
            if self._group(row, profile) not in groups:
                rows.setdefault(row, round(score / best, 6) if best > 0 else 0.0)
        return tuple(rows), tuple(rows.values())

    def _group(self, row: int, profile: Profile) -> int:
        table = self.indexed.table
        if profile.group == "chunk":
            return row
        return int(table.unit[row] if profile.group == "unit" else table.document[row])


def _card_alone(question: AskedQuestion, cited: Direct, run: _Run, indexed: Indexed) -> FoundRows:
    """Of a question that only names a work: its card says what it is, and nothing is guessed."""
    return FoundRows(
        question, (), (), cited, tuple(run.stages), run.milliseconds, _SURE, {}, False, (), 0,
        encoded=indexed.share,
    )  # fmt: skip


def _wanted(filters: Filters, profile: Profile) -> Filters:
    """What the profile leaves out by itself is found where it is asked for by its type."""
    return filters if filters.doc_type else replace(filters, without_types=profile.without_types)
