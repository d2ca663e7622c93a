"""Whether the document that a question names is found, and none where it names none.

    python benchmarks/named_documents.py [--misses] [--json FILE] [--small]

Contracts, privacy policies, merger agreements and non-disclosure agreements lie in one matter, or
with --small in matters of six. The questions that name a document are of three kinds: `merger`
(LegalBench-RAG's own, "Consider …;"), `made` (from the parties and the kind that a document's
opening and file name give, put the ways people put them) and `hand` (marks/named.jsonl, written
from file names and openings). `marked` are the lines of marks/answers-a.jsonl that name a contract,
`none` are questions that name no document, from the same file and from training/questions.

Right: that document alone is searched. Among: it is one of a few that are. Wrong: others are. The
documents are split in two halves by their hash: `dev` is for development, `held` is not looked at.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from answered import files
from ingest import unpacked
from pincite.search.document_cards import OPENING, DocumentCards, NamedFile, lemma_of
from pincite.search.named_document import DocumentNames, MatterTexts, writes_small
from pincite.text.words import forms

_HERE = Path(__file__).parent
_CONTRACTS, _AGREEMENTS, _SMALL = 60, 45, 6
_quoted = re.compile(r"[(“\"]+(?:the )?[“\"]([A-Z][\w.&' -]{2,28})[”\"]\)?")
_formed = re.compile(
    r"\b((?:[A-Z][\w&'-]+,? ){1,4})(?:Inc|INC|Corp|Corporation|CORPORATION|LLC|Ltd|LTD|plc)\b"
)
_ROLES = frozenset((
    "agreement", "party", "parties", "company", "client", "customer", "distributor",
    "licensor", "licensee", "supplier", "buyer", "seller", "consultant", "contractor",
    "agent", "vendor", "franchisee", "franchisor", "sponsor", "trust", "adviser", "owner",
    "service", "provider", "participant", "employee", "employer", "executive", "recipient",
    "exhibit", "confidential", "information", "effective", "date", "purchaser", "investor",
    "prospect", "business", "manufacturer", "products", "territory", "term", "bank", "fund",
    "corporation", "shares", "offering", "parent", "merger", "sub", "target", "subsidiary",
    "the", "this", "disclosing", "receiving", "industry", "surviving", "industries",
    "delaware", "florida", "illinois", "california", "texas", "nevada", "massachusetts",
    "york", "regulatory", "authority",
))  # fmt: skip
_FILED_KIND = re.compile(r"([A-Za-z][A-Za-z&/ -]*(?:agreement|contract))", re.IGNORECASE)
# {0} and {1} are parties, {kind} is the document's.
_TEMPLATES = (
    "In {0}'s {kind}, who pays the costs?",
    "under the {0} {kind}, how much notice is needed to end it?",
    "Consider the {kind} between {0} and {1}; is there a cap on liability?",
    "Does {0}'s agreement with {1} renew by itself?",
    "what law governs the {0} / {1} {kind}",
    "{0} and {1} deal: may either side assign it?",
)
_OF_POLICIES = (
    "Does {0}'s privacy policy allow sharing with advertisers?",
    "what does the {0} privacy policy say about children",
    "Under {0}'s policy, how do I delete my account?",
)


class Asked(NamedTuple):
    kind: str
    corpus: str
    document: str
    question: str


@cache
def corpora() -> dict[str, dict[str, str]]:
    """The texts of each corpus by the names of their files."""
    root = unpacked("external")
    assert root is not None, "external is not here: set PINCITE_DATA"
    contracts = files("contracts")
    marked = {line["document"] for line in _lines("answers-a") if line.get("named")}
    chosen = {*sorted(contracts, key=_hash)[:_CONTRACTS], *marked}
    merger = root / "legalbench-rag" / "corpus" / "maud"
    nli = json.loads((root / "contractnli" / "dev.json").read_text("utf-8"))["documents"]
    return {
        "contracts": {name: contracts[name] for name in sorted(chosen)},
        "policies": files("policies"),
        "mergers": {path.name: path.read_text("utf-8") for path in sorted(merger.iterdir())},
        "agreements": {one["file_name"]: one["text"] for one in nli[:_AGREEMENTS]},
    }


def questions() -> Iterator[Asked]:
    root = unpacked("external")
    assert root is not None
    tests = json.loads((root / "legalbench-rag" / "benchmarks" / "maud.json").read_text("utf-8"))
    seen: set[tuple[str, str]] = set()
    for test in tests["tests"]:
        name = test["snippets"][0]["file_path"].removeprefix("maud/")
        if (name, test["query"]) not in seen and name in corpora()["mergers"]:
            seen.add((name, test["query"]))
            yield Asked("merger", "mergers", name, test["query"])
    for corpus in ("contracts", "agreements", "mergers", "policies"):
        for name, text in corpora()[corpus].items():
            yield from _made(corpus, name, text)
    for line in _lines("named"):
        yield Asked("hand", line["corpus"], line["document"], line["question"])
    for line in _lines("answers-a"):
        if line.get("named"):
            yield Asked("marked", "contracts", line["document"], line["question"])
    yield from _naming_none()


def _made(corpus: str, name: str, text: str) -> Iterator[Asked]:
    """Two a document, by what its opening calls its parties."""
    draw = random.Random(_hash(name))
    if corpus == "policies":
        party = name.removesuffix(".txt").rsplit(".", 1)[0].rpartition(".")[2]
        for template in draw.sample(_OF_POLICIES, 2):
            asked = template.format(draw.choice((party.capitalize(), party, name[:-4])))
            yield Asked("made", corpus, name, asked)
        return
    parties = _parties(text)
    if not parties or "amendment" in name.lower():
        return
    named = _FILED_KIND.search(name.replace("_", " ").rpartition("-")[2])
    kind = named[1].strip().lower() if named else "agreement"
    kind = "merger agreement" if corpus == "mergers" else kind
    pair = (parties * 2)[:2]
    wanted = [one for one in _TEMPLATES if len(parties) > 1 or "{1}" not in one]
    for template in draw.sample(wanted, 2):
        asked = template.format(*pair, kind=draw.choice((kind, kind.title())))
        yield Asked("made", corpus, name, asked.lower() if draw.random() < 0.3 else asked)


def _parties(text: str) -> list[str]:
    """Short names, as the opening defines them beside the whole ones, or without their forms."""
    opening = " ".join(text[:3000].split())
    found: list[str] = []
    for match in _formed.finditer(opening):
        whole = match[1].strip(" ,")
        defined = _quoted.search(opening, match.end(), match.end() + 250)
        short = defined[1] if defined else whole
        own = set(forms(whole)) & set(forms(short))
        found.append(short if own and not _ROLES.intersection(forms(short)) else whole)
    kept = [one for one in found if not _ROLES.intersection(forms(one)) and len(one) > 2]
    return list({one.casefold(): one for one in reversed(kept)}.values())[::-1][:2]


def _naming_none() -> Iterator[Asked]:
    for line in _lines("answers-a"):
        if not line.get("named") and line["language"] == "en":
            yield Asked("none", line["corpus"], line.get("document", ""), line["question"])
    for path in sorted((_HERE.parent / "training" / "questions").glob("*.jsonl")):
        if "icelandic" in path.name:
            continue
        lines = path.read_text("utf-8").splitlines()
        for line in random.Random(path.name).sample(lines, min(25, len(lines))):
            yield Asked("none", "law", "", json.loads(line)["question"])


@cache
def _lemmas(text: str) -> Counter[str]:
    return Counter(lemma_of(form, "en") for form in forms(text))


def texts_of(held: Mapping[str, str]) -> MatterTexts:
    """As the engine has them of its index."""
    names = list(held)
    lemmas = [_lemmas(held[name]) for name in names]

    def mentions(lemma: str) -> dict[int, int]:
        return {at: counted[lemma] for at, counted in enumerate(lemmas) if counted[lemma]}

    return MatterTexts(mentions, lambda at, form: writes_small([held[names[at]]], form))


def names_of(held: Mapping[str, str]) -> DocumentNames:
    cards = [NamedFile(name, name, " ".join(text[:4000].split())[:OPENING])
             for name, text in held.items()]  # fmt: skip
    return DocumentNames(DocumentCards.of(cards, "en"), texts_of(held))


def _lines(name: str) -> list[dict[str, str]]:
    path = _HERE / "marks" / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _hash(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def _half(asked: Asked) -> str:
    return "dev" if int(_hash(asked.document or asked.question)[:2], 16) % 2 else "held"


def outcome(asked: Asked, found: tuple[str, ...]) -> str:
    if not found:
        return "nothing"
    # Of a document that is given aside, its own names may well be said.
    if asked.kind == "none" and asked.document not in found:
        return "wrong"
    if asked.document not in found:
        return "wrong"
    return "right" if len(found) == 1 else "among"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--misses", choices=("dev", "all"))
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    every = {name: text for held in corpora().values() for name, text in held.items()}
    one = None if chosen.small else names_of(every)
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for asked in questions():
        names = one or names_of(_few(asked, every))
        found = names.named(asked.question)
        documents = found.documents if found else ()
        got = outcome(asked, documents)
        for half in (_half(asked), "both"):
            counts[half, asked.kind][got] += 1
            counts[half, "all"][got] += 1
            if asked.kind != "none":
                counts[half, "naming"][got] += 1
        bad = got == "wrong" or (asked.kind != "none" and got != "right")
        if chosen.misses and bad and (chosen.misses == "all" or _half(asked) == "dev"):
            print(f"{got} {asked.kind}: {asked.question!r} [{asked.document[:60]}]"
                  f" -> {[name[:40] for name in documents]}")  # fmt: skip
    report = {
        f"{half} {kind}": {
            "questions": counted.total(),
            **{name: round(counted[name] / counted.total(), 4)
               for name in ("right", "among", "nothing", "wrong")},
        }
        for (half, kind), counted in sorted(counts.items())
    }  # fmt: skip
    for row, values in report.items():
        print(f"{row:16}" + "".join(f"{name:>10} {value:<7}" for name, value in values.items()))
    print(json.dumps({"documents": len(every), "small": chosen.small, "rows": report}))
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=1))


def _few(asked: Asked, every: Mapping[str, str]) -> dict[str, str]:
    """The document and five others of its corpus, or of any."""
    own = corpora().get(asked.corpus) or every
    others = sorted(own, key=lambda name: _hash(name + asked.question))[:_SMALL]
    chosen = [*([asked.document] if asked.document in every else []), *others][:_SMALL]
    return {name: every[name] for name in sorted(set(chosen))}


if __name__ == "__main__":
    main()
