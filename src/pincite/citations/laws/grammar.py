"""Grammars of citation as data: one TOML file a jurisdiction, which a lawyer can read and extend.

A file names its jurisdiction ("" for forms of every one) and language, the slots that its forms
share, and its forms:

    jurisdiction = "us"
    language = "en"

    [slots]         # a short pattern with a bound, a list of words, or a table: words = value
    title = '\\d{1,2}[A-Za-z]?'

    [[form]]
    name = "title of the Code, spelled out"
    kind = "statute"              # a CitedKind
    write = "section[s] {sections} of title {title}[ of the United States Code]"
    target = "us:{title}usc:{section}"
    examples = ["section 1983 of title 42"]
    refuses = ["section 3 of title deeds"]

`write` (or a list of several): words; {slot}; [may be left out]; (one|or the other); a backslash
before a bracket that is meant itself. A dot may be left out, and a space after a dot or "§".
Words are compared without regard to case unless `case = true`; slots as they say.
{sections}, {pins}, {numbers} and {ordinals} hold lists: "12(1), 14 and 16", "(a) through (c)",
"II and III", "Fifth and Sixth"; {several} is {sections} after words that have no plural. A number
looks as the slot `section`, `number` or `ordinal` says. A slot whose name begins with "_" is no
part of what is kept. A form may have slots of its own (`slots.section = '…'`), and at most one
list.

`target` (or a list, of which the first whose slots are all filled counts) is the URN without
"urn:lex:"; pinpoints of {sections} and {pins} are appended. {section} and {number} are the list's
item; {slot:roman} and {slot:ordinal} give "XIV" and "Fourteenth" as 14, {slot:lower} folds case,
{slot:digits} drops commas.
`key` (or a list, in the same way) names the source where there is no URN. A slot called {pin}
holds a pinpoint as it is written, one called {below} what stands below the section, apart from its
number: "subdivision (a)". `says` is "full" (default), "short" or "internal". `parts` are
given to each mention besides the slots. `only_here`: the form counts only in texts at home in the
jurisdiction. `where`: "legislation" (the text's own places are known) or "other".
`unless_before`, `unless_after`: patterns that must not stand before it or after it. `if_before`,
`if_after`: patterns of which one must, where any is given. `if_text`, `unless_text`: patterns of
which one must stand somewhere in the text, and of which none may. An example with such words
around it sets itself apart: "under <s 7(2)>".
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import cast

from pincite.citations.laws.provisions import NUMBER, ORDINAL, SECTION
from pincite.citations.laws.template import LISTS, Template, TemplateError, template
from pincite.errors import SourceMalformed
from pincite.model.mention import CitedKind, Form

_PACKAGE = "pincite.citations"
_FOLDER = "grammars"
_FIELDS = frozenset(
    ("name", "kind", "write", "target", "key", "says", "parts", "only_here", "where", "case",
     "unless_before", "unless_after", "if_before", "if_after", "if_text", "unless_text", "slots",
     "examples", "refuses")
)  # fmt: skip
_named_slot = re.compile(r"\{([a-z_][a-z0-9_]*)(?::[a-z]+)?\}")
_NUMBERS = {
    "sections": ("section", SECTION),
    "several": ("section", SECTION),
    "numbers": ("number", NUMBER),
    "ordinals": ("ordinal", ORDINAL),
}
_Slot = str | list[str] | dict[str, str]


@dataclass(frozen=True, eq=False)
class CitationForm:
    """One way of writing a citation. Where a slot is a table, each entry makes a form, and `values`
    says what its words stand for."""

    name: str
    kind: CitedKind
    says: Form
    template: Template
    targets: tuple[str, ...]
    keys: tuple[str, ...]
    parts: Mapping[str, str]
    only_here: bool
    where: str
    number: str
    values: Mapping[str, str]
    unless_before: re.Pattern[str] | None
    unless_after: re.Pattern[str] | None
    if_before: re.Pattern[str] | None
    if_after: re.Pattern[str] | None
    if_text: re.Pattern[str] | None
    unless_text: re.Pattern[str] | None

    @functools.cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.template.source)

    @functools.cached_property
    def head(self) -> re.Pattern[str]:
        return re.compile(self.template.head)

    @functools.cached_property
    def tail(self) -> re.Pattern[str]:
        return re.compile(self.template.tail)

    @functools.cached_property
    def list_slot(self) -> str:
        return next((name for name in LISTS if f"(?P<{name}>" in self.template.source), "")


@dataclass(frozen=True, eq=False)
class Grammar:
    """The forms of one file. `examples` are (form's name, text), and so are `refusals`."""

    name: str
    jurisdiction: str
    language: str
    forms: tuple[CitationForm, ...]
    examples: tuple[tuple[str, str], ...]
    refusals: tuple[tuple[str, str], ...]


@functools.cache
def grammars() -> tuple[Grammar, ...]:
    """Every grammar there is, by name."""
    names = (file.name for file in resources.files(_PACKAGE).joinpath(_FOLDER).iterdir())
    found = [load(name.removesuffix(".toml")) for name in sorted(names) if name.endswith(".toml")]
    # Other files there are lists of words for the finders that read them.
    return tuple(grammar for grammar in found if grammar.forms)


@functools.cache
def load(name: str) -> Grammar:
    """The grammar in grammars/NAME.toml."""
    file = f"{name}.toml"
    text = resources.files(_PACKAGE).joinpath(_FOLDER, file).read_text(encoding="utf-8")
    return parsed(text, name)


def parsed(text: str, name: str) -> Grammar:
    """A grammar of the text of its file. Form what is wrong, in which form."""
    file = f"{name}.toml"
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SourceMalformed(str(error), file=file) from None
    slots = cast("dict[str, _Slot]", data.get("slots", {}))
    forms: list[CitationForm] = []
    examples: list[tuple[str, str]] = []
    refusals: list[tuple[str, str]] = []
    raws = cast("list[dict[str, object]]", data.get("form", []) if "jurisdiction" in data else [])
    for index, raw in enumerate(raws):
        place = f"form {raw.get('name', index + 1)!r}"
        try:
            forms += _forms(raw, slots)
        except (TemplateError, ValueError, KeyError, re.error) as error:
            raise SourceMalformed(str(error), file=file, place=place) from None
        own = str(raw["name"])
        examples += ((own, example) for example in _strings(raw.get("examples")))
        refusals += ((own, example) for example in _strings(raw.get("refuses")))
    return Grammar(
        name,
        str(data.get("jurisdiction", "")),
        str(data.get("language", "")),
        tuple(forms),
        tuple(examples),
        tuple(refusals),
    )


def _strings(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(cast("list[str]", value))


def _forms(raw: dict[str, object], shared: Mapping[str, _Slot]) -> Iterator[CitationForm]:
    if unknown := raw.keys() - _FIELDS:
        raise TemplateError(f"there is no field {min(unknown)!r}")
    for needed in ("name", "kind", "write", "examples"):
        if needed not in raw:
            raise TemplateError(f"the field {needed!r} is missing")
    own = cast("Mapping[str, _Slot]", raw.get("slots", {}))
    slots = {**shared, **own}
    tables = {name: slot for name, slot in slots.items() if isinstance(slot, dict)}
    patterns = {
        name: slot if isinstance(slot, str) else tuple(slot)
        for name, slot in slots.items()
        if not isinstance(slot, dict)
    }
    where = str(raw.get("where", ""))
    if where not in ("", "legislation", "other"):
        raise TemplateError(f"'where' is 'legislation' or 'other', not {where!r}")
    for write in _strings(raw["write"]):
        used = [name for name in _named_slot.findall(write) if name in tables]
        if len(used) > 1:
            raise TemplateError(f"{write!r} uses two tables: {used[0]!r} and {used[1]!r}")
        entries: list[dict[str, str]] = (
            [{used[0]: words} for words in tables[used[0]]] if used else [{}]
        )
        for entry in entries:
            made = template(write, patterns, entry, case=bool(raw.get("case")))
            yield CitationForm(
                name=str(raw["name"]),
                kind=CitedKind(str(raw["kind"])),
                says=Form(str(raw.get("says", "full"))),
                template=made,
                targets=_strings(raw.get("target")),
                keys=_strings(raw.get("key")),
                parts=cast("Mapping[str, str]", raw.get("parts", {})),
                only_here=bool(raw.get("only_here")),
                where=where,
                number=_number(write, patterns),
                values={name: tables[name][words] for name, words in entry.items()},
                unless_before=_around(raw.get("unless_before"), "(?:{})$"),
                unless_after=_around(raw.get("unless_after"), "(?:{})"),
                if_before=_around(raw.get("if_before"), "(?:{})$"),
                if_after=_around(raw.get("if_after"), "(?:{})"),
                if_text=_around(raw.get("if_text"), "{}"),
                unless_text=_around(raw.get("unless_text"), "{}"),
            )


def _number(write: str, patterns: Mapping[str, str | tuple[str, ...]]) -> str:
    for name, (own, default) in _NUMBERS.items():
        if f"{{{name}}}" in write:
            return str(patterns.get(own, default))
    return SECTION


def _around(patterns: object, shape: str) -> re.Pattern[str] | None:
    found = _strings(patterns)
    return re.compile(shape.format("|".join(found))) if found else None
