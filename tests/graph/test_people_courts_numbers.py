"""Courts, judges, attorneys, docket numbers, authorities."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.documents import graph_of, keys, names, paper


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("UNITED STATES DISTRICT COURT FOR THE DISTRICT OF ARIZONA", "us/azd"),
        ("United States District Court, Southern District of New York", "us/nysd"),
        ("the Northern District of California", "us/cand"),
        ("United States Bankruptcy Court for the District of Delaware", "us/deb"),
        ("United States Court of Appeals for the Ninth Circuit", "us/ca9"),
        ("the Federal Circuit", "us/cafc"),
        ("the D.C. Circuit", "us/cadc"),
        ("Supreme Court of the United States", "us/scotus"),
        ("Supreme Court of North Carolina", "us/nc"),
        ("the Delaware Court of Chancery", "us/delch"),
        ("the High Court of Zimbabwe", "name/high court of zimbabwe"),
        ("Superior Court, Onslow County", "name/superior court onslow county"),
        ("dómur Hæstaréttar", "is/haestirettur"),
        ("Landsrétti", "is/landsrettur"),
        ("the High Court of Marchmere", "name/high court of marchmere"),
        ("the HIGH COURT OF MARCHMERE HARROWMOUTH REGISTRY", "name/high court of marchmere"),
        ("the HIGH COURT OF NEW AVALON HELD AT PORT", "name/high court of new avalon"),
        ("the Tenancy Tribunal", "name/tenancy tribunal"),
        ("the Supreme Court of United States", "us/scotus"),
    ],
)
def test_court_is_known_by_its_id(tmp_path: Path, said: str, key: str) -> None:
    with graph_of(tmp_path, paper(1, f"It was filed in {said} last week.")) as graph:
        assert keys(graph, "court") == {key}


def test_court_without_a_place_is_no_entity(tmp_path: Path) -> None:
    text = """The district court agreed with the Court of Appeals. This Court affirms. District of
    Columbia law applies. The Tribunal and the Arbitral Tribunal agree, as do the Circuit Court of
    Appeals, the High Court and the Supreme Court of the State."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert keys(graph, "court") == set()


def test_judges_are_found_by_title_before_title_after_and_bench(tmp_path: Path) -> None:
    text = """[Hon. Nancy Torresen, U.S. District Judge] Before Howard, Chief Judge, Selya and Barron,
    Circuit Judges. Angela T. Quigless, P.J., Kurt S. Odenwald, J., and James M. Dowd, J. The order of
    Magistrate Judge Laurel Beeler stands. Judge Torresen denied it. Signed, MARCIA WALDRON, Clerk."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert keys(graph, "judge") == {
            "nancy torresen",
            "howard (doc-1)",
            "selya (doc-1)",
            "barron (doc-1)",
            "angela t quigless",
            "kurt s odenwald",
            "james m dowd",
            "laurel beeler",
        }


def test_commonwealth_judges_are_found_by_the_letters_after_their_names(tmp_path: Path) -> None:
    text = "THE HIGH COURT OF ZIMBABWE Coram: DAMBUZA AP and SALDULKER, NICHOLLS and GOOSEN JJA Heard: 07 March 2023. Plan J was dropped."
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert {name.casefold() for name in names(graph, "judge")} == {
            "dambuza",
            "saldulker",
            "nicholls",
            "goosen",
        }


def test_signature_is_an_attorneys_only_where_the_block_says_so(tmp_path: Path) -> None:
    brief = "Respectfully submitted, /s/ Reginald A. Williamson Reginald A. Williamson Georgia Bar No. 123456 Attorney for Plaintiff"
    contract = "IN WITNESS WHEREOF /s/ John Madden Name: John Madden Title: Authorized Signatory"
    with graph_of(tmp_path, paper(1, brief), paper(2, contract)) as graph:
        assert keys(graph, "attorney") == {"reginald a williamson"}
        assert keys(graph, "signatory") == {"john madden"}


def test_attorneys_are_found_by_bar_number_and_counsel_address(tmp_path: Path) -> None:
    text = """SEAN RIORDAN (SBN 255752) sriordan@aclunc.org WILLIAM S. FREEMAN wfreeman@aclunc.org
    39 Drumm Street San Francisco, CA 94111 Counsel for Plaintiffs-Appellees"""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert keys(graph, "attorney") == {"sean riordan", "william s freeman"}


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("Case No. 8:16-cv-1261 DOC (KESx)", "8:16-cv-01261"),
        ("8:16-cv-01261-DOC-KES", "8:16-cv-01261"),
        ("No. 20-1507", "20-1507"),
        ("No. 11–889", "11-889"),
        ("No. MDL 15-02641-PHX-DGC", "mdl 15-02641-phx-dgc"),
        ("No. ED108783", "ed108783"),
        ("Docket #: 17-3510", "17-3510"),
        ("Case No: 272/2022", "272/2022"),
        ("í máli nr. E-123/2020", "e-123/2020"),
        ("Case No. HC 412/25", "hc 412/25"),
        ("CASE NO: SS076/2018", "ss076/2018"),
    ],
)
def test_docket_numbers_are_kept_by_what_makes_them_the_same(
    tmp_path: Path, said: str, key: str
) -> None:
    with graph_of(tmp_path, paper(1, f"This is {said} of the list.")) as graph:
        assert keys(graph, "docket") == {key}


def test_other_numbers_are_no_docket_numbers(tmp_path: Path) -> None:
    text = """Pub. L. No. 104-191 and Contract No. 12-3456, Exhibit No. 10-12, Case Manager No.
    513-564-7036, No. 5, and the years 2015-2016, Docket No. 477, Roll No. 20-4417, Civil Action No.
    1:21-cv-______."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert keys(graph, "docket") == set()


def test_docket_numbers_of_a_list_are_each_found(tmp_path: Path) -> None:
    with graph_of(tmp_path, paper(1, "See Nos. 20-55436, 20-55662 and 20-56000.")) as graph:
        assert keys(graph, "docket") == {"20-55436", "20-55662", "20-56000"}


def test_cases_and_statutes_share_a_key_with_their_short_forms(tmp_path: Path) -> None:
    text = """Under Daubert v. Merrell Dow Pharmaceuticals, Inc., 509 U. S. 579 (1993), and 42 USC
    §1983. Daubert, 509 U.S. at 593, is clear. See 42 U.S.C. § 1983. Fed. R. Civ. P. 12 applies, and
    [2024] ZASCA 21."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        cases = {one.entity.key: one for one in graph.entities("case")}
        assert cases["509 u.s. 579"].mentions == 2
        assert cases["509 u.s. 579"].entity.name.startswith("Daubert v. Merrell Dow")
        assert set(cases) == {"509 u.s. 579", "[2024] zasca 21"}
        statutes = {one.entity.key: one.mentions for one in graph.entities("statute")}
        assert statutes == {"urn:lex:us:42usc:1983": 2, "urn:lex:us:frcp:12": 1}


def test_short_form_of_one_of_two_cases_in_a_volume_means_the_one_that_has_the_page(
    tmp_path: Path,
) -> None:
    text = """Smith v. Jones, 509 U.S. 100 (1993). Daubert v. Merrell Dow, 509 U.S. 579 (1993). As
    said in 509 U.S. at 593, and in 509 U.S. at 90."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert {one.entity.key: one.mentions for one in graph.entities("case")} == {
            "509 u.s. 100": 1,
            "509 u.s. 579": 2,
        }
