"""Questions answered from case files."""

from __future__ import annotations

from pincite.answer.records import Kind
from pincite.matters.matter import Matter


def test_a_quote_is_cited_by_its_own_page_and_paragraph(matter: Matter) -> None:
    reply = matter.ask("How much was the deposit?")
    assert reply.answer is not None
    lease = next(one for one in reply.answer.citations if one.title == "Lease.pdf")
    assert "a deposit of 1,680 crowns" in lease.quote
    assert (lease.locator, lease.page) == ("Lease.pdf, p. 1, para. 19", 1)
    [place] = matter.quotes("Lease.pdf", lease.quote)
    assert (place.char_start, place.char_end) == tuple(lease.spans[0])


def test_one_document_may_be_asked_alone(matter: Matter) -> None:
    reply = matter.ask("How much was the deposit?", document="Lease.pdf")
    assert reply.answer is not None
    assert {one.title for one in reply.answer.citations} == {"Lease.pdf"}


def test_what_no_file_speaks_of_is_refused(matter: Matter) -> None:
    for question in ("Which vaccine was given to the horse?", "How many zyxomma feathers?"):
        reply = matter.ask(question)
        assert reply.refusal is not None, "and nothing of another matter comes in"
        assert reply.refusal.kind is Kind.NO_DATA
        assert "zyxomma" not in str(reply.refusal.closest)
