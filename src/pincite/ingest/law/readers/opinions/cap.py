"""The Caselaw Access Project's records: one decision an object, its opinions told apart."""

from __future__ import annotations

import re
from typing import Any

from pincite.errors import SourceMalformed
from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers.opinions.citing import cite_name, decided, docket_name, first_page
from pincite.ingest.law.readers.opinions.headings import Heading
from pincite.ingest.law.readers.opinions.pages import OpinionPages
from pincite.ingest.law.readers.opinions.parts import Parts
from pincite.ingest.law.readers.opinions.record import OpinionRecord, as_list, as_object
from pincite.model import Draft, Expression, Skipped
from pincite.model.urn import segment

MARK = "cap"
_CIRCUIT = re.compile(r"United States Court of Appeals for the (\w+) Circuit")
_code = re.compile(r"[a-z]{2}(?:-[a-z0-9]+)*")
_CIRCUITS = {
    "First": "ca1", "Second": "ca2", "Third": "ca3", "Fourth": "ca4", "Fifth": "ca5",
    "Sixth": "ca6", "Seventh": "ca7", "Eighth": "ca8", "Ninth": "ca9", "Tenth": "ca10",
    "Eleventh": "ca11", "Federal": "cafc",
}  # fmt: skip
# The project's own names of jurisdictions → the state's postal letters.
_STATES = {
    "ala": "al", "alaska": "ak", "ariz": "az", "ark": "ar", "cal": "ca", "colo": "co", "conn": "ct",
    "del": "de", "dc": "dc", "fla": "fl", "ga": "ga", "haw": "hi", "idaho": "id", "ill": "il",
    "ind": "in", "iowa": "ia", "kan": "ks", "ky": "ky", "la": "la", "me": "me", "md": "md",
    "mass": "ma", "mich": "mi", "minn": "mn", "miss": "ms", "mo": "mo", "mont": "mt", "neb": "ne",
    "nev": "nv", "nh": "nh", "nj": "nj", "nm": "nm", "ny": "ny", "nc": "nc", "nd": "nd",
    "ohio": "oh", "okla": "ok", "or": "or", "pa": "pa", "ri": "ri", "sc": "sc", "sd": "sd",
    "tenn": "tn", "tex": "tx", "utah": "ut", "vt": "vt", "va": "va", "wash": "wa", "wva": "wv",
    "wis": "wi", "wyo": "wy", "guam": "gu", "pr": "pr", "vi": "vi",
}  # fmt: skip


def is_cap(value: dict[str, Any]) -> bool:
    return "casebody" in value or isinstance(value.get("citations"), list)


def name_of_record(value: dict[str, Any]) -> str:
    named = cite_name(official_cite(value.get("citations")))
    named = named or docket_name(str(value.get("docket_number") or ""))
    return named or f"{MARK}-{segment(str(value.get('id') or ''))}"


def official_cite(citations: object) -> str:
    """The citation marked official, else the first."""
    cites = _cites(citations)
    return next((cite for kind, cite in cites if kind == "official"), cites[0][1] if cites else "")


def read(value: dict[str, Any], record: OpinionRecord, *, again: bool) -> Draft | Skipped:
    identity = segment(str(value.get("id") or ""))
    body = _body(value, record)
    if isinstance(body, str):
        return Skipped(record.file, record.place, f"case {identity}: {body}")
    cite = official_cite(value.get("citations"))
    stated = record.text(value, "decision_date")
    day = decided(stated)
    if stated and day is None:
        raise SourceMalformed(
            f"decision_date is not a date: {stated[:40]!r}", file=record.file, place=record.place
        )
    parts = _parts(body, record)
    whole = "\n".join(text for _, text in parts)
    if not whole.strip():
        return Skipped(record.file, record.place, f"case {identity} has no text")
    jurisdiction, court = _jurisdiction(value), _court(value)
    name = name_of_record(value) + (f"-{MARK}{identity}" if again else "")
    title = record.text(value, "name_abbreviation") or record.text(value, "name")
    builder = DraftBuilder(
        Expression(
            urn=f"urn:lex:{jurisdiction}:{court}:{name}",
            title=" ".join(title.split()),
            kind="opinion",
            language=record.text(value, "language") or "en",
            style="case",
            number=cite,
            year=stated[:4],
            start=day,
            url=record.text(value, "frontend_url"),
            meta=_meta(value, body, identity),
        ),
        [record.source],
    )
    bracketed = "[*" in whole
    writer = Parts(builder, OpinionPages(whole, first_page(cite), bare=not bracketed), record.place)
    for heading, text in parts:
        if text.strip():
            writer.part(heading, (line.strip() for line in text.split("\n")))
    return builder.finish()


def _body(value: dict[str, Any], record: OpinionRecord) -> dict[str, Any] | str:
    """The case's body, or why there is none. Older files keep it under 'data'."""
    body: object = value.get("casebody")
    outer = as_object(body)
    if "data" in outer:
        if outer.get("status", "ok") != "ok":
            return f"its text was withheld ({outer.get('status')})"
        body = outer["data"]
    if body is None:
        return "its text is not in the file"
    if isinstance(body, str):
        raise SourceMalformed(
            "casebody is markup, not JSON",
            file=record.file,
            place=record.place,
            hint="Download the cases with body_format=text.",
        )
    return as_object(body)


def _parts(body: dict[str, Any], record: OpinionRecord) -> list[tuple[Heading, str]]:
    head = record.text(body, "head_matter")
    if not head.strip():
        named = as_list(body.get("parties")) + as_list(body.get("attorneys"))
        head = "\n".join(map(str, named))
    parts = [(Heading("", "head"), head)]
    for opinion in map(as_object, as_list(body.get("opinions"))):
        text = record.text(opinion, "text")
        author = " ".join(record.text(opinion, "author").split())
        if author and author not in " ".join(text[: len(author) + 400].split()):
            text = f"{author}\n{text}"
        kind = segment(record.text(opinion, "type")) or "opinion"
        parts.append((Heading(author, kind, author.rstrip(":.,")), text))
    return [*parts, *_corrections(body)]


def _corrections(body: dict[str, Any]) -> list[tuple[Heading, str]]:
    corrections = body.get("corrections")
    return (
        [(Heading("", "corrections"), corrections)]
        if isinstance(corrections, str) and corrections.strip()
        else []
    )


def _cites(citations: object) -> list[tuple[str, str]]:
    return [
        (str(citation.get("type") or ""), " ".join(str(citation["cite"]).split()))
        for citation in map(as_object, as_list(citations))
        if isinstance(citation.get("cite"), str)
    ]


def _field(value: dict[str, Any], key: str, *names: str) -> str:
    field = as_object(value.get(key))
    return next((str(field[name]) for name in names if field.get(name)), "")


def _jurisdiction(value: dict[str, Any]) -> str:
    """As a code says, which only records of other countries in this form have; else by name."""
    code = _field(value, "jurisdiction", "code")
    if _code.fullmatch(code):
        return code
    slug = segment(
        _field(value, "jurisdiction", "slug", "name").lower().replace(".", "").replace(" ", "")
    )
    return f"us-{_STATES[slug]}" if slug in _STATES else "us"


def _court(value: dict[str, Any]) -> str:
    name = _field(value, "court", "name")
    if name == "Supreme Court of the United States":
        return "scotus"
    if match := _CIRCUIT.match(name):
        return _CIRCUITS.get(match[1], "cadc")
    short = _field(value, "court", "slug", "name_abbreviation", "name")
    return segment(short.lower().replace(".", "")) or "court"


def _meta(value: dict[str, Any], body: dict[str, Any], identity: str) -> dict[str, object]:
    meta: dict[str, object] = {
        "court": _field(value, "court", "name"),
        "judges": "; ".join(map(str, as_list(body.get("judges")))),
        "docket": str(value.get("docket_number") or ""),
        "citations": [cite for _, cite in _cites(value.get("citations"))],
        "opinion_id": identity,
        "decision_date": value.get("decision_date"),
    }
    return {key: value for key, value in meta.items() if value not in ("", None, [])}
