"""The bundled law holds every hard case that its README promises, at the dates it names."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from pincite.corpus.sqlite import SqliteStore
from pincite.ingest.law.load import load
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.law.synonyms import read_synonyms
from pincite.ingest.sources import Sources
from pincite.model import Draft, Node, OverrideStatus, Urn
from pincite.model.akn import frbr_of, parse_frbr
from pincite.settings import Settings

LAW = Path(__file__).resolve().parent.parent / "model-law"
TENANCIES = "urn:lex:xm:act-2019-11"
CREDIT = "urn:lex:xm:act-2016-9"
DEPOSITS = "urn:lex:xm:act.si-2020-112"
MARLOWE = "urn:lex:xm:const-ct:14-mlr-201"
SKERJALAND = "urn:lex:is:901-2021"
BY_LAW = "urn:lex:xm-har:act.by-law-2021-rental-housing"
BEFORE, AFTER = date(2024, 3, 31), date(2024, 4, 1)


@dataclass(frozen=True)
class HardCase:
    """One row of the README's table: every URN in it is found at every date in it."""

    what: str
    rows: tuple[str, ...]
    urns: tuple[str, ...]
    dates: tuple[date, ...]


def hard_cases() -> list[HardCase]:
    found: list[HardCase] = []
    for line in (LAW / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4 and "urn:lex:" in cells[2]:
            found.append(
                HardCase(
                    cells[0],
                    tuple(re.findall(r"[A-Z]\d+", cells[1])),
                    tuple(re.findall(r"`(urn:lex:[^`]+)`", cells[2])),
                    tuple(map(date.fromisoformat, re.findall(r"\d{4}-\d{2}-\d{2}", cells[3]))),
                )
            )
    return found


HARD_CASES = hard_cases()


def loads() -> list[dict[str, object]]:
    return tomllib.loads((LAW / "loads.toml").read_text(encoding="utf-8"))["load"]


def ingest(store: SqliteStore, one: dict[str, object]) -> None:
    """Load one entry of loads.toml."""
    name, settings = str(one["reader"]), Settings()
    paths = [LAW / str(path) for path in one["paths"]]  # type: ignore[attr-defined]
    day, profile = one.get("date"), one.get("profile")
    report = load(
        store,
        reader(name),
        Sources.of(paths, reader=name, settings=settings),
        tag=str(one["version"]),
        collection=str(one["collection"]),
        options=ReadOptions(
            date=day if isinstance(day, date) else None, profile=str(profile) if profile else None
        ),
        settings=settings,
    )
    assert not report.refused


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteStore]:
    kept = SqliteStore(tmp_path_factory.mktemp("model-law") / "corpus.sqlite3")
    for one in loads():
        ingest(kept, one)
    yield kept
    kept.close()


def words(store: SqliteStore, urn: str, at: date) -> str:
    stored, node = found(store, urn, at)
    return store.text(stored, node.start, node.end)


def found(store: SqliteStore, urn: str, at: date) -> tuple[int, Node]:
    hits = store.find(urn, at=at)
    assert len(hits) == 1, f"{urn} at {at}: {len(hits)} found"
    return hits[0][0].key, hits[0][1]


def body(store: SqliteStore, urn: str, at: date) -> str:
    stored, node = found(store, urn, at)
    return store.text(stored, node.body, node.end)


def table(name: str) -> list[dict[str, str]]:
    with (LAW / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_the_readme_promises_hard_cases_of_every_group() -> None:
    assert len(HARD_CASES) >= 60
    groups = {row[0] for case in HARD_CASES for row in case.rows}
    assert groups >= {"S", "L", "V", "U", "C"}
    rows = {row for case in HARD_CASES for row in case.rows}
    assert rows >= {"S1", "S3", "S4", "S5", "S6", "S7", "S10", "L2", "L7", "V1", "V5", "V6", "V7"}


@pytest.mark.parametrize("case", HARD_CASES, ids=lambda case: case.what)
def test_hard_case_is_in_the_law_at_its_date(store: SqliteStore, case: HardCase) -> None:
    assert case.urns
    assert case.dates
    for urn in case.urns:
        for day in case.dates:
            assert words(store, urn, day).strip()


def test_everything_below_the_folder_is_loaded_or_named_in_the_readme() -> None:
    readme = (LAW / "README.md").read_text(encoding="utf-8")
    files = [path.relative_to(LAW).as_posix() for path in LAW.rglob("*") if path.is_file()]
    assert [name for name in files if f"`{name}`" not in readme and name != "README.md"] == []


def test_every_chunk_slices_back(store: SqliteStore) -> None:
    chunks = 0
    for work, _ in store.works():
        for stored in store.expressions(work):
            text = store.text(stored.key)
            for chunk in store.chunks(stored.key):
                assert text[chunk.start : chunk.end] == chunk.text
                assert chunk.locator
                chunks += 1
    assert chunks > 150


@pytest.mark.req("S1")
def test_every_work_of_marchmere_maps_to_its_frbr_uri_and_back(store: SqliteStore) -> None:
    for urn, _ in store.works():
        if ":act" in urn:
            assert str(parse_frbr(frbr_of(Urn.parse(urn))).urn) == urn


@pytest.mark.req("S10")
def test_amended_section_says_two_things_at_two_dates(store: SqliteStore) -> None:
    assert "the rent for two months" in words(store, f"{TENANCIES}:14:1", BEFORE)
    assert "the rent for one month" in words(store, f"{TENANCIES}:14:1", AFTER)
    dwelling = f"{TENANCIES}:2:1:def-dwelling"
    assert "hostel" not in words(store, dwelling, BEFORE)
    assert "hostel" in words(store, dwelling, AFTER)


def test_unamended_section_says_the_same_at_both_dates(store: SqliteStore) -> None:
    assert words(store, f"{TENANCIES}:15", BEFORE) == words(store, f"{TENANCIES}:15", AFTER)


@pytest.mark.req("S10")
def test_versions_of_one_work_do_not_overlap(store: SqliteStore) -> None:
    first, second = store.timeline(TENANCIES)
    assert first.validity is not None
    assert second.validity is not None
    assert first.validity.end == second.validity.start == AFTER
    assert store.find(TENANCIES, at=date(2019, 6, 30)) == []


def test_lettered_section_is_distinct_from_the_plain_one(store: SqliteStore) -> None:
    assert store.find(f"{TENANCIES}:12A", at=BEFORE) == []
    assert "twenty-four hours" in words(store, f"{TENANCIES}:12", AFTER)
    assert "monitoring device" not in words(store, f"{TENANCIES}:12", AFTER)
    assert "monitoring device" in words(store, f"{TENANCIES}:12A", AFTER)


@pytest.mark.req("V6")
def test_lettered_icelandic_articles_are_distinct(store: SqliteStore) -> None:
    at = date(2023, 6, 1)
    spoken = {words(store, f"{SKERJALAND}:{article}", at) for article in ("14", "14a", "14b")}
    assert len(spoken) == 3
    assert words(store, f"{SKERJALAND}:14a", at).startswith("14. gr. a.")


def test_repealed_section_is_marked_only_once_it_is_repealed(store: SqliteStore) -> None:
    assert found(store, f"{TENANCIES}:18", BEFORE)[1].status == ""
    assert found(store, f"{TENANCIES}:18", AFTER)[1].status == "repealed"
    assert found(store, f"{TENANCIES}:17", AFTER)[1].status == ""


@pytest.mark.req("V6")
def test_repealed_icelandic_article_is_kept_and_marked(store: SqliteStore) -> None:
    at = date(2023, 6, 1)
    assert found(store, f"{SKERJALAND}:13", at)[1].status == "repealed"
    assert found(store, f"{SKERJALAND}:16:2", at)[1].status == "repealed"
    assert found(store, f"{SKERJALAND}:16", at)[1].status == ""


@pytest.mark.req("U6")
@pytest.mark.parametrize(
    ("one", "other", "at"),
    [
        (f"{TENANCIES}:16:5", f"{TENANCIES}:27:3", AFTER),
        (f"{TENANCIES}:8", f"{BY_LAW}:6", AFTER),
        (f"{SKERJALAND}:11:3", f"{SKERJALAND}:17:2", date(2023, 6, 1)),
    ],
)
def test_identical_words_stand_at_two_places(
    store: SqliteStore, one: str, other: str, at: date
) -> None:
    assert one != other
    assert body(store, one, at) == body(store, other, at)


def test_schedules_repeat_section_numbers_under_their_own_names(store: SqliteStore) -> None:
    urns = [f"{CREDIT}:1", f"{CREDIT}:sched-1:1", f"{CREDIT}:sched-2:1"]
    assert len({words(store, urn, AFTER) for urn in urns}) == 3


@pytest.mark.req("U5")
def test_soft_hyphens_ligatures_and_spaces_reach_the_text_as_they_should(
    store: SqliteStore,
) -> None:
    at = date(2021, 1, 1)
    assert "Regis\u00adtrar" in words(store, f"{DEPOSITS}:3", at)
    assert "certi\ufb01cate" in words(store, f"{DEPOSITS}:4:1", at)
    assert "ss 15–17 of the Act" in words(store, f"{DEPOSITS}:4:2:c", at)
    assert "précis" in words(store, f"{DEPOSITS}:7:1", at)


def test_the_only_references_that_dangle_are_those_that_should(store: SqliteStore) -> None:
    held = {urn for urn, _ in store.works()}
    nowhere: set[str] = set()
    for work in sorted(held):
        for stored in store.expressions(work):
            start = stored.expression.start
            for cited in store.citations(stored.key):
                if not cited.urn or not any(
                    store.find(cited.urn, at=day) for day in (start, AFTER)
                ):
                    nowhere.add(cited.target)
    assert nowhere == {"#sec_47", "/akn/xm/act/1974/22"}


@pytest.mark.req("V6")
def test_the_same_law_in_the_older_markup_reads_to_the_same_tree() -> None:
    xml, sgml = outline("lagasafn"), outline("sgml")
    assert xml == sgml
    assert len(sgml) > 90


def outline(folder: str) -> list[tuple[str, ...]]:
    """Every node but the publisher's line about the law, which the older markup keeps apart."""
    chosen, settings, options = reader("lagasafn"), Settings(), ReadOptions()
    sources = Sources.of([LAW / "skerjaland" / folder], reader=chosen.name, settings=settings)
    (unit,) = chosen.units(sources, options)
    (draft,) = chosen.read(sources, unit, options)
    assert isinstance(draft, Draft)
    return [
        (
            node.urn,
            node.kind,
            node.num,
            node.heading,
            node.status,
            draft.text[node.start : node.end],
        )
        for node in draft.nodes[1:]
        if not node.urn.endswith(":in-force")
    ]


@pytest.mark.req("S6")
def test_overrides_parse_and_name_provisions_in_force(store: SqliteStore) -> None:
    rows = table("overrides.tsv")
    assert {row["status"] for row in rows} == {status.value for status in OverrideStatus}
    for row in rows:
        start = date.fromisoformat(row["from"])
        assert row["to"] == "" or date.fromisoformat(row["to"]) > start
        assert row["authority"]
        assert row["citation"]
        assert words(store, row["urn"], start)


def test_void_section_was_declared_so_by_an_opinion_in_the_corpus(store: SqliteStore) -> None:
    titles = [title for _, title in store.works()]
    cited = {row["citation"].partition(",")[0] for row in table("overrides.tsv")}
    assert len([title for title in titles if title in cited]) == 3


def test_opinions_quote_the_law_word_for_word_but_once(store: SqliteStore) -> None:
    at = date(2022, 9, 14)
    ruling, dissent = (words(store, f"{MARLOWE}:{part}", at) for part in ("op-2", "op-3"))
    rule = "without an order of court made after considering all the relevant circumstances"
    assert rule in ruling
    assert rule in words(store, "urn:lex:xm:act-2009-constitution:9", at)
    assert "o person shall evict a tenant except under an order" in dissent
    assert "o person may evict a tenant except under an order" in words(
        store, f"{TENANCIES}:23:1", at
    )


def test_every_work_is_in_the_language_of_its_legislature_or_court(store: SqliteStore) -> None:
    spoken = {urn: store.expressions(urn)[0].expression.language for urn, _ in store.works()}
    icelandic = {urn for urn, language in spoken.items() if language == "is"}
    assert icelandic == {SKERJALAND, "urn:lex:xm-skj:yfirdomur:5-yfd-41"}
    assert {language for urn, language in spoken.items() if urn not in icelandic} == {"en"}


@pytest.mark.req("S7")
def test_preemptions_parse_and_name_both_rules(store: SqliteStore) -> None:
    rows = table("preemptions.tsv")
    assert rows
    for row in rows:
        assert words(store, row["urn"], AFTER)
        assert words(store, row["by"], AFTER)
        assert date.fromisoformat(row["from"])


def test_synonyms_lead_from_lay_words_to_words_of_the_law(store: SqliteStore) -> None:
    synonyms = read_synonyms(LAW / "synonyms.tsv")
    assert len(synonyms) >= 60
    law = {"xm": "", "is": ""}
    for work, _ in store.works():
        for stored in store.expressions(work):
            law["is" if work.startswith(SKERJALAND) else "xm"] += store.text(stored.key).casefold()
    for synonym in synonyms:
        assert synonym.term in law[synonym.jurisdiction], synonym
