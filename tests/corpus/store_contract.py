"""What every engine behind the corpus port must do. Subclass StoreContract and give `store`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from corpus.document_contract import DocumentContract
from drafts import act, packed
from pincite.corpus import CorpusStore, pack
from pincite.errors import InputError, LibraryBusy, NotFound
from pincite.model import Override, OverrideStatus, Preemption, Synonym

WORK = "urn:lex:xm:act-2020-1"
JAN, JUN, DEC = date(2020, 1, 1), date(2021, 6, 1), date(2022, 12, 1)


def put(store: CorpusStore, tag: str, *drafts: object, collection: str = "acts") -> None:
    with store.write() as writer:
        writer.begin_version(tag, collection, "test")
        for one in drafts:
            writer.put(one)
        writer.finish_version({})


class StoreContract(DocumentContract):
    @pytest.fixture
    def store(self) -> CorpusStore:
        raise NotImplementedError

    @pytest.fixture
    def another(self) -> CorpusStore:
        """A second, empty corpus."""
        raise NotImplementedError

    @pytest.fixture
    def reopen(self) -> Callable[[], CorpusStore]:
        """Opens the same corpus again, as another process would."""
        raise NotImplementedError

    def test_what_is_put_comes_back_word_for_word(self, store: CorpusStore) -> None:
        draft = act()
        put(store, "v1", pack(draft))
        [(stored, root)] = store.find(WORK, at=JAN, tag=None)
        assert store.text(stored.key) == draft.text
        assert list(store.nodes(stored.key)) == draft.nodes
        assert root == draft.nodes[0]
        assert list(store.chunks(stored.key)) == draft.chunks
        assert store.chunk(stored.key, 1) == draft.chunks[1]
        assert store.chunk(stored.key, len(draft.chunks)) is None
        last = len(draft.chunks) - 1
        asked = [(stored.key, last), (stored.key, 0), (stored.key, 10_000), (0, 0)]
        assert store.chunks_at(asked) == {(stored.key, one): draft.chunks[one] for one in {0, last}}
        assert store.chunks_at([]) == {}
        assert list(store.citations(stored.key)) == draft.citations
        assert store.paragraphs(stored.key) == draft.paragraphs.tolist()
        assert store.source(stored.key, 0) == draft.sources[0]
        assert stored.expression.title == "Lamps Act"
        assert stored.version == "v1"

    def test_many_provisions_are_found_at_once_as_each_is_alone(self, store: CorpusStore) -> None:
        put(store, "v1", packed())
        urns = [f"{WORK}:2", WORK, f"{WORK}:1:a", f"{WORK}:99", "urn:lex:xm:act-1-1"]
        for at, tag in ((JAN, None), (None, None), (date(1900, 1, 1), None), (None, "v1")):
            alone = {urn: store.find(urn, at=at, tag=tag) for urn in urns}
            assert store.find_all(urns, at=at, tag=tag) == alone
        assert store.find_all([], at=JAN, tag=None) == {}
        with pytest.raises(NotFound):
            store.find_all(urns, at=None, tag="no-such-version")

    @pytest.mark.req("S3")
    def test_ancestors_come_nearest_first_and_descendants_in_document_order(
        self, store: CorpusStore
    ) -> None:
        put(store, "v1", packed())
        [(stored, node)] = store.find(f"{WORK}:1:a", at=JAN, tag=None)
        above = store.ancestors(stored.key, node)
        assert [one.kind for one in above] == ["section", "part", "work"]
        assert [one.path for one in above] == ["root.part_1.sec_1", "root.part_1", "root"]
        part = above[1]
        below = store.descendants(stored.key, part)
        assert [one.urn.removeprefix(WORK) for one in below] == [
            ":1",
            ":1:a",
            ":1:b",
            ":2",
            ":2:a",
            ":2:b",
        ]
        assert [one.kind for one in store.descendants(stored.key, part, depth=1)] == ["section"] * 2

    @pytest.mark.req("S10")
    def test_a_later_expression_ends_the_earlier_one(self, store: CorpusStore) -> None:
        put(store, "v1", packed())
        put(store, "v2", packed(start=JUN, sections=("Lamps shall be dark.",)))
        texts = [
            store.text(found[0][0].key, 0, 46)
            for day in (JAN, date(2021, 5, 31), JUN, DEC)
            if (found := store.find(f"{WORK}:1", at=day, tag=None))
        ]
        assert ["lit" in text for text in texts] == [True, True, False, False]
        assert store.find(f"{WORK}:1", at=date(2019, 12, 31), tag=None) == []
        spans = [(one.validity.start, one.validity.end) for one in store.timeline(WORK)]
        assert spans == [(JAN, JUN), (JUN, None)]

    def test_the_order_of_loading_does_not_change_who_is_in_force(self, store: CorpusStore) -> None:
        put(store, "v2", packed(start=JUN, sections=("Lamps shall be dark.",)))
        put(store, "v1", packed())
        assert [one.version for one in store.timeline(WORK)] == ["v1", "v2"]

    def test_an_expression_with_an_end_leaves_a_gap(self, store: CorpusStore) -> None:
        put(store, "v1", packed(end=date(2020, 6, 1)), packed(start=JUN, sections=("New.",)))
        assert store.find(WORK, at=date(2020, 12, 1), tag=None) == []
        assert store.find(WORK, at=JUN, tag=None) != []

    @pytest.mark.req("V7")
    def test_the_same_text_in_two_versions_is_kept_once_and_named_by_the_newest(
        self, store: CorpusStore
    ) -> None:
        put(store, "v1", packed())
        put(store, "v2", packed(start=JUN))
        assert store.counts()["expression"] == 1
        [span] = store.timeline(WORK)
        assert (span.validity.start, span.validity.end) == (JAN, None)
        assert store.find(WORK, at=JAN, tag=None)[0][0].version == "v1"
        assert store.find(WORK, at=DEC, tag=None)[0][0].version == "v2"

    @pytest.mark.req("S10")
    def test_a_work_without_any_date_is_found_at_every_date_and_says_that_it_has_none(
        self, store: CorpusStore
    ) -> None:
        put(store, "v1", packed(start=None, label="2011-31714"))
        assert store.find(WORK, at=None, tag="v1")[0][0].expression.label == "2011-31714"
        for day in (date(1900, 1, 1), JAN, None):
            [(stored, node)] = store.find(f"{WORK}:1", at=day, tag=None)
            assert stored.validity is None
            assert node.urn == f"{WORK}:1"
        assert store.timeline(WORK) == []

    def test_of_two_loads_without_a_date_the_newest_active_one_is_found_at_a_date(
        self, store: CorpusStore
    ) -> None:
        put(store, "v1", packed(start=None))
        put(store, "v2", packed(start=None, sections=("Lamps shall be dark.",)))
        assert store.find(WORK, at=JAN, tag=None)[0][0].version == "v2"
        with store.write() as writer:
            writer.activate("v1")
        assert store.find(WORK, at=JAN, tag=None)[0][0].version == "v1"

    @pytest.mark.req("S10")
    def test_a_work_that_has_a_date_is_not_there_before_it_though_another_load_has_none(
        self, store: CorpusStore
    ) -> None:
        put(store, "v1", packed(start=None))
        put(store, "v2", packed(start=JUN, sections=("Lamps shall be dark.",)))
        assert store.find(WORK, at=JAN, tag=None) == []
        assert store.find(WORK, at=JUN, tag=None)[0][0].version == "v2"
        with store.write() as writer:
            writer.activate("v1")
        assert store.find(WORK, at=JAN, tag=None)[0][0].version == "v1"

    def test_a_work_without_a_date_that_has_ended_is_not_there_at_any_date(
        self, store: CorpusStore
    ) -> None:
        put(store, "v1", packed(start=None))
        with store.write() as writer:
            writer.begin_version("v2", "acts", "test")
            assert writer.end_work(WORK, JUN)
            writer.finish_version({})
        assert store.find(WORK, at=JAN, tag=None) == []
        assert store.find(WORK, at=DEC, tag=None) == []

    @pytest.mark.req("V7")
    def test_rolling_back_sets_later_versions_of_the_collection_aside(
        self, store: CorpusStore
    ) -> None:
        put(store, "v1", packed())
        put(store, "other", packed("urn:lex:xm:act-2020-2"), collection="elsewhere")
        put(store, "v2", packed(start=JUN, sections=("Lamps shall be dark.",)))
        with store.write() as writer:
            assert writer.activate("v1") == ["v2"]
        assert [one.version for one in store.timeline(WORK)] == ["v1"]
        assert store.find("urn:lex:xm:act-2020-2", at=DEC, tag=None) != []
        assert [one.active for one in store.versions()] == [True, True, False]
        with store.write() as writer:
            assert writer.activate("v2") == []
        assert [one.version for one in store.timeline(WORK)] == ["v1", "v2"]

    def test_a_work_that_an_edition_lacks_has_ended(self, store: CorpusStore) -> None:
        put(store, "v1", packed(), packed("urn:lex:xm:act-2020-2"))
        with store.write() as writer:
            writer.begin_version("v2", "acts", "test")
            writer.put(packed(start=JUN))
            assert writer.end_absent(JUN, "xm", {WORK}) == 1
            writer.finish_version({})
        assert store.find("urn:lex:xm:act-2020-2", at=DEC, tag=None) == []
        assert store.find("urn:lex:xm:act-2020-2", at=JAN, tag=None) != []

    def test_a_tag_is_used_once(self, store: CorpusStore) -> None:
        put(store, "v1", packed())
        with pytest.raises(InputError):
            put(store, "v1", packed())
        assert len(store.versions()) == 1

    @pytest.mark.req("S10")
    def test_one_version_cannot_state_a_work_twice_for_one_date(self, store: CorpusStore) -> None:
        with pytest.raises(InputError):
            put(store, "v1", packed(), packed(sections=("Other.",)))
        assert store.versions() == []

    def test_an_exception_inside_a_transaction_leaves_nothing(self, store: CorpusStore) -> None:
        before = store.fingerprint()
        with pytest.raises(RuntimeError), store.write() as writer:
            writer.begin_version("v1", "acts", "test")
            writer.put(packed())
            raise RuntimeError
        assert store.fingerprint() == before
        assert store.find(WORK, at=JAN, tag=None) == []

    def test_a_second_writer_is_told_to_wait_and_readers_see_the_last_state(
        self, store: CorpusStore, reopen: Callable[[], CorpusStore]
    ) -> None:
        put(store, "v1", packed())
        other = reopen()
        with store.write() as writer:
            writer.begin_version("v2", "acts", "test")
            assert [one.tag for one in other.versions()] == ["v1"]
            with pytest.raises(LibraryBusy) as refused, other.write():
                pass
            assert refused.value.retryable
            writer.finish_version({})
        assert [one.tag for one in other.versions()] == ["v1", "v2"]
        other.close()

    @pytest.mark.req("S6")
    def test_overrides_are_found_by_urn_and_date_and_can_be_taken_back(
        self, store: CorpusStore
    ) -> None:
        with store.write() as writer:
            one = writer.add_override(
                Override(
                    0, f"{WORK}:1", OverrideStatus.VOID, "High Court", "[2021] XHC 1", JAN, JUN
                )
            )
        assert [found.id for found in store.overrides([f"{WORK}:1"], JAN)] == [one]
        assert store.overrides([f"{WORK}:1"], JUN) == []
        assert store.overrides([f"{WORK}:2"], JAN) == []
        with store.write() as writer:
            writer.remove_override(one)
        assert store.overrides() == []
        with pytest.raises(NotFound), store.write() as writer:
            writer.remove_override(one)

    @pytest.mark.req("S7")
    def test_preemptions_name_both_rules(self, store: CorpusStore) -> None:
        with store.write() as writer:
            writer.add_preemption(
                Preemption(0, f"{WORK}:1", "urn:lex:xm:act-1999-1:4", "Article 6")
            )
        [found] = store.preemptions([f"{WORK}:1"])
        assert found.by == "urn:lex:xm:act-1999-1:4"

    def test_what_is_read_inside_still_is_of_one_moment(
        self, store: CorpusStore, reopen: Callable[[], CorpusStore]
    ) -> None:
        put(store, "v1", packed())
        other = reopen()
        with store.still():
            before = store.revision()
            put(other, "v2", packed(start=JUN, label="2", sections=("Later.",)))
            assert store.revision() == before
            assert [one.tag for one in store.versions()] == ["v1"]
        other.close()
        assert store.revision() != before
        assert [one.tag for one in store.versions()] == ["v1", "v2"]

    def test_the_revision_changes_with_every_change(self, store: CorpusStore) -> None:
        before = store.revision()
        assert store.revision() == before
        with store.write() as writer:
            writer.add_synonyms([Synonym("kicked out", "eviction", 0.5)])
        assert store.revision() != before

    def test_a_synonym_given_again_replaces_the_first(self, store: CorpusStore) -> None:
        with store.write() as writer:
            assert writer.add_synonyms([Synonym("kicked out", "eviction", 0.5)]) == 1
        with store.write() as writer:
            assert writer.add_synonyms([Synonym("kicked out", "eviction", 0.9)]) == 0
        assert [one.weight for one in store.synonyms()] == [0.9]

    def test_dangling_links_are_counted_with_examples(self, store: CorpusStore) -> None:
        put(
            store,
            "v1",
            packed(cites=f"{WORK}:1"),
            packed("urn:lex:xm:act-2020-2", cites=f"{WORK}:77"),
        )
        total, dangling, examples = store.cited_but_missing("v1", 5)
        assert (total, dangling) == (2, 1)
        assert examples == [("urn:lex:xm:act-2020-2:99", "section 1", f"{WORK}:77")]

    def test_every_change_is_in_the_audit_log_and_the_chain_holds(self, store: CorpusStore) -> None:
        put(store, "v1", packed())
        with store.write() as writer:
            writer.activate("v1")
        assert [entry.action for entry in store.audit()] == ["init", "load", "rollback"]
        assert list(store.damaged()) == []

    def test_works_are_found_by_title_in_any_case_and_by_chapter(self, store: CorpusStore) -> None:
        put(store, "v1", packed(chapter="5:16"), packed("urn:lex:xm:act-2020-2", title="Oil Act"))
        assert store.works_titled("LAMPS ACT", "") == [WORK]
        assert store.works_titled("", "5:16") == [WORK]
        assert store.works_titled("nothing", "9:99") == []
        assert store.works_titled("Lamps%", "") == []
        assert list(store.works()) == [(WORK, "Lamps Act"), ("urn:lex:xm:act-2020-2", "Oil Act")]

    def test_a_work_says_of_itself_what_its_newest_active_expression_says(
        self, store: CorpusStore
    ) -> None:
        put(store, "v1", packed(chapter="5:16"), packed("urn:lex:xm:act-2020-2", title="Oil Act"))
        put(store, "v2", packed(title="Lamps and Oil Act", start=JUN))
        said = [(one.urn, one.title) for one in store.headers()]
        assert said == [(WORK, "Lamps and Oil Act"), ("urn:lex:xm:act-2020-2", "Oil Act")]
        with store.write() as writer:
            writer.activate("v1")
        assert [one.chapter for one in store.headers()] == ["5:16", ""]

    def test_a_chapter_at_the_end_of_a_title_may_be_left_out(self, store: CorpusStore) -> None:
        put(store, "v1", packed(title="100% Lamps_Act [Chapter 5:16]", chapter="5:16"))
        assert store.works_titled("100% lamps_act", "") == [WORK]
        assert store.works_titled("100% Lamps_Act [Chapter 5:16]", "") == [WORK]
        assert store.works_titled("100x lamps_act", "") == []

    def test_text_is_sliced_across_pages(self, store: CorpusStore) -> None:
        draft = act(
            sections=tuple(f"Þetta er {n}. grein — með texta {'x' * 900}." for n in range(60))
        )
        put(store, "v1", pack(draft))
        [(stored, _)] = store.find(WORK, at=JAN, tag=None)
        assert len(draft.text) > 50_000
        for start in range(0, len(draft.text), 4093):
            assert (
                store.text(stored.key, start, start + 20_000) == draft.text[start : start + 20_000]
            )
        assert store.text(stored.key, 10, 10) == ""

    def test_the_fingerprint_is_the_same_for_the_same_loads_only(
        self, store: CorpusStore, another: CorpusStore
    ) -> None:
        second = packed("urn:lex:xm:act-2020-2")
        put(store, "v1", packed(), second)
        put(another, "v1", second, packed())
        assert store.fingerprint() == another.fingerprint()
        put(store, "v2", packed(start=JUN, sections=("Other.",)))
        assert store.fingerprint() != another.fingerprint()
