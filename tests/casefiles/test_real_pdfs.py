"""Sixty real contracts: what is read from the PDF against the text that was published beside it."""

from __future__ import annotations

import functools
import re
import unicodedata
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import pypdfium2
import pytest

from casefiles.readings import check
from data import law
from pincite.ingest.casefiles.formats.pdf import read
from pincite.ingest.casefiles.reading import Bounds, FileLine, FileReading
from pincite.text.canonical import canonicalize
from pincite.text.matching import MatchingForm

pytestmark = [pytest.mark.data, pytest.mark.timeout(600)]

_BOUNDS = Bounds(ocr_languages="")
_SHORTEST = 20
# A gap that is seen, in heights of its line; a space is four times as wide or more.
_SEEN_GAP = 0.05
_LINE_END = 1.0
# Of letters without spaces: the raised end of an ordinal, signs of a trade mark, bullets.
_signs = re.compile(r"(?<=[\d*])(?:st|nd|rd|th)|TM|™|®|[•◦]")
# The mark of a list item, which a twin may give apart from its item.
_mark = re.compile(r"^(?:\(?[0-9A-Za-z]{1,4}[.)]|[•◦])(?: |$)")
_SIGNS = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "\xad": "-", "\xa0": " "}
)


@dataclass(frozen=True)
class Score:
    """Of the twin's sentences: how many there are, as it is and without the furniture, and how many
    of either the reading holds word for word. Of those it lacks: where nothing but white space
    differs, and every space that the twin lacks is a line's end or a gap on the page; where the
    twin leaves out bullets and what is raised ("15th"), or has the marks of a list apart from its
    items; and the rest."""

    name: str
    whole: int
    whole_found: int
    sentences: int
    found: int
    spaces: int
    signs: int
    ours: int

    @property
    def as_is(self) -> float:
        return self.whole_found / self.whole

    @property
    def without_furniture(self) -> float:
        return self.found / self.sentences


def _sentences(twin: str) -> list[MatchingForm]:
    """Sentences of the twin, which parts paragraphs by newlines or runs of spaces."""
    blocks = re.split(r"[\n\f]+|\s{4,}", twin)
    parts = (
        canonicalize(part)
        for block in blocks
        for part in re.split(r"(?<=[.;:!?])[\"')]*\s+(?=[\"(]?[A-Z0-9])", block.translate(_SIGNS))
    )
    return [MatchingForm.of(part) for part in parts if len(part) >= _SHORTEST]


def _pattern(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in text.translate(_SIGNS).split())


def _without_furniture(twin: str, reading: FileReading) -> str:
    """The twin less the running lines that the reading found, each where its page ends or begins.
    One that the text says too is taken out only behind the last words of a page."""
    twin = twin.translate(_SIGNS)
    text = canonicalize(" ".join(p.text for p in reading.paragraphs).translate(_SIGNS))
    known: set[str] = set()
    for page in reading.pages:
        for role in ("header", "footer"):
            lines = [
                one for one in reading.furniture if (one.page, one.role) == (page.number, role)
            ]
            known |= {one.text for one in lines}
            known.add(" ".join(one.text for one in sorted(lines, key=lambda one: one.top)))
    alone = {one for one in known if len(one) > 8 and one.translate(_SIGNS) not in text}
    for one in sorted(alone, key=len, reverse=True):
        twin = re.sub(rf"(?<!\w){_pattern(one)}(?!\w)", " ", twin)
    last: dict[int, FileLine] = {}
    for paragraph in reading.paragraphs:
        for line in paragraph.lines:
            if line.page not in last or line.top > last[line.page].top:
                last[line.page] = line
    for one in reading.furniture:
        page = one.page if one.role == "footer" else one.page - 1
        if one.text not in alone and one.role in ("header", "footer") and page in last:
            before = " ".join(last[page].text.split()[-2:])
            twin = re.sub(rf"({_pattern(before)})\s+{_pattern(one.text)}(?=\s|$)", r"\1 ", twin)
    return twin


class _Said:
    """The reading as one text, in which it is known what the page shows where a space stands."""

    def __init__(self, reading: FileReading) -> None:
        self._gaps: list[float] = []
        words: list[str] = []
        lines: list[str] = []
        for paragraph in [*reading.paragraphs, *reading.notes]:
            for line in paragraph.lines:
                words += line.text.split(" ")
                lines.append(line.text)
                inner = zip(line.edges[2::2], line.edges[1:-1:2], strict=True)
                self._gaps += [(left - right) / (line.bottom - line.top) for left, right in inner]
                self._gaps.append(_LINE_END)
        self.form = MatchingForm.of(" ".join(words))
        self.letters = self.form.text.replace(" ", "")
        self.without_signs = _signs.sub("", self.letters)
        unmarked = [_mark.sub("", line) for line in lines]
        self.without_marks = _signs.sub(
            "", MatchingForm.of(" ".join(unmarked)).text.replace(" ", "")
        )
        self._places = [at for at, sign in enumerate(self.form.text) if sign != " "]
        self._words = list(accumulate(sign == " " for sign in self.form.text))

    def shows_the_signs_lacking_in(self, sentence: str) -> bool:
        """Whether the sentence is here but for such signs, or for the marks that begin lines."""
        bare = _signs.sub("", sentence.replace(" ", ""))
        return bare in self.without_signs or bare in self.without_marks

    def shows_the_spaces_lacking_in(self, sentence: str) -> bool:
        """Whether the sentence is here but for white space, and each space that it lacks is seen on
        the page."""
        bare = sentence.replace(" ", "")
        start = self.letters.find(bare)
        if start < 0:
            return False
        parted = {
            len(sentence[:at].replace(" ", "")) for at, sign in enumerate(sentence) if sign == " "
        }
        for k in range(1, len(bare)):
            before, after = self._places[start + k - 1], self._places[start + k]
            spaced = after - before > 1 and k not in parted
            if spaced and self._gaps[self._words[before]] < _SEEN_GAP:
                return False
        return True


def _score(path: Path) -> Score:
    twin = next((path.parent.parent / "txt").glob(_escaped(path.stem) + ".txt"))
    published = twin.read_text("utf-8", errors="replace")
    reading = read(path.read_bytes(), path.name, _BOUNDS)
    check(reading)
    said = _Said(reading)
    whole = _sentences(published)
    running = _sentences(_without_furniture(published, reading))
    missing = [one.text for one in running if not any(said.form.find(one))]
    spaces = [one for one in missing if said.shows_the_spaces_lacking_in(one)]
    others = [one for one in missing if one not in spaces]
    signs = [one for one in others if said.shows_the_signs_lacking_in(one)]
    return Score(
        path.stem[:48],
        len(whole),
        sum(any(said.form.find(one)) for one in whole),
        len(running),
        len(running) - len(missing),
        len(spaces),
        len(signs),
        len(others) - len(signs),
    )


def _escaped(stem: str) -> str:
    return re.sub(r"([\[*?])", r"[\1]", stem)


def _contracts() -> list[Path]:
    return sorted((law("contracts") / "pdf").iterdir())


@functools.cache
def _scores() -> list[Score]:
    return sorted(map(_score, _contracts()), key=lambda score: score.without_furniture)


def test_sentences_of_the_twins_are_found_word_for_word(capsys: pytest.CaptureFixture[str]):
    scores = _scores()
    whole, sentences = sum(s.whole for s in scores), sum(s.sentences for s in scores)
    as_is = sum(s.whole_found for s in scores) / whole
    without_furniture = sum(s.found for s in scores) / sentences
    with capsys.disabled():
        print("\nas is  without furniture  sentences  missing  spaces  signs  ours")
        for s in scores:
            print(
                f"{s.as_is:.4f}  {s.without_furniture:.4f}  {s.sentences:5}"
                f"  {s.sentences - s.found:3} = {s.spaces:2} + {s.signs:2} + {s.ours:2}  {s.name}"
            )
        print(f"overall {as_is:.4f} {without_furniture:.4f}")
    assert without_furniture >= 0.99
    assert as_is >= 0.97


def test_what_a_twin_lacks_of_the_page_apart_every_contract_is_read():
    """White space, bullets and raised letters that the page shows and the twin does not."""
    assert [s for s in _scores() if s.ours > 0.02 * s.sentences] == []


def test_the_text_inside_the_box_of_a_line_is_that_line():
    """Reads a sample of lines again through their boxes."""
    compared = same = 0
    for path in _contracts()[::4]:
        data = path.read_bytes()
        reading = read(data, path.name, _BOUNDS)
        document = pypdfium2.PdfDocument(data)
        lines = [line for paragraph in reading.paragraphs for line in paragraph.lines][::23]
        for line in lines:
            page = document[line.page - 1]
            textpage = page.get_textpage()
            top = page.get_height()
            # Loose boxes of close lines overlap; the middle half is the line's own.
            quarter = (line.bottom - line.top) / 4
            inside = textpage.get_text_bounded(
                line.edges[0] - 1,
                top - line.bottom + quarter,
                line.edges[-1] + 1,
                top - line.top - quarter,
            )
            compared += 1
            same += _bare(inside) == _bare(line.text)
            textpage.close()
            page.close()
        document.close()
    assert compared > 300
    assert same / compared >= 0.99


def _bare(text: str) -> str:
    return re.sub(r"[\s\ufffe\x02\xad-]", "", unicodedata.normalize("NFC", text))
