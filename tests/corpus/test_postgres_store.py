from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.document_contract import DOC, laid_out, page
from corpus.postgres_server import PostgresServer
from corpus.store_contract import JAN, JUN, WORK, StoreContract, put
from drafts import act, packed
from pincite.corpus import pack
from pincite.errors import (
    InputError,
    LibraryBusy,
    LibraryError,
    NotFound,
)
from pincite.model import Override, OverrideStatus

if TYPE_CHECKING:
    from pincite.corpus.postgres import PostgresStore


@pytest.fixture
def store(postgres: PostgresServer, schema: str) -> Iterator[PostgresStore]:
    opened = postgres.open(schema, busy_seconds=0.1)
    yield opened
    opened.close()


class TestPostgresStore(StoreContract):
    @pytest.fixture
    def store(self, postgres: PostgresServer, schema: str) -> Iterator[PostgresStore]:
        opened = postgres.open(schema, busy_seconds=0.1)
        yield opened
        opened.close()

    @pytest.fixture
    def another(self, postgres: PostgresServer) -> Iterator[PostgresStore]:
        opened = postgres.open(postgres.schema())
        yield opened
        opened.close()

    @pytest.fixture
    def reopen(self, postgres: PostgresServer, schema: str) -> Callable[[], PostgresStore]:
        return lambda: postgres.open(schema, busy_seconds=0.1)


@pytest.fixture
def two_versions(store: PostgresStore) -> PostgresStore:
    put(store, "v1", packed())
    put(store, "v2", packed(start=JUN, sections=("Other.",)))
    return store


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE {}.text_page SET text = replace(text, 'lit', 'out') WHERE id = (SELECT min(id) FROM {}.text_page)",
        "UPDATE {}.legal_nodes SET urn = urn || 'x' WHERE kind = 'paragraph'",
        "UPDATE {}.chunk SET locator = 'elsewhere'",
        "UPDATE {}.expression SET title = 'Forged'",
        "DELETE FROM {}.chunk WHERE id = (SELECT min(id) FROM {}.chunk)",
    ],
)
def test_a_changed_character_anywhere_is_found(
    postgres: PostgresServer, two_versions: PostgresStore, schema: str, sql: str
) -> None:
    assert list(two_versions.damaged()) == []
    postgres.execute(sql.replace("{}", schema))
    assert any("hash" in line for line in two_versions.damaged())


def test_a_changed_place_in_the_tree_is_found(
    postgres: PostgresServer, two_versions: PostgresStore, schema: str
) -> None:
    postgres.execute(
        f"SET search_path = {schema}, pincite_extensions;"
        "UPDATE legal_nodes SET citation_path = citation_path || 'moved' WHERE kind = 'part'"
    )
    found = list(two_versions.damaged())
    assert len(found) == 2
    assert all("paths" in line for line in found)


def test_the_audit_log_cannot_be_changed_or_shortened_without_notice(
    postgres: PostgresServer, two_versions: PostgresStore, schema: str
) -> None:
    import psycopg

    for statement in ("DELETE FROM", "TRUNCATE"):
        with pytest.raises(psycopg.IntegrityError, match="never shortened"):
            postgres.execute(f"{statement} {schema}.audit")
    with pytest.raises(psycopg.IntegrityError, match="never changed"):
        postgres.execute(f"UPDATE {schema}.audit SET action = 'nothing'")
    postgres.execute(f"DROP TRIGGER audit_is_never_changed ON {schema}.audit")
    postgres.execute(f"""UPDATE {schema}.audit SET detail = '{{"tag": "forged"}}' WHERE seq = 2""")
    assert any("entry 2" in line for line in two_versions.damaged())


@pytest.mark.req("S10")
def test_the_engine_itself_refuses_overlapping_validity(
    postgres: PostgresServer, two_versions: PostgresStore, schema: str
) -> None:
    import psycopg

    insert = (
        f"INSERT INTO {schema}.validity SELECT work_id, expression_id, version_id, %s::daterange"
        f" FROM {schema}.validity LIMIT 1"
    )
    for during in ("[2020-03-01,)", "[2019-01-01,2020-02-01)", "[2020-01-01,2020-01-02)"):
        with pytest.raises(psycopg.errors.ExclusionViolation, match="never_overlaps"):
            postgres.execute(insert, (during,))
    for during in ("empty", "(,2000-01-01)"):
        with pytest.raises(psycopg.errors.CheckViolation):
            postgres.execute(insert, (during,))
    postgres.execute(insert, ("[2019-01-01,2020-01-01)",))
    with pytest.raises(psycopg.IntegrityError, match="replaced"):
        postgres.execute(f"UPDATE {schema}.validity SET during = '[1999-01-01,1999-02-01)'")
    assert list(two_versions.damaged()) == []
    postgres.execute(f"ALTER TABLE {schema}.validity DROP CONSTRAINT validity_never_overlaps")
    postgres.execute(insert, ("[2020-03-01,)",))
    assert any("overlap" in line for line in two_versions.damaged())


@pytest.mark.req("S3")
def test_the_tree_operators_agree_with_ancestors_and_descendants(store: PostgresStore) -> None:
    put(store, "v1", packed(), packed("urn:lex:xm:act-2020-2", sections=("One.",) * 12))
    put(store, "v2", packed(start=JUN, sections=("Other.",)))
    for work in (WORK, "urn:lex:xm:act-2020-2"):
        for stored in store.expressions(work):
            nodes = list(store.nodes(stored.key))
            for node in nodes:
                number = stored.key << 24 | node.ordinal
                place = "(SELECT citation_path FROM legal_nodes WHERE id = %s)"
                above = store._server.rows(
                    f"SELECT path FROM legal_nodes WHERE citation_path @> {place} AND id <> %s"
                    " ORDER BY nlevel(citation_path) DESC",
                    (number, number),
                )
                below = store._server.rows(
                    f"SELECT path FROM legal_nodes WHERE citation_path <@ {place} AND id <> %s"
                    " ORDER BY id",
                    (number, number),
                )
                chain = [one.path for one in store.ancestors(stored.key, node)]
                assert [path for (path,) in above] == chain
                assert chain == [
                    ".".join(node.path.split(".")[:depth]) for depth in range(node.depth, 0, -1)
                ]
                assert [path for (path,) in below] == [
                    one.path for one in store.descendants(stored.key, node)
                ]


def test_any_numbering_stands_in_the_tree(store: PostgresStore) -> None:
    draft = act(sections=("One.", "Two.", "Three."))
    odd = ("§ 1/2–þ", "", "x" * 300, "_x41_", "a" * 5000)
    for number, name in enumerate(odd):
        nodes = [
            node._replace(path=node.path.replace("sec_2", name.replace(".", "")))
            for node in draft.nodes
        ]
        expression = replace(draft.expression, urn=f"urn:lex:xm:act-2020-{number}")
        changed = pack(replace(draft, nodes=nodes, expression=expression))
        put(store, f"v{number}", changed)
        [stored] = store.expressions(expression.urn)
        kept = list(store.nodes(stored.key))
        assert kept == nodes
        last = kept[-1]
        assert [one.ordinal for one in store.ancestors(stored.key, last)] == [8, 1, 0]
    assert list(store.damaged()) == []


@given(st.lists(st.text(), unique=True, max_size=8))
def test_different_labels_stay_different_and_legal(texts: list[str]) -> None:
    pytest.importorskip("psycopg_pool")
    from pincite.corpus.postgres.paths import label

    labels = [label(text) for text in texts]
    assert len(set(labels)) == len(texts)
    assert all(
        one.replace("_", "a").isascii() and one.replace("_", "a").isalnum() for one in labels
    )


def test_a_nul_is_refused_when_written_and_means_nothing_when_asked(store: PostgresStore) -> None:
    draft = act()
    text = draft.text.replace("Lamps", "Lam\0s", 1)
    with pytest.raises(InputError, match="NUL"):
        put(store, "v1", pack(replace(draft, text=text)))
    with pytest.raises(InputError, match="NUL"):
        put(store, "v1", packed(title="Lamps\0Act"))
    with pytest.raises(InputError, match="NUL"), store.write() as writer:
        writer.add_override(Override(0, WORK, OverrideStatus.VOID, "Court\0", "", JAN))
    assert store.versions() == []
    put(store, "v1", packed(chapter="5:16"))
    for nothing in ("\0", "Lamps\0", "\ud800"):
        assert store.find(nothing) == []
        assert store.find_all([nothing, WORK])[WORK] == store.find(WORK) != []
        assert store.works_titled(nothing, "5:16") == [WORK]
        assert store.works_titled(nothing, nothing) == []
        with pytest.raises(NotFound):
            store.entries(nothing)


def test_a_refused_statement_inside_a_transaction_does_not_end_it(store: PostgresStore) -> None:
    with store.write() as writer:
        writer.begin_version("v1", "acts", "test")
        writer.put(packed())
        with pytest.raises(InputError):
            writer.put(packed(sections=("Other.",)))
        with pytest.raises(InputError):
            writer.put(packed("urn:lex:xm:act-2020-2", end=JAN))
        writer.finish_version({})
    assert [one.works for one in store.versions()] == [1]


def test_numbers_are_not_used_up_by_transactions_that_failed(store: PostgresStore) -> None:
    one = Override(0, WORK, OverrideStatus.VOID, "High Court", "[2021] XHC 1", JAN)
    for _ in range(2):
        with pytest.raises(RuntimeError), store.write() as writer:
            writer.begin_version("v1", "acts", "test")
            writer.put(packed())
            writer.add_override(one)
            raise RuntimeError
    put(store, "v1", packed())
    assert [found.key for found in store.expressions(WORK)] == [1]
    with store.write() as writer:
        assert writer.add_override(one) == 1
        writer.remove_override(1)
    with store.write() as writer:
        assert writer.add_override(one) == 2


def test_a_statement_that_takes_too_long_is_stopped(postgres: PostgresServer, schema: str) -> None:
    postgres.open(schema).close()
    # Long enough to be opened in, on a machine that is busy.
    hasty = postgres.open(schema, statement_seconds=2)
    with pytest.raises(LibraryError, match="statement timeout"):
        hasty._server.rows("SELECT pg_sleep(600)")
    with hasty.write() as writer:
        writer._db.execute("SELECT pg_sleep(2.1)")
    hasty.close()


def test_the_server_sees_who_is_connected(store: PostgresStore, schema: str) -> None:
    assert store._server.rows("SHOW application_name") == [(f"pincite {schema}",)]


def test_when_every_connection_is_in_use_the_library_is_busy(
    postgres: PostgresServer, schema: str
) -> None:
    narrow = postgres.open(schema, connections=2, connect_seconds=2)
    with narrow._server.writing(), pytest.raises(LibraryBusy, match="in use"):
        narrow._server.reading(lambda _ask: narrow.versions())
    assert narrow.versions() == []
    narrow.close()
    with pytest.raises(InputError):
        postgres.open(schema, connections=1)


def test_points_in_time_and_trees_are_answered_from_an_index(store: PostgresStore) -> None:
    put(store, "v1", *(packed(f"urn:lex:xm:act-2020-{n}") for n in range(1, 200)))
    store._server.rows("SELECT 1")
    for query, values, index in (
        ("SELECT * FROM legal_nodes WHERE urn = %s", (WORK,), "legal_nodes_urn"),
        ("SELECT * FROM legal_nodes WHERE citation_path <@ 'e7.root'", (), "citation_path"),
        ("SELECT * FROM legal_nodes WHERE citation_path @> 'e7.root.part_1'", (), "citation_path"),
    ):
        plan = store._server.rows(f"EXPLAIN {query}", values)
        assert any(index in line for (line,) in plan), plan


def test_pages_that_were_changed_from_outside_are_noticed(
    postgres: PostgresServer, store: PostgresStore, schema: str
) -> None:
    document, rows = laid_out(page(1, 0, 9))
    with store.write() as writer:
        writer.documents.put(document, rows, DOC)
    assert list(store.damaged()) == []
    postgres.execute(f"UPDATE {schema}.page SET label = 'ix'")
    [problem] = store.damaged()
    assert "pages" in problem


def test_the_engines_own_check_is_used_where_the_database_has_it(
    postgres: PostgresServer, two_versions: PostgresStore
) -> None:
    postgres.execute("CREATE EXTENSION amcheck")
    try:
        assert list(two_versions.damaged()) == []
    finally:
        postgres.execute("DROP EXTENSION amcheck")
