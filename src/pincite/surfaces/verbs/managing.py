"""Matters: which there are, made, closed, reopened and deleted; and how all of it does."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata
from typing import Annotated

from pydantic import Field

from pincite.errors import NoLibrary
from pincite.matters import MatterCard
from pincite.matters.card import slug
from pincite.searching import IndexStatus
from pincite.surfaces.access import Access, Power
from pincite.surfaces.desk import Desk
from pincite.surfaces.verbs import Ask, Verb
from pincite.surfaces.verbs import fields as field
from pincite.surfaces.verbs.law import Nothing


class NewMatter(Ask):
    name: Annotated[str, Field(min_length=1, max_length=200, description="Such as Smith v. Jones")]
    number: Annotated[str, Field(max_length=100, description="The court's number of it.")] = ""


class ThisOne(Ask):
    matter: field.ThisMatter


class Somewhere(Ask):
    matter: field.MatterName = ""


@dataclass(frozen=True, slots=True)
class Status:
    """How far what is held has been indexed; None where there is nothing there."""

    pincite: str
    matter: str
    index: IndexStatus | None


def list_cases(desk: Desk, access: Access, _asked: Nothing) -> list[MatterCard]:
    """The cases that the asker may reach."""
    return [one for one in desk.matters.all() if access.reaches(one.slug)]


def create_case(desk: Desk, access: Access, asked: NewMatter) -> MatterCard:
    """Make an empty case."""
    if not access.reaches(slug(asked.name)):
        access.check_all_matters()
    return desk.matters.create(asked.name, number=asked.number)


def close_case(desk: Desk, _access: Access, asked: ThisOne) -> MatterCard:
    """From now on the case is only read."""
    desk.release(asked.matter)
    return desk.matters.close(asked.matter)


def reopen_case(desk: Desk, _access: Access, asked: ThisOne) -> MatterCard:
    """A case that was closed may be written to again."""
    return desk.matters.reopen(asked.matter)


def delete_case(desk: Desk, _access: Access, asked: ThisOne) -> MatterCard:
    """Overwrite and remove everything that is kept of a case. There is no way back."""
    desk.release(asked.matter)
    return desk.matters.delete(asked.matter)


def status(desk: Desk, _access: Access, asked: Somewhere) -> Status:
    """How far the law, or a case, has been indexed."""
    version = metadata.version("pincite")
    try:
        return Status(version, asked.matter, desk.place(asked.matter).searching.status())
    except NoLibrary:
        if asked.matter:
            raise
        return Status(version, "", None)


VERBS = (
    Verb("list_cases", Power.READ, Nothing, list_cases, anywhere=True),
    Verb("create_case", Power.MANAGE, NewMatter, create_case, anywhere=True),
    Verb("close_case", Power.MANAGE, ThisOne, close_case),
    Verb("reopen_case", Power.MANAGE, ThisOne, reopen_case),
    Verb("delete_case", Power.MANAGE, ThisOne, delete_case),
    Verb("status", Power.READ, Somewhere, status),
)
