"""The questions that are asked all the while, over HTTP and by the quiet thread."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.api.access import owner
from pincite.api.body import body
from pincite.api.operation import operations
from pincite.api.workspace import Workspace
from pincite.errors import PinciteError
from pincite.surfaces.http.routes import ROUTES
from small_acts import urn_of
from truth.sources import nonsense

MATTER = "Crates v. Quay"
SLUG = "crates-v-quay"
LAW, CASE = "law", "case"
# What a second run may say otherwise.
_VARYING = {
    "milliseconds", "search_time_ms", "request_id", "chunk_created_at", "chunk_embedded_at",
    "document_ingested_at", "ingested_at", "loaded_at", "state", "seconds",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """`of` is the corpus whose revision decides the reply. `dated` replies name their state."""

    operation: str
    fields: tuple[tuple[str, Any], ...]
    of: str = LAW

    def __str__(self) -> str:
        return f"{self.operation}({', '.join(f'{name}={value!r}' for name, value in self.fields)})"

    @property
    def asks(self) -> bool:
        """Whether it goes through the indexes."""
        return self.operation in ("search", "search_case", "ask")

    def http(self) -> tuple[str, str, dict[str, Any]]:
        """The method, the path and what is sent."""
        route = ROUTES[self.operation]
        fields = dict(self.fields)
        path = route.path
        if "{what:path}" in path:
            path = path.replace("{what:path}", fields.pop("what"))
        return route.method, path, fields

    def quietly(self, workspace: Workspace) -> Any:
        """The body that this thread gives."""
        operation = operations()[self.operation]
        try:
            asked = operation.request(**dict(self.fields))
            return operation.carry_out(workspace, owner(local=True), asked)
        except PinciteError as problem:
            return body(problem)


def question(operation: str, *, of: str = LAW, **fields: Any) -> Question:
    return Question(operation, tuple(fields.items()), of)


LAW_QUESTIONS = (
    question("search", query="when shall the keeper of a harbour inspect every buoy"),
    question("search", query="fine in crowns for a pilot who fails to inspect", limit=5),
    question("search", query="hawser inspected in ice"),
    question("search", query="record each inspection in an anchor book", tier="free"),
    question("search", query="painted by the harbour master"),
    question("search", query="inspect every lantern", at="2001-09-01"),
    question("search", query=nonsense(0)),
    question("search", query=nonsense(2)),
    question("search", query=f"Harbour Buoys Act 1 section 1 {nonsense(1)}"),
    question("search", query="inspect every mooring", within=urn_of(4)),
    question("ask", query="When shall the pilot of a harbour inspect every buoy?"),
    question("ask", query="What fine does a chandler who fails to inspect a hawser pay?"),
    question("ask", query=f"Who shall paint every {nonsense(0)}?"),
    question("ask", query=f"In how many colours shall every {nonsense(3)} be painted?"),
    question("scope", what=f"{urn_of(1)}:1"),
    question("scope", what=f"{urn_of(2)}:2"),
    question("show_node", what=f"{urn_of(3)}:1"),
    question("show_node", what=f"{urn_of(1000)}:1"),
    question("show_tree", what=urn_of(1)),
    question("list_texts", what=urn_of(2)),
)
CASE_QUESTIONS = (
    question("search_case", of=CASE, query="what does the storage of a crate cost", matter=SLUG),
    question("search_case", of=CASE, query=nonsense(9), matter=SLUG),
    question("search_case", of=CASE, query="consignee owes crowns a day", matter=SLUG, limit=5),
    question("search", of=CASE, query=nonsense(12), matter=SLUG),
    question("ask", of=CASE, query="What does the storage of crate 2 cost a day?", matter=SLUG),
    question("ask", of=CASE, query=f"Which crate was marked {nonsense(14)}?", matter=SLUG),
)


def normal(reply: Any, *roots: Path) -> str:
    """A reply without what may differ, as text; `roots` are where it was given."""
    text = json.dumps(_without(reply), ensure_ascii=False, sort_keys=True, default=str, indent=1)
    for root in roots:
        text = text.replace(str(root), "ROOT")
    return text


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: _without(item)
            for name, item in value.items()
            if name not in _VARYING and not (name == "law_status" and _is_plain(item))
        }
    if isinstance(value, list):
        return [_without(item) for item in value]
    return value


def _is_plain(status: Any) -> bool:
    """In force, and nothing more to say. A server that has not read all law yet says nothing of
    it (null), and one that has says so."""
    return status is None or (
        status["status"] == "in force" and not any(status.get(name) for name in ("by", "flags"))
    )


def is_encoded(reply: Any) -> bool:
    """Whether a network has encoded all that was asked, with every one of its heads. A replica whose
    server of vectors keeps no learned weights makes them itself, and says so until then."""
    return reply.get("encoded", 1.0) == 1.0 and not any(
        told in lack
        for lack in reply.get("degraded", ())
        for told in ("encoded", "learned weights")
    )


@dataclass(frozen=True, slots=True)
class State:
    """What a reply says that it was made from."""

    revision: int
    behind: bool


def state_of(reply: Any) -> State | None:
    """None where it does not say."""
    state = reply.get("state") if isinstance(reply, dict) else None
    if not isinstance(state, dict) or "revision" not in state:
        return None
    return State(int(state["revision"]), bool(state.get("behind", False)))
