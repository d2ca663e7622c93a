"""An endpoint of embeddings on this machine, whose model knows a few meanings, and which can be
told to keep some texts waiting."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from waiting import LONG

DIMS = 4
# Words that mean the same. What has none of them is of no meaning at all.
MEANINGS = (("dog", "hound"), ("deposit", "surety"), ("boat", "ferry"))
# A request with this word in it waits until it is let through.
HELD = "ledger"


class Embeddings:
    def __init__(self) -> None:
        self.url = ""
        self.texts: list[str] = []
        """Every text that was encoded, as often as it was."""
        self.waiting = 0
        """Requests that are held now."""
        self._changed = threading.Condition()
        self._permits = 0
        self._open = True

    def hold(self) -> None:
        """From now on every request for a held text needs to be let through."""
        self._open = False

    def let_through(self, requests: int = 1) -> None:
        with self._changed:
            self._permits += requests
            self._changed.notify_all()

    def open(self) -> None:
        with self._changed:
            self._open = True
            self._changed.notify_all()

    def settings(self) -> dict[str, Any]:
        """With it as the only model there is."""
        return {
            "embedding_url": self.url, "embedding_model": "meanings", "embedding_dims": DIMS,
            "dense_model": "", "sparse_model": "", "token_model": "", "lemma_model": "",
            "fetch_timeout": LONG,
        }  # fmt: skip

    def environment(self) -> dict[str, str]:
        return {f"PINCITE_{name.upper()}": str(value) for name, value in self.settings().items()}

    def answer(self, texts: list[str]) -> list[list[float]]:
        if any(HELD in text for text in texts):
            with self._changed:
                self.waiting += 1
                self._changed.wait_for(lambda: self._open or self._permits > 0, LONG)
                self._permits -= not self._open
                self.waiting -= 1
        self.texts += texts
        return [_vector(text.lower()) for text in texts]


def _vector(text: str) -> list[float]:
    found = [float(any(word in text for word in words)) for words in MEANINGS]
    return [*found, 0.0 if any(found) else 1.0]


@contextmanager
def embeddings() -> Generator[Embeddings]:
    served = Embeddings()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            vectors = served.answer(asked["input"])
            data = [{"index": at, "embedding": vector} for at, vector in enumerate(vectors)]
            body = json.dumps({"data": data}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda request, client_address: None  # type: ignore[method-assign]
    served.url = f"http://127.0.0.1:{server.server_address[1]}/v1/embeddings"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        served.open()
        server.shutdown()
        server.server_close()
        thread.join()


def held_book(paragraphs: int = 150) -> str:
    """A long text, of which every passage is held."""
    return "\n\n".join(
        f"{number}. Page {number} of the {HELD} lists {number * 7} crates of tea. " * 24
        for number in range(1, paragraphs + 1)
    )
