"""The word lists of acts.toml, by which the names of laws are recognised."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple, cast

from pincite.citations.scanning.automaton import Longest, longest
from pincite.model.mention import CitedKind

YEAR = r"(?:1[6-9]|20)\d\d"


class LawNameWords(NamedTuple):
    """`kinds` says what a law is by its last word. The rest are lists of acts.toml."""

    kinds: Mapping[str, CitedKind]
    letters: frozenset[str]
    going_on: frozenset[str]
    also_papers: frozenset[str]
    dated: frozenset[str]
    small: frozenset[str]
    abbreviated: frozenset[str]
    leading: frozenset[str]
    not_names: frozenset[str]
    places: frozenset[str]
    pointing: re.Pattern[str]
    automaton: Longest


@cache
def law_name_words() -> LawNameWords:
    file = resources.files("pincite.citations") / "grammars" / "acts.toml"
    lists = tomllib.loads(file.read_text(encoding="utf-8"))
    heads = lists["heads"]
    kinds = {
        word: CitedKind.STATUTE if kind == "treaty" else CitedKind(kind)
        for kind in ("statute", "regulation", "rule", "constitution", "treaty")
        for word in heads[kind]
    }
    known = "|".join(heads["known_as"])
    words = {name: frozenset(cast("list[str]", held)) for name, held in heads.items()}
    return LawNameWords(
        kinds=kinds,
        letters=words["letters"],
        going_on=words["going_on"],
        also_papers=words["also_papers"],
        dated=words["dated"],
        small=words["small"],
        abbreviated=words["abbreviated"],
        leading=words["leading"],
        not_names=words["not_names"],
        places=words["places"],
        pointing=re.compile(
            rf"(?<!\w)(?:the|that|said|such)(?: (?:{known}|{YEAR}))? $", re.IGNORECASE
        ),
        automaton=longest((*kinds, *words["letters"])),
    )
