"""How a source is cited: in Bluebook form, in plain words, and in Markdown."""

from __future__ import annotations

import pytest

from pincite.surfaces.web.citations import bluebook, forms_of_citation, markdown, plain, record


@pytest.mark.parametrize(
    ("locator", "since", "cited"),
    [
        ("12 CFR § 1002.5(b)(1)", "2024-01-01", "12 C.F.R. § 1002.5(b)(1) (2024)"),
        ("12 CFR Part 1002", None, "12 C.F.R. pt. 1002"),
        ("15 U.S.C. § 1691(a)", "2023-05-02", "15 U.S.C. § 1691(a) (2023)"),
        ("D.C. Code § 28:9-101", None, "D.C. Code § 28:9-101"),
        (
            "Residential Tenancies Act [Chapter 20:14], s 12(1)",
            "2024-04-01",
            "Residential Tenancies Act ch. 20:14, § 12(1) (2024)",
        ),
        (
            "Rental Housing By-law, 2021, s 5",
            "2021-02-01",
            "Rental Housing By-law, 2021 § 5 (2021)",
        ),
        ("Constitution of Marchmere, art 7", None, "Constitution of Marchmere art. 7"),
        (
            "Marlowe v. Registrar of Tenancies, 14 M.L.R. 201, 203 (2022)",
            "2022-09-14",
            "Marlowe v. Registrar of Tenancies, 14 M.L.R. 201, 203 (2022)",
        ),
        (
            "Lög nr. 33/1944 - 65. gr., 1. mgr.",
            "1944-06-17",
            "Lög nr. 33/1944, 65. gr., 1. mgr. (1944)",
        ),
    ],
)
def test_law_in_bluebook_form(locator: str, since: str | None, cited: str) -> None:
    assert bluebook(locator, since) == cited


@pytest.mark.parametrize(
    ("locator", "kind", "cited"),
    [
        ("Complaint.pdf, p. 4, para. 22", "", "Compl. ¶ 22"),
        ("Complaint.pdf, p. 4, paras. 21-23", "complaint", "Compl. ¶¶ 21–23"),
        ("Hart.pdf, p. 14:3-15:9", "transcript", "Tr. 14:3–15:9"),
        ("Lease.pdf, p. 2", "contract", "Lease at 2"),
        ("Lease.pdf, pp. 2-3", "contract", "Lease at 2–3"),
        ("ledger.xlsx, sheet Deposit, rows 1-5", "", "ledger, sheet Deposit, rows 1-5"),
        ("notes.txt", "", "notes"),
    ],
)
def test_a_paper_of_the_case_in_bluebook_form(locator: str, kind: str, cited: str) -> None:
    assert record(locator, kind) == cited


def test_plain_words_say_since_when() -> None:
    assert plain("Act, s 1", "2024-04-01") == "Act, s 1, as in force from 2024-04-01"
    assert plain("Act, s 1", None, "No one may.") == "“No one may.” (Act, s 1)"


def test_markdown_links_and_nothing_in_it_is_taken_for_markup() -> None:
    said = markdown("Act [Chapter 1], s 1", None, "https://x/law/a(b)", "a *b* <script>\n[c](d)")
    assert said.splitlines()[0] == r"> a \*b\* \<script\> \[c\](d)"
    assert said.endswith(r"[Act \[Chapter 1\], s 1](https://x/law/a%28b%29)")


def test_a_publishers_address_is_preferred() -> None:
    one = {
        "locator": "Act, s 1", "urn": "urn:lex:xm:a:1", "valid_from": None, "quote": "No.",
        "source_url": "https://law.example/a",
    }  # fmt: skip
    assert "(https://law.example/a)" in forms_of_citation(one, "http://here/law/a").markdown
