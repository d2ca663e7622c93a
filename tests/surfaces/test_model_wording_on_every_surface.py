"""A model says the opposite of the law it quotes: every surface and export shows the quote, and
not the sentence; where the sentence is asked for, it stands apart and is marked."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import httpx
import pypdfium2
import pytest
from docx import Document

from answer.chat_server import chatting, telling
from answer.deceptions import APART, FALSE, QUOTE, WITHHELD
from commands import Done, pincite
from pincite import library
from pincite.packs.archive import write_pack
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from search.bundled_law import bundled_law
from surfaces.cloud_api import body_of, delivery, phoning, text
from surfaces.mcp_clients import talking
from surfaces.serving import serving, settings_for

ENTRY = "May the owner enter my home without notice?"
MARKED = f"Not checked: {FALSE}"
ACT = "urn:lex:xm:act-2019-11"


@dataclass(frozen=True)
class Place:
    """A library whose answers a lying model composes; `shown` is whether its wording is."""

    settings: Settings
    client: httpx.Client
    shown: bool

    def page(self, question: str = ENTRY) -> str:
        return self.client.get("/", params={"q": question}).text

    def export(self, format: str) -> bytes:
        return self.client.post("/export", data={"q": ENTRY, "format": format}).content

    def run(self, *arguments: str | Path) -> Done:
        """The command, with the same settings."""
        named = {
            "LIBRARY": self.settings.library, "MODELS": self.settings.models, "JURISDICTION": "xm",
            "ANSWER_URL": self.settings.answer_url, "ANSWER_MODEL": "m",
            "ANSWER_WORDING": self.shown,
        }  # fmt: skip
        env = {**os.environ, **{f"PINCITE_{name}": str(value) for name, value in named.items()}}
        done = pincite(*arguments, env=env)
        assert done.returncode == 0, done.stderr
        return done


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("lying")
    bundled_law(root / "law", root / "no-models").close()
    return root


@pytest.fixture(scope="module")
def lying() -> Iterator[str]:
    with chatting(telling(FALSE)) as chat:
        yield chat.url
        assert chat.asked


def placed(root: Path, url: str, **more: object) -> Iterator[Place]:
    settings = settings_for(
        root, jurisdiction="xm", key_rate=0, answer_url=url, answer_model="m", **more
    )
    with serving(create_app(settings.library, settings=settings)) as client:
        yield Place(settings, client, bool(more))


@pytest.fixture(scope="module")
def usual(root: Path, lying: str) -> Iterator[Place]:
    yield from placed(root, lying)


@pytest.fixture(scope="module")
def wordy(root: Path, lying: str) -> Iterator[Place]:
    yield from placed(root, lying, answer_wording=True)


def flat(words: str) -> str:
    return " ".join(words.split())


def seen(html: str) -> str:
    """What a reader of a page sees."""
    return flat(unescape(re.sub(r"<[^>]+>", " ", html)))


def of_docx(data: bytes) -> str:
    return flat(" ".join(one.text for one in Document(io.BytesIO(data)).paragraphs))


def of_pdf(data: bytes) -> str:
    pdf = pypdfium2.PdfDocument(data)
    said = flat(" ".join(page.get_textpage().get_text_range() for page in pdf))
    pdf.close()
    return said


def assert_only_the_quote(said: str) -> None:
    assert "without giving the tenant any notice" not in said
    assert QUOTE in said
    assert WITHHELD in said
    assert "Not checked" not in said


def assert_apart(said: str) -> None:
    """After the quote and behind its mark; nothing on it is ticked."""
    assert QUOTE in said
    assert APART in said
    assert MARKED in said
    assert said.count(FALSE) == said.count(MARKED) == 1
    assert said.index(QUOTE) < said.index(APART) < said.index(MARKED)
    assert "✓" not in said


def assert_json_only_the_quote(body: dict[str, object]) -> None:
    said = json.dumps(body, ensure_ascii=False)
    assert "without giving the tenant any notice" not in said
    answer: dict[str, object] = body["answer"]  # type: ignore[assignment]
    assert QUOTE in answer["text"]  # type: ignore[operator]
    assert WITHHELD in answer["text"]  # type: ignore[operator]
    assert answer["note"] == WITHHELD
    assert "unchecked_wording" not in answer


def assert_json_apart(body: dict[str, object]) -> None:
    answer: dict[str, object] = body["answer"]  # type: ignore[assignment]
    assert answer["unchecked_wording"] == [{"text": FALSE, "citations": [1]}]
    assert answer["note"] == APART
    rest = {name: one for name, one in answer.items() if name != "unchecked_wording"}
    assert "without giving the tenant any notice" not in json.dumps(
        {**body, "answer": rest}, ensure_ascii=False
    )


@pytest.mark.req("U4")
def test_the_command_prints_the_quote_and_not_the_sentence(usual: Place) -> None:
    done = usual.run("ask", ENTRY)
    assert_only_the_quote(flat(done.stdout))
    assert "any notice" not in done.stderr
    assert_json_only_the_quote(json.loads(usual.run("ask", ENTRY, "--json").stdout))


def test_the_command_marks_the_sentence_that_was_asked_for(wordy: Place) -> None:
    assert_apart(flat(wordy.run("ask", ENTRY).stdout))
    assert_json_apart(json.loads(wordy.run("ask", ENTRY, "--json").stdout))


@pytest.fixture(scope="module")
def pack(root: Path) -> Path:
    with library.open(root / "law", settings=settings_for(root)) as law:
        return write_pack(law.packs.build(f"{ACT}:12", at="2024-06-01"), root / "packs")


def test_a_pack_answers_with_the_quote_and_not_the_sentence(usual: Place, pack: Path) -> None:
    assert_only_the_quote(flat(usual.run("ask", ENTRY, "--pack", pack).stdout))


def test_a_pack_marks_the_sentence_that_was_asked_for(wordy: Place, pack: Path) -> None:
    assert_apart(flat(wordy.run("ask", ENTRY, "--pack", pack).stdout))


@pytest.mark.req("U4")
def test_chat_sends_the_quote_and_not_the_sentence(usual: Place) -> None:
    assert_json_only_the_quote(usual.client.post("/chat", json={"query": ENTRY}).json())


def test_chat_sends_the_sentence_in_a_field_of_its_own(wordy: Place) -> None:
    assert_json_apart(wordy.client.post("/chat", json={"query": ENTRY}).json())


@pytest.mark.req("U4")
def test_the_page_shows_the_quote_and_not_the_sentence(usual: Place) -> None:
    html = usual.page()
    assert_only_the_quote(seen(html))
    assert "any notice" not in unescape(html)
    assert 'class="says"' not in html
    assert "✓ 1 of 1 quotes checked word for word" in seen(html)


def test_the_page_marks_the_sentence_and_has_no_tick(wordy: Place) -> None:
    html = wordy.page()
    assert_apart(seen(html))
    quotes, _, rest = html.partition('<section class="unchecked"')
    assert "any notice" not in quotes
    assert "any notice" in rest
    assert "1 of 1 quotes checked word for word" in seen(quotes)


def test_the_page_says_it_in_icelandic_to_an_icelandic_question(usual: Place) -> None:
    html = usual.page("hvað má tryggingarfé vera hátt")
    assert "Orðalag þess er ekki birt, því það er ekki staðfest." in seen(html)
    assert "any notice" not in seen(html)


READ: dict[str, Callable[[bytes], str]] = {"docx": of_docx, "pdf": of_pdf}


@pytest.mark.parametrize("format", READ)
def test_an_export_has_the_quote_and_not_the_sentence(usual: Place, format: str) -> None:
    assert_only_the_quote(READ[format](usual.export(format)))


@pytest.mark.parametrize("format", READ)
def test_an_export_marks_the_sentence_that_was_asked_for(wordy: Place, format: str) -> None:
    assert_apart(READ[format](wordy.export(format)))


@pytest.mark.req("U4")
def test_mcp_gives_the_quote_and_not_the_sentence(usual: Place) -> None:
    for body in over_mcp(usual):
        assert_json_only_the_quote(body)


def test_mcp_gives_the_sentence_in_a_field_of_its_own(wordy: Place) -> None:
    for body in over_mcp(wordy):
        assert_json_apart(body)


def over_mcp(place: Place) -> list[dict[str, object]]:
    """What a client is given, as structured content."""
    with talking(f"{str(place.client.base_url).rstrip('/')}/mcp") as talk:
        result = talk.call("ask", query=ENTRY)
    assert not result.is_error
    return [result.structured_content]  # type: ignore[list-item]


@pytest.mark.req("L10")
def test_whatsapp_sends_the_quote_and_not_the_sentence(usual: Place) -> None:
    settings = usual.settings
    with phoning(settings.library, answer_url=settings.answer_url, answer_model="m") as phone:
        said = body_of(phone.say(ENTRY))
        phone.settle()
        assert len(phone.cloud.sent) == 1
    assert_only_the_quote(flat(said))


def test_whatsapp_sends_the_sentence_in_a_message_of_its_own(wordy: Place) -> None:
    settings = wordy.settings
    with phoning(
        settings.library, answer_url=settings.answer_url, answer_model="m", answer_wording=True
    ) as phone:
        assert phone.deliver(delivery(text(ENTRY))) == 200
        answer, wording = map(body_of, phone.cloud.wait_for(2))
        assert phone.cloud.refused == []
    assert "any notice" not in answer
    assert answer.endswith("1 of 1 quotes checked word for word")
    assert "quotes checked" not in wording
    assert_apart(flat(f"{answer} {wording}"))


def test_the_log_has_no_word_of_it(usual: Place) -> None:
    usual.client.post("/chat", json={"query": ENTRY})
    written = "".join(
        one.read_text("utf-8") for one in (usual.settings.library / "logs").glob("*.jsonl")
    )
    assert written
    assert "notice" not in written
