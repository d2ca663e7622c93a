"""Who asks, over HTTP: by a key in the header, or in the cookie that the page keeps."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request

from pincite.api.access import Access, owner
from pincite.api.keys import Keys
from pincite.api.workspace import WorkerPool
from pincite.errors import AccessError, Busy, NoKey, TooMany
from pincite.surfaces.http.limits import Places, RateLimit, RateLimits

COOKIE = "pincite_key"
# What proxies add to a request, beside X-Forwarded-….
_PROXIED = frozenset(
    {
        "forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip",
        "client-ip", "cf-connecting-ip", "fastly-client-ip", "fly-client-ip", "x-original-host",
        "x-original-forwarded-for", "x-envoy-external-address", "x-proxyuser-ip",
    }
)  # fmt: skip


def room_of(request: Request) -> WorkerPool:
    return request.app.state.pool


def given_key(request: Request) -> str:
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return key.strip()
    return request.cookies.get(COOKIE, "")


def access_of(request: Request) -> Access:
    """Until a key was made, whoever is at this machine owns it all. Paths may be named below the
    folders of the settings. Raises NoKey."""
    keys: Keys = request.app.state.keys
    roots: tuple[Path, ...] = request.app.state.roots
    if not keys.closed:
        if _is_here(request):
            return owner(roots)
        raise NoKey(
            "without a key only this machine itself is answered, and not through a proxy",
            hint="Make a key (`pincite key create NAME`) and send it: `Authorization: Bearer …`.",
        )
    found = keys.access(given_key(request))
    if found is None:
        raise NoKey("that key is not known" if given_key(request) else "no key was given")
    return replace(found, roots=roots)


def limited_access(request: Request) -> Access:
    """Raises NoKey, TooMany, Busy."""
    access = access_of(request)
    take_place(request, access.name)
    limits: RateLimits = request.app.state.limits
    every: RateLimit = request.app.state.request_limit
    if wait := limits.wait(access.name):
        raise _later(request, TooMany("too many requests with this key"), wait)
    if wait := every.wait():
        raise _later(request, Busy("too many requests in all"), wait)
    return access


def take_place(request: Request, asker: str) -> None:
    """Among the requests of an asker that are answered at once; it is given back when this one has
    been. Raises TooMany."""
    places: Places = request.app.state.places
    if getattr(request.state, "asker", ""):
        return
    if not places.take_for(asker):
        raise _later(request, TooMany("too many requests at once"), 1)
    request.state.asker = asker


def _later(request: Request, problem: AccessError, seconds: int) -> AccessError:
    problem.hint = f"Wait {seconds} seconds."
    request.state.retry_after = seconds
    return problem


Allowed = Annotated[Access, Depends(limited_access)]
InPool = Annotated[WorkerPool, Depends(room_of)]


def _is_here(request: Request) -> bool:
    """Whether whoever asks is at this machine. A proxy is, but not those whom it speaks for; over a
    socket file, where there is no address, it mostly is a proxy."""
    if request.client is None or any(_is_of_a_proxy(name) for name in request.headers):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def _is_of_a_proxy(header: str) -> bool:
    return header in _PROXIED or header.startswith("x-forwarded")
