"""Parties and bodies: captions, roles, preambles, and names that stay undecided."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.documents import graph_of, keys, names, paper
from pincite.graph.names import may_be, name_key


def test_caption_names_plaintiff_and_defendant(tmp_path: Path) -> None:
    text = """UNITED STATES DISTRICT COURT CENTRAL DISTRICT OF CALIFORNIA CONSUMERINFO.COM, INC. dba
    EXPERIAN CONSUMER SERVICES, Plaintiff, v. ESTEBAN LEON; and DOES 1 through 10, inclusive,
    Defendants. Case No. 8:16-cv-1261 DOC (KESx) ORDER"""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert names(graph, "party") == {
            "CONSUMERINFO.COM, INC.": ("plaintiff",),
            "ESTEBAN LEON": ("defendant",),
        }


def test_caption_with_several_parties_on_one_side_names_each(tmp_path: Path) -> None:
    text = """IN THE SUPREME COURT OF NORTH CAROLINA No. 363A14-4 Filed 11 February 2022 GIFT SURPLUS,
    LLC, and SANDHILL AMUSEMENTS, INC., Plaintiffs, v. JOHN SMITH, MARY JONES and ANN LEE,
    Defendants."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert keys(graph, "party") == {
            "gift surplus llc",
            "sandhill amusements inc",
            "john smith",
            "mary jones",
            "ann lee",
        }


def test_official_capacity_is_no_part_of_a_name(tmp_path: Path) -> None:
    text = """United States Court of Appeals For the First Circuit No. 20-1507 CALVARY CHAPEL OF
    BANGOR, Plaintiff, Appellant, v. JANET T. MILLS, in her official capacity as Governor of the
    State of Maine, Defendant, Appellee."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert names(graph, "party") == {
            "CALVARY CHAPEL OF BANGOR": ("plaintiff",),
            "JANET T. MILLS": ("defendant",),
        }


def test_article_before_a_name_is_no_part_of_it(tmp_path: Path) -> None:
    text = "THE ACME CORPORATION, Plaintiff, v. THE STATE OF MAINE, Defendant."
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert keys(graph, "party") == {"acme corp", "state of maine"}


def test_matter_between_two_parties_is_a_caption(tmp_path: Path) -> None:
    text = """THE SUPREME COURT OF APPEAL OF SOUTH AFRICA JUDGMENT Case No: 272/2022 In the matter
    between: MEMBER OF THE EXECUTIVE COUNCIL APPELLANT and THABO MOKOENA RESPONDENT Coram: DAMBUZA
    AP and SALDULKER JJA"""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert names(graph, "party") == {
            "MEMBER OF THE EXECUTIVE COUNCIL": ("appellant",),
            "THABO MOKOENA": ("respondent",),
        }
        assert keys(graph, "court") == {"za/zasca"}
        assert keys(graph, "docket") == {"272/2022"}


def test_preamble_names_the_parties_and_their_short_names(tmp_path: Path) -> None:
    text = """This Reseller Agreement (this "Agreement") is entered into as of May 3, 2004 by and between
    PivX Corporation, a California corporation, having its principal place of business at 23 Corporate
    Plaza Drive, Newport Beach, California ("PivX") and Detto Technologies, a Washington corporation
    ("Detto"). NOW THEREFORE the parties agree. PivX grants to Detto a licence. Detto pays PivX."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        found = {one.entity.name: one.mentions for one in graph.entities("party")}
        assert found == {"PivX Corporation": 4, "Detto Technologies": 4}


def test_role_before_a_name_is_a_party_only_where_it_can_be_one(tmp_path: Path) -> None:
    text = """MARY JONES, Plaintiff, v. ACME, INC., Defendant. The Plaintiff Profile Forms were due.
    Defendant Acme, Inc. moved to dismiss. Plaintiff Jones opposed, and Plaintiff Mary Jones won."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert names(graph, "party") == {
            "Acme, Inc.": ("defendant",),
            "Mary Jones": ("plaintiff",),
        }
        words = {
            place.words for one in graph.entities("party") for place in graph.mentions(one.entity)
        }
        assert "Jones" in words


def test_family_name_of_two_parties_is_nobodys(tmp_path: Path) -> None:
    text = """JOHN SMITH and JANE SMITH, Plaintiffs, v. ACME, INC., Defendant. Mr. Smith testified.
    Plaintiff Smith was present."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert keys(graph, "party") == {"john smith", "jane smith", "acme inc"}
        assert sum(one.mentions for one in graph.entities("party")) == 3


def test_family_name_of_the_only_bearer_is_his(tmp_path: Path) -> None:
    text = """JOHN SMITH, Plaintiff, v. ACME, INC., Defendant. Mr. Smith testified. Then it was Smith
    who left for Smith County, with Jane Smith."""
    with graph_of(tmp_path, paper(1, text)) as graph:
        smith = next(one for one in graph.entities("party") if one.entity.key == "john smith")
        assert [place.words for place in graph.mentions(smith.entity)] == [
            "JOHN SMITH",
            "Smith",
            "Smith",
        ]


def test_single_names_of_two_documents_are_not_one_entity(tmp_path: Path) -> None:
    one, two = "MILLER v. ROE No. 20-1507", "MILLER v. POE No. 20-1508"
    with graph_of(tmp_path, paper(1, one), paper(2, two)) as graph:
        assert "miller (doc-1)" in keys(graph, "party")
        assert "miller (doc-2)" in keys(graph, "party")


def test_body_is_one_entity_whether_party_or_not_and_however_its_form_is_spelled(
    tmp_path: Path,
) -> None:
    caption = "ACME WIDGETS, INC., Plaintiff, v. JOHN ROE, Defendant."
    letter = "We sold it to Acme Widgets Incorporated, and to Acme Widgets LLC."
    with graph_of(tmp_path, paper(1, caption), paper(2, letter)) as graph:
        acme = next(one for one in graph.entities("party") if one.entity.key == "acme widgets inc")
        assert (acme.mentions, acme.documents) == (2, 2)
        assert acme.entity.name == "Acme Widgets Incorporated"
        assert keys(graph, "organisation") == {"acme widgets llc"}


def test_contract_terms_are_no_bodies(tmp_path: Path) -> None:
    text = "The Company and the Holding Company agree. Should Company fail, the Distributor, Company or its agents pay."
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert graph.entities("organisation") == []


def test_icelandic_parties_and_bodies_are_found(tmp_path: Path) -> None:
    text = """Héraðsdómur Reykjavíkur Dómur 12. mars 2015 í máli nr. E-123/2014. Stefnandi er Jón
    Sigurður Jónsson, til heimilis í Reykjavík. Stefndi er Norðurverk ehf., Akureyri. Anna Björk
    Jónsdóttir héraðsdómari kvað upp dóm þennan. Lögmaður stefnanda er Páll Pálsson lögmaður. Krafan
    er reist á lögum nr. 38/2001 og laga um vexti nr. 38/2001."""
    with graph_of(tmp_path, paper(1, text, "is")) as graph:
        assert names(graph, "party") == {
            "Jón Sigurður Jónsson": ("plaintiff",),
            "Norðurverk ehf.": ("defendant",),
        }
        assert keys(graph, "court") == {"is/heradsdomur reykjavíkur"}
        assert keys(graph, "docket") == {"e-123/2014"}
        assert keys(graph, "judge") == {"anna björk jónsdóttir"}
        assert keys(graph, "attorney") == {"páll pálsson"}
        assert keys(graph, "statute") == {"urn:lex:is:38-2001"}
        assert [event.iso for event in graph.timeline()] == ["2015-03-12"]


def test_names_inside_citations_are_not_parties(tmp_path: Path) -> None:
    text = "See Daubert v. Merrell Dow Pharmaceuticals, Inc., 509 U.S. 579 (1993)."
    with graph_of(tmp_path, paper(1, text)) as graph:
        assert {one.entity.kind for one in graph.entities()} == {"case"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Acme, Inc.", "ACME INCORPORATED"),
        ("The Acme Company", "Acme Co."),
        ("C. R. Bard, Inc.", "C.R. Bard Inc"),
        ("Wells Fargo Bank, N.A.", "Wells Fargo Bank, National Association"),
        ("Stremick’s Foods, L.L.C.", "Stremick's Foods LLC"),
    ],
)
def test_spellings_of_one_body_share_a_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("short", "full", "may"),
    [
        ("smith", "john smith", True),
        ("j smith", "john smith", True),
        ("nichole m jagels", "nichole marie jagels", True),
        ("john smith", "jane smith", False),
        ("john smith", "john smith jr", False),
        ("john smith jr", "john smith sr", False),
        ("smith", "john smith jr", True),
        ("mary smith", "john mary smith", False),
    ],
)
def test_shorter_name_stands_for_a_fuller_one_only_if_all_it_says_agrees(
    short: str, full: str, may: bool
) -> None:
    assert may_be(short, full) is may
