"""The Milvus servers that other tests stand on: what they are told happens to them, and no more."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from milvus_server import MilvusLite, MilvusServer, MilvusStandalone
from waiting import LONG

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc"),
]

_LISTENING = "0A"
_LOOPBACK = "0100007F"
_LOOPBACK_IN_6 = f"0000000000000000FFFF0000{_LOOPBACK}"
_OWNER = """
import sys, milvus_server
server = milvus_server.{}()
print(server.pid, server.keeper.pid, server.folder, server.address, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def client(milvus: MilvusServer) -> Iterator[Any]:
    from pymilvus import MilvusClient

    with closing(MilvusClient(milvus.address, timeout=60, dedicated=True)) as client:
        yield client


def test_on_the_machine_it_listens_on_loopback_alone(milvus: MilvusServer) -> None:
    ours = sockets(milvus.pid) | sockets(milvus.keeper.pid)
    on_the_machine = [address for inode, address in listening("self") if inode in ours]
    port = int(milvus.address.rpartition(":")[2])
    assert f"{_LOOPBACK}:{port:04X}" in on_the_machine
    assert {address.partition(":")[0] for address in on_the_machine} <= {_LOOPBACK, _LOOPBACK_IN_6}


def test_what_the_standalone_server_offers_to_everyone_is_in_a_network_of_its_own(
    milvus_standalone: MilvusStandalone,
) -> None:
    its = sockets(milvus_standalone.pid)
    to_everyone = {
        address
        for inode, address in listening(milvus_standalone.pid)
        if inode in its and not address.startswith(_LOOPBACK)
    }
    assert len(to_everyone) == 9
    interfaces = Path(f"/proc/{milvus_standalone.pid}/net/dev").read_text()
    assert re.findall(r"^ *(\S+):", interfaces, re.MULTILINE) == ["lo"]
    assert not its & {inode for inode, _ in listening("self")}


def test_what_was_acknowledged_is_there_after_a_kill(milvus: MilvusServer, client: Any) -> None:
    from pymilvus.exceptions import MilvusException

    client.create_collection("kill", dimension=4, consistency_level="Strong", timeout=LONG)
    client.upsert("kill", [{"id": n, "vector": [1.0, 0, 0, n]} for n in range(50)], timeout=60)
    killed = milvus.pid
    milvus.kill()
    assert not milvus.alive
    assert gone(killed)
    with pytest.raises(MilvusException):
        client.get_server_version(timeout=2)
    milvus.start()
    assert milvus.pid not in (0, killed)
    assert milvus.memory() > 50e6
    until(lambda: client.load_collection("kill", timeout=60) is None)
    found = until(lambda: client.query("kill", "id >= 0", output_fields=["id"], timeout=60))
    assert sorted(row["id"] for row in found) == list(range(50))
    client.drop_collection("kill", timeout=60)


def test_a_server_that_was_stopped_starts_at_the_same_address(
    milvus: MilvusServer, client: Any
) -> None:
    before = client.get_server_version(timeout=60)
    milvus.stop()
    assert not milvus.alive
    milvus.start()
    assert until(lambda: client.get_server_version(timeout=10)) == before


def test_during_a_cut_nothing_is_answered_and_afterwards_all_is(
    milvus: MilvusServer, client: Any
) -> None:
    from grpc import RpcError, StatusCode
    from pymilvus import MilvusClient, MilvusException

    before = client.list_collections(timeout=60)
    milvus.cut()
    with pytest.raises(RpcError) as caught:
        client.list_collections(timeout=1)
    assert caught.value.code() is StatusCode.DEADLINE_EXCEEDED
    with pytest.raises(MilvusException):
        MilvusClient(milvus.address, timeout=1, dedicated=True)
    assert milvus.alive
    milvus.heal()
    assert sorted(client.list_collections(timeout=60)) == sorted(before)


def test_a_server_that_refuses_is_found_out_at_once(milvus: MilvusServer, client: Any) -> None:
    from pymilvus import MilvusException

    milvus.refuse()
    with pytest.raises(MilvusException):
        client.list_collections(timeout=LONG)
    with pytest.raises(ConnectionRefusedError):
        connect(milvus.address)
    assert milvus.alive
    milvus.heal()
    connect(milvus.address)
    assert until(lambda: client.get_server_version(timeout=10))


def test_nothing_is_left_when_the_process_that_started_it_is_killed(milvus: MilvusServer) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _OWNER.format(type(milvus).__name__)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[1],
    ) as owner:
        assert owner.stdout is not None
        server, keeper, folder, address = owner.stdout.readline().split()
        connect(address)
        owner.kill()
    until(lambda: gone(int(server)) and gone(int(keeper)))
    assert not Path(folder).exists()
    with pytest.raises(ConnectionRefusedError):
        connect(address)


def test_a_server_does_not_outlive_its_keeper(milvus_lite: MilvusLite) -> None:
    server = type(milvus_lite)()
    pid = server.pid
    server.keeper.kill()
    until(lambda: gone(pid))
    server.remove()
    assert not server.folder.exists()


def connect(address: str) -> None:
    host, port = address.removeprefix("http://").split(":")
    socket.create_connection((host, int(port)), timeout=60).close()


def sockets(pid: int) -> set[str]:
    """The inodes of the sockets that a process has open."""
    links = [str(link.readlink()) for link in Path(f"/proc/{pid}/fd").iterdir()]
    return {link[8:-1] for link in links if link.startswith("socket:[")}


def listening(of: int | str) -> list[tuple[str, str]]:
    """Inode and local address of every socket that listens in the network of a process."""
    lines = [
        line.split()
        for table in ("tcp", "tcp6")
        for line in Path(f"/proc/{of}/net/{table}").read_text().splitlines()[1:]
    ]
    return [(line[9], line[1]) for line in lines if line[3] == _LISTENING]


def gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


def until(ask: Callable[[], Any]) -> Any:
    """Its answer, as soon as it gives one that is true; a server that starts gives errors before."""
    deadline = time.monotonic() + LONG
    while True:
        try:
            if answer := ask():
                return answer
            assert time.monotonic() < deadline
        except Exception:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.05)
