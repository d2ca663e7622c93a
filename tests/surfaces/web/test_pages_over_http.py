"""The pages as they are sent: language, headers, hostile words, exports, and what goes wrong."""

from __future__ import annotations

import io
import json
import re
from urllib.parse import quote

import httpx
import pypdfium2
import pytest
from docx import Document
from lxml import etree, html

from pincite.surfaces.http.app import create_app
from pincite.surfaces.http.auth import COOKIE
from surfaces.serving import serving
from waiting import LONG

from .conftest import HOSTILE_LAW, MATTER, PAYLOAD, Site

SOLD = "The house was sold. How long do I have before I must leave?"
ENTRY = "May the owner enter my home without notice?"
DEPOSIT_IS = "Má leigusali krefjast tryggingar?"
EVERY = (
    "/", f"/?q={quote(ENTRY)}", "/?q=deposit&mode=search", f"/?q=deposit&mode=search&matter={MATTER}",
    f"/?q=When+was+the+deposit+paid&matter={MATTER}", "/law/urn:lex:xm:act-2019-11:12",
    "/law/urn:lex:xm:act-2019-11", "/law/urn:lex:xm:const-ct:14-mlr-201", "/cases",
    f"/case/{MATTER}", f"/case/{MATTER}/delete", "/network", f"/network?matter={MATTER}",
    "/network?of=urn:lex:xm:act-2019-11", "/evaluation", "/about", "/key",
)  # fmt: skip


@pytest.mark.parametrize("path", EVERY)
def test_every_page_is_sent_with_a_policy_and_nothing_inline(site: Site, path: str) -> None:
    response = site.client.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in response.headers["content-security-policy"]
    assert response.headers["cache-control"] == "no-store"
    assert_inert(response)
    page = html.document_fromstring(response.text)
    assert len(page.findall(".//h1")) == 1
    assert len(page.findall(".//main")) == 1
    names = page.xpath("//@id")
    assert len(names) == len(set(names))


def assert_inert(response: httpx.Response) -> None:
    """Nothing runs or is fetched but what is ours, whatever words the page holds."""
    page = html.document_fromstring(response.text)
    assert [one.get("src", "")[:8] for one in page.iter("script")] == ["/static/"]
    assert [*page.iter("style", "iframe", "object", "embed", "base")] == []
    for one in page.iter(etree.Element):
        for name, value in one.items():
            assert name != "style"
            assert not name.startswith("on")
            assert not value.strip().lower().startswith(("javascript:", "data:", "vbscript:"))
    assert all(one.get("src", "").startswith("/") for one in page.iter("img"))


def test_style_and_script_are_kept_by_browsers_under_an_address_of_their_own(site: Site) -> None:
    page = site.client.get("/").text
    for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
        sent = site.client.get(address)
        assert sent.status_code == 200
        assert "immutable" in sent.headers["cache-control"]
    old = site.client.get("/static/0000/page.css")
    assert old.headers["cache-control"] == "no-cache"
    assert site.client.get("/static/0000/../page.py").status_code == 404


def test_the_language_is_that_of_the_address_then_of_the_cookie_then_of_the_browser(
    site: Site,
) -> None:
    with httpx.Client(base_url=site.address) as client:
        asked = {"Accept-Language": "de, is;q=0.9, en;q=0.5"}
        assert '<html lang="is">' in client.get("/", headers=asked).text
        assert '<html lang="en">' in client.get("/?lang=en", headers=asked).text
        assert '<html lang="en">' in client.get("/cases", headers=asked).text
        assert '<html lang="en">' in client.get("/?lang=xx", headers=asked).text
    assert '<html lang="en">' in httpx.get(site.address, headers={"Accept-Language": "fr"}).text


def test_an_icelandic_question_is_answered_on_an_icelandic_page(site: Site) -> None:
    page = httpx.get(site.address, params={"q": DEPOSIT_IS, "lang": "is"}, timeout=LONG).text
    assert "tilvitnunum staðfestar orð fyrir orð" in page
    assert " af 10" in page
    assert "í gildi frá 15. janúar 2023" in page


@pytest.mark.req("U7")
@pytest.mark.parametrize(
    "path",
    [
        f"/?q={quote(PAYLOAD)}", f"/?q={quote(PAYLOAD)}&mode=search",
        f"/?q=notice&mode=search&type={quote(PAYLOAD)}&year={quote(PAYLOAD)}",
        f"/?q=x&matter={quote(PAYLOAD)}", f"/?q=x&at={quote(PAYLOAD)}",
        f"/?q=x&version={quote(PAYLOAD)}", f"/law/{quote(PAYLOAD)}",
        f"/law/urn:lex:xm:act-2019-11:12?at={quote(PAYLOAD)}",
        f"/law?what={quote(PAYLOAD)}", f"/network?of={quote(PAYLOAD)}",
        f"/network?matter={quote(PAYLOAD)}", f"/case/{quote(PAYLOAD.replace('/', ''))}",
        f"/file/x/{quote(PAYLOAD.replace('/', ''))}", f"/key?next={quote(PAYLOAD)}",
        f"/?lang={quote(PAYLOAD)}", f"/?{quote(PAYLOAD)}=1",
    ],
)  # fmt: skip
def test_what_an_address_says_is_shown_as_words(site: Site, path: str) -> None:
    response = site.client.get(path, follow_redirects=True)
    assert response.status_code < 500
    assert "text/html" in response.headers["content-type"]
    assert_inert(response)
    assert "'49" not in response.text


@pytest.mark.req("U7")
def test_what_a_file_and_its_name_say_is_shown_as_words(site: Site, hostile: str) -> None:
    listed = site.client.get("/documents", params={"matter": hostile}).json()["items"]
    addresses = [
        "/cases", f"/case/{hostile}", f"/case/{hostile}/delete", f"/network?matter={hostile}",
        f"/?q=notice&mode=search&matter={hostile}",
        f"/?q=Who+gave+notice+on+3+March+2023&matter={hostile}",
        f"/file/{hostile}/{listed[0]['id']}?passage=0&lit=0-40",
    ]  # fmt: skip
    for one in addresses:
        page = site.client.get(one)
        assert page.status_code == 200, one
        assert_inert(page)
    assert "&lt;script&gt;window.harmed=1" in page.text


@pytest.mark.req("U7")
@pytest.mark.parametrize(
    "path",
    [
        f"/law/{HOSTILE_LAW}",
        f"/law/{HOSTILE_LAW}:op-1?lit=0-60",
        "/?q=quibbling+zeppelin&mode=search",
        "/?q=Was+the+quibbling+zeppelin+struck+out%3F",
        f"/network?of={HOSTILE_LAW}",
        "/network",
        "/about",
    ],
)
def test_what_a_law_says_is_shown_as_words(site: Site, path: str) -> None:
    page = site.client.get(path)
    assert page.status_code == 200
    assert_inert(page)
    assert "about" in path or "&lt;script&gt;window.harmed=1" in page.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/law/urn:lex:xm:act-2019-11:999", 404),
        ("/law/urn:lex:xm:act-2019-11:12?at=2001-01-01", 404),
        ("/law/urn:lex:xm:act-2019-11:12?at=soon", 400),
        ("/law/nonsense", 400),
        ("/?q=deposit&version=nope", 404),
        ("/?q=deposit&at=2024-01-01&version=tenancies-2024", 400),
        ("/?q=deposit&mode=guess", 400),
        ("/case/nobody", 404),
        (f"/file/{MATTER}/nothing", 404),
        (f"/file/{MATTER}/Complaint.pdf?page=-1", 400),
        (f"/file/{MATTER}/Complaint.pdf?page=99", 404),
        ("/evaluation/..%2Fkeys", 404),
    ],
)
def test_what_goes_wrong_is_told_by_a_page(site: Site, path: str, status: int) -> None:
    response = site.client.get(path)
    assert response.status_code in (status, 404)
    assert response.status_code == status or status == 400
    if "text/html" in response.headers["content-type"]:
        assert "<h1>" in response.text


def test_a_page_of_another_site_cannot_send_our_forms(site: Site) -> None:
    for origin in ("https://evil.example", "null"):
        response = site.client.post("/cases", data={"name": "X"}, headers={"Origin": origin})
        assert response.status_code == 403
    # A browser names our own origin only if the page lets it.
    assert site.client.get("/").headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("question", [ENTRY, DEPOSIT_IS, "Is it legal?", PAYLOAD])
def test_an_answer_is_exported_as_docx_with_its_sources(site: Site, question: str) -> None:
    response = site.client.post("/export", data={"q": question, "format": "docx"})
    assert response.status_code == 200
    assert re.search(
        r'filename="pincite-\d{8}-\d{6}\.docx"', response.headers["content-disposition"]
    )
    said = "\n".join(one.text for one in Document(io.BytesIO(response.content)).paragraphs)
    assert question.strip() in said
    reply = site.client.post("/chat", json={"query": question}).json()
    for one in reply["answer"]["citations"] if "answer" in reply else ():
        assert one["quote"] in said
        assert one["locator"] in said
        assert one["content_hash"] in said
    if "refusal" in reply:
        assert reply["refusal"]["reason"] in said


@pytest.mark.parametrize("question", [ENTRY, DEPOSIT_IS, "Is it legal?", PAYLOAD])
def test_an_answer_is_exported_as_pdf_with_letters_that_can_be_read_back(
    site: Site, question: str
) -> None:
    response = site.client.post("/export", data={"q": question, "format": "pdf", "lang": "is"})
    assert response.headers["content-type"] == "application/pdf"
    pdf = pypdfium2.PdfDocument(response.content)
    said = " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pdf)
    pdf.close()
    assert question[:40] in said
    reply = site.client.post("/chat", json={"query": question}).json()
    for one in reply["answer"]["citations"] if "answer" in reply else ():
        assert " ".join(one["quote"].split()) in said
    if question == DEPOSIT_IS:
        # Letters of its own, in fixed words and in what is quoted.
        assert "hljóðar svo:" in said
        assert any({*"ðþæö"} & {*one["quote"]} for one in reply["answer"]["citations"])


def test_an_export_is_the_same_but_for_the_time(site: Site) -> None:
    from datetime import UTC, datetime

    from pincite import library
    from pincite.api.body import plain
    from pincite.surfaces.web.docx import as_docx
    from pincite.surfaces.web.home import forms_of_citation
    from pincite.surfaces.web.pdf import as_pdf
    from pincite.surfaces.web.sheet import sheet_of
    from pincite.surfaces.web.texts import Words

    made = datetime(2026, 1, 2, tzinfo=UTC)
    written = set()
    for _ in range(2):
        with library.open(site.settings.library, settings=site.settings) as law:
            reply = plain(law.ask(ENTRY))
        cited = {
            one["number"]: {**one, "forms": forms_of_citation(one, "/")}
            for one in reply["answer"]["citations"]
        }
        sheet = sheet_of(reply, cited, Words("en"), made)
        written.add((as_docx(sheet), as_pdf(sheet)))
    assert len(written) == 1


def test_the_rows_of_a_table_stand_one_below_another(site: Site) -> None:
    asked = {"q": SOLD, "format": "docx"}
    page = site.client.get("/", params=asked).text
    assert "Ground Period of notice<br>The owner requires the dwelling" in page
    assert "<br><strong>The dwelling has been sold and the buyer requires" in page
    response = site.client.post("/export", data=asked)
    said = "\n".join(one.text for one in Document(io.BytesIO(response.content)).paragraphs)
    assert "Ground Period of notice\nThe owner requires the dwelling" in said
    response = site.client.post("/export", data=asked | {"format": "pdf"})
    pdf = pypdfium2.PdfDocument(response.content)
    lines = [line for one in pdf for line in one.get_textpage().get_text_range().splitlines()]
    pdf.close()
    assert any(line.strip().endswith("Ground Period of notice") for line in lines)


def test_the_words_that_decide_are_bold_on_paper(site: Site) -> None:
    response = site.client.post("/export", data={"q": SOLD, "format": "docx"})
    runs = [run for one in Document(io.BytesIO(response.content)).paragraphs for run in one.runs]
    [bold] = [run.text for run in runs if run.bold and "vacant possession" in run.text]
    assert bold.startswith("The dwelling has been sold")
    response = site.client.post("/export", data={"q": SOLD, "format": "pdf"})
    pdf = pypdfium2.PdfDocument(response.content)
    fonts = {
        one.get_font().get_base_name()
        for page in pdf
        for one in page.get_objects(
            filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT], textpage=page.get_textpage()
        )
        if "vacant" in one.extract()
    }
    pdf.close()
    assert [name.endswith("Bold") for name in fonts] == [True]


def test_an_answer_from_a_matter_is_exported_too(site: Site) -> None:
    asked = {"q": "When was the deposit paid?", "matter": MATTER, "format": "docx"}
    response = site.client.post("/export", data=asked)
    said = "\n".join(one.text for one in Document(io.BytesIO(response.content)).paragraphs)
    assert "Compl. ¶" in said


def test_who_asks_too_often_is_told_by_a_page(site: Site) -> None:
    app = create_app(
        site.settings.library,
        settings=site.settings.model_copy(update={"chat_rate": 1}),
        clock=lambda: 0.0,
    )
    with serving(app) as client:
        assert client.get("/", params={"q": "Is it legal?"}).status_code == 200
        again = client.get("/", params={"q": "Is it legal?"})
        assert (again.status_code, int(again.headers["retry-after"]) > 0) == (429, True)
        assert "Too many questions in a short time." in again.text
        refused = client.post("/export", data={"q": "Is it legal?", "format": "pdf"})
        assert refused.headers["location"] == "/?q=Is+it+legal%3F&mode=ask"


def test_reports_are_listed_and_cannot_do_anything(site: Site) -> None:
    folder = site.settings.library / "reports"
    folder.mkdir(exist_ok=True)
    record = {
        "set": "mine <b>", "unit": "section", "questions": 3, "ranked": 3, "unmapped": 0,
        "kinds": {"": 3}, "reference": "all",
        "systems": [{"name": "all", "kinds": {"all": {"questions": 3, "hit@1": 0.6667, "mrr": None}}}],
    }  # fmt: skip
    (folder / "mine.json").write_text(json.dumps(record), encoding="utf-8")
    (folder / "mine.html").write_text("<h1>Mine</h1><script>1</script>", encoding="utf-8")
    answers = {"set": "mine", "questions": 3, "supported": {"share": 1.0, "held": 7, "of": 7}}
    (folder / "mine-answers.json").write_text(json.dumps(answers), encoding="utf-8")
    (folder / "broken.json").write_text("[", encoding="utf-8")
    try:
        page = site.client.get("/evaluation").text
        assert "mine &lt;b&gt;" in page
        assert "0.667" in page
        assert "100.0% (7/7)" in page
        assert "no report that can be read" in page
        report = site.client.get("/evaluation/mine")
        assert "<h1>Mine</h1>" in report.text
        assert "sandbox" in report.headers["content-security-policy"]
        assert "script-src" not in report.headers["content-security-policy"]
        assert site.client.get("/evaluation/other").status_code == 404
    finally:
        for one in folder.iterdir():
            one.unlink()


def test_a_citation_someone_wrote_leads_to_its_place(site: Site) -> None:
    response = site.client.get("/law", params={"what": "s 12 of the Residential Tenancies Act"})
    assert response.status_code == 303
    assert response.headers["location"] == "/law/urn:lex:xm:act-2019-11:12"


def test_a_quote_of_another_version_is_not_lit(site: Site) -> None:
    address = "/law/urn:lex:xm:act-2019-11:12:1?lit=6362-6457&of="
    shown = site.client.get(f"{address}2078d6858e7d").text
    assert '<mark id="lit">An ' in shown
    other = site.client.get(f"{address}000000000000").text
    assert 'id="lit"' not in other
    assert "made in another version" in other


def test_no_key_is_asked_for_where_none_was_made(site: Site) -> None:
    page = site.client.get("/key").text
    assert "no key is needed" in page
    assert COOKIE not in site.client.cookies


def test_the_interface_for_programs_is_described_without_fetching_anything(site: Site) -> None:
    page = site.client.get("/docs")
    assert page.status_code == 200
    for route in ("POST /chat", "GET /search", "GET /nodes/{what}", "POST /ingest"):
        assert f"<code>{route}</code>" in page.text
    assert "<code>query</code>*" in page.text
    assert "//cdn" not in page.text
