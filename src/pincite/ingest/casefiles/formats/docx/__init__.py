"""Word documents: the body in order as Word would show it with every tracked change accepted."""

from __future__ import annotations

from pincite.errors import SourceMalformed, SourceTooLarge, SourceUnsafe
from pincite.ingest.casefiles.formats import missing_parts
from pincite.ingest.casefiles.formats import package as packages
from pincite.ingest.casefiles.formats.docx.blocks import Story
from pincite.ingest.casefiles.formats.docx.inline import Inline
from pincite.ingest.casefiles.formats.docx.notes import Marks, read_notes
from pincite.ingest.casefiles.formats.docx.numbering import WordNumbering
from pincite.ingest.casefiles.formats.docx.pages import WordPages
from pincite.ingest.casefiles.formats.docx.styles import Styles
from pincite.ingest.casefiles.formats.docx.tally import Tally
from pincite.ingest.casefiles.formats.docx.tree import attribute, child
from pincite.ingest.casefiles.formats.package import Element, Package, counted
from pincite.ingest.casefiles.reading import Bounds, FileLine, FileParagraph, FileReading, Page
from pincite.ingest.safe_xml import name_of
from pincite.model.layout import Role

_FURNITURE = {"headerReference": Role.HEADER, "footerReference": Role.FOOTER}


def read(data: bytes, name: str, bounds: Bounds) -> FileReading:
    """Marks of notes and numbers of lists are generated, so they are labels, not words. Pages are
    those the file states by page breaks; where it states none there are none."""
    package = packages.open_package(data, name, bounds)
    main = package.target("officeDocument")
    root = package.xml_if_there(main)
    body = child(root, "body")
    if root is None or name_of(root) != "document" or body is None:
        raise SourceMalformed("no Word document in it: damaged, or another kind", file=name)
    try:
        return _Reader(package, main, body).read()
    except RecursionError:
        raise SourceUnsafe("nested too deeply", file=name) from None


class _Reader:
    """One document, and what its stories share."""

    def __init__(self, package: Package, main: str, body: Element) -> None:
        self.package, self.main, self.body = package, main, body
        self.tally = Tally()
        self.styles = Styles.of(self._part("styles"))
        self.numbering = WordNumbering.of(self._part("numbering"), self.styles)
        self.pages = WordPages()
        self.sections = [element for element in body.iter() if _is_section(element)]

    def read(self) -> FileReading:
        about = packages.properties(self.package)
        reading = FileReading(title=about.pop("title", ""), language=about.pop("language", ""))
        reading.meta = about
        reading.language = reading.language or self.styles.language
        inline = Inline(self.styles, self.tally, self.pages)
        reading.paragraphs = Story(inline, self.numbering, self.sections).read(self.body)
        parts = {"footnote": self._part("footnotes"), "endnote": self._part("endnotes")}
        marks = Marks(self._part("settings"), self.sections, self.tally)
        reading.notes = read_notes(inline.references, parts, marks, self._aside, self.tally)
        reading.furniture = self._furniture()
        comments = self._part("comments")
        self.tally.comments = 0 if comments is None else len(comments)
        reading.warnings = self.tally.warnings() + packages.left_out(self.package)
        reading.losses = missing_parts.losses(self.package, self.main) + self.tally.losses()
        self._state_pages(reading)
        return reading

    def _part(self, kind: str) -> Element | None:
        return self._whole_or_torn(self.package.target(kind, self.main))

    def _whole_or_torn(self, part: str) -> Element | None:
        """A part beside the text; None for one that is so damaged that nothing of it is left, which
        costs what it holds and not the document."""
        try:
            return self.package.xml_if_there(part)
        except SourceMalformed:
            return None

    def _aside(self, element: Element, page: int) -> list[FileParagraph]:
        """A story apart from the body, on one page of it."""
        inline = Inline(self.styles, self.tally, WordPages(page, fixed=True))
        return Story(inline, self.numbering).read(element)

    def _furniture(self) -> list[FileLine]:
        """Each header and footer that a section shows, once; page 0, for they recur."""
        targets = {relation.id: relation.target for relation in self.package.relations(self.main)}
        lines: dict[tuple[str, Role], FileLine] = {}
        for section in self.sections:
            for reference in section:
                role = _FURNITURE.get(name_of(reference))
                part = self._whole_or_torn(targets.get(attribute(reference, "id"), ""))
                if role is None or part is None:
                    continue
                for paragraph in self._aside(part, 0):
                    for line in paragraph.lines:
                        key = (line.text, role)
                        lines.setdefault(key, FileLine(line.text, 0, role=role))
        return list(lines.values())

    def _state_pages(self, reading: FileReading) -> None:
        """Keep the page numbers as far as the file states them."""
        last = self.pages.number
        stated = self._stated_pages()
        if last > self.package.bounds.max_pages:
            raise SourceTooLarge(
                f"{last:,} pages; the limit is {self.package.bounds.max_pages:,}",
                file=self.package.name,
            )
        if not self.pages.noted and stated > last and self.pages.made:
            reading.warnings.append(
                f"page numbers left out: {counted(stated, 'page')} by its own count, "
                f"but {counted(self.pages.made, 'page break')}"
            )
        elif self.pages.noted or self.pages.made:
            reading.pages = [Page(number) for number in range(1, last + 1)]
            if self.pages.noted:
                reading.warnings.append("pages as Word last laid them out")
            elif stated != last:
                reading.warnings.append("pages counted by the page breaks that were made in it")
            return
        for paragraph in reading.paragraphs:
            paragraph.lines = [FileLine(paragraph.text)]
        for note in reading.notes:
            note.lines = [line._replace(page=0) for line in note.lines]

    def _stated_pages(self) -> int:
        """How many pages the file itself counted when it was saved; 0 if it does not say."""
        root = self._whole_or_torn(self.package.target("extended-properties"))
        text = (getattr(child(root, "Pages"), "text", "") or "").strip()
        return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0


def _is_section(element: Element) -> bool:
    parent = element.getparent()
    # A tracked change keeps the properties as they were before it.
    return name_of(element) == "sectPr" and parent is not None and name_of(parent) != "sectPrChange"
