"""Where an error happened, for the log: files, lines, functions and kinds of errors, and nothing of
what they held. A message may quote a document, and a local variable may be a question."""

from __future__ import annotations

import logging
import traceback
import uuid
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import PurePath

from pincite.errors import PinciteError

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Of the request that is being answered: what its client was given as X-Request-Id."""

_PACKAGE = PurePath(__file__).parent.name
# Of each error so many frames are told, the innermost; so many causes, and errors of a group.
_FRAMES, _CAUSES, _GROUPED = 24, 5, 3
_BOUGHT = "site-packages"


def new_request_id() -> str:
    return uuid.uuid4().hex


def trace(error: BaseException) -> str:
    """'KeyError: pincite/api/operation.py:80 perform > …, because of OSError: …', the innermost
    frame last."""
    return ", because of ".join(_one(raised) for raised in _chain(error))


def our_fault(error: Exception, what: str, log: logging.Logger, id: str = "") -> PinciteError:
    """What to tell whoever asked, once where it happened was logged. Both have the same number."""
    number = id or request_id.get() or new_request_id()
    log.error("%s failed (%s): %s", what, number, trace(error))
    return PinciteError(
        "something went wrong on our side",
        hint=f"Whoever runs the server finds it in its log under {number}.",
    )


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An error and what led to it, as Python would show them."""
    seen: set[int] = set()
    raised: BaseException | None = error
    while raised is not None and id(raised) not in seen and len(seen) < _CAUSES:
        seen.add(id(raised))
        yield raised
        hidden = raised.__suppress_context__
        raised = raised.__cause__ or (None if hidden else raised.__context__)


def _one(error: BaseException) -> str:
    frames = list(traceback.walk_tb(error.__traceback__))[-_FRAMES:]
    places = [
        f"{_file(frame.f_code.co_filename)}:{line} {frame.f_code.co_qualname}"
        for frame, line in frames
    ]
    told = f"{_kind(error)}: {' > '.join(places) or 'nowhere'}"
    if elsewhere := getattr(error, "elsewhere", ""):
        told += f", in another process: {elsewhere}"
    if isinstance(error, BaseExceptionGroup):
        every = [_one(part) for part in error.exceptions[:_GROUPED]]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType, reportUnknownMemberType]
        told += f" [{'; '.join(every)}]"
    return told


def _kind(error: BaseException) -> str:
    kind = type(error)
    module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    return f"{module}{kind.__qualname__}"


def _file(name: str) -> str:
    """Below the package it is of; of anything else its name alone."""
    parts = PurePath(name).parts
    if _BOUGHT in parts:
        return "/".join(parts[len(parts) - parts[::-1].index(_BOUGHT) :])
    if _PACKAGE in parts:
        return "/".join(parts[len(parts) - 1 - parts[::-1].index(_PACKAGE) :])
    return parts[-1] if parts else ""
