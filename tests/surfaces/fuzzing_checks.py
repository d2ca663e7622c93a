"""What is asked of every response beyond the tool's own checks, when the API is fuzzed."""

from __future__ import annotations

from typing import Any

import schemathesis


@schemathesis.check
def what_fits_the_description_can_be_read(_context: Any, response: Any, case: Any) -> None:
    """A request that the description allows may make no sense, but is never misread."""
    generated = case.meta.generation.mode if case.meta else None
    if generated is not None and generated.value == "positive" and response.status_code == 400:
        told = response.json()["message"]
        assert not told.startswith("the request cannot be read"), told
