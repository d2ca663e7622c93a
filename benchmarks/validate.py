"""The validator, measured: fabricated quotes that pass, true quotes refused, and what it costs.

    python benchmarks/validate.py [--quotes 20000] [--keep FOLDER] [--json FILE]

Passages are drawn with a fixed seed from Icelandic and Zimbabwean law, Supreme Court opinions and
contracts. A fabricated quote counts only where a plain search does not find it in the source that
it names; a third of them also bear what extraction does to a text. True quotes bear it in the
quote or in the source.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ingest import unpacked
from lookup import milliseconds, spread
from pincite.answer.records import AnswerDraft, DraftCitation, DraftClaim, QuotableSource
from pincite.answer.validate import ValidationRules, validate
from pincite.text import canonicalize
from validating.claims import (
    date_invented,
    date_of_two,
    date_told,
    number_invented,
    number_told,
    one_invented,
    quoted_in_claim,
    sum_told,
    unit_invented,
    unit_of_another,
    words_told,
)
from validating.fabricated import (
    BARE,
    SIGNS,
    STOPPED,
    added,
    another_version,
    beside_negation,
    changed,
    dropped,
    hyphen_dropped,
    in_one_sentence,
    invented,
    ligature_cut,
    mutated,
    negation_added,
    negation_dropped,
    not_in_force,
    number_changed,
    of_a_list,
    of_the_second,
    out_of_order,
    over_negation,
    recased,
    run_together,
    section_changed,
    shuffled,
    spliced,
    spliced_within,
    swapped,
    unaccented,
    with_abbreviation,
    word_cut,
    wrong_locator,
    wrong_source,
    wrong_urn,
)
from validating.faithful import (
    ARTEFACTS,
    ahead_of_negation,
    in_quote,
    in_source,
    untouched,
    with_ellipsis,
)
from validating.passages import Case, Make, chance, drawn, older_words

_TRIES, _SHOWN, _DISGUISED = 300, 3, 1 / 3


def fabricated(pairs: Sequence[tuple[str, QuotableSource]]) -> dict[str, Make]:
    return {
        "a word changed": mutated(changed),
        "a word dropped": mutated(dropped),
        "a word added": mutated(added),
        "a negation dropped": mutated(negation_dropped),
        "a negation added": mutated(negation_added),
        "beside a negation": beside_negation(BARE),
        "beside a negation and a stop": beside_negation(STOPPED),
        "beside a negation that bears a sign": beside_negation(BARE, SIGNS),
        "a number changed": mutated(number_changed),
        "a section changed": mutated(section_changed),
        "two words swapped": mutated(swapped),
        "words shuffled": mutated(shuffled),
        "spliced within a passage": spliced_within,
        "spliced of two passages": spliced,
        "an ellipsis, out of order": out_of_order,
        "an ellipsis over a negation": over_negation(in_one_sentence),
        "… and an abbreviation": over_negation(with_abbreviation),
        "… of a list": over_negation(of_a_list, most=60),
        "… behind a sentence's end": over_negation(of_the_second),
        "the wrong locator": wrong_locator,
        "the wrong source": wrong_source,
        "the wrong URN": wrong_urn,
        "of another version": another_version(pairs),
        "not in force": not_in_force,
        "case changed": mutated(recased),
        "an accent dropped": mutated(unaccented),
        "a word cut": word_cut(r"(?<=[^\W_])(?=[^\W_]{3})"),
        "a word cut at its hyphen": word_cut(r"(?<=\w)[-–‑](?=\w)|(?<=\w[-–‑])(?=\w)"),
        "a word cut at a sign within": word_cut(r"(?<=[^\W_]{2})(?=[^\W_]{3})", (*SIGNS, "-\n")),
        "a ligature cut": ligature_cut,
        "a number cut": word_cut(r"(?<=\d)[.,:/–](?=\d)|(?<=\d[.,:/–])(?=\d)"),
        "a hyphen dropped": mutated(hyphen_dropped),
        "words run together": mutated(run_together),
        "invented": mutated(invented),
        "claim: a number": number_invented,
        "claim: “one”": one_invented,
        "claim: a share or sum": unit_invented,
        "claim: another number's share or sum": unit_of_another,
        "claim: a date": date_invented,
        "claim: a date of two dates": date_of_two,
        "claim: words quoted in it": quoted_in_claim,
    }


def faithful() -> dict[str, Make]:
    many = [name for name in ARTEFACTS if name != "a soft hyphen at a line end"]
    found: dict[str, Make] = {"as it is": untouched}
    found |= {f"{name}, in the quote": in_quote(name) for name in ARTEFACTS}
    spaced = ("other spaces", "line and page breaks", "decomposed accents")
    found |= {f"{name}, in the source": in_source(name) for name in ARTEFACTS if name not in spaced}
    return found | {
        "three of these, in the quote": in_quote(*many),
        "an ellipsis": with_ellipsis(),
        "an ellipsis between sentences": with_ellipsis(whole=True),
        "an ellipsis of four dots": with_ellipsis(whole=True, stopped=True),
        "ahead of a sentence that negates": ahead_of_negation,
        "claim: a figure": number_told,
        "claim: a number in words": words_told,
        "claim: a sum or share": sum_told,
        "claim: a date": date_told,
    }


def holds(case: Case) -> bool:
    cited = DraftCitation(case.source.id, case.quote, case.locator, case.urn)
    draft = AnswerDraft((DraftClaim(case.claim, (cited,)),))
    return validate(draft, [case.source], ValidationRules(at=case.at)).holds


def stands(quote: str, text: str) -> bool:
    """A plain search, which knows nothing of the validator's: the words, from edge to edge."""
    wanted = rf"(?<![^\W_]){re.escape(canonicalize(quote))}(?![^\W_])"
    return re.search(wanted, text) is not None


def disguised(case: Case) -> Case:
    """The same, as extraction may have left the quote or the source."""
    # A dash in place of a hyphen would make two words of one that was cut there.
    unfit = ("line end", "dashes") if case.stands else ("line end",)
    name = chance.choice([one for one in ARTEFACTS if not one.endswith(unfit)])
    if chance.random() < 0.5:
        return case._replace(quote=ARTEFACTS[name](case.quote))
    text = canonicalize(ARTEFACTS[name](case.source.text))
    return case._replace(source=replace(case.source, text=text))


def tried(
    make: Make, sources: Sequence[QuotableSource], wanted: int, *, false: bool
) -> Iterator[tuple[Case, bool]]:
    for _ in range(wanted * _TRIES):
        if wanted == 0:
            return
        case = make(*chance.sample(sources, 2))
        if case is None or (false and not case.stands and stands(case.quote, case.source.text)):
            continue
        if false and chance.random() < _DISGUISED:
            case = disguised(case)
        wanted -= 1
        yield case, holds(case)


def counted(
    kinds: dict[str, Make], sources: Sequence[QuotableSource], quotes: int, *, false: bool
) -> list[dict[str, object]]:
    """How many of each class hold that should not, or do not that should."""
    rows: list[dict[str, object]] = []
    word = "passed" if false else "refused"
    for name, make in kinds.items():
        every = list(tried(make, sources, -(-quotes // (len(kinds) - 1)), false=false))
        bad = [case for case, held in every if held is false]
        rows.append({"class": name, "tried": len(every), word: len(bad)})
        for one in bad[:_SHOWN]:
            print(f"  {name}: {one.quote!r} {one.claim} [{one.source.id}]")
    total = {key: sum(int(str(row[key])) for row in rows) for key in ("tried", word)}
    return [*rows, {"class": "all", **total}]


def timed(sources: Sequence[QuotableSource]) -> list[dict[str, object]]:
    """An answer of eight quotes, against a plain search for each of them."""
    rows: list[dict[str, object]] = []
    for name in ("as it is", "ligatures, in the quote", "claim: a figure", "claim: a date"):
        make, ours, bare_search = faithful()[name], [], []
        for _ in range(300):
            cases: list[Case] = []
            while len(cases) < 8:
                cases += filter(None, [make(*chance.sample(sources, 2))])
            claims = [
                DraftClaim(one.claim, (DraftCitation(one.source.id, one.quote),)) for one in cases
            ]
            given = [one.source for one in cases]
            ours.append(
                milliseconds(validate, AnswerDraft(tuple(claims)), given, ValidationRules())
            )
            bare_search.append(milliseconds(_plainly, cases))
        found, reference = spread(ours), spread(bare_search)
        ratio = round(found["p50_ms"] / reference["p50_ms"], 1)
        rows.append({"quotes": name, **found, "plain_p50_ms": reference["p50_ms"], "ratio": ratio})
    return rows


def _plainly(cases: Sequence[Case]) -> list[bool]:
    return [canonicalize(one.quote) in canonicalize(one.source.text) for one in cases]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quotes", type=int, default=20000)
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    parser.add_argument("--keep", type=Path, default=Path(cache).expanduser() / "pincite-bench")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    sources = list(drawn(chosen.keep))
    root = unpacked("lagasafn")
    if not sources or root is None:
        sys.exit("the data is not here: set PINCITE_DATA")
    pairs = list(older_words(chosen.keep, root))
    found = {
        "fabricated": counted(fabricated(pairs), sources, chosen.quotes, false=True),
        "faithful": counted(faithful(), sources, chosen.quotes, false=False),
    }
    for part, rows in found.items():
        word = list(rows[0])[-1]
        print(f"\n{part:<44}{'tried':>8}{word:>10}{'share':>10}")
        for row in rows:
            share = int(str(row[word])) / max(int(str(row["tried"])), 1)
            print(f"{row['class']:<44}{row['tried']:>8}{row[word]:>10}{share:>10.2%}")
    found["timed"] = timed(sources)
    print(json.dumps(found, indent=2, ensure_ascii=False))
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
