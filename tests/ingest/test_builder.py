from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drafts import SOURCE, act
from pincite.errors import SourceMalformed
from pincite.ingest.law import gates
from pincite.ingest.law.builder import DraftBuilder, SourceLink
from pincite.ingest.law.chunking import SIZES
from pincite.model import UNITS, Draft, Expression, TreePath, Urn
from pincite.text import canonicalize

EXPRESSION = Expression(
    "urn:lex:xm:act-2020-1", "Lamps Act", "act", "en", "act", start=date(2020, 1, 1)
)


def check(draft: Draft) -> None:
    """What holds for every draft of every reader."""
    assert gates.refusals(draft, min_chunks=0) == []
    assert canonicalize(draft.text) == draft.text
    for chunk in draft.chunks:
        assert draft.text[chunk.start : chunk.end] == chunk.text
        assert chunk.text == chunk.text.strip() != ""
        assert chunk.end - chunk.start <= SIZES.limit
        assert chunk.locator
        holder = draft.nodes[chunk.node]
        assert holder.start <= chunk.start
        assert chunk.end <= holder.end
    for node in draft.nodes:
        Urn.parse(node.urn)
        TreePath.parse(node.path)
        assert 0 <= node.start <= node.body <= node.end <= len(draft.text)
    assert len({node.path for node in draft.nodes}) == len(draft.nodes)
    for link in draft.citations:
        node = draft.nodes[link.node]
        assert node.start <= link.start < link.end <= node.end


# A random script of what a reader may call.
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("open"), st.sampled_from(["part", "section", "paragraph", "item", "note", "table"]),
                  st.sampled_from(["", "1", "(a)", "2.", "þ", "(i)"]), st.sampled_from(["", "Heading", " H  x "])),
        st.tuples(st.just("text"), st.text(max_size=80), st.just(""), st.just("")),
        st.tuples(st.just("long"), st.integers(1, 400), st.just(""), st.just("")),
        st.tuples(st.just("close"), st.just(""), st.just(""), st.just("")),
    ),
    max_size=60,
)  # fmt: skip


@settings(max_examples=300)
@given(STEPS)
def test_any_order_of_calls_makes_a_whole_draft(steps) -> None:
    builder = DraftBuilder(EXPRESSION, [SOURCE])
    for step, first, num, heading in steps:
        if step == "open":
            builder.open(first, num=num, heading=heading, anchored=first == "section")
        elif step == "text":
            builder.text(first)
        elif step == "long":
            builder.text("Every lamp that is lit shall be put out again. " * first)
        elif builder.depth > 1:
            builder.close()
    check(builder.finish())


def test_spans_urns_and_paths_of_a_small_act() -> None:
    draft = act()
    check(draft)
    by_urn = {node.urn: node for node in draft.nodes}
    section = by_urn["urn:lex:xm:act-2020-1:1"]
    assert section.path == "root.part_1.sec_1"
    assert draft.text[section.start : section.end] == (
        "1. Heading 1 Lamps shall be lit. (a) item a of 1; (b) item b of 1;"
    )
    assert draft.text[section.body :].startswith("Lamps shall be lit.")
    assert by_urn["urn:lex:xm:act-2020-1:1:b"].path == "root.part_1.sec_1.para_b"


def test_a_number_used_twice_stays_two_provisions() -> None:
    builder = DraftBuilder(EXPRESSION, [SOURCE])
    for words in ("first", "second", "third"):
        builder.open("section", num="7.", anchored=True)
        builder.text(words)
        builder.close()
    draft = builder.finish()
    check(draft)
    assert [node.urn.rpartition(":")[2] for node in draft.nodes[1:]] == ["7", "7~2", "7~3"]


def test_words_after_a_child_become_one_continuation() -> None:
    builder = DraftBuilder(EXPRESSION, [SOURCE])
    builder.open("section", num="1.", anchored=True)
    builder.text("No person shall—")
    builder.leaf("paragraph", "smoke; or", num="(a)")
    builder.text("within the hall")
    builder.text("at night.")
    draft = builder.finish()
    check(draft)
    assert [node.kind for node in draft.nodes] == ["work", "section", "paragraph", "continuation"]
    last = draft.nodes[-1]
    assert draft.text[last.start : last.end] == "within the hall at night."


def test_links_point_at_their_words_after_spaces_collapse() -> None:
    builder = DraftBuilder(EXPRESSION, [SOURCE])
    raw = "  See \u00a0 section\n 12  of e\u0301tat. "
    start = raw.index("section")
    builder.text(
        raw, [SourceLink(start, start + len("section\n 12"), "#12", "urn:lex:xm:act-2020-1:12")]
    )
    draft = builder.finish()
    [link] = draft.citations
    assert draft.text[link.start : link.end] == "section 12"


def test_nesting_without_end_is_refused() -> None:
    builder = DraftBuilder(EXPRESSION, [SOURCE])
    with pytest.raises(SourceMalformed, match="deeper"):
        for _ in range(500):
            builder.open("item", num="a", place="line 3")


def test_a_chunk_never_crosses_a_section_or_mixes_in_notes() -> None:
    builder = DraftBuilder(EXPRESSION, [SOURCE])
    for number in range(1, 6):
        builder.open("section", num=f"{number}.", anchored=True)
        builder.text("Short.")
        builder.leaf("note", "Amended by Act 3.")
        builder.close()
    draft = builder.finish()
    check(draft)
    sections = [node for node in draft.nodes if node.kind in UNITS]
    for chunk in draft.chunks:
        holders = [node for node in sections if node.start < chunk.end and chunk.start < node.end]
        assert len(holders) == 1
        assert ("Amended" in chunk.text) == (chunk.kind == "note")
    assert len(draft.chunks) == 10


def test_tiny_siblings_are_merged_and_long_ones_are_cut_at_their_paragraphs() -> None:
    builder = DraftBuilder(EXPRESSION, [SOURCE])
    builder.open("section", num="1.", heading="Definitions", anchored=True)
    for number in range(200):
        builder.leaf(
            "paragraph", f"“lamp {number}” means a light of that number;", num=f"({number})"
        )
    builder.close()
    draft = builder.finish()
    check(draft)
    assert 4 <= len(draft.chunks) <= 12
    assert all(chunk.text.startswith(("1.", "(")) for chunk in draft.chunks)


def test_the_header_is_kept_apart_from_the_text() -> None:
    [first, *_] = act().chunks
    assert first.header == "Lamps Act › Part I General › 1. Heading 1"
    assert not first.text.startswith("Lamps Act")
