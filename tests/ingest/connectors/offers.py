"""What each publisher offers, in small, and how tests fetch it."""

from __future__ import annotations

import gzip
import io
import json
import random
import zipfile
from pathlib import Path

from loopback import (
    Offer,
    Publisher,
)
from pincite.ingest.law import connectors
from pincite.ingest.law.connectors import Fetched
from pincite.settings import Settings
from waiting import LONG

EDITIONS = "/lagasafn/zip-skra-af-lagasafni/"
ALLT = "/lagasafn/zip/156b/allt.zip"
COMMITS = "/repos/DCCouncil/law-xml-codified/commits"
COMMIT = "6231fae42de60c3c498548c489b0ca84ef60353a"
CODELOAD = f"/DCCouncil/law-xml-codified/zip/{COMMIT}"
TITLES = "/api/versioner/v1/titles.json"
TITLE_2 = "/api/versioner/v1/full/2026-09-28/title-2.xml"
LISTING = "/download/download.shtml"
USC_9 = "/download/releasepoints/us/pl/119/73not60/xml_usc09@119-73not60.zip"

ALTHINGI_PAGE = """<!DOCTYPE html>
<html><head>
<title>2019  nr. {number}  1. júlí/ Lög um {subject}</title>
<meta name="HandheldFriendly" content="true" >
<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">
</head>
<body>
<p style='text-align:center'><small><strong>Lagasafn.</strong>&nbsp;&nbsp;Íslensk lög \
12. september 2025.&nbsp;&nbsp;Útgáfa 156b.&nbsp;&nbsp;Prenta í \
<a href="/lagasafn/pdf/156b/2019{number:03}.pdf">tveimur dálkum</a>.</small>
</small><hr>
<h2> Lög um {subject} </h2><p style='text-align:center'><strong>2019  nr. {number}  1. júlí\
</strong></p><hr>
<small><b>Tóku gildi 5. júlí 2019.</b> <br></small><hr><br>
<span id="G1"></span><IMG SRC="sk.jpg" HEIGHT=11 WIDTH=11 alt=""> <b>1. gr.</b>  \
Þessi lög gilda um {subject}.<br>
<IMG SRC="hk.jpg" HEIGHT=11 WIDTH=11 alt="" id="G1M2"> Þau gilda hvergi annars staðar.<br>
</body></html>
"""
USLM = """<?xml version="1.0" encoding="UTF-8"?>
<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"\
 identifier="/us/usc/t9">
<meta><dc:title>Title 9</dc:title><dc:type>USCTitle</dc:type><docNumber>9</docNumber>\
<docPublicationName>Online@119-73not60</docPublicationName></meta>
<main><title identifier="/us/usc/t9"><num value="9">Title 9—</num><heading>ARBITRATION</heading>
<chapter identifier="/us/usc/t9/ch1"><num value="1">CHAPTER 1—</num><heading>PROVISIONS</heading>
<section identifier="/us/usc/t9/s1"><num value="1">§ 1.</num><heading> Definitions</heading>
<content><p>A word means what it says.</p></content></section></chapter></title></main></uscDoc>
"""
ECFR = """<?xml version="1.0" encoding="UTF-8"?>
<ECFR><AMDDATE>Sept. 28, 2026</AMDDATE>
<DIV1 N="2" NODE="2:1" TYPE="TITLE"><HEAD>Title 2—Grants</HEAD>
<DIV5 N="200" NODE="2:1.1.1" TYPE="PART"><HEAD>PART 200—AWARDS</HEAD>
<DIV8 N="200.1" NODE="2:1.1.1.1" TYPE="SECTION"><HEAD>§ 200.1 Definitions.</HEAD>
<P><I>Award</I> means what is awarded.</P></DIV8></DIV5></DIV1></ECFR>
"""
DC_SECTION = """<?xml version="1.0" encoding="utf-8"?>
<section xmlns="https://code.dccouncil.us/schemas/dc-library"><num>1-101</num>
<heading>Territorial area.</heading><text>The District is where it is.</text></section>
"""
DC_LAW = """<?xml version="1.0" encoding="utf-8"?>
<document xmlns="https://code.dccouncil.us/schemas/dc-library" id="D.C. Law 25-108">
<num type="law">25-108</num><heading>An Act of 2023.</heading></document>
"""


def zipped(files: dict[str, bytes], comment: str = "") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        archive.comment = comment.encode()
    return buffer.getvalue()


def lagasafn_zip(size: int = 0) -> bytes:
    pages = {
        "01.html": b"<html>kaflar</html>",
        "2019070.html": ALTHINGI_PAGE.format(number=70, subject="vitnisburð").encode("latin-1"),
        "2019088.html": ALTHINGI_PAGE.format(number=88, subject="þjóðveg").encode("latin-1"),
    }
    # Noise does not pack, so the archive has about this size.
    return zipped(pages | {"hk.jpg": random.Random(7).randbytes(size)} if size else pages)


def dc_zip() -> bytes:
    top = f"law-xml-codified-{COMMIT}"
    title = (
        '<container xmlns="https://code.dccouncil.us/schemas/dc-library"'
        ' xmlns:xi="http://www.w3.org/2001/XInclude"><prefix>Title</prefix><num>1</num>'
        '<heading>Government.</heading><xi:include href="./sections/1-101.xml"/></container>'
    )
    code = (
        '<document xmlns="https://code.dccouncil.us/schemas/dc-library"'
        ' xmlns:xi="http://www.w3.org/2001/XInclude" id="D.C. Code"><heading>Code</heading>'
        '<xi:include href="./titles/1/index.xml"/></document>'
    )
    build = "<library><meta><codified-date>2026-09-15</codified-date></meta></library>"
    files = {
        f"{top}/index.xml": build,
        f"{top}/us/dc/council/code/index.xml": code,
        f"{top}/us/dc/council/code/titles/1/index.xml": title,
        f"{top}/us/dc/council/code/titles/1/sections/1-101.xml": DC_SECTION,
        f"{top}/us/dc/council/periods/25/laws/25-108.xml": DC_LAW,
    }
    return zipped({name: text.encode() for name, text in files.items()}, comment=COMMIT)


def offer_iceland(publisher: Publisher, body: bytes | None = None, **kwargs: object) -> Offer:
    links = "".join(
        f'<li><a href="/lagasafn/zip/{edition}/allt.zip">{edition}</a>'
        f' <a href="/lagasafn/zip/{edition}/allt_sgml.zip">SGML</a></li>'
        for edition in ("nuna", "99", "156a", "156b", "155", "153c")
    )
    publisher.offer(EDITIONS, f"<html><ul>{links}</ul></html>")
    return publisher.offer(ALLT, lagasafn_zip() if body is None else body, **kwargs)


def offer_dc(publisher: Publisher) -> Offer:
    commit = {"sha": COMMIT, "commit": {"committer": {"date": "2026-09-16T08:00:00Z"}}}
    publisher.offer(COMMITS, json.dumps([commit]))
    return publisher.offer(CODELOAD, dc_zip(), etag='W/"abc"', says_length=False)


def offer_ecfr(publisher: Publisher, **kwargs: object) -> Offer:
    titles = [
        {"number": 1, "name": "General", "up_to_date_as_of": "2026-09-29", "reserved": False},
        {"number": 2, "name": "Grants", "up_to_date_as_of": "2026-09-28", "reserved": False},
        {"number": 35, "name": "Reserved", "up_to_date_as_of": None, "reserved": True},
    ]
    meta = {"date": "2026-09-29", "import_in_progress": False}
    publisher.offer(TITLES, json.dumps({"titles": titles, "meta": meta}))
    packed = gzip.compress(ECFR.encode())
    return publisher.offer(
        TITLE_2, packed, headers={"Content-Encoding": "gzip"}, etag='"e1"', **kwargs
    )


def offer_uscode(publisher: Publisher, body: bytes | None = None) -> Offer:
    publisher.offer(
        LISTING,
        """<html><h3 class="releasepointinformation">Public Law 119-73 (01/23/2026) , except 119-60
        </h3><!-- <a href="releasepoints/us/pl/119/99/xml_usc09@119-99.zip">not yet</a> -->
        <a href="releasepoints/us/pl/119/73not60/xml_uscAll@119-73not60.zip">[XML]</a>
        <a href="releasepoints/us/pl/119/73not60/xml_usc05a@119-73not60.zip">[XML]</a>
        <a href="releasepoints/us/pl/119/73not60/htm_usc09@119-73not60.zip">[XHTML]</a>
        <a href="releasepoints/us/pl/119/73not60/xml_usc09@119-73not60.zip">[XML]</a></html>""",
    )
    whole = zipped({"usc09.xml": USLM.encode()}) if body is None else body
    return publisher.offer(USC_9, whole, says_length=False, honours_range=False)


def fetch(publisher: Publisher, into: Path, *name: str, **kwargs: object) -> Fetched:
    connector, *args = name or ("iceland",)
    options = {"settings": Settings(fetch_timeout=LONG), **kwargs}
    return connectors.get(connector, *args, into=into, base_url=publisher.url, **options)  # type: ignore[arg-type]


def beside(path: Path) -> set[str]:
    return {file.name.removeprefix(path.name) for file in path.parent.iterdir()}


OFFERS = {
    "iceland": (("iceland",), offer_iceland, ["01.html", "2019070.html", "2019088.html"], 2),
    "dc": (("dc",), offer_dc, None, 1),
    "ecfr": (("ecfr", "2"), offer_ecfr, ["ecfr-title-2-2026-09-28.xml"], 1),
    "uscode": (("uscode", "9"), offer_uscode, ["usc09.xml"], 1),
}
