"""What can be read by an address: provisions as Markdown, pages of case files as pictures."""

from __future__ import annotations

import base64
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from mcp_types import BlobResourceContents, ResourceTemplate, TextResourceContents

from pincite.api.access import Access
from pincite.api.operation import operations
from pincite.api.operations.files import PageRequest, page_of
from pincite.api.status_words import told
from pincite.api.workspace import Workspace
from pincite.errors import InputError, NotFound
from pincite.surfaces.mcp.tools import LARGEST_PICTURE, LONGEST

_SCHEME = "pincite"
TEMPLATES = (
    ResourceTemplate(
        name="node",
        title="A provision",
        uri_template=f"{_SCHEME}://node/{{urn}}{{?at,version}}",
        description="A provision of law as it stood on a day (at=YYYY-MM-DD) or in a version, with"
        " its citation. The URN is percent-encoded.",
        mime_type="text/markdown",
    ),
    ResourceTemplate(
        name="page",
        title="A page of a case file",
        uri_template=f"{_SCHEME}://page/{{matter}}/{{document}}/{{page}}{{?quote,line}}",
        description="A page as a picture, the quote marked where it stands; where it stands more"
        " than once, line says on which line it begins. Each part is percent-encoded.",
        mime_type="image/png",
    ),
)
_PARTS_OF_A_PAGE = 3


def read(
    workspace: Workspace, access: Access, uri: str
) -> TextResourceContents | BlobResourceContents:
    """Raises PinciteError, ValidationError."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        raise _no_such_address() from None
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    path = parts.path.removeprefix("/")
    if parts.scheme == _SCHEME and parts.netloc == "node":
        text = _node(workspace, access, {**options, "what": unquote(path)})
        return TextResourceContents(uri=uri, mime_type="text/markdown", text=text)
    pieces = [unquote(piece) for piece in path.split("/")]
    if parts.scheme == _SCHEME and parts.netloc == "page" and len(pieces) == _PARTS_OF_A_PAGE:
        named = dict(zip(("matter", "document", "page"), pieces, strict=True))
        png = _page(workspace, access, PageRequest.model_validate({**options, **named}))
        blob = base64.b64encode(png).decode()
        return BlobResourceContents(uri=uri, mime_type="image/png", blob=blob)
    raise _no_such_address()


def _node(workspace: Workspace, access: Access, asked: dict[str, str]) -> str:
    operation = operations()["show_node"]
    found: dict[str, Any] = operation.full_body(
        workspace, access, operation.request.model_validate(asked)
    )
    provision = found["provision"]
    since, until = provision["valid_from"], provision["valid_to"]
    in_force = " ".join(
        part for part in (f"from {since}" if since else "", f"to {until}" if until else "") if part
    )
    if not since and asked.get("at"):
        in_force = "the source gives no dates"
    status = told(provision["law_status"], "en")
    facts = (
        provision["work"]["title"], provision["urn"], f"version {provision['version']}", in_force,
        status.words if status else provision["status"], *(status.flags if status else ()),
    )  # fmt: skip
    parts = [
        f"# {provision['locator']}", " · ".join(filter(None, facts)),
        *(_warning(override) for override in provision["overrides"]),
        *(_overlap(preemption) for preemption in provision["preemptions"]),
        provision["text"],
    ]  # fmt: skip
    text = "\n\n".join(parts) + "\n"
    if len(text) > LONGEST:
        raise InputError(
            f"it has {len(text)} characters, and at most {LONGEST} are sent",
            hint="Name a narrower provision; show_node lists what is below one.",
        )
    return text


def _warning(override: dict[str, Any]) -> str:
    """That a court has halted a rule: whoever reads its words must know."""
    until = f" to {override['end']}" if override["end"] else ""
    said = [override["authority"], override["citation"], override["note"]]
    return (
        f"**{override['status']} from {override['start']}{until}**: {', '.join(filter(None, said))}"
        f" ({override['urn']})"
    )


def _overlap(preemption: dict[str, Any]) -> str:
    said = [preemption["by"], preemption["authority"], preemption["note"]]
    return f"**Higher law overlaps this**: {', '.join(filter(None, said))}"


def _page(workspace: Workspace, access: Access, asked: PageRequest) -> bytes:
    operations()["show_page"].check(access, asked)
    png = page_of(workspace, asked).png
    if len(png) > LARGEST_PICTURE:
        raise InputError(
            f"the picture has {len(png)} bytes, and at most {LARGEST_PICTURE} are sent",
            hint="read_document gives its words.",
        )
    return png


def _no_such_address() -> NotFound:
    shapes = " or ".join(template.uri_template for template in TEMPLATES)
    return NotFound("there is nothing at that address", hint=f"Addresses are {shapes}.")
