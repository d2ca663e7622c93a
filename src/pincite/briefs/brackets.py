"""Decides whether words in square brackets change what the quoted source says.

A bracket may change the case of a letter ("[A]n owner"), the form of a word ("dwelling[s]",
"require[d]", "[are]") or a reference ("[the tenant]" for "he"). All else alters what is quoted. A
bracket that cannot be told to be one of the three counts as altering.
"""

from __future__ import annotations

import re

from pincite.text.limiting import limiting
from pincite.text.numbers import number_words

# The last three are Icelandic plurals.
_ENDINGS = frozenset(
    ("", "s", "es", "d", "ed", "ing", "n", "en", "'s", "s'", "'", "ar", "ir", "ur")
)
_PAIRS = frozenset({("y", "ies"), ("y", "ied"), ("e", "ing")})
_STEM = 3
_VERBS = (
    "am is are was were be been being",
    "has have had having",
    "do does did",
    "er eru var voru sé séu",
    "hefur hafa hafði höfðu",
)
_ONE_VERB = tuple(frozenset(forms.split()) for forms in _VERBS)
_OWNER_WORDS = "his her its their our your my whose hans hennar þess þeirra"
_HANN_WORDS = (
    "hann hún það þeir þær þau honum henni því þeim hana þá sem sig sér sín ég mig mér okkur"
)
# Before a noun these only point at it.
_POINTING_WORDS = "this that these those which one"
_PRONOUN_WORDS = (
    "he she it they him them hers theirs we us you i me who whom himself herself itself themselves"
    " thereof therein thereto thereunder"
)
_DETERMINER_WORDS = "the a an this that these those such said þessi þetta þessa þeim sá sú það"
_PARTY_WORDS = (
    "plaintiff defendant appellant appellee respondent petitioner claimant applicant movant"
    " landlord tenant owner lessor lessee buyer seller debtor creditor employer employee"
)
# Quantities, verbs, adverbs and what leads into more words: none stands in a mere name.
_NO_NAME_WORDS = (
    "all any each every some both either many few several most much more less least enough half"
    " allir allar öll allra öllum hver hvert hverjum sérhver nokkur nokkrir sumir flestir margir"
    " báðir"
    " may might must shall should will would can could ought need am is are was were be been being"
    " has have had do does did má mega skal skulu getur geta mun munu verður verða ber er eru var"
    " voru"
    " always often sometimes ever even just also too then thus still again already soon once twice"
    " rather quite very almost nearly perhaps seldom here there now however therefore instead"
    " otherwise forthwith regardless but alltaf oft stundum einnig líka"
    " in on at by for with to from under within after before during against upon when where while"
    " á um við frá til eftir áður þegar meðan"
)
_OWNERS = frozenset(_OWNER_WORDS.split())
_HANN = frozenset(_HANN_WORDS.split())
_POINTING = frozenset(_POINTING_WORDS.split())
_PRONOUNS = _OWNERS | _HANN | _POINTING | frozenset(_PRONOUN_WORDS.split())
_DETERMINERS = frozenset(_DETERMINER_WORDS.split())
_PARTIES = frozenset(_PARTY_WORDS.split())
_NO_NAME = frozenset(_NO_NAME_WORDS.split())
_NOUNS_IN_LY = frozenset(("family", "assembly", "supply", "reply", "monopoly", "july", "italy"))
_MOST_WORDS = 6
# Whole words: "[the tenant]", "[the tenant]’s".
_brackets = re.compile(r"(?:\[[^\[\]]*\](?:['’]s?)? ?)+")
_apart = re.compile(r"[;:!?]|(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)\. ")
_EDGES = ' ,;:.!?()“”„"‘—–-'


def told_apart(written: str, shown: str, replaced: str) -> str:
    """What a bracket alters, in plain words; "" where it alters nothing. `written` is the bracket
    as it stands, `shown` what is read there, `replaced` what the source has in its place."""
    shown, replaced = shown.strip(_EDGES), replaced.strip(_EDGES)
    if not shown and not replaced:
        return ""
    if not replaced:
        return f"it adds “{shown}”"
    if not shown:
        return f"it leaves out “{replaced}”"
    if _same_words(shown, replaced):
        return ""
    if _brackets.fullmatch(written) and _is_reference(shown, replaced):
        return ""
    return f"it has “{written}” where the source has “{replaced}”"


def _same_words(shown: str, replaced: str) -> bool:
    """Whether two stretches differ in the case of letters and the forms of words alone."""
    ours, theirs = _folded(shown), _folded(replaced)
    if len(ours) != len(theirs):
        return False
    return all(_is_one_word(our, two) for our, two in zip(ours, theirs, strict=True))


def _folded(text: str) -> list[str]:
    return [word.strip(_EDGES) for word in text.casefold().replace("’", "'").split()]


def _is_one_word(first: str, second: str) -> bool:
    if first == second or any(first in forms and second in forms for forms in _ONE_VERB):
        return True
    if any(limiting(word) or word in _NO_NAME for word in (first, second)):
        return False
    shared = 0
    while shared < min(len(first), len(second)) and first[shared] == second[shared]:
        shared += 1
    # "required" and "requires" share "require", and "requir" too.
    ends = [(first[stem:], second[stem:]) for stem in range(_STEM, shared + 1)]
    return any(_ENDINGS.issuperset(pair) or pair in _PAIRS or pair[::-1] in _PAIRS for pair in ends)


def _is_reference(shown: str, replaced: str) -> bool:
    ours, theirs = _folded(shown), _folded(replaced)
    if max(len(ours), len(theirs)) > _MOST_WORDS or _apart.search(replaced) or _apart.search(shown):
        return False
    if _numbers(ours) != _numbers(theirs) or limiting(shown) or limiting(replaced):
        return False
    if any(_says_more(word) for word in (*ours, *theirs)):
        return False
    if len(ours) == len(theirs) == 1 and _DETERMINERS.issuperset((*ours, *theirs)):
        return True
    if all(word in _PRONOUNS or word in ("or", "eða") for word in theirs):
        return _names(shown, ours, theirs)
    if ("and" in ours) != ("and" in theirs) or ("or" in ours) != ("or" in theirs):
        return False
    named = theirs[0] in _DETERMINERS | _OWNERS and len(theirs) > 1
    if not named and not all(word[:1].isupper() for word in replaced.split()):
        return False
    here, there = (set(words) - _DETERMINERS for words in (ours, theirs))
    if here == there:
        return True
    # "[the notice]" for "the written notice" leaves a word out; it names nothing else.
    return not here < there and not there < here and _names(shown, ours, theirs, bare=False)


def _names(shown: str, ours: list[str], theirs: list[str], *, bare: bool = True) -> bool:
    """Whether words can stand for somebody or something; as an owner, where an owner stood.
    "[written] notice" for "this notice", or for "him notice", names nobody."""
    if ours[-1].endswith(("'s", "s'")) or ours[0] in _OWNERS:
        return True
    if len(theirs) == 1 and theirs[0] in _OWNERS - {"her", "hans", "hennar", "þess", "þeirra"}:
        return False
    if ours[0] in _DETERMINERS and len(ours) > 1:
        return True
    if all(word in _PRONOUNS or word == "or" for word in ours):
        return True
    if theirs[0] in _POINTING:
        return False
    if shown[:1].isupper():
        return True
    noun = ours[-1] in _PARTIES or (ours[-1].endswith("s") and not ours[-1].endswith("ss"))
    return bare and (noun or theirs[0] in _HANN)


def _says_more(word: str) -> bool:
    if word in _NO_NAME:
        return True
    return word.endswith("ly") and word not in _NOUNS_IN_LY


def _numbers(words: list[str]) -> set[str]:
    known = number_words()
    found = {part for word in words for part in word.split("-") if part in known}
    return (found - {"one"}) | {word for word in words if any(char.isdigit() for char in word)}
