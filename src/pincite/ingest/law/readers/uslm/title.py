"""A title of the United States Code, or the appendix of one: what it is, and from when."""

from __future__ import annotations

from datetime import date

from pincite.errors import SourceMalformed
from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers.uslm.names import title_of
from pincite.ingest.law.readers.uslm.provisions import Provisions
from pincite.ingest.law.readers.uslm.words import HEADING, NUM, USLM
from pincite.ingest.safe_xml import Element, name_of, place_of
from pincite.ingest.sources import SourceFile
from pincite.model import Draft, Expression, Skipped

_CREATED = "{http://purl.org/dc/terms/}created"


def read_title(root: Element, file: SourceFile, day: date | None) -> Draft | Skipped:
    """`day` is the date of the text where the file does not say its own."""
    body = _body(root, file)
    stated = root.findtext(f"{USLM}meta/{USLM}docNumber") or ""
    number, urn = title_of(stated)
    if not urn:
        raise SourceMalformed(
            f"docNumber is not the number of a title: {stated!r}",
            file=file.name,
            place=place_of(root),
        )
    expression = Expression(
        urn=urn,
        title=_name_of_title(body),
        kind="code",
        language="en",
        style="usc",
        number=number,
        url=f"https://uscode.house.gov/browse/prelim@title{number}",
        start=_created(root, file) or day,
        meta=_meta(root),
    )
    builder = DraftBuilder(expression, [file.source])
    provisions = Provisions(builder, body)
    provisions.read(body)
    if not provisions.law:
        return Skipped(file.name, place_of(body), _why_empty(body), urn, expression.start)
    return builder.finish()


def _body(root: Element, file: SourceFile) -> Element:
    if name_of(root) == "uscDoc":
        for path in (f"{USLM}main/{USLM}title", f"{USLM}appendix", f"{USLM}main/{USLM}appendix"):
            if (body := root.find(path)) is not None:
                return body
    raise SourceMalformed(
        f"<{name_of(root)}> holds no title or appendix of the Code",
        file=file.name,
        place=place_of(root),
    )


def _created(root: Element, file: SourceFile) -> date | None:
    stated = root.find(f"{USLM}meta/{_CREATED}")
    if stated is None or not (stated.text or "").strip():
        return None
    try:
        return date.fromisoformat((stated.text or "").strip()[:10])
    except ValueError:
        raise SourceMalformed(
            f"dcterms:created is not a date: {stated.text!r}",
            file=file.name,
            place=place_of(stated),
        ) from None


def _meta(root: Element) -> dict[str, object]:
    publication = root.findtext(f"{USLM}meta/{USLM}docPublicationName")
    return {"publication": publication.strip()} if publication else {}


def _name_of_title(body: Element) -> str:
    """'Title 9—' and 'ARBITRATION' → 'Title 9—ARBITRATION'."""
    number, heading = (
        " ".join("".join(element.itertext()).split())
        if (element := body.find(tag)) is not None
        else ""
        for tag in (NUM, HEADING)
    )
    return f"{number}{'' if number.endswith('—') else ' '}{heading}".strip()


def _why_empty(body: Element) -> str:
    """What the title's own notes say of its having no text."""
    note = body.find(f"{USLM}notes/{USLM}note")
    words = "" if note is None else " ".join("".join(note.itertext()).split())
    return words or f"no section in {_name_of_title(body)}"
