"""Questions answered, and the reply made into what a surface sends where it was answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from pincite.answer.records import Kind
from pincite.answer.reply import Reply
from pincite.api.access import Access
from pincite.api.body import body, encoded
from pincite.api.operation import operation
from pincite.api.operations.questions import AskRequest, ask
from pincite.api.workspace import Workspace

Form = TypeVar("Form")


class SentReply(NamedTuple):
    """A reply as HTTP sends it; `kind` is why it was refused."""

    body: bytes
    request_id: str
    kind: Kind | None


def replied(
    workspace: Workspace,
    form: Callable[[Reply], Form],
    access: Access,
    asked: AskRequest,
    wait: int = 0,
) -> Form:
    """The reply in a form. Whoever asks too often, and is to `wait` so many seconds, is told so.
    Raises PinciteError."""
    operation("ask").check(access, asked)
    if wait:
        flow = workspace.collection(asked.matter).answer_flow()
        return form(flow.limited(asked.query, asked.channel, wait))
    return form(ask(workspace, access, asked))


def sent(reply: Reply) -> SentReply:
    kind = reply.refusal.kind if reply.refusal else None
    return SentReply(encoded(body(reply)), reply.request_id, kind)
