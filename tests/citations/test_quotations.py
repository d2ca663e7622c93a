"""Quotations in a brief: which are certified, which are told to be altered, and whose they are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from citations.alterations import altered, honest
from pincite.briefs.check import CheckReport, QuoteCheck
from pincite.library import Library
from pincite.model import UNITS
from pincite.settings import Settings
from search.bundled_law import bundled_law

TENANCIES = "urn:lex:xm:act-2019-11"
CERTIFIED = ("verbatim", "verbatim but for marked changes")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("quotations")
    bundled_law(root / "law", root / "none").close()
    return root


@pytest.fixture
def law(folder: Path) -> Iterator[Library]:
    settings = Settings(library=folder / "law", models=folder / "none", jurisdiction="xm")
    with Library(folder / "law", settings) as opened:
        yield opened


def _checked(law: Library, folder: Path, text: str) -> CheckReport:
    file = folder / "brief.txt"
    file.write_text(text, encoding="utf-8")
    return law.check_brief(file)


def _quoted(law: Library, folder: Path, *quotes: tuple[str, str]) -> list[QuoteCheck]:
    """Each quotation with the provision that it cites, in a paragraph of its own."""
    text = "\n\n".join(f"It says: “{quote}” {urn}." for quote, urn in quotes)
    return [quote for one in _checked(law, folder, text).citations for quote in one.quotes]


@pytest.mark.req("U4")
@pytest.mark.parametrize(
    ("section", "quote", "told"),
    [
        (
            "12",
            "An owner may [always] enter a dwelling without giving the tenant [any] notice.",
            "it has “[always]” where the source has “not”",
        ),
        (
            "12",
            "An owner may not [ever] enter a dwelling without giving the tenant",
            "it adds “ever”",
        ),
        (
            "12",
            "An owner may . . . enter a dwelling without giving the tenant",
            "it leaves out “not”",
        ),
        (
            "12",
            "An owner may not enter a dwelling [] giving the tenant at least",
            "it leaves out “without”",
        ),
        (
            "12",
            "An owner may not enter a dwelling between eight o’clock in the evening and eight "
            "o’clock in the morning . . . .",
            "it leaves out “except”, which stands behind it in the sentence",
        ),
        (
            "12",
            "[A]n owner may enter without notice . . . except with the tenant’s consent",
            "it leaves out “not”",
        ),
        (
            "12",
            "four hours’ notice. (2) Notwithstanding subsection (1), an owner may enter",
            "it begins inside a word or number: the source has “tenant at least twenty-four hours’ "
            "notice. (2)”",
        ),
        (
            "14",
            "An owner may not demand or accept a deposit that exceeds the rent for [six] month[s]",
            "it has “[six] month[s]” where the source has “one month”",
        ),
        (
            "14",
            "[The Registrar] may . . . accept a deposit that exceeds the rent",
            "it leaves out “not”",
        ),
        (
            "14",
            "Money demanded or accepted in excess of the maximum is [un]recoverable by the tenant",
            "it has “[un]recoverable” where the source has “recoverable”",
        ),
    ],
)
def test_a_quotation_that_says_something_else_is_told_to_be_altered(
    law: Library, tmp_path: Path, section: str, quote: str, told: str
) -> None:
    [found] = _quoted(law, tmp_path, (quote, f"{TENANCIES}:{section}"))
    assert found.outcome == "altered"
    assert told in found.changes


@pytest.mark.parametrize(
    ("section", "quote"),
    [
        ("12", "[a]n owner may not enter a dwelling without giving the tenant"),
        ("12", "An owner may not enter [the] dwelling without giving the tenant"),
        ("12", "An owner may not enter a dwelling without giving the tenant[s] at least"),
        ("12", "[The landlord] may not enter a dwelling without giving the tenant"),
        ("12", "without giving [Marlowe] at least twenty-four hours’ notice"),
        ("12", "An owner may not enter . . . without giving the tenant at least"),
        ("12", "An owner may not enter a dwelling [sic] without giving the tenant"),
        ("14", "a deposit that exceed[ed] the rent for one month [emphasis added]"),
        ("14", "Money demanded . . . in excess of the maximum [was] recoverable by [her]"),
    ],
)
def test_a_change_of_case_of_form_or_of_reference_alters_nothing(
    law: Library, tmp_path: Path, section: str, quote: str
) -> None:
    [found] = _quoted(law, tmp_path, (quote, f"{TENANCIES}:{section}"))
    assert (found.outcome, found.changes) == ("verbatim but for marked changes", ())


def _sections(law: Library) -> list[tuple[str, str]]:
    """Every section of the bundled law in force, with its text."""
    found: list[tuple[str, str]] = []
    for work, _ in law.store.works():
        [stored] = law.store.expressions(work)[-1:]
        found += [
            (node.urn, law.store.text(stored.key, node.start, node.end))
            for node in law.store.nodes(stored.key)
            if node.kind in UNITS
            and law.store.find(node.urn, at=None, tag=None)[0][0].key == stored.key
        ]
    return found


@pytest.mark.req("U4")
def test_no_alteration_of_the_bundled_law_is_certified(law: Library, tmp_path: Path) -> None:
    chance = random.Random(11)
    made = [(quote, urn) for urn, text in _sections(law) for quote in altered(text, chance)]
    drawn = chance.sample(made, 240)
    found = _quoted(law, tmp_path, *drawn)
    assert len(found) > 200
    assert [one.words for one in found if one.outcome in CERTIFIED] == []
    assert all(one.changes for one in found if one.outcome == "altered")


def test_every_honest_change_of_the_bundled_law_is_certified(law: Library, tmp_path: Path) -> None:
    chance = random.Random(12)
    made = [(quote, urn) for urn, text in _sections(law) for quote in honest(text, chance)]
    drawn = chance.sample(made, 160)
    found = _quoted(law, tmp_path, *drawn)
    assert len(found) > 140
    assert [(one.words, one.changes) for one in found if one.outcome not in CERTIFIED] == []


WORDS = "An owner may not demand or accept a deposit that exceeds the rent for one month."


def test_a_quotation_is_not_matched_with_the_citation_that_opens_the_next_paragraph(
    law: Library, tmp_path: Path
) -> None:
    text = (
        f"The lease itself says “{WORDS}”\n\n"
        f"{TENANCIES}:12 is about entry, and about nothing else.\n\n"
        f"The lease says it once more: “{WORDS}”\n\n{TENANCIES}:14.\n"
    )
    assert [one.quotes for one in _checked(law, tmp_path, text).citations] == [(), ()]


def test_a_block_quotation_has_the_citation_that_stands_alone_below_it(
    law: Library, tmp_path: Path
) -> None:
    text = f"The rule is this:\n\n“{WORDS}”\n\nSee {TENANCIES}:14 (emphasis added).\n\nSo it is.\n"
    [found] = _checked(law, tmp_path, text).citations
    assert [quote.outcome for quote in found.quotes] == ["verbatim"]


def test_a_block_quotation_has_no_citation_that_begins_a_sentence_below_it(
    law: Library, tmp_path: Path
) -> None:
    text = f"The rule is this:\n\n“{WORDS}”\n\n{TENANCIES}:14 was amended in the year 2024.\n"
    [found] = _checked(law, tmp_path, text).citations
    assert found.quotes == ()
