"""A numbered statute or regulation as plain text or Markdown, by profile."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.errors import BadUrn, SourceMalformed
from pincite.ingest.law.builder import DraftBuilder
from pincite.ingest.law.readers import Outcome, Reader, ReadOptions, Unit
from pincite.ingest.law.readers.plain.blocks import PlainBlock, blocks_of
from pincite.ingest.law.readers.plain.frontmatter import FrontMatter, read_front_matter
from pincite.ingest.law.readers.plain.outline import PlainOutline
from pincite.ingest.law.readers.plain.profile import PlainProfile, bundled, load_profile
from pincite.ingest.sources import Sources
from pincite.model import Expression, Urn

_SUFFIXES = (".txt", ".text", ".md")
_DEFAULTS = {".md": "markdown"}
# Front matter that fills the expression; the rest is kept as its meta.
_KNOWN = frozenset(
    {
        "title", "urn", "base", "kind", "number", "year", "chapter", "date", "ends", "language",
        "style", "label", "akn", "url", "profile",
    }
)  # fmt: skip
# The title stands among the first blocks, before any level.
_TITLE_WITHIN = 5


def _units(sources: Sources, options: ReadOptions) -> list[Unit]:
    if options.profile is not None:
        load_profile(str(options.profile))
    return [Unit((name,)) for name in sources.names() if name.lower().endswith(_SUFFIXES)]


def _read(sources: Sources, unit: Unit, options: ReadOptions) -> Iterator[Outcome]:
    file, text = sources.text(unit.names[0])
    if not text.strip():
        raise SourceMalformed("an empty file", file=file.name, place="line 1")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    front = read_front_matter(lines, file.name)
    profile = _profile(front, options)
    blocks = blocks_of(lines, front.length, profile)
    fields = _title(front, profile, blocks) | front.values
    expression, base = _expression(fields, front, profile, options)
    builder = DraftBuilder(expression, [file.source], base=base)
    if not PlainOutline(builder, profile, blocks).build():
        raise SourceMalformed(
            f"nothing here is a level of the profile {profile.name!r}",
            file=file.name,
            place=blocks[0].place if blocks else "line 1",
            hint=f"Choose another --profile: {', '.join(bundled())}, or a .toml file of your own.",
        )
    yield builder.finish()


def _profile(front: FrontMatter, options: ReadOptions) -> PlainProfile:
    """As the caller says, or the document (a bundled one only), or the file's name."""
    if options.profile is not None:
        return load_profile(str(options.profile))
    named = front.values.get("profile", "")
    if named and named not in bundled():
        raise SourceMalformed(
            f"no profile {named!r}", file=front.file, place=front.place("profile"),
            hint=f"Profiles: {', '.join(bundled())}.",
        )  # fmt: skip
    suffix = front.file[front.file.rfind(".") :].lower()
    return load_profile(named or _DEFAULTS.get(suffix, "act"))


def _title(front: FrontMatter, profile: PlainProfile, blocks: list[PlainBlock]) -> dict[str, str]:
    """What the title's pattern finds. The block is the title, not text, unless the front matter
    has another."""
    for index, block in enumerate(blocks[:_TITLE_WITHIN]):
        if any(beginning.level.kind != "group" for beginning in block.beginnings):
            break
        if match := profile.title.fullmatch(block.text):
            if "title" not in front.values or front.values["title"] == match["title"].strip():
                del blocks[index]
            return {key: value.strip() for key, value in match.groupdict().items() if value}
    return {}


def _expression(
    fields: dict[str, str], front: FrontMatter, profile: PlainProfile, options: ReadOptions
) -> tuple[Expression, str]:
    """The expression, and the URN that its sections are named from."""
    title = fields.get("title", "")
    if not title:
        raise SourceMalformed(
            "no title", file=front.file, place="line 1",
            hint="Begin the file with front matter that has a `title`, or give the profile one.",
        )  # fmt: skip
    urn, base = _names(fields, front, profile)
    return Expression(
        urn=urn,
        title=title,
        kind=fields.get("kind") or profile.kind,
        language=fields.get("language") or options.language or profile.language or "en",
        style=fields.get("style") or profile.style,
        label=fields.get("label", ""),
        number=fields.get("number", ""),
        year=fields.get("year", ""),
        chapter=fields.get("chapter", ""),
        akn=fields.get("akn", ""),
        url=fields.get("url", ""),
        start=front.day("date") or options.date,
        end=front.day("ends"),
        meta={key: value for key, value in front.values.items() if key not in _KNOWN},
    ), base


def _names(fields: dict[str, str], front: FrontMatter, profile: PlainProfile) -> tuple[str, str]:
    urn = fields.get("urn", "")
    base = fields.get("base", urn)
    if not urn:
        jurisdiction = fields.get("jurisdiction") or profile.jurisdiction
        try:
            corpus = (fields.get("corpus") or profile.corpus).format_map(fields)
            work = profile.work.format_map(fields)
        except KeyError as missing:
            raise SourceMalformed(
                f"no {missing.args[0]}, which its URN is made from",
                file=front.file,
                place="line 1",
                hint="Say it in front matter, or say the `urn` itself.",
            ) from None
        base = f"urn:lex:{jurisdiction}:{corpus}"
        urn = f"{base}:{work}" if work else base
    try:
        return str(Urn.parse(urn)), str(Urn.parse(base))
    except BadUrn as problem:
        raise SourceMalformed(
            problem.message, file=front.file, place=front.place("urn"),
            hint="Say a `urn` in front matter, such as urn:lex:zw:act-2006-14.",
        ) from problem  # fmt: skip


READER = Reader(
    name="plain",
    about="A numbered statute or regulation as text or Markdown, by profile",
    units=_units,
    read=_read,
)
