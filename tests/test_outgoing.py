"""No request leaves for a private network that nobody named."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import anyio
import httpx
import pytest
from pydantic import BaseModel

import pincite
from loopback import Publisher, closed_port, publishing, redirect
from pincite.encoders.remote import Endpoint
from pincite.errors import AddressRefused, FetchError, ModelRefused
from pincite.ingest.law.connectors.web import Web
from pincite.outgoing import AsyncGuardedTransport, GuardedTransport, Rules, resolved
from pincite.settings import Settings
from waiting import LONG

# What a name may lead to, that is not public.
PRIVATE = {
    "loopback": "127.0.0.1",
    "another loopback": "127.9.8.7",
    "ten": "10.0.0.5",
    "one seven two": "172.16.3.4",
    "one nine two": "192.168.1.1",
    "shared by carriers": "100.64.0.1",
    "the link": "169.254.1.1",
    "metadata": "169.254.169.254",
    "metadata of Azure": "168.63.129.16",
    "metadata of Alibaba": "100.100.100.200",
    "metadata of Oracle": "192.0.0.192",
    "no address": "0.0.0.0",
    "a group": "224.0.0.1",
    "everyone": "255.255.255.255",
    "reserved": "240.0.0.1",
    "for tests": "198.18.0.1",
    "loopback six": "::1",
    "no address six": "::",
    "link six": "fe80::1",
    "link six of a card": "fe80::1%lo",
    "own network six": "fd12:3456::1",
    "metadata six": "fd00:ec2::254",
    "site six": "fec0::1",
    "group six": "ff02::1",
    "mapped loopback": "::ffff:127.0.0.1",
    "mapped ten": "::ffff:10.0.0.5",
    "mapped metadata": "::ffff:a9fe:a9fe",
    "translated metadata": "64:ff9b::a9fe:a9fe",
    "compatible loopback": "::127.0.0.1",
    "six to four ten": "2002:a00:5::1",
    "documentation": "2001:db8::1",
}
# Ways to write 127.0.0.1 that the system, or a browser, reads.
WRITTEN = (
    "http://127.0.0.1:{port}/", "http://127.1:{port}/", "http://2130706433:{port}/",
    "http://0177.0.0.1:{port}/", "http://0x7f.0.0.1:{port}/", "http://0x7f000001:{port}/",
    "http://017700000001:{port}/", "http://[::ffff:127.0.0.1]:{port}/",
    "http://[::ffff:7f00:1]:{port}/", "http://localhost:{port}/", "http://localhost.:{port}/",
    "http://LOCALHOST:{port}/", "http://law.example@127.0.0.1:{port}/",
    "http://law.example:80@localhost:{port}/", "http://127.0.0.1.:{port}/",
    "http://①②⑦.0.0.1:{port}/", "http://0.0.0.0:{port}/",
)  # fmt: skip


@pytest.fixture(scope="module")
def publisher() -> Iterator[Publisher]:
    with publishing() as running:
        running.offer("/", b"{}")
        yield running


def port_of(publisher: Publisher) -> int:
    return httpx.URL(publisher.url).port or 0


def leads_to(*answers: str) -> Callable[[str, int], Sequence[str]]:
    return lambda _host, _port: answers


def get(url: str, rules: Rules) -> httpx.Response:
    with httpx.Client(transport=GuardedTransport(rules), follow_redirects=True) as client:
        return client.get(url)


@pytest.mark.parametrize("address", PRIVATE.values(), ids=PRIVATE)
def test_a_public_name_that_leads_to_a_private_address_is_refused(address: str) -> None:
    # Even where a setting names it: its name is that of a public host.
    url = "https://models.example.com/v1"
    rules = Rules.of("", url, resolve=leads_to(address))
    with pytest.raises(AddressRefused, match="not public") as refused:
        get(url, rules)
    assert "PINCITE_ALLOWED_HOSTS=models.example.com:443" in refused.value.hint


@pytest.mark.parametrize("address", PRIVATE.values(), ids=PRIVATE)
def test_one_private_address_among_public_ones_is_enough_to_refuse(address: str) -> None:
    rules = Rules.of("", resolve=leads_to("93.184.216.34", address))
    with pytest.raises(AddressRefused):
        get("https://models.example.com/", rules)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:8.8.8.8"])
def test_a_public_address_is_let_through(address: str) -> None:
    rules = Rules.of("", resolve=leads_to(address))
    assert rules.addresses("models.example.com", 443) == [address]


@pytest.mark.parametrize("written", WRITTEN)
def test_this_machine_is_refused_however_it_is_written(written: str, publisher: Publisher) -> None:
    publisher.log.clear()
    with pytest.raises((AddressRefused, httpx.InvalidURL, httpx.ConnectError)):
        get(written.format(port=port_of(publisher)), Rules.of(""))
    assert publisher.log == []


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "LocalHost"])
def test_what_a_setting_names_on_this_machine_is_asked(host: str, publisher: Publisher) -> None:
    url = f"http://{host}:{port_of(publisher)}/"
    assert get(url, Rules.of("", url)).status_code == 200


def test_another_port_of_a_host_that_a_setting_names_is_refused(publisher: Publisher) -> None:
    rules = Rules.of("", f"http://127.0.0.1:{closed_port()}/")
    with pytest.raises(AddressRefused):
        get(publisher.url, rules)


@pytest.mark.parametrize(
    ("host", "address", "fits"),
    [
        ("ollama", "172.18.0.2", True),
        ("gpu.internal", "10.0.0.5", True),
        ("gpu.local", "fd12::5", True),
        ("10.0.0.5", "10.0.0.5", True),
        ("ollama", "127.0.0.1", False),
        ("ollama", "169.254.169.254", False),
        ("169.254.169.254", "169.254.169.254", False),
        ("localhost", "10.0.0.5", False),
        ("10.0.0.5", "10.0.0.6", False),
        ("localhost.example.com", "127.0.0.1", False),
    ],
)
def test_a_private_host_that_a_setting_names_is_found_where_its_name_says(
    host: str, address: str, fits: bool
) -> None:
    rules = Rules.of("", f"http://{host}:8000/v1", resolve=leads_to(address))
    if fits:
        assert rules.addresses(host, 8000) == [address]
        return
    with pytest.raises(AddressRefused):
        rules.addresses(host, 8000)


@pytest.mark.parametrize(
    ("setting", "host", "port", "address", "fits"),
    [
        ("models.example.com", "models.example.com", 443, "10.0.0.5", True),
        ("models.example.com:443", "models.example.com", 443, "10.0.0.5", True),
        ("models.example.com:8443", "models.example.com", 443, "10.0.0.5", False),
        ("other.example.com, 10.0.0.5", "models.example.com", 443, "10.0.0.5", True),
        ("[::1]:443", "models.example.com", 443, "::1", True),
        ("models.example.com", "evil.example.com", 443, "10.0.0.5", False),
        ("models.example.com", "models.example.com", 443, "169.254.169.254", False),
        ("169.254.169.254", "169.254.169.254", 80, "169.254.169.254", True),
        ("10.0.0.5", "10.0.0.50", 80, "10.0.0.50", False),
    ],
)
def test_the_setting_allows_what_it_names_and_nothing_beside(
    setting: str, host: str, port: int, address: str, fits: bool
) -> None:
    rules = Rules.of(setting, resolve=leads_to(address))
    if fits:
        assert rules.addresses(host, port) == [address]
        return
    with pytest.raises(AddressRefused):
        rules.addresses(host, port)


def test_a_name_is_resolved_once_and_asked_at_the_address_that_was_checked(
    publisher: Publisher,
) -> None:
    """The system knows no such name: a second look, which could be answered otherwise, fails."""
    answers = iter([["127.0.0.1"], ["169.254.169.254"]])
    url = f"http://changing.invalid:{port_of(publisher)}/"
    rules = Rules.of("changing.invalid", resolve=lambda _host, _port: next(answers))
    assert get(url, rules).status_code == 200
    assert list(answers) == [["169.254.169.254"]]


def test_a_name_that_changes_between_connections_is_refused_at_the_next(
    publisher: Publisher,
) -> None:
    answers = iter([["127.0.0.1"], ["169.254.169.254"]])
    rules = Rules.of("changing.invalid", resolve=lambda _host, _port: next(answers))
    url = f"http://changing.invalid:{port_of(publisher)}/"
    assert get(url, rules).status_code == 200
    with pytest.raises(AddressRefused):
        get(url, rules)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0.0.0.0"])
def test_a_redirect_to_this_machine_is_not_followed(host: str, publisher: Publisher) -> None:
    with publishing() as other:
        other.offer("/secret", b"secret")
        target = f"http://{host}:{port_of(other)}/secret"
        publisher.offer("/moved", b"").faults.append(redirect(target))
        with pytest.raises(AddressRefused):
            get(f"{publisher.url}/moved", Rules.of("", publisher.url))
        assert other.log == []


def test_a_mirror_that_was_named_cannot_lead_elsewhere_on_this_machine(
    publisher: Publisher,
) -> None:
    settings = Settings()  # type: ignore[call-arg]
    with publishing() as other, Web(settings, publisher.url) as web:
        other.offer("/secret", b"secret")
        publisher.offer("/law", b"law")
        assert web.page(f"{publisher.url}/law") == b"law"
        publisher.offer("/moved", b"").faults.append(redirect(f"{other.url}/secret"))
        with pytest.raises(AddressRefused):
            web.page(f"{publisher.url}/moved")
        assert other.log == []
    with Web(settings) as web, pytest.raises(AddressRefused):
        web.page(f"{publisher.url}/law")


def test_a_connector_asks_a_private_host_that_the_setting_allows(publisher: Publisher) -> None:
    publisher.offer("/law", b"law")
    settings = Settings(allowed_hosts=f"127.0.0.1:{port_of(publisher)}")  # type: ignore[call-arg]
    with Web(settings) as web:
        assert web.page(f"{publisher.url}/law") == b"law"


def test_a_model_that_redirects_is_not_followed(publisher: Publisher) -> None:
    with publishing() as other:
        publisher.offer("/v1", b"").faults.append(redirect(f"{other.url}/secret"))
        endpoint = Endpoint(f"{publisher.url}/v1", None, 5, attempts=1, deadline=LONG)
        with pytest.raises(ModelRefused):
            endpoint.ask({}, BaseModel)
        assert other.log == []


def test_a_model_at_a_private_address_is_refused_with_the_setting_that_allows_it() -> None:
    endpoint = Endpoint("http://169.254.169.254/v1/embeddings", None, 5, attempts=1)
    with pytest.raises(ModelRefused) as refused:
        endpoint.ask({}, BaseModel)
    assert "PINCITE_ALLOWED_HOSTS" in refused.value.hint


def test_code_that_waits_is_guarded_too(publisher: Publisher) -> None:
    async def asked(rules: Rules) -> int:
        transport = AsyncGuardedTransport(rules)
        async with httpx.AsyncClient(transport=transport) as client:
            return (await client.get(publisher.url)).status_code

    assert anyio.run(asked, Rules.of("", publisher.url)) == 200
    with pytest.raises(AddressRefused):
        anyio.run(asked, Rules.of(""))


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "http://localhost/", "http://0x7f.1/"])
def test_a_proxy_is_not_asked_for_this_machine(
    url: str, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", publisher.url)
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    publisher.log.clear()
    with pytest.raises(AddressRefused):
        get(url, Rules.of(""))
    assert publisher.log == []
    publisher.offer("http://law.example/", b"law")
    assert get("http://law.example/", Rules.of("")).content == b"law"


def test_a_name_without_an_address_cannot_be_reached() -> None:
    with pytest.raises(httpx.ConnectError):
        get("http://nowhere.invalid/", Rules.of(""))
    with (
        Web(Settings()) as web,  # type: ignore[call-arg]
        pytest.raises(FetchError, match="cannot reach"),
    ):
        web.page("https://nowhere.invalid/")
    assert resolved("127.0.0.1", 80) == ["127.0.0.1"]


def test_every_client_of_the_package_is_guarded() -> None:
    """Nothing else makes a request: no other client, and no client without the guard."""
    root = Path(pincite.__file__).parent
    for file in sorted(root.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                names = [alias.name for alias in node.names]
                module = getattr(node, "module", None) or ""
                direct = {"urllib.request", "http.client", "requests", "aiohttp", "urllib3"}
                used = {module, *names} & direct
                assert not used or file.name == "outgoing.py", f"{file} imports {used}"
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("httpx."):
                called = ast.unparse(node.func)
                if called in ("httpx.Client", "httpx.AsyncClient"):
                    given = {keyword.arg for keyword in node.keywords}
                    assert "transport" in given, f"{file}: {ast.unparse(node)}"
                asks = {"get", "post", "put", "request", "stream", "delete", "patch", "head"}
                assert called.removeprefix("httpx.") not in asks, f"{file}: {called}"
