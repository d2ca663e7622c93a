"""Numbered law as plain text or Markdown, by profile."""

from __future__ import annotations

import time
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts import node_at, said_at
from pincite.errors import InputError, SourceMalformed
from pincite.ingest import gates
from pincite.ingest.readers import ReadOptions, reader
from pincite.ingest.readers.plain.profile import bundled, load_profile
from pincite.ingest.sources import Sources
from pincite.model import Draft
from pincite.model.locator import locator
from pincite.settings import Settings
from pincite.text import canonicalize

FRONT = """---
title: Lighthouse Act
urn: urn:lex:xm:act-1999-7
number: 7
year: 1999
date: 2000-01-01
---
"""

ACT = """PREAMBLE

WHEREAS ships pass in the night:

PART I – PRELIMINARY

1. Short title

This Act may be cited as the Lighthouse Act.

2. Interpretation

(1) In this Act—

"keeper" means a person who—
(a) keeps a lamp; or
(b) is appointed in terms of paragraph (a) of
subsection (2) of section 3;

“lamp” or “light” includes a lantern.

(2) Words mean what they say.

PART II

KEEPERS

3. Appointment of keepers

(1) The Board may appoint any person who—
    (a) is of age; and
    (b) has passed an examination in—
        (i) lamps;
        (ii) oil, in particular—
            (A) whale oil; and
            (B) paraffin;
        (iii) weather;

and has paid the fee.

(2) [Repealed by Act 3 of 2005]

(3) No keeper shall—

(a) sleep; or

(b) sing:

Provided that he may hum.

[Subsection (3) amended by Act 4 of 2006]

4. The Minister may make regulations for the better
carrying out of this Act, in terms of
(b) above or otherwise.

FIRST SCHEDULE
(Section 3) FEES

1. For an examination, two dollars.

2. For a lamp, three dollars.

SECOND SCHEDULE

1. Nothing.
"""


def _outcomes(path: Path, options: ReadOptions | None = None) -> list[object]:
    chosen, options = reader("plain"), options or ReadOptions()
    sources = Sources.of([path], reader="plain", settings=Settings())
    return [
        outcome
        for unit in chosen.units(sources, options)
        for outcome in chosen.read(sources, unit, options)
    ]


def _read(
    tmp_path: Path, text: str, profile: str | None = None, name: str = "law.txt", **what: object
) -> Draft:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (draft,) = _outcomes(path, ReadOptions(profile=profile, **what))  # type: ignore[arg-type]
    assert isinstance(draft, Draft)
    assert gates.refusals(draft, min_chunks=1) == []
    return draft


def _tails(draft: Draft, base: str = "") -> list[str]:
    return [node.urn.removeprefix(f"{base or draft.expression.urn}:") for node in draft.nodes[1:]]


def test_act_is_read_as_it_is_drafted(tmp_path: Path) -> None:
    draft = _read(tmp_path, FRONT + ACT)
    assert _tails(draft) == [
        "preamble", "part-I", "1", "2", "2:1", "2:1:def-keeper", "2:1:def-keeper:a",
        "2:1:def-keeper:b", "2:1:def-lamp", "2:2", "part-II", "3", "3:1", "3:1:a", "3:1:b",
        "3:1:b:i", "3:1:b:ii", "3:1:b:ii:A", "3:1:b:ii:B", "3:1:b:iii", "3:1:cont-1", "3:2", "3:3",
        "3:3:a", "3:3:b", "3:3:cont-1", "3:3:note-1", "4", "sched-1", "sched-1:1", "sched-1:2",
        "sched-2", "sched-2:1",
    ]  # fmt: skip


def test_every_word_reaches_the_text_once_and_in_order(tmp_path: Path) -> None:
    assert _read(tmp_path, FRONT + ACT).text == canonicalize(ACT)


def test_numbers_headings_and_places_come_from_the_source(tmp_path: Path) -> None:
    draft = _read(tmp_path, FRONT + ACT)
    lines = (FRONT + ACT).splitlines()
    part, section, schedule = (
        node_at(draft, "part-II"),
        node_at(draft, "3"),
        node_at(draft, "sched-1"),
    )
    assert (part.num, part.heading) == ("PART II", "KEEPERS")
    assert (section.num, section.heading) == ("3.", "Appointment of keepers")
    assert (schedule.num, schedule.heading) == ("FIRST SCHEDULE", "(Section 3) FEES")
    assert section.place == f"line {lines.index('3. Appointment of keepers') + 1}"


def test_wrapped_reference_opens_no_level(tmp_path: Path) -> None:
    draft = _read(tmp_path, FRONT + ACT)
    assert said_at(draft, "2:1:def-keeper:b").endswith("subsection (2) of section 3;")
    assert said_at(draft, "4").endswith("in terms of (b) above or otherwise.")


def test_words_after_a_list_continue_the_subsection(tmp_path: Path) -> None:
    draft = _read(tmp_path, FRONT + ACT)
    assert said_at(draft, "3:1:cont-1") == "and has paid the fee."
    assert said_at(draft, "3:3:cont-1") == "Provided that he may hum."


def test_proviso_between_items_stays_with_its_item(tmp_path: Path) -> None:
    text = "1. Lamps\n\n(a) oil:\n\nProvided that it is clean;\n\n(b) gas."
    draft = _read(tmp_path, FRONT + text)
    assert said_at(draft, "1:a") == "(a) oil: Provided that it is clean;"


def test_second_list_stands_in_the_words_that_lead_to_it(tmp_path: Path) -> None:
    text = (
        "1. Offences\n\nWho—\n\n(a) sleeps; or\n\n(b) sings;\n\n"
        "is liable—\n\n(a) to a fine; or\n\n(b) to prison."
    )
    assert _tails(_read(tmp_path, FRONT + text)) == [
        "1", "1:a", "1:b", "1:cont-1", "1:cont-1:a", "1:cont-1:b",
    ]  # fmt: skip


def test_definitions_notes_and_repeals_are_marked(tmp_path: Path) -> None:
    draft = _read(tmp_path, FRONT + ACT)
    assert node_at(draft, "2:1:def-keeper").attrs == {"defines": "keeper"}
    assert node_at(draft, "3:2").status == "repealed"
    assert node_at(draft, "3:3:note-1").kind == "note"
    assert [node.urn for node in draft.nodes if node.status] == [node_at(draft, "3:2").urn]


def test_letter_i_and_roman_one_are_told_apart(tmp_path: Path) -> None:
    letters = "".join(f"({x}) item {x};\n" for x in "abcdefgh")
    text = f"1. List\n\nThe following—\n{letters}(i) any of—\n(i) one;\n(ii) two;\n(j) ten."
    assert _tails(_read(tmp_path, FRONT + text))[-5:] == ["1:h", "1:i", "1:i:i", "1:i:ii", "1:j"]


def test_numbered_list_inside_a_section_does_not_begin_sections(tmp_path: Path) -> None:
    text = "12. Lamps\n\nEvery lamp has—\n\n1. oil;\n\n2. a wick.\n\n13. Wicks\n\nThey burn."
    assert _tails(_read(tmp_path, FRONT + text)) == ["12", "13"]


def test_marker_may_follow_a_marker(tmp_path: Path) -> None:
    text = "1. (1) (a) Oil;\n\n(b) gas.\n\n(2) Wicks."
    assert _tails(_read(tmp_path, FRONT + text)) == ["1", "1:1", "1:1:a", "1:1:b", "1:2"]


def test_sentence_about_a_part_does_not_begin_one(tmp_path: Path) -> None:
    text = (
        "PART I – LAMPS\n\n1. Lamps\n\nLamps burn.\n\nPart II applies to wicks.\n\nSchedule 1 too."
    )
    assert _tails(_read(tmp_path, FRONT + text)) == ["part-I", "1"]


def test_words_before_the_first_level_are_a_preface(tmp_path: Path) -> None:
    draft = _read(tmp_path, FRONT + "ENACTED by Parliament.\n\n1. Lamps\n\nThey burn.")
    assert said_at(draft, "preface") == "ENACTED by Parliament."


REGULATION = """940 CMR 3.00: General Regulations

3.16: General

It is unfair to—
(1) mislead; or
(2) omit.

3.17 Landlord-Tenant

(1) Conditions. An owner shall not:
(a) fail to—
1. heat; or
2. light—
a. the stair; or
b. the hall;
(b) evict.

(4) Deposits.

(a) None.
"""


def test_state_regulation_is_named_as_lawyers_cite_it(tmp_path: Path) -> None:
    draft = _read(tmp_path, REGULATION, "regulation", date=date(2024, 1, 1))
    law = draft.expression
    assert (law.urn, law.title, law.start) == (
        "urn:lex:ma:940cmr:3.00",
        "General Regulations",
        date(2024, 1, 1),
    )
    tails = _tails(draft, "urn:lex:ma:940cmr")
    assert tails == [
        "3.16", "3.16:1", "3.16:2", "3.17", "3.17:1", "3.17:1:a", "3.17:1:a:1", "3.17:1:a:2",
        "3.17:1:a:2:a", "3.17:1:a:2:b", "3.17:1:b", "3.17:4", "3.17:4:a",
    ]  # fmt: skip


def test_regulation_may_also_count_its_sections_plainly(tmp_path: Path) -> None:
    text = (
        "PART I\nGENERAL\n\n1. Title\n\n(1) One.\n\n2. Fees\n\nThey are—\n\n(a) two;\n\n(b) three."
    )
    assert _tails(_read(tmp_path, FRONT + text, "regulation")) == [
        "part-I", "1", "1:1", "2", "2:a", "2:b",
    ]  # fmt: skip


def test_numbered_items_inside_plainly_numbered_regulations_are_no_sections(
    tmp_path: Path,
) -> None:
    text = "1. Lamps\n\n(a) have—\n\n1. oil;\n\n2. a wick.\n\n(b) burn.\n\n2. Fees\n\nNone."
    assert _tails(_read(tmp_path, FRONT + text, "regulation")) == [
        "1", "1:a", "1:a:1", "1:a:2", "1:b", "2",
    ]  # fmt: skip


ICELANDIC = """Lög um vita, nr. 33/1999

I. kafli. Almenn ákvæði.

1. gr. Gildissvið

Lög þessi gilda um vita.

Þau gilda ekki um:

1. ljósker,

2. lampa sem eru:
a. litlir,
b. stórir;

nema annað sé ákveðið.

Ráðherra setur reglugerð.

2. gr.

Vitar skulu loga.

2. gr. a

…

3. gr. Lög þessi öðlast gildi þegar í stað.

Ákvæði til bráðabirgða.

4. gr.

Gamlir vitar mega loga.
"""


def test_icelandic_paragraphs_are_named_by_their_place(tmp_path: Path) -> None:
    draft = _read(tmp_path, ICELANDIC, "icelandic")
    assert draft.expression.urn == "urn:lex:is:33-1999"
    assert (draft.expression.language, draft.expression.style) == ("is", "is")
    assert _tails(draft) == [
        "chap-I", "1", "1:1", "1:2", "1:2:1", "1:2:2", "1:2:2:a", "1:2:2:b", "1:2:cont-1", "1:3",
        "2", "2:1", "2a", "2a:1", "3", "3:1", "bradabirgda", "4", "4:1",
    ]  # fmt: skip
    assert said_at(draft, "1:2:cont-1") == "nema annað sé ákveðið."
    assert said_at(draft, "1:3") == "Ráðherra setur reglugerð."
    assert node_at(draft, "2a").status == "repealed"
    assert node_at(draft, "1").heading == "Gildissvið"
    chain = [node_at(draft, tail) for tail in ("chap-I", "1", "1:2", "1:2:1")]
    assert locator(draft.expression, chain) == "Lög nr. 33/1999 - 1. gr., 2. mgr., 1. tölul."


MARKDOWN = """# Harbour By-law

# Chapter 1. General

## 1. Ships

(1) Ships shall—

- (a) dock; or
- (b) leave.

> Editorial note: see the tide table.

### Cross-heading

## 2. Boats

Boats may not.

# Schedule. Fees

1. Two dollars.
2. Three dollars.
"""


def test_markdown_headings_are_levels(tmp_path: Path) -> None:
    front = "---\nurn: urn:lex:xm:act-2001-3\nauthority: urn:lex:xm:act-1999-7:4\n---\n\n"
    draft = _read(tmp_path, front + MARKDOWN, name="law.md")
    assert draft.expression.title == "Harbour By-law"
    assert draft.expression.meta == {"authority": "urn:lex:xm:act-1999-7:4"}
    assert _tails(draft) == [
        "chap-1", "1", "1:1", "1:1:a", "1:1:b", "1:1:b:note-1", "chap-1:group-1", "2", "sched-1",
        "sched-1:1", "sched-1:2",
    ]  # fmt: skip
    assert "#" not in draft.text
    assert said_at(draft, "1:1:a") == "(a) dock; or"


def test_front_matter_overrides_the_profile(tmp_path: Path) -> None:
    text = FRONT.replace("year: 1999", "year: 1999\nkind: ordinance\nstyle: is\nlanguage: 'is'\n"
                         "ends: 2005-06-07\nchapter: \"5:16\"") + ACT  # fmt: skip
    law = _read(tmp_path, text).expression
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
    draft = _read(tmp_path, text, str(profile))
    assert draft.expression.urn == "urn:lex:xm:rules-1999"
    assert _tails(draft) == ["1", "2"]
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
        _outcomes(path)
    assert (caught.value.place, caught.value.reason) == (place, reason)


def test_wrong_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "law.txt"
    path.write_bytes((FRONT + "1. Café\n").encode("cp1252"))
    with pytest.raises(SourceMalformed) as caught:
        _outcomes(path)
    assert caught.value.place == "line 8"


def test_lines_may_end_as_on_any_machine(tmp_path: Path) -> None:
    path = tmp_path / "law.txt"
    path.write_bytes((FRONT + ACT).replace("\n", "\r\n").encode())
    (draft,) = _outcomes(path)
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
    (draft,) = _outcomes(path)
    assert isinstance(draft, Draft)
    assert draft.text == canonicalize(f"1. First {body}")
    assert gates.refusals(draft, min_chunks=1) == []


@pytest.mark.parametrize(
    "unit",
    ["(a)\n", "(a) x\n\n", "(1) (a) (i) (A) ", "[added ", "“x” means ", "(h)—\n(i)—\n", "x; "],
)
def test_hostile_repetition_takes_linear_time(tmp_path: Path, unit: str) -> None:
    begun = time.process_time()
    _read(tmp_path, FRONT + "1. First\n\n" + unit * (100_000 // len(unit)))
    assert time.process_time() - begun < 10
