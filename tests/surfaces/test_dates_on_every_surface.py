"""The date that was read from a question is told on every surface."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

import httpx
import pytest
from docx import Document

from commands import pincite
from pincite.settings import Settings
from pincite.surfaces.http.app import create_app
from search.bundled_law import bundled_law
from surfaces.cloud_api import body_of, phoning
from surfaces.mcp_clients import talking
from surfaces.serving import serving, settings_for

QUESTION = "What was the maximum deposit in 2020?"
NOTE = "Law as at 2020-12-31, because the question says “in 2020”."
DATED = {"day": "2020-12-31", "words": "in 2020", "applied": True}
NOT_USED = "The question says “in 2020”. That was not used"


@dataclass(frozen=True)
class Place:
    settings: Settings
    client: httpx.Client

    def run(self, *arguments: str) -> str:
        named = {"LIBRARY": self.settings.library, "MODELS": self.settings.models,
                 "JURISDICTION": "xm"}  # fmt: skip
        env = {**os.environ, **{f"PINCITE_{name}": str(value) for name, value in named.items()}}
        done = pincite(*arguments, env=env)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def page(self, **asked: str) -> str:
        html = self.client.get("/", params={"q": QUESTION, **asked}).text
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    root = tmp_path_factory.mktemp("dated")
    bundled_law(root / "law", root / "no-models").close()
    settings = settings_for(root, jurisdiction="xm", key_rate=0)
    with serving(create_app(settings.library, settings=settings)) as client:
        yield Place(settings, client)


def test_the_command_says_which_date_it_read(place: Place) -> None:
    assert place.run("ask", QUESTION).startswith(NOTE)
    assert place.run("search", QUESTION).startswith(NOTE)
    for command in ("ask", "search"):
        body = json.loads(place.run(command, QUESTION, "--json"))
        assert (body["at"], body["dated"]) == ("2020-12-31", DATED)


def test_the_command_says_that_another_date_was_asked_for(place: Place) -> None:
    asked = place.run("ask", QUESTION, "--at", "2024-06-01")
    assert f"! {NOT_USED}: this is the law as at 2024-06-01." in asked
    found = place.run("search", QUESTION, "--version", "tenancies-2024")
    assert f"{NOT_USED}: this is the law of version tenancies-2024." in found


def test_http_and_mcp_give_the_date_and_the_words(place: Place) -> None:
    bodies = [
        place.client.post("/chat", json={"query": QUESTION}).json(),
        place.client.get("/search", params={"query": QUESTION}).json(),
    ]
    with talking(f"{str(place.client.base_url).rstrip('/')}/mcp") as talk:
        for name in ("ask", "search"):
            result = talk.call(name, query=QUESTION)
            assert not result.is_error
            bodies.append(result.structured_content)  # type: ignore[arg-type]
    for body in bodies:
        assert (body["at"], body["dated"]) == ("2020-12-31", DATED)


def test_the_page_says_it_and_leads_to_the_text_of_that_date(place: Place) -> None:
    told = place.page()
    assert "as in force on 31 December 2020" in told
    assert "date read from “in 2020” in the question" in told
    html = place.client.get("/", params={"q": QUESTION}).text
    assert re.search(r"/law/urn:lex:xm:act-2019-11:14(:1)?\?at=2020-12-31", html)
    searched = place.page(mode="search")
    assert (
        "The law as in force on 31 December 2020, because the question says “in 2020”." in searched
    )
    html = place.client.get("/", params={"q": QUESTION, "mode": "search"}).text
    assert "/law/urn:lex:xm:act-2019-11:14?at=2020-12-31" in html


def test_the_page_says_that_another_date_was_asked_for(place: Place) -> None:
    assert f"{NOT_USED}: this is the law as at 2024-06-01." in place.page(at="2024-06-01")
    searched = place.page(mode="search", at="2024-06-01")
    assert f"{NOT_USED}: this is the law as in force on 1 June 2024." in searched


def test_an_export_says_it(place: Place) -> None:
    data = place.client.post("/export", data={"q": QUESTION, "format": "docx"}).content
    said = " ".join(paragraph.text for paragraph in Document(io.BytesIO(data)).paragraphs)
    assert "as in force on 31 December 2020" in said
    assert "date read from “in 2020” in the question" in said


@pytest.mark.req("L10")
def test_whatsapp_says_it_first(place: Place) -> None:
    with phoning(place.settings.library) as phone:
        said = body_of(phone.say(QUESTION))
    assert said.startswith(NOTE)
