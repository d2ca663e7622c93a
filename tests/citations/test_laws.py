"""Laws found in running text: spans, keys, targets, lists and what is no law."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from growth import assert_linear
from pincite.citations.laws import laws
from pincite.citations.reading import CitableText, Locale, raw_reading
from pincite.model.mention import CitedKind, Form, Mention
from pincite.model.urn import Urn

US = Locale("us", "en")


def found(text: str, locale: Locale = US) -> list[tuple[str, tuple[str, ...]]]:
    reading = raw_reading(text, locale=locale)
    return [(reading.text[one.start : one.end], one.targets) for one in laws(reading)]


def only(text: str, locale: Locale = US) -> Mention:
    mentions = laws(raw_reading(text, locale=locale))
    assert len(mentions) == 1
    return mentions[0]


def urn(*paths: str) -> tuple[str, ...]:
    return tuple(f"urn:lex:{path}" for path in paths)


def test_a_section_of_the_code_has_a_key_without_its_pinpoint() -> None:
    mention = only("See 42 U.S.C. § 1983(a)(1) (1994 ed.), for that.")
    assert mention.key == "urn:lex:us:42usc:1983"
    assert mention.targets == urn("us:42usc:1983:a:1")
    assert mention.pin == "(a)(1)"
    assert mention.parts["year"] == "1994"
    assert mention.parts["title"] == "42"
    assert (mention.kind, mention.form) == (CitedKind.STATUTE, Form.FULL)


@pytest.mark.parametrize(
    "text",
    [
        "42 U.S.C. § 1983", "42 U. S. C. §1983", "42 USC 1983", "42 U.S.C. ss 1983",
        "42 U.S.C.A. § 1983", "42 U.S.C. sec. 1983", "42 U.S. Code § 1983",
        "section 1983 of title 42", "Title 42, United States Code, Section 1983",
        "section 1983 of title 42 of the United States Code",
    ],
)  # fmt: skip
def test_all_spellings_of_a_section_share_its_key(text: str) -> None:
    assert only(f"Under {text}, he sued.").key == "urn:lex:us:42usc:1983"


def test_a_list_is_one_mention_an_item() -> None:
    assert found("under 42 U.S.C. §§ 1981, 1983 and 1985(3).") == [
        ("42 U.S.C. §§ 1981", urn("us:42usc:1981")),
        ("1983", urn("us:42usc:1983")),
        ("1985(3)", urn("us:42usc:1985:3")),
    ]
    assert found("sections 12, 14 and 16(2) of title 5 apply") == [
        ("sections 12", urn("us:5usc:12")),
        ("14", urn("us:5usc:14")),
        ("16(2) of title 5", urn("us:5usc:16:2")),
    ]


def test_an_item_takes_over_what_it_leaves_out() -> None:
    assert found("5 U.S.C. § 552(a)(1), (2), and (b)") == [
        ("5 U.S.C. § 552(a)(1)", urn("us:5usc:552:a:1")),
        ("(2)", urn("us:5usc:552:a:2")),
        ("(b)", urn("us:5usc:552:b")),
    ]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("42 U.S.C. §§ 1981–1985", urn("us:42usc:1981", "us:42usc:1985")),
        ("42 U.S.C. §§ 1981 through 1985", urn("us:42usc:1981", "us:42usc:1985")),
        ("5 U.S.C. § 552(a)(1)-(3)", urn("us:5usc:552:a:1", "us:5usc:552:a:3")),
        ("29 C.F.R. §§ 1910.1–.9", urn("us:29cfr:1910.1", "us:29cfr:1910.9")),
        ("16 U.S.C. 668dd–668jj", urn("us:16usc:668dd", "us:16usc:668jj")),
        ("42 U.S.C. § 2000e-5", urn("us:42usc:2000e-5")),
        ("42 U.S.C. § 1395w-104", urn("us:42usc:1395w-104")),
        ("Cal. Civ. Code §§ 1750-1784", urn("us-ca:civ:1750", "us-ca:civ:1784")),
        ("N.C. Gen. Stat. §§ 163-82.6 and 163-82.7", urn("us-nc:gs:163-82.6")),
    ],
)
def test_a_hyphen_is_a_range_only_where_it_can_be_one(text: str, targets: tuple[str, ...]) -> None:
    assert found(text)[0][1] == targets


def test_a_number_that_counts_or_is_a_volume_ends_the_list() -> None:
    assert [text for text, _ in found("sections 5 and 7, 509 U.S. 579")] == ["sections 5", "7"]
    assert [text for text, _ in found("under section 5 and 30 days later")] == ["section 5"]


def test_spaced_pinpoints_belong_to_it_but_a_new_item_does_not() -> None:
    assert found("29 U.S.C. § 158 (b) (4) (A), which")[0][1] == urn("us:29usc:158:b:4:A")
    assert found("imposed under 29 U.S.C. § 158 (d) Appeals lie")[0][1] == urn("us:29usc:158")


def test_a_subdivision_written_apart_belongs_to_it() -> None:
    mention = only("under Cal. Penal Code section 487, subdivision (a), he")
    assert mention.key == "urn:lex:us-ca:penal:487"
    assert mention.targets == urn("us-ca:penal:487:a")
    assert mention.pin == "(a)"


def test_rules_are_listed_after_words_without_a_plural() -> None:
    assert found("Fed. R. Civ. P. 26 and 37, and more") == [
        ("Fed. R. Civ. P. 26", urn("us:frcp:26")),
        ("37", urn("us:frcp:37")),
    ]


def test_et_seq_belongs_to_it() -> None:
    mention = only("the Act, 15 U.S.C. § 1692 et seq.")
    assert mention.parts["following"] == "yes"
    assert mention.end == len("the Act, 15 U.S.C. § 1692 et seq.")


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("Fed. R. Civ. P. 12(b)(6)", "us:frcp:12:b:6"),
        ("Fed. Rule Civ. Proc. 56(c)", "us:frcp:56:c"),
        ("FRCP 12(b)(6)", "us:frcp:12:b:6"),
        ("Rule 12(b)(6) of the Federal Rules of Civil Procedure", "us:frcp:12:b:6"),
        ("Federal Rule of Evidence 702", "us:fre:702"),
        ("U.S. Const. art. I, § 8, cl. 3", "us:const:art-1:8:cl-3"),
        ("U.S. Const. amend. XIV, § 1", "us:const:amend-14:1"),
        ("Twenty-first Amendment", "us:const:amend-21"),
        ("Article III of the Constitution", "us:const:art-3"),
        ("26 C.F.R. § 1.61-1", "us:26cfr:1.61-1"),
        ("Treas. Reg. § 1.61-1", "us:26cfr:1.61-1"),
        ("I.R.C. § 501(c)(3)", "us:26usc:501:c:3"),
        ("29 C.F.R. Part 1910", "us:29cfr:1910"),
        ("Pub. L. No. 111-148, § 1501", "us:pl-111-148:1501"),
        ("U.C.C. § 2-207", "us:ucc:2-207"),
        ("U.S.S.G. § 2B1.1", "us:ussg:2B1.1"),
        ("Executive Order 13,769", "us:eo-13769"),
        ("N.Y. Penal Law § 125.25", "us-ny:penal:125.25"),
        ("720 ILCS 5/9-1", "us-il:ilcs:720:5:9-1"),
        ("D.C. Code § 28:9-101", "us-dc:dccode:28~9-101"),
        ("Rule 10b-5", "us:17cfr:240.10b-5"),
    ],
)
def test_each_kind_of_law_has_its_urn(text: str, target: str) -> None:
    mention = only(f"He relies on {text} here.")
    assert mention.targets == urn(target)
    assert str(Urn.parse(mention.targets[0])) == mention.targets[0]


def test_an_act_called_by_its_name_has_a_key_by_name() -> None:
    first = only("under Section 10(b) of the Securities Exchange Act of 1934.")
    assert first.key == "securities exchange act of 1934, § 10"
    assert only("See Securities Exchange Act of 1934 § 10(b).").key == first.key


def test_a_section_of_a_paper_is_no_statute() -> None:
    mention = only("as defined in Section 3.2(a) of the Loan Agreement")
    assert (mention.kind, mention.form) == (CitedKind.RECORD, Form.SHORT)
    assert mention.parts["of"] == "the Loan Agreement"
    assert mention.targets == ()


@pytest.mark.parametrize(
    "text",
    [
        "the First Amendment to the Lease", "rule 1 of the game", "section 3 of title deeds",
        "the USC 12 team", "39 A. L. R. 790", "Missouri Revised Statutes, 1939",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_law_has_no_target(text: str) -> None:
    assert [targets for _, targets in found(text) if targets] == []


def test_a_bare_section_is_left_to_what_stands_before() -> None:
    mention = only("He sued under § 1983.")
    assert (mention.form, mention.key, mention.parts["section"]) == (Form.SHORT, "", "1983")


@pytest.mark.parametrize(
    "text", ["§ ___", "§", "§§", "§ II.A", "(§)", "§ 5, § x and §§ 7, 8", "a§b"]
)
def test_every_section_sign_lies_in_a_mention(text: str) -> None:
    mentions = laws(CitableText(text))
    for at, char in enumerate(text):
        if char == "§":
            assert any(one.start <= at < one.end for one in mentions)


def test_a_bare_section_of_the_code_means_the_code_only_at_home() -> None:
    home = found("see § 18-514 and §§ 1-204.01 to 1-204.15.", Locale("us-dc", "en"))
    assert home == [
        ("§ 18-514", urn("us-dc:dccode:18-514")),
        ("§§ 1-204.01 to 1-204.15", urn("us-dc:dccode:1-204.01", "us-dc:dccode:1-204.15")),
    ]
    assert all(not targets for _, targets in found("see § 18-514."))


def test_another_states_code_is_not_taken_for_the_codes_of_the_texts_home() -> None:
    text = "N.C. Gen. Stat. § 14-27"
    assert found(text, Locale("us-dc", "en")) == [(text, urn("us-nc:gs:14-27"))]


def test_an_earlier_edition_of_the_code_is_not_the_code_of_today() -> None:
    mention = only("1981 Ed., § 9-818.", Locale("us-dc", "en"))
    assert mention.targets == ()
    assert mention.key == "D.C. Code, 1981 ed., § 9-818"


HOSTILE = [
    "§", "§ ", "§§ 1, ", "(a)", "(a) ", "section ", "section 5(a)", "sections 1 to ", "1", "1-",
    "1.", "A", "Aa ", "Act ", "Aa Act ", "Section 5 of the Aa Bb ", "5 U.S.C. ", "5 U.S.C. § 1-",
    "First and ", "Cal. Civ. Code ", "subsection (a) of ", "paragraph (a)(a)(a)", "§ 1 [a] ",
    "this section ", "of the ", "Restatement (Second) of Aa ", "§ 1.1.1.1", "1:1-1", "Title 5 of ",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_with_the_text_and_no_faster(piece: str) -> None:
    def work(size: int) -> Callable[[], object]:
        text = (piece * (size // len(piece) + 1))[:size]
        return lambda: laws(CitableText(text, Locale("us-dc", "en")))

    assert_linear(work, 10_000, 40_000)
