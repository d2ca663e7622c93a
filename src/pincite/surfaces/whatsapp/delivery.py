"""What the Cloud API delivers, read: the messages of people, and of those only what is needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import cast

_number = re.compile(r"[0-9]{5,20}")
_seconds = re.compile(r"[0-9]{1,12}")
_LONGEST_ID = 512
# Longer than WhatsApp lets anyone write.
_LONGEST_TEXT = 8192
_control = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
# They say nothing that wants an answer.
_SILENT = frozenset({"reaction", "system", "ephemeral"})


class Sort(StrEnum):
    TEXT = "text"
    CHOICE = "choice"
    """An option that was offered, by its reference."""
    OTHER = "other"
    """A picture, a voice, a place: what is not read here."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """A message. What it says and whom it is from does not show when it is printed."""

    id: str = field(repr=False)
    sender: str = field(repr=False)
    sent: int
    """Seconds since 1970."""
    sort: Sort
    text: str = field(repr=False)
    """Of a text what it says, of a choice the reference."""


def messages(payload: object, phone: str) -> Iterator[Incoming]:
    """Those to this number, in order. What is of another shape is passed over: it is no error, and
    would only be delivered again."""
    if _mapping(payload).get("object") != "whatsapp_business_account":
        return
    for entry in _list(_mapping(payload).get("entry")):
        for change in _list(_mapping(entry).get("changes")):
            if _mapping(change).get("field") != "messages":
                continue
            value = _mapping(_mapping(change).get("value"))
            if _mapping(value.get("metadata")).get("phone_number_id") != phone:
                continue
            for received in _list(value.get("messages")):
                found = _message(_mapping(received))
                if found is not None:
                    yield found


def _message(said: dict[str, object]) -> Incoming | None:
    id, sender, sent = _text(said.get("id")), _text(said.get("from")), _text(said.get("timestamp"))
    sort = said.get("type")
    known = _number.fullmatch(sender) and _seconds.fullmatch(sent) and 0 < len(id) <= _LONGEST_ID
    if not known or not isinstance(sort, str) or sort in _SILENT:
        return None
    found, text = _said(sort, said)
    return Incoming(id, sender, int(sent), found, text)


def _said(sort: str, said: dict[str, object]) -> tuple[Sort, str]:
    if sort == "text":
        return Sort.TEXT, _text(_mapping(said.get("text")).get("body"))
    if sort == "button":
        # A reply to a template: what stands on the button is what is said.
        return Sort.TEXT, _text(_mapping(said.get("button")).get("text"))
    if sort == "interactive":
        reply = _mapping(said.get("interactive"))
        for name in ("button_reply", "list_reply"):
            if reply.get("type") == name:
                return Sort.CHOICE, _text(_mapping(reply.get(name)).get("id"))
    return Sort.OTHER, ""


def _mapping(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _text(value: object) -> str:
    """Half a surrogate pair, which JSON can hold and UTF-8 cannot, is replaced."""
    if not isinstance(value, str):
        return ""
    whole = value[:_LONGEST_TEXT].encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _control.sub(" ", whole)
