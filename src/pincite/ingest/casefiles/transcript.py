"""Parts a transcript into examinations and exchanges: a question with its answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.ingest.casefiles.reading import FileParagraph

_question = re.compile(r"Q(?:[.:)]|(?= [A-Z\"“]))")
_speech = re.compile(
    r"(?:[QA](?:[.:)]|(?= [A-Z\"“]))"
    r"|(?:BY )?(?:THE |MR\.? |MS\.? |MRS\.? |MISS |DR\.? |JUDGE |JUSTICE )[A-Z][A-Z'’.\- ]{0,40}:"
    r"|[A-Z][A-Z'’\-]+(?: [A-Z][A-Z'’.\-]+){0,2}:)"
)
_examination = re.compile(
    r"(?:FURTHER )?(?:DIRECT|CROSS|REDIRECT|RECROSS|RE-DIRECT|RE-CROSS|VOIR DIRE)?[ -]?"
    r"EXAMINATION(?: BY .*)?(?: \(.*\))?|(?:P ?R ?O ?C ?E ?E ?D ?I ?N ?G ?S)|E X A M I N A T I O N"
)
Part = tuple[int, str, str, str, int, str]


def speeches(paragraphs: Sequence[FileParagraph]) -> list[FileParagraph]:
    """The same lines with a paragraph for each speech: a line that begins with Q, A or a speaker's
    name begins one."""
    parts: list[FileParagraph] = []
    for paragraph in paragraphs:
        parts.extend(_parted(paragraph))
    return parts


def _parted(paragraph: FileParagraph) -> Iterator[FileParagraph]:
    lines = paragraph.lines
    cuts = [at for at in range(1, len(lines)) if _speech.match(lines[at].text)]
    if not cuts or paragraph.kind == "row":
        yield paragraph
        return
    for first, last in zip([0, *cuts], [*cuts, len(lines)], strict=True):
        label = "" if first else paragraph.label
        yield replace(paragraph, lines=lines[first:last], label=label, cells=())


def exchanges(paragraphs: Sequence[FileParagraph], texts: Sequence[str]) -> Iterator[Part | None]:
    """For each paragraph the part it opens: an examination, or an exchange below it, which goes on
    to the next question. An exchange is named by the page and line at which it begins."""
    level = 0
    for paragraph, text in zip(paragraphs, texts, strict=True):
        line = paragraph.lines[0]
        if len(text) < 80 and _examination.fullmatch(text):
            level = 1
            yield 1, "group", "", text, len(text), ""
        elif _question.match(text):
            name = f"tr-{line.page}-{line.number}" if line.number else ""
            yield level + 1, "exchange", "", "", 0, name
        else:
            yield None
