"""The name of a case, read backwards from its citation.

A name ends at the citation, at most a docket number, a year in brackets, a "supra" or a page
between them. It runs back over words with a capital letter and the small words between such, up
to what cannot be of it: a signal, a verb, the end of a sentence, an opened bracket. With "v." in
it, it has two sides; without, it begins with "In re" and the like, is one of the "… Cases", or is
the short name of a case, which must have a comma behind it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.citations.cases.between import between
from pincite.citations.cases.words import Words, bare, ends_sentence, words

_reach = 320
_most_words = 34
_versus = frozenset({"v.", "v", "vs.", "vs", "versus", "[v.", "[v"})
_star_page = re.compile(r"\[\*\d{1,5}\]")
# The end of a citation before, also where the next is printed close behind it: "(CA9 1971);New".
_before_this = re.compile(r"\)(?:[;,](?=\S)(?:\[?\d{1,3}\]?)? ?|\. (?=[A-Z][a-z]))")
# What is left of "[* 641]" where a page mark was printed over two words.
_broken_page = re.compile(r"\*?\d{1,5}\]")
# The mark of a note, run together with the word behind it: "97;[9]Brown v. Mississippi".
_note_mark = re.compile(r"[;:.,”\")’]\[\d{1,3}\]$")
_broken_word = re.compile(r"(?<=[a-z])- (?=[a-z])(?!and |or )")
_run_together = re.compile(r"(?<= )v\.(?=[A-Z])")
_roman = re.compile(r"[ivxlc]+|[IVXLC]+")
_signals = frozenset(
    [
        "see",
        "also",
        "e.g",
        "eg",
        "cf",
        "accord",
        "but",
        "compare",
        "contra",
        "contrast",
        "citing",
        "cited",
        "quoting",
        "quoted",
        "generally",
        "with",
    ]
)
# With these a surname may begin.
_particles = frozenset(
    {"de", "du", "van", "von", "der", "den", "le", "la", "las", "los", "ter", "ten"}
)
_opening = "(\"“‘'[{*"
_closing = (";", ":", ")", "]", "”", '"', "—", "–", "?", "!", "}")

_within = re.compile(r"\([A-Z][\w.&'’-]{0,20}\),?|[(\[][^()]*\u00a0[^()]*[)\]],?")
# Stands for a space in such a stretch, which then is one word.
_unbroken = "\u00a0"
# A stretch in brackets that is of the name: right before the "v.", or with a number.
_bracketed = re.compile(
    r"(?<=[\w.] )\([^()\d]{1,80}\)(?= v\.? )"
    r"|\((?:[Nn]o\.? ?\d{1,2}|[Aa] (?:[Cc]hild|[Mm]inor))\)|\[No\.? ?\d{1,2}\]"
)


class Name(NamedTuple):
    """`start` is where the name begins; of a name without "v." `whole` alone is given. `extra` is
    what stood between it and the citation: year, court, docket, pin, supra, hereinafter."""

    start: int
    whole: str
    plaintiff: str
    defendant: str
    extra: dict[str, str]


def name_before(text: str, core: int, floor: int, *, bare_allowed: bool = False) -> Name | None:
    """The name that ends at `core`, no part of it before `floor`. With `bare_allowed` a short name
    needs no comma behind it."""
    floor = max(floor, core - _reach, text.rfind("\n", floor, core) + 1)
    for ended in _before_this.finditer(text, floor, core):
        floor = ended.end()
    if (mark := text.rfind("]", floor, core)) > 0 and text[mark + 1].isupper():
        note = _note_mark.search(text, max(floor, mark - 5), mark + 1)
        floor = floor if note is None else mark + 1
    end, extra = between(text, floor, core)
    comma = (
        bare_allowed
        or text[end : end + 1] == ","
        or not extra.keys().isdisjoint(("year", "docket", "pin"))
    )
    words_before = text[floor:end]
    missing = _run_together.search(words_before)
    if missing is not None:
        words_before = _run_together.sub("v. ", words_before)
    if "(" in words_before or "[No" in words_before:
        words_before = _bracketed.sub(lambda found: found[0].replace(" ", _unbroken), words_before)
    pieces = words_before.rsplit(" ", _most_words)
    if len(pieces) > _most_words or (floor and text[floor - 1].isalnum()):
        pieces = pieces[1:]  # cut in the middle of a word, or of a sentence
    if not pieces or not pieces[-1]:
        return None
    known = words()
    first, versus, strong = _walk(pieces, known)
    if first == 0 and pieces[0].isdigit() and (floor == 0 or text[floor - 1] == "\n"):
        first = 1  # the number of a note or a paragraph
    if versus is not None:
        first = _left_edge(pieces, first, versus, strong, known)
        if first is None or first >= versus:
            versus = None
    if versus is None:
        first = _one_sided(pieces, known, comma=comma)
        if first is None:
            return None
    if first is not None and _broken_page.fullmatch(pieces[first]):
        first += 1
    start = end - len(" ".join(pieces[first:]))
    if missing is not None:
        start += sum(
            floor + one.start() >= start for one in _run_together.finditer(text[floor:end])
        )
    while text[start] in _opening and text[start + 2] != "]":  # but "[B]rown"
        start += 1
    whole = _broken_word.sub("", text[start:end]).rstrip(", ")
    if versus is None:
        return Name(start, whole, "", "", extra)
    plaintiff = _plain(pieces[first:versus]).lstrip(_opening)
    defendant = _plain(pieces[versus + 1 :])
    return Name(start, whole, plaintiff, defendant, extra)


def _plain(pieces: list[str]) -> str:
    kept = " ".join(piece for piece in pieces if not _star_page.fullmatch(piece))
    return _broken_word.sub("", kept.replace(_unbroken, " ")).rstrip(", ")


def _walk(pieces: list[str], known: Words) -> tuple[int, int | None, bool]:
    """Backwards as far as the words can be of one name: where it stops, where its "v." is, and
    whether what stopped it parts sentences or citations rather than words of a sentence."""
    versus: int | None = None
    at = len(pieces)
    while at > 0:
        piece = pieces[at - 1]
        if piece in _versus or (piece == "V." and _capitals(pieces, at - 1)):
            if versus is not None:
                return at, versus, False
            if at == len(pieces):
                return at, None, False
            versus = at - 1
            at -= 1
            continue
        if _star_page.fullmatch(piece):
            at -= 1
            continue
        right = pieces[at] if at < len(pieces) else ""
        if _closes(piece) or (right and ends_sentence(piece)):
            return at, versus, True
        if versus is not None and piece.endswith(",") and _counts(pieces, at - 1):
            return at, versus, True
        plain = bare(piece)
        if plain in known.before and not _acronym(piece, right):
            if not _belongs(pieces, at - 1, plain, versus, known):
                return at, versus, plain in _signals
        elif not _of_a_name(piece, plain, known) and not _broken_off(pieces, at - 1):
            return at, versus, False
        at -= 1
        if piece[0] in _opening and not _within.fullmatch(piece):
            return at, versus, True
    return 0, versus, True


def _acronym(piece: str, right: str) -> bool:
    """Whether a word that mostly stands before names is letters of one: "Hizmetleri AS v MTN"."""
    return len(piece) > 1 and piece.isupper() and not right.isupper()


def _closes(piece: str) -> bool:
    """Whether something ends with this word that no name runs over; "(TOC)," is within one."""
    return piece.rstrip(",").endswith(_closing) and not _within.fullmatch(piece)


def _counts(pieces: list[str], at: int) -> bool:
    """Whether a number with a comma behind it is a page, rather than of "Local 174,"."""
    number = pieces[at][:-1]
    return (
        number[:1].isdigit()
        and number[-1:].isdigit()
        and not (at and pieces[at - 1] in {"Local", "No.", "Lodge", "Dist.", "District"})
    )


def _capitals(pieces: list[str], at: int) -> bool:
    return 0 < at < len(pieces) - 1 and pieces[at - 1].isupper() and pieces[at + 1].isupper()


def _belongs(pieces: list[str], at: int, plain: str, versus: int | None, known: Words) -> bool:
    """Whether a word that mostly stands before names is within this one."""
    piece = pieces[at]
    right = pieces[at + 1].lower() if at + 1 < len(pieces) else ""
    if plain == "in" and right in {"re", "the"}:
        return right == "re" or piece == "In"
    if piece == "in" and at and (bare(pieces[at - 1]) in known.bodies or pieces[at - 1][0] == "$"):
        return True  # Women's University in Africa, $124,700 in U.S. Currency
    if versus is None:  # in the second side, where no sentence begins
        return plain in known.joining or (plain in known.inside and piece[:1].isupper())
    if piece[:1].islower() and plain in known.joining:
        # Citizens for a Better Environment, Wisconsin Right to Life
        return at > 0 and pieces[at - 1][:1].isupper() and not pieces[at - 1].endswith(",")
    return False


def _of_a_name(piece: str, plain: str, known: Words) -> bool:
    letter = piece.lstrip(_opening)[:1]
    if letter.isupper() or letter.isdigit() or letter == "$":
        return True
    if plain in known.joining or plain in known.endings or piece == "&":
        return True
    if _unbroken in piece:
        return True
    # eBay, d'Alene, al-Kidd: a capital letter after the first few.
    return any(char.isupper() for char in piece[1:4])


def _broken_off(pieces: list[str], at: int) -> bool:
    """Whether the word is the rest of one that a line's end broke: "Mar- bury"."""
    before = pieces[at - 1] if at else ""
    return len(before) > 2 and before[0].isupper() and before[-1] == "-" and before[-2].isalpha()


def _left_edge(
    pieces: list[str], first: int, versus: int, strong: bool, known: Words
) -> int | None:
    """Where the first side begins, of the words that can be of it."""
    other = first > 0 and (pieces[first - 1] in _versus)
    doubtful: int | None = None
    for at in range(versus - 1, first, -1):
        left, right = pieces[at - 1], bare(pieces[at])
        if left.endswith(",") and not _same_party(pieces, at, first, versus, known):
            doubtful = at
            if right in {"and", "the", "or"} or bare(left) in known.before | known.common:
                strong = False
                break
        elif other and right in {"and", "or", "&"}:
            doubtful = at + 1
    if doubtful is not None and (not strong or other or bare(pieces[doubtful]) in {"and", "the"}):
        first = doubtful
    if other and doubtful is None:
        return None
    while first < versus and _no_beginning(pieces, first, versus, strong, known):
        first += 1
    return first if first < versus else None


def _same_party(pieces: list[str], at: int, first: int, versus: int, known: Words) -> bool:
    """Whether the comma before word `at` is inside a party's name."""
    right = bare(pieces[at])
    if right in known.endings or right in known.offices or bare(pieces[at - 1]) in known.endings:
        return True
    if _office_before(pieces, at, first, known):
        return True
    rest = pieces[at:versus]
    return "&" in rest or (pieces[at - 1][:-1].isdigit() and at > 1 and pieces[at - 2] == "Local")


def _office_before(pieces: list[str], at: int, first: int, known: Words) -> bool:
    """Whether the name begins with an office: "Minister of Health, Western Cape v Goliath"."""
    for place in range(first, at):
        word = pieces[place]
        if word[:1].isupper() and bare(word) in known.ministries:
            led = place > first and pieces[place - 1] == "the"
            return not led and (word.endswith(",") or pieces[place + 1] in {"of", "for", "in"})
    return False


def _no_beginning(pieces: list[str], first: int, versus: int, strong: bool, known: Words) -> bool:
    piece = pieces[first].lstrip(_opening)
    if not piece or piece == "&":
        return True
    if tuple(word.lower() for word in pieces[first : first + 2]) in {("in", "re"), ("ex", "parte")}:
        return False
    if piece[0].islower():
        if piece in _particles:
            behind = [word for word in pieces[first + 1 : first + 3] if word not in _particles]
            return not behind or not behind[0][:1].isupper()
        return not any(char.isupper() for char in piece[1:4])
    if piece[0].isdigit():
        return not strong
    return piece.rstrip(".,") in {"In", "See", "And", "But", "Under", "As", "So", "Nor", "If"}


def _one_sided(pieces: list[str], known: Words, *, comma: bool) -> int | None:
    """Where a name without "v." begins."""
    first = len(pieces)
    limit = max(0, first - 16)
    while first > limit:
        piece = pieces[first - 1]
        plain = bare(piece)
        right = pieces[first] if first < len(pieces) else ""
        if piece in _versus or _closes(piece):
            break
        if right and (
            ends_sentence(piece)
            or (
                piece.endswith(",")
                and plain not in known.endings
                and bare(right) not in known.endings
            )
        ):
            break
        if not _of_a_name(piece, plain, known):
            break
        if (
            plain in known.before
            and plain not in known.joining
            and not (plain == "in" and right.lower() in {"re", "the"})
        ):
            break
        first -= 1
        if piece[0] in _opening and not _within.fullmatch(piece):
            break
    for at in range(first, len(pieces)):
        lowered = [
            bare(word) if "rel" not in word else word.lower() for word in pieces[at : at + 4]
        ]
        for phrase in known.procedural:
            if tuple(lowered[: len(phrase)]) == phrase and at + len(phrase) < len(pieces):
                return at
    if not comma:
        return None
    while first < len(pieces):
        piece = pieces[first].lstrip(_opening)
        if piece[:1].isupper() and bare(piece) not in known.before:
            break
        first += 1
    name = [bare(word) for word in pieces[first:]]
    last = pieces[-1].rstrip(",.")
    if not name or len(name) > 8 or all(word in known.common for word in name) or last.isdigit():
        return None
    if all(_roman.fullmatch(word.strip(_opening + ",.")) for word in pieces[first:]):
        return None
    if name[0] in {"court", "supreme", "mr", "justice", "judge", "chief"} or all(
        word in known.endings or word in known.abbreviations for word in name
    ):
        return None
    if name[-1] in known.common and name[-1] not in known.endings and len(name) > 1:
        return None
    return first
