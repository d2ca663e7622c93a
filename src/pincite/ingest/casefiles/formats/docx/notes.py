"""Footnotes and endnotes, in the order of their marks, numbered as Word numbers them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from pincite.ingest.casefiles.formats.docx.inline import NoteReference
from pincite.ingest.casefiles.formats.docx.numbering import written
from pincite.ingest.casefiles.formats.docx.tally import Tally
from pincite.ingest.casefiles.formats.docx.tree import attribute, child, value, whole
from pincite.ingest.casefiles.formats.package import Element
from pincite.ingest.casefiles.reading import FileLine, FileParagraph
from pincite.ingest.safe_xml import name_of
from pincite.model.layout import Role

_DEFAULT_FORM = {"footnote": "decimal", "endnote": "lowerRoman"}


@dataclass(slots=True)
class Marks:
    """Counts the marks of notes as they come in the text."""

    settings: Element | None
    sections: list[Element]
    tally: Tally
    _counts: dict[str, int] = field(default_factory=dict[str, int])
    _sections: dict[str, int] = field(default_factory=dict[str, int])

    def label(self, reference: NoteReference) -> str:
        if reference.mark:
            return reference.mark
        kind = reference.kind
        rules = [child(self.settings, f"{kind}Pr")]
        if reference.section < len(self.sections):
            rules.insert(0, child(self.sections[reference.section], f"{kind}Pr"))
        restart = _first(value(rule, "numRestart") for rule in rules)
        if restart == "eachPage":
            self.tally.note_numbers += 1
            return ""
        start = next((at for rule in rules if (at := whole(rule, "numStart")) is not None), 1)
        anew = restart == "eachSect" and self._sections.get(kind) != reference.section
        self._sections[kind] = reference.section
        count = start if anew or kind not in self._counts else self._counts[kind] + 1
        self._counts[kind] = count
        form = _first(value(rule, "numFmt") for rule in rules) or _DEFAULT_FORM[kind]
        label = written(count, form)
        if label is None:
            self.tally.list_numbers += 1
        return label or ""


def read_notes(
    references: list[NoteReference],
    parts: dict[str, Element | None],
    marks: Marks,
    read: Callable[[Element, int], list[FileParagraph]],
    tally: Tally,
) -> list[FileParagraph]:
    """One paragraph a note, one line a paragraph of it; `read(note, page)` reads what it says."""
    elements = {
        (kind, attribute(element, "id")): element
        for kind, root in parts.items()
        for element in (root if root is not None else ())
        if name_of(element) == kind
    }
    notes: list[FileParagraph] = []
    for reference in references:
        label = marks.label(reference)
        element = elements.get((reference.kind, reference.id))
        if element is None:
            tally.notes_lost += 1
            continue
        lines = [
            FileLine(line.text, line.page, role=Role.FOOTNOTE)
            for paragraph in read(element, reference.page)
            for line in paragraph.lines
        ]
        if lines:
            notes.append(
                FileParagraph(lines, label=label, place=f"{reference.kind} {label}".strip())
            )
    return notes


def _first(values: Iterable[str]) -> str:
    return next((text for text in values if text), "")
