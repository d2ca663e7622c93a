"""Reads the words of a Word paragraph, their pages, and the notes and boxes anchored in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from pincite.ingest.casefiles.formats.docx.pages import WordPages
from pincite.ingest.casefiles.formats.docx.styles import Styles
from pincite.ingest.casefiles.formats.docx.tally import Tally
from pincite.ingest.casefiles.formats.docx.tree import (
    attribute,
    child,
    chosen,
    switch,
    value,
    whole,
)
from pincite.ingest.casefiles.formats.package import Element
from pincite.ingest.casefiles.formats.shown import shown
from pincite.ingest.casefiles.reading import FileLine
from pincite.ingest.safe_xml import name_of
from pincite.model.layout import Role

_SPACES = frozenset({"tab", "ptab", "cr"})
_REFERENCES = {"footnoteReference": "footnote", "endnoteReference": "endnote"}
_PASSED_OVER = frozenset({
    "pPr", "rPr", "sdtPr", "sdtEndPr", "tblPr", "trPr", "tcPr", "smartTagPr", "customXmlPr",
    "ctrlPr", "rt", "delText", "delInstrText", "ffData",
})  # fmt: skip
# Fields whose number Word works out when it shows the document.
_LONGEST_CODE = 200
_GENERATING = ("AUTONUM", "AUTONUMLGL", "AUTONUMOUT", "LISTNUM")
# Boxes and ticks of the picture fonts that forms are filled in with.
_WINGDINGS = {0x6F: "☐", 0xA8: "☐", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑", 0x78: "☒"}
_BULLETS = {0xB7: "•", 0xA7: "▪"}
_picture_font = re.compile("[\uf000-\uf0ff]")


class NoteReference(NamedTuple):
    """A note's mark in the text: `mark` is the author's own, "" where Word counts."""

    kind: str
    id: str
    page: int
    section: int
    mark: str


@dataclass(slots=True)
class _Field:
    result: bool = False
    code: str = ""


@dataclass(slots=True)
class Inline:
    """Gathers the words of one story's paragraphs. A field may span several of them."""

    styles: Styles
    tally: Tally
    pages: WordPages
    section: int = 0
    references: list[NoteReference] = field(default_factory=list[NoteReference])
    boxes: list[Element] = field(default_factory=list[Element])
    _pieces: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    _fields: list[_Field] = field(default_factory=list[_Field])
    _paragraph_vanish: bool = False
    _unshown: int = 0
    # How many of the fields that are open have not come to their result yet.
    _codes: int = 0

    @property
    def _showing(self) -> bool:
        return not self._codes

    def read(self, paragraph: Element, vanish: bool) -> None:
        """Add the words of a paragraph to those gathered."""
        self._paragraph_vanish = vanish
        self._inline(paragraph)

    def take(self, role: Role = Role.BODY) -> list[FileLine]:
        """What has been gathered, one line a page, and begin anew."""
        pieces, self._pieces = self._pieces, []
        return lines_of(pieces, role)

    def finish(self) -> None:
        if self._codes:
            self.tally.unfinished += self._unshown
        self._fields.clear()
        self._codes = 0

    def _inline(self, element: Element) -> None:
        for inner in element:
            name = name_of(inner)
            if name == "r":
                self._run(inner)
            elif name in ("del", "moveFrom"):
                self.tally.deletions += _has_words(inner)
            elif name in ("ins", "moveTo"):
                self.tally.insertions += _has_words(inner)
                self._inline(inner)
            elif name == "fldSimple":
                self._generating(attribute(inner, "instr"))
                self._inline(inner)
            elif name == "AlternateContent":
                form = chosen(inner)
                if form is not None:
                    self._inline(form)
            elif name not in _PASSED_OVER:
                self._inline(inner)

    def _run(self, run: Element) -> None:
        properties = child(run, "rPr")
        hidden = switch(properties, "vanish")
        if hidden is None:
            hidden = self.styles.get(value(properties, "rStyle")).vanish
        if hidden is None:
            hidden = self._paragraph_vanish
        if hidden:
            self.tally.hidden += _has_words(run)
            for element in run:
                if name_of(element) in ("fldChar", "instrText"):
                    self._field(element)
            return
        self._run_content(run, run)

    def _run_content(self, content: Element, run: Element) -> None:
        for element in content:
            name = name_of(element)
            if name == "t":
                self._text(element.text or "", run)
            elif name in _SPACES:
                self._say(" ")
            elif name == "br":
                self._break(element)
            elif name == "noBreakHyphen":
                self._say("-")
            elif name == "sym":
                self._symbol(element)
            elif name in ("fldChar", "instrText"):
                self._field(element)
            elif name == "lastRenderedPageBreak":
                self.pages.note_break()
            elif name in _REFERENCES:
                self._reference(element, run)
            elif name in ("drawing", "pict", "object"):
                self._drawing(element)
            elif name == "AlternateContent":
                form = chosen(element)
                if form is not None:
                    self._run_content(form, run)
            elif name == "ruby":
                base = child(element, "rubyBase")
                if base is not None:
                    self._inline(base)

    def _say(self, text: str) -> None:
        if not text:
            return
        if not self._showing:
            self._unshown += len(text)
            return
        if not text.isspace():
            self.pages.say()
        self._pieces.append((self.pages.number, text))

    def _break(self, element: Element) -> None:
        if attribute(element, "type") == "page" and self._showing:
            self.pages.make_break()
        self._say(" ")

    def _field(self, element: Element) -> None:
        if name_of(element) == "instrText":
            if self._fields and len(self._fields[-1].code) < _LONGEST_CODE:
                self._fields[-1].code += (element.text or "")[:_LONGEST_CODE]
            return
        kind = attribute(element, "fldCharType")
        if kind == "begin":
            self._say(_form_field(element))
            self._fields.append(_Field())
            self._codes += 1
        elif kind == "separate" and self._fields:
            self._codes -= not self._fields[-1].result
            self._fields[-1].result = True
        elif kind == "end" and self._fields:
            ended = self._fields.pop()
            self._codes -= not ended.result
            self._generating(ended.code)

    def _generating(self, code: str) -> None:
        if code.split(maxsplit=1)[:1] and code.split(maxsplit=1)[0].upper() in _GENERATING:
            self.tally.field_numbers += 1

    def _symbol(self, element: Element) -> None:
        try:
            code = int(attribute(element, "char")[:6], 16)
        except ValueError:
            return
        if 0xF000 <= code <= 0xF0FF:
            self._say(self._picture(code - 0xF000, attribute(element, "font")))
        elif 0x20 <= code < 0xD800:
            self._say(chr(code))

    def _text(self, text: str, run: Element) -> None:
        if not text.isascii() and _picture_font.search(text):
            fonts = child(run, "rPr", "rFonts")
            font = "" if fonts is None else attribute(fonts, "ascii")
            text = _picture_font.sub(
                lambda match: self._picture(ord(match[0]) - 0xF000, font), text
            )
        self._say(text)

    def _picture(self, code: int, font: str) -> str:
        """A character of a font that draws pictures in place of letters, where it is known."""
        known = _WINGDINGS.get(code, "") if font.lower().startswith("wingdings") else ""
        character = known or _BULLETS.get(code, "")
        self.tally.symbols += not character
        return character

    def _reference(self, element: Element, run: Element) -> None:
        if not self._showing:
            return
        own = attribute(element, "customMarkFollows") in ("1", "true", "on")
        mark = "".join(piece.text or "" for piece in run if name_of(piece) == "t") if own else ""
        kind = _REFERENCES[name_of(element)]
        self.references.append(
            NoteReference(
                kind, attribute(element, "id"), self.pages.number, self.section, shown(mark)
            )
        )

    def _drawing(self, element: Element) -> None:
        if not self._showing:
            return
        waiting = [element]
        while waiting:
            inner = waiting.pop()
            name = name_of(inner)
            if name == "txbxContent":
                self.boxes.append(inner)
            elif name == "AlternateContent":
                form = chosen(inner)
                waiting += [] if form is None else [form]
            else:
                self.tally.pictures += name in ("blip", "imagedata")
                waiting += reversed(inner)


def lines_of(pieces: list[tuple[int, str]], role: Role = Role.BODY) -> list[FileLine]:
    """One line for each page. A word that a page break cuts stays whole, where it begins."""
    joined: list[tuple[int, str]] = []
    for page, group in groupby(pieces, key=itemgetter(0)):
        text = "".join(piece for _, piece in group)
        if joined and not joined[-1][1][-1:].isspace() and not text[:1].isspace():
            rest = text.partition(" ")
            joined[-1] = (joined[-1][0], joined[-1][1] + rest[0])
            text = rest[2]
        if text:
            joined.append((page, text))
    shown_lines = ((page, shown(text)) for page, text in joined)
    return [FileLine(text, page, role=role) for page, text in shown_lines if text]


def _has_words(element: Element) -> bool:
    return any(name_of(inner) in ("t", "delText") and inner.text for inner in element.iter())


def _form_field(begin: Element) -> str:
    """What a check box or a drop-down list of a form shows."""
    box = child(begin, "ffData", "checkBox")
    if box is not None:
        ticked = switch(box, "checked")
        ticked = switch(box, "default") if ticked is None else ticked
        return "☒" if ticked else "☐"
    menu = child(begin, "ffData", "ddList")
    entries = (
        [attribute(entry) for entry in menu if name_of(entry) == "listEntry"]
        if menu is not None
        else []
    )
    picked = whole(menu, "result")
    picked = whole(menu, "default") if picked is None else picked
    return entries[picked or 0] if 0 <= (picked or 0) < len(entries) else ""
