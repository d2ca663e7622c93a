"""The check of a draft: quotes word for word, addresses, dates in force, numbers, marks, links."""

from __future__ import annotations

from datetime import date

import pytest

from answer.sources import FIRST, SECOND, TEXT, draft, source
from pincite.answer.locate import Around, locate
from pincite.answer.records import (
    AnswerDraft,
    DraftCitation,
    DraftClaim,
    DraftFault,
    DraftVerdict,
    QuotableSource,
    SourcePin,
)
from pincite.answer.validate import ValidationRules, validate
from pincite.text import canonicalize

ICELANDIC = (
    "Leigjandi skal greiða þriggja mánaða leigu, þó aldrei hærri fjárhæð en æðra yfirvald ákveður."
)


def checked(
    quote: str,
    of: QuotableSource | None = None,
    text: str = "So it is.",
    rules: ValidationRules | None = None,
) -> DraftVerdict:
    held = of or source()
    return validate(
        draft(DraftCitation(held.id, quote), text=text), [held], rules or ValidationRules()
    )


def said(claim: str, law: str) -> tuple[DraftFault, ...]:
    """What is wrong with a claim that cites all of a law."""
    return checked(law, source(law), text=claim).faults


@pytest.mark.req("V2", "U5")
@pytest.mark.parametrize(
    "quote",
    [
        "An owner may keep the whole of the deposit for ever.",
        FIRST.replace("one month", "two months"),
        FIRST.replace("may not", "may"),
        FIRST.replace("demand or accept", "accept or demand"),
        FIRST.replace("owner", "landlord"),
        FIRST.upper(),
        f"{FIRST[:-1]} of rent.",
        "",
        "…",
    ],
)
def test_fabricated_quote_fails(quote: str) -> None:
    assert not checked(quote).holds


@pytest.mark.req("V2", "U5")
@pytest.mark.parametrize("space", ["\u00a0", "\u2009", "\u202f", "\u3000", "\n", "\t ", "  "])
def test_nbsp_difference_passes(space: str) -> None:
    verdict = checked(f" {FIRST.replace(' ', space)}{space}")
    assert verdict.holds
    [check] = verdict.checks
    [span] = check.spans
    assert TEXT[slice(*span)] == FIRST


@pytest.mark.req("V2")
def test_one_bad_citation_fails_all() -> None:
    sources = [source(), source(SECOND, "S2")]
    good, other, bad = (
        DraftCitation("S1", FIRST),
        DraftCitation("S2", SECOND),
        DraftCitation("S2", FIRST),
    )
    assert validate(draft(good, other), sources, ValidationRules()).holds
    for cites in ((good, bad), (bad, good), (good, other, bad)):
        verdict = validate(draft(*cites), sources, ValidationRules())
        assert not verdict.holds
        assert verdict.faults == (DraftFault.NOT_VERBATIM,)
        assert verdict.checked == len(cites) - 1
    of_two = AnswerDraft((DraftClaim("One.", (good,)), DraftClaim("Two.", (bad,))))
    assert not validate(of_two, sources, ValidationRules()).holds
    assert not validate(
        AnswerDraft((DraftClaim("One.", (good,)), DraftClaim("Two.", ()))),
        sources,
        ValidationRules(),
    ).holds
    assert validate(AnswerDraft(()), sources, ValidationRules()).faults == (DraftFault.NO_CLAIM,)
    assert validate(draft(DraftCitation("S9", FIRST)), sources, ValidationRules()).faults == (
        DraftFault.UNKNOWN_SOURCE,
    )


@pytest.mark.req("V2", "U5")
def test_icelandic_characters_preserved() -> None:
    law = source(ICELANDIC)
    [check] = checked(ICELANDIC, law).checks
    assert ICELANDIC[slice(*check.spans[0])] == ICELANDIC
    assert canonicalize(ICELANDIC) == ICELANDIC
    for letter, other in (("þ", "th"), ("ð", "d"), ("æ", "ae"), ("ö", "o"), ("á", "a")):
        text = ICELANDIC.replace("ákveður", "ákveður öllum")
        assert not checked(text.replace(letter, other), source(text)).holds
    # The same letters, taken apart, are the same letters.
    assert checked("leigu, þó aldrei hærri fja\u0301rhæð", law).holds


@pytest.mark.req("U5")
@pytest.mark.parametrize(
    ("quote", "law", "fault"),
    [
        ("wner may not demand or accept", TEXT, DraftFault.CUTS_A_WORD),
        ("An owner may not dema", TEXT, DraftFault.CUTS_A_WORD),
        ("refundable fees are kept", "All non-refundable fees are kept.", DraftFault.CUTS_A_WORD),
        ("a fine of 1,000", "He pays a fine of 1,000.50 crowns.", DraftFault.CUTS_A_WORD),
        ("000 crowns or more", "He pays 5,000 crowns or more.", DraftFault.CUTS_A_WORD),
        ("demand or accept a deposit", TEXT, DraftFault.CUTS_A_NEGATION),
        ("Maximum deposit (1) An owner may", TEXT, DraftFault.CUTS_A_NEGATION),
        ("hærri fjárhæð en æðra yfirvald", ICELANDIC, DraftFault.CUTS_A_NEGATION),
        ("keep it for ever", "He can’t keep it for ever.", DraftFault.CUTS_A_NEGATION),
        ("He wrote to say that I", "He wrote to say that I don’t pay.", DraftFault.CUTS_A_NEGATION),
        ("may enter the house at night", "No person may enter the house at night.",
         DraftFault.CUTS_A_NEGATION),
        ("An owner", TEXT, DraftFault.TOO_SHORT),
        ("An owner may not … recoverable by the tenant", TEXT, None),
        ("the tenant within thirty days […] deposit that exceeds the rent", TEXT, DraftFault.OUT_OF_ORDER),
        ("An owner of it … demand any deposit", "An owner of it may not demand any deposit.",
         DraftFault.CUTS_A_NEGATION),
        ("An owner may not … for one", TEXT, DraftFault.TOO_SHORT),
        ("An owner may not … keep the cat", TEXT, DraftFault.NOT_VERBATIM),
    ],
)  # fmt: skip
def test_a_quote_cuts_no_word_and_no_negation(
    quote: str, law: str, fault: DraftFault | None
) -> None:
    assert locate(quote, law, ellipses=True)[0] is fault


@pytest.mark.req("U5")
def test_what_stands_around_a_source_counts_too() -> None:
    law = "lawful to keep a deposit for"
    for around, fault in (
        (Around("It is not ", " ever."), DraftFault.CUTS_A_NEGATION),
        (Around("It is un", " ever."), DraftFault.CUTS_A_WORD),
        (Around("It is ", "ty days."), DraftFault.CUTS_A_WORD),
        (Around("It is ", " no reason."), DraftFault.CUTS_A_NEGATION),
        (Around("It is ", " ever."), None),
    ):
        assert locate(law, law, ellipses=True, around=around)[0] is fault
    assert checked(law, source(law, before="It is not ")).faults == (DraftFault.CUTS_A_NEGATION,)


def test_dots_are_refused_where_they_are_not_allowed() -> None:
    quote = "An owner may not […] recoverable by the tenant"
    assert len(checked(quote).checks[0].spans) == 2
    assert checked(quote, rules=ValidationRules(ellipses=False)).faults == (DraftFault.ELLIPSIS,)


@pytest.mark.req("U5")
@pytest.mark.parametrize(
    ("claim", "law", "holds"),
    [
        ("It may be one month's rent.", TEXT, True),
        ("It may be two months' rent.", TEXT, False),
        ("It is back within 30 days.", TEXT, True),
        ("It is back within 31 days.", TEXT, False),
        ("He pays one thousand crowns.", "He pays 1,000 crowns at once.", True),
        ("Hann greiðir 1.000 kr.", "Hann greiðir 1,000 kr. strax.", True),
        ("The fee is $30.", "Within 30 days he pays a fee of $50.", False),
        ("The fee is $50.", "Within 30 days he pays a fee of $50.", True),
        ("It bears 30% interest.", "Within 30 days it bears 5% interest.", False),
        ("It is of 5 May 1999.", "Made on May 5, 1999 and June 6, 2001.", True),
        ("It is of 1999-05-05.", "Made on May 5, 1999 and June 6, 2001.", True),
        ("It is of May 5, 2001.", "Made on May 5, 1999 and June 6, 2001.", False),
        ("Sett 5. maí 1999.", "Lög þessi voru sett 5. maí 1999.", True),
        ("Section 14 says so.", SECOND, True),
        ("Section 15 says so.", SECOND, False),
    ],
)
def test_a_number_of_a_claim_stands_in_what_it_cites(claim: str, law: str, holds: bool) -> None:
    assert said(claim, law) == (() if holds else (DraftFault.NUMBER,))


@pytest.mark.req("V2")
def test_a_stated_address_is_that_of_the_place_quoted() -> None:
    one = TEXT.index("(1)")
    pins = (
        SourcePin(0, 4, len(TEXT), "urn:lex:xm:act-1:14", "Deposits Act, s 14", 0),
        SourcePin(one, one + 4, one + 4 + len(FIRST), "urn:lex:xm:act-1:14:1", "Deposits Act, s 14(1)", 1),
    )  # fmt: skip
    law = source(pins=pins)

    def of(**stated: str) -> tuple[DraftFault, ...]:
        return validate(
            draft(DraftCitation("S1", FIRST, **stated)), [law], ValidationRules()
        ).faults

    assert of() == ()
    assert of(locator="Deposits Act, s\u00a014") == of(locator="Deposits Act, s 14(1)") == ()
    assert of(urn="urn:lex:xm:act-1:14") == of(urn="urn:lex:xm:act-1:14:1") == ()
    assert of(locator="Deposits Act, s 15") == (DraftFault.WRONG_LOCATOR,)
    assert of(locator="Deposits Act, s 14(2)") == (DraftFault.WRONG_LOCATOR,)
    assert of(urn="urn:lex:xm:act-1:14:2") == (DraftFault.WRONG_URN,)


@pytest.mark.req("V2", "S10")
def test_what_is_not_in_force_or_no_longer_held_is_not_quoted() -> None:
    law = source(valid_from=date(2020, 1, 1), valid_to=date(2024, 4, 1))
    for day, faults in (
        ("2019-12-31", (DraftFault.NOT_IN_FORCE,)), ("2020-01-01", ()), ("2024-03-31", ()),
        ("2024-04-01", (DraftFault.NOT_IN_FORCE,)),
    ):  # fmt: skip
        assert checked(FIRST, law, rules=ValidationRules(date.fromisoformat(day))).faults == faults
    gone = ValidationRules(held=lambda one: one.id != "S1")
    assert checked(FIRST, rules=gone).faults == (DraftFault.NOT_HELD,)


@pytest.mark.req("U5")
@pytest.mark.parametrize("marks", ["“{}”", '"{}"', "„{}“", "«{}»", "‘{}’", "'{}'"])
def test_words_between_marks_in_a_claim_stand_in_what_it_cites(marks: str) -> None:
    for words in ("exceeds the rent", "deposit", "may not demand or accept a deposit"):
        assert said(f"It is {marks.format(words)} that counts.", TEXT) == ()
    for words in ("exceeds the salary", "bond", "may demand or accept a deposit"):
        assert said(f"It is {marks.format(words)} that counts.", TEXT) == (
            DraftFault.QUOTED_IN_TEXT,
        )


LINKS = [
    "https://evil.test/x", "FTP://evil.test", "www.evil.test", "[a](//evil.test)", "<img src=x>",
    "</p>", "![a](//evil.test/p.png \"t\")", "![a]( //evil.test/p.png )", "mailto:a@evil.test",
    "javascript:alert()", "evil.test/steal?a=b",
]  # fmt: skip


@pytest.mark.req("U7")
@pytest.mark.parametrize("link", LINKS)
def test_a_claim_links_to_nothing(link: str) -> None:
    assert said(f"The law says so. {link} Read it.", TEXT) == (DraftFault.LINK,)


@pytest.mark.req("U7")
@pytest.mark.parametrize("sign", ["\x1b[m", "\x00", "\u202e", "\u2066", "\U000e0041"], ids=ascii)
def test_a_claim_has_no_sign_that_is_not_seen(sign: str) -> None:
    assert not checked(FIRST, text=f"The law {sign} says so.").holds


@pytest.mark.parametrize(
    "text",
    ["The Act [Chapter 20:14] (as amended) says so.", "Data: none; the tenant/owner, e.g. rent.",
     "Section 14(1)[a] and section 14(2), skv. lögum."],
)  # fmt: skip
def test_what_only_looks_like_a_link_passes(text: str) -> None:
    assert said(text, "Chapter 20:14 a 14(1) 14(2)") == ()
