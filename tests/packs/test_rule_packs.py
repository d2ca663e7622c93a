"""Packs of the rules of the bundled law: all that governs them is there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from packs.bundled import DECISIONS, WANTED, loaded
from packs.inputs import context, manifest
from pincite.errors import InputError
from pincite.library import Library
from pincite.packs.archive import archived

DEPOSIT = "urn:lex:xm:act-2019-11:14"


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with loaded(tmp_path_factory.mktemp("bundled")) as opened:
        yield opened


@pytest.mark.req("F1")
def test_a_rule_without_a_day_or_a_version_is_refused_with_a_hint(law: Library) -> None:
    with pytest.raises(InputError) as problem:
        law.packs.build(DEPOSIT)
    assert "--at" in problem.value.hint
    by_date = law.packs.build(DEPOSIT, at=date(2024, 6, 1))
    assert archived(by_date.files) == archived(law.packs.build(DEPOSIT, at="2024-06-01").files)


@pytest.mark.req("F1")
def test_all_that_governs_a_rule_is_in_its_pack(law: Library) -> None:
    for wanted in WANTED[len(DECISIONS) :]:
        pack = law.packs.build(wanted.what, at=wanted.at, version=wanted.version)
        scope = law.scope(wanted.what, at=wanted.at, version=wanted.version)
        found = context(pack)
        roles = [one["role"] for one in found]
        counts = {role: roles.count(role) for role in roles}
        assert counts == {
            role: number
            for role, number in (
                ("override", len(scope.halts)),
                ("override_of_part", len(scope.partly)),
                ("preemption", len(scope.preemptions)),
                ("ancestor", sum(not one.enabling for one in scope.ancestors)),
                ("enabling", sum(one.enabling for one in scope.ancestors)),
                ("definition", len(scope.definitions)),
                ("undecided", sum(len(one.between) for one in scope.ties)),
                ("exception", len(scope.exceptions)),
                ("not_held", len(scope.not_held)),
            )
            if number
        }
        assert manifest(pack)["coverage"]["roles"] == counts
        assert pack.files["anchor.txt"].decode() == scope.rule.text
        assert manifest(pack)["anchor"]["standing"] == scope.law_status.status.value


@pytest.mark.req("F1")
def test_what_courts_and_higher_law_did_to_a_rule_is_in_its_pack(law: Library) -> None:
    def roles(what: str, at: str) -> dict[str, dict[str, str]]:
        return {one["role"]: one for one in context(law.packs.build(what, at=at))}

    section = "urn:lex:xm:act-2019-11:24"
    assert "override" not in roles(section, "2022-09-13")
    void = roles(section, "2022-09-15")["override"]
    assert (void["status"], void["of"]) == ("VOID", section)
    assert "Marlowe" in void["citation"]
    assert "id" not in void, "the number is of one library"
    assert roles("urn:lex:xm:act-2019-11:25", "2023-01-01")["override_of_part"]["status"] == "VOID"
    by_law = "urn:lex:xm-har:act.by-law-2021-rental-housing:4"
    assert roles(by_law, "2022-01-01")["preemption"]["by"] == "urn:lex:xm:act-2019-11:14"
