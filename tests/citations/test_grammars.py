"""Every example and every refusal of every grammar file."""

from __future__ import annotations

import pytest

from pincite.citations.laws.grammar import Grammar, grammars, parsed
from pincite.citations.laws.written import matches
from pincite.citations.reading import CitableText, Locale
from pincite.errors import SourceMalformed
from pincite.model import Node

_NODE = Node(0, -1, 0, 0, "urn:lex:us:1usc", "root", "work", "", "", 0, 10_000, 0, "", 0, "")


def _reading(grammar: Grammar, form: str, text: str) -> CitableText:
    where = next(one.where for one in grammar.forms if one.name == form)
    nodes = (_NODE,) if where == "legislation" else ()
    locale = Locale(grammar.jurisdiction, grammar.language)
    return CitableText(text, locale, urn=_NODE.urn if nodes else "", nodes=nodes)


def _cases(which: str) -> list[tuple[Grammar, str, str]]:
    return [(one, form, text) for one in grammars() for form, text in getattr(one, which)]


@pytest.mark.parametrize(
    ("grammar", "form", "text"), _cases("examples"), ids=lambda value: getattr(value, "name", value)
)
def test_every_example_is_found_whole_by_its_form(grammar: Grammar, form: str, text: str) -> None:
    before, _, rest = text.partition("<") if "<" in text else ("", "", text)
    words, _, after = rest.partition(">")
    for around in ("{}", "See {}.", "as {}; and"):
        sentence = around.format(before + words + after)
        found = [
            (match.grammar.name, match.form.name, sentence[match.start : match.end])
            for match in matches(_reading(grammar, form, sentence))
        ]
        assert found == [(grammar.name, form, words)]


@pytest.mark.parametrize(
    ("grammar", "form", "text"), _cases("refusals"), ids=lambda value: getattr(value, "name", value)
)
def test_no_refusal_is_found_by_its_form(grammar: Grammar, form: str, text: str) -> None:
    found = [match.form.name for match in matches(_reading(grammar, form, f"See {text} here."))]
    assert form not in found


def test_every_form_is_a_pattern_and_says_what_kind_it_cites() -> None:
    for grammar in grammars():
        for name, form in {form.name: form for form in grammar.forms}.items():
            assert form.pattern.groups >= 0, name
            assert form.head.pattern, name
            assert form.tail.pattern, name


_FORM = '[[form]]\nname = "x"\nkind = "statute"\nexamples = []\nwrite = '


@pytest.mark.parametrize(
    ("write", "wrong"),
    [
        ('"section {nothing}"', "no slot is called 'nothing'"),
        ('"section [of"', "a bracket is not closed by ']'"),
        ('"section of]"', "stands outside of any bracket"),
        ('"{sections}"', "has no words of its own"),
        ('"act {wide}"', "has no bound"),
        ('"act {broken}"', "is no pattern"),
        ('"act {sections}"\nwhere = "home"', "'where' is"),
        ('"act {sections}"\ncolour = "red"', "there is no field 'colour'"),
    ],
)
def test_an_error_in_a_grammar_names_file_and_form(write: str, wrong: str) -> None:
    text = f"jurisdiction = \"xx\"\n[slots]\nwide = '.*'\nbroken = '('\n{_FORM}{write}"
    with pytest.raises(SourceMalformed) as caught:
        parsed(text, "xx")
    assert "xx.toml, form 'x'" in caught.value.message
    assert wrong in caught.value.message


def test_a_file_without_a_jurisdiction_is_no_grammar() -> None:
    assert parsed(f'{_FORM}"act {{sections}}"', "words").forms == ()
