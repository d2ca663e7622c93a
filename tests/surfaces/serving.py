"""A real server on loopback, over a library of the bundled law and two small matters."""

from __future__ import annotations

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from pincite.matters import Matters
from pincite.settings import Settings
from search.bundled_law import bundled_law
from waiting import LONG, wait_until

# A word that stands in the files of one matter, and nowhere else.
CANARIES = {"alder-v-birch": "zirconquarry", "cedar-v-dogwood": "velvetmonsoon"}


def settings_for(root: Path, **more: Any) -> Settings:
    return Settings(
        library=root / "law",
        matters=root / "matters",
        keys=root / "keys.json",
        models=root / "no-models",
        **more,
    )  # type: ignore[call-arg]


def held(root: Path) -> Settings:
    """The bundled law, and a matter for each canary."""
    bundled_law(root / "law", root / "no-models").close()
    settings = settings_for(root)
    for slug, canary in CANARIES.items():
        folder = root / "files" / slug
        folder.mkdir(parents=True)
        words = (
            f"Letter of {slug}\n\nThe tenant {canary} Holdings Ltd gave notice on 3 March 2023. "
            f"The deposit of {canary} was two months' rent.\n\nSee Daubert v. Merrell Dow "
            "Pharmaceuticals, Inc., 509 U.S. 579 (1993).\n"
        )
        (folder / f"{canary}.txt").write_text(words, encoding="utf-8")
        Matters(settings=settings).create(slug.replace("-", " "))
        with Matters(settings=settings).open(slug) as matter:
            matter.read_files(folder)
    return settings


@contextmanager
def serving(app: FastAPI, **options: Any) -> Generator[httpx.Client]:
    """`options` are uvicorn's."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(
        # A client whose machine is busy may come back to a connection late.
        uvicorn.Config(app, **{"log_level": "warning", "timeout_keep_alive": int(LONG), **options})
    )
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive())
    assert server.started, "the server did not start"
    port = listening.getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LONG) as client:
        yield client
    server.should_exit = True
    thread.join(timeout=LONG)
    listening.close()
