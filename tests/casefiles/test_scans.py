"""How well worn pages are read back: contracts in English, law in Icelandic."""

from __future__ import annotations

import io
import shutil
import time
from collections.abc import Iterable
from itertools import pairwise
from statistics import mean

import pytest

from casefiles.scanned_pages import (
    DPI,
    FALLING,
    OFFICE_SCAN,
    Printed,
    Wear,
    error_rate,
    icelandic_pages,
    running_text_pages,
    typeset,
    worn,
)
from casefiles.test_ocr import ENGLISH, ICELANDIC
from data import law
from pincite.ingest.casefiles.formats.image import read
from pincite.ingest.casefiles.reading import Bounds

pytestmark = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="the program tesseract is not installed"
)

MOST_ENGLISH_ERRORS = 0.02
MOST_ICELANDIC_ERRORS = 0.03


def read_back(page: Printed, wear: Wear, seed: int) -> tuple[float, float]:
    """The error rate and the confidence of the page as scanned."""
    file = io.BytesIO()
    worn(page.image, wear, seed).save(file, "PNG", dpi=(DPI, DPI))
    reading = read(file.getvalue(), page.name, Bounds())
    text = " ".join(paragraph.text for paragraph in reading.paragraphs)
    return error_rate(text, page.text), reading.pages[0].confidence or 0.0


def mean_errors(pages: Iterable[Printed], wear: Wear) -> float:
    print(f"\n{'page':42} {'errors':>8} {'confidence':>10} {'seconds':>8}")
    rates: list[float] = []
    for seed, page in enumerate(pages):
        start = time.perf_counter()
        rate, confidence = read_back(page, wear, seed)
        seconds = time.perf_counter() - start
        print(f"{page.name:42} {rate:8.2%} {confidence:10.3f} {seconds:8.1f}")
        rates.append(rate)
    assert rates
    print(f"{'mean':42} {mean(rates):8.2%}")
    return mean(rates)


def falling_confidence(pages: list[Printed]) -> list[float]:
    print(f"\n{'wear':68} {'errors':>8} {'confidence':>10}")
    means: list[float] = []
    for wear in FALLING:
        seen = [read_back(page, wear, seed) for seed, page in enumerate(pages)]
        means.append(mean(confidence for _, confidence in seen))
        print(f"{wear!s:68} {mean(rate for rate, _ in seen):8.2%} {means[-1]:10.3f}")
    return means


def strictly_falls(values: list[float]) -> bool:
    return all(later < earlier for earlier, later in pairwise(values))


@pytest.mark.slow
def test_a_worn_page_is_read_with_few_errors() -> None:
    assert mean_errors([typeset(ENGLISH * 9)], OFFICE_SCAN) < MOST_ENGLISH_ERRORS
    assert mean_errors([typeset(ICELANDIC * 9, "Helvetica")], OFFICE_SCAN) < MOST_ICELANDIC_ERRORS


@pytest.mark.slow
def test_confidence_falls_as_a_page_wears() -> None:
    assert strictly_falls(falling_confidence([typeset(ENGLISH * 2)]))


@pytest.mark.data
@pytest.mark.timeout(900)
def test_worn_contracts_are_read_with_few_errors() -> None:
    pages = running_text_pages(law("contracts") / "pdf", 15)
    assert mean_errors(pages, OFFICE_SCAN) < MOST_ENGLISH_ERRORS


@pytest.mark.data
@pytest.mark.timeout(900)
def test_worn_icelandic_law_is_read_with_few_errors() -> None:
    pages = icelandic_pages(law("lagasafn") / "156b", 15)
    assert mean_errors(pages, OFFICE_SCAN) < MOST_ICELANDIC_ERRORS


@pytest.mark.data
@pytest.mark.timeout(900)
def test_confidence_falls_as_real_pages_wear() -> None:
    english = list(running_text_pages(law("contracts") / "pdf", 2))
    icelandic = list(icelandic_pages(law("lagasafn") / "156b", 2))
    assert strictly_falls(falling_confidence(english))
    assert strictly_falls(falling_confidence(icelandic))


def test_errors_are_counted_as_edits() -> None:
    assert error_rate("", "") == 0
    assert error_rate("kitten", "sitting") == pytest.approx(3 / 7)
    assert error_rate("", "abcd") == 1
    assert error_rate("abcd", "abcd") == 0
