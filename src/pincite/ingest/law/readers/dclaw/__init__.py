"""The Code of the District of Columbia, from the Council's XML: one work a title.

An index lists a title's containers and includes its sections, one file each. Includes are
followed here, by name and within the files given, never by the XML parser. Section files without
any index are works of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers import Outcome, Reader, ReadOptions, Unit
from pincite.ingest.law.readers.dclaw.includes import TitleFiles, includes, is_index, plan
from pincite.ingest.law.readers.dclaw.sections import section
from pincite.ingest.law.readers.dclaw.titles import BASE, TitleReader, title_expression
from pincite.ingest.safe_xml import Element, name_of, parse_xml, place_of
from pincite.ingest.sources import SourceFile, Sources
from pincite.model import Draft, Expression, Skipped
from pincite.model.urn import segment

_CODE = "the code"
_LONE = "a section"


def _units(sources: Sources, _options: ReadOptions) -> list[Unit]:
    files: TitleFiles = plan(sources)
    units = [Unit((name,), _CODE) for name in files.codes]
    units += [Unit(names, division) for names, division in files.titles]
    units += [Unit((name,), _LONE) for name in files.lone]
    return units


def _read(sources: Sources, unit: Unit, options: ReadOptions) -> Iterator[Outcome]:
    file = sources.read(unit.names[0])
    if unit.note == _CODE:
        yield from _code(parse_xml(file), file, sources)
    elif unit.note == _LONE:
        yield _lone(parse_xml(file), file, options)
    else:
        yield from _title(sources, unit, file, options)


def _code(root: Element, file: SourceFile, sources: Sources) -> Iterator[Skipped]:
    yield Skipped(file.name, place_of(root), "a list of titles, read with each title")
    for place, target in includes(root, file.name):
        if target not in sources:
            yield Skipped(file.name, place, f"includes {target}, which is not among the files")


def _title(
    sources: Sources, unit: Unit, file: SourceFile, options: ReadOptions
) -> Iterator[Outcome]:
    root = parse_xml(file)
    builder = DraftBuilder(
        title_expression(root, file, options, unit.note), [file.source], base=BASE
    )
    reader = TitleReader(builder, sources)
    reader.contents(root, file)
    for name in unit.names:
        if name not in reader.read and not is_index(name):
            reader.include(name)
    yield builder.finish()
    yield from reader.skipped


def _lone(root: Element, file: SourceFile, options: ReadOptions) -> Draft | Skipped:
    if name_of(root) != "section":
        reason = f"the root element is <{name_of(root)}>: not a section of the D.C. Code"
        return Skipped(file.name, place_of(root), reason)
    number = " ".join((root.findtext("{*}num") or "").split())
    heading = " ".join((root.findtext("{*}heading") or "").split()).rstrip(".")
    expression = Expression(
        urn=f"{BASE}:sec-{segment(number.replace(':', '~')) or '0'}",
        title=f"D.C. Code § {number}. {heading}".strip(),
        kind="code",
        language="en",
        style="dc",
        number=number,
        start=options.date,
    )
    builder = DraftBuilder(expression, [file.source], base=BASE)
    section(builder, root)
    return builder.finish()


READER = Reader(
    name="dclaw",
    about="The Code of the District of Columbia in the Council's XML",
    units=_units,
    read=_read,
)
