"""References to real laws: the graded ones, as people vary them, and as the laws make them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from citations.reference_variants import ICELAND, ZIMBABWE
from data import data_folder, law
from pincite import library
from pincite.citations.reading import CitableText, Locale, reading
from pincite.citations.understand import understand
from pincite.citations.works.named import named
from pincite.citations.works.title_forms import plain
from pincite.citations.works.titles import WorkTitles
from pincite.corpus import CorpusStore
from pincite.settings import Settings

_article_of_a_law = re.compile(
    r"(?<!\d)(?<!\d\.)(?<!-)(\d{1,3})\. gr\.(?: ([a-z]))? laga nr\. (\d{1,4})/(\d{4})"
)
_section_of_an_act = re.compile(
    r"[Ss]ection (\d+[A-Z]{0,2}) of the ((?:[A-Z][\w’]+ (?:and |of )?){1,6}Act) ?"
    r"\[Chapter (\d+:\d+)\]"
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CorpusStore]:
    iceland, zimbabwe = law("lagasafn") / "156b", law("zimbabwe")
    made = library.create(tmp_path_factory.mktemp("real") / "l", settings=Settings())
    made.ingest(iceland, reader_name="lagasafn", version="156b")
    made.ingest(zimbabwe, reader_name="zimlii", version="zw", allow_refusals=True)
    yield made.store
    made.close()


@pytest.fixture(scope="module")
def titles(store: CorpusStore) -> WorkTitles:
    return WorkTitles.of(store)


def _graded(name: str) -> list[dict[str, object]]:
    folder = data_folder()
    file = (folder or Path()) / "eval" / f"{name}.jsonl"
    if not file.is_file():
        pytest.skip("the graded questions are not here")
    lines = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    return [one for one in lines if one["kind"] == "reference"]


@pytest.mark.data
@pytest.mark.parametrize("place", ["", "is"])
def test_graded_references_to_icelandic_law_are_answered(titles: WorkTitles, place: str) -> None:
    for question in _graded("icelandic"):
        [gold] = question["gold"]  # pyright: ignore
        parts = [gold["law"].replace("/", "-"), gold["article"], gold["paragraph"]]  # pyright: ignore
        wanted = "urn:lex:is:" + ":".join(part for part in parts if part)
        [reference] = understand(str(question["query"]), titles, Locale(place)).references
        assert reference.answer == (wanted,), question["query"]


@pytest.mark.data
@pytest.mark.parametrize("place", ["", "zw"])
def test_graded_references_to_acts_of_zimbabwe_are_answered(titles: WorkTitles, place: str) -> None:
    for question in _graded("zimbabwe"):
        [gold] = question["gold"]  # pyright: ignore
        [reference] = understand(str(question["query"]), titles, Locale(place)).references
        [answer] = reference.answer
        work = titles.works[":".join(answer.split(":")[:4])]
        section = work.section(gold["section"])  # pyright: ignore
        assert gold["title"] == work.title, question["query"]  # pyright: ignore
        assert f"{answer}:".startswith(f"{section}:"), question["query"]


@pytest.mark.data
@pytest.mark.parametrize("said", [False, True])
@pytest.mark.parametrize(("place", "variants"), [("is", ICELAND), ("zw", ZIMBABWE)])
def test_references_are_answered_however_they_are_written(
    titles: WorkTitles, place: str, variants: tuple[tuple[str, str], ...], *, said: bool
) -> None:
    wrong: list[str] = []
    for query, target in variants:
        wanted = [
            tuple(f"urn:lex:{place}:{end}" for end in item.split("+"))
            for item in target.rstrip("?").split("&")
        ]
        found = understand(query, titles, Locale(place if said else "")).references
        certain = all(one.targets for one in found)
        if [one.answer for one in found] != wanted or certain == target.endswith("?"):
            wrong.append(query)
    print(f"{len(variants) - len(wrong)} of {len(variants)} ways of writing")
    assert wrong == []


@pytest.mark.data
def test_a_name_with_a_slip_of_the_pen_is_never_clearly_another_works(titles: WorkTitles) -> None:
    chance = random.Random(11)
    answered = asked = 0
    for work in titles.works.values():
        name = work.cases[-1] if work.cases else plain(work.title).name
        if "/" in name:
            # A title that names other laws by number names them, whatever is misspelt.
            continue
        slipped = _slipped(name, chance)
        query = f"5. gr. {slipped}" if work.language == "is" else f"section 5 of the {slipped}"
        wanted = f"{work.urn}:5" if work.language == "is" else work.section("5")
        found = understand(query, titles, Locale(work.jurisdiction)).references
        asked += 1
        answered += [one.answer for one in found] == [(wanted,)]
        assert all(one.answer in ((), (wanted,)) for one in found), query
    print(f"{answered} of {asked} misspelt names answered, none wrongly")
    assert answered > 0.9 * asked


def _slipped(name: str, chance: random.Random) -> str:
    """With one letter left out, changed or exchanged for the one before."""
    at = chance.choice([at for at, char in enumerate(name) if char.isalpha()][1:])
    return chance.choice(
        (
            name[:at] + name[at + 1 :],
            name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :],
            name[:at] + chance.choice("aeiouns") + name[at + 1 :],
        )
    )


@pytest.mark.data
def test_every_article_cited_by_number_in_icelandic_law_is_found(
    store: CorpusStore, titles: WorkTitles
) -> None:
    found = counted = 0
    for text in _texts(store, "is"):
        cited = list(_article_of_a_law.finditer(text.text))
        targets = {(one.end, urn) for one in named(text, titles) for urn in one.targets if cited}
        counted += len(cited)
        for match in cited:
            urn = f"urn:lex:is:{match[3]}-{match[4]}:{match[1]}{match[2] or ''}"
            found += any(end >= match.end() and f"{to}:".startswith(urn) for end, to in targets)
    print(f"{found} of {counted} articles cited by number")
    assert found == counted > 400


@pytest.mark.data
def test_sections_of_acts_cited_by_name_and_chapter_are_found(
    store: CorpusStore, titles: WorkTitles
) -> None:
    found = counted = wrong = 0
    for text in _texts(store, "zw"):
        mentions = named(text, titles)
        for match in _section_of_an_act.finditer(text.text):
            works = {work.urn for work in titles.chapter(match[3])}
            mention = next((one for one in mentions if one.start < match.end() <= one.end), None)
            counted += bool(works)
            if works and mention is not None and mention.targets:
                right = any(mention.targets[0].startswith(f"{urn}:") for urn in works)
                found += right
                wrong += not right
    print(f"{found} of {counted} sections of acts, {wrong} wrong")
    assert wrong == 0
    assert found > 0.95 * counted > 300


def _texts(store: CorpusStore, place: str) -> Iterator[CitableText]:
    for urn, _ in store.works():
        if urn.startswith(f"urn:lex:{place}:"):
            key = store.expressions(urn)[-1].key
            yield reading(
                store.text(key),
                store.paragraphs(key),
                locale=Locale(place),
                urn=urn,
                nodes=list(store.nodes(key)),
            )
