"""Walks an Akoma Ntoso document in reading order and tells the builder what it meets."""

from __future__ import annotations

import re

from pincite.ingest.law.builder import DraftBuilder, SourceLink
from pincite.ingest.law.readers.akn.definitions import defined, terms_of
from pincite.ingest.law.readers.akn.identification import child_of
from pincite.ingest.law.readers.akn.inline import NOTES, AknWords, local
from pincite.ingest.law.readers.akn.titles import AknTitles, schedule_number
from pincite.ingest.safe_xml import Element, place_of
from pincite.model.urn import segment

# Element → (kind, how its URN segment begins). What is numbered below a section has no prefix.
_CONTAINERS = {
    "book": ("division", "book-"), "tome": ("division", "tome-"), "part": ("part", "part-"),
    "subpart": ("subpart", "subpart-"), "title": ("title", "title-"),
    "subtitle": ("subtitle", "subtitle-"), "chapter": ("chapter", "chap-"),
    "subchapter": ("subchapter", "subch-"), "division": ("division", "div-"),
    "subdivision": ("subdivision", "subdiv-"), "transitional": ("group", "transitional-"),
}  # fmt: skip
_ANCHORED = frozenset({"section", "article", "rule"})
_LEVELS = {
    "section": "section", "article": "article", "rule": "rule", "subsection": "subsection",
    "subrule": "subsection", "paragraph": "paragraph", "subparagraph": "subparagraph",
    "clause": "clause", "subclause": "subclause", "point": "item", "indent": "item",
    "alinea": "paragraph", "level": "paragraph", "proviso": "paragraph", "item": "item",
    "list": "paragraph", "sublist": "paragraph",
}  # fmt: skip
_BLOCKS = frozenset({*_CONTAINERS, *_LEVELS, "p", "blockList", "table", "hcontainer", "content"})
_FRONT = {"preface": "preface", "preamble": "preamble", "coverPage": "preface"}
_BACK = {"conclusions": "conclusions", "toc": "contents"}
_DROPPED = frozenset({"meta"})
_sentence = frozenset(
    {"p", "listIntroduction", "listWrapUp", "listConclusion", "longTitle", "block"}
)
_repealed = re.compile(r"\brepealed\b", re.I)
# 'Part A' and 'Article 5.' are numbered A and 5.
_word = re.compile(
    r"(?:(?:sub-?)?(?:part|chapter|title|division)|book|tome|section|article|rule)\s+", re.I
)


def _is_repealed(element: Element, builder: DraftBuilder) -> bool:
    """Marked as removed, or nothing is left of it but an editor's word that it was repealed."""
    if element.get("status") == "removed":
        return True
    return builder.says_only("") and any(
        _repealed.search("".join(note.itertext())) for note in element.iter("{*}remark")
    )


class AknBody:
    """One document, in reading order; only notes wait for the end of the words they stand in."""

    def __init__(self, builder: DraftBuilder) -> None:
        self._builder = builder
        self._pending: list[Element] = []
        self._defining: list[str] = []
        self._in_schedule = False
        self._schedules = 0

    def document(self, element: Element) -> None:
        for child in element:
            self.block(child)

    def settle(self) -> None:
        """Put the notes met in the words so far after them."""
        notes, self._pending = self._pending, []
        for note in notes:
            self._note(note)

    def block(self, element: Element) -> None:
        tag = local(str(element.tag))
        if tag in _sentence:
            self._paragraph(element)
        elif tag in _LEVELS:
            self._level(element, tag)
        elif tag == "blockList":
            self._block_list(element)
        elif tag in _CONTAINERS:
            kind, prefix = _CONTAINERS[tag]
            self._titled(element, kind, prefix)
        elif tag == "table":
            self._table(element)
        elif tag in NOTES:
            self._pending.append(element)
            self.settle()
        elif tag == "hcontainer":
            self._hcontainer(element)
        elif tag in ("component", "attachment"):
            self._schedule(element)
        elif tag in _FRONT:
            self._open(element, _FRONT[tag])
            self._children(element)
            self._close()
        elif tag in _BACK:
            self._open(element, "group" if tag == "conclusions" else "note", name=_BACK[tag])
            self._children(element)
            self._close()
        elif tag == "crossHeading":
            self._open(element, "group", heading=AknWords(element, flat=True).plain())
            self._close()
        elif tag not in _DROPPED:
            self._other(element)

    def _children(self, element: Element) -> None:
        self._words(element.text)
        self._inside(list(element))

    def _other(self, element: Element) -> None:
        """body, content, intro, wrapUp, and whatever else holds words: none are lost."""
        if any(local(str(child.tag)) in _BLOCKS for child in element):
            self._children(element)
        elif (element.text and not element.text.isspace()) or any(
            child.tail and not child.tail.isspace() for child in element
        ):
            self._paragraph(element)
        else:
            self._children(element)

    def _open(self, element: Element, kind: str, **what: object) -> None:
        self.settle()
        identity = element.get("eId") or element.get("id")
        attrs: dict[str, str] = {"eId": identity} if identity else {}
        defines = what.pop("defines", None)
        if defines:
            attrs["defines"] = str(defines)
        self._builder.open(kind, place=place_of(element), attrs=attrs or None, **what)  # pyright: ignore[reportArgumentType]

    def _close(self, element: Element | None = None) -> None:
        self.settle()
        if element is not None and _is_repealed(element, self._builder):
            self._builder.mark(status="repealed")
        self._builder.close()

    def _words(self, raw: str | None, links: list[SourceLink] | None = None) -> None:
        if raw:
            self._builder.text(raw, links or ())

    def _paragraph(self, element: Element) -> None:
        if not len(element):
            self._words(element.text)
            return
        words = AknWords(element)
        if words.terms and any(term not in self._defining for _, term in words.terms):
            self._open(element, "definition", **defined(words.terms))
            self._run(words)
            self._close()
        else:
            self._run(words)

    def _run(self, words: AknWords) -> None:
        has_words = False
        for run in words.runs:
            if isinstance(run, tuple):
                self._words(*run)
                has_words = has_words or not run[0].isspace()
            elif local(str(run.tag)) in ("quotedStructure", "embeddedStructure"):
                self._quoted(run)
            else:
                self.block(run)
        self._pending += words.notes
        if not has_words and words.notes:
            self.settle()

    def _quoted(self, element: Element) -> None:
        """What an amending provision quotes is its words, not provisions of its own."""
        for child in element:
            words = AknWords(child, flat=True)
            for run in words.texts():
                self._words(*run)
            self._pending += words.notes
            self._words(child.tail)

    def _titled(self, element: Element, kind: str, prefix: str, *, anchored: bool = False) -> None:
        titles = AknTitles(element)
        word = _word.match(titles.num)
        number = segment(titles.num[word.end() :] if word else titles.num)
        self._open(
            element,
            kind,
            num=titles.num,
            heading=titles.heading,
            name=f"{prefix}{number}" if number else None,
            anchored=anchored and bool(number),
        )
        self._below_titles(titles)
        self._close(element)

    def _below_titles(self, titles: AknTitles) -> None:
        self._pending += titles.notes
        self._words(titles.subheading)
        self._inside(titles.rest)

    def _inside(self, children: list[Element]) -> None:
        for child in children:
            self.block(child)
            tail = child.tail
            if tail and not tail.isspace():
                self._words(tail)

    def _level(self, element: Element, tag: str) -> None:
        kind = _LEVELS[tag]
        if tag in _ANCHORED:
            self._titled(element, kind, "", anchored=not self._in_schedule)
            return
        titles = AknTitles(element)
        num = titles.num
        terms = terms_of(element) if num or element.get("refersTo") else []
        if terms and not num:
            what: dict[str, object] = {**defined(terms), "heading": titles.heading}
            kind = "definition"
        elif num or titles.heading:
            what = {"num": num, "heading": titles.heading}
            if terms:
                what["defines"] = terms[0][0]
        else:
            # A wrapper without a number is no step in a citation.
            self._below_titles(titles)
            return
        self._open(element, kind, **what)
        self._defining += [refers for _, refers in terms]
        self._below_titles(titles)
        del self._defining[len(self._defining) - len(terms) :]
        self._close(element)

    def _block_list(self, element: Element) -> None:
        refers = element.get("refersTo") or ""
        terms = terms_of(element) if refers and refers not in self._defining else []
        if terms:
            self._open(element, "definition", **defined(terms))
            self._defining.append(refers)
        titles = AknTitles(element)
        self._words(f"{titles.num} {titles.heading}")
        self._below_titles(titles)
        if terms:
            self._defining.pop()
            self._close()

    def _hcontainer(self, element: Element) -> None:
        name = element.get("name") or ""
        if name in _LEVELS:
            self._level(element, name)
        elif name in _CONTAINERS:
            self._titled(element, *_CONTAINERS[name])
        elif name == "schedule":
            self._schedule(element)
        elif child_of(element, "num") is not None or child_of(element, "heading") is not None:
            self._titled(element, "group", "")
        else:
            self._children(element)

    def _schedule(self, element: Element) -> None:
        """A component, an attachment or a schedule: numbered apart from the act's own sections."""
        self._schedules += 1
        titles = AknTitles(element)
        document = child_of(element, "doc")
        if document is not None:
            titles.take_in(document)
        name = (document.get("name") or "") if document is not None else ""
        stated = (titles.num, name, titles.heading)
        number = next((numeral for text in stated if (numeral := schedule_number(text))), "")
        self._open(
            element,
            "schedule",
            num=titles.num,
            heading=titles.heading,
            name=f"sched-{number or self._schedules}",
        )
        outer, self._in_schedule = self._in_schedule, True
        self._below_titles(titles)
        self._in_schedule = outer
        self._close()

    def _table(self, element: Element) -> None:
        self._open(element, "table")
        self._rows(element)
        self._close()

    def _rows(self, element: Element) -> None:
        for child in element:
            tag = local(str(child.tag))
            if tag in ("thead", "tbody", "tfoot"):
                self._rows(child)
            else:
                row = AknWords(child, flat=True)
                for text, links in row.texts():
                    self._builder.text(text, links)
                self._pending += row.notes
            self._words(child.tail)

    def _note(self, element: Element) -> None:
        footnote = local(str(element.tag)) == "authorialNote"
        marker = element.get("marker") or ""
        name = f"fn-{marker}" if footnote and segment(marker) else None
        self._builder.open(
            "footnote" if footnote else "note",
            num=marker if footnote else "",
            name=name,
            place=place_of(element),
        )
        for text, links in AknWords(element, flat=True).texts():
            self._builder.text(text, links)
        self._builder.close()
