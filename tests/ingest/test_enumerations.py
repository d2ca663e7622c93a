"""Lists rebuilt from flattened text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from growth import costs_at_most
from pincite.ingest.law.enumerations import (
    CONTINUATION,
    DEFINITION,
    ROOT,
    EnumerationItem,
    TermEntry,
    enumerated,
)
from pincite.ingest.succession import counted, follows, readings, roman

Tree = list[tuple[str, str, "Tree"]]


def _tree(text: str, item: EnumerationItem) -> Tree:
    return [
        (one.label or one.style, text[one.body : one.end].strip(), _tree(text, one))
        for one in item.children
    ]


def _labels(text: str, **what: object) -> list[str]:
    """'1', '1.a', '1.a.i': every item by its path."""

    def below(item: EnumerationItem, path: str) -> list[str]:
        found: list[str] = []
        for child in item.children:
            name = f"{path}{child.label or '~'}"
            found += [name, *below(child, f"{name}.")]
        return found

    return below(enumerated(text, **what), "")  # type: ignore[arg-type]


def _words(text: str, item: EnumerationItem) -> str:
    """Everything in reading order, to show that nothing is lost or told twice."""
    own = text[item.start : item.end]
    return own + "".join(_words(text, child) for child in item.children)


def test_paragraphs_stand_below_their_subsection() -> None:
    text = "(1) In this Act— (a) one; or (b) two— (i) three; (ii) four. (2) Five."
    assert _labels(text) == ["1", "1.a", "1.b", "1.b.i", "1.b.ii", "2"]


def test_reference_to_a_paragraph_opens_no_level() -> None:
    text = (
        "(1) A person shall, in terms of paragraph (a) of subsection (2), apply. "
        "(2) Section 7(2)(b), section 101 (9) and subsections (3), (4) and (5) apply if— "
        "(a) paragraph (b) or (c) does; or (b) subparagraph (i), (ii) or (iii) of paragraph (a) "
        "does. (3) Last."
    )
    assert _labels(text) == ["1", "2", "2.a", "2.b", "3"]


def test_letter_i_follows_letter_h() -> None:
    letters = "".join(f"({letter}) item {letter}; " for letter in "abcdefghij")
    assert _labels(f"The following— {letters}")[-2:] == ["i", "j"]


def test_roman_one_begins_a_list_below_letter_h() -> None:
    text = "".join(f"({x}) item; " for x in "abcdefg") + "(h) any of— (i) one; (ii) two; (i) nine."
    assert _labels(text)[-4:] == ["h", "h.i", "h.ii", "i"]


def test_letter_i_may_hold_a_roman_list_of_its_own() -> None:
    text = "".join(f"({x}) item; " for x in "abcdefgh") + "(i) any of— (i) one; (ii) two."
    assert _labels(text)[-3:] == ["i", "i.i", "i.ii"]


def test_inserted_subsections_and_paragraphs_keep_their_place() -> None:
    text = "(1) One. (2) Two— (a) a; (aa) inserted; (ab) more; (b) b. (2a) In. (2b) On. (3) Three."
    assert _labels(text) == ["1", "2", "2.a", "2.aa", "2.ab", "2.b", "2a", "2b", "3"]


def test_repealed_subsection_left_out_does_not_swallow_the_next() -> None:
    assert _labels("(1) One. (4) Four. (5) Five.") == ["1", "4", "5"]


def test_unnumbered_first_subsection_is_followed_by_the_second() -> None:
    text = "No person shall— (a) buy; or (b) sell. (2) Any person who does is guilty."
    assert _labels(text) == ["a", "b", "2"]


def test_words_after_a_list_continue_what_holds_it() -> None:
    text = (
        "(3) No term shall require him— (a) to leave; or (b) not to join; and it is void. (4) So."
    )
    assert _tree(text, enumerated(text))[0] == (
        "3",
        "No term shall require him—",
        [
            ("a", "to leave; or", []),
            ("b", "not to join;", []),
            (CONTINUATION, "and it is void.", []),
        ],
    )


def test_words_that_may_belong_to_the_last_item_stay_in_it() -> None:
    text = "(1) If— (a) he; she; or they buy; (b) he sells; and keeps; (2) So."
    assert _labels(text) == ["1", "1.a", "1.b", "2"]


def test_proviso_with_its_own_list_continues_the_subsection() -> None:
    text = "(1) He may— (a) go; or (b) stay: Provided that— (i) he pays; and (ii) he asks. (2) So."
    assert _labels(text) == ["1", "1.a", "1.b", "1.~", "1.~.i", "1.~.ii", "2"]


def test_proviso_inside_a_list_stays_with_its_item() -> None:
    text = "(1) He may— (a) go: Provided that he pays; (b) stay. (2) So."
    assert _labels(text) == ["1", "1.a", "1.b", "2"]


def test_second_list_in_the_same_style_is_not_a_repetition() -> None:
    text = "(1) Who— (a) buys; or (b) sells; is liable— (a) to a fine; or (b) to prison. (2) So."
    assert _labels(text) == ["1", "1.a", "1.b", "1.~", "1.~.a", "1.~.b", "2"]


def test_item_begins_after_a_note_and_never_inside_one() -> None:
    text = "(1) One [paragraph (a) repealed; (b) kept] (2) Two."
    note = (text.index("["), text.index("]") + 1)
    assert _labels(text, notes=[note]) == ["1", "2"]


def test_quoted_wording_opens_no_level() -> None:
    text = "(a) by inserting— “(2) New. (3) Newer.”; (b) by repeal."
    quoted = (text.index("“"), text.index("”") + 1)
    assert _labels(text, quoted=[quoted]) == ["a", "b"]


def test_definitions_hold_their_own_lists() -> None:
    text = "(1) In this Act— “ x ” means— (a) one; (b) two; “ y ” means— (a) three; (2) So."
    terms = [TermEntry(text.index("“ x"), text.index("” m") + 1, "x")]
    second = text.index("“ y")
    terms.append(TermEntry(second, second + 5, "y"))
    root = enumerated(text, terms=terms)
    assert [item.style for item in root.children[0].children] == [DEFINITION, DEFINITION]
    assert _labels(text, terms=terms) == ["1", "1.x", "1.x.a", "1.x.b", "1.y", "1.y.a", "2"]


def test_plain_text_has_no_items() -> None:
    text = "This Act may be cited as the Lighthouse Act (No. 3 of 1999) [Chapter 1:02]."
    root = enumerated(text)
    assert (root.style, root.children, text[root.body : root.end]) == (ROOT, [], text)


@pytest.mark.parametrize(
    ("last", "new"), [("2", "2a"), ("2a", "2b"), ("2b", "3"), ("a", "aa"), ("z", "aa"), ("iv", "v")]
)
def test_succession(last: str, new: str) -> None:
    assert any(follows(one, two) for one in readings(last) for two in readings(new))


def test_words_in_brackets_are_no_labels() -> None:
    assert not any(map(readings, ("the", "Zimbabwe", "Act", "and", "No")))


@given(st.integers(1, 49))
def test_roman_numbers_read_back(value: int) -> None:
    assert counted(roman(value)) == value


_word = st.sampled_from(
    ["board", "minister of section 7(2)(b)", "keeper", "fees", "paragraph (b) or (c) thereof",
     "subsection (1)", "light", "the owner (if any)"]
)  # fmt: skip
_sentence = st.lists(_word, min_size=1, max_size=4).map(" ".join)
_STYLES = (
    lambda n: str(n),
    lambda n: "abcdefghijklmnopqrst"[n - 1],
    roman,
    lambda n: "ABCDEFGH"[n - 1],
)


def _lists(depth: int) -> st.SearchStrategy[Tree]:
    below = st.just([]) if depth + 1 == len(_STYLES) else st.just([]) | _lists(depth + 1)
    items = st.lists(st.tuples(_sentence, below), min_size=1, max_size=(20, 20, 4, 4)[depth])
    return items.map(
        lambda found: [
            (_STYLES[depth](number), words, inner) for number, (words, inner) in enumerate(found, 1)
        ]
    )


def _flatten(tree: Tree, numbered: bool) -> tuple[str, Tree]:
    """The text, and the tree with each item's words as they stand in it."""
    text, spelled = "", []
    for label, words, inner in tree:
        below, spelled_below = _flatten(inner, False) if inner else ("", [])
        own = f"{words}—" if inner else f"{words}{'.' if numbered else ';'}"
        text += f"({label}) {own} {below}"
        spelled.append((label, own, spelled_below))
    return text, spelled


@given(_lists(0))
def test_random_enumeration_is_rebuilt_as_it_was(tree: Tree) -> None:
    text, spelled = _flatten(tree, True)
    root = enumerated(text)
    assert _tree(text, root) == spelled
    assert _words(text, root) == text


@given(_lists(1))
def test_random_paragraphs_after_a_lead_are_rebuilt(tree: Tree) -> None:
    text, spelled = _flatten(tree, False)
    text = f"The Board shall consider— {text}"
    assert _tree(text, enumerated(text)) == spelled


@given(st.text("()ai12bvx;:.,— ABand“”"))
def test_no_character_is_lost_or_told_twice(text: str) -> None:
    assert _words(text, enumerated(text)) == text


@pytest.mark.parametrize(
    "unit",
    ["(a)", "(a) ", "(a)— ", "(a) x; y— ", "(i) (h) ", "(1) (a) (i) (A) ", "(h)— (i)— ", "(1). ",
     "(a), ", "(aa); ", "Provided that— (i) x; "],
)  # fmt: skip
def test_hostile_repetition_costs_little_and_has_bounded_depth(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    with costs_at_most(60):
        root = enumerated(text)
    assert _words(text, root) == text

    deepest, stack = 0, [(root, 0)]
    while stack:
        item, depth = stack.pop()
        deepest = max(deepest, depth)
        stack += [(child, depth + 1) for child in item.children]
    assert deepest < 40
