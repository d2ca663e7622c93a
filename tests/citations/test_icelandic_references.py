"""References to Icelandic law in texts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from citations.known_works import TITLES
from growth import assert_linear
from pincite.citations.icelandic.references import icelandic
from pincite.citations.reading import CitableText, Locale, reading
from pincite.citations.works.named import named
from pincite.model import Node
from pincite.model.mention import Form

HOME = Locale("is", "is")


def _found(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (text[one.start : one.end], tuple(urn.removeprefix("urn:lex:is:") for urn in one.targets))
        for one in icelandic(CitableText(text, HOME), TITLES)
    ]


@pytest.mark.parametrize(
    ("text", "words", "target"),
    [
        ("sbr. 110. gr. laga nr. 21/1991, um gjaldþrotaskipti o.fl. Fyrir",
         "110. gr. laga nr. 21/1991, um gjaldþrotaskipti o.fl.", "21-1991:110"),
        ("Sjá 72. gr. stjórnarskrárinnar.", "72. gr. stjórnarskrárinnar", "33-1944:72"),
        ("1. mgr. 5. gr. laga um fjöleignarhús gildir",
         "1. mgr. 5. gr. laga um fjöleignarhús", "26-1994:5:1"),
        ("1. mgr. 5. gr. laga um fjöleignarhús, nr. 26/1994, gildir",
         "1. mgr. 5. gr. laga um fjöleignarhús, nr. 26/1994", "26-1994:5:1"),
        ("skv. 36. gr. a laga nr. 7/1936", "36. gr. a laga nr. 7/1936", "7-1936:36a"),
        ("a-lið 1. mgr. 3. gr. stjórnsýslulaga", "a-lið 1. mgr. 3. gr. stjórnsýslulaga",
         "37-1993:3:1:a"),
        ("3. tölul. 1. mgr. 4. gr. laga nr. 37/1993",
         "3. tölul. 1. mgr. 4. gr. laga nr. 37/1993", "37-1993:4:1:3"),
        ("2. málsl. 1. mgr. 5. gr. laga nr. 37/1993",
         "2. málsl. 1. mgr. 5. gr. laga nr. 37/1993", "37-1993:5:1"),
        ("II. kafla laga nr. 33/1944", "II. kafla laga nr. 33/1944", "33-1944:chap-2"),
        ("IV. kafla A laga nr. 100/2007", "IV. kafla A laga nr. 100/2007", "100-2007:chap-4a"),
        ("7. grein erfðalaganna", "7. grein erfðalaganna", "8-1962:7"),
        ("umferðarlögin 13. gr.", "umferðarlögin 13. gr.", "77-2019:13"),
        ("L. 97/1995, 3. gr.", "L. 97/1995, 3. gr.", "97-1995:3"),
        ("ákvæði til bráðabirgða II í lögum nr. 100/2007",
         "ákvæði til bráðabirgða II í lögum nr. 100/2007", "100-2007:II"),
        ("9.-11. gr. l. nr. 90/2018", "9.-11. gr. l. nr. 90/2018", "90-2018:9 90-2018:11"),
        ("lögum nr. 50/1993, um skaðabætur", "lögum nr. 50/1993", "50-1993"),
        ("umferðarlaga nr. 50/1987", "umferðarlaga nr. 50/1987", "50-1987"),
        ("reglugerð nr. 123/2004", "reglugerð nr. 123/2004", "reglugerd-123-2004"),
        ("brýtur gegn almennum hegningarlögum.", "almennum hegningarlögum", "19-1940"),
    ],
)  # fmt: skip
def test_a_reference_is_found_whole_with_its_target(text: str, words: str, target: str) -> None:
    assert _found(text) == [(words, tuple(target.split()))]


def test_lists_and_ranges_give_each_item_its_target() -> None:
    assert _found("2. og 3. mgr. 5. gr. laga nr. 37/1993") == [
        ("2.", ("37-1993:5:2",)),
        ("3. mgr. 5. gr. laga nr. 37/1993", ("37-1993:5:3",)),
    ]
    assert _found("4.–6. gr. laga nr. 37/1993") == [
        ("4.–6. gr. laga nr. 37/1993", ("37-1993:4", "37-1993:6"))
    ]
    assert _found("2., 5.–7. og 9. gr. stjórnsýslulaga") == [
        ("2.", ("37-1993:2",)),
        ("5.–7.", ("37-1993:5", "37-1993:7")),
        ("9. gr. stjórnsýslulaga", ("37-1993:9",)),
    ]
    assert _found("1. mgr. 5. gr. og 2. mgr. 7. gr. laga nr. 88/2008") == [
        ("1. mgr. 5. gr.", ("88-2008:5:1",)),
        ("2. mgr. 7. gr. laga nr. 88/2008", ("88-2008:7:2",)),
    ]


def test_an_item_whose_paragraph_is_not_named_is_placed_in_its_article() -> None:
    [mention] = icelandic(CitableText("3. tölul. 4. gr. stjórnsýslulaga", HOME), TITLES)
    assert mention.targets == ("urn:lex:is:37-1993:4",)
    assert mention.parts["item"] == "3"


def test_a_place_in_another_instrument_is_no_place_in_this_law() -> None:
    [mention] = icelandic(CitableText("skv. 13. gr. reglugerðar um samvinnufélög", HOME), TITLES)
    assert (mention.form, mention.targets) == (Form.SHORT, ())
    assert mention.parts["of"] == "reglugerðar"


def _law(text: str) -> tuple[CitableText, list[Node]]:
    second = text.index("2. gr.")
    rows = (
        ("", "work", -1, 4, 0, len(text), ""),
        ("1", "article", 0, 3, 0, second, "1. gr."),
        ("1:1", "paragraph", 1, 2, 7, text.index("Annað"), ""),
        ("1:2", "paragraph", 1, 3, text.index("Annað"), second, ""),
        ("2", "article", 0, 4, second, len(text), "2. gr."),
    )
    nodes = [
        Node(at, parent, last, 0, f"urn:lex:is:9-2000{':' if path else ''}{path}", "", kind, num,
             "", start, end, start, "", 0, "")
        for at, (path, kind, parent, last, start, end, num) in enumerate(rows)
    ]  # fmt: skip
    return reading(text, locale=HOME, urn="urn:lex:is:9-2000", nodes=nodes), nodes


def test_a_law_names_its_own_places() -> None:
    text = "1. gr. Fyrsta málsgrein. Annað skv. 1. mgr. og 7. gr. gildir. 2. gr. Sjá 1. gr. laga þessara."
    own, _ = _law(text)
    found = [(text[one.start : one.end], one.form, one.targets) for one in icelandic(own)]
    assert found == [
        ("1. mgr.", Form.INTERNAL, ("urn:lex:is:9-2000:1:1",)),
        ("7. gr.", Form.INTERNAL, ()),
        ("1. gr. laga þessara", Form.INTERNAL, ("urn:lex:is:9-2000:1",)),
    ]


def test_a_place_without_a_law_is_short_where_the_text_is_no_law() -> None:
    [first, second] = icelandic(CitableText("Skv. 5. gr. og 7. gr. laganna", HOME), TITLES)
    assert (first.form, first.key, second.form, second.key) == (Form.SHORT, "", Form.SHORT, "")


def test_the_same_law_is_the_last_one_named_in_the_paragraph() -> None:
    said = "Sjá 6. gr. laga nr. 38/2001 og 1. mgr. 9. gr. sömu laga.\nEinnig 3. gr. laganna."
    found = icelandic(CitableText(said, HOME), TITLES)
    assert [(one.form, one.key) for one in found] == [
        (Form.FULL, "urn:lex:is:38-2001:6"),
        (Form.SHORT, "urn:lex:is:38-2001:9"),
        (Form.SHORT, ""),
    ]
    both = icelandic(CitableText("lög nr. 38/2001 og lög nr. 7/1936, sbr. 3. gr. laganna", HOME))
    assert both[-1].key == ""


@pytest.mark.parametrize(
    "words",
    ["1., ", "1. og ", "1. mgr. ", "a-, ", "5. gr. ", "laga nr. 5/1990 og ", "nr. 5/1990 ",
     "laga um ", "II. ", "ákvæði til bráðabirgða ", "L. 5/1990, 1. gr. ", "lögum ", "1", "X"],
)  # fmt: skip
def test_hostile_text_is_read_in_linear_time(words: str) -> None:
    def work(length: int) -> Callable[[], object]:
        text = (words * (length // len(words) + 1))[:length]
        return lambda: named(CitableText(text, HOME), TITLES)

    assert_linear(work, 20_000, 80_000)
