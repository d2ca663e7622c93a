"""A few works of Iceland, Zimbabwe and South Africa, as a corpus names them."""

from __future__ import annotations

from pincite.citations.works.titled import TitledWork
from pincite.citations.works.titles import WorkTitles


def _zimbabwe(
    year: str, number: str, title: str, chapter: str = "", kind: str = "act"
) -> TitledWork:
    sort = "act.si" if kind == "instrument" else "act"
    urn = f"urn:lex:zw:{sort}-{year}-{number}"
    return TitledWork(urn, title, "zw", "en", kind, number, year, chapter)


def _iceland(number: str, year: str, title: str) -> TitledWork:
    return TitledWork(f"urn:lex:is:{number}-{year}", title, "is", "is", "act", number, year)


def _by_law(place: str, name: str, title: str) -> TitledWork:
    return TitledWork(
        f"urn:lex:{place}:act.by-law-2010-{name}", title, place, "en", "by-law", "", "2010"
    )


CONSTITUTION = _zimbabwe(
    "2013", "1", "Constitution of Zimbabwe Amendment (No. 20) Act, 2013"
)._replace(within="urn:lex:zw:act-2013-1:sched-1", own=frozenset(("1", "2", "3")))

WORKS = (
    CONSTITUTION,
    _zimbabwe("2022", "1", "Marriages Act, 2022", "5:17"),
    _zimbabwe("1964", "81", "Marriage Act", "5:11"),
    _zimbabwe("1917", "5", "Customary Marriages Act", "5:07"),
    _zimbabwe("2006", "14", "Domestic Violence Act", "5:16"),
    _zimbabwe("1985", "16", "Labour Act", "28:01"),
    _zimbabwe("1961", "34", "Guardianship of Minors Act", "5:08"),
    _zimbabwe("1961", "38", "Mines and Minerals Act", "21:05"),
    _zimbabwe("2021", "5", "Cyber and Data Protection Act, 2021", "12:07"),
    _zimbabwe("1992", "15", "Civil Evidence Act", "8:01"),
    _zimbabwe("1927", "9", "Criminal Procedure and Evidence Act", "9:07"),
    _zimbabwe("2018", "11", "Public Health Act, 2018", "15:17"),
    _zimbabwe("2019", "12", "Coroner&#x27;s Office Act, 2019"),
    _zimbabwe("2020", "96", "Deferral of Rent Regulations, 2020", "", "instrument"),
    _iceland("33", "1944", "Stjórnarskrá lýðveldisins Íslands"),
    _iceland("37", "1993", "Stjórnsýslulög"),
    _iceland("8", "1962", "Erfðalög"),
    _iceland("77", "2019", "Umferðarlög"),
    _iceland("39", "1978", "Þinglýsingalög"),
    _iceland("19", "1940", "Almenn hegningarlög"),
    _iceland("26", "1994", "Lög um fjöleignarhús"),
    _iceland("88", "2008", "Lög um meðferð sakamála"),
    _iceland("91", "1991", "Lög um meðferð einkamála"),
    _iceland("21", "1991", "Lög um gjaldþrotaskipti o.fl."),
    _iceland("7", "1936", "Lög um samningsgerð, umboð og ógilda löggerninga"),
    _by_law("za-cpt", "water", "City of Cape Town: Water By-law, 2010"),
    _by_law("za-jhb", "water", "Water By-law"),
)

TITLES = WorkTitles(WORKS)
