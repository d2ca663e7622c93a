"""A context as one HTML page that needs nothing else: the rule with its terms and exceptions beside
it, each passage linked to why it is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from pincite.scope.context import Context, Excepted, GoverningDefinition, ScopedPassage
from pincite.scope.terms import Terms
from pincite.status.wording import described, flag_described

_STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --soft: #59636e; --line: #d5dae0;
  --term: #0b5cad; --halt: #a3180f; --halt-paper: #fdecea; --warn: #8a5a00; --warn-paper: #fff6e0; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171b; --ink: #e8ebef; --soft: #a5afba;
  --line: #343b44; --term: #7db7f5; --halt: #ff9c92; --halt-paper: #3a1512; --warn: #f3c568;
  --warn-paper: #332707; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 52rem; background: var(--paper);
  color: var(--ink); font: 17px/1.55 Georgia, serif; }
h1 { margin: 0 0 .2rem; font-size: 1.4rem; } h2 { margin: 2rem 0 .5rem; font-size: 1.1rem;
  border-bottom: 1px solid var(--line); } h3 { margin: 1.1rem 0 .1rem; font-size: 1rem; }
p { margin: .3rem 0; } .soft { color: var(--soft); font: .85rem/1.4 system-ui, sans-serif;
  overflow-wrap: anywhere; }
blockquote { margin: .4rem 0; padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--line); }
.rule { font-size: 1.1rem; border-left-color: var(--term); }
.halt, .warn { padding: .6rem 1rem; border-radius: .3rem; font-family: system-ui, sans-serif; }
.halt { background: var(--halt-paper); color: var(--halt); font-weight: 600; }
.warn { background: var(--warn-paper); color: var(--warn); }
a { color: var(--term); } a.term { text-decoration: underline dotted; }
"""
_SAID = {
    "en": {
        "within": "Within", "enabled": "Made under", "defined": "Definitions",
        "excepted": "Exceptions", "ties": "Undecided", "left": "Left out", "held": "Not held",
        "limits": "limits the rule", "yields": "the rule gives way to this",
        "overrides": "the rule prevails over this", "used": "used by", "shadows": "shadows",
        "dead": "Not applied", "halt": "Legal override active", "part": "Part of it is put aside",
        "warn": "Supremacy Clause Warning", "on": "on", "reaches": "reaches",
        "undated": "The source gives no dates; this may not be what held then",
    },
    "is": {
        "within": "Stendur í", "enabled": "Sett samkvæmt", "defined": "Orðskýringar",
        "excepted": "Undantekningar", "ties": "Óráðið", "left": "Sleppt", "held": "Ekki til",
        "limits": "takmarkar regluna", "yields": "reglan víkur fyrir þessu",
        "overrides": "reglan gengur framar þessu", "used": "notað í", "shadows": "skyggir á",
        "dead": "Ekki beitt", "halt": "Dómstóll hefur vikið þessu til hliðar",
        "part": "Hluta þess hefur verið vikið til hliðar", "warn": "Æðri réttarheimild skarast",
        "on": "þann", "reaches": "nær til",
        "undated": "Heimildin nefnir engar dagsetningar; óvíst er að þetta hafi gilt þá",
    },
}  # fmt: skip
_spaces = re.compile(r"\s+")


def as_page(context: Context) -> str:
    """The whole page, every word of the law escaped; in the language of the law, or in English."""
    labels = _SAID.get(context.language, _SAID["en"])
    code = context.language if context.language in _SAID else "en"
    when = f" {labels['on']} {context.at}" if context.at else ""
    title = f"{context.rule.locator}{when}"
    return (
        f'<!doctype html>\n<html lang="{code}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
        f"<h1>{escape(context.rule.locator)}</h1>"
        f'<p class="soft">{escape(context.title)} · {escape(described(context.law_status, code))}'
        f"{escape(when)} · {escape(context.rule.urn)}</p>"
        + "".join(_body(context, labels))
        + "</body></html>\n"
    )


def _body(context: Context, labels: dict[str, str]) -> Iterator[str]:
    for halt in context.halts:
        override = halt.override
        source = f"{override.authority} {override.citation} ({override.start})"
        halted = f"{labels['halt']}: {override.status}, {source}"
        yield f'<p class="halt">{escape(halted)}</p>'
    for override in context.partly:
        part = f"{labels['part']}: {override.urn}, {override.authority}"
        yield f'<p class="halt">{escape(part)}</p>'
    for flag in context.law_status.flags:
        yield f'<p class="warn">{escape(flag_described(flag, context.language))}</p>'
    if context.undated:
        yield f'<p class="warn">{escape(labels["undated"])}</p>'
    for preemption in context.preemptions:
        yield f'<p class="warn">{escape(labels["warn"])}: {escape(preemption.by)}</p>'
    yield f'<blockquote class="rule">{_linked(context)}</blockquote>'
    for enabling, heading in ((False, "within"), (True, "enabled")):
        held = [ancestor for ancestor in context.ancestors if ancestor.enabling is enabling]
        if held:
            yield f"<h2>{escape(labels[heading])}</h2>"
            yield from (
                _passage(ancestor.passage, ancestor.why if enabling else "") for ancestor in held
            )
    if context.definitions:
        yield f"<h2>{escape(labels['defined'])}</h2>"
        yield from (
            _defined(at, definition, labels) for at, definition in enumerate(context.definitions)
        )
    if context.ties:
        yield f"<h2>{escape(labels['ties'])}</h2>"
        for tie in context.ties:
            yield f"<h3>“{escape(tie.term)}”</h3>" + "".join(map(_passage, tie.between))
    if context.exceptions:
        yield f"<h2>{escape(labels['excepted'])}</h2>"
        yield from (_excepted(exception, labels) for exception in context.exceptions)
    dead = [
        f"{out.locator}: {described(out.status, context.language)}" for out in context.not_applied
    ]
    lists = (("dead", dead), ("held", context.not_held), ("left", context.left_out))
    for heading, every in lists:
        if every:
            items = "".join(f"<li>{escape(line)}</li>" for line in every)
            yield f'<h2>{escape(labels[heading])}</h2><ul class="soft">{items}</ul>'


def _linked(context: Context) -> str:
    """The rule, each of its defined terms leading to its definition."""
    text = context.rule.text
    terms = Terms([definition.term for definition in context.definitions], context.language)
    parts: list[str] = []
    at = 0
    for hit in terms.standing(text):
        if hit.start >= at:
            parts.append(escape(text[at : hit.start]))
            words = escape(text[hit.start : hit.end])
            parts.append(f'<a class="term" href="#definition-{hit.term}">{words}</a>')
            at = hit.end
    parts.append(escape(text[at:]))
    return "".join(parts).replace("\n", "<br>")


def _defined(number: int, definition: GoverningDefinition, labels: dict[str, str]) -> str:
    used = f" ({labels['used']} “{definition.via}”)" if definition.via else ""
    why = f"{labels['reaches']} {', '.join(definition.extent.includes)}: {definition.why}"
    why += "".join(f"; {labels['shadows']} {other.locator}" for other in definition.shadows)
    return (
        f'<h3 id="definition-{number}">“{escape(definition.term)}”{escape(used)}</h3>'
        + _passage(definition.passage, why)
    )


def _excepted(exception: Excepted, labels: dict[str, str]) -> str:
    return f"<h3>{escape(labels[exception.direction])}</h3>" + _passage(
        exception.passage, f"“{exception.words}”"
    )


def _passage(passage: ScopedPassage, why: str = "") -> str:
    words = _spaces.sub(" ", passage.text).strip()
    quote = f"<blockquote>{escape(words)}</blockquote>" if words else ""
    place = f"{passage.locator} · {why}" if why else passage.locator
    return f'<p class="soft" title="{escape(passage.urn)}">{escape(place)}</p>{quote}'
