"""The letters and digits of files, counted: where words of a file stand in what is stored of it,
and what of them is quoted. White space differs between the two; letters do not."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from pincite.answer.reply import AnswerCitation, Reply
from pincite.evaluation.judging import quotes_by_point
from pincite.matters.matter import Matter

# The id of a document, and the number of a letter in it.
Letter = tuple[str, int]


class Letters:
    """The letters and digits of a text, counted: the same in a file and in what is stored of it."""

    def __init__(self, text: str) -> None:
        self._places = [at for at, char in enumerate(text) if char.isalnum()]

    def __len__(self) -> int:
        return len(self._places)

    def within(self, spans: Iterable[tuple[int, int]]) -> set[int]:
        return {
            number
            for start, end in spans
            for number in range(bisect_left(self._places, start), bisect_left(self._places, end))
        }


class Held:
    """The files of a set in one matter: where words of a file stand in what is stored of it."""

    def __init__(self, matter: Matter, texts: dict[str, str]) -> None:
        self._matter, self._texts = matter, texts
        self._files: dict[str, tuple[str, Letters]] = {}
        self._stored: dict[str, Letters] = {}

    def _file(self, name: str) -> tuple[str, Letters]:
        if name not in self._files:
            document, file = self._matter.document(name).id, Letters(self._texts[name])
            assert len(file) == len(self._in_store(document)), f"{name} is not what was read"
            self._files[name] = document, file
        return self._files[name]

    def _in_store(self, document: str) -> Letters:
        if document not in self._stored:
            key = self._matter.document(document).key
            self._stored[document] = Letters(self._matter.store.text(key))
        return self._stored[document]

    def marked(self, name: str, spans: Iterable[tuple[int, int]]) -> set[Letter]:
        """The letters of spans of a file."""
        document, file = self._file(name)
        return {(document, number) for number in file.within(spans)}

    def found(self, spans: Iterable[tuple[str, int, int]]) -> set[Letter]:
        """The letters of spans of stored documents."""
        return {
            (document, number)
            for document, *span in spans
            for number in self._in_store(document).within([(span[0], span[1])])
        }


def places(quotes: Iterable[AnswerCitation]) -> list[tuple[str, int, int]]:
    return [(quote.document, *span) for quote in quotes for span in quote.spans]


def quotes_of(reply: Reply) -> tuple[list[AnswerCitation], list[AnswerCitation]]:
    """Of the first point, and of all."""
    points = quotes_by_point(reply.answer) if reply.answer else []
    return (points[0] if points else []), [quote for point in points for quote in point]
