"""Invented law in many versions, and files of a case: what is loaded, uploaded and taken away."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from small_acts import urn_of

LAMPS, LATER = "lamps", "later"
_FIRST_DAY = date(2001, 6, 1)
_TRADES = ("keeper", "pilot", "chandler", "caulker", "lighterman", "wharfinger")
_THINGS = ("lantern", "buoy", "hawser", "anchor", "mooring", "gangway")
_TIMES = ("dusk", "dawn", "noon", "midnight", "low water", "high water", "slack tide")
# Words that nobody uses: each stands in one act alone.
_NONSENSE = ("quandle", "brindle", "spargle", "tromple", "wimble", "frondle", "glimmer", "snarkle")
_ENDINGS = ("wock", "mere", "thwaite", "wick", "holm", "beck", "garth", "stead")


def nonsense(number: int) -> str:
    """A word that stands nowhere else."""
    ending = _ENDINGS[number // len(_NONSENSE) % len(_ENDINGS)]
    turn = number // (len(_NONSENSE) * len(_ENDINGS))
    return f"{_NONSENSE[number % len(_NONSENSE)]}{ending}{'' if not turn else 'x' * turn}"


def act(folder: Path, number: int, day: date, sections: list[tuple[str, str]]) -> None:
    """A file for the reader `plain`."""
    folder.mkdir(parents=True, exist_ok=True)
    title = f"Harbour {_THINGS[number % len(_THINGS)].title()}s Act {number}"
    lines = [
        "---", f"title: {title}", f"urn: {urn_of(number)}", f"number: {number}", "year: 2001",
        f"date: {day.isoformat()}", "---",
    ]  # fmt: skip
    for at, (heading, words) in enumerate(sections, 1):
        lines += [f"{at}. {heading}", "", words, ""]
    (folder / f"act-{number}.txt").write_text("\n".join(lines), encoding="utf-8")


def lamp_sections(number: int, edition: int) -> list[tuple[str, str]]:
    """Of an act in an edition of it: sections are amended, added and removed."""
    trade, thing = _TRADES[number % len(_TRADES)], _THINGS[number % len(_THINGS)]
    when = _TIMES[(edition + number) % len(_TIMES)]
    sections = [
        ("Duty", f"The {trade} of a harbour shall inspect every {thing} at {when}."),
        ("Meaning", f"In this Act “{thing}” means a {thing} of edition {edition} that is in use."),
        (
            "Penalty",
            f"A {trade} who fails to inspect a {thing} pays a fine of {edition + 1} crowns.",
        ),
    ]
    if (edition + number) % 3:
        sections.append(("Records", f"The {trade} shall record each inspection in a {thing} book."))
    if (edition + number) % 2:
        sections.insert(
            1, ("Exception", f"No {thing} need be inspected in ice, despite section 1.")
        )
    return sections


@dataclass(frozen=True, slots=True)
class Load:
    """A folder of acts, and how it is loaded."""

    path: Path
    tag: str
    collection: str

    def request(self) -> dict[str, object]:
        return {
            "paths": [str(self.path)], "reader": "plain", "version": self.tag,
            "collection": self.collection, "workers": "1", "encode": False,
        }  # fmt: skip


@dataclass
class Sources:
    """Everything lies below `folder`; `acts` is how many acts an edition of the lamps has."""

    folder: Path
    acts: int = 6
    loads: dict[str, Load] = field(default_factory=dict[str, Load])

    def edition(self, number: int) -> Load:
        """All acts about lamps, as they were on a day."""
        path = self.folder / f"edition-{number}"
        day = _FIRST_DAY + timedelta(days=40 * number)
        for each in range(self.acts):
            act(path, each + 1, day, lamp_sections(each + 1, number))
        return self._named(Load(path, f"edition-{number}", LAMPS))

    def later(self, number: int, amended: int = 0) -> Load:
        """One act of its own, with a word that only it has; `amended` is how often it was."""
        word, tag = nonsense(number), f"later-{number}-{amended}"
        path = self.folder / tag
        day = _FIRST_DAY + timedelta(days=10 * amended)
        duty = f"Every {word} shall be painted in {amended + 1} colours by the harbour master."
        act(
            path,
            1000 + number,
            day,
            [("Painting", duty), ("Meaning", f"A {word} is a small sign.")],
        )
        return self._named(Load(path, tag, f"{LATER}-{number}"))

    def _named(self, load: Load) -> Load:
        self.loads[load.tag] = load
        return load


def letter(number: int) -> tuple[str, str]:
    """A file of the case, by name and words."""
    word = nonsense(number + 7)
    return f"letter-{number:04}.txt", (
        f"Dear Madam,\n\nOn the quay stood crate {number}, marked {word}, and nobody collected it."
        f"\n\nThe storage of crate {number} costs {number + 3} crowns a day, which the consignee owes."
        "\n\nYours faithfully\n"
    )
