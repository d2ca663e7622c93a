"""A pack from what was gathered for it. Pure: the same input gives the same bytes anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pincite.packs.builder import git_tree
from pincite.packs.constants import Spec
from pincite.packs.excerpts import snippet, trimmed
from pincite.packs.records import (
    OpinionInput,
    Pack,
    PackAnchor,
    PackAuthority,
    PackMention,
    RuleInput,
    Used,
)
from pincite.packs.score import CandidateScore, PackCandidate, ranked
from pincite.packs.seal import sealed
from pincite.packs.serialize import (
    ANCHOR,
    CANDIDATES,
    CONTEXT,
    MANIFEST,
    PLACES,
    document,
    file_name,
    lines,
    sha256,
)

FORMAT = "pincite-pack/1"
OPINION, RULE = "opinion", "rule"


def opinion_pack(given: OpinionInput, rules: Spec) -> Pack:
    """A decision, and the cases it cites that are worth most to it."""
    candidates = {
        authority.citation: _candidate(authority, given.anchor, rules)
        for authority in given.authorities
    }
    by_citation = {authority.citation: authority for authority in given.authorities}
    order = ranked(list(candidates.values()), rules)
    chosen = order[: rules.top]
    context = [
        _entry(rank, by_citation[candidate.citation], candidate, scored, given.anchor, rules)
        for rank, (candidate, scored) in enumerate(chosen, 1)
    ]
    weighed = [
        _weighed(rank, candidate, scored, selected=rank <= rules.top)
        for rank, (candidate, scored) in enumerate(order, 1)
    ]
    held = sum(bool(authority.urn) for authority in given.authorities)
    coverage = {
        "candidates": {
            "found": len(order),
            "selected": len(chosen),
            "dropped": {f"below the first {rules.top}": len(order) - len(chosen)},
        },
        "not_candidates": {kind: given.aside[kind] for kind in sorted(given.aside)},
        "mentions": {
            "of_candidates": sum(len(authority.mentions) for authority in given.authorities),
            "tied_to_nothing": {why: given.unsettled[why] for why in sorted(given.unsettled)},
        },
        "full_text": {"held": held, "not_held": len(order) - held},
        "edges": sum(authority.edge for authority in given.authorities),
        "treated": sum(bool(candidate.label) for candidate in candidates.values()),
        "overruled": sum(candidate.overruled for candidate in candidates.values()),
    }
    files = {CONTEXT: lines(context), CANDIDATES: lines(weighed)}
    return _pack(OPINION, given.anchor, {}, files, coverage, given.inputs, given.rules, rules)


def rule_pack(given: RuleInput, rules: Spec) -> Pack:
    """A rule, and what governs it."""
    roles: dict[str, int] = {}
    for line in given.lines:
        roles[line["role"]] = roles.get(line["role"], 0) + 1
    about = {
        "locator": given.locator,
        "at": given.at or None,
        "version": given.version or None,
        "standing": given.standing,
    }
    coverage = {"lines": len(given.lines), "roles": {role: roles[role] for role in sorted(roles)}}
    files = {CONTEXT: lines(given.lines)}
    return _pack(RULE, given.anchor, about, files, coverage, given.inputs, given.rules, rules)


def _pack(
    kind: str,
    anchor: PackAnchor,
    about: Mapping[str, Any],
    files: Mapping[str, bytes],
    coverage: Mapping[str, Any],
    inputs: Sequence[Used],
    reading: Mapping[str, str],
    rules: Spec,
) -> Pack:
    kept, parts = _kept(anchor.text, rules)
    manifest = {
        "format": FORMAT,
        "kind": kind,
        "spec": {"version": rules.version, "sha256": rules.digest, "constants": rules.as_dict()},
        "builder": {"git_tree": git_tree(), "rules": dict(reading)},
        "anchor": {
            "urn": anchor.urn,
            "title": anchor.title,
            "citation": anchor.citation,
            "day": anchor.day or None,
            "language": anchor.language,
            "content_hash": anchor.content_hash,
            "start": anchor.start,
            "characters": len(anchor.text),
            "parts": parts,
            **about,
        },
        "inputs": [used._asdict() for used in sorted(set(inputs))],
        "coverage": dict(coverage),
    }
    # A tag may read like a day.
    tag = f"version-{about['version']}" if about.get("version") else ""
    named = file_name(anchor.urn, about.get("at") or tag)
    places = lines(place._asdict() for place in anchor.places)
    every = {MANIFEST: document(manifest), ANCHOR: kept.encode(), PLACES: places, **files}
    return Pack(sealed(every), named)


def _kept(text: str, rules: Spec) -> tuple[str, list[dict[str, int]]]:
    """The anchor's text as it is kept, and where its parts stand: text[start:end] of the whole
    stands at `at`."""
    written, parts = "", list[dict[str, int]]()
    for cut in trimmed(text, rules):
        if parts:
            left_out = cut.start - parts[-1]["end"]
            written += f"\n\n[… {left_out} characters left out …]\n\n"
        parts.append({"start": cut.start, "end": cut.end, "at": len(written)})
        written += text[cut.start : cut.end]
    return written, parts


def _candidate(authority: PackAuthority, anchor: PackAnchor, rules: Spec) -> PackCandidate:
    cuts = [snippet(anchor.text, at.start, at.end, rules) for at in authority.mentions]
    return PackCandidate(
        citation=authority.citation,
        edge=authority.edge,
        label=_label((at.label for at in authority.mentions), rules),
        mentions=len(authority.mentions) or authority.counted,
        first=min((at.start for at in authority.mentions), default=len(anchor.text)),
        length=len(anchor.text),
        snippets=tuple(anchor.text[cut.start : cut.end] for cut in cuts),
        overruled=bool(authority.put_aside),
    )


def _label(stated: Iterable[str], rules: Spec) -> str:
    """Of several the one of most weight; of one weight, the first by code point."""
    weights = dict(rules.treatment)
    labels = sorted(
        {label for label in stated if label}, key=lambda label: (-weights.get(label, 0), label)
    )
    return labels[0] if labels else ""


def _entry(
    rank: int,
    authority: PackAuthority,
    weighed: PackCandidate,
    scored: CandidateScore,
    anchor: PackAnchor,
    rules: Spec,
) -> dict[str, Any]:
    return {
        "rank": rank,
        "citation": authority.citation,
        "cited_as": authority.cited_as,
        "title": authority.title,
        "day": authority.day or None,
        "urn": authority.urn or None,
        "content_hash": authority.content_hash or None,
        **_facts(weighed),
        "score": _parts(scored),
        "snippets": [_snippet(at, anchor.text, rules) for at in authority.mentions],
        "put_aside": authority.put_aside[0]._asdict() if authority.put_aside else None,
        "put_aside_in": len(authority.put_aside),
    }


def _weighed(
    rank: int, candidate: PackCandidate, scored: CandidateScore, *, selected: bool
) -> dict[str, Any]:
    became = "selected" if selected else "below the last that is selected"
    return {
        "rank": rank,
        "citation": candidate.citation,
        **_facts(candidate),
        "score": _parts(scored),
        "became": became,
    }


def _facts(candidate: PackCandidate) -> dict[str, Any]:
    return {
        "edge": candidate.edge,
        "label": candidate.label,
        "mentions": candidate.mentions,
        "first": candidate.first,
        "overruled": candidate.overruled,
    }


def _parts(scored: CandidateScore) -> dict[str, str]:
    return {name: str(value) for name, value in scored._asdict().items()}


def _snippet(at: PackMention, text: str, rules: Spec) -> dict[str, Any]:
    cut = snippet(text, at.start, at.end, rules)
    return {
        "start": cut.start,
        "end": cut.end,
        "text": text[cut.start : cut.end],
        "mention": [at.start, at.end],
        "form": at.form,
        "label": at.label,
    }


def content(files: Mapping[str, bytes]) -> str:
    """The hash of what a pack holds, whoever built it: of the anchor and the context alone."""
    return sha256(
        b"\0".join(files.get(name, b"") for name in (ANCHOR, PLACES, CONTEXT, CANDIDATES))
    )
