"""The law of an invented island: a section is a sentence or two, so that what finds it can be
seen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pincite import library
from pincite.library import Library
from pincite.settings import Settings

NO_MODEL = {"dense_model": "", "token_model": "", "sparse_model": "", "lemma_model": ""}

# Whatever their headings say, the sections of the Records Act speak of paper.
_PAPER = (
    "The clerk shall keep a {0} in which each entry has a number and a date. A copy of an entry"
    " costs two crowns. The {0} shall lie open on working days from nine until noon, and shall be"
    " bound at the end of each year. An entry may be corrected only by a line drawn through it,"
    " beside which the clerk writes his name."
)

ACTS: dict[str, tuple[tuple[str, str], ...]] = {
    "Harbours Act": (
        ("Harbour master", "The Minister shall appoint a harbour master for each port."),
        ("Berths", "A vessel shall lie only at the berth that the harbour master assigns to it."),
        ("Lamps", "Every quay shall be lit from dusk until dawn by lamps that the port keeps in repair."),
        ("Dues", "The owner of a vessel shall pay dues for each night that it lies in port."),
        ("Wrecks", "Whoever finds a wreck shall report it to the harbour master within seven days."),
        ("Pilots", "A vessel longer than fifty metres shall take a pilot on board before it enters the port."),
    ),
    "Dwellings Act": (
        ("Repairs", "The landlord shall keep the roof, the walls and the pipes of a dwelling in repair."),
        ("Entry", "The landlord shall not enter a dwelling unless the tenant was told one day before."),
        ("Eviction", "No tenant shall be subject to eviction except by the order of a court."),
        ("Animals", "A tenant may keep a hound or a cat in a dwelling unless the lease forbids it."),
        ("Deposit", "A deposit shall not exceed the rent of two months, and shall be given back within thirty days after the lease ends."),
        ("Heating", "Between October and April a dwelling shall be warm enough to live in."),
    ),
    "Roads Act": (
        ("Speed", "No vehicle shall be driven faster than fifty kilometres an hour within a town."),
        ("Intoxicated drivers", "No person shall drive while intoxicated."),
        ("Cyclists", "A person who rides a bicycle at night shall show a white lamp in front and a red lamp behind."),
        ("Parking", "No vehicle shall be left standing on a pavement."),
        ("Licence", "No person shall drive a vehicle without a licence for vehicles of its class."),
        ("Children", "A child shorter than one metre shall sit in a seat made for children."),
    ),
    "Employment Act": (
        ("Wages", "An employer shall pay wages on the last day of each month."),
        ("Leave", "An employee shall have twenty-four days of leave with pay in each year."),
        ("Dismissal", "An employer shall not terminate the employment of an employee without a reason given in writing."),
        ("Hours", "No employee shall work for more than forty-eight hours in a week."),
        ("Maternity", "An employee who gives birth shall have fourteen weeks of leave with pay."),
        ("Accidents", "An employer shall compensate an employee who is injured at work."),
    ),
    "Markets Act": (
        ("Licence", "No person shall sell at a market without a licence of the town."),
        ("Weights", "A seller shall use scales that the inspector has stamped."),
        ("Spoiled food", "Food that is unfit for people to eat shall not be offered for sale."),
        ("Fish", "Fish shall be kept on ice from when it is landed until it is sold."),
        ("Alcohol", "Spirits shall not be sold to a person younger than eighteen years."),
        ("Returns", "A buyer may give back goods that are not as the seller described them, and shall have the price back."),
    ),
    "Records Act": (
        ("Births", _PAPER.format("book")),
        ("Cattle", _PAPER.format("file")),
        ("Visitors", "A lamb may be brought in."),
        ("Fees", "A search of the archive costs five crowns."),
    ),
}  # fmt: skip
RECORDS = "urn:lex:xm:act-2001-6"

ICELANDIC = {
    "Lög um vinnu": (
        ("Laun", "Laun skulu greidd síðasta dag hvers mánaðar."),
        ("Uppsögn", "Uppsögn skal vera skrifleg og rökstudd."),
        ("Orlof", "Starfsmaður á rétt á orlofi í tuttugu og fjóra daga á ári."),
        ("Vinnutími", "Enginn skal vinna lengur en fjörutíu stundir í viku."),
        ("Slys", "Vinnuveitandi bætir slys sem verða í vinnunni."),
    ),
}


def island_law(root: Path) -> Path:
    """A library of the acts in English, encoded with the models that come with Pincite."""
    with _loaded(root, ACTS, "en") as law:
        law.search_index.encode(tokens=True)
    return root / "law"


def icelandic_law(root: Path) -> Path:
    """A library of an act in Icelandic, indexed."""
    with _loaded(root, ICELANDIC, "is") as law:
        law.search_index.index()
    return root / "law"


def opened(folder: Path, **settings: str) -> Library:
    return library.open(folder, settings=_settings(folder.parent, **settings))


def _settings(root: Path, **others: str) -> Settings:
    return Settings(models=root / "no-models", workers=1, **others)  # type: ignore[arg-type]


def _loaded(root: Path, acts: dict[str, Sequence[tuple[str, str]]], spoken: str) -> Library:
    files = root / "files"
    files.mkdir(parents=True)
    for number, (title, sections) in enumerate(acts.items(), 1):
        said = "\n".join(f"{at}. {name}\n\n{text}\n" for at, (name, text) in enumerate(sections, 1))
        (files / f"act-{number}.txt").write_text(
            f"---\ntitle: {title}\nurn: urn:lex:xm:act-2001-{number}\nnumber: {number}\nyear: 2001\n"
            f"date: 2001-06-01\nlanguage: {spoken}\n---\n{said}",
            encoding="utf-8",
        )
    made = library.create(root / "law", settings=_settings(root))
    made.ingest(files, reader_name="plain", version="1")
    return made
