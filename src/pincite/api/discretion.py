"""What others are told: not where things lie on this machine, nor which hosts it asks.

Whoever is at the machine sees an error as it was raised, and a file by its whole path. Everyone
else, over HTTP, on the page, over MCP and in what is kept of a job, sees errors through `discreet`
and responses through `discreet_body`.
"""

from __future__ import annotations

import copy
import re
import socket
from functools import cache
from typing import Any, TypeVar, cast

from pincite.errors import ROWS, PinciteError
from pincite.model.document import FilePath, folder_name

ErrorT = TypeVar("ErrorT", bound=PinciteError)
ELSEWHERE = "[address]"
# Their words are another server's, about itself.
_OF_SERVERS = frozenset(
    {"server_unreachable", "model_refused", "model_unreachable", "fetch_failed", "address_refused"}
)
_PART = r"[^\s/'\":;,()<>|](?:[^/'\":;,()<>|\n]*[^\s/'\":;,()<>|])?"
# Two parts at least: "/docs" is an address of our own. A name of law begins with /akn/.
_path = re.compile(
    rf"(?<![\w.:/~-])~?/(?!akn/)(?:{_PART}/)+(?P<unix>[^\s/'\":;,()<>|]*)"
    r"|(?<!\w)(?:[A-Za-z]:|\\)\\(?:[^\\'\"\n]+\\)*(?P<windows>[^\\\s'\"]*)"
)
_url = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s'\"<>]+", re.IGNORECASE)
_BYTE = r"(?:[0-9]{1,3})"
_host = re.compile(
    # An address with its port; or one that is not this machine's own, which everyone knows.
    rf"\[[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\](?::[0-9]+)?"
    rf"|\b{_BYTE}(?:\.{_BYTE}){{3}}:[0-9]+\b"
    rf"|\b(?!127\.0\.0\.1\b){_BYTE}(?:\.{_BYTE}){{3}}\b"
    # A name with the number of a port. What has more colons before it is a URN.
    r"|(?<![\w:.-])[A-Za-z][\w.-]*:(?:[0-9]{4,5}|80|443)(?![\w:-]|\.\w)"
    r"|\b(?:host(?: name)?|server at|server on socket) \"[^\"]*\"(?: \([^)]*\))?"
    r"|\bport [0-9]{2,5}\b",
    re.IGNORECASE,
)


def discreet(error: ErrorT) -> ErrorT:
    """The same error, as others may read it."""
    told = copy.copy(error)
    if told.code in _OF_SERVERS:
        told.message = ROWS[told.code].whatsapp
    for name, value in vars(told).items():
        setattr(told, name, _without_places(value))
    return told


def discreet_body(body: Any) -> Any:
    """The body of a response, in which each path begins at the folder that was given. Texts of
    documents are left as they are."""
    if isinstance(body, FilePath):
        return body.told
    if isinstance(body, list):
        return [discreet_body(item) for item in cast("list[Any]", body)]
    if not isinstance(body, dict):
        return body
    fields = {name: discreet_body(item) for name, item in cast("dict[str, Any]", body).items()}
    if isinstance(fields.get("folder"), str):
        fields["folder"] = folder_name(fields["folder"])
    return fields


def _without_places(value: Any) -> Any:
    if isinstance(value, str):
        return without_places(value)
    if isinstance(value, (list, tuple)):
        return [_without_places(item) for item in cast("list[Any]", value)]
    return value


def without_places(text: str) -> str:
    """Of a path only its last part is left, and of a host nothing."""
    text = _url.sub(ELSEWHERE, text)
    text = _path.sub(lambda found: found["unix"] or found["windows"] or "a folder", text)
    text = _host.sub(ELSEWHERE, text)
    own = _own_name()
    return own.sub(ELSEWHERE, text) if own else text


@cache
def _own_name() -> re.Pattern[str] | None:
    """This machine's name, where it could not be a word of a sentence."""
    name = socket.gethostname()
    if name == "localhost" or not re.search(r"[0-9.-]", name):
        return None
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])", re.IGNORECASE)
