"""What a model is told that answers from the tools, in the language of its answer."""

from __future__ import annotations

from importlib import resources
from typing import Annotated

from mcp_types import GetPromptResult, Prompt, PromptArgument, PromptMessage, TextContent
from pydantic import Field

from pincite.api.operation import Request
from pincite.api.operations import fields as field

EVERY = (
    Prompt(
        name="cited_answer",
        title="An answer with citations",
        description="Answer a question with checked quotes and their citations, or not at all.",
        arguments=[
            PromptArgument(name="question", description="The question.", required=True),
            PromptArgument(name="matter", description="A matter; the law where it is left out."),
        ],
    ),
    Prompt(
        name="svar_med_tilvisunum",
        title="Svar með tilvísunum",
        description="Svara spurningu með staðfestum tilvitnunum og tilvísunum, eða alls ekki.",
        arguments=[
            PromptArgument(name="question", description="Spurningin.", required=True),
            PromptArgument(name="matter", description="Mál; lögin ef ekkert er nefnt."),
        ],
    ),
)
_TEXTS = {"cited_answer": "en.txt", "svar_med_tilvisunum": "is.txt"}
_IN_MATTER = {
    "cited_answer": "Ask the case files: pass matter = {matter} to every tool that takes one.",
    "svar_med_tilvisunum": "Spurt er um málsskjöl: láttu matter = {matter} fylgja hverju kalli.",
}


class Question(Request):
    question: field.Words
    matter: Annotated[str, Field(max_length=200)] = ""


def written(name: str, arguments: dict[str, str]) -> GetPromptResult:
    """Raises KeyError where there is no prompt of that name, ValidationError."""
    kept = _TEXTS[name]
    asked = Question.model_validate(arguments)
    text = resources.files(__name__).joinpath(kept).read_text(encoding="utf-8")
    where = f"{_IN_MATTER[name].format(matter=asked.matter)}\n\n" if asked.matter else ""
    said = text.format(where=where, question=asked.question)
    return GetPromptResult(
        description=next(prompt.description for prompt in EVERY if prompt.name == name),
        messages=[PromptMessage(role="user", content=TextContent(text=said))],
    )
