"""A status in words, for people: what it is, since when, and what says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pincite.model.status import Flag, LawStatus, Status, StatusFlag

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        Status.IN_FORCE: "in force",
        Status.NOT_YET: "not yet in force",
        Status.REPEALED: "repealed",
        Status.EXPIRED: "expired",
        Status.SUSPENDED: "suspended or void",
        Status.UNKNOWN: "not known to be in force",
        "VOID": "void",
        "ENJOINED": "enjoined",
        "SUSPENDED": "suspended",
        "since": "since {day}",
        "on": "on {day}",
        "from": "until {day}",
        "by": "by {by}",
        "marked": "as the publisher notes",
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
        Status.EXPIRED: "runnið út",
        Status.SUSPENDED: "vikið til hliðar",
        Status.UNKNOWN: "óvíst hvort þetta er í gildi",
        "VOID": "ógilt",
        "ENJOINED": "lagt bann við",
        "SUSPENDED": "frestað",
        "since": "frá {day}",
        "on": "{day}",
        "from": "til {day}",
        "by": "sbr. {by}",
        "marked": "skv. athugasemd útgefanda",
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
    return " ".join(_parts(found, words))


def _parts(found: LawStatus, words: Mapping[str, str]) -> Iterator[str]:
    if found.court is not None:
        yield words[found.court.status.value]
        yield words["since"].format(day=found.court.start)
        yield words["by"].format(by=found.court.authority)
        return
    yield words[found.status]
    if found.since is not None:
        when = {Status.NOT_YET: "from", Status.SUSPENDED: "since"}.get(found.status, "on")
        yield words[when].format(day=found.since)
    if found.by is not None:
        yield words["marked" if found.by.publisher else "by"].format(by=found.by.locator)


def flag_described(flag: StatusFlag, language: str = "en") -> str:
    words = _WORDS.get(language, _WORDS["en"])
    by, day = (flag.by.locator, flag.by.day) if flag.by else ("", None)
    return words[flag.flag].format(by=by, day=day)
