"""Paragraph and character styles: what a style, and those it is based on, say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from pincite.ingest.casefiles.formats.docx.tree import attribute, child, switch, value, whole
from pincite.ingest.casefiles.formats.package import Element
from pincite.ingest.safe_xml import name_of

# Style names are the same in every language of Word; only the names that it displays differ.
_heading = re.compile(r"heading ([1-9])", re.IGNORECASE)
_BODY_LEVEL = 9


@dataclass(frozen=True, slots=True)
class Style:
    """What a style says. A value is None where neither it nor a style it is based on says one."""

    title: bool = False
    # 0 is the highest, as Word counts; 9 is body text.
    outline: int | None = None
    number: str | None = None
    depth: int | None = None
    vanish: bool | None = None
    page_break: bool | None = None


@dataclass(slots=True)
class Styles:
    elements: dict[str, Element] = field(default_factory=dict[str, Element])
    default: str = ""
    language: str = ""
    _resolved: dict[str, Style] = field(default_factory=dict[str, Style])

    @classmethod
    def of(cls, root: Element | None) -> Styles:
        styles = cls()
        for element in root if root is not None else ():
            if name_of(element) == "style":
                identity = attribute(element, "styleId")
                styles.elements.setdefault(identity, element)
                if attribute(element, "type") == "paragraph" and attribute(element, "default") in (
                    "1",
                    "true",
                    "on",
                ):
                    styles.default = identity
        language = child(root, "docDefaults", "rPrDefault", "rPr", "lang")
        styles.language = "" if language is None else attribute(language)
        return styles

    def get(self, identity: str) -> Style:
        """The style with all that it inherits."""
        style = self._resolved.get(identity)
        if style is None:
            style = Style()
            for element in reversed(self._chain(identity)):
                style = _with(style, element)
            self._resolved[identity] = style
        return style

    def _chain(self, identity: str) -> list[Element]:
        chain: list[Element] = []
        seen: set[str] = set()
        while identity in self.elements and identity not in seen:
            seen.add(identity)
            chain.append(self.elements[identity])
            identity = value(chain[-1], "basedOn")
        return chain


def _with(inherited: Style, element: Element) -> Style:
    paragraph = child(element, "pPr")
    name = value(element, "name")
    heading = _heading.fullmatch(name)
    outline = whole(paragraph, "outlineLvl")
    if outline is None and heading:
        outline = int(heading[1]) - 1
    stated = {
        "outline": outline,
        "number": value(paragraph, "numPr", "numId") or None,
        "depth": whole(paragraph, "numPr", "ilvl"),
        "vanish": switch(element, "rPr", "vanish"),
        "page_break": switch(paragraph, "pageBreakBefore"),
    }
    changes = {key: value for key, value in stated.items() if value is not None}
    return replace(inherited, title=name.lower() == "title", **changes)


def heading_level(style: Style, paragraph: Element | None) -> int | None:
    """From 1; 0 for a title, which has no level; None for a paragraph that is no heading."""
    outline = whole(paragraph, "outlineLvl")
    if outline is None:
        outline = style.outline
    if outline is not None and 0 <= outline < _BODY_LEVEL:
        return outline + 1
    return 0 if style.title else None
