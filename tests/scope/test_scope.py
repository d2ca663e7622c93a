"""Scope over the bundled law: from the library, from the command, at the edges."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.api.body import as_json
from pincite.errors import NotFound
from pincite.library import Library, create
from pincite.model.status import Status
from pincite.scope.budget import length
from pincite.scope.page import as_page
from pincite.scope.prompt import as_text
from pincite.settings import Settings
from search.bundled_law import LAW, Run, bundled_law, command

TENANCIES = "urn:lex:xm:act-2019-11"
REGULATIONS = "urn:lex:xm:act.si-2020-112"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("scope")
    bundled_law(root / "law", root / "none").close()
    return root


@pytest.fixture
def law(folder: Path) -> Iterator[Library]:
    settings = Settings(library=folder / "law", models=folder / "none", jurisdiction="xm")
    with Library(folder / "law", settings) as opened:
        yield opened


@pytest.fixture
def run(folder: Path) -> Run:
    return command(folder / "law", folder / "matters", folder / "none")


@pytest.mark.req("S3")
def test_ancestors_go_on_across_the_enabling_section(law: Library) -> None:
    found = law.scope(f"{REGULATIONS}:5", at="2021-01-01")
    urns = [one.passage.urn for one in found.ancestors]
    assert urns[:2] == [f"{REGULATIONS}:part-II", REGULATIONS]
    assert urns[2:] == [f"{TENANCIES}:32", f"{TENANCIES}:part-V", TENANCIES]
    assert [one.enabling for one in found.ancestors] == [False, False, True, True, True]
    by_law = law.scope("urn:lex:xm-har:act.by-law-2021-rental-housing:2", at="2022-01-01")
    enabling = [one.passage.urn for one in by_law.ancestors if one.enabling]
    assert enabling[0] == "urn:lex:xm:act-2009-constitution:21"


@pytest.mark.req("S4")
def test_an_acts_definitions_reach_the_regulations_that_it_names(law: Library) -> None:
    found = law.scope(f"{REGULATIONS}:5", at="2021-01-01")
    deposit = next(one for one in found.definitions if one.term == "deposit")
    assert deposit.passage.urn == f"{TENANCIES}:2:1:def-deposit"
    assert "regulations made under it" in deposit.extent.words
    used = {one.term: one.via for one in found.definitions}
    assert used["tenant"] == "deposit"


@pytest.mark.req("S4", "S5", "S9")
def test_every_passage_is_a_slice_of_the_text_that_it_names(law: Library) -> None:
    found = law.scope(f"{TENANCIES}:14", at="2021-01-01")
    passages = [
        found.rule,
        *(one.passage for one in found.ancestors),
        *(one.passage for one in found.definitions),
        *(one.passage for one in found.exceptions),
    ]
    assert len(passages) > 5
    for one in passages:
        shown = law.show(one.urn, at="2021-01-01")
        assert shown.content_hash == one.content_hash
        assert (
            one.text
            == law.store.text(
                law.store.find(one.urn, at=shown.validity.start, tag=None)[0][0].key  # type: ignore[union-attr]
            )[one.start : one.end]
        )


@pytest.mark.req("S4", "V7")
def test_a_version_is_read_from_its_own_words(law: Library) -> None:
    """Offsets of one expression never slice another."""
    for version in ("tenancies-2019", "tenancies-2024"):
        found = law.scope(f"{TENANCIES}:14", version=version)
        [(stored, _)] = law.store.find(TENANCIES, at=None, tag=version)
        assert found.version == version
        assert len(found.definitions) > 3
        for one in found.definitions:
            assert one.passage.content_hash == stored.hash
            text = law.store.text(stored.key, one.passage.start, one.passage.end)
            assert one.passage.text == text
            assert one.term.casefold() in text.casefold()


@pytest.mark.req("S4")
def test_what_adds_to_a_meaning_in_the_same_provision_stands_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "act.xml"
    words = (
        "In this Act, “boat” means a vessel with oars. For the purposes of section 3, the term “boat”"
        " also includes a raft."
    )
    path.write_text(_act(words, "A boat shall be white.", "A boat shall be dry."), encoding="utf-8")
    with create(tmp_path / "law", settings=Settings(models=tmp_path / "no", workers=1)) as law:
        law.ingest(path, reader_name="akn", version="v1")
        dry = law.scope("urn:lex:xc:act-1990-1:3", at="1991-01-01").definitions
        white = law.scope("urn:lex:xc:act-1990-1:2", at="1991-01-01").definitions
    assert [one.adds for one in dry] == [False, True]
    assert dry[1].passage.text.endswith("also includes a raft.")
    assert [one.adds for one in white] == [False]


@pytest.mark.req("S6")
def test_an_override_halts_below_it_and_for_its_time(folder: Path, law: Library) -> None:
    made = law.add_override(
        f"{TENANCIES}:14", "void", authority="High Court", start="2021-06-01", end="2022-06-01"
    )
    try:
        assert law.scope(f"{TENANCIES}:14", at="2021-05-31").halts == ()
        [halt] = law.scope(f"{TENANCIES}:14:1", at="2021-06-01").halts
        assert (halt.override.authority, halt.of) == ("High Court", f"{TENANCIES}:14")
        assert "LEGAL OVERRIDE ACTIVE: VOID" in as_text(
            law.scope(f"{TENANCIES}:14", at="2022-05-31")
        )
        assert law.scope(f"{TENANCIES}:14", at="2022-06-01").halts == ()
        above = law.scope(TENANCIES, at="2021-07-01")
        assert [one.urn for one in above.partly] == [f"{TENANCIES}:14"]
    finally:
        law.remove_override(made.id)


@pytest.mark.req("S9")
def test_the_same_bytes_in_another_process(law: Library, run: Run) -> None:
    done = run("--json", "resolve", f"{TENANCIES}:14", "--at", "2021-01-01")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == as_json(law.scope(f"{TENANCIES}:14", at="2021-01-01")).strip()
    data = json.loads(done.stdout)
    assert data["law_status"]["status"] == "in force"
    assert data["definitions"][0]["passage"]["urn"].startswith(TENANCIES)


def test_the_command_says_why(run: Run) -> None:
    done = run("resolve", "s 14 of the Residential Tenancies Act", "--at", "2021-01-01", "--why")
    assert done.returncode == 0, done.stderr
    assert "DEFINITION of “" in done.stdout
    assert "why: reaches urn:lex:xm:act-2019-11" in done.stdout
    assert "why:" not in run("resolve", f"{TENANCIES}:14", "--at", "2021-01-01").stdout


def test_a_budget_leaves_out_by_rule_and_says_what(law: Library) -> None:
    whole = law.scope(f"{REGULATIONS}:5", at="2021-01-01")
    assert whole.left_out == ()
    cut = law.scope(f"{REGULATIONS}:5", at="2021-01-01", budget=length(whole) - 1)
    assert len(cut.left_out) == 1
    assert length(cut) < length(whole)
    assert {one.via for one in whole.definitions} - {""}
    assert cut.left_out[0].startswith("definition of ")
    least = law.scope(f"{REGULATIONS}:5", at="2021-01-01", budget=0)
    assert least.rule == whole.rule
    assert (least.ancestors, least.definitions, least.exceptions) == ((), (), ())
    assert "LEFT OUT: definition of deposit" in as_text(least)


def test_the_page_links_terms_and_lets_no_word_of_the_law_be_markup(
    tmp_path: Path, law: Library, run: Run
) -> None:
    page = tmp_path / "p.html"
    done = run("resolve", f"{TENANCIES}:14", "--at", "2021-01-01", "--page", str(page))
    assert done.returncode == 0, done.stderr
    text = page.read_text(encoding="utf-8")
    assert '<a class="term" href="#definition-0">deposit</a>' in text
    assert 'id="definition-0"' in text
    found = law.scope(f"{TENANCIES}:14", at="2021-01-01")
    hostile = replace(found, rule=replace(found.rule, text="<script>alert(1)</script> & rent"))
    assert "<script>" not in as_page(hostile)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; " in as_page(hostile)


@pytest.mark.slow
def test_a_large_section_and_ten_thousand_neighbours_are_read(tmp_path: Path) -> None:
    words = [f"No brick shall weigh more than {number} grams." for number in range(2, 10_002)]
    words[-1] = "A brick " + "is laid upon a brick and " * 40_000 + "ends."
    path = tmp_path / "long.xml"
    path.write_text(_act("In this Act, “brick” means a block of clay.", *words), encoding="utf-8")
    settings = Settings(models=tmp_path / "none", workers=1)
    with create(tmp_path / "law", settings=settings) as law:
        law.ingest(path, reader_name="akn", version="v1")
        found = law.scope("urn:lex:xc:act-1990-1:10001", at="1991-01-01")
        assert len(found.rule.text) > 900_000
        assert [one.term for one in found.definitions] == ["brick"]
        small = law.scope("urn:lex:xc:act-1990-1:5000", at="1991-01-01")
        assert [one.passage.urn for one in small.definitions] == ["urn:lex:xc:act-1990-1:1"]
        assert sum(len(one.passage.text) for one in small.ancestors) < 1000


def _act(*sections: str) -> str:
    """An act of one part, in Akoma Ntoso."""
    body = "".join(
        f'<section id="section-{number}"><num>{number}.</num><content><p>{words}</p></content></section>'
        for number, words in enumerate(sections, 1)
    )
    dated = '<FRBRdate date="1990-01-01" name="Generation"/><FRBRauthor href="#p"/>'
    return (
        '<akomaNtoso xmlns="http://www.akomantoso.org/2.0"><act contains="singleVersion"><meta>'
        '<identification source="#p"><FRBRWork><FRBRthis value="/xc/act/1990/1/main"/>'
        f'<FRBRuri value="/xc/act/1990/1"/><FRBRalias value="Long Act"/>{dated}'
        '<FRBRcountry value="xc"/></FRBRWork><FRBRExpression>'
        '<FRBRthis value="/xc/act/1990/1/eng@1990-01-01/main"/>'
        f'<FRBRuri value="/xc/act/1990/1/eng@1990-01-01"/>{dated}<FRBRlanguage language="eng"/>'
        "</FRBRExpression></identification></meta><body>"
        f'<part id="part-I"><num>I</num><heading>All</heading>{body}</part></body></act></akomaNtoso>'
    )


@pytest.mark.req("S9")
def test_twenty_orders_of_loading_give_the_same_bytes(tmp_path: Path) -> None:
    loads = tomllib.loads((LAW / "loads.toml").read_text(encoding="utf-8"))["load"]
    rules = [(f"{TENANCIES}:14", "2023-01-01"), (f"{REGULATIONS}:5", "2021-01-01"),
             ("urn:lex:is:901-2021:14", "2023-06-01")]  # fmt: skip
    seen: set[str] = set()
    for turn in range(20):
        order = random.Random(turn).sample(loads, len(loads))
        settings = Settings(models=tmp_path / "none", workers=1, jurisdiction="xm")
        with create(tmp_path / str(turn), settings=settings) as law:
            for one in order:
                law.ingest(
                    *(LAW / path for path in one["paths"]), reader_name=one["reader"],
                    version=one["version"], collection=one["collection"], day=one.get("date"),
                    profile=one.get("profile"),
                )  # fmt: skip
            seen.add("".join(as_json(law.scope(urn, at=at)) for urn, at in rules))
    assert len(seen) == 1


@pytest.mark.req("S10")
def test_what_begins_later_is_not_yet_in_force(law: Library) -> None:
    later = "urn:lex:xm:act.si-2025-078:3"
    assert law.scope(later, at="2026-01-01").law_status.status is Status.NOT_YET
    assert law.scope(later, at="2028-01-01").law_status.status is Status.IN_FORCE


@pytest.mark.parametrize(
    ("what", "at"),
    [
        ("urn:lex:xm:act-1800-1:2", "2021-01-01"),
        (f"{TENANCIES}:14", "1950-01-01"),
        ("nonsense", None),
    ],
)
def test_what_is_not_there_is_a_clear_error(law: Library, what: str, at: str | None) -> None:
    with pytest.raises(NotFound):
        law.scope(what, at=at)


def _defined(tmp_path: Path, words: str) -> dict[str, str]:
    """What the first section of an act says of each term, as the second is governed by it."""
    path = tmp_path / "act.xml"
    path.write_text(
        _act(words, "An employer, a carrier and a vessel shall be safe.", "None."), encoding="utf-8"
    )
    with create(tmp_path / "law", settings=Settings(models=tmp_path / "no", workers=1)) as law:
        law.ingest(path, reader_name="akn", version="v1")
        found = law.scope("urn:lex:xc:act-1990-1:2", at="1991-01-01").definitions
    return {one.term: one.passage.text for one in found if not one.adds}


@pytest.mark.req("S4")
@pytest.mark.parametrize(
    "words",
    [
        "The term “employer” means a person who has workers, except that the term “employer” does "
        "not include a friend of the family.",
        "“Employer” means a firm in the harbour; provided, that the word “employer” shall not "
        "include the town or a port of the town.",
        "The term “carrier” means a railroad that is open to all: Provided, however, That the term "
        "“carrier” shall not include a tram.",
        "“Employer” means a person, including the Harbour of Marchmere (“Harbour”) and its agents, "
        "who pays another for work.",
        "“Employer” means a person who pays another for work; and a person who acts for the payer; "
        "or (ii) the heirs of either.",
        "“Employer” means a local board established under the Work Act (Pub. L. No. 113-128), in "
        "the town.",
    ],
)
def test_a_definition_goes_on_to_the_end_of_its_sentence(tmp_path: Path, words: str) -> None:
    [text] = [
        text
        for term, text in _defined(tmp_path, f"In this Act, {words} A fee is due yearly.").items()
        if term.lower() in ("employer", "carrier")
    ]
    assert text == f"In this Act, {words}"


@pytest.mark.req("S4")
def test_a_definition_ends_before_the_next_term_that_is_defined(tmp_path: Path) -> None:
    found = _defined(
        tmp_path,
        "In this Act, “employer” means a person who has workers, and the term “carrier” means a "
        "railroad, and “vessel” means a boat.",
    )
    assert found["employer"].endswith("a person who has workers")
    assert found["carrier"].endswith("means a railroad")
    assert found["vessel"].endswith("means a boat.")


@pytest.mark.req("S5")
def test_an_answer_never_says_that_a_provision_limits_itself(tmp_path: Path) -> None:
    book = (
        f"The keeper shall write the name of lamp number {number} in the book of lamps, and shall "
        "keep that book dry in the tower of the harbour."
        for number in range(1, 26)
    )
    limited = "A keeper of lamps shall light every lamp of the harbour at dusk, except in a storm."
    path = tmp_path / "act.xml"
    other = "Notwithstanding section 1, a keeper of lamps may sleep on a feast day."
    path.write_text(_act(" ".join((limited, *book)), other, "None."), encoding="utf-8")
    with create(tmp_path / "law", settings=Settings(models=tmp_path / "no", workers=1)) as law:
        law.ingest(path, reader_name="akn", version="v1")
        found = law.ask("Long Act, s 1", at="1991-01-01").answer
    assert found is not None
    rules = [one.quote for one in found.citations if one.role == "rule"]
    limits = [(one.locator, one.quote) for one in found.citations if one.role == "exception"]
    assert limited in rules
    assert limits == [("Long Act, s 2", other)]
