"""Plain text for people: what each command prints without --json."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pincite.corpus.audit import AuditEntry
from pincite.corpus.diff import Change
from pincite.corpus.reading import Branch
from pincite.corpus.verification import CorpusVerification
from pincite.ingest.law.load import LoadReport
from pincite.model import Override, Preemption, Provision, Synonym, Version
from pincite.model.status import LawStatus, Status
from pincite.status.wording import described, flag_described

if TYPE_CHECKING:
    from pincite.api.operations.history import Stats
    from pincite.api.operations.law import DatedText
    from pincite.search.card import CardPart, LawCard

_SHOWN = 10
_WORKS = 40
UNDATED = "the source gives no dates"


def provision(found: Provision) -> str:
    node, validity = found.node, found.validity
    lines = [found.locator, found.node.urn, ""]
    for halted in found.overrides:
        lines += [overridden(halted), ""]
    if found.law_status is not None and not found.law_status.is_plain:
        lines += [f"[{told}]" for told in status_told(found.law_status)] + [""]
    elif node.status:
        lines += [f"[{node.status}]", ""]
    lines += [f"{'  ' * line.level}{line.text}" for line in found.lines if not line.note]
    if noted := [line.text for line in found.lines if line.note]:
        lines += ["", "Notes of the publisher:", *(f"  {text}" for text in noted)]
    if found.pictures:
        lines += ["", f"[{_pictures(found.pictures)} not held here: see the source]"]
    lines.append("")
    for overlap in found.preemptions:
        lines += [f"Supremacy Clause Warning: {preemption(overlap)}", ""]
    in_force = UNDATED
    if validity is not None:
        in_force = f"in force from {validity.start}"
        in_force += f" to {validity.end}" if validity.end else ""
    title = found.expression.title
    lines.append(f"{title} · version {found.version} · {in_force}")
    lines.append(f"{found.source.name}, {node.place} · sha256 {found.source.sha256[:16]}…")
    return "\n".join(lines)


def status_told(found: LawStatus) -> list[str]:
    """A status that is more than "in force", and its flags."""
    told = [] if found.status is Status.IN_FORCE else [described(found)]
    return [*told, *map(flag_described, found.flags)]


def _pictures(count: int) -> str:
    return f"{count} picture{'s' * (count != 1)} or formula{'s' * (count != 1)}"


def law_card(found: LawCard) -> str:
    """A whole law at a glance."""
    number = f"number {found.number} of {found.year}" if found.number and found.year else ""
    chapter = f"chapter {found.chapter}" if found.chapter else ""
    lines = [found.title, found.urn]
    lines += [line for line in (" · ".join(filter(None, (number, chapter))), found.status) if line]
    until = f" to {found.valid_to}" if found.valid_to else ""
    since = f"in force from {found.valid_from}{until}" if found.valid_from else UNDATED
    lines += [f"version {found.version} · {since}"]
    if len(found.held) > 1:
        days = (str(text.valid_from) if text.valid_from else text.version for text in found.held)
        lines.append(f"{len(found.held)} texts are held: from {', '.join(days)}")
    if found.amended_by:
        more = found.amended_by_total - len(found.amended_by)
        lines.append(f"amended by {', '.join(found.amended_by)}{f' and {more} more' * (more > 0)}")
    if found.opening:
        lines += ["", f"{found.opening.locator} begins:", f"  “{found.opening.text}”"]
    if found.contents:
        lines += ["", "Contents:"]
        lines += [_content(part) for part in found.contents]
        if (more := found.contents_total - len(found.contents)) > 0:
            lines.append(f"  … and {more} more")
    return "\n".join(lines)


def _content(part: CardPart) -> str:
    label = " ".join(f"{part.number} {part.heading}".split()) or part.kind
    return f"  {label}{f' [{part.status}]' if part.status else ''}  {part.urn}"


def tree(found: Branch) -> str:
    return "\n".join(_branch(found, 0))


def _branch(branch: Branch, level: int) -> Iterable[str]:
    node = branch.node
    label = " ".join(part for part in (node.num, node.heading) if part) or node.kind
    shown = branch.status or node.status
    status = f" [{shown}]" if shown else ""
    yield f"{'  ' * level}{label}{status}  {node.urn}"
    for child in branch.children:
        yield from _branch(child, level + 1)


def report(found: LoadReport) -> str:
    rate = found.characters / found.seconds / 1e6 if found.seconds else 0.0
    lines = [
        f"loaded {found.tag} with {found.reader}: {found.files} files in {found.seconds:.1f} s"
        f" ({rate:.1f} million characters a second)",
        f"  {found.expressions} new, {found.unchanged} unchanged, {found.ended} ended",
        f"  {found.nodes} nodes, {found.chunks} chunks, {found.characters} characters",
    ]
    if found.links:
        lines.append(f"  {found.links} links within the law, {found.dangling} to nothing here")
        lines += [
            f"    {start}: “{words}” → {urn}" for start, words, urn in found.dangling_examples[:5]
        ]
    if found.pictures:
        lines.append(f"  {_pictures(found.pictures)} not held: each is marked where it stands")
    if found.undated:
        works = f"{found.undated} of {found.works} works"
        lines.append(f"  {UNDATED} for {works}; name one with --date")
    lines += _listed("skipped", [f"{skipped.file}: {skipped.reason}" for skipped in found.skipped])
    lines += _listed("refused", [str(refused) for refused in found.refused])
    return "\n".join(lines)


def _listed(word: str, items: list[str]) -> list[str]:
    if not items:
        return []
    more = (
        [f"    … and {len(items) - _SHOWN} more (--json lists all)"] if len(items) > _SHOWN else []
    )
    return [f"  {len(items)} {word}", *(f"    {item}" for item in items[:_SHOWN]), *more]


def texts(found: Sequence[DatedText]) -> str:
    lines: list[str] = []
    for text in found:
        days = UNDATED
        if text.valid_from is not None:
            days = f"{text.valid_from} to {text.valid_to or 'now'}"
        label = f"  {text.label}" if text.label else ""
        lines.append(f"{days:<26} {text.version}{label}  sha256 {text.content_hash[:16]}…")
    return "\n".join(lines)


def versions(found: list[Version]) -> str:
    if not found:
        return "nothing is loaded yet"
    return "\n".join(
        f"{version.tag:<16} {version.collection:<12} {version.works:>6} works  {version.loaded_at}"
        + ("" if version.active else "  set aside")
        for version in found
    )


def changes(found: list[Change]) -> str:
    if not found:
        return "no difference"
    lines: list[str] = []
    for change in found:
        lines.append(f"{change.kind} {change.urn}")
        lines += [f"  - {change.before}"] if change.before else []
        lines += [f"  + {change.after}"] if change.after else []
    return "\n".join(lines)


def stats(found: Stats) -> str:
    lines = [f"{name:<12} {number:>12,}" for name, number in found.counts.items()]
    lines += ["", *(f"{work.urn}  {work.title}" for work in found.works[:_WORKS])]
    if len(found.works) > _WORKS:
        lines.append(f"… and {len(found.works) - _WORKS} more works (--json lists all)")
    return "\n".join(lines)


def verification(found: CorpusVerification) -> str:
    if found.problems:
        return "\n".join(
            [f"{len(found.problems)} problems", *(f"  {problem}" for problem in found.problems)]
        )
    lines = [
        f"whole: {found.entries} audit entries, {found.expressions} expressions checked"
        " against their hashes",
        f"fingerprint {found.fingerprint}",
        *(f"index: {problem}" for problem in found.indexes),
    ]
    if found.indexes:
        lines.append("the index was made again from the law; nothing is lost")
    return "\n".join(lines)


def audit_log(found: list[AuditEntry]) -> str:
    return "\n".join(
        f"{entry.seq:>4} {entry.at} {entry.action:<16} "
        + " ".join(f"{key}={value}" for key, value in entry.detail.items())
        for entry in found
    )


def overridden(halted: Override) -> str:
    """What is said wherever a rule is shown that a court has halted."""
    return f"Legal Override active: {override(halted)}"


def override(one: Override) -> str:
    until = f" to {one.end}" if one.end else ""
    cite = f", {one.citation}" if one.citation else ""
    note = f" ({one.note})" if one.note else ""
    return f"{one.status} {one.urn} from {one.start}{until} by {one.authority}{cite}{note}"


def preemption(one: Preemption) -> str:
    authority = f", {one.authority}" if one.authority else ""
    note = f" ({one.note})" if one.note else ""
    return f"{one.urn} overlaps {one.by}{authority}{note}"


def synonym(one: Synonym) -> str:
    where = "/".join(part for part in (one.jurisdiction, one.language, one.topic) if part)
    return f"{one.phrase} → {one.term}  {one.weight:g}" + (f"  {where}" if where else "")
