"""Akoma Ntoso documents, written for the tests of their reader."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from lxml import etree

from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.sources import Sources
from pincite.model import Draft
from pincite.settings import Settings

THREE = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
TWO = "http://www.akomantoso.org/2.0"

DOCUMENT = """<?xml version="1.0" encoding="UTF-8"?>
<akomaNtoso xmlns="{namespace}"><act contains="singleVersion">
<meta><identification source="#x">
<FRBRWork><FRBRthis value="{uri}/!main"/><FRBRuri value="{uri}"/><FRBRalias value="{title}"/>
<FRBRdate date="2006-01-01" name="Generation"/><FRBRauthor href="#p"/></FRBRWork>
<FRBRExpression><FRBRthis value="{uri}/eng@{day}/!main"/><FRBRuri value="{uri}/eng@{day}"/>
<FRBRdate date="{day}" name="Generation"/><FRBRlanguage language="{language}"/></FRBRExpression>
</identification>{meta}</meta>
{inside}
</act>{after}</akomaNtoso>"""


def file_of(
    folder: Path,
    inside: str,
    *,
    namespace: str = THREE,
    uri: str = "/akn/zw/act/2006/14",
    title: str = "Lighthouses Act",
    day: str = "2016-12-31",
    language: str = "eng",
    meta: str = "",
    after: str = "",
) -> Path:
    path = folder / f"{day}.xml"
    path.write_text(
        DOCUMENT.format(
            namespace=namespace, uri=uri, title=title, day=day, language=language,
            meta=meta, inside=inside, after=after,
        ),
        encoding="utf-8",
    )  # fmt: skip
    return path


def outcomes_of(path: Path, options: ReadOptions | None = None) -> list[object]:
    chosen, options = reader("akn"), options or ReadOptions()
    sources = Sources.of([path], reader="akn", settings=Settings())
    return [
        outcome
        for unit in chosen.units(sources, options)
        for outcome in chosen.read(sources, unit, options)
    ]


def act_of(folder: Path, body: str, **what: str) -> Draft:
    (draft,) = outcomes_of(file_of(folder, f"<body>{body}</body>", **what))
    assert isinstance(draft, Draft)
    return draft


def section_of(inside: str, num: str = "7.") -> str:
    return f'<section eId="sec_7"><num>{num}</num><heading>Keepers</heading>{inside}</section>'


def squeezed(words: str) -> str:
    return "".join(unicodedata.normalize("NFC", words).split())


def law_text(path: Path) -> str:
    """All that the document says, in order, without the editors' remarks."""
    root = etree.parse(path).getroot()
    etree.strip_elements(root, "{*}remark", with_tail=False)
    said: list[str] = []
    for element in root.iter("{*}preface", "{*}preamble", "{*}body", "{*}doc"):
        if etree.QName(element).localname == "doc":
            said += [alias.get("value") or "" for alias in element.iter("{*}FRBRalias")]
            said += element.find("{*}mainBody").itertext()
        else:
            said += element.itertext()
    return squeezed("".join(said))
