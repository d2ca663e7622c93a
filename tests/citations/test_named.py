"""Acts cited by name, chapter or address in texts, with their sections."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from citations.known_works import TITLES
from growth import assert_linear
from pincite.citations.reading import CitableText, Locale
from pincite.citations.works.named import named
from pincite.model.mention import CitedKind, Form

ZW = Locale("zw", "en")


def _found(text: str, locale: Locale = ZW) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (text[one.start : one.end], tuple(urn.removeprefix("urn:lex:zw:") for urn in one.targets))
        for one in named(CitableText(text, locale), TITLES)
    ]


@pytest.mark.parametrize(
    ("text", "words", "target"),
    [
        ("in terms of s 7(2)(b) of the Domestic Violence Act [Chapter 5:16] the court",
         "s 7(2)(b) of the Domestic Violence Act [Chapter 5:16]", "act-2006-14:7:2:b"),
        ("See section 62(2) of the Constitution.", "section 62(2) of the Constitution",
         "act-2013-1:sched-1:62:2"),
        ("Labour Act [Chapter 28:01], s 12B(4) was", "Labour Act [Chapter 28:01], s 12B(4)",
         "act-1985-16:12B:4"),
        ("the Marriages Act, 2022 (No. 1 of 2022), section 5.",
         "Marriages Act, 2022 (No. 1 of 2022), section 5", "act-2022-1:5"),
        ("paragraph (a) of subsection (2) of section 7 of the Labour Act",
         "paragraph (a) of subsection (2) of section 7 of the Labour Act", "act-1985-16:7:2:a"),
        ("section one hundred and three of the Mines and Minerals Act",
         "section one hundred and three of the Mines and Minerals Act", "act-1961-38:103"),
        ("section 5 (“Notice”) of the Labour Act", "section 5 (“Notice”) of the Labour Act",
         "act-1985-16:5"),
        ("the First Schedule to the Labour Act", "First Schedule to the Labour Act",
         "act-1985-16:sched-1"),
        ("paragraph 3 of the Second Schedule to the Labour Act",
         "paragraph 3 of the Second Schedule to the Labour Act", "act-1985-16:sched-2:3"),
        ("Part IV of the Labour Act", "Part IV of the Labour Act", "act-1985-16:part-IV"),
        ("section 12 of the Data Protection Act", "section 12 of the Data Protection Act",
         "act-2021-5:12"),
        ("section 7 of [Chapter 5:16]", "section 7 of [Chapter 5:16]", "act-2006-14:7"),
        ("Subject to the Labour Relations Act [Chapter 28:01] he",
         "Labour Relations Act [Chapter 28:01]", "act-1985-16"),
        ("under the Domestic Violence Act he", "Domestic Violence Act", "act-2006-14"),
        ("at /akn/zw/act/1985/16/eng@2016-12-31.", "/akn/zw/act/1985/16/eng@2016-12-31",
         "act-1985-16"),
        ("at urn:lex:zw:act-1985-16:12B:4, and", "urn:lex:zw:act-1985-16:12B:4",
         "act-1985-16:12B:4"),
    ],
)  # fmt: skip
def test_an_act_is_found_with_its_place(text: str, words: str, target: str) -> None:
    assert _found(text) == [(words, (target,))]


def test_lists_and_ranges_give_each_item_its_target() -> None:
    assert _found("sections 12, 14 and 16(2) of the Labour Act [Chapter 28:01], and") == [
        ("sections 12", ("act-1985-16:12",)),
        ("14", ("act-1985-16:14",)),
        ("16(2) of the Labour Act [Chapter 28:01]", ("act-1985-16:16:2",)),
    ]
    assert _found("ss 12–14 of the Labour Act") == [
        ("ss 12–14 of the Labour Act", ("act-1985-16:12", "act-1985-16:14"))
    ]
    assert _found("section 29, 30 or 31 of the Labour Act") == [
        ("section 29", ("act-1985-16:29",)),
        ("30", ("act-1985-16:30",)),
        ("31 of the Labour Act", ("act-1985-16:31",)),
    ]
    text = "subsection (8) of section 103 or subsection (3) of section 178 of the Labour Act"
    assert [targets for _, targets in _found(text)] == [
        ("act-1985-16:103:8",),
        ("act-1985-16:178:3",),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "the Foreign Marriages Act",
        "the Police and Marriages Act",
        "Marriages Act 1964",
        "the Labour Act, 1990",
        "the Constitution of the Board",
        "Companies Act [Chapter 24:03]",
        "the labour act of a farmer",
    ],
)
def test_what_is_not_the_works_own_name_is_not_found(text: str) -> None:
    assert _found(text) == []


def test_a_section_of_this_contract_is_not_one_of_the_act_before_it() -> None:
    assert _found("in terms of the Labour Act, section 12 of this contract") == [
        ("Labour Act", ("act-1985-16",))
    ]


def test_a_name_and_a_chapter_that_disagree_are_not_settled() -> None:
    text = "section 3 of the Labour Act [Chapter 5:16]"
    [mention] = named(CitableText(text, ZW), TITLES)
    assert (mention.start, mention.end, mention.targets, mention.key) == (0, len(text), (), "")
    assert mention.parts["works"] == "urn:lex:zw:act-1985-16 urn:lex:zw:act-2006-14"


def test_an_act_older_than_the_constitution_may_mean_another_one() -> None:
    text = "section 108 of the Constitution"
    [older] = named(CitableText(text, ZW, urn="urn:lex:zw:act-1985-16"), TITLES)
    assert (older.targets, older.kind) == ((), CitedKind.CONSTITUTION)
    [newer] = named(CitableText(text, ZW, urn="urn:lex:zw:act-2018-11"), TITLES)
    assert newer.targets == ("urn:lex:zw:act-2013-1:sched-1:108",)


def test_names_of_another_jurisdiction_are_left_alone() -> None:
    assert _found("the Labour Act", Locale("us", "en")) == []
    [mention] = named(CitableText("the Water By-law", Locale("za-cpt", "en")), TITLES)
    assert mention.form is Form.NAME
    assert mention.targets == ("urn:lex:za-cpt:act.by-law-2010-water",)


@pytest.mark.parametrize(
    "words",
    ["Labour Act ", "section 5 of the ", "section 5, ", "sections 5, 6 and ", "(a)(a)",
     "paragraph (a) of ", "[Chapter 5:16] ", "First Schedule ", "Act ", "The Constitution ",
     "A B C D Act ", "section one hundred and ", "of the of the ", "Police and ", "urn:lex:zw:",
     "/akn/zw/"],
)  # fmt: skip
def test_hostile_text_is_read_in_linear_time(words: str) -> None:
    def work(length: int) -> Callable[[], object]:
        text = (words * (length // len(words) + 1))[:length]
        return lambda: named(CitableText(text, ZW), TITLES)

    assert_linear(work, 20_000, 80_000)
