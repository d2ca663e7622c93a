"""The surfaces, each over a law and a matter of its own, called by the names of operations."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import httpx

from api.steps import STEPS, Step, World
from commands import pincite
from pincite.api.access import owner
from pincite.api.operation import operations
from pincite.api.workspace import WorkerPool
from pincite.surfaces.http.app import create_app
from pincite.surfaces.http.routes import ROUTES
from surfaces.mcp_clients import Talk, talking
from surfaces.serving import serving
from waiting import wait_until


class Surface(Protocol):
    def call(self, step: Step, fields: dict[str, Any]) -> Any:
        """The body that it gives. Raises AssertionError where it gives none."""
        ...


@dataclass
class Walk:
    """What a surface gave at each step, or why it gave nothing. A long operation's is the job that
    has ended."""

    world: World
    bodies: dict[str, Any] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)

    def body(self, operation: str) -> Any:
        assert operation not in self.failures, self.failures[operation]
        return self.bodies[operation]


def walked(surface: Surface, world: World) -> Walk:
    """Every step in its order."""
    walk = Walk(world)
    job = ""

    def view() -> Any:
        return surface.call(Step("job_status", {}, None), {"job": job})

    for step in STEPS:
        fields = {**world.filled(step.fields), **({"job": job} if "job" in step.fields else {})}
        try:
            body = surface.call(step, fields)
            if operations()[step.operation].long and "state" in body:
                job = body["id"]
                body = wait_until(lambda: _if_ended(view()))
            if step.operation == "watch_folder":
                job = body["id"]
                wait_until(lambda: view().get("progress"))
            elif step.operation == "cancel_job":
                wait_until(lambda: _if_ended(view()))
        except Exception as problem:
            walk.failures[step.operation] = f"{type(problem).__name__}: {problem}"
        else:
            walk.bodies[step.operation] = body
    return walk


def _if_ended(job: Any) -> Any:
    return job if job["state"] not in ("waiting", "running") else None


@dataclass
class Direct:
    """The operations themselves: what every surface is held to."""

    pool: WorkerPool
    world: World

    def call(self, step: Step, fields: dict[str, Any]) -> Any:
        operation = operations()[step.operation]
        access = owner((self.world.files.parent,))
        asked = operation.request.model_validate(fields)
        return self.pool.submit(
            lambda workspace: operation.carry_out(workspace, access, asked)
        ).result()


@dataclass
class Http:
    client: httpx.Client

    def call(self, step: Step, fields: dict[str, Any]) -> Any:
        place = ROUTES[step.operation]
        path, rest = place.path.replace(":path}", "}"), dict(fields)
        for name in fields:
            if f"{{{name}}}" in path:
                path = path.replace(f"{{{name}}}", str(rest.pop(name)))
        in_address = place.method in ("GET", "DELETE") or path != place.path
        sent = {"params": rest} if in_address else {"json": rest}
        response = self.client.request(place.method, path, **sent)
        assert response.is_success, response.text
        return response.json()


@dataclass
class Mcp:
    talk: Talk

    def call(self, step: Step, fields: dict[str, Any]) -> Any:
        """A list is its items, and a picture the content block beside the rest."""
        result = self.talk.call(step.operation, **fields)
        assert not result.is_error, result.content
        body = dict(result.structured_content)
        for block in result.content:
            assert block.type == "image", "what was sent twice"
            body["png"] = block.data
        listed = str(operations()[step.operation].response).startswith("list[")
        return body["items"] if listed else body


@dataclass
class Commands:
    world: World
    folder: Path

    def call(self, step: Step, fields: dict[str, Any]) -> Any:
        assert step.command is not None, "no command"
        done = self.run("--json", *step.command)
        assert done.returncode == 0, done.stderr
        body = json.loads(done.stdout)
        if step.operation == "verify_pack":
            # It takes several packs.
            [body] = body
        elif step.operation == "show_page":
            # The picture is in a file, and the body says in which.
            body["png"] = base64.b64encode((self.folder / body["png"]).read_bytes()).decode()
        elif step.operation == "build_pack":
            # So is the pack.
            assert (self.folder / body.pop("pack")).stat().st_size == body["bytes"]
        return body

    def run(self, *words: str) -> Any:
        settings = self.world.settings
        environment = {
            **os.environ,
            "PINCITE_LIBRARY": str(settings.library),
            "PINCITE_MATTERS": str(settings.matters),
            "PINCITE_MODELS": str(settings.models),
            "PINCITE_JURISDICTION": settings.jurisdiction,
            "PINCITE_OCR_LANGUAGES": settings.ocr_languages,
            "PINCITE_WORKERS": str(settings.workers),
        }
        return pincite(*self.world.filled(list(words)), env=environment, cwd=self.folder)


@contextmanager
def direct(world: World) -> Generator[Direct]:
    with closing(WorkerPool(world.settings.library, world.settings, threads=1)) as pool:
        yield Direct(pool, world)


@contextmanager
def over_http(world: World) -> Generator[Http]:
    with serving(create_app(settings=world.settings)) as client:
        yield Http(client)


@contextmanager
def over_mcp(world: World) -> Generator[Mcp]:
    with (
        serving(create_app(settings=world.settings)) as client,
        talking(f"{str(client.base_url).rstrip('/')}/mcp") as talk,
    ):
        yield Mcp(talk)


@contextmanager
def by_command(world: World) -> Generator[Commands]:
    folder = world.settings.library.parent / "here"
    folder.mkdir()
    yield Commands(world, folder)
