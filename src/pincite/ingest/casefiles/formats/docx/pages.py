"""Page numbers, as far as a Word file states where its pages break."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class WordPages:
    """Counts the breaks that the author made and those that Word noted when it last laid the
    document out. Word notes its break at the first words after one of the author's too."""

    number: int = 1
    # A header or a note stays on the page that it belongs to, whatever is noted in it.
    fixed: bool = False
    made: int = 0
    noted: int = 0
    _fresh: bool = False
    _begun: bool = False
    # Breaks noted since `mark`, before any words; and how many of the coming ones are known.
    leading: int = 0
    known: int = 0
    _said: bool = False

    def make_break(self) -> None:
        """A page break, or a section that begins on a new page."""
        if not self.fixed:
            self.number += 1
            self.made += 1
            self._fresh = True

    def break_before(self) -> None:
        """A paragraph that begins a page; it may stand at the top of one already."""
        if self._begun and not self._fresh:
            self.make_break()

    def note_break(self) -> None:
        if self.fixed:
            return
        self.noted += 1
        if self.known and not self._said:
            self.known -= 1
            return
        if not self._said:
            self.leading += 1
        if self._fresh:
            self._fresh = False
        else:
            self.number += 1

    def say(self) -> None:
        self._said = self._begun = True
        self._fresh = False

    def paragraph(self) -> None:
        self._begun = True

    def mark(self, number: int, known: int) -> None:
        """Begin a cell of a table row, which starts on that page beside its neighbours."""
        self.number = number
        self.known = known
        self.leading = 0
        self._said = False
