"""CourtListener's records: one decision an object, its text whole."""

from __future__ import annotations

from typing import Any

from pincite.errors import SourceMalformed
from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers.opinions.citing import cite_name, decided, docket_name, first_page
from pincite.ingest.law.readers.opinions.pages import OpinionPages
from pincite.ingest.law.readers.opinions.parts import Parts, paragraphs_of
from pincite.ingest.law.readers.opinions.record import OpinionRecord
from pincite.model import Draft, Expression, Skipped
from pincite.model.urn import segment

MARK = "cl"
# The order in which citations name a decision; the last two name it only to some readers.
_CITES = (
    "federal_cite_one", "federal_cite_two", "federal_cite_three", "state_cite_one",
    "state_cite_two", "state_cite_three", "state_cite_regional", "specialty_cite_one",
)  # fmt: skip
_OTHERS = ("scotus_early_cite", "neutral_cite", "lexis_cite", "westlaw_cite")
_COURTS = {"scotus": "Supreme Court of the United States"}
_DEFAULT_COURT = "scotus"


def is_courtlistener(value: dict[str, Any]) -> bool:
    return isinstance(value.get("citation"), dict) and "casebody" not in value


def name_of_record(value: dict[str, Any]) -> str:
    cites = value["citation"]
    named = cite_name(_first_cite(cites)) or docket_name(_text(cites, "docket_number"))
    return named or f"{MARK}-{segment(str(value.get('id') or ''))}"


def read(value: dict[str, Any], record: OpinionRecord, *, again: bool) -> Draft | Skipped:
    cites = value["citation"]
    text = record.text(value, "text") or record.text(value, "plain_text")
    identity = segment(str(value.get("id") or ""))
    if not text.strip():
        return Skipped(record.file, record.place, f"opinion {identity} has no plain text")
    name = name_of_record(value)
    filed = record.text(value, "date_filed")
    day = decided(filed)
    if filed and day is None:
        raise SourceMalformed(
            f"date_filed is not a date: {filed[:40]!r}", file=record.file, place=record.place
        )
    cite = _first_cite(cites)
    court = _court(value)
    builder = DraftBuilder(
        Expression(
            urn=f"urn:lex:us:{court}:{name}{f'-{MARK}{identity}' if again else ''}",
            title=" ".join(_text(cites, "case_name").split()),
            kind="opinion",
            language="en",
            style="case",
            number=cite,
            year=filed[:4],
            start=day,
            url=_url(value),
            meta=_meta(value, cites, court, identity),
        ),
        [record.source],
    )
    Parts(builder, OpinionPages(text, first_page(cite)), record.place).text(paragraphs_of(text))
    return builder.finish()


def _text(value: dict[str, Any], key: str) -> str:
    text = value.get(key)
    return text.strip() if isinstance(text, str) and text not in ("None", "null") else ""


def _first_cite(cites: dict[str, Any]) -> str:
    return next((" ".join(cite.split()) for key in _CITES if (cite := _text(cites, key))), "")


def _court(value: dict[str, Any]) -> str:
    """The court that the record names; the collection of decisions that names none is the Supreme
    Court's."""
    stated = value.get("court_id") or value.get("court")
    stated = stated.rstrip("/").rpartition("/")[2] if isinstance(stated, str) else ""
    return segment(stated.lower()) or _DEFAULT_COURT


def _url(value: dict[str, Any]) -> str:
    path = value.get("absolute_url")
    return (
        f"https://www.courtlistener.com{path}" if isinstance(path, str) and path[:1] == "/" else ""
    )


def _meta(
    value: dict[str, Any], cites: dict[str, Any], court: str, identity: str
) -> dict[str, object]:
    meta: dict[str, object] = {
        "court": _COURTS.get(court, court),
        "judges": _text(value, "judges"),
        "docket": _text(cites, "docket_number"),
        "citations": [cite for key in (*_CITES, *_OTHERS) if (cite := _text(cites, key))],
        "opinion_id": identity,
        "citation_count": value.get("citation_count"),
        "status": _text(value, "status"),
        "scdb_id": _text(value, "scdb_id"),
    }
    return {key: value for key, value in meta.items() if value not in ("", None, [])}
