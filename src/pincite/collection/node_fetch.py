"""Where another node's derived data comes from: its folder, or its address over HTTP."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx

from pincite.collection.law import HeldLaw
from pincite.collection.node_archive import ArchiveReader
from pincite.collection.node_copy import NodeCopy, copy_from_folder, copy_from_stream
from pincite.corpus.engines import is_kept
from pincite.errors import FetchError, Forbidden, NoLibrary
from pincite.outgoing import GuardedTransport, Rules
from pincite.settings import Settings

PATH = "/node"
_REFUSED = (401, 403)
_TOLD = 300


def take_over(held: HeldLaw, source: str, settings: Settings) -> NodeCopy:
    """Take over what another node derived: that in a folder, or at an address (http://…). Raises
    NoLibrary, InputError, LibraryDamaged, LibraryBusy, NoSpace, FetchError, Forbidden."""
    if source.startswith(("http://", "https://")):
        with _stream(source, settings) as response:
            return copy_from_stream(
                held, lambda: ArchiveReader(response.iter_raw()), settings.max_fetch_bytes, source
            )
    if not is_kept(Path(source)):
        raise NoLibrary(
            f"no library in {source}",
            hint="Name another node's library folder, or its address (http://node:8000).",
        )
    with HeldLaw(Path(source), settings) as other:
        return copy_from_folder(held, other)


@contextmanager
def _stream(address: str, settings: Settings) -> Generator[httpx.Response]:
    key = settings.node_key.get_secret_value() if settings.node_key else ""
    # Not packed: what is unpacked could be more than was announced.
    headers = {b"Accept-Encoding": b"identity"}
    if key:
        headers[b"Authorization"] = f"Bearer {key}".encode()
    try:
        with (
            httpx.Client(
                timeout=settings.fetch_timeout,
                headers=headers,
                transport=GuardedTransport(Rules.of(settings.allowed_hosts, address)),
            ) as client,
            client.stream("GET", address.rstrip("/") + PATH) as response,
        ):
            if not response.is_success:
                raise _refused(address, response)
            yield response
    except (httpx.HTTPError, httpx.InvalidURL) as problem:
        raise FetchError(
            f"{address} cannot be copied from: {problem or type(problem).__name__}",
            hint="Check the address and the network and run the same command again; nothing was"
            " changed here.",
        ) from problem


def _refused(address: str, response: httpx.Response) -> FetchError | Forbidden:
    told = response.read()[:_TOLD].decode("utf-8", "replace")
    if response.status_code in _REFUSED:
        return Forbidden(
            f"{address} does not let this node copy: {told}",
            hint="Set PINCITE_NODE_KEY to a key of that node that may manage:"
            " `pincite key create NAME --may manage`.",
        )
    return FetchError(f"{address} answers {response.status_code}: {told}")
