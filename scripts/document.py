"""Writes docs/commands.md, settings.md, errors.md and python.md from the program itself.

A test runs this with --check, so the pages cannot fall behind.
"""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from pincite.errors import ROWS, PinciteError
from pincite.settings import Settings
from pincite.surfaces.cli.app import app
from python_reference import python

DOCS = Path(__file__).resolve().parent.parent / "docs"
MADE = "<!-- Made by scripts/document.py; do not edit. -->\n\n"


def commands() -> str:
    out = [
        MADE,
        "# Commands\n\n`--library DIR`, `--json` and `--quiet` may stand anywhere on the line."
        " Where a terminal shows only\nASCII, plain characters stand in (`s.` for §, `o` for ö),"
        " and `--json` escapes them.\n",
    ]
    _describe(typer.main.get_command(app), "pincite", out)
    return "".join(out)


def _describe(command: object, name: str, out: list[str]) -> None:
    below = getattr(command, "commands", None)
    if below:
        for word, sub in sorted(below.items()):
            if not sub.hidden:
                _describe(sub, f"{name} {word}", out)
        return
    out.append(f"\n## {name}\n\n{(command.help or '').strip()}\n\n")
    for parameter in command.params:
        if parameter.name == "help":
            continue
        label = " ".join(f"`{one}`" for one in parameter.opts)
        if parameter.param_type_name == "argument":
            label = f"`{parameter.metavar or parameter.name.upper()}`"
        needed = " (required)" if parameter.required else ""
        out.append(f"- {label}{needed}: {getattr(parameter, 'help', '') or ''}\n")


def settings() -> str:
    rows = [
        f"| `PINCITE_{name.upper()}` | `{field.default}` | {field.description} |"
        for name, field in Settings.model_fields.items()
    ]
    head = "# Settings\n\nEach is read from the environment.\n\n"
    head += "| setting | default | what it is |\n|---|---|---|\n"
    return MADE + head + "\n".join(rows) + "\n"


def errors() -> str:
    def tree(kind: type[PinciteError]) -> list[type[PinciteError]]:
        return [kind, *(one for sub in kind.__subclasses__() for one in tree(sub))]

    head = "# Errors\n\n| code | exit | HTTP | retry | what to do |\n|---|---|---|---|---|\n"
    rows = [
        f"| `{kind.code}` | {ROWS[kind.code].exit} | {ROWS[kind.code].http} |"
        f" {'yes' if kind.retryable else 'no'} | {kind.default_hint.replace('|', chr(92) + '|')} |"
        for kind in tree(PinciteError)
    ]
    return MADE + head + "\n".join(rows) + "\n"


def python_page() -> str:
    return MADE + python()


PAGES = {
    "commands.md": commands,
    "settings.md": settings,
    "errors.md": errors,
    "python.md": python_page,
}


def main() -> int:
    stale = []
    for name, make in PAGES.items():
        path, text = DOCS / name, make()
        if "--check" in sys.argv:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(name)
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        print("stale:", *stale, "- run scripts/document.py", file=sys.stderr)
    return bool(stale)


if __name__ == "__main__":
    sys.exit(main())
