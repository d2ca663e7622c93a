"""The blocks of a web page: headings, paragraphs, list items and table rows in reading order."""

from __future__ import annotations

import re
from typing import NamedTuple

from lxml import etree

from pincite.ingest.casefiles.formats.numerals import roman, spreadsheet_letters
from pincite.ingest.casefiles.formats.package import counted
from pincite.ingest.casefiles.formats.rows import row_of
from pincite.ingest.casefiles.formats.shown import shown
from pincite.ingest.casefiles.formats.txt import TextRow, paragraphs_of
from pincite.ingest.casefiles.reading import FileLine, FileParagraph

Element = etree._Element  # pyright: ignore[reportPrivateUsage]

_UNSEEN = frozenset({
    "script", "style", "noscript", "template", "head", "title", "meta", "link", "iframe",
    "object", "embed", "applet", "audio", "video", "canvas", "svg", "math", "map", "datalist",
    "param", "source", "track", "noframes",
})  # fmt: skip
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend", "li",
    "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td",
    "tfoot", "th", "thead", "tr", "ul", "option", "optgroup", "select", "listing", "plaintext",
    "xmp",
})  # fmt: skip
_PREFORMATTED = frozenset(["pre", "listing", "plaintext", "xmp"])
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = ("ol", "ul", "menu", "dir")
_unseen_style = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
_list_style = re.compile(r"(?:^|;)\s*list-style(?:-type)?\s*:([^;]*)", re.IGNORECASE)
_TYPES = {
    "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman",
    "1": "decimal", "lower-latin": "lower-alpha", "upper-latin": "upper-alpha",
}  # fmt: skip
_MOST_ITEMS = 10**6
# The parser counts no further.
_LAST_LINE = 65_535


class _Form(NamedTuple):
    """What the words that are being gathered are."""

    kind: str = "text"
    level: int = 0
    label: str = ""


class Blocks:
    """Reads a tree into paragraphs; text gathers until a block begins or ends."""

    def __init__(self) -> None:
        self.paragraphs: list[FileParagraph] = []
        self.hidden = 0
        self._text: list[str] = []
        self._said = False
        # Where the gathered words began, and the line that has been reached.
        self._line = 0
        self._at = 0
        self._form = _Form()
        self._depth = 0
        self._breaks = 0

    def warnings(self) -> list[str]:
        if not self.hidden:
            return []
        return [f"{counted(self.hidden, 'hidden passage')} left out"]

    def read(self, element: Element) -> None:
        """The element and all in it; the parser bounds how deep that goes."""
        self._element(element)
        self._flush()

    def _element(self, element: Element) -> None:
        tag = element.tag
        if not isinstance(tag, str):
            return
        self._at = element.sourceline or self._at
        if tag in _UNSEEN or _is_hidden(element):
            text = "".join(element.itertext())
            self.hidden += tag not in _UNSEEN and bool(shown(text))
            self._at += text.count("\n")
            return
        if tag == "br":
            self._break()
        elif tag in _PREFORMATTED:
            self._preformatted(element)
        elif tag == "tr" and _is_row(element):
            self._row(element)
        elif tag in _LISTS:
            self._list(element)
        elif tag == "li":
            self._block(element, _Form("item", max(self._depth, 1)))
        elif tag in _HEADINGS:
            self._block(element, _Form("heading", _HEADINGS[tag]))
        elif tag in _BLOCKS:
            # The first block within a list item is still that item.
            kept = self._form.kind == "item" and not self._said
            self._block(element, self._form if kept else _Form())
        else:
            if tag == "input" and (element.get("type") or "text").lower() in ("text", "submit"):
                self._say(element.get("value") or "")
            self._children(element)

    def _children(self, element: Element) -> None:
        self._say(element.text or "")
        for child in element:
            self._element(child)
            # A tail is of the parent: it shows even where the child does not.
            self._say(child.tail or "")

    def _block(self, element: Element, form: _Form) -> None:
        self._flush()
        before, self._form = self._form, form
        count = len(self.paragraphs)
        self._children(element)
        self._flush()
        # What follows the first block of a list item no longer bears its number.
        has_words = len(self.paragraphs) > count
        self._form = _Form() if has_words and before.kind == "item" else before

    def _list(self, element: Element) -> None:
        self._flush()
        before = self._form
        self._depth += 1
        number = _whole(element.get("start"), 1)
        style = _style_of(element, "decimal" if element.tag == "ol" else "disc")
        for child in element:
            if child.tag == "li" and not _is_hidden(child):
                number = _whole(child.get("value"), number)
                label = _label(number, _style_of(child, style))
                self._block(child, _Form("item", self._depth, label))
                number += 1
            else:
                self._element(child)
        self._depth -= 1
        self._form = before

    def _row(self, element: Element) -> None:
        self._flush()
        cells = [(_cell_text(cell), "") for cell in element if cell.tag in ("td", "th")]
        self._at += sum(text.count("\n") for text in element.itertext())
        row = row_of(cells)
        if row is not None:
            row.place = _place(element.sourceline or 0)
            self.paragraphs.append(row)

    def _preformatted(self, element: Element) -> None:
        self._flush()
        first = element.sourceline or 1
        lines = re.split("\r\n|\r|\n", "".join(_seen_text(element)))
        self._at = first + len(lines) - 1
        rows = [TextRow(str(first + offset), line) for offset, line in enumerate(lines)]
        for paragraph in paragraphs_of(rows):
            paragraph.lines = [line._replace(number="") for line in paragraph.lines]
            if first + len(lines) >= _LAST_LINE:
                paragraph.place = ""
            self.paragraphs.append(paragraph)

    def _break(self) -> None:
        self._breaks += 1
        if self._breaks == 2 and self._said:
            self._flush()
            if self._form.kind == "item":
                self._form = _Form()
        else:
            self._text.append(" ")

    def _say(self, text: str) -> None:
        if not text:
            return
        words = text.lstrip()
        if words:
            self._breaks = 0
            if not self._said:
                self._line = self._at + text.count("\n", 0, len(text) - len(words))
            self._said = True
        self._text.append(text)
        self._at += text.count("\n")

    def _flush(self) -> None:
        text = shown("".join(self._text))
        self._text.clear()
        self._said = False
        self._breaks = 0
        if text:
            place = _place(self._line)
            self.paragraphs.append(FileParagraph([FileLine(text)], *self._form, place=place))


def _place(line: int) -> str:
    return f"line {line}" if 0 < line < _LAST_LINE else ""


def _is_hidden(element: Element) -> bool:
    return (
        element.get("hidden") is not None
        or (element.tag == "input" and element.get("type") == "hidden")
        or _unseen_style.search(element.get("style") or "") is not None
    )


def _is_row(row: Element) -> bool:
    """A row of data; a row that lays out the page, with tables or columns of blocks in it, is
    not."""
    cells = [cell for cell in row if cell.tag in ("td", "th")]
    if any(cell.find(".//table") is not None for cell in cells):
        return False
    written = [cell for cell in cells if shown("".join(_seen_text(cell)))]
    return len(written) > 1 or all(
        sum(child.tag in _BLOCKS for child in cell) < 2 for cell in written
    )


def _cell_text(cell: Element) -> str:
    return "".join(_seen_text(cell))


def _seen_text(element: Element) -> list[str]:
    """All that shows of an element, blocks in it parted by a space."""
    out = [element.text or ""]
    for child in element:
        seen = isinstance(child.tag, str) and child.tag not in _UNSEEN and not _is_hidden(child)
        if seen:
            apart = " " if child.tag in _BLOCKS else "\n" if child.tag == "br" else ""
            out += [apart, *_seen_text(child), apart if child.tag != "br" else ""]
        out.append(child.tail or "")
    return out


def _style_of(element: Element, inherited: str) -> str:
    style = _list_style.search(element.get("style") or "")
    for word in style[1].split() if style else ():
        if word == "none" or word in _TYPES.values() or word in _TYPES:
            return _TYPES.get(word, word)
    given = element.get("type") or ""
    return _TYPES.get(given, inherited)


def _label(number: int, style: str) -> str:
    if style == "none":
        return ""
    if style == "disc":
        return "•"
    if style.endswith("roman"):
        text = roman(number) if number > 0 else str(number)
    elif style.endswith("alpha"):
        text = spreadsheet_letters(number) if number > 0 else str(number)
    else:
        text = str(number)
    return f"{text.lower() if style.startswith('lower') else text}."


def _whole(value: str | None, default: int) -> int:
    text = (value or "").strip()
    if re.fullmatch(r"-?\d{1,7}", text) and abs(int(text)) <= _MOST_ITEMS:
        return int(text)
    return default
