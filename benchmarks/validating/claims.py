"""Claims for benchmarks/validate.py: numbers, sums, shares and dates, invented and told aright."""

from __future__ import annotations

import re

from pincite.answer.records import QuotableSource
from validating.passages import Case, bare, chance, stretch, vocabulary

SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_any_month = re.compile(
    r"(?i)\b(?:jan|feb|mar|apr|ma[yí]|j[uú]n|j[uú]l|aug|ágú|sep|o[ck]t|n[oó]v|de[cs])|\d{4}-\d\d"
)
_one = re.compile(r"(?i)\b(?:one|a|ein\w*|eitt)\b|(?<!\d)0?1(?!\d)")
_CURRENCIES = {
    "${}": r"\$|dollar|USD", "{} euros": r"€|euro|EUR|evr", "£{}": r"£|pound|sterling|GBP|pund",
    "{} krónur": r"kr\.|krón|ISK",
}  # fmt: skip
_SHARES = ("{}%", "{} per cent", "{} percent")
_share = re.compile(r"(?i)%|per ?cent|prósent|hundraðshlut")
_figure = re.compile(r"(?<![\w.,/:$£-])(?:\d{1,3}(?:,\d{3})+|\d{2,6})(?![\w/:%-]|[.,]\d)")
# Not within a greater number: "one hundred and forty", "fifty thousand".
_in_words = re.compile(
    rf"(?i)(?<!hundred )(?<!and )\b(?:{'|'.join(_TENS[2:])})(?:-(?:{'|'.join(SMALL[1:10])}))?\b"
    r"(?![- ](?:hundred|thousand|million|billion|\w+ (?:hundred|thousand|million)))"
    rf"(?! (?:{'|'.join(SMALL)}))"
)
_percentage = re.compile(r"(?<![\d.,])(\d{1,2}) ?(?:%|per ?cent(?:um)?)")
_dollars = re.compile(r"\$ ?(\d{1,3}(?:,\d{3})+|\d{1,6})(?![\d.,]*\d)")
_dated = re.compile(rf"\b({'|'.join(_MONTHS)}) (\d{{1,2}}), (\d{{4}})\b")


def spelled(number: int) -> str:
    if number >= 100:
        rest = f" and {spelled(number % 100)}" if number % 100 else ""
        return f"{SMALL[number // 100]} hundred{rest}"
    if number < 20:
        return SMALL[number]
    return _TENS[number // 10] + (f"-{SMALL[number % 10]}" if number % 10 else "")


def _figures(text: str) -> list[int]:
    return [int(match[0].replace(",", "")) for match in _figure.finditer(text)]


def _spelled_in(figures: str, text: str) -> bool:
    number = int(figures.replace(",", ""))
    return number < 1000 and spelled(number) in text.lower()


def _claimed(source: QuotableSource, claim: str) -> Case | None:
    quote = " ".join(stretch(source.text, most=30))
    return Case(quote, source, True, claim=claim) if quote and claim else None


def number_invented(source: QuotableSource, _: QuotableSource) -> Case | None:
    number = chance.randint(2, 999)
    said = f"{source.locator} {source.title} {source.text}".lower()
    if str(number) in said or spelled(number) in said:
        return None
    told = chance.choice((str(number), spelled(number)))
    return _claimed(source, f"The period is {told} days.")


def one_invented(source: QuotableSource, _: QuotableSource) -> Case | None:
    said = f"{source.locator} {source.title} {source.text}"
    return None if _one.search(said) else _claimed(source, "The period is one year.")


def unit_invented(source: QuotableSource, _: QuotableSource) -> Case | None:
    """A number of the source, as a share or a sum, of which there is none of that kind in it."""
    told = chance.choice((*_SHARES, *_CURRENCIES))
    sign = re.compile(_CURRENCIES.get(told, _share.pattern), re.IGNORECASE)
    found = _figures(source.text)
    if not found or sign.search(f"{source.title} {source.text}"):
        return None
    return _claimed(source, f"It is {told.format(chance.choice(found))}.")


def unit_of_another(source: QuotableSource, _: QuotableSource) -> Case | None:
    """A share or a sum that the source states only as a number of something else."""
    told = chance.choice((*_SHARES, *_CURRENCIES))
    sign = re.compile(_CURRENCIES.get(told, _share.pattern), re.IGNORECASE)
    said = f"{source.locator} {source.title} {source.text}"
    apart = [
        match[0] for match in _figure.finditer(said)
        if not sign.search(said, max(match.start() - 40, 0), match.end() + 40)
    ]  # fmt: skip
    once = [one for one in apart if said.count(one) == 1 and not _spelled_in(one, said)]
    if not once or not sign.search(said):
        return None
    return _claimed(source, f"It is {told.format(chance.choice(once))}.")


def date_invented(source: QuotableSource, _: QuotableSource) -> Case | None:
    years = [one for one in _figures(source.text) if 1800 < one < 2030] or [1999]
    if _any_month.search(f"{source.title} {source.text}"):
        return None
    day = f"{chance.choice(_MONTHS)} {chance.randint(1, 28)}, {chance.choice(years)}"
    return _claimed(source, f"It applies from {day}.")


def date_of_two(source: QuotableSource, _: QuotableSource) -> Case | None:
    """The day and the month of one date, the year of another."""
    found = [match.groups() for match in _dated.finditer(source.text)]
    month, day = chance.choice(found)[:2] if found else ("", "")
    year = chance.choice(found)[2] if found else ""
    if (month, day, year) in found or not found:
        return None
    return _claimed(source, f"It applies from {month} {day}, {year}.")


def number_told(source: QuotableSource, _: QuotableSource) -> Case | None:
    found = _figures(source.text)
    if not found:
        return None
    number = chance.choice(found)
    shapes = [f"{number}", f"{number:,}", f"{number:,}".replace(",", ".")]
    shapes += [spelled(number)] * 2 if number < 1000 else []
    return _claimed(source, f"The number is {chance.choice(shapes)}.")


def words_told(source: QuotableSource, _: QuotableSource) -> Case | None:
    known = {spelled(number): number for number in range(20, 100)}
    found = [known[match[0].lower()] for match in _in_words.finditer(source.text)]
    return _claimed(source, f"The number is {chance.choice(found)}.") if found else None


def sum_told(source: QuotableSource, _: QuotableSource) -> Case | None:
    sums = [f"{one.replace(',', '')} dollars" for one in _dollars.findall(source.text)]
    shares = [int(one) for one in _percentage.findall(source.text)]
    sums += [f"{chance.choice((one, spelled(one)))} per cent" for one in shares]
    return _claimed(source, f"It is {chance.choice(sums)}.") if sums else None


def date_told(source: QuotableSource, _: QuotableSource) -> Case | None:
    found = list(_dated.finditer(source.text))
    if not found:
        return None
    month, day, year = chance.choice(found).groups()
    iso = f"{year}-{_MONTHS.index(month) + 1:02}-{int(day):02}"
    told = chance.choice((f"{day} {month} {year}", f"{month} {day}, {year}", iso))
    return _claimed(source, f"It applies from {told}.")


def quoted_in_claim(source: QuotableSource, _: QuotableSource) -> Case | None:
    """The claim has words between quotation marks that are not the source's."""
    words = stretch(source.text, fewest=6, most=20)
    if not words or re.search("[\"“”„«»‘’']", " ".join(words)):
        return None
    words[len(words) // 2] = bare(chance.choice(vocabulary[source.version])) or "thing"
    if " ".join(words) in source.text or re.search(r"\d", " ".join(words)):
        return None
    opening, closing = chance.choice(("“”", '""', "„“", "«»", "‘’", "''"))
    return _claimed(source, f"It says {opening}{' '.join(words)}{closing}.")
