"""Headings turned into questions by rule, and what lay people say for statutory terms.

Only rules that give clean English are kept: a heading that none of them fits stays a heading.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from importlib import resources

from training.split import share

# The heading's shape, and the questions it becomes; \1 is what the heading is about.
_RULES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        r"(?:penalty|penalties|punishment) for (?!purposes)(.+)",
        (
            "what is the penalty for {0}",
            "how is {0} punished",
            "what happens to someone guilty of {0}",
        ),
    ),
    (
        r"(?:offences|offenses) (?:relating to|in relation to|in connection with|concerning) (.+)",
        ("what offences are there about {0}", "is it a crime to break the rules on {0}"),
    ),
    (
        r"(?:powers?) of ([^,;]+?) to ([a-z][^,;]+)",
        ("can {the0} {1}", "does {the0} have the power to {1}"),
    ),
    (
        r"(?:powers?) and (?:functions|duties) of ([^,;]+)",
        ("what can {the0} do and what must it do", "what are the powers of {the0}"),
    ),
    (r"powers of ([^,;]+)", ("what powers does {the0} have", "what can {the0} do")),
    (
        r"(?:duties|functions|responsibilities) of ([^,;]+)",
        ("what does {the0} have to do", "what is {the0} responsible for"),
    ),
    (r"duty of ([^,;]+?) to ([a-z][^,;]+)", ("does {the0} have to {1}", "must {the0} {1}")),
    (r"duty to ([a-z][^,;]+)", ("who has to {0}", "is there a duty to {0}")),
    (r"right to ([a-z][^,;]+)", ("do I have a right to {0}", "who has the right to {0}")),
    (
        r"rights? of ([^,;]+?) to ([a-z][^,;]+)",
        ("can {the0} {1}", "does {the0} have the right to {1}"),
    ),
    (r"rights of ([^,;]+)", ("what rights does {the0} have",)),
    (
        r"failure to ([a-z][^,;]+)",
        ("what happens if someone does not {0}", "what if I fail to {0}"),
    ),
    (r"appeals? against ([^,;]+)", ("how do I appeal against {0}", "can {0} be appealed")),
    (r"appeals? from ([^,;]+)", ("how do I appeal from {0}", "who hears appeals from {0}")),
    (r"applications? for ([^,;]+)", ("how do I apply for {0}", "applying for {0}")),
    (
        r"(?:qualifications|eligibility) for ([^,;]+)",
        ("what is needed for {0}", "who qualifies for {0}"),
    ),
    (r"requirements for ([^,;]+)", ("what is needed for {0}", "what are the rules for {0}")),
    (
        r"(?:prohibition|restrictions?|limitations?) (?:on|of|against) ([^,;]+)",
        ("is {0} allowed", "what limits are there on {0}", "is there a ban on {0}"),
    ),
    (
        r"exemptions? from ([^,;]+)",
        ("who is exempt from {0}", "who does not have to comply with {0}"),
    ),
    (r"liability for ([^,;]+)", ("who is liable for {0}", "who has to pay for {0}")),
    (r"liability of ([^,;]+)", ("when is {the0} liable", "can {the0} be held liable")),
    (r"appointment of ([^,;]+)", ("who appoints {the0}", "how is {the0} appointed")),
    (r"removal of ([^,;]+?) from office", ("how can {the0} be removed from office",)),
    (r"removal from office of ([^,;]+)", ("how can {the0} be removed from office",)),
    (
        r"(?:suspension|cancellation|revocation) (?:or (?:suspension|cancellation|revocation) )?of "
        r"([^,;]+)",
        ("when can {0} be taken away", "can {0} be cancelled"),
    ),
    (r"(?:duration|term|period) of ([^,;]+)", ("how long does {0} last",)),
    (
        r"establishment of (the [A-Z][^,;]+|[A-Z][^,;]+)",
        ("which law sets up {the0}", "what is {the0}"),
    ),
    (
        r"(?:composition|membership|constitution) of ([^,;]+)",
        ("who sits on {the0}", "who are the members of {the0}"),
    ),
    (r"effect of ([^,;]+)", ("what is the effect of {0}", "what happens after {0}")),
    (r"(?:registration) of ([^,;]+)", ("how are {0} registered", "do {0} have to be registered")),
    (r"(?:disclosure) of ([^,;]+)", ("when must {0} be disclosed", "can {0} be disclosed")),
    (r"inspection of ([^,;]+)", ("who may inspect {0}",)),
    (r"(?:transfer) of ([^,;]+)", ("can {0} be transferred", "how is {0} transferred")),
    (r"(?:payment) of ([^,;]+)", ("who has to pay {0}", "when is {0} paid")),
    (r"recovery of ([^,;]+)", ("how can {0} be recovered", "getting back {0}")),
    (r"remuneration (?:and expenses )?of ([^,;]+)", ("how much is {the0} paid", "is {the0} paid")),
    (r"vacation of office (?:by|of) ([^,;]+)", ("when does {the0} have to leave office",)),
    (r"disqualifications? for ([^,;]+)", ("who cannot get {0}", "who is barred from {0}")),
    (r"tax on ([^,;]+)", ("how is {0} taxed", "is there a tax on {0}")),
    (r"notice of ([^,;]+)", ("do I have to give notice of {0}", "who must be told of {0}")),
    (r"([^,;]+) prohibited", ("is {0} allowed", "is {0} against the law")),
    (
        r"(?:certain )?([^,;]+) to be (kept|published|filed|registered|licensed|recorded|paid|"
        r"marked|given|made|submitted|disclosed) ?([^,;]*)",
        ("does {the0} have to be {1} {2}",),
    ),
    (
        r"([Mm]inister|[Pp]resident|[Bb]oard|[Cc]ouncil|[Cc]ommission|[Cc]ourt|[Mm]ayor|[Ss]ecretary|"
        r"[Dd]irector|[Rr]egistrar|[Aa]uthority|[Cc]ommissioner|[Mm]agistrate|[Hh]igh [Cc]ourt) "
        r"may ([a-z][^,;]+)",
        ("can the {0} {1}", "may the {0} {1}"),
    ),
    (r"when ([^,;]+?) (may|must|can|shall|is|are) ([^,;]+)", ("when {1} {0} {2}",)),
)
# The first letter was made small; a name within keeps its capital.
_compiled = tuple((re.compile(pattern), forms) for pattern, forms in _RULES)
_determined = re.compile(
    r"^(?:the|a|an|any|every|each|certain|such|his|her|their|all)\b", re.IGNORECASE
)
# These need no article: many, or not to be counted.
_many = re.compile(r"(?:[^siu]s|[^s]ses|people|men|women|children)$", re.IGNORECASE)
_mass = re.compile(
    r"(?:property|information|staff|evidence|land|money|compensation|income|tax|work|insurance|"
    r"business|liquor|water|food|stock|interest|remuneration|maintenance|\w+ing|\w+ment|\w+tion)$",
    re.IGNORECASE,
)
_proper = re.compile(r"\b[A-Z][a-z]+")
_odd = re.compile(
    r"[“”\"§\d()\[\]—–:]|\b(?:thereof|therefor|thereto|etc|aforesaid|hereunder|generally|if|where|"
    r"unless|in (?:respect|relation|regard|connection)|with respect|under|as to|relating to)\b",
    re.IGNORECASE,
)
_of_act = re.compile(
    r"\b(?:under|for purposes of|of|by|in) (?:this|the|that|these) (?:act|part|chapter|"
    r"subchapter|section|title|by-law|subtitle|regulations?)\b.*$",
    re.IGNORECASE,
)
_LONGEST_WORDS = 14


def plain(text: str) -> str:
    """Without the capital that only the beginning of a heading has."""
    first, _, rest = text.partition(" ")
    return f"{first.lower()} {rest}".strip() if first[1:].islower() else text


def asked(heading: str, title: str, corpus: str) -> str:
    """A question with the heading's meaning, or ''."""
    text = _of_act.sub("", heading).strip()
    if not text or _odd.search(text) or len(text.split()) > _LONGEST_WORDS or corpus == "icelandic":
        return ""
    text = plain(text)
    for pattern, forms in _compiled:
        match = pattern.fullmatch(text)
        if match is None:
            continue
        parts = [one.strip() for one in match.groups()]
        if len(parts[0].split()) < 1 or re.match(r"(?:and|or)\b", parts[0]):
            return ""
        form = forms[int(share(heading, title, "form") * len(forms))]
        return _agreeing(form, parts)
    return ""


def _agreeing(form: str, parts: list[str]) -> str:
    first = plain(parts[0]) if not _proper.match(parts[0]) else parts[0]
    many = bool(_many.search(first.partition(" of ")[0])) or " and " in first
    if many:
        form = form.replace("does {the0}", "do {the0}").replace("is {the0}", "are {the0}")
        form = re.sub(r"\b(does|is|are|has) \{0\}", lambda m: _PLURAL[m[1]] + " {0}", form)
        form = form.replace("what must it do", "what must they do")
    else:
        form = form.replace("are {0}", "is {0}").replace("do {0} ", "does {0} ")
    head = first.partition(" of ")[0]
    bare = bool(_determined.match(first)) or many or bool(_mass.search(head))
    the = first if bare else f"the {first}"
    if not bare and " of " not in first and re.search(r"\b(?:is|can|does) \{0\}", form):
        form = form.replace("{0}", "{the0}")
    given = {"the0": the, **{str(at): part for at, part in enumerate([first, *parts[1:]])}}
    text = re.sub(r"\{(\w+)\}", lambda found: given[found[1]], form)
    return re.sub(r"\s+", " ", text).strip()


_PLURAL = {"does": "do", "is": "are", "are": "are", "has": "have"}

# Jurisdictions that a file of the vocabulary may be for.
_HOME = {
    "zimbabwe": "zw",
    "dc": "us",
    "uscode": "us",
    "cfpb": "us",
    "bylaws": "za",
    "icelandic": "is",
}
_SURE = 0.9
_TERM_WORDS = range(2, 7)


@cache
def lay_phrases(corpus: str) -> dict[str, list[str]]:
    """Statutory terms, and the phrases that stand for each above all others."""
    folder = resources.files("pincite.search") / "vocabulary"
    found: dict[str, list[str]] = defaultdict(list)
    for language in ("is", "en-is") if corpus == "icelandic" else ("en",):
        for path in sorted((folder / language).iterdir(), key=lambda one: one.name):
            places = path.name.split(".")[1:-1]
            if places and _HOME[corpus] not in places[0].split("+"):
                continue
            for line in path.read_text(encoding="utf-8").splitlines():
                phrase, _, rest = line.partition("\t")
                terms, _, weight = rest.partition("\t")
                if not rest or line.startswith("#") or float(weight or 0) < _SURE:
                    continue
                term = " ".join(re.findall(r"[^\W_]+", terms.split(";")[0].casefold()))
                if len(term.split()) in _TERM_WORDS and " " in phrase and phrase.casefold() != term:
                    found[term].append(phrase)
    return dict(found)
