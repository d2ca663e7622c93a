"""Lagasafn as SGML or HTML, read leniently and into the same tree as the XML.

Structure is taken, in this order, from the tags <grein>, <mgr>, <nr>, <heiti> (with <kafli> and
<tolul>); from the anchors of Althingi's pages (G5 an article, G5M2 its second paragraph, G5M2L1 an
item of that); and, where a page has neither, from lines that begin "5. gr.". Tags may be left
open. A page in which no article is found is refused.
"""

from __future__ import annotations

import re
from datetime import date
from html.parser import HTMLParser

from pincite.errors import SourceMalformed
from pincite.ingest.law.readers.lagasafn.numbering import expression_of
from pincite.ingest.law.readers.lagasafn.outline import LagasafnOutline
from pincite.ingest.sources import SourceFile, decode
from pincite.model import Draft, Skipped

_charset = re.compile(rb"charset=[\"']?([A-Za-z0-9_-]+)", re.I)
_anchor = re.compile(r"(?:G(?P<article>\d+[A-Z]*))?(?:M(?P<mgr>\d+))?(?:L(?P<item>\d+))?", re.I)
_number = re.compile(
    r"(?:nr\.\s*)?(?P<nr>\d+)\s*/\s*(?P<year>\d{4})|(?P<y2>\d{4})\s+nr\.\s*(?P<n2>\d+)"
)
_article = re.compile(r"\s*(\d+\. gr\.(?: [a-z]{1,2}\b\.?)?)\s*(.*)", re.S)
_chapter = re.compile(
    r"\s*((?:[IVXLC]+\.(?: ?[A-Z]\.)?|\w+)\s*(?:kafli|kapítuli|hluti)\.?|[IVXLC]+\.)\s*(.*)", re.S
)
_old_chapter = re.compile(r"\s*Kap\. (\d+)\.\s*")
_file_name = re.compile(r"(?:.*/)?(\d{4})(\d{3}[a-z]?)(\.\d+)?\.html?")
_temporary = re.compile(r"\s*Ákvæði til bráðabirgða\.?\s*", re.I)
_editorial = re.compile(r"<[^>]*>|\[|\]")
_repealed = re.compile(r"\bfell\w* úr gildi|\bféll\w* úr gildi|\bfelld\w* úr gildi", re.I)
_footnote_mark = re.compile(r"\s*\d+\)\s*")
_mark_follows = re.compile(r"[\s,.;:]{0,3}<sup\b", re.I)
_BLOCKS = frozenset({"br", "p", "hr", "h1", "h2", "h3", "table", "tr", "div"})
_STRUCTURE = frozenset({"log", "lög", "kafli", "grein", "mgr", "tolul", "nr", "heiti"})


def read_sgml(file: SourceFile, day: date | None, encoding: str) -> Draft | Skipped:
    if not encoding and (stated := _charset.search(file.data[:2048])):
        encoding = stated[1].decode("ascii")
    page = _without_brackets(decode(file.data, name=file.name, encoding=encoding))
    parser = _PageParser(file, day, closes_items="</tolul" in page)
    parser.feed(page)
    parser.close()
    return parser.finish()


def _without_brackets(page: str) -> str:
    """Take out the brackets that mark amended words: those whose end bears a footnote mark."""
    drop: list[int] = []
    opened: list[int] = []
    for match in _editorial.finditer(page):
        if match[0] == "[":
            opened.append(match.start())
        elif match[0] == "]" and opened:
            start = opened.pop()
            if _mark_follows.match(page, match.end()):
                drop += [start, match.start()]
    gone = set(drop)
    return "".join(char for at, char in enumerate(page) if at not in gone) if gone else page


class _PageParser(HTMLParser):
    """Turns tags and text into the outline of a law."""

    def __init__(self, file: SourceFile, day: date | None, *, closes_items: bool) -> None:
        super().__init__(convert_charrefs=True)
        self._closes_items = closes_items
        self._file = file
        self._day = day
        self._number = self._year = self._title = ""
        self._outline: LagasafnOutline | None = None
        self._buffer: list[str] = []
        self._line = 1
        self._inside = ""
        self._tagged = False
        self._anchored = False
        self._bold = self._sup = self._note = self._italic = 0
        self._apart: list[tuple[str, bool]] = []
        self._about: list[str] = []

    # Tags.

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag in _STRUCTURE:
            self._tagged = True
            self._flush()
            self._structure(tag, values)
            return
        if tag == "sup":
            self._sup += 1
        elif tag == "title":
            self._flush()
            self._inside = "page-title"
        elif tag == "h2":
            self._flush()
            self._inside = "title"
        elif tag == "i":
            self._italic += 1
        elif tag in ("b", "strong", "em", "small"):
            self._set_apart(tag)
        elif tag in _BLOCKS and not self._tagged:
            self._break()
        anchor = values.get("id") or values.get("name") or ""
        if tag in ("span", "img", "a") and anchor[:1] in "GgMmLl" and not self._tagged:
            self._at_anchor(anchor)

    def handle_endtag(self, tag: str) -> None:
        if tag in _STRUCTURE:
            self._flush()
            if tag in ("nr", "heiti"):
                self._inside = ""
            elif self._outline is not None:
                self._outline.end(
                    {
                        "grein": "article",
                        "mgr": "paragraph",
                        "tolul": "item",
                        "kafli": "chapter",
                    }.get(tag, "")
                )
        elif tag == "sup":
            self._sup = max(0, self._sup - 1)
        elif tag in ("title", "h2"):
            self._flush()
            self._inside = ""
        elif tag == "i":
            self._italic = max(0, self._italic - 1)
        elif tag in ("b", "strong", "em", "small"):
            self._end_apart(tag)
        elif tag == "span" and self._inside == "item":
            self._flush()
        elif tag in _BLOCKS and not self._tagged:
            self._break()

    def handle_data(self, data: str) -> None:
        # Footnote marks, "1)", are never part of a title or of the law; the 3 of 3/4 is.
        if self._sup and not self._note and _footnote_mark.fullmatch(data):
            return
        if not self._buffer:
            self._line = self.getpos()[0]
        self._buffer.append(data)

    def _set_apart(self, tag: str) -> None:
        """Type that tells a number, a heading or a note; in the middle of a line it does not."""
        small = tag == "small"
        if small:
            running = self._outline is not None and not self._italic and not self._tagged
        else:
            words = self._outline is not None and "".join(self._buffer).strip()
            running = self._tagged or bool(words)
        self._apart.append((tag, running))
        if running:
            return
        self._flush()
        if small:
            self._note += 1
        elif tag == "em":
            self._inside = "em"
        else:
            self._bold += 1

    def _end_apart(self, tag: str) -> None:
        at = next((i for i in range(len(self._apart) - 1, -1, -1) if self._apart[i][0] == tag), -1)
        if at < 0:
            return
        _, running = self._apart.pop(at)
        if running:
            return
        self._flush()
        if tag == "small":
            self._note = max(0, self._note - 1)
        elif tag == "em":
            self._inside = ""
        else:
            self._bold = max(0, self._bold - 1)

    # Structure.

    def _structure(self, tag: str, values: dict[str, str | None]) -> None:
        if tag in ("nr", "heiti"):
            self._inside = tag
            if tag == "nr" and values.get("nr"):
                self._buffer.append(values["nr"] or "")
            return
        self._inside = ""
        if tag in ("log", "lög"):
            return
        outline = self._outlined()
        line = self.getpos()[0]
        stated = values.get("nr") or ""
        if tag == "kafli":
            outline.chapter(stated, line)
        elif tag == "grein":
            outline.article(stated, line)
        elif tag == "mgr":
            outline.paragraph(stated, line)
        else:
            outline.item(stated, line)

    def _at_anchor(self, anchor: str) -> None:
        match = _anchor.fullmatch(anchor)
        if match is None or not any(match.groups()):
            return
        self._flush()
        self._anchored = True
        outline = self._outlined()
        line = self.getpos()[0]
        if match["item"]:
            outline.item("", line)
            self._inside = "item"
        elif match["mgr"]:
            outline.paragraph(match["mgr"], line)
        elif match["article"]:
            outline.article("", line, anchor=match["article"])

    def _break(self) -> None:
        """A new line: it ends the items of a list, and, on a page without anchors, a paragraph."""
        self._flush()
        if self._outline is not None:
            self._outline.end("item")
            if not self._anchored:
                self._outline.end("paragraph")

    def _flush(self) -> None:
        raw = "".join(self._buffer)
        self._buffer.clear()
        if not raw.strip():
            return
        if self._note:
            if self._outline is None:
                if self._title:
                    self._about.append(raw)
            else:
                self._outline.note(raw, self._line)
        elif self._inside == "page-title":
            self._law_number(raw)
        elif self._inside == "title":
            self._title = self._title or raw
        elif self._inside == "nr":
            self._numbered(raw)
        elif self._inside == "heiti":
            self._headed(raw)
        elif self._inside == "item":
            self._outlined().number(raw)
            self._inside = ""
        elif self._tagged:
            self._outlined().text(raw, self._line)
        else:
            self._loose(raw)

    def _numbered(self, raw: str) -> None:
        if self._outline is None:
            self._law_number(raw)
        else:
            self._outline.number(raw)

    def _headed(self, raw: str) -> None:
        if self._outline is None and not self._title:
            self._title = raw
        else:
            self._outlined().heading(raw)

    def _law_number(self, raw: str) -> None:
        match = _number.search(raw)
        if match and not self._number:
            self._number = match["nr"] or match["n2"]
            self._year = match["year"] or match["y2"]

    def _loose(self, raw: str) -> None:
        """Text outside any structural tag: numbers and headings are told by type and pattern."""
        outline = self._outline
        if self._bold and (
            outline is None
            or not outline.in_article
            or _chapter.fullmatch(raw)
            or _temporary.fullmatch(raw)
            or _old_chapter.fullmatch(raw)
            or outline.wants_old_heading
        ):
            if outline is None and not self._number:
                self._law_number(raw)
            if old := _old_chapter.fullmatch(raw):
                self._outlined().article(f"kap-{old[1]}", self._line)
                self._outlined().number(raw)
            elif temporary := _temporary.fullmatch(raw):
                self._outlined().chapter("t", self._line)
                self._outlined().number(temporary[0])
            elif match := _chapter.fullmatch(raw):
                self._outlined().chapter("", self._line)
                self._outlined().number(match[1])
                if match[2].strip():
                    self._outlined().heading(match[2])
            elif outline is not None and outline.wants_heading:
                outline.heading(raw)
            return
        if self._bold and outline is not None and outline.wants_article_number:
            # Old laws number their articles "1)" or "11."; the anchor says which it is.
            match = _article.fullmatch(raw)
            outline.number(match[1] if match else raw)
            if match and match[2].strip():
                outline.heading(match[2])
            return
        match = _article.fullmatch(raw)
        if match and (self._bold or not self._anchored):
            if not (self._anchored and outline is not None and outline.wants_number):
                self._outlined().article("", self._line)
            self._outlined().number(match[1])
            if match[2].strip():
                self._outlined().text(match[2], self._line)
        elif self._inside == "em" and outline is not None and outline.wants_heading:
            outline.heading(raw)
        elif outline is not None:
            outline.text(raw, self._line)

    # The law.

    def _outlined(self) -> LagasafnOutline:
        if self._outline is None:
            self._name_from_file()
            if not (self._number and self._year and self._title.strip()):
                raise SourceMalformed(
                    "the law's number, year or title is missing before its first provision",
                    file=self._file.name,
                    place=f"line {self.getpos()[0]}",
                )
            expression = expression_of(self._number, self._year, self._title, "law", self._day)
            self._outline = LagasafnOutline(
                expression, self._file.source, closes_items=self._closes_items
            )
            self._outline.in_force(self._said())
        return self._outline

    def _name_from_file(self) -> None:
        """Laws older than the numbering of laws are named by the file: 1744295.html."""
        match = _file_name.fullmatch(self._file.name)
        if match and not self._number:
            self._year = match[1]
            self._number = (match[2].lstrip("0") or "0") + (match[3] or "")

    def _said(self) -> str:
        """What stands above the law in small print, but for the page's own heading."""
        return " ".join(" ".join(words.split()) for words in self._about if words.strip())

    def finish(self) -> Draft | Skipped:
        self._flush()
        self._name_from_file()
        if self._outline is not None and self._outline.articles:
            return self._outline.finish()
        words = self._said()
        if self._outline is None and self._number and _repealed.search(words):
            urn = f"urn:lex:is:{self._number}-{self._year}"
            reason = f"no text in this edition: {words[-200:]}"
            return Skipped(self._file.name, "", reason, urn, self._day)
        raise SourceMalformed(
            "no article is found: neither <grein> nor '1. gr.'",
            file=self._file.name,
            place="line 1",
        )
