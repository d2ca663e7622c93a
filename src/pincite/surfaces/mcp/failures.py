"""Errors as a client of the protocol is told them: by code, never by what they hold."""

from __future__ import annotations

import logging

from mcp import MCPError
from pydantic import ValidationError

from pincite.api.discretion import discreet
from pincite.errors import ROWS, InputError, PinciteError
from pincite.traces import our_fault

log = logging.getLogger(__name__)

# Of a request with many mistakes, so many are told; names of fields are cut at this length.
_MISTAKES, _NAME = 12, 80


def told(problem: Exception) -> PinciteError:
    """The error of ours that a client may see. What else went wrong may hold words of a document
    or a path of this machine: where it happened is logged."""
    if isinstance(problem, PinciteError):
        return discreet(problem)
    if isinstance(problem, ValidationError):
        return _misread(problem)
    return our_fault(problem, "a request", log)


def protocol_error(problem: Exception) -> MCPError:
    """For what is no call of a tool: those have errors among their results."""
    error = told(problem)
    return MCPError(ROWS[error.code].mcp, error.message, error.as_dict())


def _misread(problem: ValidationError) -> InputError:
    """By the names of the fields; nothing of what they said."""
    mistakes = problem.errors(include_url=False, include_context=False, include_input=False)
    every = [
        f"{'.'.join(str(part) for part in mistake['loc'])[:_NAME] or 'arguments'}: {mistake['msg']}"
        for mistake in mistakes[:_MISTAKES]
    ]
    if len(mistakes) > _MISTAKES:
        every.append(f"and {len(mistakes) - _MISTAKES} more")
    return InputError(
        f"the request cannot be read: {'; '.join(every)}",
        hint="The listing says which fields there are and what each takes.",
    )
