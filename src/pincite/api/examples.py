"""An example of every operation's response, over the bundled law and matter.

`scripts/api_examples.py` makes them: each is what the operation gave.
"""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import Any


def example(operation: str) -> Any:
    """The body of a response; None where none was made yet."""
    return _every().get(operation)


@functools.cache
def _every() -> dict[str, Any]:
    file = resources.files("pincite.api") / "examples.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
