"""A law that another one repeals whole is not in force; what only sounds like that leaves it be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import library
from pincite.library import Library
from pincite.model.status import Status
from pincite.settings import Settings

# What section 9 of the Harbours Act of 2022 says.
SAID = """\
(1) The Lamps Act [Chapter 9:10] and the Candles Act, 1950 are repealed.

(2) Section 2 of the Wicks Act [Chapter 9:11] is repealed.

(3) The Oil Act [Chapter 9:12] is repealed in so far as it concerns ships.

(4) The Council may repeal the Bells Act [Chapter 9:13] or any other law that may be substituted.

(5) The Fog Act, 1890 is repealed.

(6) The laws listed in the Schedule are hereby repealed.
"""
SCHEDULE = """\
# Schedule. Laws repealed

1. The Ropes Act [Chapter 9:15], the whole

2. The Masts Act [Chapter 9:16], section 4

3. The Anchors By-law of 1901
"""
DEAD = ("lamps", "candles", "ropes")
LIVING = ("wicks", "oil", "bells", "fog", "masts", "anchors", "harbours")
_HELD = {
    "lamps": ("Lamp Act", 1950, "9:10"), "candles": ("Candles Act", 1950, ""),
    "wicks": ("Wicks Act", 1950, "9:11"), "oil": ("Oil Act", 1950, "9:12"),
    "bells": ("Bells Act", 1950, "9:13"), "fog": ("Fog Act", 1950, ""),
    "ropes": ("Ropes Act", 1950, "9:15"), "masts": ("Masts Act", 1950, "9:16"),
    "anchors": ("Anchors By-law", 1950, ""),
}  # fmt: skip


def urn(name: str) -> str:
    return f"urn:lex:xd:act-{name}"


def _act(name: str, title: str, year: int, chapter: str, body: str, day: str = "") -> str:
    return (
        f"---\ntitle: {title}\nurn: {urn(name)}\nkind: act\nnumber: {len(name)}\nyear: {year}\n"
        + (f"chapter: {chapter}\n" if chapter else "")
        + (f"date: {day}\n" if day else "")
        + f"language: en\nstyle: act\n---\n\n{body}"
    )


def held(root: Path, said: str = f"## 9. Repeal\n\n{SAID}\n{SCHEDULE}", day: str = "") -> Library:
    """The Harbours Act of 2022 beside older acts, whose texts are stated from `day`, if any."""
    root.mkdir(parents=True, exist_ok=True)
    body = "## 1. Light\n\nThe keeper shall light every lamp before sunset.\n"
    texts = {name: _act(name, *told, body, day) for name, told in _HELD.items()}
    texts["harbours"] = _act("harbours", "Harbours Act", 2022, "9:20", said)
    for name, text in texts.items():
        (root / f"{name}.md").write_text(text, encoding="utf-8")
    made = library.create(root / "law", settings=Settings(models=root / "no", workers=1))
    made.ingest(*sorted(root.glob("*.md")), reader_name="plain", version="v1", profile="markdown")
    return made


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with held(tmp_path_factory.mktemp("repeals")) as made:
        yield made


def standing(law: Library, name: str, at: str | None = "2024-01-01") -> Status:
    return law.scope(f"{urn(name)}:{9 if name == 'harbours' else 1}", at=at).law_status.status


@pytest.mark.req("S10")
@pytest.mark.parametrize("name", DEAD)
def test_what_a_later_law_repeals_by_its_name_is_repealed(law: Library, name: str) -> None:
    assert standing(law, name) is Status.REPEALED


@pytest.mark.req("S10")
@pytest.mark.parametrize("name", LIVING)
def test_a_part_a_power_and_another_law_of_that_name_end_nothing(law: Library, name: str) -> None:
    assert standing(law, name, at=None) is Status.IN_FORCE


@pytest.mark.req("S10")
def test_it_is_in_force_before_the_law_that_repeals_it(law: Library) -> None:
    # Neither source gives a day: nobody knows what held then, or from which day of 2022.
    assert standing(law, "lamps", at="2021-12-31") is Status.UNKNOWN
    assert standing(law, "lamps", at="2022-06-01") is Status.UNKNOWN


def test_a_law_that_takes_effect_later_has_not_repealed_yet(tmp_path: Path) -> None:
    said = f"## 8. Beginning\n\nThis Act shall come into operation on 1 May 2030.\n\n## 9. Repeal\n\n{SAID}"
    with held(tmp_path, said) as law:
        assert standing(law, "lamps", at=None) is Status.IN_FORCE
        assert standing(law, "lamps", at="2031-01-01") is Status.REPEALED


def test_what_its_publisher_states_of_a_later_day_lives(tmp_path: Path) -> None:
    with held(tmp_path, day="2023-06-01") as law:
        assert standing(law, "lamps") is Status.IN_FORCE


def test_an_answer_says_that_it_left_a_repealed_law_out(law: Library) -> None:
    reply = law.ask("Who shall light every lamp before sunset under the Lamp Act?")
    assert "Lamp Act" not in str(reply.as_dict()["answer"])
    assert any("Lamp Act" in warning and "repealed" in warning for warning in reply.warnings)
