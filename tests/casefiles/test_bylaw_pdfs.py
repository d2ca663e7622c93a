"""By-laws as PDF against their own XML: paragraphs of the law, found in what is read of the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from data import law
from pincite.ingest.casefiles.formats.pdf import read
from pincite.ingest.casefiles.reading import Bounds
from pincite.text import MatchingForm, canonicalize

pytestmark = pytest.mark.data
_SHORTEST = 20


def _paragraphs(xml: Path) -> list[str]:
    elements = etree.parse(xml).iter("{*}p")
    words = (canonicalize("".join(element.itertext())) for element in elements)
    return [one for one in words if len(one) >= _SHORTEST]


def _pairs() -> list[tuple[Path, Path]]:
    """Each PDF once, with the XML of the same expression."""
    seen: dict[bytes, tuple[Path, Path]] = {}
    for pdf in sorted(law("akn-bylaws").rglob("*.pdf")):
        folder = pdf.parent if pdf.name == "main.pdf" else pdf.parent.parent
        if (folder / "main.xml").exists():
            seen.setdefault(pdf.read_bytes(), (pdf, folder / "main.xml"))
    return list(seen.values())


def test_paragraphs_of_by_laws_are_found_in_their_pdfs(capsys: pytest.CaptureFixture[str]) -> None:
    total = there = letters = 0
    for pdf, xml in _pairs():
        reading = read(pdf.read_bytes(), pdf.name, Bounds(ocr_languages=""))
        text = " ".join(one.text for one in [*reading.paragraphs, *reading.notes])
        form = MatchingForm.of(text)
        bare = form.text.replace(" ", "")
        wanted = [MatchingForm.of(one) for one in _paragraphs(xml)]
        found = sum(any(form.find(one)) for one in wanted)
        spelled = sum(one.text.replace(" ", "") in bare for one in wanted)
        total, there, letters = total + len(wanted), there + found, letters + spelled
        with capsys.disabled():
            print(
                f"\n{found:4} {spelled:4} of {len(wanted):4}  {pdf.parent.parts[-4]} {pdf.name}",
                end="",
            )
    assert total > 500
    assert there / total >= 0.85
    assert letters / total >= 0.95
