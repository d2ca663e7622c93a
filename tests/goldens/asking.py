"""The questions of the goldens, asked of the bundled law, of the bundled matter and of packs."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bundled_matter import BUNDLE, FILES
from goldens.written import Block, of_error, of_reply
from packs.bundled import loaded
from pincite.answer.sources.pack import ask_pack
from pincite.errors import PinciteError
from pincite.library import Library
from pincite.matters import Matters
from pincite.packs.archive import write_pack
from pincite.settings import Settings
from search.bundled_law import LAW

HERE = Path(__file__).parent
GROUPS = ("law-en", "law-is", "matter", "packs")
READER = "pincite-reader-1"
# What was scanned, typed: no golden hangs on which program recognises letters here, if any.
TYPED = ("bréf.txt", "letter.txt")


@dataclass(frozen=True)
class Question:
    """`options` are those of `pincite ask`; `pack` is one that the file of questions names."""

    name: str
    text: str
    options: dict[str, str]
    pack: str = ""


def questions(group: str) -> list[Question]:
    """Those of a group, as its file has them. `times` repeats the words of a question."""
    read = _file(group)["question"]
    return [
        Question(
            name,
            one["ask"] * one.get("times", 1),
            {key: one[key] for key in ("at", "version", "within", "document", "channel") if key in one},
            one.get("pack", ""),
        )
        for name, one in read.items()
    ]  # fmt: skip


def replies(group: str, held: Held) -> list[Block]:
    """What is said to each, in the order of the file."""
    return [_reply(question, held.asked(group)) for question in questions(group)]


def _reply(question: Question, ask: Callable[[Question], Any]) -> Block:
    try:
        return of_reply(question.name, question.text, _shown(question), ask(question))
    except PinciteError as problem:
        return of_error(question.name, question.text, _shown(question), problem)


def _shown(question: Question) -> dict[str, str]:
    return question.options | ({"pack": question.pack} if question.pack else {})


class Held:
    """The bundled law with what courts have done to it, the bundled matter, and the packs; encoded
    in full by the models that come with Pincite. `reader` names the model that reads, if any."""

    def __init__(self, folder: Path, *, threads: int = 1, reader: str = READER) -> None:
        # Not from the environment: whoever runs this may have settings of their own.
        self._settings = Settings.model_construct(
            models=folder / "no-models", workers=1, threads=threads, ocr_languages="",
            log_days=0, reader_model=reader,
        )  # fmt: skip
        self._folder = folder
        self._open = ExitStack()
        self._law: Library | None = None
        self._matter: Library | None = None
        self._packs: dict[str, Path] = {}

    def __enter__(self) -> Held:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def asked(self, group: str) -> Callable[[Question], Any]:
        """What a group is asked of; made when it is first wanted."""
        if group == "packs":
            return self._ask_pack
        opened = self.matter if group == "matter" else self.law
        return lambda question: opened.ask(question.text, **question.options)  # type: ignore[arg-type]

    @property
    def law(self) -> Library:
        if self._law is None:
            self._law = self._open.enter_context(loaded(self._folder, using=self._settings))
            self._law.import_synonyms(LAW / "synonyms.tsv")
            _index(self._law)
            self._law.scope_index.index()
            self._law.search_index.link()
        return self._law

    @property
    def matter(self) -> Library:
        if self._matter is None:
            files = self._folder / "files"
            shutil.copytree(FILES, files)
            for name in TYPED:
                shutil.copy(BUNDLE / "words" / name, files / "correspondence" / name)
            every = Matters(self._folder / "matters", settings=self._settings)
            every.create("Hart v. Bellweather", number="HC 412/25")
            opened = self._open.enter_context(every.open("hart-v-bellweather"))
            opened.read_files(files)
            _index(opened)
            self._matter = opened
        return self._matter

    def _ask_pack(self, question: Question) -> Any:
        if not self._packs:
            self._packs = dict(self._built())
        pack = self._packs[question.pack]
        nowhere = self._folder / "nowhere"
        return ask_pack(pack, question.text, self._settings, nowhere, **question.options)  # type: ignore[arg-type]

    def _built(self) -> Iterator[tuple[str, Path]]:
        for name, one in _file("packs")["pack"].items():
            built = self.law.packs.build(one["of"], at=one.get("at"), version=one.get("version"))
            yield name, write_pack(built, self._folder / "packs")


def _index(opened: Library) -> None:
    """As `pincite index` does."""
    opened.search_index.index()
    opened.search_index.encode()


def _file(group: str) -> dict[str, Any]:
    return tomllib.loads((HERE / "questions" / f"{group}.toml").read_text(encoding="utf-8"))
