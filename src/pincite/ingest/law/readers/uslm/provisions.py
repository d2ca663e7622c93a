"""The levels of a title: chapter > section > subsection > paragraph, and the notes to them."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.ingest.law.builder import DraftBuilder, SourceLink
from pincite.ingest.law.readers.uslm.names import heading_name, number_name
from pincite.ingest.law.readers.uslm.words import (
    HEADING,
    NUM,
    USLM,
    UslmWords,
    footnote_number,
    rows,
)
from pincite.ingest.safe_xml import Element, name_of, place_of
from pincite.model.kinds import LABELS

# Numbered groups of sections: named by kind and number below the group that holds them.
_GROUPS = frozenset(
    {"title", "subtitle", "division", "subdivision", "part", "subpart", "chapter", "subchapter"}
)
# What an appendix sets out: whole acts, sets of rules and plans, each with its own numbering.
_SETS = frozenset({"compiledAct", "courtRules", "reorganizationPlans"})
_UNITS = {"section": "section", "courtRule": "rule", "reorganizationPlan": "group"}
_BELOW = {
    "subsection": "subsection", "paragraph": "paragraph", "subparagraph": "subparagraph",
    "clause": "clause", "subclause": "subclause", "item": "item", "subitem": "item",
    "subsubitem": "item", "level": "item",
}  # fmt: skip
_ROLES: dict[object, str] = {
    f"{USLM}{name}": role
    for role, names in {
        "group": _GROUPS,
        "set": _SETS,
        "unit": _UNITS,
        "provision": _BELOW,
        "notes": ("notes",),
        "note": ("note", "sourceCredit"),
        "apart": ("continuation",),
        "elsewhere": ("num", "heading", "toc", "meta"),
    }.items()
    for name in names
}
_LEVEL = f"{USLM}level"


class _Frame:
    """An open node: the footnotes that will end it, and the terms it defines."""

    __slots__ = ("footnotes", "note", "terms")

    def __init__(self, footnotes: list[Element], note: bool) -> None:
        self.footnotes = footnotes
        self.note = note
        self.terms: list[str] = []


class Provisions:
    """Writes the body of a title, provision by provision. `law` says whether there was any."""

    def __init__(self, builder: DraftBuilder, body: Element) -> None:
        self.builder = builder
        self.law = False
        self._words = UslmWords(self._paragraph, self._apart)
        self._frames = [_Frame([], note=False)]
        self._in_set = 0
        self._one_rule_set = len(body.findall(f"{USLM}courtRules")) == 1

    def read(self, element: Element) -> None:
        """What an open node holds, in order; its number and heading are written already."""
        for child in element:
            match _ROLES.get(child.tag, "text"):
                case "text":
                    self._words.read(child)
                case "provision":
                    self._provision(child)
                case "unit":
                    self._unit(child)
                case "notes":
                    for note in child:
                        self._note(note)
                case "note":
                    self._note(child)
                case "apart":
                    self._apart(child)
                case "group" | "set":
                    self._group(child)
                case _:
                    pass

    def _group(self, element: Element) -> None:
        """A headed group of provisions."""
        number, value, heading, footnotes = self._headings(element)
        kind = name_of(element)
        numbered = kind in _GROUPS
        if numbered and value:
            name = f"{LABELS[kind]}-{value}"
        elif element.get("role") == "appendix":
            kind, name = "appendix", None
        else:
            kind, name = kind if numbered else "group", heading_name(heading)
        self._open(kind, element, number, heading, name=name, footnotes=footnotes)
        self._in_set += not numbered
        self.read(element)
        self._in_set -= not numbered
        self._close()

    def _unit(self, element: Element) -> None:
        """What a citation names: a section, a rule of court, a reorganization plan."""
        self.law = True
        self._words.marks.clear()
        number, value, heading, footnotes = self._headings(element)
        name, anchored = value, not self._in_set
        kind = _UNITS[name_of(element)]
        if kind == "rule":
            name, anchored = f"rule-{value}", self._one_rule_set
        elif kind == "group":
            plan = (element.get("identifier") or "").partition("/reorgPlan/")[2]
            name = f"reorg-plan-{plan.replace('/', '-')}" if plan else heading_name(heading)
            anchored = True
        self._open(
            kind, element, number, heading, name=name, footnotes=footnotes, anchored=anchored
        )
        self.read(element)
        self._close()

    def _provision(self, element: Element) -> None:
        number, value, heading, footnotes = self._headings(element)
        kind = _BELOW[name_of(element)]
        if not number and element.tag == _LEVEL:
            self._group(element)
            return
        self._open(kind, element, number, heading, name=value or None, footnotes=footnotes)
        self.read(element)
        self._close()

    def _headings(self, element: Element) -> tuple[str, str, str, list[Element]]:
        """Number as written and as a segment, heading, and the footnotes to them."""
        words = self._words
        outer, words.footnotes = words.footnotes, []
        number = value = heading = ""
        for child in element:
            if child.tag == NUM:
                number = words.line(child)
                value = _value(child)
            elif child.tag == HEADING:
                heading = words.line(child)
            else:
                break
        footnotes, words.footnotes = words.footnotes, outer
        return number, value, heading, footnotes

    def _note(self, element: Element) -> None:
        self._end_footnotes()
        heading = element.find(HEADING)
        words = "" if heading is None else self._words.line(heading)
        topic = element.get("topic") or name_of(element)
        self._open("note", element, "", words, attrs={"topic": topic}, note=True)
        self._words.read(element, but=heading)
        self._close()

    def _open(
        self,
        kind: str,
        element: Element,
        number: str,
        heading: str,
        *,
        name: str | None = None,
        anchored: bool = False,
        footnotes: list[Element] | None = None,
        attrs: dict[str, str] | None = None,
        note: bool = False,
    ) -> None:
        self.builder.open(
            kind,
            num=number,
            heading=heading,
            name=name,
            anchored=anchored,
            place=place_of(element),
            status=element.get("status") or "",
            attrs=attrs,
        )
        self._words.footnotes = footnotes or []
        note = note or self._frames[-1].note
        self._frames.append(_Frame(self._words.footnotes, note))

    def _close(self) -> None:
        self._end_footnotes()
        self.builder.close()
        self._frames.pop()
        self._words.footnotes = self._frames[-1].footnotes

    def _paragraph(self, raw: str, links: Sequence[SourceLink]) -> None:
        self.builder.text(raw, links)
        if self._words.terms:
            frame = self._frames[-1]
            frame.terms += self._words.terms
            self._words.terms.clear()
            self.builder.mark(attrs={"defines": "; ".join(frame.terms)})

    def _apart(self, element: Element) -> None:
        """A table, or text that the source marks as following the sub-provisions."""
        tag = name_of(element)
        if tag == "continuation" and self._frames[-1].note:
            self._words.read(element)
            return
        self._open(tag, element, "", "")
        if tag == "table":
            for row in rows(element):
                self._words.row(row)
        else:
            self._words.read(element)
        self._close()

    def _end_footnotes(self) -> None:
        """Footnotes stand after everything else that the provision says."""
        footnotes = self._frames[-1].footnotes
        if not footnotes:
            return
        self._frames[-1].footnotes = self._words.footnotes = []
        for footnote in footnotes:
            number = footnote_number(footnote)
            self._open("footnote", footnote, number, "", name=f"fn-{number}", note=True)
            self._words.read(footnote, but=footnote.find(NUM))
            self._close()


def _value(number: Element) -> str:
    """The number that the source gives for machines, as a segment."""
    if value := number.get("value"):
        return number_name(value)
    first, last = number.get("startValue"), number.get("endValue")
    if first and last:
        return number_name(f"{first} to {last}")
    return number_name((number.text or "").strip(" §[]().—"))
