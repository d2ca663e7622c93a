"""PDF files written byte by byte, so that anything can be wrong with them."""

from __future__ import annotations

import zlib
from collections.abc import Sequence


def said(words: str, *, size: int = 12) -> bytes:
    """A page's content: one line of text."""
    escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /F1 {size} Tf 72 720 Td ({escaped}) Tj ET".encode("latin-1")


def pdf(
    pages: Sequence[bytes], *, catalog: str = "", packed: bool = False, box: str = "0 0 612 792"
) -> bytes:
    """A whole file with these pages; `packed` deflates their content, `catalog` adds to it."""
    count = len(pages)
    objects: list[bytes] = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>".encode(),
        f"<< /Type /Pages /Count {count} /Kids [{' '.join(f'{4 + 2 * n} 0 R' for n in range(count))}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, content in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents {5 + 2 * number} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        body = zlib.compress(content, 9) if packed else content
        how = "/Filter /FlateDecode " if packed else ""
        objects.append(f"<< {how}/Length {len(body)} >>\nstream\n".encode() + body + b"\nendstream")
    out = bytearray(b"%PDF-1.7\n")
    offsets: list[int] = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
    out += (
        f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode()
    )
    return bytes(out)
