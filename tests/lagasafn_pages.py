"""Made-up Icelandic laws in the shapes Althingi publishes, for tests of loading."""

from __future__ import annotations

from pathlib import Path


def law_xml(number: int, year: int = 2031, *, articles: int = 20, word: str = "skip") -> str:
    body = "".join(
        f'<art nr="{n}"><nr-title>{n}. gr.</nr-title><subart nr="1"><paragraph nr="1">'
        f'<sen nr="1">Hvert {word} nr. {n} skal skráð í lögum nr. {number}.</sen>'
        f'<numart nr="1" nr-type="numeric"><nr-title>1.</nr-title><paragraph nr="1">'
        f'<sen nr="1">Fyrri liður.</sen></paragraph></numart></paragraph></subart></art>'
        for n in range(1, articles + 1)
    )
    return (
        f'<?xml version=\'1.0\' encoding=\'utf-8\'?>\n<law nr="{number}" year="{year}" law-type="law">'
        f"<name>Lög um {word} {number}</name><num-and-date><date>{year}-01-01</date></num-and-date>"
        f"{body}</law>\n"
    )


def edition(
    folder: Path, laws: int, *, day: str = "2031-09-01", articles: int = 20, word: str = "skip"
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(1, laws + 1):
        (folder / f"2031.{number}.xml").write_text(
            law_xml(number, articles=articles, word=word), encoding="utf-8"
        )
    (folder / "index.xml").write_text(
        f"<?xml version='1.0' encoding='utf-8'?>\n<index date-from=\"2031-05-01\" date-to=\"{day}\"/>\n",
        encoding="utf-8",
    )
    return folder
