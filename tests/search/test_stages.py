"""The stages of a search, each alone."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from pincite.citations.understand import Understanding
from pincite.errors import InputError, SourceMalformed
from pincite.indexes.ranked import RankedRows
from pincite.search.budget import milliseconds_a_pair, pairs_within
from pincite.search.fuse import Listed, fuse
from pincite.search.lay_terms import Vocabulary, VocabularyEntry, bundled, read_vocabulary
from pincite.search.profiles import LAGASAFN, LEGISLATION, PROFILES, Expansion, profile
from pincite.search.rerank import window
from pincite.search.understand import AskedQuestion, asked, concepts, spoken_in

RULES = Expansion()


def listed(name: str, weight: float, *rows: int) -> Listed:
    scores = np.linspace(1, 0.5, len(rows), dtype=np.float32)
    return Listed(name, weight, RankedRows(np.array(rows, np.int64), scores))


def ask(
    question: str, *entries: VocabularyEntry, law_in: str = "en", asked_in: str = "en"
) -> AskedQuestion:
    return asked(
        question,
        law_in=law_in,
        vocabulary={asked_in: Vocabulary(entries, asked_in)} if entries else {},
        cited=Understanding((), None, False, question),
        expansion=RULES,
    )


def entry(phrase: str, *terms: str, weight: float = 1.0) -> VocabularyEntry:
    return VocabularyEntry(phrase, terms, weight, "topic")


@pytest.mark.req("C5")
def test_rank_fusion_counts_ranks_and_weights() -> None:
    found = fuse([listed("dense", 1.0, 3, 1, 2), listed("sparse", 0.8, 1, 9)], "rrf", 60)
    assert found.rows.tolist() == [1, 3, 2, 9]
    assert found.scores[0] == pytest.approx(1 / 62 + 0.8 / 61)


def test_fusion_breaks_ties_by_row_and_leaves_out_what_counts_nothing() -> None:
    found = fuse([listed("one", 1.0, 7), listed("other", 1.0, 4), listed("off", 0.0, 1)], "rrf", 60)
    assert found.rows.tolist() == [4, 7]
    assert not len(fuse([], "rrf", 60).rows)


@pytest.mark.req("V5")
def test_union_adds_a_half_to_what_two_lists_found() -> None:
    lists = [listed("words", 1.0, 5, 6), listed("vectors", 1.0, 8, 6)]
    assert fuse(lists, "union_plus", 60).rows.tolist() == [5, 8, 6]
    found = fuse(lists, "union_plus", 60)
    assert dict(zip(found.rows.tolist(), found.scores.tolist(), strict=True))[6] == 0.5


def test_the_printed_variant_goes_by_scores() -> None:
    found = fuse([listed("dense", 1.0, 3, 1)], "score_rrf", 60)
    assert found.scores.tolist() == pytest.approx([1 / 61, 1 / 62])


@pytest.mark.req("L3")
def test_variants_of_a_question() -> None:
    question = ask("Can my boss fire me?", entry("fire", "dismissal", "termination of employment"))
    assert question.variant("original", 8) == "Can my boss fire me?"
    assert question.variant("keywords", 8) == "boss fire"
    assert (
        question.variant("synonyms", 8)
        == "Can my boss fire me? dismissal termination of employment"
    )
    assert ask("theft").variant("keywords", 8) == ""
    assert ask("theft").variant("synonyms", 8) == ""


@pytest.mark.req("S2")
@pytest.mark.parametrize(
    "question",
    [
        "they kicked me out",
        "I was kicked right out of my house",
        "KICKING OUT my tenant",
    ],
)
def test_a_lay_phrase_is_known_in_any_form_and_with_words_between(question: str) -> None:
    found = ask(question, entry("kick out", "eviction"))
    assert [term for one in found.expanded for term, _ in one.terms] == ["eviction"]


def test_a_phrase_within_a_longer_one_is_not_taken_twice() -> None:
    found = ask(
        "who pays child support", entry("child support", "maintenance"), entry("child", "minor")
    )
    assert [one.terms[0][0] for one in found.expanded] == ["maintenance"]


def test_a_phrase_of_little_words_alone_is_not_a_phrase() -> None:
    assert not ask("what can I do", entry("can i", "permission")).expanded


def test_icelandic_phrases_match_by_lemma_and_without_accents() -> None:
    lay = entry("reka úr vinna", "uppsögn")
    for question in ("Ég var rekinn úr vinnunni", "eg var rekinn ur vinnunni"):
        found = ask(question, lay, law_in="is", asked_in="is")
        assert [one.terms[0][0] for one in found.expanded] == ["uppsögn"], question


def test_a_question_in_english_about_icelandic_law() -> None:
    found = ask("Is there a speed limit?", entry("speed limit", "hámarkshraði"), law_in="is")
    assert found.asked_in == "en"
    [first, *_] = concepts(found, RULES)
    assert first.terms[0].words == (("hámarkshraði",),)


def test_the_language_of_a_question() -> None:
    assert spoken_in(["hvað", "er", "þetta"], "en") == "is"
    assert spoken_in(["what", "is", "this"], "is") == "en"
    assert spoken_in(["theft"], "is") == "is"


def test_a_long_question_is_cut_and_says_so() -> None:
    assert ask("word " * 20_000).cut
    assert not ask("word").cut


def test_the_window_is_the_stretch_that_holds_what_is_wanted() -> None:
    text = " ".join(["filler"] * 300 + ["theft", "of", "cattle"] + ["filler"] * 300)
    found = window(text, frozenset({"theft", "cattl"}), "en", 50)
    assert "theft of cattle" in found
    assert len(found.split()) == 50
    assert found in text
    assert window("short text", frozenset(), "en", 50) == "short text"


class Slow:
    """Counts how often it was asked."""

    fingerprint = "slow"
    languages: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self.asked = 0

    def score(self, query: str, passages: Sequence[str]) -> np.ndarray:
        self.asked += 1
        return np.zeros(len(passages), np.float32)


def test_the_budget_is_measured_once_and_kept(tmp_path: Path) -> None:
    scorer = Slow()
    first = milliseconds_a_pair(scorer, tmp_path)
    asked_before = scorer.asked
    assert milliseconds_a_pair(scorer, tmp_path) == first
    assert scorer.asked == asked_before
    assert pairs_within(scorer, tmp_path, 0.0) == 1
    [kept] = tmp_path.iterdir()
    kept.write_text("not json")
    assert milliseconds_a_pair(scorer, tmp_path) > 0
    assert scorer.asked > asked_before


def test_profiles_are_told_apart_by_their_hash() -> None:
    assert len({one.fingerprint for one in PROFILES.values()}) == len(PROFILES)
    assert profile("legislation") is LEGISLATION
    assert LAGASAFN.fingerprint == profile("lagasafn").fingerprint
    with pytest.raises(InputError, match="no profile"):
        profile("nothing")


@pytest.mark.req("S2")
def test_the_bundled_vocabulary_is_whole() -> None:
    root = resources.files("pincite.search") / "vocabulary"
    counts: dict[str, int] = {}
    for folder in root.iterdir():
        for file in folder.iterdir():
            entries = read_vocabulary(file)
            pairs = [(one.phrase, term) for one in entries for term in one.terms]
            assert len(pairs) == len(set(pairs)), file.name
            counts[folder.name] = counts.get(folder.name, 0) + len(entries)
    assert counts["en"] >= 1500
    assert counts["is"] >= 1000
    assert counts["en-is"] >= 1000


def test_the_vocabulary_of_a_country_is_for_its_law_alone() -> None:
    here = {one.phrase for one in bundled("en", "en", "zw")}
    elsewhere = {one.phrase for one in bundled("en", "en", "us-dc")}
    assert here - elsewhere
    assert elsewhere - here
    assert not bundled("en", "fr", "fr")


@pytest.mark.parametrize(
    "line", ["only a phrase", "a\tb", "a\t\t1", "a\tb\t2", "a\tb\tx", "\tb\t1"]
)
def test_a_wrong_line_of_a_vocabulary_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "own.tsv"
    file.write_text(f"# mine\n\n{line}\n")
    with pytest.raises(SourceMalformed) as caught:
        read_vocabulary(file)
    assert "line 3" in str(caught.value)


@pytest.mark.req("L1")
def test_a_question_is_brought_to_canonical_form() -> None:
    found = ask("  What\u00a0is\n\tTHEFT ?  ")
    assert found.text == "What is THEFT ?"
    assert [word.form for word in found.content] == ["theft"]
