"""docs/threats.md goes through both lists whole, and names tests that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
_named = re.compile(r"`(tests/[\w/.-]+\.py)::(\w+)`")
_ITEMS = [
    *(f"API{number}" for number in range(1, 11)),
    *(f"LLM{number:02}" for number in range(1, 11)),
]


def names_in(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


def test_every_item_of_both_lists_has_a_section_with_its_tests() -> None:
    sections = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]
    assert [section.split()[0] for section in sections] == _ITEMS
    for section in sections:
        assert _named.search(section), section.splitlines()[0]


def test_every_test_that_is_named_is_there() -> None:
    named = _named.findall(PAGE)
    assert len(named) == PAGE.count("::test_")
    missing = [
        f"{file}::{name}"
        for file, name in named
        if not (ROOT / file).is_file() or name not in names_in(ROOT / file)
    ]
    assert missing == []


def test_the_security_page_leads_there() -> None:
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", page):
        assert (ROOT / target).is_file(), target
    for setting in re.findall(r"PINCITE_\w+", page + PAGE):
        assert f"`{setting}`" in (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
