"""A title of the D.C. Code: its containers, and the sections they include."""

from __future__ import annotations

import re

from pincite.errors import SourceMalformed
from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers import ReadOptions
from pincite.ingest.law.readers.dclaw.includes import target_of
from pincite.ingest.law.readers.dclaw.sections import section
from pincite.ingest.law.readers.dclaw.status import standing_of_heading
from pincite.ingest.safe_xml import Element, name_of, parse_xml, place_of, text_of
from pincite.ingest.sources import SourceFile, Sources
from pincite.model import Expression, Skipped
from pincite.model.urn import segment

BASE = "urn:lex:us-dc:dccode"
# Prefix → (kind, how its URN segment begins). Here an article is a group of sections.
_CONTAINERS = {
    "title": ("title", "title-"), "subtitle": ("subtitle", "subtitle-"),
    "chapter": ("chapter", "chap-"), "subchapter": ("subchapter", "subch-"),
    "part": ("part", "part-"), "subpart": ("subpart", "subpart-"),
    "division": ("division", "div-"), "subdivision": ("subdivision", "subdiv-"),
    "article": ("group", "art-"), "unit": ("group", "unit-"),
}  # fmt: skip
_numbered = re.compile(
    r"(?P<num>(?P<prefix>[A-Z][a-z]+) (?P<number>[0-9A-Za-z-]+)\.) (?P<heading>.+)"
)


def title_expression(
    root: Element, file: SourceFile, options: ReadOptions, division: str
) -> Expression:
    prefix, number, heading = (_child_text(root, name) for name in ("prefix", "num", "heading"))
    if not number or not segment(number):
        raise SourceMalformed("the title has no number", file=file.name, place=place_of(root))
    meta: dict[str, object] = {"division": division} if division else {}
    if root.get("enacted") == "true":
        meta["enacted"] = True
    return Expression(
        urn=f"{BASE}:title-{segment(number)}",
        title=f"{prefix or 'Title'} {number}. {heading}".rstrip(". "),
        kind="code",
        language="en",
        style="dc",
        number=number,
        url=f"https://code.dccouncil.gov/us/dc/council/code/titles/{number}",
        start=options.date,
        meta=meta,
    )


class TitleReader:
    """`read` are the names of the files used; `skipped` what an index names and nobody gave."""

    def __init__(self, builder: DraftBuilder, sources: Sources) -> None:
        self._builder = builder
        self._sources = sources
        self.read: set[str] = set()
        self.skipped: list[Skipped] = []

    def contents(self, container: Element, file: SourceFile) -> None:
        """What stands in a container. A subheading gathers what follows it, up to the next."""
        grouped = False
        for child in container:
            tag = name_of(child)
            if tag == "container":
                self._container(child, file)
            elif tag == "include":
                self._included(child, file)
            elif tag == "subheading":
                if grouped:
                    self._builder.close()
                self._subheading(child)
                grouped = True
            elif tag not in ("prefix", "num", "heading"):
                self._builder.text(text_of(child))
        if grouped:
            self._builder.close()

    def include(self, name: str) -> None:
        self.read.add(name)
        file = self._sources.read(name)
        root = parse_xml(file)
        self._builder.add_source(file.source)
        if name_of(root) == "container":
            self._container(root, file)
        elif name_of(root) == "section":
            section(self._builder, root)
        else:
            reason = f"the root element is <{name_of(root)}>: neither section nor container"
            self.skipped.append(Skipped(name, place_of(root), reason))

    def _included(self, element: Element, file: SourceFile) -> None:
        target = target_of(element, file.name)
        if target not in self._sources:
            reason = f"includes {target}, which is not among the files"
            self.skipped.append(Skipped(file.name, place_of(element), reason))
        elif target in self.read:
            reason = f"includes {target} a second time; it is kept once"
            self.skipped.append(Skipped(file.name, place_of(element), reason))
        else:
            self.include(target)
            self._builder.add_source(file.source)

    def _container(self, element: Element, file: SourceFile) -> None:
        prefix, number, heading = (
            _child_text(element, name) for name in ("prefix", "num", "heading")
        )
        kind, stem = _CONTAINERS.get(prefix.lower(), ("group", "group-"))
        part = segment(number)
        self._builder.open(
            kind,
            num=f"{prefix} {number}",
            heading=heading,
            name=f"{stem}{part}" if part else None,
            place=place_of(element),
            status=standing_of_heading(heading),
        )
        self.contents(element, file)
        self._builder.close()

    def _subheading(self, element: Element) -> None:
        words = " ".join(text_of(element).split())
        match = _numbered.fullmatch(words)
        if match is None or match["prefix"].lower() not in _CONTAINERS:
            self._builder.open("group", heading=words, place=place_of(element))
            return
        kind, stem = _CONTAINERS[match["prefix"].lower()]
        self._builder.open(
            kind,
            num=match["num"],
            heading=match["heading"],
            name=f"{stem}{segment(match['number'])}",
            place=place_of(element),
            status=standing_of_heading(words),
        )


def _child_text(element: Element, name: str) -> str:
    for child in element:
        if name_of(child) == name:
            return " ".join(text_of(child).split())
    return ""
