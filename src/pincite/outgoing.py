"""Which addresses may be asked over HTTP, and the clients that ask no other.

A name is resolved here, every address it has is checked, and the connection goes to a checked
address: the name is not resolved a second time. A redirect makes a new connection, which is checked
in its turn.

- A public address may be asked.
- A host of a setting (or of the command line) may be private where its name says that it is: an
  address, `localhost`, a name without a dot or with an ending that no public name has. It is then
  allowed at that port alone, and only what is called localhost is found at the loopback address.
- PINCITE_ALLOWED_HOSTS allows any other host to be private.
- Addresses of the link and of a cloud's metadata, unspecified ones and groups are refused, unless
  PINCITE_ALLOWED_HOSTS has the address itself.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import anyio
import httpcore
import httpx

from pincite.errors import AddressRefused

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Sequence[str]]
# Endings that public names do not have (RFC 6761, 6762, 8375, 9476).
_PRIVATE_ENDINGS = (".local", ".internal", ".home.arpa", ".lan", ".intranet", ".private", ".test")
# Where clouds answer who a machine is and with which secrets; these two look like public ones.
_METADATA = (IPv4Address("168.63.129.16"), IPv4Address("192.0.0.192"))
_ALSO_PRIVATE = (IPv4Network("192.0.0.0/24"), IPv4Network("100.64.0.0/10"))
# IPv6 addresses that lead to the IPv4 address in their last 32 bits.
_TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"), IPv6Network("::/96"))
_PORTS = {"http": 80, "https": 443}


def resolved(host: str, port: int) -> Sequence[str]:
    """Every address that a host has, as the system resolves it. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[4][0]) for place in found))


@dataclass(frozen=True, slots=True)
class Rules:
    """`named` are hosts, with their ports, that a setting names; `allowed` those that
    PINCITE_ALLOWED_HOSTS names, with a port or None for any."""

    named: frozenset[tuple[str, int]] = frozenset()
    allowed: frozenset[tuple[str, int | None]] = frozenset()
    resolve: Resolve = field(default=resolved, compare=False)

    @classmethod
    def of(cls, allowed_hosts: str, *urls: str, resolve: Resolve = resolved) -> Rules:
        """By the setting of that name, and for addresses that someone who may write settings has
        named."""
        named = (_host_and_port(url) for url in urls if url)
        return cls(frozenset(filter(None, named)), _allowed(allowed_hosts), resolve)

    def addresses(self, host: str, port: int) -> list[str]:
        """The addresses that a host has, all of them checked. Raises AddressRefused, OSError."""
        found = [str(place).partition("%")[0] for place in self.resolve(host.strip("[]"), port)]
        for address in found:
            self.check(host, port, ip_address(address))
        if not found:
            raise OSError(f"{host} has no address")
        return found

    def check(self, host: str, port: int, address: Address) -> None:
        """Raises AddressRefused."""
        address, name = _bare(address), _name(host)
        if _is_public(address) or self._has(str(address), port):
            return
        if not _is_of_the_link(address):
            if self._has(name, port):
                return
            if (name, port) in self.named and _may_be_at(name, address):
                return
        raise AddressRefused(
            f"{host} leads to {address}, which is not public",
            hint=f"If it should be asked, name it: PINCITE_ALLOWED_HOSTS={name}:{port}.",
        )

    def check_name(self, host: str, port: int) -> None:
        """For a host that a proxy resolves: one that is private by its name is refused as it would
        be here. Raises AddressRefused."""
        name = _name(host)
        literal = _literal(name)
        if literal is not None:
            self.check(host, port, literal)
        elif _is_localhost(name):
            self.check(host, port, IPv4Address("127.0.0.1"))

    def is_allowed(self, url: str) -> bool:
        """Whether PINCITE_ALLOWED_HOSTS names the host of an address."""
        found = _host_and_port(url)
        return found is not None and self._has(*found)

    def _has(self, name: str, port: int) -> bool:
        return (name, port) in self.allowed or (name, None) in self.allowed


def _is_public(address: Address) -> bool:
    if isinstance(address, IPv4Address):
        apart = any(address in network for network in _ALSO_PRIVATE)
    else:
        apart = address.is_site_local
    return address.is_global and not (
        apart or address.is_multicast or address.is_reserved or _is_of_the_link(address)
    )


def _is_of_the_link(address: Address) -> bool:
    """What nobody means by a name: the link, metadata, groups and no address at all."""
    return (
        address.is_link_local
        or address.is_multicast
        or address.is_unspecified
        or address in _METADATA
        or address == IPv6Address("fd00:ec2::254")
        or address == IPv4Address("100.100.100.200")
    )


def _bare(address: Address) -> Address:
    """The IPv4 address that an IPv6 address stands for, where it does."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped or address.sixtofour:
        return address.ipv4_mapped or address.sixtofour or address
    if address.teredo:
        return address.teredo[1]
    if any(address in network for network in _TRANSLATED) and int(address) > 1:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def _may_be_at(name: str, address: Address) -> bool:
    literal = _literal(name)
    if literal is not None:
        return _bare(literal) == address
    if _is_localhost(name):
        return address.is_loopback
    return not address.is_loopback and ("." not in name or name.endswith(_PRIVATE_ENDINGS))


def _is_localhost(name: str) -> bool:
    return name == "localhost" or name.endswith(".localhost")


def _literal(name: str) -> Address | None:
    """An address as it is written, in any form that the system reads: 127.1, 0x7f000001."""
    try:
        return ip_address(name)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(name)) if name[-1:].isalnum() else None
    except (OSError, ValueError):
        return None


def _name(host: str) -> str:
    return host.strip("[]").rstrip(".").lower()


def _host_and_port(url: str) -> tuple[str, int] | None:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    return (_name(host), port) if host else None


def _allowed(setting: str) -> frozenset[tuple[str, int | None]]:
    """`host`, `host:port`, `[::1]:port`, parted by commas or spaces."""
    found: set[tuple[str, int | None]] = set()
    for entry in setting.replace(",", " ").split():
        literal = _literal(_name(entry))
        if literal is not None:
            found.add((str(_bare(literal)), None))
            continue
        host, colon, port = entry.rpartition(":")
        known = colon and port.isdecimal()
        name = _name(host if known else entry)
        literal = _literal(name)
        found.add((str(_bare(literal)) if literal else name, int(port) if known else None))
    return frozenset(found)


class _Guarded(httpcore.NetworkBackend):
    """Connects to addresses that were checked."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._network = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        failed: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in _found(self._rules, host, port):
            try:
                return self._network.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as problem:
                failed = problem
        raise failed


class _GuardedAsync(httpcore.AsyncNetworkBackend):
    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._network: Any = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        failed: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in await anyio.to_thread.run_sync(_found, self._rules, host, port):
            try:
                return await self._network.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as problem:
                failed = problem
        raise failed

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)


def _found(rules: Rules, host: str, port: int) -> list[str]:
    try:
        return rules.addresses(host, port)
    except (OSError, UnicodeError) as problem:
        raise httpcore.ConnectError(str(problem)) from problem


class GuardedTransport(httpx.HTTPTransport):
    """Asks directly, or through the proxy that the environment names for an address. What a proxy
    is asked for is checked by its name: the proxy resolves it, and has rules of its own."""

    def __init__(self, rules: Rules, limits: httpx.Limits | None = None) -> None:
        """Raises ValueError, ImportError or httpx.InvalidURL where a proxy is named wrongly."""
        kept = limits or httpx.Limits()
        context = httpx.create_ssl_context()
        super().__init__(verify=context, limits=kept)
        self._rules = rules
        self._pool = httpcore.ConnectionPool(
            **_pool_limits(context, kept), network_backend=_Guarded(rules)
        )
        self._proxies = {
            scheme: httpx.HTTPTransport(verify=context, limits=kept, proxy=proxy)
            for scheme, proxy in _proxies().items()
        }

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        proxy = self._proxies.get(url.scheme)
        if proxy is None or proxy_bypass(url.host):
            return super().handle_request(request)
        self._rules.check_name(url.host, url.port or _PORTS.get(url.scheme, 0))
        return proxy.handle_request(request)

    def close(self) -> None:
        super().close()
        for proxy in self._proxies.values():
            proxy.close()

    def __exit__(self, *_raised: object) -> None:
        self.close()


class AsyncGuardedTransport(httpx.AsyncHTTPTransport):
    """The same, for code that waits."""

    def __init__(self, rules: Rules, limits: httpx.Limits | None = None) -> None:
        kept = limits or httpx.Limits(max_connections=100, max_keepalive_connections=20)
        context = httpx.create_ssl_context()
        super().__init__(verify=context, limits=kept)
        self._rules = rules
        self._pool = httpcore.AsyncConnectionPool(
            **_pool_limits(context, kept), network_backend=_GuardedAsync(rules)
        )
        self._proxies = {
            scheme: httpx.AsyncHTTPTransport(verify=context, limits=kept, proxy=proxy)
            for scheme, proxy in _proxies().items()
        }

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        proxy = self._proxies.get(url.scheme)
        if proxy is None or proxy_bypass(url.host):
            return await super().handle_async_request(request)
        self._rules.check_name(url.host, url.port or _PORTS.get(url.scheme, 0))
        return await proxy.handle_async_request(request)

    async def aclose(self) -> None:
        await super().aclose()
        for proxy in self._proxies.values():
            await proxy.aclose()

    async def __aexit__(self, *_raised: object) -> None:
        await self.aclose()


def _pool_limits(context: ssl.SSLContext, limits: httpx.Limits) -> dict[str, Any]:
    return {
        "ssl_context": context,
        "max_connections": limits.max_connections,
        "max_keepalive_connections": limits.max_keepalive_connections,
        "keepalive_expiry": limits.keepalive_expiry,
    }


def _proxies() -> dict[str, str]:
    """By scheme, as the environment names them."""
    named = getproxies()
    found = {scheme: named.get(scheme) or named.get("all") for scheme in _PORTS}
    return {
        scheme: proxy if "://" in proxy else f"http://{proxy}"
        for scheme, proxy in found.items()
        if proxy
    }
