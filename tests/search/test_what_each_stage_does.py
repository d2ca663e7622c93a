"""What each stage of a search is there for, on a law small enough to be read: without the stage,
another section leads. The models are those that come with Pincite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from pincite.library import Library
from pincite.search.response import Response
from pincite.surfaces.cli.search_display import results
from search.island_law import NO_MODEL, RECORDS, icelandic_law, island_law, opened

Only = Callable[[str], Library]


@pytest.fixture(scope="module")
def island(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return island_law(tmp_path_factory.mktemp("island"))


@pytest.fixture(scope="module")
def law(island: Path) -> Iterator[Library]:
    """With every model that comes with Pincite."""
    with opened(island) as every:
        yield every


@pytest.fixture(scope="module")
def by_words(island: Path) -> Iterator[Library]:
    """With no model."""
    with opened(island, **NO_MODEL) as words:
        yield words


@pytest.fixture(scope="module")
def with_only(island: Path) -> Iterator[Only]:
    """With one head of the model, by the setting that names it."""
    with ExitStack() as every:

        @cache
        def law(setting: str) -> Library:
            return every.enter_context(opened(island, **NO_MODEL | {setting: "pincite-encoder-1"}))

        yield law


def sections(found: Response) -> list[str]:
    """ "Roads Act: Speed", best first."""
    return [
        f"{hit.law.title}: {hit.law.section_path.partition('. ')[2]}"
        for hit in found.results
        if hit.law is not None
    ]


@pytest.mark.req("C6")
@pytest.mark.parametrize(
    ("profile", "question", "by_tokens", "by_words_alone"),
    [
        (
            "legislation",
            "how long before the landlord has to give me the money back",
            "Dwellings Act: Deposit",
            "Markets Act: Returns",
        ),
        (
            "legislation",
            "does my bike need a light at night",
            "Roads Act: Cyclists",
            "Harbours Act: Lamps",
        ),
        # To leave a car is no leave from work.
        (
            "case",
            "may I leave my car at the market",
            "Markets Act: Licence",
            "Employment Act: Leave",
        ),
    ],
)
def test_late_interaction_puts_another_section_first_than_words_alone(
    with_only: Only, profile: str, question: str, by_tokens: str, by_words_alone: str
) -> None:
    law = with_only("token_model")
    assert sections(law.search(question, profile=profile, tier="pro"))[0] == by_tokens
    assert sections(law.search(question, profile=profile, tier="free"))[0] == by_words_alone


@pytest.mark.req("C5", "C8")
@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("rotten meat on a stall", "Markets Act: Spoiled food"),
        ("the flat is freezing in winter", "Dwellings Act: Heating"),
    ],
)
@pytest.mark.parametrize("profile", ["legislation", "case"])
def test_learned_weights_bring_up_a_section_that_shares_no_word_with_the_question(
    with_only: Only, by_words: Library, profile: str, question: str, section: str
) -> None:
    assert not by_words.search(question, profile=profile).results
    assert sections(with_only("sparse_model").search(question, profile=profile))[0] == section


@pytest.mark.req("L11")
@pytest.mark.parametrize("profile", ["legislation", "case"])
def test_a_section_is_found_by_its_heading_though_its_words_are_about_something_else(
    with_only: Only, by_words: Library, profile: str
) -> None:
    assert not by_words.search("sheep", profile=profile, within=RECORDS).results
    found = sections(with_only("dense_model").search("sheep", profile=profile, within=RECORDS))
    # By their words alone, the lamb of the section on visitors is nearer to sheep.
    assert found[0] == "Records Act: Cattle"
    assert "Records Act: Visitors" in found


@pytest.mark.req("S2")
@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("can my boss fire me", "Employment Act: Dismissal"),
        ("pregnant at work", "Employment Act: Maternity"),
    ],
)
@pytest.mark.parametrize("profile", ["legislation", "case", "opinions"])
def test_a_lay_word_finds_the_section_that_has_the_term_of_art(
    by_words: Library, profile: str, question: str, section: str
) -> None:
    assert sections(by_words.search(question, profile=profile))[0] == section


@pytest.mark.req("S2")
def test_a_lay_word_finds_the_term_of_art_in_icelandic(tmp_path: Path) -> None:
    with opened(icelandic_law(tmp_path), **NO_MODEL) as law:
        found = law.search("ég var rekinn úr vinnunni")
    assert found.profile == "lagasafn"
    assert sections(found)[0] == "Lög um vinnu: Uppsögn"


@pytest.mark.req("L9", "V9")
def test_a_search_is_surer_of_what_the_law_answers_than_of_what_it_does_not(law: Library) -> None:
    answered = law.search("must an employer compensate an injured employee")
    half = law.search("how fast may I drive in town")
    unanswered = law.search("must a car stop for tortoises")
    assert sections(answered)[0] == "Employment Act: Accidents"
    assert sections(half)[0] == "Roads Act: Speed"
    assert answered.confidence > half.confidence > unanswered.confidence
    assert [_level(found) for found in (answered, half, unanswered)] == ["high", "fair", "low"]


def _level(found: Response) -> str:
    """As the command tells it."""
    [line] = [line for line in results(found, bold=False).splitlines() if "confidence" in line]
    return line.rpartition("confidence ")[2]


@pytest.mark.req("L9")
def test_a_question_that_could_mean_two_acts_is_asked_back_and_names_both(law: Library) -> None:
    found = law.search("who needs a licence")
    assert found.clarify is not None
    assert found.clarify.options[:2] == ("Markets Act", "Roads Act")
    assert found.clarify.asks == found.clarify.options
    assert law.search("who needs a licence to drive a vehicle").clarify is None


@pytest.mark.req("L9")
def test_where_nothing_is_found_the_question_is_asked_for_in_other_words(by_words: Library) -> None:
    found = by_words.search("rotten meat on a stall")
    assert not found.results
    assert found.clarify is not None
    assert found.clarify.question.startswith("Nothing here speaks of that.")
    assert by_words.search("food unfit for people to eat").clarify is None


@pytest.mark.req("L9")
def test_a_search_that_is_unsure_asks_which_of_what_it_found_is_meant(tmp_path: Path) -> None:
    with opened(icelandic_law(tmp_path)) as law:
        found = law.search(
            "hvað gerist ef hundurinn minn bítur bréfberann á leiðinni heim úr skólanum"
        )
        sure = law.search("skal uppsögn vera skrifleg og rökstudd")
    assert found.results
    assert found.clarify is not None
    assert found.clarify.question == "Hvað af þessu áttu við?"
    assert len(found.clarify.options) > 1
    assert sure.confidence > found.confidence


@pytest.mark.req("L9")
def test_an_unclear_question_is_asked_back_and_not_answered(law: Library) -> None:
    reply = law.ask("who needs a licence")
    assert reply.answer is None
    assert reply.refusal is not None
    assert reply.refusal.clarify is not None
    assert reply.refusal.clarify.options[:2] == ("Markets Act", "Roads Act")
