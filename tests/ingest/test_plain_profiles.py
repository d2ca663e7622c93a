"""Profiles of the reader `plain`, and what it refuses."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts import said_at
from growth import costs_at_most
from ingest.plain_texts import (
    ACT,
    FRONT,
    MARKDOWN,
    outcomes_of,
    read_text,
    tails_of,
)
from pincite.errors import InputError, SourceMalformed
from pincite.ingest.law import gates
from pincite.ingest.law.readers.plain.profile import bundled, load_profile
from pincite.model import Draft
from pincite.text import canonicalize


def test_markdown_headings_are_levels(tmp_path: Path) -> None:
    front = "---\nurn: urn:lex:xm:act-2001-3\nauthority: urn:lex:xm:act-1999-7:4\n---\n\n"
    draft = read_text(tmp_path, front + MARKDOWN, name="law.md")
    assert draft.expression.title == "Harbour By-law"
    assert draft.expression.meta == {"authority": "urn:lex:xm:act-1999-7:4"}
    assert tails_of(draft) == [
        "chap-1", "1", "1:1", "1:1:a", "1:1:b", "1:1:b:note-1", "chap-1:group-1", "2", "sched-1",
        "sched-1:1", "sched-1:2",
    ]  # fmt: skip
    assert "#" not in draft.text
    assert said_at(draft, "1:1:a") == "(a) dock; or"


def test_front_matter_overrides_the_profile(tmp_path: Path) -> None:
    text = FRONT.replace("year: 1999", "year: 1999\nkind: ordinance\nstyle: is\nlanguage: 'is'\n"
                         "ends: 2005-06-07\nchapter: \"5:16\"") + ACT  # fmt: skip
    law = read_text(tmp_path, text).expression
    assert (law.kind, law.style, law.language, law.chapter) == ("ordinance", "is", "is", "5:16")
    assert (law.start, law.end) == (date(2000, 1, 1), date(2005, 6, 7))


def test_own_profile_is_read_from_a_file(tmp_path: Path) -> None:
    profile = tmp_path / "rules.toml"
    profile.write_text(
        """
jurisdiction = "xm"
corpus = "rules-{year}"
title = 'RULES OF (?P<year>\\d{4}): (?P<title>.+)'
[[level]]
kind = "rule"
pattern = 'Rule (?P<num>\\d+): (?P<heading>.+)'
anchored = true
""",
        encoding="utf-8",
    )
    text = "RULES OF 1999: Chess\n\nRule 1: Opening\n\nMove.\n\nRule 2: End\n\nStop."
    draft = read_text(tmp_path, text, str(profile))
    assert draft.expression.urn == "urn:lex:xm:rules-1999"
    assert tails_of(draft) == ["1", "2"]
    assert draft.text == "Rule 1: Opening Move. Rule 2: End Stop."


@pytest.mark.parametrize("name", bundled())
def test_bundled_profiles_are_sound(name: str) -> None:
    assert load_profile(name).levels


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[[level]]\nkind = 'rule'\npattern = '('", "level 1 pattern: not a regular expression"),
        ("titel = 'x'\n[[level]]\nkind = 'rule'\npattern = 'x'", "titel: unknown key"),
        ("[[level]]\nkind = 'rule'\npattern = 'x'\nanchor = true", "level 1 anchor: unknown key"),
        ("[[level]]\nkind = 'ruel'\npattern = 'x'", "level 1 kind: 'ruel' is none of"),
        ("[[level]]\nkind = 'rule'", "level 1 pattern: missing"),
        ("[[level]]\nkind = 'rule'\npattern = 'x'\nlabels = 'greek'", "level 1 labels"),
        ("[[level]]\nkind = 'rule'\npattern = 'x'\nname = '{no}'", "level 1 name: no group 'no'"),
        (
            "[[level]]\nkind = 'rule'\npattern = 'x'\nname = '{num.real}'",
            "level 1 name: {num.real} is not a plain name",
        ),
        ("[[level]]\nkind = 'rule'\npattern = 'x'\nanchored = 1", "level 1 anchored: not true"),
        ("title = 'x'\n[[level]]\nkind = 'rule'\npattern = 'x'", "title: the group (?P<title>"),
        ("notes = ['[']\n[[level]]\nkind = 'rule'\npattern = 'x'", "notes 1: not a regular"),
        ("style = 7\n[[level]]\nkind = 'rule'\npattern = 'x'", "style: missing, or not a string"),
        ("style = 'act'", "level: at least one"),
        ("level = 3", "level: at least one"),
        ("x = = y", "line 1"),
    ],
)
def test_faulty_profile_is_refused_by_key(tmp_path: Path, text: str, named: str) -> None:
    profile = tmp_path / "mine.toml"
    profile.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"profile mine\.toml: ") as caught:
        load_profile(str(profile))
    assert named in caught.value.message


def test_unknown_profile_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        load_profile(str(tmp_path / "none.toml"))
    assert "markdown" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "line 1", "an empty file"),
        ("---\ntitle: T\n", "line 1", "the front matter does not end"),
        ("---\ntitle\n---\n1. A\n\nB.", "line 2", "not `key: value`"),
        ("---\ntitle: T\ntitle: U\n---\n1. A\n\nB.", "line 3", "title is said twice"),
        ("---\ntitle: T\nurn: act\n---\n1. A\n\nB.", "line 3", "not a URN: 'act'"),
        (
            "---\ntitle: T\nurn: urn:lex:xm:a-1\ndate: 1.1.99\n---\n1. A\n\nB.",
            "line 4",
            "date is not a date: '1.1.99'",
        ),
        ("1. A\n\nB.", "line 1", "no title"),
        ("---\ntitle: T\n---\n1. A\n\nB.", "line 1", "no year, which its URN is made from"),
        (FRONT + "Dear Sir,\n\nI write.", "line 8", "nothing here is a level of the profile 'act'"),
        ("---\ntitle: T\nprofile: /etc/x.toml\n---\nx", "line 3", "no profile '/etc/x.toml'"),
    ],
)
def test_unreadable_text_is_refused_with_its_place(
    tmp_path: Path, text: str, place: str, reason: str
) -> None:
    path = tmp_path / "law.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceMalformed) as caught:
        outcomes_of(path)
    assert (caught.value.place, caught.value.reason) == (place, reason)


def test_wrong_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "law.txt"
    path.write_bytes((FRONT + "1. Café\n").encode("cp1252"))
    with pytest.raises(SourceMalformed) as caught:
        outcomes_of(path)
    assert caught.value.place == "line 8"


def test_lines_may_end_as_on_any_machine(tmp_path: Path) -> None:
    path = tmp_path / "law.txt"
    path.write_bytes((FRONT + ACT).replace("\n", "\r\n").encode())
    (draft,) = outcomes_of(path)
    assert isinstance(draft, Draft)
    assert draft.text == canonicalize(ACT)


@given(st.lists(st.sampled_from(
    ["1. Heading", "2. Words.", "(1) one", "(2) two", "(a) a;", "(b) b", "(i) i", "(ii)", "(A) A",
     "PART I", "PART II – X", "SCHEDULE", "“x” means y;", "Provided that z.", "lower", "Upper.",
     "[amended]", "", "(h) h", "2A. In", "PREAMBLE", "is liable—"]
)))  # fmt: skip
def test_any_order_of_lines_keeps_every_word(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str]
) -> None:
    body = "\n".join(lines)
    path = tmp_path_factory.mktemp("law") / "law.txt"
    path.write_text(f"{FRONT}1. First\n\n{body}", encoding="utf-8")
    (draft,) = outcomes_of(path)
    assert isinstance(draft, Draft)
    assert draft.text == canonicalize(f"1. First {body}")
    assert gates.refusals(draft, min_chunks=1) == []


@pytest.mark.parametrize(
    "unit",
    ["(a)\n", "(a) x\n\n", "(1) (a) (i) (A) ", "[added ", "“x” means ", "(h)—\n(i)—\n", "x; "],
)
def test_hostile_repetition_costs_little(tmp_path: Path, unit: str) -> None:
    with costs_at_most(60):
        read_text(tmp_path, FRONT + "1. First\n\n" + unit * (100_000 // len(unit)))
