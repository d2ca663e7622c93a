"""Makes the table for Icelandic law from a library of it and questions about it.

    python -m training.icelandic.build LIBRARY training/questions/icelandic.jsonl TABLE.npz

Needs torch and icegrams<2 beside Pincite; takes some five minutes on one core.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pincite.encoders.lemmas import LemmaReader
from pincite.library import Library
from pincite.library import open as open_library
from pincite.search.profiles import LAGASAFN, Profile
from training.icelandic import beginning
from training.icelandic.contrast import Material, Rows, trained
from training.icelandic.general import general
from training.icelandic.law import Asked, passages, questions
from training.icelandic.lemmas import matrix
from training.icelandic.table import save

# BM25 over lemmas, and nothing else.
PLAIN: Profile = replace(LAGASAFN, expansion=None)
_HARD = 60


class Prepared(NamedTuple):
    material: Material
    begins: beginning.Floats


def prepared(library: Library, asked_in: Path) -> Prepared:
    held = passages(library)
    asked = questions(asked_in, held)
    law, spoken = beginning.read(held), general()
    lemmas = beginning.vocabulary(law, spoken)
    _say(f"{len(held)} passages, {len(asked)} questions, {len(lemmas)} lemmas")
    begins = beginning.beginning(law, spoken, lemmas)
    _say("the vectors have begun")
    known = {lemma: at for at, lemma in enumerate(lemmas)}
    read = LemmaReader("is", known.get)
    parted = [one.text.partition("\n") for one in held]
    work = _numbered([one.work for one in held])
    material = Material(
        tuple(lemmas),
        matrix([read.passage(one.text) for one in held], len(lemmas)),
        matrix([read.passage(text) for _, _, text in parted], len(lemmas)),
        matrix([read.question(heading) for heading, _, _ in parted], len(lemmas)),
        _numbered([one.unit for one in held]),
        work,
        asked,
        matrix([read.question(one.text) for one in asked], len(lemmas)),
        [_hard(library, one, work) for one in asked],
    )
    return Prepared(material, begins)


def icelandic(asked: Sequence[Asked]) -> list[int]:
    """Those in English have hardly a word that the table knows."""
    return [at for at, one in enumerate(asked) if one.language == "is"]


def _hard(library: Library, asked: Asked, work: Rows) -> Rows:
    """What BM25 takes for the answer in other laws."""
    found = np.array(library.search_index.find(asked.text, PLAIN, limit=_HARD).rows, np.int64)
    other = found[work[found] != work[asked.rows[0]]]
    return other if len(other) else np.flatnonzero(work != work[asked.rows[0]])


def _numbered(names: Sequence[str]) -> Rows:
    numbers = {name: at for at, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names], np.int64)


def _say(words: str) -> None:
    print(words, file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("library", "questions", "table"):
        parser.add_argument(name, type=Path)
    given = parser.parse_args()
    with open_library(given.library) as library:
        material, begins = prepared(library, given.questions)
    save(trained(material, begins, icelandic(material.asked)), given.table)


if __name__ == "__main__":
    main()
