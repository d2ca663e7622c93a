"""Documents are hostile: each kind of bad file gets a clear error, and nothing is written."""

from __future__ import annotations

import http.server
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lagasafn_pages import edition, law_xml
from pincite import library
from pincite.errors import LoadRefused, PinciteError, SourceError
from pincite.library import Library
from pincite.settings import Settings

BOMB = """<?xml version="1.0"?>
<!DOCTYPE law [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;">]>
<law nr="1" year="2031" law-type="law"><name>&e;</name></law>"""


@pytest.fixture
def empty(tmp_path: Path) -> Library:
    return library.create(tmp_path / "library", settings=Settings(max_source_bytes=20_000_000))


def refused(empty: Library, path: Path, reader: str = "lagasafn", **options: object) -> str:
    """Load it, expect a refusal, check that nothing changed; returns the reasons."""
    before = empty.store.fingerprint()
    with pytest.raises(PinciteError) as caught:
        empty.ingest(path, reader_name=reader, version="bad", **options)
    assert empty.store.fingerprint() == before
    assert empty.versions() == []
    error = caught.value
    assert error.hint
    if isinstance(error, LoadRefused):
        return "\n".join(error.reasons)
    assert isinstance(error, SourceError)
    return str(error)


def make(tmp_path: Path, data: bytes | str, name: str = "2031.1.xml") -> Path:
    folder = tmp_path / "source"
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder


@pytest.mark.req("U7")
@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("<law nr='1' year='2031'>\n<name>X</nome>\n</law>", "line 2"),
        ("<law nr='1' year='2031'>\n<name>X</name>\n", "line"),
        ("", "empty file"),
        ("   \n ", "empty file"),
        (law_xml(1).encode("cp1252"), "2031.1.xml, line 2"),
        (law_xml(1).encode("utf-16")[:801], "2031.1.xml"),
        (b"\x00\x01\x02binary" * 50, "2031.1.xml, line 1"),
        (BOMB, "entity"),
        ("<law nr='1' year='2031'>" + "<art nr='1'>" * 3000 + "</art>" * 3000 + "</law>", "2031.1.xml"),
        ("<law nr='1' year='2031'><name>X</name>&undefined;</law>", "line 1"),
        ("<html><body>not a law</body></html>", "not <law>"),
    ],
    ids=["broken", "cut short", "empty", "blank", "cp1252", "utf-16 cut short", "binary",
         "entity bomb", "deep", "undefined entity", "another format"],
)  # fmt: skip
def test_a_bad_file_is_named_with_its_place(
    empty: Library, tmp_path: Path, data: bytes | str, says: str
) -> None:
    reasons = refused(empty, make(tmp_path, data))
    assert "2031.1.xml" in reasons
    assert says in reasons


@pytest.mark.req("U7")
def test_a_huge_file_is_refused_before_it_is_read(empty: Library, tmp_path: Path) -> None:
    folder = tmp_path / "source"
    folder.mkdir()
    with (folder / "2031.1.xml").open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    assert "209,715,200 bytes" in refused(empty, folder)


@pytest.fixture
def watched() -> Iterator[tuple[str, list[str]]]:
    """A server that would serve an entity, and the list of what was asked of it."""
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"fetched")

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


@pytest.mark.req("U7")
@pytest.mark.parametrize("form", ["entity", "dtd", "file", "parameter", "xinclude"])
def test_nothing_outside_the_file_is_fetched_or_read(
    empty: Library, tmp_path: Path, watched: tuple[str, list[str]], form: str
) -> None:
    url, asked = watched
    secret = tmp_path / "secret.txt"
    secret.write_text("SECRET")
    head = {
        "entity": f'<!DOCTYPE law [<!ENTITY x SYSTEM "{url}/x">]>',
        "dtd": f'<!DOCTYPE law SYSTEM "{url}/law.dtd">',
        "file": f'<!DOCTYPE law [<!ENTITY x SYSTEM "{secret.as_uri()}">]>',
        "parameter": f'<!DOCTYPE law [<!ENTITY % p SYSTEM "{url}/p"> %p;]>',
        "xinclude": "",
    }[form]
    inside = "&x;" if form in ("entity", "file") else ""
    if form == "xinclude":
        inside = (
            f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{url}/i" parse="text"/>'
        )
    law = (
        law_xml(1)
        .replace("<law", f"{head}<law", 1)
        .replace("Fyrri liður.", f"Fyrri {inside} liður.", 1)
    )
    folder = make(tmp_path, law)
    if form in ("dtd", "xinclude"):
        # Harmless once nothing is fetched: the law itself is whole.
        empty.ingest(folder, reader_name="lagasafn", version="1")
        assert "fetched" not in empty.show("urn:lex:is:1-2031").text
    else:
        assert "entity" in refused(empty, folder).lower()
    assert asked == []
    assert "SECRET" not in "".join(chunk.text for chunk in _all_chunks(empty))


def _all_chunks(opened: Library) -> list:
    return [chunk for urn, _ in opened.store.works() for chunk in opened.chunks(urn, version="1")]


@pytest.mark.req("U7")
def test_a_zip_bomb_is_refused_unopened(empty: Library, tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("2031.1.xml", b"\0" * 50_000_000)
    assert "times its size" in refused(empty, path)


def test_an_archive_that_lies_about_its_size_is_cut_off(tmp_path: Path) -> None:
    small = library.create(tmp_path / "l", settings=Settings(max_source_bytes=1000))
    path = tmp_path / "law.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("2031.1.xml", law_xml(1))
    assert "1,000" in refused(small, path)


@pytest.mark.parametrize("name", ["../evil.xml", "/etc/evil.xml", "a/../../evil.xml"])
def test_a_name_that_leaves_the_archive_is_refused(
    empty: Library, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "law.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, law_xml(1))
    assert "outside" in refused(empty, path)


def test_a_broken_archive_is_named(empty: Library, tmp_path: Path) -> None:
    path = tmp_path / "law.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("2031.1.xml", law_xml(1))
    path.write_bytes(path.read_bytes()[:-30])
    assert "law.zip" in refused(empty, path)


def test_a_zip_archive_loads_like_its_folder(tmp_path: Path) -> None:
    folder = edition(tmp_path / "e", 3)
    path = tmp_path / "e.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, file.name)
    prints = set()
    for name, source in (("a", folder), ("b", path)):
        made = library.create(tmp_path / name)
        made.ingest(source, reader_name="lagasafn", version="1")
        prints.add(made.store.fingerprint())
    assert len(prints) == 1


def test_links_out_of_the_folder_are_not_followed(empty: Library, tmp_path: Path) -> None:
    outside = tmp_path / "outside.xml"
    outside.write_text(law_xml(66), encoding="utf-8")
    folder = edition(tmp_path / "e", 1)
    (folder / "2031.66.xml").symlink_to(outside)
    report = empty.ingest(folder, reader_name="lagasafn", version="1")
    assert report.expressions == 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_read_right(empty: Library, tmp_path: Path, encoding: str) -> None:
    empty.ingest(make(tmp_path, law_xml(1).encode(encoding)), reader_name="lagasafn", version="1")
    assert empty.show("urn:lex:is:1-2031:1:1").text.startswith(
        "Hvert skip nr. 1 skal skráð í lögum"
    )


GARBAGE: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n\t ",
    "binary": bytes(range(256)) * 40,
    "cp1252": "Lög um þjófnað — §".encode("cp1252") * 50,
    "null": b"null",
    "list": b"[1, [2], null]",
    "object": b'{"provisions": 7, "casebody": [], "children": {}, "text": 3}',
    "string": b'"just a string"',
    "cut json": b'{"title": "X", "provisions": [{"section": "1", "cont',
    "deep json": b'{"children":[' * 20_000 + b"]}" * 20_000,
    "deep list": b"[" * 100_000 + b"]" * 100_000,
    "surrogate": b'{"text": "\\ud800", "title": "\\udfff"}',
    "element": b"<a/>",
    "cut xml": b"<akomaNtoso><act><body><section><num>1",
    "deep xml": b"<section>" * 2_000 + b"</section>" * 2_000,
    "cdata": b"<law nr='1' year='2031'><name><![CDATA[" + b"x" * 100_000 + b"]]></name></law>",
    "open tags": b"<grein><nr>1. gr.<mgr>" * 5_000,
    "marks": b"(a)" * 50_000,
    "numbers": "\n".join(f"{n}." for n in range(5_000)).encode(),
    "front matter": b"---\ntitle: X\nurn: not a urn\n---\n1. A\n",
}
SUFFIXES = {
    "lagasafn": (".xml", ".html"),
    "akn": (".xml",),
    "zimlii": (".json",),
    "uslm": (".xml",),
    "dclaw": (".xml",),
    "ecfr": (".xml", ".json"),
    "opinions": (".json", ".jsonl"),
    "plain": (".txt", ".md"),
}


@pytest.mark.req("U7")
@pytest.mark.parametrize("garbage", GARBAGE)
@pytest.mark.parametrize("reader", SUFFIXES)
def test_no_reader_fails_on_garbage_without_saying_so(
    tmp_path: Path, reader: str, garbage: str
) -> None:
    """A refusal that names the file, or, where a reader finds law in it, a whole library."""
    for suffix in SUFFIXES[reader]:
        made = library.create(tmp_path / f"library{suffix}")
        before = made.store.fingerprint()
        folder = tmp_path / f"source{suffix}"
        folder.mkdir()
        (folder / f"2031.1{suffix}").write_bytes(GARBAGE[garbage])
        try:
            made.ingest(folder, reader_name=reader, version="v")
        except PinciteError as error:
            reasons = "\n".join([str(error), *getattr(error, "reasons", [])])
            assert f"2031.1{suffix}" in reasons
            assert made.store.fingerprint() == before
        else:
            assert made.verify().problems == []
        made.close()
