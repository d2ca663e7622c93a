"""Counts what reading a Word document left out or had to interpret, for its warnings."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.ingest.casefiles.formats.package import counted
from pincite.model.document import Loss


@dataclass(slots=True)
class Tally:
    insertions: int = 0
    deletions: int = 0
    comments: int = 0
    hidden: int = 0
    pictures: int = 0
    symbols: int = 0
    chunks: int = 0
    # Numbers that Word works out when it shows the document, and that cannot be told from it.
    field_numbers: int = 0
    list_numbers: int = 0
    note_numbers: int = 0
    # Numbers of list items within a table row, which has room for one.
    cell_numbers: int = 0
    unfinished: int = 0
    # Notes that the text has a mark for, but the file no words.
    notes_lost: int = 0

    def losses(self) -> list[Loss]:
        if not self.notes_lost:
            return []
        return [Loss(f"notes that the text refers to: {self.notes_lost} missing from the file")]

    def warnings(self) -> list[str]:
        counted_words = (
            (self.insertions, counted(self.insertions, "tracked insertion") + " read as accepted"),
            (self.deletions, counted(self.deletions, "tracked deletion") + " left out"),
            (self.comments, counted(self.comments, "comment") + " left out"),
            (self.hidden, counted(self.hidden, "passage") + " of hidden text left out"),
            (self.pictures, counted(self.pictures, "picture") + " not read"),
            (self.symbols, counted(self.symbols, "symbol") + " of a picture font left out"),
            (self.chunks, counted(self.chunks, "inserted file") + " left out"),
            (
                self.field_numbers,
                counted(self.field_numbers, "number") + " that Word generates by a field left out",
            ),
            (
                self.list_numbers,
                counted(self.list_numbers, "list number") + " of a kind not known left out",
            ),
            (
                self.note_numbers,
                counted(self.note_numbers, "note") + " without a number: numbered by page",
            ),
            (
                self.cell_numbers,
                counted(self.cell_numbers, "list number") + " within table cells left out",
            ),
            (
                self.unfinished,
                f"a field that never ends: {counted(self.unfinished, 'character')} left out",
            ),
        )
        return [words for count, words in counted_words if count]
