"""Short forms, Id., supra and infra: what refers back, as `cases` reads it."""

from __future__ import annotations

import pytest

from citations.cases_found import only, words
from pincite.model.mention import CitedKind, Form


@pytest.mark.parametrize(
    ("text", "antecedent", "pin"),
    [
        ("509 U.S., at 593", None, "593"),
        ("Adarand, 515 U.S. at 241, n. 3", "Adarand", "241, n. 3"),
        ("316 F.Supp. at p. 884", None, "884"),
        ("Grant v. Esquire, supra, 316 F.Supp. at p. 884", "Grant v. Esquire", "884"),
    ],
)
def test_short_forms_have_no_key_of_their_own(text: str, antecedent: str | None, pin: str) -> None:
    one = only(f"So it was said. See {text}.")
    assert one.words == text
    assert (one.mention.form, one.mention.key, one.mention.pin) == (Form.SHORT, "", pin)
    assert one.mention.parts.get("antecedent") == antecedent


@pytest.mark.parametrize(
    ("text", "pin"),
    [
        ("Id. at 579", "579"),
        ("Id., at 579, n. 3", "579, n. 3"),
        ("Ibid.", ""),
        ("id. ¶ 12", "¶ 12"),
        ("Id. § 1002.2(l)", "§ 1002.2(l)"),
        ("Id. at 14:3-9", "14:3-9"),
        ("id. at *4", "*4"),
    ],
)
def test_id_takes_its_pinpoint_along(text: str, pin: str) -> None:
    one = only(f"It is settled. ({text})")
    assert (one.words, one.mention.form, one.mention.pin) == (text, Form.ID, pin)
    assert one.mention.kind == CitedKind.UNKNOWN


@pytest.mark.parametrize(
    "text",
    [
        "His Id. card was lost.",
        "She showed a photo ID.",
        "Mr. Ibid (his name) came.",
        "the id, he said",
    ],
)
def test_an_id_that_is_no_citation_is_left(text: str) -> None:
    assert words(text) == []


@pytest.mark.parametrize(
    ("text", "form", "parts"),
    [
        ("Smith, supra, at 42", Form.SUPRA, {"antecedent": "Smith"}),
        ("Garvey, supra note 1, at 317", Form.SUPRA, {"antecedent": "Garvey", "note": "1"}),
        ("supra Part II.A", Form.SUPRA, {"part": "Part II.A"}),
        ("n. 11, infra", Form.INFRA, {"note": "11"}),
        ("infra, at 12", Form.INFRA, {}),
        ("infra pp. 14–16", Form.INFRA, {}),
        ("Adarand, 515 supra, at 240", Form.SUPRA, {"antecedent": "Adarand", "volume": "515"}),
    ],
)
def test_supra_and_infra_say_what_they_point_at(
    text: str, form: Form, parts: dict[str, str]
) -> None:
    one = only(f"The claim is late, see {text}.")
    assert (one.words, one.mention.form) == (text, form)
    assert one.mention.parts == parts


@pytest.mark.parametrize(
    ("after", "called"),
    [
        ('(hereinafter "Norwood I")', "Norwood I"),
        ("[hereinafter Norwood II]", "Norwood II"),
        ("(“Norwood”)", "Norwood"),
    ],
)
def test_a_name_given_to_a_citation_is_kept(after: str, called: str) -> None:
    mention = only(f"Doe v. Roe, 61 F.3d 400 (D.C. Cir. 1995) {after}, and again.").mention
    assert mention.parts["hereinafter"] == called


def test_id_takes_the_subsections_that_are_set_apart() -> None:
    assert words("Id., § 502 (a) (20).") == ["Id., § 502 (a) (20)"]
