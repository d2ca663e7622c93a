"""docs/python.md, made from the docstrings of what `pincite` exports."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator

import pincite
from pincite.errors import PinciteError

_KINDS = (pincite.Library, pincite.Matters, pincite.Matter)
_INTRODUCTION = """# Python

`import pincite` gives what is listed here. It is typed (`py.typed`);
[what is stable](stability.md) says how it changes. Errors are of one tree, `pincite.PinciteError`:
each has a `code`, a `hint` that says what to do, and `retryable` ([every code](errors.md)). Dates
are `datetime.date` or `YYYY-MM-DD`.

```python
import pincite

with pincite.open("law") as library:
    provision = library.show("urn:lex:is:33-1944:65:1", at="2024-01-01")
    print(provision.enacted, provision.locator, provision.version)
    reply = library.ask("Má ég tala í símann þegar ég er að keyra?")
    print(reply.answer.text("is") if reply.answer else reply.refusal.message)

with pincite.Matters().open("smith-v-jones") as matter:
    matter.sync()
    for hit in matter.search("notice of the defect").results:
        print(hit.citation, hit.text)
```
"""


def python() -> str:
    functions = (pincite.open, pincite.create)
    parts = [_INTRODUCTION, "\n## Functions\n"]
    parts += [_member(f"pincite.{function.__name__}", function) for function in functions]
    for kind in _KINDS:
        parts.append(f"\n## {kind.__name__}\n\n{_text(kind)}\n")
        parts += [_member(name, member) for name, member in public_members(kind)]
    parts.append(f"\n## PinciteError\n\n{_text(PinciteError)}\n")
    return "".join(parts)


def public_members(kind: type) -> Iterator[tuple[str, object]]:
    """Methods and properties, in the order in which they are written, those of the base last."""
    seen: set[str] = set()
    for owner in kind.__mro__[:-1]:
        if not owner.__module__.startswith("pincite"):
            continue
        for name, member in vars(owner).items():
            if name.startswith("_") or name in seen or dataclasses.is_dataclass(member):
                continue
            if inspect.isfunction(member) or isinstance(member, property):
                seen.add(name)
                yield name, member


def _member(name: str, member: object) -> str:
    if isinstance(member, property):
        return f"\n### {name}\n\n{_text(member)}\n"
    return f"\n### {name}\n\n```python\n{_signature(name, member)}\n```\n\n{_text(member)}\n"


def _signature(name: str, function: object) -> str:
    given = inspect.signature(function)  # type: ignore[arg-type]
    parameters = [parameter for parameter in given.parameters.values() if parameter.name != "self"]
    shown = list(_parameters(parameters))
    line = f"{name}({', '.join(shown)}) -> {given.return_annotation}"
    if len(line) <= 100:
        return line
    inside = "".join(f"    {parameter},\n" for parameter in shown)
    return f"{name}(\n{inside}) -> {given.return_annotation}"


def _parameters(parameters: list[inspect.Parameter]) -> Iterator[str]:
    by_name = False
    for parameter in parameters:
        if parameter.kind is parameter.VAR_POSITIONAL:
            by_name = True
        elif parameter.kind is parameter.KEYWORD_ONLY and not by_name:
            by_name = True
            yield "*"
        star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
        default = parameter.default
        if default is parameter.empty:
            given = ""
        else:
            given = " = …" if callable(default) else f" = {default!r}"
        yield f"{star}{parameter.name}: {parameter.annotation}{given}"


def _text(thing: object) -> str:
    return inspect.getdoc(thing) or ""
