"""Requests to a publisher, with bounded redirects and retries and clear errors."""

from __future__ import annotations

import importlib.metadata
import ipaddress
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from types import TracebackType
from typing import TypeVar

import httpx
from pydantic import TypeAdapter, ValidationError

from pincite.errors import FetchError, FetchMismatch, InputError
from pincite.outgoing import GuardedTransport, Rules
from pincite.settings import MIB, Settings

T = TypeVar("T")

_OFFLINE = (
    "Check the network, or HTTPS_PROXY where a proxy is needed, and run the same command again; "
    "what has arrived is kept."
)
_BY_HAND = "Open the address in a browser, save the file, and give that file to `pincite ingest`."


@dataclass(frozen=True, slots=True)
class _Manners:
    """How hard a publisher is pressed. Waits are in seconds."""

    redirects: int = 5
    waits: tuple[float, ...] = (1.0, 2.0, 4.0)
    longest_wait: float = 30.0
    connect: float = 15.0
    page_bytes: int = 8 * MIB


MANNERS = _Manners()


class Passing(Exception):
    """A failure that may not happen again; `error` is what to raise when it always does."""

    def __init__(self, error: FetchError, *, wait: float | None = None) -> None:
        super().__init__(error.message)
        self.error = error
        self.wait = wait


def patiently(attempt: Callable[[], T]) -> T:
    """The attempt's result, tried again after Passing trouble, a bounded number of times."""
    for wait in MANNERS.waits:
        try:
            return attempt()
        except Passing as trouble:
            time.sleep(wait if trouble.wait is None else trouble.wait)
    try:
        return attempt()
    except Passing as trouble:
        raise trouble.error from trouble


def final(message: str, hint: str) -> FetchError:
    """An error that no other attempt will cure."""
    error = FetchError(message, hint=hint)
    error.retryable = False
    return error


class Web:
    """Sends nothing that says who asks: a User-Agent of name and version, no credentials."""

    def __init__(self, settings: Settings, named: str = "") -> None:
        """`named` is the address of a mirror that whoever asks has named."""
        self._patience = settings.fetch_timeout
        timeout = httpx.Timeout(self._patience, connect=min(self._patience, MANNERS.connect))
        try:
            self._client = httpx.Client(
                headers={"User-Agent": _user_agent()},
                timeout=timeout,
                transport=GuardedTransport(Rules.of(settings.allowed_hosts, named)),
            )
        except (ValueError, ImportError, httpx.InvalidURL) as problem:
            raise InputError(
                f"the environment's proxy settings cannot be used: {problem}",
                hint="Mend or unset HTTP_PROXY, HTTPS_PROXY and ALL_PROXY.",
            ) from problem

    def __enter__(self) -> Web:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()

    @contextmanager
    def answer(self, url: str, headers: Mapping[str, str]) -> Generator[httpx.Response, None, None]:
        """The unread answer after redirects: 200, 206, 304 or 416. Raises FetchError, Passing."""
        with self._worded(httpx.URL(url).host):
            response = self._follow(httpx.URL(url), headers)
            try:
                _check_status(response)
                yield response
            finally:
                response.close()

    def page(self, url: str) -> bytes:
        """A small page, whole. Raises FetchError."""

        def attempt() -> bytes:
            with self.answer(url, {}) as response:
                if response.status_code != HTTPStatus.OK:
                    raise FetchMismatch(f"{response.url.host} answered {_status(response)}")
                return _bounded(response)

        return patiently(attempt)

    def record(self, url: str, shape: TypeAdapter[T]) -> T:
        """A JSON answer of the given shape. Raises FetchMismatch for another."""
        try:
            return shape.validate_json(self.page(url))
        except ValidationError as problem:
            first = problem.errors()[0]
            place = ".".join(map(str, first["loc"])) or "the start"
            raise FetchMismatch(
                f"{httpx.URL(url).host} sent an unknown form of JSON: at {place}, {first['msg']}",
                hint=f"The publisher may have changed it. {_BY_HAND}",
            ) from None

    def _follow(self, url: httpx.URL, headers: Mapping[str, str]) -> httpx.Response:
        first = url.host
        for _ in range(MANNERS.redirects + 1):
            request = self._client.build_request("GET", url, headers=dict(headers))
            response = self._client.send(request, stream=True)
            if not response.has_redirect_location:
                return response
            response.close()
            url = _next(url, response.headers["location"])
        raise final(f"{first} redirects over {MANNERS.redirects} times", _BY_HAND)

    @contextmanager
    def _worded(self, host: str) -> Generator[None, None, None]:
        """Says in the publisher's name what the transport says in its own."""
        try:
            yield
        except httpx.ProxyError as problem:
            raise FetchError(f"cannot reach {host} through the proxy", hint=_OFFLINE) from problem
        except (httpx.ConnectError, httpx.ConnectTimeout) as problem:
            untrusted = "CERTIFICATE" in str(problem)
            why = ": its certificate is not trusted here" if untrusted else ""
            raise FetchError(f"cannot reach {host}{why}", hint=_OFFLINE) from problem
        except httpx.TimeoutException as problem:
            stalled = FetchError(f"{host} sent nothing for {self._patience:g} seconds")
            raise Passing(stalled) from problem
        except (httpx.NetworkError, httpx.RemoteProtocolError) as problem:
            raise Passing(FetchError(f"{host} broke off the connection")) from problem
        except (httpx.HTTPError, httpx.InvalidURL) as problem:
            raise FetchMismatch(f"{host} sent what cannot be read: {problem}") from problem


def allowed(url: httpx.URL, *, sent_by: httpx.URL | None = None) -> bool:
    """Only https; or plain http that never leaves this machine."""
    if url.scheme == "https":
        return True
    here = _is_loopback(url.host) and (sent_by is None or _is_loopback(sent_by.host))
    return url.scheme == "http" and here


def _next(url: httpx.URL, location: str) -> httpx.URL:
    target = url.join(location)
    if not allowed(target, sent_by=url):
        raise final(f"{url.host} redirects to {target}, which is not https", _BY_HAND)
    return target


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


_KNOWN = (HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT, HTTPStatus.NOT_MODIFIED)
_MISSING = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


def _check_status(response: httpx.Response) -> None:
    code, host = response.status_code, response.url.host
    if code in _KNOWN or code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
        return
    if code >= HTTPStatus.INTERNAL_SERVER_ERROR or code == HTTPStatus.TOO_MANY_REQUESTS:
        raise Passing(
            FetchError(f"{host} answered {_status(response)}"), wait=_asked_wait(response)
        )
    if code in _MISSING:
        hint = "Check what was asked for; the publisher may have moved it or not offer it."
        raise final(f"{host} does not have {response.url} ({_status(response)})", hint)
    raise final(f"{host} refuses {response.url} ({_status(response)})", _BY_HAND)


def _status(response: httpx.Response) -> str:
    return f"{response.status_code} {response.reason_phrase}".strip()


def _asked_wait(response: httpx.Response) -> float | None:
    stated = response.headers.get("retry-after", "")
    return min(float(stated), MANNERS.longest_wait) if stated.isdecimal() else None


def _bounded(response: httpx.Response) -> bytes:
    page = bytearray()
    for block in response.iter_bytes():
        page += block
        if len(page) > MANNERS.page_bytes:
            raise FetchMismatch(
                f"{response.url.host} sent a page over {MANNERS.page_bytes:,} bytes"
            )
    return bytes(page)


def _user_agent() -> str:
    try:
        return f"pincite/{importlib.metadata.version('pincite')}"
    except importlib.metadata.PackageNotFoundError:
        return "pincite/0"
