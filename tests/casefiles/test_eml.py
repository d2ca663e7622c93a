"""E-mail: headers, words and attachments, whatever shape the message is in."""

from __future__ import annotations

import base64
import contextlib
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casefiles.readings import check, words
from growth import costs_at_most
from loopback import publishing
from pincite.errors import PinciteError, SourceMalformed, SourceTooLarge, SourceUnsafe
from pincite.ingest.casefiles import formats
from pincite.ingest.casefiles.formats import eml
from pincite.ingest.casefiles.reading import Bounds, FileReading


def read(data: bytes | str) -> FileReading:
    reading = eml.read(data if isinstance(data, bytes) else data.encode(), "mail.eml", Bounds())
    check(reading)
    return reading


def message(body: str = "Hello.\n") -> EmailMessage:
    made = EmailMessage()
    made["From"] = "Anna Jónsdóttir <anna@example.is>"
    made["To"] = "Bob <bob@example.com>, carol@example.com"
    made["Date"] = "Mon, 04 Mar 2024 10:00:00 +0000"
    made["Subject"] = "Lease – draft"
    made.set_content(body)
    return made


def test_headers_come_first_as_paragraphs_and_as_meta() -> None:
    reading = read(message("Dear Bob,\n\nSee attached\nlease.\n\n> quoted reply\n").as_bytes())
    assert words(reading) == [
        "From: Anna Jónsdóttir <anna@example.is>",
        "To: Bob <bob@example.com>, carol@example.com",
        "Date: Mon, 04 Mar 2024 10:00:00 +0000",
        "Subject: Lease – draft",
        "Dear Bob,",
        "See attached lease.",
        "> quoted reply",
    ]
    assert {one.place for one in reading.paragraphs[:4]} == {"header"}
    assert reading.paragraphs[5].place == "body, line 3"
    assert reading.meta["from"] == "Anna Jónsdóttir <anna@example.is>"
    assert reading.title == "Lease – draft"
    assert reading.pages == []
    assert reading.warnings == []


def test_plain_text_is_preferred_and_the_web_page_read_where_there_is_none() -> None:
    both = message("Plain words.\n")
    both.add_alternative("<p>Web words.</p>", subtype="html")
    assert words(read(both.as_bytes()))[4:] == ["Plain words."]
    empty = message(" \n")
    empty.add_alternative("<h1>Web</h1><p>words.</p>", subtype="html")
    reading = read(empty.as_bytes())
    assert [(one.kind, one.text) for one in reading.paragraphs[4:]] == [
        ("heading", "Web"),
        ("text", "words."),
    ]
    assert reading.paragraphs[4].place == "body, line 1"


def test_attachments_are_files_with_a_place() -> None:
    made = message()
    made.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="Lease ö.pdf")
    made.add_attachment(
        b"\x89PNG", maintype="image", subtype="png", filename="photo.png", disposition="inline"
    )
    made.add_attachment("notes", filename="notes.txt")
    made.add_attachment(b"x", maintype="application", subtype="pdf")
    inner = message("Inner words.\n")
    made.add_attachment(inner)
    reading = read(made.as_bytes())
    assert [(one.name, one.place) for one in reading.attachments] == [
        ("Lease ö.pdf", "attachment 1"),
        ("photo.png", "attachment 2"),
        ("notes.txt", "attachment 3"),
        ("attachment 4.pdf", "attachment 4"),
        ("attachment 5.eml", "attachment 5"),
    ]
    assert reading.attachments[0].data == b"%PDF-1.4"
    assert "Inner words." not in words(reading)
    assert words(read(reading.attachments[4].data))[-1] == "Inner words."


def test_pictures_without_a_name_are_left_out_and_said() -> None:
    made = message()
    made.add_alternative('<p>Hi <img src="cid:1"></p>', subtype="html")
    made.get_payload()[1].add_related(b"\x89PNG", maintype="image", subtype="png", cid="<1>")  # type: ignore[index,union-attr]
    reading = read(made.as_bytes())
    assert reading.attachments == []
    assert reading.warnings == ["1 part without a name, such as pictures within it, left out"]


def test_an_attachment_within_the_web_form_is_found_though_the_plain_one_is_read() -> None:
    made = message("Plain.\n")
    made.add_alternative("<p>Web</p>", subtype="html")
    made.get_payload()[1].add_related(
        b"%PDF-", maintype="application", subtype="pdf", filename="a.pdf"
    )  # type: ignore[index,union-attr]
    reading = read(made.as_bytes())
    assert words(reading)[4:] == ["Plain."]
    assert [one.name for one in reading.attachments] == ["a.pdf"]


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("..\\..\\windows\\evil.exe", "evil.exe"),
        ("/etc/shadow", "shadow"),
        ("..", "attachment 1.pdf"),
        ("a\x00b\u202ecod.pdf", "abcod.pdf"),
        ("n" * 5000 + ".pdf", "n" * 200 + ".pdf"),
    ],
)
def test_names_of_attachments_lead_nowhere(given_name: str, kept: str) -> None:
    word = "=?utf-8?b?" + base64.b64encode(given_name.encode()).decode() + "?="
    data = (
        "From: a@b.c\nMIME-Version: 1.0\nContent-Type: application/pdf\n"
        f'Content-Disposition: attachment; filename="{word}"\n\nx\n'
    )
    assert [one.name for one in read(data).attachments] == [kept]


def test_encoded_headers_are_decoded_and_cannot_add_others() -> None:
    data = (
        "From: =?iso-8859-1?q?J=F3n?= <j@x.is>\nSubject: =?utf-8?b?w54=?=\n =?utf-8?b?w7M=?= x "
        "=?utf-8?q?a=0D=0ABcc:_evil@x?=\nTo: =?nonsense?q?abc?= =?utf-8?b?!!!?=\n\nBody\n"
    )
    reading = read(data)
    assert reading.meta == {
        "from": "Jón <j@x.is>",
        "subject": "Þó x a Bcc: evil@x",
        "to": "abc",
    }


def test_a_character_cut_between_two_encoded_words_is_whole() -> None:
    assert read("Subject: =?utf-8?q?=C3?= =?utf-8?q?=9E?=\n\nx\n").meta["subject"] == "Þ"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("Content-Type: text/plain; charset=utf-8", "Þ“é”".encode()),
        ("Content-Type: text/plain; charset=us-ascii", "Þ“é”".encode()),
        ("Content-Type: text/plain; charset=rot13", "Þ“é”".encode()),
        ("Content-Type: text/plain; charset=windows-1252", "Þ“é”".encode("cp1252")),
        ("Content-Type: text/plain; charset=iso-8859-1", "Þ“é”".encode("cp1252")),
        ("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64", b"w57igJzD\nqeKAnQ"),
        ("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable", b"=C3=9E=E2=80=9C=\n=C3=A9=E2=80=9D"),
        ("X-None: 1", "Þ“é”".encode()),
    ],
)  # fmt: skip
def test_the_words_are_decoded(head: str, body: bytes) -> None:
    assert words(read(b"From: a@b.c\n" + head.encode() + b"\n\n" + body))[1:] == ["Þ“é”"]


def test_raw_bytes_in_headers_are_read() -> None:
    assert read("Subject: Þórður\n\nx".encode()).meta["subject"] == "Þórður"
    assert read("Subject: Þórður\n\nx".encode("cp1252")).meta["subject"] == "Þórður"


def test_a_message_whose_boundary_is_missing_is_read_as_far_as_it_goes() -> None:
    data = "From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nWords."
    reading = read(data)
    assert words(reading)[-1] == "Words."
    assert reading.warnings == ["the message is not well formed: parts of it may be missing"]


def test_an_encrypted_message_is_said_to_be_so() -> None:
    data = "From: a@b.c\nContent-Type: application/pkcs7-mime; name=smime.p7m\n\nAAAA\n"
    assert "the message is encrypted: its words could not be read" in read(data).warnings


def nested(depth: int, kind: str) -> str:
    if kind == "message":
        return "From: a@b.c\n" + "Content-Type: message/rfc822\n\n" * depth + "x"
    head = "".join(
        f'Content-Type: multipart/mixed; boundary="b{at}"\n\n--b{at}\n' for at in range(depth)
    )
    return f"From: a@b.c\n{head}\nx"


@pytest.mark.parametrize("kind", ["message", "multipart"])
def test_messages_nested_too_deeply_are_refused(kind: str) -> None:
    read(nested(15, kind))
    for depth in (30, 5000):
        with pytest.raises(SourceUnsafe, match="deep"):
            read(nested(depth, kind))


def test_more_parts_than_anyone_sends_are_refused() -> None:
    data = (
        "From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n"
        + "--x\n\na\n" * 1100
        + "--x--\n"
    )
    with pytest.raises(SourceTooLarge, match="parts"):
        read(data)


def test_huge_and_broken_headers_cost_little() -> None:
    with costs_at_most(60):
        read(
            "To: "
            + "(" * 500_000
            + "\nSubject: "
            + "=?utf-8?q?" * 100_000
            + "\nFrom: "
            + "<a@b.c>, " * 50_000
            + "\n\nx"
        )
        read("Subject: " + "=?utf-8?b?w54=?= " * 50_000 + "\n\nx")
        read(
            "Content-Type: text/plain"
            + "; a*0=b" * 20_000
            + '; charset="'
            + "x" * 100_000
            + "\n\nx"
        )


def test_a_mailbox_gives_each_message_as_a_file() -> None:
    one = b"From a@b.c Mon Mar  4 10:00:00 2024\n" + message("First.\n").as_bytes()
    reading = read(
        one + b"\nFrom b@b.c Tue Mar  5 10:00:00 2024\n" + message("Second.\n").as_bytes()
    )
    assert [(item.name, item.place) for item in reading.attachments] == [
        ("message 1.eml", "message 1"),
        ("message 2.eml", "message 2"),
    ]
    assert words(read(reading.attachments[1].data))[-1] == "Second."
    assert words(read(one))[-1] == "First."


def test_an_outlook_message_says_how_to_save_it() -> None:
    data = (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
        + b"\0" * 600
        + "__properties_version1.0".encode("utf-16-le")
    )
    with pytest.raises(SourceMalformed, match="Outlook message") as caught:
        formats.read(data, "a.msg", Bounds())
    assert ".eml" in caught.value.hint


def test_nothing_is_fetched() -> None:
    with publishing() as publisher:
        data = (
            "From: a@b.c\nContent-Type: message/external-body; access-type=URL; "
            f'URL="{publisher.url}/x"\n\nContent-Type: text/plain\n\n\n'
        )
        read(data)
        page = f'From: a@b.c\nContent-Type: text/html\n\n<img src="{publisher.url}/pixel">Hi'
        assert words(read(page))[-1] == "Hi"
        assert publisher.log == []


LINES = st.sampled_from(
    ["From: a@b.c", "Content-Type: multipart/mixed; boundary=x", "Content-Type: text/html", "--x",
     "--x--", "", "Content-Type: message/rfc822", "words", "Content-Transfer-Encoding: base64",
     'Content-Disposition: attachment; filename*0*="a"; filename*=utf-8\'\'%ff', " folded", "=?x?",
     "Content-Type: text/plain; charset*=a'b'c", "Content-Type: multipart/alternative; boundary*0=x",
     "From x@y Mon 2024", "Content-Type: ;;=", "Content-Disposition: =?"]
)  # fmt: skip


@given(st.lists(LINES, max_size=25))
@settings(max_examples=300, deadline=None)
def test_any_lines_read_or_are_refused(lines: list[str]) -> None:
    with contextlib.suppress(PinciteError):
        read("\n".join(lines))


@given(st.binary(max_size=400))
@settings(max_examples=150, deadline=None)
def test_any_bytes_read_or_are_refused(data: bytes) -> None:
    with contextlib.suppress(PinciteError):
        read(data)
