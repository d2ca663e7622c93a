"""A Milvus server: what it can do, and every call to it with a limit of time and a typed error."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from pincite.errors import InputError, ServerUnreachable
from pincite.indexes.milvus.address import VectorAddress

# Its own numbers for "no such collection" and "no such alias"; and for "not loaded", which it says
# of every collection for some seconds after it was started.
GONE = (100, 1600)
NOT_LOADED = 101
# A server that was just started again refuses the first connections.
NO_CONNECTION = 2
_AGAIN_SECONDS = 1.0
_REST_SECONDS = 2.0
_PAUSE = 0.2
# Pings of a client that says nothing are an offence to some servers; each call has its own limit.
_OPTIONS = {"grpc.keepalive_time_ms": 300_000, "grpc.keepalive_permit_without_calls": False}
_VERSION = re.compile(r"v?(\d+)\.(\d+)")


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a release has. Lexical recall is never asked of it: see docs/decisions."""

    version: str
    sparse: bool
    inverted: bool
    # Whether a graph still finds what few rows a filter leaves.
    filtered_graph: bool

    @classmethod
    def of(cls, version: str) -> Capabilities:
        if version.startswith("milvus_lite-"):
            return cls(version, sparse=True, inverted=True, filtered_graph=False)
        found = _VERSION.match(version)
        modern = found is not None and (int(found[1]), int(found[2])) >= (2, 4)
        return cls(version, sparse=modern, inverted=modern, filtered_graph=True)


class Missing(ServerUnreachable):
    """The server answers, and has no such collection: nobody has put it there yet, or someone
    dropped it meanwhile."""


class MilvusServer:
    """Connects at the first call, and again by itself after a break."""

    def __init__(self, address: VectorAddress, *, token: str = "", seconds: float = 10.0) -> None:
        self.address = address
        self._token = token
        self._seconds = seconds
        self._client: Any = None
        self._capabilities: Capabilities | None = None
        self._failed: ServerUnreachable | None = None
        self._failed_at = 0.0

    @property
    def capabilities(self) -> Capabilities:
        if self._capabilities is None:
            self._capabilities = Capabilities.of(str(self.call("get_server_version")))
        return self._capabilities

    def answers(self) -> bool:
        """Whether it is there; while it rests after it did not answer, it is not asked."""
        try:
            self.call("get_server_version", seconds=_AGAIN_SECONDS)
        except ServerUnreachable:
            return False
        return True

    def call(self, name: str, *given: Any, seconds: float | None = None, **options: Any) -> Any:
        """Raises Missing, ServerUnreachable. What is called here can be called twice. For some
        seconds after it did not answer, a server is not asked again: a question should not wait
        for each of its calls in turn."""
        if self._failed is not None and time.monotonic() < self._failed_at + _REST_SECONDS:
            raise self._failed
        limit = self._seconds if seconds is None else seconds
        began = time.monotonic()
        while True:
            left = max(began + limit - time.monotonic(), 0.1)
            try:
                return getattr(self._connected(left), name)(*given, timeout=left, **options)
            except Exception as problem:
                code = _code(problem)
                if code in GONE:
                    raise Missing(
                        f"the vector server at {self._place} has no {given[0] if given else name}",
                        hint="`pincite index` puts it there.",
                    ) from problem
                waited = time.monotonic() - began
                if code == NOT_LOADED and given and waited < limit:
                    self._load(str(given[0]), began + limit)
                elif code != NO_CONNECTION or waited > _AGAIN_SECONDS:
                    raise self._translated(problem) from problem
            time.sleep(_PAUSE)

    def _load(self, collection: str, deadline: float) -> None:
        """A server that was started again loads its collections by itself, or leaves it to us."""
        try:
            left = max(deadline - time.monotonic(), 0.1)
            self._connected(left).load_collection(collection, timeout=left)
        except Exception as problem:
            if _code(problem) != NOT_LOADED:
                raise self._translated(problem) from problem

    def guarded(self, call: Callable[[], Any]) -> Any:
        """A call of something that the server's client gave. Raises ServerUnreachable."""
        try:
            return call()
        except Exception as problem:
            raise self._translated(problem) from problem

    def await_(self, ready: Callable[[], bool], what: str, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not ready():
            if time.monotonic() > deadline:
                raise ServerUnreachable(
                    f"the vector server at {self._place} took longer than {seconds:.0f} s to {what}"
                )
            time.sleep(_PAUSE)

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    @property
    def _place(self) -> str:
        return f"{self.address.host}:{self.address.port}"

    def _connected(self, seconds: float) -> Any:
        if self._client is None:
            self._client = _library().MilvusClient(
                self.address.uri, token=self._token, timeout=seconds, grpc_options=_OPTIONS
            )
        return self._client

    def _translated(self, problem: Exception) -> Exception:
        if not _of_the_server(problem):
            return problem
        reason = str(getattr(problem, "message", "")) or str(getattr(problem, "details", str)())
        self._failed_at = time.monotonic()
        self._failed = ServerUnreachable(
            f"the vector server at {self._place} does not answer: {reason.strip()[:200]}",
            hint="Try again when it is back; nothing was lost.",
        )
        return self._failed


def _library() -> Any:
    try:
        import pymilvus  # pyright: ignore[reportMissingTypeStubs]
    except ImportError as problem:
        raise InputError(
            "to keep vectors on a Milvus server, its client is needed",
            hint="pip install 'pincite[team]'",
        ) from problem
    # It writes a traceback for every error that it raises.
    logging.getLogger("pymilvus").setLevel(logging.CRITICAL + 1)
    return cast(Any, pymilvus)


def types() -> Any:
    return _library().DataType


def client_type() -> Any:
    return _library().MilvusClient


def _code(problem: Exception) -> int:
    # Some have the transport's own code in its place, which is no number.
    code = getattr(problem, "code", 0)
    return code if isinstance(code, int) and _is_milvus(problem) else 0


def _is_milvus(problem: Exception) -> bool:
    return isinstance(problem, _library().MilvusException)


def _of_the_server(problem: Exception) -> bool:
    import grpc  # pyright: ignore[reportMissingTypeStubs]

    return _is_milvus(problem) or isinstance(problem, grpc.RpcError)
