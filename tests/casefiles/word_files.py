"""Word and Excel packages made part by part, for what no well-meaning library would write."""

from __future__ import annotations

import io
import zipfile

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-'
    'officedocument.wordprocessingml.document.main+xml"/></Types>'
)


def zipped(parts: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def relations(*given: tuple[str, str] | tuple[str, str, str]) -> str:
    rows = [
        f'<Relationship Id="rId{number}" Type="{OFFICE}/{kind}" Target="{target}"'
        + (f' TargetMode="{mode[0]}"/>' if mode else "/>")
        for number, (kind, target, *mode) in enumerate(given, start=1)
    ]
    return f'<Relationships xmlns="{RELATIONS}">{"".join(rows)}</Relationships>'


def word(body: str, parts: dict[str, str | bytes] | None = None, links: str = "") -> bytes:
    """A document of this body. Parts named like "numbering" or "footnotes" go beside it, related
    to it in order: the first is rId1; others, with a slash, are added as they are."""
    made: dict[str, str | bytes] = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": relations(("officeDocument", "word/document.xml")),
        "word/document.xml": f"<w:document {W} {R} {MC}><w:body>{body}</w:body></w:document>",
    }
    beside: list[tuple[str, str]] = []
    for name, text in (parts or {}).items():
        if "/" in name:
            made[name] = text
        else:
            kind = name.rstrip("0123456789")
            made[f"word/{name}.xml"] = (
                f"<w:{kind} {W}>{text}</w:{kind}>" if isinstance(text, str) else text
            )
            beside.append((kind, f"{name}.xml"))
    made.setdefault("word/_rels/document.xml.rels", links or relations(*beside))
    return zipped(made)


def p(text: str = "", properties: str = "", run: str = "") -> str:
    """A paragraph of one run."""
    return (
        f"<w:p><w:pPr>{properties}</w:pPr>"
        f'<w:r><w:rPr>{run}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'
    )


def numbered(text: str, number: int = 1, depth: int = 0) -> str:
    return p(text, f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>')


def level(depth: int, form: str, text: str, extra: str = "") -> str:
    return (
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{extra}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def abstract(identity: int, *levels: str) -> str:
    return f'<w:abstractNum w:abstractNumId="{identity}">{"".join(levels)}</w:abstractNum>'


def num(identity: int, follows: int, start: int | None = None) -> str:
    override = (
        ""
        if start is None
        else (f'<w:lvlOverride w:ilvl="0"><w:startOverride w:val="{start}"/></w:lvlOverride>')
    )
    return f'<w:num w:numId="{identity}"><w:abstractNumId w:val="{follows}"/>{override}</w:num>'
