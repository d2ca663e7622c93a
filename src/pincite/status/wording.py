"""A status in words, for people: what it is, since when, and what says so."""

from __future__ import annotations

from collections.abc import Mapping

from pincite.model.status import Flag, LawStatus, Status, StatusFlag

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        Status.IN_FORCE: "in force",
        Status.NOT_YET: "not yet in force",
        Status.REPEALED: "repealed",
        Status.SUPERSEDED: "superseded",
        Status.EXPIRED: "expired",
        Status.SUSPENDED: "suspended or void",
        Status.UNKNOWN: "not known to be in force",
        "VOID": "void",
        "ENJOINED": "enjoined",
        "SUSPENDED": "suspended",
        "court": "{status} since {day}, by {by}",
        "by": "{status} by {by}",
        "by_on": "{status} on {day} by {by}",
        "own": "{status} on {day}, see {by}",
        "marked": "{status}, as the publisher notes",
        "marked_on": "{status} on {day}, as the publisher notes",
        "begins": "{status}: it begins on {day}, see {by}",
        "moved": "the publisher marks it as moved or left out",
        "unsure": "{by} repeals it, and the source does not say whether this text is older",
        "undated": "the source gives no dates",
        Flag.AMENDED: "amended since this text, by {by}",
        Flag.TEMPORARY: "temporary: it ends on {day}",
        Flag.MADE_UNDER_ENDED: "made under law that is not in force, see {by}",
    },
    "is": {
        Status.IN_FORCE: "í gildi",
        Status.NOT_YET: "ekki komið til framkvæmda",
        Status.REPEALED: "fellt úr gildi",
        Status.SUPERSEDED: "nýrri texti kominn í staðinn",
        Status.EXPIRED: "runnið út",
        Status.SUSPENDED: "vikið til hliðar",
        Status.UNKNOWN: "óvíst hvort þetta er í gildi",
        "VOID": "ógilt",
        "ENJOINED": "lagt bann við",
        "SUSPENDED": "frestað",
        "court": "{status} frá {day}, af hálfu {by}",
        "by": "{status}, sbr. {by}",
        "by_on": "{status} {day}, sbr. {by}",
        "own": "{status} {day}, sbr. {by}",
        "marked": "{status}, skv. athugasemd útgefanda",
        "marked_on": "{status} {day}, skv. athugasemd útgefanda",
        "begins": "{status}: tekur gildi {day}, sbr. {by}",
        "moved": "útgefandi merkir það sem flutt eða sleppt",
        "unsure": "{by} fellir það úr gildi og heimildin segir ekki hvort þessi texti er eldri",
        "undated": "heimildin nefnir engar dagsetningar",
        Flag.AMENDED: "breytt síðar, sbr. {by}",
        Flag.TEMPORARY: "tímabundið: fellur úr gildi {day}",
        Flag.MADE_UNDER_ENDED: "sett samkvæmt lögum sem eru ekki í gildi, sbr. {by}",
    },
}


def described(found: LawStatus, language: str = "en") -> str:
    """One phrase: "repealed by Marriages Act, 2022, s 55(1)"."""
    words = _WORDS.get(language, _WORDS["en"])
    if found.status is Status.UNKNOWN:
        why = words["undated"]
        if found.by is not None:
            why = words["moved" if found.by.publisher else "unsure"].format(by=found.by.locator)
        return f"{words[Status.UNKNOWN]}: {why}"
    status = words[found.status]
    if found.court is not None:
        status = words[found.court.status.value]
        return words["court"].format(status=status, day=found.court.start, by=found.court.authority)
    if found.by is None:
        return status
    form = _form(found)
    return words[form].format(status=status, day=found.since, by=found.by.locator)


def _form(found: LawStatus) -> str:
    dated = found.since is not None
    if found.by is not None and found.by.publisher:
        return "marked_on" if dated else "marked"
    if found.status is Status.NOT_YET:
        return "begins"
    if found.status is Status.EXPIRED:
        return "own"
    return "by_on" if dated else "by"


def flag_described(flag: StatusFlag, language: str = "en") -> str:
    words = _WORDS.get(language, _WORDS["en"])
    by, day = (flag.by.locator, flag.by.day) if flag.by else ("", None)
    return words[flag.flag].format(by=by, day=day)
