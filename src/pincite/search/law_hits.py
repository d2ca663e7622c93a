"""Where a hit in law comes from: its work, its place in it, its FRBR URIs, its file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from pincite.corpus import CorpusStore, Stored
from pincite.errors import BadUrn, IndexUnusable
from pincite.model import Chunk, Expression, Node, Source, Urn
from pincite.model.akn import frbr_of
from pincite.model.provenance import Place, Provenance
from pincite.search.present import ShownChunks, Sourced
from pincite.search.response import LawPlace

_SEPARATOR = " › "
_ID = 12
_LANGUAGES = {"en": "eng", "is": "isl"}
_work_part = re.compile(r".*(?:, | - )(?=\S)")
_chapter = re.compile(r" \[Chapter [^\]]*\]")


@dataclass
class LawSources:
    """Looks up where hits in law come from. `version` or `at` is what was asked for, if any."""

    store: CorpusStore
    version: str | None = None
    at: date | None = None
    _kept: dict[int, Stored] = field(default_factory=dict[int, Stored])
    _files: dict[int, Source] = field(default_factory=dict[int, Source])

    def source(self, shown: ShownChunks) -> Sourced:
        stored = self._stored(shown.key, shown.facets.work)
        expression, facets = stored.expression, shown.facets
        citation = _together([chunk.locator for chunk in shown.chunks])
        work = work_uri(expression)
        law = LawPlace(
            title=expression.title,
            section_path=shown.chunk.header.removeprefix(expression.title).removeprefix(_SEPARATOR),
            chapter=expression.chapter,
            nature=facets.nature,
            year=expression.year,
            akn_work=work,
            akn_expression=_expression_uri(work, expression, facets.start) if work else None,
            source_url=expression.url or None,
            urn=shown.chunk.urn,
            unit_urn=shown.unit_urn,
            version=self.version or facets.version.split()[-1],
            valid_from=facets.start,
            valid_to=facets.end,
        )
        return Sourced(citation, _chapter.sub("", citation), self._provenance(shown, stored), law)

    def place(self, urn: str) -> tuple[Stored, Node] | None:
        """The law that a URN names, at the date or in the version that was asked."""
        found = self.store.find(urn, at=self.at, tag=self.version)
        return found[0] if len(found) == 1 else None

    def citation(self, _key: int, chunk: Chunk) -> str:
        return chunk.locator

    def _provenance(self, shown: ShownChunks, stored: Stored) -> Provenance:
        if shown.key not in self._files:
            self._files[shown.key] = self.store.source(shown.key, 0)
        file = self._files[shown.key]
        loaded = self._loaded.get(shown.facets.version.split()[0], "")
        return Provenance(
            document=stored.expression.title,
            document_path=file.name,
            document_id=stored.expression.urn,
            sha256=file.sha256,
            kind=stored.expression.kind,
            short="",
            chunk_id=f"{stored.hash[:_ID]}-{shown.chunk.ordinal}",
            chunk_index=shown.chunk.ordinal,
            place=_place(shown),
            chunk_created_at=loaded,
            chunk_embedded_at=None,
            document_ingested_at=loaded,
        )

    def _stored(self, key: int, work: str) -> Stored:
        if key not in self._kept:
            self._kept |= {
                expression.key: expression for expression in self.store.expressions(work)
            }
        if key not in self._kept:
            raise IndexUnusable(f"the index names a text of {work} that is not there")
        return self._kept[key]

    @cached_property
    def _loaded(self) -> dict[str, str]:
        return {version.tag: version.loaded_at for version in self.store.versions()}


def work_uri(expression: Expression) -> str | None:
    """As the source states it, or as the work's URN or its number and year give it."""
    if expression.akn:
        return expression.akn
    urn = Urn.parse(expression.urn)
    try:
        return frbr_of(urn)
    except BadUrn:
        if expression.style == "is" and expression.number and expression.year:
            return f"/akn/{urn.jurisdiction}/act/{expression.year}/{expression.number}"
        return None


def _together(locators: list[str]) -> str:
    """'Lamp Act, s 4; s 5': what two of one work have in common is said once."""
    first, *others = dict.fromkeys(locators)
    common = _work_part.match(first)
    return "; ".join(
        (first, *(other.removeprefix(common[0] if common else "") for other in others))
    )


def _expression_uri(work: str, expression: Expression, day: date | None) -> str:
    language = _LANGUAGES.get(expression.language, expression.language)
    return f"{work}/{language}@{day.isoformat()}" if day else f"{work}/{language}"


def _place(shown: ShownChunks) -> Place:
    """Law is cited by its provisions: it has no pages, paragraphs or lines of a file."""
    return Place(
        page=None,
        page_end=None,
        page_label="",
        paragraph_start=None,
        paragraph_end=None,
        paragraph_numbering="",
        line_start=None,
        line_end=None,
        char_start=shown.start,
        char_end=shown.end,
        boxes=(),
        extraction_method="Native",
        ocr_confidence=None,
    )
