"""Which words end a law, or put off its beginning, and which only speak of an end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import library
from pincite.library import Library
from pincite.model.status import Status
from pincite.settings import Settings

# Each of these is section 3 of an act of its own, in Part II; asked in 2024.
LIVING = {
    "motions": "This Part shall apply to motions to modify or terminate any award of custody filed"
    " after 18 April 1996.",
    "authority": "The authority of the Minister under this section shall terminate on 1 July 1995.",
    "award": "An award made under this Act expires on 1 January 2010.",
    "licence": "A licence under section 2 lapses on 1 January 2010.",
    "neighbour": "Where this section applies, the order ceases to have effect on 1 January 2010.",
    "period": "For the purposes of this section, the period expires on 1 January 2010.",
    "term": "The term of the members appointed under this Part expires on 31 December 2001.",
    "tax": "This section shall not apply to any tax year that begins after 31 December 1999.",
    "condition": "If no rate is set, this section ceases to have effect on 1 January 2010.",
    "unless": "This section expires on 1 January 2010 unless Parliament extends it.",
    "partly": "This section expires on 1 January 2010 except as to loans made before that day.",
    "years": "This section expires 10 years after 24 November 2003.",
    "however": "This Act expires on 1 January 2010. However, section 2 does not expire.",
    "other": "Section 9 of the Kilns Act is repealed on 1 January 2010.",
    "quoted": "The Kilns Act is amended by adding: “This section expires on 1 January 2010.”",
    "heimild": "Heimild skv. 1. mgr. gildir til 31. desember 2010.",
    "skilyrt": "Lög þessi falla úr gildi 1. janúar 2016 hafi uppbygging ekki hafist fyrir þann tíma.",
}
DEAD = {
    "section": ("This section ceases to have effect on 1 January 2010.", "3"),
    "provisions": ("The provisions of this section shall terminate on 31 December 2010.", "3"),
    "caption": ("Sunset date. Section 2 expires on 21 July 2015.", "2"),
    "notwithstanding": ("Notwithstanding any other law, this Part lapses on 1 May 2011.", "3"),
    "act": ("This Act is repealed with effect from 1 January 2010.", "2"),
    "after": ("This section shall not apply after 31 December 2012.", "3"),
    "cited": ("This Act may be cited as the Lamps Act and expires on 1 January 2010.", "2"),
    "og": ("Lög þessi öðlast gildi 1. janúar 2002 og falla úr gildi 31. desember 2010.", "2"),
}
WAITING = "This section takes effect on 1 January 2030."
NOT_WAITING = "An order under this section takes effect on 1 January 2030."


def _act(name: str, words: str) -> str:
    language = "is" if "þessi" in words or "gildir" in words else "en"
    return (
        f"---\ntitle: Act of {name}\nurn: urn:lex:xd:act-2001-{name}\nkind: act\nnumber: {name}\n"
        f"year: 2001\ndate: 2001-01-01\nlanguage: {language}\nstyle: act\n---\n\n"
        "# Part I. First\n\n## 2. Lamps\n\n(1) A lamp shall be lit.\n\n# Part II. Second\n\n"
        f"## 3. Oil\n\n(1) Oil is sold by the quart.\n\n(2) {words}\n"
    )


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    root = tmp_path_factory.mktemp("dated")
    said = LIVING | {name: words for name, (words, _) in DEAD.items()}
    said |= {"waiting": WAITING, "ordered": NOT_WAITING}
    for name, words in said.items():
        (root / f"{name}.md").write_text(_act(name, words), encoding="utf-8")
    files = sorted(root.glob("*.md"))
    with library.create(root / "law", settings=Settings(models=root / "no", workers=1)) as made:
        made.ingest(*files, reader_name="plain", version="v1", profile="markdown")
        yield made


def _standing(law: Library, name: str, section: str, at: str = "2024-01-01") -> Status:
    return law.scope(f"urn:lex:xd:act-2001-{name}:{section}", at=at).law_status.status


@pytest.mark.req("S10")
@pytest.mark.parametrize("name", LIVING)
def test_words_about_an_end_that_is_not_this_laws_end_nothing(law: Library, name: str) -> None:
    assert [_standing(law, name, one) for one in ("2", "3")] == [Status.IN_FORCE] * 2


@pytest.mark.req("S10")
@pytest.mark.parametrize("name", DEAD)
def test_words_that_say_this_law_ends_end_as_much_of_it_as_they_name(
    law: Library, name: str
) -> None:
    _, section = DEAD[name]
    assert _standing(law, name, section) in (Status.EXPIRED, Status.REPEALED)
    if name not in ("act", "cited", "og"):
        other = "3" if section == "2" else "2"
        assert _standing(law, name, other) is Status.IN_FORCE


@pytest.mark.req("S10")
def test_law_that_expires_on_a_day_still_holds_on_it(law: Library) -> None:
    assert _standing(law, "caption", "2", "2015-07-21") is Status.IN_FORCE
    assert _standing(law, "caption", "2", "2015-07-22") is Status.EXPIRED
    assert _standing(law, "after", "3", "2012-12-31") is Status.IN_FORCE
    assert _standing(law, "section", "3", "2010-01-01") is Status.EXPIRED


@pytest.mark.req("S10")
def test_of_two_ends_of_one_part_the_later_counts(tmp_path: Path) -> None:
    text = _act("two", "This Act expires on 1 January 2010.")
    text = text.replace("A lamp shall be lit.", "This Act expires on 1 January 2015.")
    (tmp_path / "two.md").write_text(text, encoding="utf-8")
    settings = Settings(models=tmp_path / "no", workers=1)
    with library.create(tmp_path / "law", settings=settings) as made:
        made.ingest(tmp_path / "two.md", reader_name="plain", version="v1", profile="markdown")
        assert _standing(made, "two", "2", "2012-01-01") is Status.IN_FORCE
        assert _standing(made, "two", "2", "2016-01-01") is Status.EXPIRED


@pytest.mark.req("S10")
def test_only_words_that_say_this_law_begins_later_put_it_off(law: Library) -> None:
    assert _standing(law, "waiting", "3") is Status.NOT_YET
    assert _standing(law, "waiting", "2") is Status.IN_FORCE
    assert _standing(law, "ordered", "3") is Status.IN_FORCE


@pytest.mark.req("S10")
def test_this_act_in_a_code_is_not_the_whole_title(tmp_path: Path) -> None:
    """There it is an act that went into the title, of which nobody knows how far it reaches."""
    text = _act("code", "This Act expires on 1 January 2010.").replace("kind: act", "kind: code")
    (tmp_path / "code.md").write_text(text, encoding="utf-8")
    settings = Settings(models=tmp_path / "no", workers=1)
    with library.create(tmp_path / "law", settings=settings) as made:
        made.ingest(tmp_path / "code.md", reader_name="plain", version="v1", profile="markdown")
        assert _standing(made, "code", "2") is Status.IN_FORCE
        assert _standing(made, "code", "3") is Status.IN_FORCE
