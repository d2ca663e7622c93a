"""Drafts an answer with a model behind an OpenAI-compatible endpoint. Nothing it says is trusted.

POST {model, messages, temperature: 0, seed, max_tokens, response_format} gives {choices: [{message:
{content}, finish_reason}]}. The sources go out as JSON, so that no text in them can close the fence
around them. What comes back is parsed, limited in size, and checked like any other draft. The model
is asked for sentences because what they state must be in its quotes; they are not shown.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Annotated, Self

from pydantic import BaseModel, Field, ValidationError

from pincite.answer.messages import DEFAULT
from pincite.answer.ports import Brief, CannotCompose
from pincite.answer.records import (
    AnswerDraft,
    DraftCitation,
    DraftClaim,
    DraftFault,
    QuotableSource,
    SourceRole,
)
from pincite.encoders.remote import Endpoint, sendable
from pincite.errors import ModelError, ModelRefused, ModelUnreachable
from pincite.settings import Settings

_REPLY_TOKENS = 1500
# Of most tokenizers and most legal prose; on the safe side for Icelandic.
_CHARACTERS_A_TOKEN = 3
_ATTEMPTS = 3

Text = Annotated[str, Field(max_length=4000)]


class _Citation(BaseModel):
    source: Text
    quote: Text
    locator: Text = ""
    urn: Text = ""


class _Claim(BaseModel):
    text: Text
    citations: Annotated[list[_Citation], Field(max_length=20)]


class _Claims(BaseModel):
    claims: Annotated[list[_Claim], Field(max_length=40)]


class _Message(BaseModel):
    content: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Completion(BaseModel):
    choices: list[_Choice]


_SCHEMA: dict[str, object] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["claims"],
    "properties": {
        "claims": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["text", "citations"],
                "properties": {
                    "text": {"type": "string"},
                    "citations": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["source", "quote"],
                            "properties": {
                                "source": {"type": "string"},
                                "quote": {"type": "string"},
                            },
                        },
                    },
                },
            },
        }
    },
}


class ChatAnswerer:
    """Drafts with a model. `budget` is how many tokens of sources are sent to it at most."""

    name = "openai"
    retries = True

    def __init__(self, endpoint: Endpoint, model: str, budget: int) -> None:
        self._endpoint = endpoint
        self._model = model
        self._budget = budget

    @classmethod
    def of(cls, settings: Settings) -> Self | None:
        """None where the settings name no endpoint."""
        if not settings.answer_url:
            return None
        # Two drafts at most, so each has half of the time.
        seconds = settings.answer_timeout / 2
        endpoint = Endpoint(
            settings.answer_url,
            settings.answer_key,
            seconds,
            attempts=_ATTEMPTS,
            deadline=seconds,
            allowed_hosts=settings.allowed_hosts,
        )
        return cls(endpoint, settings.answer_model, settings.answer_tokens)

    def draft(self, brief: Brief, *, strict: bool, faults: Sequence[DraftFault]) -> AnswerDraft:
        prompt = _prompt(brief.law_in)
        if strict:
            prompt += _prompt(brief.law_in, strict=True).format(faults=", ".join(faults))
        asked: dict[str, object] = {
            "model": self._model,
            "messages": [
                {"role": "system", "content": prompt},
                {"role": "user", "content": self._fenced(brief)},
            ],
            "temperature": 0,
            "seed": 0,
            "max_tokens": min(_REPLY_TOKENS, self._budget),
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "claims", "strict": True, "schema": _SCHEMA},
            },
        }
        try:
            completion = self._endpoint.ask(asked, _Completion)
        except (ModelUnreachable, ModelRefused):
            raise CannotCompose(DraftFault.UNREACHABLE) from None
        except ModelError:
            # It talks gibberish, and may talk sense when it is asked again.
            raise CannotCompose(DraftFault.MALFORMED) from None
        return _read(completion)

    def _fenced(self, brief: Brief) -> str:
        """As much as the budget of tokens holds: the rules first, then what governs the first."""
        left = self._budget * _CHARACTERS_A_TOKEN - len(brief.question)
        kept: list[dict[str, str]] = []
        for source in _by_rule(brief):
            fields = {
                "id": source.id,
                "role": source.role.value,
                "locator": source.locator,
                "of": source.of,
                "term": source.term if source.role is SourceRole.DEFINITION else "",
                "text": source.text,
            }
            size = sum(map(len, fields.values())) + 60
            if size > left:
                continue
            left -= size
            kept.append({name: value for name, value in fields.items() if value})
        if not kept:
            # Asked without any, it would say that nothing answers.
            raise CannotCompose(DraftFault.UNREACHABLE)
        question = sendable(brief.question)
        fenced = json.dumps({"question": question, "sources": kept}, ensure_ascii=False)
        # No serving stack takes "<|im_start|>" in a document for a mark of its own.
        return fenced.replace("<", "\\u003c")


def _by_rule(brief: Brief) -> list[QuotableSource]:
    rules = [source for source in brief.sources if source.role is SourceRole.RULE][: brief.rules]
    order = {rule.id: at for at, rule in enumerate(rules)}
    others = [source for source in brief.sources if source.of in order]
    return [
        *rules,
        *sorted(others, key=lambda other: (order[other.of], other.role == SourceRole.HOLDER)),
    ]


def _read(completion: _Completion) -> AnswerDraft:
    if not completion.choices:
        raise CannotCompose(DraftFault.MALFORMED)
    choice = completion.choices[0]
    if choice.finish_reason == "length":
        raise CannotCompose(DraftFault.INCOMPLETE)
    # Some wrap the object in prose or in a fence; what is in it is checked all the same.
    content = choice.message.content or ""
    start, end = content.find("{"), content.rfind("}")
    try:
        given = _Claims.model_validate_json(content[start : end + 1] if start >= 0 else "")
    except ValidationError:
        raise CannotCompose(DraftFault.MALFORMED) from None
    return AnswerDraft(
        tuple(
            DraftClaim(
                " ".join(claim.text.split()),
                tuple(
                    DraftCitation(c.source.strip(), c.quote, c.locator, c.urn)
                    for c in claim.citations
                ),
            )
            for claim in given.claims
        )
    )


@cache
def _prompt(language: str, *, strict: bool = False) -> str:
    """In the language of the law, English where there is none in it."""
    folder = resources.files("pincite.answer") / "prompts"
    suffix = ".strict.txt" if strict else ".txt"
    file = folder / f"{language}{suffix}"
    if not file.is_file():
        file = folder / f"{DEFAULT}{suffix}"
    return file.read_text(encoding="utf-8")
