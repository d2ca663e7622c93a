"""Wherever an answer's quote leads, the very words of the quote are lit, and no others."""

from __future__ import annotations

import httpx
import pytest
from lxml import html

from .conftest import MATTER, Site

LAW = (
    {"q": "May the owner enter my home without notice?"},
    {"q": "How much may the owner demand as a deposit?", "at": "2023-01-01"},
    {"q": "How much may the owner demand as a deposit?", "version": "tenancies-2019"},
    {"q": "Má leigusali fara inn í íbúð?"},
    {"q": "Was section 24 consistent with the Constitution?"},
)
FILES = (
    {"q": "When was the deposit paid?", "matter": MATTER},
    {"q": "What notice was given before the entry of 3 February 2025?", "matter": MATTER},
)


def quotes(client: httpx.Client, asked: dict[str, str]) -> list[tuple[str, str]]:
    """Each quote of the answer, and where its link leads."""
    page = html.document_fromstring(client.get("/", params=asked).text)
    found: list[tuple[str, str]] = []
    for link in page.cssselect(".quote blockquote a"):
        [number] = link.cssselect(".number")
        found.append(
            (link.text_content().removeprefix(number.text_content()), link.get("href", ""))
        )
    return found


def lit(client: httpx.Client, address: str) -> str:
    page = html.document_fromstring(client.get(address.partition("#")[0]).text)
    return " ".join(one.text_content() for one in page.iter("mark"))


def letters(text: str) -> str:
    return "".join(text.split())


@pytest.mark.req("U6")
@pytest.mark.parametrize("asked", [*LAW, *FILES], ids=lambda one: "-".join(one.values())[:60])
def test_every_quote_is_lit_where_it_stands(site: Site, asked: dict[str, str]) -> None:
    every = quotes(site.client, asked)
    assert every
    for quote, address in every:
        assert letters(lit(site.client, address)) == letters(quote.replace(" … ", " "))
