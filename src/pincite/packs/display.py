"""A pack to be read: as text, and as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from pincite.packs.build import RULE
from pincite.packs.check_seal import lines_of, manifest_of
from pincite.packs.serialize import ANCHOR, CONTEXT

_STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --soft: #59636e; --line: #d5dae0;
  --mark: #fff1b8; --halt: #a3180f; --halt-paper: #fdecea; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171b; --ink: #e8ebef; --soft: #a5afba;
  --line: #343b44; --mark: #4a3d0d; --halt: #ff9c92; --halt-paper: #3a1512; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 54rem; background: var(--paper);
  color: var(--ink); font: 17px/1.55 Georgia, serif; }
h1 { margin: 0; font-size: 1.4rem; } h2 { margin: 2rem 0 .5rem; font-size: 1.1rem;
  border-bottom: 1px solid var(--line); } h3 { margin: 1.2rem 0 .1rem; font-size: 1rem; }
.soft { margin: .2rem 0; color: var(--soft); font: .85rem/1.45 system-ui, sans-serif;
  overflow-wrap: anywhere; }
blockquote { margin: .4rem 0; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--line); }
.halt { padding: .5rem 1rem; border-radius: .3rem; background: var(--halt-paper);
  color: var(--halt); }
mark { background: var(--mark); color: inherit; } pre { white-space: pre-wrap; font: inherit; }
summary { cursor: pointer; }
"""
_PARTS = ("edge", "treatment", "frequency", "position", "density", "overruled")


def as_text(files: Mapping[str, bytes], root: str) -> str:
    return "\n".join(_text(files, root)) + "\n"


def as_page(files: Mapping[str, bytes], root: str) -> str:
    """Every word of the pack escaped."""
    manifest = manifest_of(files)
    title = _title(manifest)
    return (
        f'<!doctype html>\n<html lang="{escape(manifest["anchor"]["language"] or "en")}"><head>'
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
        f"<h1>{escape(title)}</h1>"
        + "".join(f'<p class="soft">{escape(sentence)}</p>' for sentence in _about(manifest, root))
        + f"<h2>Context</h2>{''.join(_entries(files, manifest))}"
        + "<h2>Anchor</h2><details><summary>The text that is kept</summary>"
        + f"<pre>{escape(files[ANCHOR].decode())}</pre></details></body></html>\n"
    )


def _title(manifest: Mapping[str, Any]) -> str:
    anchor = manifest["anchor"]
    if manifest["kind"] == RULE:
        when = anchor["at"] or f"version {anchor['version']}"
        return f"{anchor['locator']} ({when})"
    cited = f", {anchor['citation']}" if anchor["citation"] else ""
    return f"{anchor['title']}{cited}" + (f" ({anchor['day'][:4]})" if anchor["day"] else "")


def _about(manifest: Mapping[str, Any], root: str) -> Iterator[str]:
    anchor, coverage = manifest["anchor"], manifest["coverage"]
    yield f"{manifest['kind']} pack, spec {manifest['spec']['version']}, {anchor['urn']}"
    yield f"sealed as {root}"
    kept = sum(part["end"] - part["start"] for part in anchor["parts"])
    yield f"{kept} of {anchor['characters']} characters of the anchor are kept"
    if manifest["kind"] == RULE:
        yield f"{anchor['title']}: {anchor['standing']}; " + ", ".join(
            f"{number} × {role}" for role, number in coverage["roles"].items()
        )
        return
    found, texts = coverage["candidates"], coverage["full_text"]
    yield (
        f"{found['selected']} of {found['found']} cases that it cites; the texts of "
        f"{texts['held']} are held; {coverage['overruled']} were overruled"
    )
    lost = sum(coverage["mentions"]["tied_to_nothing"].values())
    yield f"{coverage['mentions']['of_candidates']} mentions of them; {lost} were tied to nothing"


def _text(files: Mapping[str, bytes], root: str) -> Iterator[str]:
    manifest = manifest_of(files)
    yield _title(manifest)
    yield from (f"  {sentence}" for sentence in _about(manifest, root))
    if manifest["kind"] == RULE:
        yield f"\n    {' '.join(files[ANCHOR].decode().split())}"
    for line in lines_of(files, CONTEXT):
        yield ""
        if manifest["kind"] == RULE:
            yield f"{_role(line)}  {line.get('locator', '')}".rstrip()
            if record := _record(line):
                yield f"    {record}"
            if line.get("text"):
                yield f"    {' '.join(line['text'].split())}"
            continue
        yield f"{line['rank']:>2}. {line['cited_as'] or line['title']}  {line['score']['total']}"
        yield f"    {_scored(line)}"
        if line["put_aside"]:
            yield f"    OVERRULED, says {line['put_aside']['title']} ({line['put_aside']['day']}):"
            yield f"    …{' '.join(line['put_aside']['text'].split())}…"
        for snippet in line["snippets"][:2]:
            yield f"    …{' '.join(snippet['text'].split())}…"
        if len(line["snippets"]) > 2:
            yield f"    and {len(line['snippets']) - 2} more"


def _entries(files: Mapping[str, bytes], manifest: Mapping[str, Any]) -> Iterator[str]:
    for line in lines_of(files, CONTEXT):
        if manifest["kind"] == RULE:
            yield f"<h3>{escape(_role(line))}</h3>"
            yield f'<p class="soft">{escape(line.get("locator", line.get("urn", "")))}</p>'
            if record := _record(line):
                yield f'<p class="halt">{escape(record)}</p>'
            if line.get("text"):
                yield f"<blockquote>{escape(' '.join(line['text'].split()))}</blockquote>"
            continue
        yield f"<h3>{line['rank']}. {escape(line['cited_as'] or line['title'])}</h3>"
        yield f'<p class="soft">{escape(line["score"]["total"])}: {escape(_scored(line))}</p>'
        if line["put_aside"]:
            aside = line["put_aside"]
            message = f"Overruled, says {aside['title']} ({aside['day']}): …{aside['text']}…"
            yield f'<p class="halt">{escape(message)}</p>'
        for snippet in line["snippets"]:
            start, end = (at - snippet["start"] for at in snippet["mention"])
            text = snippet["text"]
            yield (
                f"<blockquote>…{escape(text[:start])}<mark>{escape(text[start:end])}</mark>"
                f"{escape(text[end:])}…</blockquote>"
            )


def _scored(line: Mapping[str, Any]) -> str:
    parts = [f"{name} {line['score'][name]}" for name in _PARTS if float(line["score"][name])]
    return (
        ", ".join(parts)
        + f"; {line['mentions']} mention{'s' if line['mentions'] != 1 else ''}"
        + (f", {line['label']}" if line["label"] else "")
    )


def _record(line: Mapping[str, Any]) -> str:
    """Who put a rule aside, or which law goes before it, and since when."""
    if line["role"] not in ("override", "override_of_part", "preemption"):
        return ""
    details = [
        line["authority"],
        line.get("citation"),
        line["urn"] if line["role"] != "override" else "",
    ]
    since = f"since {line['start']}" if line.get("start") else ""
    until = f"until {line['end']}" if line.get("end") else ""
    return ", ".join(str(detail) for detail in (*details, since, until) if detail)


def _role(line: Mapping[str, Any]) -> str:
    named = str(line["role"]).replace("_", " ").upper()
    detail = line.get("term") or line.get("status") or line.get("direction") or line.get("by")
    return f"{named} {detail}" if detail else named
