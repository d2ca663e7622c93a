"""A chat endpoint on this machine that answers by a script: one behaviour a request, the last for
all that follow. Each request is kept."""

from __future__ import annotations

import gzip
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

from loopback import Server, hang_up

# The words of the first subsection, or else the first sentence.
_subsection = re.compile(r"\(1\) ([A-Z][^.;:—]+[.;:—])")
_sentence = re.compile(r"([A-ZÁÉÍÓÚÝÞÆÖ][^.;:—]{20,}[^\W\d_]{3}[.;:—])(?= |$)")
_not = re.compile(r"\b(?:not|ekki) ")
_MEGABYTE = b"x" * 1024 * 1024


@dataclass(frozen=True)
class Asked:
    """One request. `question` and `sources` are what stands in the user message."""

    body: dict[str, object]
    headers: dict[str, str]

    @property
    def system(self) -> str:
        return self._message(0)

    @property
    def user(self) -> str:
        return self._message(1)

    @property
    def question(self) -> str:
        return json.loads(self.user)["question"]

    @property
    def sources(self) -> list[dict[str, str]]:
        return json.loads(self.user)["sources"]

    @property
    def rules(self) -> list[dict[str, str]]:
        return [one for one in self.sources if one["role"] == "rule"]

    def _message(self, at: int) -> str:
        return self.body["messages"][at]["content"]  # type: ignore[index]


@dataclass
class Chat:
    """What was asked, and what is still to be done."""

    script: list[Behaviour]
    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    connected: set[object] = field(default_factory=set)
    over: threading.Event = field(default_factory=threading.Event)

    def next(self) -> Behaviour:
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    chat: Chat

    def setup(self) -> None:
        super().setup()
        self.chat.connected.add(self.client_address)

    def finish(self) -> None:
        self.chat.connected.discard(self.client_address)
        super().finish()

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = Asked(body, {name.lower(): value for name, value in self.headers.items()})
        self.chat.asked.append(asked)
        self.chat.next()(self, asked)

    def log_message(self, format: str, *args: object) -> None: ...

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        """The whole answer; the connection is closed behind it unless a header keeps it."""
        self.begin(status, Content_Length=str(len(body)), **{"Connection": "close", **headers})
        self.wfile.write(body)

    def begin(self, status: int, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def drip(self, *pieces: bytes) -> None:
        """Piece by piece, the last for ever; or until the test is over."""
        for piece in pieces:
            self.wfile.write(piece)
        while not self.chat.over.wait(0.05):
            self.wfile.write(pieces[-1])


Behaviour = Callable[[Handler, Asked], None]
Claim = dict[str, object]


@contextmanager
def chatting(*script: Behaviour) -> Iterator[Chat]:
    chat = Chat(list(script))
    server = Server(("127.0.0.1", 0), type("Bound", (Handler,), {"chat": chat}))
    chat.url = f"http://127.0.0.1:{server.server_address[1]}/v1/chat/completions"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield chat
    finally:
        chat.over.set()
        server.shutdown()
        thread.join()
        server.server_close()


# What a model says.


def sentence(source: dict[str, str]) -> str:
    text = source["text"]
    found = _subsection.search(text) or _sentence.search(text)
    return found[1] if found else text


def claim(text: str, source: str, *quotes: str) -> Claim:
    return {"text": text, "citations": [{"source": source, "quote": one} for one in quotes]}


def completion(content: str | None, finish: str = "stop") -> bytes:
    message = {"role": "assistant", "content": content}
    said = {"id": "c", "choices": [{"index": 0, "message": message, "finish_reason": finish}]}
    return json.dumps(said).encode()


def saying(content: Callable[[Asked], str | None], finish: str = "stop") -> Behaviour:
    return lambda handler, asked: handler.reply(200, completion(content(asked), finish))


def claiming(*claims: Callable[[Asked], Claim]) -> Behaviour:
    return saying(lambda asked: json.dumps({"claims": [one(asked) for one in claims]}))


def quoting(change: Callable[[str], str], text: str = "The law says so.") -> Behaviour:
    """Of the first rule its first sentence, changed."""
    return claiming(lambda asked: _claim(asked, text, change))


def telling(text: str) -> Behaviour:
    """This text, under a quote that is right."""
    return quoting(str, text)


def _claim(asked: Asked, text: str, change: Callable[[str], str]) -> Claim:
    return claim(text, asked.rules[0]["id"], change(sentence(asked.rules[0])))


def _a_word_changed(quote: str) -> str:
    return quote.replace(max(quote.split(), key=len), "elephants")


def _without_not(asked: Asked) -> Claim:
    """Of the first rule that has one."""
    rule = next(one for one in asked.rules if _not.search(sentence(one)))
    return claim("The law says so.", rule["id"], _not.sub("", sentence(rule), count=1))


RIGHT = telling("The law says so.")
FENCED = saying(
    lambda asked: (
        "Here is {what} you wanted:\n```json\n".replace("{what}", "what")
        + json.dumps({"claims": [_claim(asked, "The law says so.", str)]}, indent=2)
        + "\n```\nI hope this helps!"
    )
)
INVENTED = quoting(lambda _: "An owner may keep the whole of the deposit for ever.")
WORD_CHANGED = quoting(_a_word_changed)
NEGATION_DROPPED = claiming(_without_not)
WRONG_SOURCE = claiming(
    lambda asked: claim("The law says so.", asked.rules[1]["id"], sentence(asked.rules[0]))
)
UNKNOWN_SOURCE = claiming(lambda asked: claim("The law says so.", "S99", sentence(asked.rules[0])))
ONE_OF_TWO_INVENTED = claiming(
    lambda asked: claim(
        "The law says so.",
        asked.rules[0]["id"],
        sentence(asked.rules[0]),
        "and the tenant shall pay for everything",
    )
)
NUMBER = telling("The deposit may be the rent for 17 months.")
QUOTED_IN_TEXT = telling("The law says “the owner may keep all of the money”.")
LINK = telling("Read more at https://evil.test/?q=deposit")
IMAGE = telling("![seen](//evil.test/pixel.png)")
NO_CITATION = claiming(lambda _: {"text": "The law says so.", "citations": []})
EMPTY = claiming()
BROKEN = saying(lambda _: '{"claims": [{"text": "The law says so.", "citations": [')
CUT = saying(lambda _: '{"claims": [{"text": "The law says', finish="length")
OTHER_JSON = saying(lambda _: '{"answer": "yes", "claims": "none"}')
NULL = saying(lambda _: None)


def failing(status: int, body: bytes = b"no", **headers: str) -> Behaviour:
    return lambda handler, _: handler.reply(status, body, **headers)


HTML = failing(200, b"<!doctype html><title>Sign in</title>", Content_Type="text/html")
NO_CHOICES = failing(200, b'{"choices": []}')
FAILS = failing(500)
LIMITED = failing(429, Retry_After="30")
REFUSES = failing(401, b'{"error": "bad key"}')
BAD_GZIP = failing(200, b"not packed at all", Content_Encoding="gzip")


def closes(handler: Handler, _: Asked) -> None:
    hang_up(handler)  # type: ignore[arg-type]


def hangs(handler: Handler, _: Asked) -> None:
    handler.chat.over.wait()
    handler.close_connection = True


def drips(handler: Handler, _: Asked) -> None:
    """A body that never ends."""
    handler.begin(200, Connection="close")
    handler.drip(b" ")


def drips_headers(handler: Handler, _: Asked) -> None:
    """Headers that never end."""
    handler.drip(b"HTTP/1.1 200 OK\r\nX-Slow: ", b"a")


def drips_nothing(handler: Handler, _: Asked) -> None:
    """Bytes for ever that unpack to none: gzip, and then empty blocks."""
    handler.begin(200, Connection="close", Content_Encoding="gzip")
    handler.drip(gzip.compress(b"")[:10], b"\x00\x00\x00\xff\xff")


def huge(handler: Handler, _: Asked) -> None:
    """A hundred megabytes."""
    handler.begin(200, Content_Length=str(100 * len(_MEGABYTE)), Connection="close")
    for _part in range(100):
        handler.wfile.write(_MEGABYTE)
