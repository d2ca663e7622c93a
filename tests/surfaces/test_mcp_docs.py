"""docs/mcp.md tells the truth about the tools."""

from __future__ import annotations

import re

from scripts import tool_table

from pincite.api.operation import operations
from pincite.surfaces.mcp.resources import TEMPLATES
from pincite.surfaces.mcp.tools import LARGEST_PICTURE, LONGEST

TEXT = tool_table.PAGE.read_text(encoding="utf-8")


def test_the_table_of_tools_is_what_the_script_makes() -> None:
    assert tool_table.page(TEXT) == TEXT, "run scripts/tool_table.py"
    listed = re.findall(r"^\| `(\w+)` \|.* \| (\w+) \| [\w, ]+ \|$", TEXT, re.MULTILINE)
    assert dict(listed) == {name: one.power.value for name, one in operations().items()}


def test_old_names_limits_and_addresses_are_those_of_the_program() -> None:
    old = [name for operation in operations().values() for name in operation.old_names]
    assert old
    for said in (
        *(f"`{name}`" for name in old),
        *(f"`{template.uri_template}`" for template in TEMPLATES),
        f"{LONGEST:,} characters",
        f"{LARGEST_PICTURE // 2**20} MiB",
    ):
        assert said in TEXT, said
