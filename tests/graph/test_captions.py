"""Captions over several lines, in columns, of courts anywhere: each names its parties."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.documents import graph_of, keys, lines, names, paper

HART = {"MIRIAM HART": ("plaintiff",), "BELLWEATHER LETTINGS LIMITED": ("defendant",)}


@pytest.mark.parametrize(
    "caption",
    [
        # One line a paragraph, in one column.
        """HIGH COURT OF MARCHMERE
        HARROWMOUTH REGISTRY
        MIRIAM HART,
        Plaintiff,
        v.
        BELLWEATHER LETTINGS LIMITED,
        Defendant.
        COMPLAINT""",
        # Two columns, read line by line.
        """HIGH COURT OF MARCHMERE HARROWMOUTH REGISTRY
        MIRIAM HART, )
        Plaintiff, ) Case No. HC 412/25
        v. )
        BELLWEATHER LETTINGS LIMITED, ) OPINION
        Defendant. )
        ) Decided 12 March 2026""",
        # Two columns, the last lines run together.
        """HIGH COURT OF MARCHMERE HARROWMOUTH REGISTRY
        MIRIAM HART, )
        Plaintiff, ) Case No. HC 412/25
        v. )
        BELLWEATHER LETTINGS LIMITED, ) ORDER ON THE PLAINTIFF’S Defendant. ) MOTION TO COMPEL
        This matter comes before the Court on the motion of the plaintiff.""",
        # The number of the case stands between the two sides.
        """HIGH COURT OF MARCHMERE
        HARROWMOUTH REGISTRY
        MIRIAM HART, Plaintiff,
        v. Case No. HC 412/25 BELLWEATHER LETTINGS LIMITED, Defendant.
        DEPOSITION OF A WITNESS""",
        # Texas draws its column with section signs, and others with brackets.
        """MIRIAM HART, § IN THE DISTRICT COURT OF
        Plaintiff, § HARRIS COUNTY, TEXAS
        v. §
        BELLWEATHER LETTINGS LIMITED, § 55TH JUDICIAL DISTRICT
        Defendant. §""",
        """MIRIAM HART, ] Appeal from the United
        Plaintiff-Appellant, ] No. 3:05-cv-00595-RLM
        v. ] Robert L. Miller, Jr., Judge. ]
        BELLWEATHER LETTINGS ]
        LIMITED, ]
        Defendant-Appellee. ]""",
        # Commonwealth courts.
        """IN THE HIGH COURT OF MARCHMERE
        HELD AT HARROWMOUTH
        In the matter between:
        MIRIAM HART Plaintiff
        and
        BELLWEATHER LETTINGS LIMITED Defendant
        JUDGMENT""",
        """IN THE HIGH COURT OF MARCHMERE
        BETWEEN:
        MIRIAM HART
        Plaintiff
        – and –
        BELLWEATHER LETTINGS LIMITED
        Defendant""",
        """BETWEEN: MIRIAM HART – Plaintiff – and – BELLWEATHER LETTINGS LIMITED – Defendant –
        JUDGMENT""",
    ],
)
def test_caption_names_both_parties_however_it_is_printed(tmp_path: Path, caption: str) -> None:
    with graph_of(tmp_path, lines(1, caption)) as graph:
        assert names(graph, "party") == HART


def test_heading_above_a_name_is_no_part_of_it(tmp_path: Path) -> None:
    text = """United States Court of Appeals
    for the Fifth Circuit
    FILED
    March 16, 2022
    No. 21-50498 Lyle W. Cayce Clerk
    Vanessa St. Pierre,
    Plaintiff—Appellant, versus
    Standard Insurance Company; Dearborn National Life Insurance Company,
    Defendants—Appellees."""
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert names(graph, "party") == {
            "Vanessa St. Pierre": ("plaintiff",),
            "Standard Insurance Company": ("defendant",),
            "Dearborn National Life Insurance Company": ("defendant",),
        }


def test_name_of_several_lines_after_a_definite_beginning_is_one_name(tmp_path: Path) -> None:
    text = """Not Reportable Case No:
    272/2022
    In the matter between:
    MEMBER OF THE EXECUTIVE
    COUNCIL OF HEALTH AND SOCIAL
    DEVELOPMENT, GAUTENG
    PROVINCIAL GOVERNMENT APPELLANT and
    THABO MOKOENA
    (obo L P M) RESPONDENT
    Coram: DAMBUZA AP and SALDULKER JJA"""
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert names(graph, "party") == {
            "MEMBER OF THE EXECUTIVE COUNCIL OF HEALTH AND SOCIAL DEVELOPMENT, GAUTENG PROVINCIAL"
            " GOVERNMENT": ("appellant",),
            "THABO MOKOENA": ("respondent",),
        }
        assert keys(graph, "docket") == {"272/2022"}


def test_parties_without_roles_are_told_apart_by_and_on_a_line_of_its_own(tmp_path: Path) -> None:
    text = """IN THE HIGH COURT OF SOUTH AFRICA
    GAUTENG LOCAL DIVISION HELD AT JOHANNESBURG
    CASE NO: SS076/2018
    In the matter between
    THE STATE
    and
    VINCENZO PIETROPAOLO
    J U D G M E N T
    MOKGOATLHENG, J: This is the judgment in the matter of S v Vincenzo Pietropaolo."""
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert names(graph, "party") == {"STATE": ("party",), "VINCENZO PIETROPAOLO": ("party",)}
        assert names(graph, "judge").keys() == {"MOKGOATLHENG"}
        assert keys(graph, "docket") == {"ss076/2018"}


def test_several_parties_each_with_a_role_of_its_own_are_each_found(tmp_path: Path) -> None:
    text = """In the matter between:
    JOHN MOYO
    First Applicant
    SARAH DUBE
    Second Applicant
    and
    MINISTER OF LANDS
    Respondent"""
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert names(graph, "party") == {
            "JOHN MOYO": ("applicant",),
            "SARAH DUBE": ("applicant",),
            "MINISTER OF LANDS": ("respondent",),
        }


def test_name_cut_by_the_other_column_is_kept_whole(tmp_path: Path) -> None:
    text = """MICHAEL TOFAUTE, et al., ]
    Plaintiffs-Appellants, ] No. 3:05-cv-00595-RLM-MGG ]
    v. ] Robert L. Miller, Jr., Judge. ]
    FEDEX GROUND PACKAGE SYSTEM, ] of Indiana, South Bend
    INC., ]
    Defendant-Appellant. ]"""
    one = lines(1, text)
    with graph_of(tmp_path, one) as graph:
        assert names(graph, "party") == {
            "MICHAEL TOFAUTE": ("plaintiff",),
            "FEDEX GROUND PACKAGE SYSTEM, INC.": ("defendant",),
        }
        for counted in graph.entities("party"):
            for place in graph.mentions(counted.entity):
                assert one.text[place.start : place.end] == place.words
                assert "]" not in place.words


def test_half_a_name_is_nobody(tmp_path: Path) -> None:
    text = """SOME WORDS THAT MAY BE A HEADING OR A NAME
    SERVICES,
    Plaintiff,
    v.
    ESTEBAN LEON,
    Defendant."""
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert names(graph, "party") == {"ESTEBAN LEON": ("defendant",)}


def test_words_that_the_document_prints_on_one_line_are_one_name(tmp_path: Path) -> None:
    text = """CENTRAL DISTRICT OF CALIFORNIA
    HARBOUR CONSUMER
    SERVICES,
    Plaintiff,
    v.
    ESTEBAN LEON,
    Defendant.
    ORDER GRANTING HARBOUR CONSUMER SERVICES’ APPLICATION"""
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert keys(graph, "party") == {"harbour consumer services", "esteban leon"}


def test_versus_on_a_line_of_its_own_is_a_caption_without_roles(tmp_path: Path) -> None:
    text = """TENNESSEE BUREAU OF WORKERS’ COMPENSATION
    Charles R. Goodwin ) Docket No. 2017-03-1235 )
    v. ) State File No. 80097-2017 )
    Morristown Driver’s Services, Inc., et al. ) )
    Appeal from the Court of Workers’ )"""
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert names(graph, "party") == {
            "Charles R. Goodwin": ("party",),
            "Morristown Driver’s Services, Inc.": ("party",),
        }


def test_a_fifth_heading_is_no_versus(tmp_path: Path) -> None:
    text = """IV. THE CLAIM
    HC 412/25
    V. THE ENTRY
    The entry was unlawful."""
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert keys(graph, "party") == set()


def test_counsel_for_a_party_is_not_the_party(tmp_path: Path) -> None:
    text = """MOTION TO STAY PENDING HERNANDEZ ROMAN V. WOLF
    San Francisco, CA 94111
    Telephone: 621-2493
    Counsel for Plaintiffs"""
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert "plaintiff" not in {r for roles in names(graph, "party").values() for r in roles}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("In re: RICHARD P. LIEBOWITZ No. 21-800\nORDER", {"RICHARD P. LIEBOWITZ": ("subject",)}),
        ("IN THE MATTER OF JOHN Q. SMITH\nORDER", {"JOHN Q. SMITH": ("subject",)}),
        ("In re:\nACME WIDGETS, INC., Debtor.\nChapter 11", {"ACME WIDGETS, INC.": ("debtor",)}),
        ("IN RE: Bard IVC Filters Products\nLiability Litigation, No. MDL 15-02641", {}),
        ("In the matter of the Companies Act 2006\nORDER", {}),
    ],
)
def test_in_re_names_the_subject_of_the_case_unless_that_is_nobody(
    tmp_path: Path, text: str, found: dict[str, tuple[str, ...]]
) -> None:
    with graph_of(tmp_path, lines(1, text)) as graph:
        assert names(graph, "party") == found


def test_contract_parties_listed_line_by_line_are_found_with_their_short_names(
    tmp_path: Path,
) -> None:
    text = """CONSULTING AGREEMENT
    THIS AGREEMENT is dated the 1st day of February, 2020. BETWEEN:
    CORAL GOLD RESOURCES LTD., a company having its head office at Vancouver (the "Company")
    AND:
    INTERMARK CAPITAL CORP., a company having an office at Vancouver
    (the "Consultant")
    WHEREAS:
    The Company is a mining company; and the Consultant is not."""
    with graph_of(tmp_path, lines(1, text)) as graph:
        found = {one.entity.name: one.mentions for one in graph.entities("party")}
        assert found == {"CORAL GOLD RESOURCES LTD.": 3, "INTERMARK CAPITAL CORP.": 3}


def test_party_called_by_its_role_in_small_letters_is_the_party(tmp_path: Path) -> None:
    text = """MIRIAM HART, Plaintiff, v. ACME LIMITED, Defendant. The plaintiff, Miriam Hart, complains
    of the defendant, Acme Limited, and of nobody else."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        found = {one.entity.name: one.mentions for one in graph.entities("party")}
        assert found == {"Miriam Hart": 2, "Acme Limited": 2}
