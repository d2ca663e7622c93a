"""A real client of the protocol, over each transport, and what it is asked over."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI, Request
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult
from starlette.routing import Route

from bundled_matter import FILES
from pincite.api.access import Access
from pincite.api.keys import Keys
from pincite.api.workspace import WorkerPool
from pincite.matters import Matters
from pincite.settings import Settings
from pincite.surfaces.http.auth import limited_access
from pincite.surfaces.http.limits import Places, RateLimit, RateLimits
from pincite.surfaces.mcp.http import McpApp
from search.bundled_law import bundled_law
from surfaces.serving import serving, settings_for
from waiting import LONG

OWN, OTHER = "hart-v-bellweather", "other-v-matter"
# Words of the other matter's file, and of a file that no root holds.
CANARY, SECRET = "velvetmonsoon", "zirconquarry"


@dataclass(frozen=True)
class Ground:
    """The bundled law, some files of the bundled matter, and another matter with a long file."""

    settings: Settings
    files: Path
    """The one folder that clients may have read."""
    outside: Path


def ground(root: Path) -> Ground:
    files, outside = root / "files", root / "outside"
    for name in ("pleadings", "orders", "exhibits"):
        shutil.copytree(FILES / name, files / name)
    (files / "other").mkdir()
    long = "\n\n".join(
        f"{number}. The {CANARY} ran for {number} days. " * 24 for number in range(220)
    )
    (files / "other" / "book.txt").write_text(long, encoding="utf-8")
    outside.mkdir()
    (outside / "secret.txt").write_text(f"The word is {SECRET}.", encoding="utf-8")
    links = files / "links"
    links.mkdir()
    (links / "note.txt").write_text(f"A note of the {CANARY}.", encoding="utf-8")
    (links / "file.txt").symlink_to(outside / "secret.txt")
    (links / "folder").symlink_to(outside)
    (links / "circle").symlink_to(links / "circle")
    bundled_law(root / "law", root / "no-models").close()
    settings = settings_for(root, workers=1, ocr_languages="", jurisdiction="xm")
    every = Matters(settings=settings)
    every.create("Hart v. Bellweather", number="HC 412/25")
    every.create("Other v. Matter")
    with every.open(OWN) as matter:
        matter.read_files(files / "pleadings", files / "orders", files / "exhibits")
    with every.open(OTHER) as matter:
        matter.read_files(files / "other")
    return Ground(settings, files, outside)


def mounted(settings: Settings, roots: tuple[Path, ...]) -> FastAPI:
    """As the application of the server mounts it."""
    keys = Keys(settings.keys)

    def access_of(request: Request) -> Access:
        return replace(limited_access(request), roots=roots)

    endpoint = McpApp(access_of, keyed=lambda: keys.closed)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncGenerator[None]:
        pool = WorkerPool(settings.library, settings)
        try:
            async with endpoint.serving(pool):
                yield
        finally:
            pool.close()

    app = FastAPI(lifespan=lifespan)
    app.state.keys = keys
    app.state.roots = roots
    app.state.limits = RateLimits(0)
    app.state.request_limit = RateLimit(0)
    app.state.places = Places(0, 0)
    app.router.routes.append(Route("/mcp", endpoint, include_in_schema=False))
    return app


@contextmanager
def over_http(ground: Ground) -> Generator[str]:
    """The address of a real server on loopback."""
    with serving(mounted(ground.settings, (ground.files,))) as client:
        yield f"{str(client.base_url).rstrip('/')}/mcp"


def said_over_http(address: str, version: str, method: str, params: dict[str, Any]) -> Any:
    """The result of one request, in a version of the protocol that the client no longer offers."""
    headers = {
        "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": version,
    }  # fmt: skip
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    response = httpx2.post(address, json=message, headers=headers, timeout=LONG)
    [line] = [line for line in response.text.splitlines() if line.startswith("data: {")]
    return json.loads(line.removeprefix("data: "))["result"]


def environment(settings: Settings) -> dict[str, str]:
    return {
        **os.environ,
        "PINCITE_LIBRARY": str(settings.library),
        "PINCITE_MATTERS": str(settings.matters),
        "PINCITE_MODELS": str(settings.models),
        "PINCITE_OCR_LANGUAGES": "",
        "PINCITE_JURISDICTION": "xm",
        "PINCITE_WORKERS": "1",
        "PYTHONWARNINGS": "error",
    }


def command(*arguments: str) -> list[str]:
    return ["-m", "pincite", "mcp", *arguments]


def process(ground: Ground) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable,
        args=command("--root", str(ground.files)),
        env=environment(ground.settings),
    )


@asynccontextmanager
async def keyed(address: str, key: str = "") -> AsyncGenerator[Any]:
    """A transport that sends a key."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=LONG) as sender,
        streamable_http_client(address, http_client=sender) as streams,
    ):
        yield streams


def error_of(result: CallToolResult) -> dict[str, Any]:
    """An error is text alone: clients hold structured content to the tool's output schema."""
    assert result.structured_content is None
    [block] = result.content
    error: dict[str, Any] = json.loads(block.text)
    assert {"error", "message", "hint", "retryable"} <= set(error)
    return error


@dataclass(frozen=True)
class Talk:
    """A client that is connected; each method waits for its answer."""

    client: Client
    portal: BlockingPortal

    def call(self, tool: str, /, **arguments: Any) -> CallToolResult:
        return self.portal.call(self.client.call_tool, tool, arguments)

    def body(self, tool: str, /, **arguments: Any) -> Any:
        """What came of a call that succeeds. The client itself holds it to the output schema."""
        result = self.call(tool, **arguments)
        assert not result.is_error, result.content
        return result.structured_content

    def error(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        result = self.call(tool, **arguments)
        assert result.is_error, f"{tool} gave {str(result.structured_content)[:300]}"
        return error_of(result)

    def do(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return self.portal.call(work, *arguments)


@contextmanager
def talking(to: Any, mode: str = "auto") -> Generator[Talk]:
    """`to` a process, an address, or a transport."""
    with start_blocking_portal() as portal:
        client: AbstractAsyncContextManager[Client] = Client(to, mode=mode, cache=None)
        with portal.wrap_async_context_manager(client) as connected:
            yield Talk(connected, portal)
