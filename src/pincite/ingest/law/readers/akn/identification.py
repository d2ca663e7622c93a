"""What an Akoma Ntoso <meta> says of the work and the expression."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from pincite.errors import BadUrn, SourceMalformed
from pincite.ingest.law.readers import ReadOptions
from pincite.ingest.safe_xml import Element, name_of, place_of, text_of
from pincite.ingest.sources import SourceFile
from pincite.model import Expression
from pincite.model.akn import WorkUri, parse_frbr

DOCUMENTS = ("act", "bill", "doc", "statement")
_SUBTYPES = {
    "bylaw": "by-law",
    "statutory-instrument": "si",
    "regulations": "regulation",
    "reg": "regulation",
}
# ISO 639-2 as FRBRlanguage has it → ISO 639-1 as the rest of the library has it.
_LANGUAGES = {
    "eng": "en", "isl": "is", "ice": "is", "afr": "af", "fra": "fr", "fre": "fr", "deu": "de",
    "ger": "de", "ita": "it", "spa": "es", "por": "pt", "nld": "nl", "dut": "nl", "swa": "sw",
    "dan": "da", "nor": "no", "nob": "nb", "nno": "nn", "swe": "sv", "fin": "fi", "fao": "fo",
    "sna": "sn", "nde": "nd", "zul": "zu", "xho": "xh", "sot": "st", "tsn": "tn", "ssw": "ss",
    "tso": "ts", "ven": "ve", "nbl": "nr", "pol": "pl", "ell": "el", "ara": "ar", "amh": "am",
}  # fmt: skip
_UNDETERMINED = "und"
_in_uri = re.compile(r"/([a-z]{3})@")
_chapter = re.compile(r"\[\s*(?:Chapter|Cap\.?)\s+([0-9A-Za-z][0-9A-Za-z:.]*?)\.?\s*\]", re.I)


def expression_of(document: Element, file: SourceFile, options: ReadOptions) -> Expression:
    meta = child_of(document, "meta")
    identification = child_of(meta, "identification")
    work = child_of(identification, "FRBRWork")
    expression = child_of(identification, "FRBRExpression")
    if work is None:
        raise SourceMalformed(
            "no <FRBRWork>, so the work has no name", file=file.name, place=place_of(document)
        )
    uri = _work_uri(work, file)
    title = _title(work, document)
    start = _start(expression, file) or options.date
    stated = _value(child_of(expression, "FRBRlanguage"), "language")
    if not stated and (match := _in_uri.search(_value(child_of(expression, "FRBRuri")))):
        stated = match[1]
    parts = [part for part in uri.work.split("/") if part]
    if parts[0] == "akn":
        parts.pop(0)
    chapter = _chapter.search(" ".join([title, *_doc_titles(document)]))
    return Expression(
        urn=str(uri.urn),
        title=title,
        kind=_kind(parts),
        language=_LANGUAGES.get(stated, stated) or options.language or _UNDETERMINED,
        style="act",
        label=start.isoformat() if start else "",
        number=parts[-1] if parts[-1][:1].isdigit() else "",
        year=parts[-2][:4],
        chapter=chapter[1] if chapter else "",
        akn=uri.work,
        start=start,
        end=_repealed(meta, start, file),
        meta=_publication(meta),
    )


def child_of(element: Element | None, name: str) -> Element | None:
    if element is None:
        return None
    return next((child for child in element if name_of(child) == name), None)


def alias_of(document: Element) -> str:
    """The name that a component's own <meta> gives it: 'Schedule 1'."""
    work = child_of(child_of(child_of(document, "meta"), "identification"), "FRBRWork")
    return " ".join(_value(child_of(work, "FRBRalias")).split())


def _value(element: Element | None, attribute: str = "value") -> str:
    return (element.get(attribute) or "") if element is not None else ""


def _work_uri(work: Element, file: SourceFile) -> WorkUri:
    uri = _value(child_of(work, "FRBRuri"))
    if not uri:
        uri = _value(child_of(work, "FRBRthis")).partition("/!")[0].removesuffix("/main")
    try:
        return parse_frbr(uri)
    except BadUrn as problem:
        raise SourceMalformed(problem.message, file=file.name, place=place_of(work)) from None


def _title(work: Element, document: Element) -> str:
    aliases = [child for child in work if name_of(child) == "FRBRalias" and _value(child)]
    aliases.sort(key=lambda alias: alias.get("name") not in ("title", None))
    stated = [_value(alias) for alias in aliases] or list(_doc_titles(document))
    return " ".join(stated[0].split()) if stated else ""


def _doc_titles(document: Element) -> Iterator[str]:
    for part in ("coverPage", "preface"):
        element = child_of(document, part)
        if element is not None:
            for name in ("docTitle", "shortTitle", "docNumber"):
                yield from (text_of(title) for title in element.iter(f"{{*}}{name}"))


def _start(expression: Element | None, file: SourceFile) -> date | None:
    stated = _value(child_of(expression, "FRBRdate"), "date")
    if stated and expression is not None:
        return _date(stated, expression, file)
    uri = _value(child_of(expression, "FRBRuri"))
    try:
        return parse_frbr(uri).date if uri else None
    except BadUrn:
        return None


def _date(stated: str, element: Element, file: SourceFile) -> date:
    try:
        return date.fromisoformat(stated[:10])
    except ValueError:
        raise SourceMalformed(
            f"not a date: {stated[:40]!r}", file=file.name, place=place_of(element)
        ) from None


def _repealed(meta: Element | None, start: date | None, file: SourceFile) -> date | None:
    """The day of repeal, where one is stated and falls after the expression's own date."""
    if meta is None:
        return None
    for event in meta.iter("{*}eventRef", "{*}repeal"):
        if name_of(event) == "repeal" or event.get("type") == "repeal":
            stated = event.get("date")
            if stated:
                day = _date(stated, event, file)
                return day if start is None or day > start else None
    return None


def _kind(parts: list[str]) -> str:
    """By doctype and subtype: /za-cpt/act/by-law/2015/x is a by-law."""
    doctype, subtype = parts[1], parts[2]
    if subtype[:4].isdigit():
        return "constitution" if parts[-1] == "constitution" else doctype
    return _SUBTYPES.get(subtype, subtype)


def _publication(meta: Element | None) -> dict[str, object]:
    published = child_of(meta, "publication")
    if published is None:
        return {}
    stated = {key: published.get(key) or "" for key in ("name", "number", "date")}
    return {"publication": {key: value for key, value in stated.items() if value}}
