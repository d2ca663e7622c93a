"""The messages that the Cloud API takes, within its limits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

# Of a text, and of what stands above buttons or a list.
LONGEST_TEXT, LONGEST_BODY = 4096, 1024
MOST_BUTTONS, LONGEST_BUTTON = 3, 20
MOST_ROWS, LONGEST_ROW, LONGEST_DESCRIPTION = 10, 24, 72
# What would turn a line around or is not seen at all; lines may end.
_unprintable = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def length(text: str) -> int:
    """As a phone counts: a character beyond the first plane is two."""
    return len(text) + sum(character > "\uffff" for character in text)


def clean(text: str) -> str:
    return _unprintable.sub(" ", text).strip()


def cut(text: str, most: int) -> str:
    """No longer than `most`, at a word where there is one near, with "…" for the rest."""
    if length(text) <= most:
        return text
    kept = text[: most - 1]
    while length(kept) > most - 1:
        kept = kept[:-1]
    at_word = kept.rpartition(" ")[0]
    return (at_word if length(at_word) > most // 2 else kept).rstrip() + "…"


@dataclass(frozen=True, slots=True)
class Option:
    """What may be chosen. `reference` comes back where it is, and `asks` is then asked."""

    reference: str
    text: str
    asks: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    body: str

    def content(self) -> dict[str, Any]:
        body = cut(clean(self.body), LONGEST_TEXT)
        return {"type": "text", "text": {"body": body, "preview_url": False}}


@dataclass(frozen=True, slots=True)
class Choice:
    """A question with options: as buttons where they fit on them, else as a list."""

    body: str
    options: tuple[Option, ...]
    opens: str
    """What stands on the button that opens the list."""

    def content(self) -> dict[str, Any]:
        body = {"text": cut(clean(self.body), LONGEST_BODY)}
        texts = [clean(option.text) for option in self.options]
        short = all(length(text) <= LONGEST_BUTTON for text in texts)
        if short and len(texts) <= MOST_BUTTONS and len(set(texts)) == len(texts):
            buttons = [
                {"type": "reply", "reply": {"id": option.reference, "title": text}}
                for option, text in zip(self.options, texts, strict=True)
            ]
            told = {"type": "button", "body": body, "action": {"buttons": buttons}}
        else:
            pairs = zip(self.options, texts, strict=True)
            rows = [_row(option.reference, text) for option, text in pairs][:MOST_ROWS]
            opens = cut(self.opens, LONGEST_BUTTON)
            action = {"button": opens, "sections": [{"rows": rows}]}
            told = {"type": "list", "body": body, "action": action}
        return {"type": "interactive", "interactive": told}


def _row(reference: str, text: str) -> dict[str, str]:
    row = {"id": reference, "title": cut(text, LONGEST_ROW)}
    if row["title"] != text:
        row["description"] = cut(text, LONGEST_DESCRIPTION)
    return row


Message = Text | Choice


def addressed(message: Message, number: str, answers: str) -> dict[str, object]:
    """As it is sent, in answer to a message."""
    return {
        "messaging_product": "whatsapp",
        "recipient_type": "individual",
        "to": number,
        "context": {"message_id": answers},
        **message.content(),
    }
