"""The answer in Word and the ledger in Excel, written part by part and stored uncompressed."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import date
from xml.sax.saxutils import escape

from model_matter.words import Block, blocks, text

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_APPLICATION = "application/vnd.openxmlformats-officedocument"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_RAISED = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
_BY = 'w:author="Dorian Castell" w:date="2025-07-30T09:00:00Z"'

_inline = re.compile(r"\{(?P<sign>[-+])(?P<words>.*?)[-+]\}|\[\^(?P<note>\d+)\]")
_number = re.compile(r"\d+\. ")


def answer() -> bytes:
    content = blocks("answer.txt")
    notes = [block for block in content if block.sign.startswith("[^")]
    body = "".join(_paragraph(block) for block in content if block not in notes)
    section = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>'
    footnotes = "".join(
        f'<w:footnote w:id="{block.sign[2:-1]}"><w:p>'
        '<w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr>'
        f"<w:r>{_RAISED}<w:footnoteRef/></w:r>{_run(' ' + block.text)}</w:p></w:footnote>"
        for block in notes
    )
    parts = {
        "document": f"<w:body>{body}{section}</w:body>",
        "styles": _STYLES,
        "numbering": _NUMBERING,
        "footnotes": footnotes,
    }
    kind = f"{_APPLICATION}.wordprocessingml"
    return _package(
        "word/document.xml",
        {
            name: (f"{kind}.{name}{'.main' * (name == 'document')}+xml", _root(name, inner))
            for name, inner in parts.items()
        },
    )


_STYLES = (
    "<w:docDefaults><w:rPrDefault><w:rPr>"
    '<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman"/><w:sz w:val="24"/>'
    '<w:lang w:val="en-GB"/></w:rPr></w:rPrDefault>'
    '<w:pPrDefault><w:pPr><w:spacing w:after="160"/></w:pPr></w:pPrDefault></w:docDefaults>'
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal">'
    '<w:name w:val="Normal"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/>'
    '<w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:outlineLvl w:val="0"/></w:pPr>'
    "<w:rPr><w:b/></w:rPr></w:style>"
    '<w:style w:type="paragraph" w:styleId="FootnoteText"><w:name w:val="footnote text"/>'
    '<w:basedOn w:val="Normal"/><w:rPr><w:sz w:val="20"/></w:rPr></w:style>'
)
_NUMBERING = (
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/>'
    '<w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:lvlJc w:val="left"/>'
    '<w:pPr><w:ind w:left="720" w:hanging="720"/></w:pPr></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
)


def _root(name: str, inner: str) -> str:
    return f'<w:{name} xmlns:w="{_WORD}" xmlns:r="{_OFFICE}">{inner}</w:{name}>'


def _paragraph(block: Block) -> str:
    if block.sign == "|":
        return _table(block)
    words, properties = block.text, ""
    if block.sign == "=":
        properties = '<w:jc w:val="center"/>'
    elif block.sign == "#":
        properties = '<w:pStyle w:val="Heading1"/>'
    elif match := _number.match(words):
        properties = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
        words = words[match.end() :]
    return f"<w:p><w:pPr>{properties}</w:pPr>{''.join(_runs(words))}</w:p>"


def _runs(words: str) -> Iterator[str]:
    at = 0
    for match in _inline.finditer(words):
        yield _run(words[at : match.start()])
        at = match.end()
        if match["note"]:
            yield f'<w:r>{_RAISED}<w:footnoteReference w:id="{match["note"]}"/></w:r>'
        elif match["sign"] == "-":
            yield f'<w:del w:id="{match.start()}" {_BY}>{_run(match["words"], "delText")}</w:del>'
        else:
            yield f'<w:ins w:id="{match.start()}" {_BY}>{_run(match["words"])}</w:ins>'
    yield _run(words[at:])


def _run(words: str, element: str = "t") -> str:
    if not words:
        return ""
    return f'<w:r><w:{element} xml:space="preserve">{escape(words)}</w:{element}></w:r>'


def _table(block: Block) -> str:
    rows = "".join(
        "<w:tr>"
        + "".join(
            '<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>'
            f"<w:p>{_run(cell.strip())}</w:p></w:tc>"
            for cell in line.rstrip("|").split("|")
        )
        + "</w:tr>"
        for line in block.lines
    )
    edges = "".join(
        f'<w:{side} w:val="single" w:sz="4"/>'
        for side in ("top", "left", "bottom", "right", "insideH", "insideV")
    )
    return f"<w:tbl><w:tblPr><w:tblBorders>{edges}</w:tblBorders></w:tblPr>{rows}</w:tbl><w:p/>"


def ledger() -> bytes:
    """Two sheets; a row's balance is a formula with the value that it has."""
    names: list[str] = []
    sheets: list[str] = []
    for chunk in text("ledger.tsv").strip().split("[")[1:]:
        name, _, rows = chunk.partition("]\n")
        names.append(name)
        sheets.append("".join(_sheet_rows([row.split("\t") for row in rows.rstrip().split("\n")])))
    listed = "".join(
        f'<sheet name="{escape(name)}" sheetId="{at}" r:id="rId{at}"/>'
        for at, name in enumerate(names, start=1)
    )
    main = f"{_APPLICATION}.spreadsheetml"
    workbook = (
        f'<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}"><sheets>{listed}</sheets></workbook>'
    )
    parts = {"workbook": (f"{main}.sheet.main+xml", workbook)}
    for at, rows in enumerate(sheets, start=1):
        columns = '<cols><col min="1" max="1" width="12"/><col min="2" max="3" width="34"/></cols>'
        sheet = f'<worksheet xmlns="{_SHEET}">{columns}<sheetData>{rows}</sheetData></worksheet>'
        parts[f"worksheets/sheet{at}"] = (f"{main}.worksheet+xml", sheet)
    parts["styles"] = (f"{main}.styles+xml", _SHEET_STYLES)
    return _package("xl/workbook.xml", parts)


_SHEET_STYLES = (
    f'<styleSheet xmlns="{_SHEET}">'
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>'
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    "<borders count=\"1\"><border><left/><right/><top/><bottom/></border></borders>"
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    '<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    "</styleSheet>"
)  # fmt: skip


def _sheet_rows(rows: list[list[str]]) -> Iterator[str]:
    balance = rows[0].index("Balance") if "Balance" in rows[0] else -1
    for number, row in enumerate(rows, start=1):
        cells = ""
        for column, value in enumerate(row):
            place = f"{'ABCDEFG'[column]}{number}"
            if not value:
                continue
            if number > 1 and column == 0:
                days = (date.fromisoformat(value) - date(1899, 12, 30)).days
                cells += f'<c r="{place}" s="1"><v>{days}</v></c>'
            elif value.lstrip("-").isdigit():
                formula = f"<f>C{number}-D{number}</f>" if column == balance else ""
                cells += f'<c r="{place}" s="2">{formula}<v>{value}</v></c>'
            else:
                cells += f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
        yield f'<row r="{number}">{cells}</row>'


def _package(main: str, parts: dict[str, tuple[str, str]]) -> bytes:
    """A zip of the parts; the first is the main one, and the others are related to it in order."""
    folder, _, name = main.rpartition("/")
    types = "".join(
        f'<Override PartName="/{folder}/{part}.xml" ContentType="{kind}"/>'
        for part, (kind, _) in parts.items()
    )
    rels = (
        '<Default Extension="rels"'
        ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    )
    beside = [
        # Sheets lie in a folder whose name is the plural of what they are.
        (part.partition("/")[0].removesuffix("s") if "/" in part else part, f"{part}.xml")
        for part in list(parts)[1:]
    ]
    files = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">{rels}{types}</Types>',
        "_rels/.rels": _relations([("officeDocument", main)]),
        f"{folder}/_rels/{name}.rels": _relations(beside),
    } | {f"{folder}/{part}.xml": content for part, (_, content) in parts.items()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)
            entry.create_system = 3
            archive.writestr(entry, _HEAD + content)
    return out.getvalue()


def _relations(given: list[tuple[str, str]]) -> str:
    rows = "".join(
        f'<Relationship Id="rId{at}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for at, (kind, target) in enumerate(given, start=1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>'
