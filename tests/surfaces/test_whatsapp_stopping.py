"""Who is left alone, what is kept, and how much is taken at once."""

from __future__ import annotations

import json
import logging
import re
import shutil
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.answer.records import Kind
from pincite.surfaces.whatsapp import conversation as line
from pincite.surfaces.whatsapp.opt_outs import FILE, Stopped
from search.bundled_law import bundled_law
from surfaces import cloud_api as api
from surfaces.cloud_api import Phone, body_of, delivery, phoning, text
from waiting import wait_until

ENTRY = "May the owner enter my home without notice?"
# Words that no law has.
SAID = "Is quokkafeeding lawful, asks Wigglesworth of 17 Xylophone Lane?"
ANSWERED = "May the owner enter my zebrafinch home without notice, wrote quuxwife@example.test?"
WORDS = ("quokkafeeding", "Wigglesworth", "Xylophone", "zebrafinch", "quuxwife", "example.test")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("left-alone")
    with bundled_law(root / "law", root / "no-models") as law:
        law.ask(ENTRY)
    return root / "law"


@pytest.fixture(scope="module")
def shared(library: Path) -> Iterator[Phone]:
    with phoning(library) as phone:
        yield phone


@pytest.fixture
def icelander(sender: str) -> str:
    return f"354{sender[-7:]}"


@pytest.mark.parametrize(
    ("stop", "start", "confirms", "again"),
    [("STOP", "START", "You will get no more messages", "You can ask again."),
     ("Unsubscribe.", "start", "You will get no more messages", "You can ask again."),
     ("HÆTTA", "BYRJA", "Þú færð ekki fleiri skilaboð", "Nú geturðu spurt aftur."),
     ("haetta", "byrja", "Þú færð ekki fleiri skilaboð", "Nú geturðu spurt aftur.")],
)  # fmt: skip
def test_who_stops_is_told_once_and_left_alone_until_they_start(
    phone: Phone, sender: str, stop: str, start: str, confirms: str, again: str
) -> None:
    assert body_of(phone.say(stop, sender)).startswith(confirms)
    for one in (ENTRY, stop, "hi", "STOP"):
        assert phone.deliver(delivery(text(one, sender))) == 200
    assert phone.deliver(delivery(api.message("image", {"id": "1"}, sender))) == 200
    phone.settle()
    assert len(phone.cloud.sent) == 1
    assert phone.counts["left alone"] == 5
    assert body_of(phone.say(start, sender)).startswith(again)
    assert "Residential Tenancies" in body_of(phone.say(ENTRY, sender))


def test_a_question_that_holds_the_word_is_a_question(phone: Phone, sender: str) -> None:
    assert "You will get no more" not in body_of(phone.say("Can I stop paying rent?", sender))
    assert not phone.counts["stopped"]


@pytest.mark.req("V10")
def test_who_stopped_is_kept_hashed_and_stays_so(library: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(library, tmp_path / "law", ignore=shutil.ignore_patterns(FILE))
    with phoning(folder) as phone:
        phone.say("STOP", "447700900555")
    kept = folder / FILE
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    read = json.loads(kept.read_text())
    assert re.fullmatch(r"[0-9a-f]{64}", read["stopped"][0])
    assert "900555" not in kept.read_text()
    with phoning(folder) as phone:
        assert phone.deliver(delivery(text(ENTRY, "447700900555"))) == 200
        phone.settle()
        assert phone.cloud.sent == []
        assert phone.say("hi", "447700900556")
    other = Stopped(tmp_path)
    other.add("447700900555")
    assert other.has("447700900555")
    assert json.loads((tmp_path / FILE).read_text())["stopped"] != read["stopped"], "salted"


@pytest.mark.req("U2")
@pytest.mark.slow
def test_a_process_that_is_killed_while_it_writes_who_stopped_loses_nobody(tmp_path: Path) -> None:
    Stopped(tmp_path).add("447700900555")
    writing = (
        "import sys\nfrom pathlib import Path\n"
        "from pincite.surfaces.whatsapp.opt_outs import Stopped\n"
        "one = Stopped(Path(sys.argv[1]))\nprint('ready', flush=True)\n"
        "for at in range(10_000):\n    one.add(str(447700000000 + at))\n"
    )
    for wait in (0.03, 0.1):
        child = subprocess.Popen(
            [sys.executable, "-c", writing, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(wait)
        child.kill()
        child.wait()
        child.stdout.close()
        assert Stopped(tmp_path).has("447700900555")
        assert not Stopped(tmp_path).has("447700900556")


def test_where_it_cannot_be_kept_it_holds_as_long_as_the_server(
    phone: Phone, sender: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_self: Stopped) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Stopped, "_write", full)
    assert body_of(phone.say("STOP", sender)).startswith("You will get no more")
    assert phone.deliver(delivery(text("hi", sender))) == 200
    phone.settle()
    assert (len(phone.cloud.sent), phone.counts["not kept"]) == (1, 1)


@pytest.mark.req("V4")
def test_who_asks_too_often_is_told_so_once(phone: Phone, icelander: str) -> None:
    for _ in range(14):
        assert phone.deliver(delivery(text("hæ", icelander))) == 200
    phone.settle()
    said = [body_of(one) for one in phone.cloud.sent]
    assert sum(one.startswith("Of margar fyrirspurnir. Bíddu í") for one in said) == 1
    assert (len(said), phone.counts["limited"]) == (11, 4)
    assert body_of(phone.say("HÆTTA", f"{icelander}1")).startswith("Þú færð ekki")


def test_who_asks_too_often_can_stop_all_the_same(phone: Phone, sender: str) -> None:
    assert (
        phone.deliver(delivery(*(text("hi", sender) for _ in range(12)), text("STOP", sender)))
        == 200
    )
    phone.settle()
    assert (phone.counts["stopped"], len(phone.cloud.sent)) == (1, 11)


def test_where_there_is_no_room_it_is_to_be_delivered_again(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, sender: str
) -> None:
    monkeypatch.setattr(line, "_AT_ONCE", 1)
    phone.cloud.marking = held = api.Held()
    first, second = delivery(text("hi", sender)), delivery(text("hi", f"{sender}1"))
    assert [phone.deliver(first), phone.deliver(second)] == [200, 503]
    held.release()
    phone.settle()
    phone.cloud.marking = None
    assert phone.deliver(second) == 200
    phone.cloud.wait_for(2)


def test_what_was_taken_is_answered_before_the_server_ends(library: Path) -> None:
    with phoning(library) as phone:
        cloud = phone.cloud
        cloud.marking = held = api.Held()
        assert phone.deliver(delivery(text("hi"))) == 200
        assert cloud.sent == []

        def released() -> None:
            wait_until(lambda: not takes_connections(phone.client.base_url.port))
            held.release()

        ending = threading.Thread(target=released)
        ending.start()
    ending.join()
    assert len(cloud.sent) == 1


def takes_connections(port: int | None) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.req("V10")
def test_no_message_is_kept_or_logged_anywhere(
    library: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    folder = shutil.copytree(library, tmp_path / "law")
    caplog.set_level(logging.DEBUG)
    broken = "Does flumadiddle break it?"
    real = line.ask

    def ask(workspace: object, access: object, asked: object) -> object:
        if "flumadiddle" in str(asked):
            raise RuntimeError(f"no such column: {asked}")
        return real(workspace, access, asked)  # type: ignore[arg-type]

    monkeypatch.setattr(line, "ask", ask)
    number = "447700900777"
    with phoning(folder) as phone:
        for words in (SAID, ANSWERED, "STOP Wigglesworth", "What about tenants?"):
            phone.say(words, number)
        said = [body_of(one) for one in phone.cloud.sent]
        phone.cloud.script[:] = [api.failing(400)]
        for one in (text(broken, number), text(SAID, number), text("STOP", number)):
            assert phone.deliver(delivery(one)) == 200
            phone.settle()
        assert (phone.counts["broken"], phone.counts["failed"]) == (1, 1)
        told = json.dumps(dict(phone.counts))
    lines = [one for one in said[1].splitlines() if "“" in one]
    assert lines
    assert "could not be answered: RuntimeError" in caplog.text
    assert "could not be sent: 400" in caplog.text
    out, err = capfd.readouterr()
    for words in (*WORDS, SAID, "flumadiddle", number, number[2:], "Sheena", *lines):
        assert words not in caplog.text
        assert words not in out + err + told
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert folder / FILE in written
    for words in (*WORDS, "flumadiddle", number, number[2:], "Sheena", "wamid"):
        forms = {
            form.encode(code) for form in (words, words.lower()) for code in ("utf-8", "utf-16-le")
        }
        assert [path for path in written if any(form in path.read_bytes() for form in forms)] == []


def test_an_answer_is_logged_by_its_length_and_hash_like_any_other(
    phone: Phone, library: Path, sender: str
) -> None:
    phone.say("Is it lawful?", sender)
    logged = [
        json.loads(one)
        for path in (library / "logs").glob("*.jsonl")
        for one in path.read_text().splitlines()
    ]
    assert (logged[-1]["channel"], logged[-1]["outcome"]) == ("whatsapp", Kind.AMBIGUOUS.value)
