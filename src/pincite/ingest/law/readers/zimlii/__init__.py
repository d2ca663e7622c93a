"""Acts of Zimbabwe as JSON sections of flattened text, under ZimLII's Akoma Ntoso addresses."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import cast

from pincite.errors import BadUrn, SourceError, SourceMalformed
from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers import Outcome, Reader, ReadOptions, Unit
from pincite.ingest.law.readers.zimlii.layout import ZimliiProvision, ZimliiStretch, arrange
from pincite.ingest.law.readers.zimlii.wording import Writer
from pincite.ingest.safe_json import parse_json
from pincite.ingest.sources import Sources
from pincite.model import Expression, Skipped
from pincite.model.akn import parse_frbr
from pincite.text import canonicalize

_KINDS = {"act": "act", "act.ord": "ordinance", "act.si": "instrument"}
_LANGUAGES = {"eng": "en", "sna": "sn", "nde": "nd"}
_chapter = re.compile(
    r"cited as\b[^\[\]]{0,300}\[ ?Chap ?ter ?:? ?(\d{1,2}) ?[:.] ?(\d{1,3}) ?\]", re.I
)
# The short title stands in one of the first sections.
_SHORT_TITLE_WITHIN = 3
# The data holds no more characters of any section than this.
_CUT = 8000
_ADDRESS = b'"url"'
_title = re.compile(rb'"title": "[^"]*"')
# More than any act nests: "Schedule 1, Chapter 4, Part 2" is three.
_CONTAINERS = 8


def _units(sources: Sources, _options: ReadOptions) -> list[Unit]:
    """One for each act. Most acts are stored twice under two ids: copies share a unit, and only
    the first of them is read."""
    units: dict[object, list[str]] = {}
    for name in sources.names():
        if name.lower().endswith(".json"):
            units.setdefault(_act_of(sources, name), []).append(name)
    return [Unit(tuple(names), size=sources.size(names[:1])) for names in units.values()]


def _act_of(sources: Sources, name: str) -> object:
    """The same for files that give one title, address and list of provisions to the byte."""
    try:
        data = sources.read(name).data
    except SourceError:
        return name
    title, start = _title.search(data), data.find(_ADDRESS)
    if title is None or data.find(b'"provisions"') < start or start < 0:
        return name
    return title[0], hashlib.sha256(memoryview(data)[start:]).digest()


def _read(sources: Sources, unit: Unit, options: ReadOptions) -> Iterator[Outcome]:
    file = sources.read(unit.names[0])
    record = parse_json(file, encoding=sources.encoding)
    if not isinstance(record, dict):
        raise SourceMalformed("not a JSON object", file=file.name, place="$")
    act = cast("Mapping[str, object]", record)
    provisions = _provisions(act, file.name)
    if not provisions:
        yield Skipped(file.name, "$.provisions", "no provisions")
        return
    expression = _expression(act, provisions, file.name, options)
    builder = DraftBuilder(expression, [file.source])
    writer = Writer(builder)
    for stretch in arrange(provisions):
        _write(writer, stretch)
    yield builder.finish()
    for double in unit.names[1:]:
        yield Skipped(double, "", f"the same law as {file.name}, kept once", expression.urn)


def _write(writer: Writer, stretch: ZimliiStretch) -> None:
    writer.enter(stretch.containers)
    if stretch.provision is not None:
        writer.section(stretch.provision, stretch.end, stretch.below)
    else:
        writer.passage(stretch.text)


def _provisions(act: Mapping[str, object], file: str) -> list[ZimliiProvision]:
    listed = act.get("provisions")
    if not isinstance(listed, list):
        raise SourceMalformed("no list of provisions", file=file, place="$.provisions")
    provisions: list[ZimliiProvision] = []
    for index, entry in enumerate(cast("list[object]", listed)):
        place = f"$.provisions[{index}]"
        if not isinstance(entry, dict):
            raise SourceMalformed("not a JSON object", file=file, place=place)
        fields = cast("Mapping[str, object]", entry)
        path = tuple(filter(None, _string(fields, "chapter", file, place, "").split(", ")))
        if len(path) > _CONTAINERS:
            raise SourceMalformed("nested too deeply", file=file, place=f"{place}.chapter")
        content = _string(fields, "content", file, place)
        provisions.append(
            ZimliiProvision(
                place=place,
                number=canonicalize(_string(fields, "section", file, place)),
                title=canonicalize(_string(fields, "title", file, place, "")),
                content=_flat(content),
                path=path,
                cut=len(content) == _CUT,
            )
        )
    return provisions


def _flat(content: str) -> str:
    """Canonical white space. Nearly all content has it already, and this is most of the file."""
    if any(space in content for space in ("  ", "\n", "\t", "\r", "\u00a0")):
        return canonicalize(content)
    return content.strip()


def _string(
    fields: Mapping[str, object], key: str, file: str, place: str, default: str | None = None
) -> str:
    value = fields.get(key)
    if value is None and default is not None:
        return default
    if not isinstance(value, str):
        raise SourceMalformed(
            f"{key} is missing or not a string", file=file, place=f"{place}.{key}"
        )
    return value


def _expression(
    act: Mapping[str, object], provisions: list[ZimliiProvision], file: str, options: ReadOptions
) -> Expression:
    url = _string(act, "url", file, "$")
    try:
        work = parse_frbr(url[max(url.find("/akn/"), 0) :])
    except BadUrn as problem:
        raise SourceMalformed(problem.message, file=file, place="$.url") from problem
    kind, year, number = _parts(work.urn.corpus)
    return Expression(
        urn=str(work.urn),
        title=canonicalize(_string(act, "title", file, "$")),
        kind=_KINDS.get(kind, kind),
        language=_LANGUAGES.get(work.language, options.language or "en"),
        style="act",
        number=number,
        year=year,
        chapter=_chapter_of(provisions),
        akn=work.work,
        url=url,
        start=work.date or options.date,
    )


def _parts(corpus: str) -> tuple[str, str, str]:
    """'act.si-2020-209' → ('act.si', '2020', '209')."""
    kind, _, rest = corpus.partition("-")
    year, _, number = rest.partition("-")
    return kind, year, number


def _chapter_of(provisions: list[ZimliiProvision]) -> str:
    for provision in provisions[:_SHORT_TITLE_WITHIN]:
        if match := _chapter.search(provision.content):
            return f"{match[1]}:{match[2]}"
    return ""


READER = Reader(
    name="zimlii",
    about="Acts of Zimbabwe as JSON sections (ZimLII)",
    units=_units,
    read=_read,
)
