"""The words that tell whether a question asks what the law was at a time, by language.

They are written without accents, as people often type them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.text.languages import KNOWN, language

_ACCENTS = str.maketrans({
    "á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u", "ý": "y", "ö": "o", "æ": "ae", "þ": "th",
    "ð": "d", "’": "'",
})  # fmt: skip


def folded(word: str) -> str:
    return word.lower().translate(_ACCENTS)


@dataclass(frozen=True, slots=True)
class Cues:
    """`asks` begin a question, and so do `opens`, which are something else in its middle; `past`
    and `present` are the verbs that it may have. Those of `past` say by themselves that a right or
    a duty is asked about; those of `was` may also tell a story, unless one of `lawful` follows, and
    so may those of `did`, unless one of `duties` or a law does. What follows a word of `story` (a
    circumstance) or `which` (a relative clause), or a person of `persons` that no verb precedes, is
    what happened to someone; so is what `happened` matches, where the date or one of `after_verb`
    follows, and nothing of `before_adjective` precedes. `made` is what is done to a law. `own` are
    words of the asker's own story, `wonders` lead to a question within a sentence, `leads` to one
    at its beginning, and `back_then` points to a time that was named before."""

    asks: frozenset[str]
    past: frozenset[str]
    was: frozenset[str]
    lawful: frozenset[str]
    did: frozenset[str]
    duties: frozenset[str]
    laws: frozenset[str]
    present: frozenset[str]
    story: frozenset[str]
    which: frozenset[str]
    persons: frozenset[str]
    own: frozenset[str]
    wonders: frozenset[str]
    leads: frozenset[str]
    back_then: re.Pattern[str]
    happened: re.Pattern[str]
    before_adjective: frozenset[str]
    after_verb: frozenset[str]
    made: frozenset[str]
    opens: frozenset[str] = frozenset()

    @property
    def verbs(self) -> frozenset[str]:
        return self.past | self.was | self.did | self.present


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_irregular = (
    "began begun became bought broke broken brought built came died drew fell fallen found gave "
    "given got gone went held kept left lent lost made met moved paid ran rented sent signed sold "
    "stole stolen struck took taken wrote written won born"
)
_ENGLISH = Cues(
    asks=_words("what what's how which whether why who whom whose where when"),
    past=_words(
        "could couldn't had hadn't needed applied required governed allowed permitted counted "
        "existed covered prohibited forbade provided stated meant"
    ),
    was=_words("was were wasn't weren't would wouldn't"),
    lawful=_words(
        "allowed required permitted entitled obliged obligated bound forbidden prohibited barred "
        "banned supposed able liable exempt exempted necessary legal lawful illegal unlawful "
        "mandatory compulsory possible payable due defined calculated determined computed "
        "regulated governed punished punishable treated classified considered counted excluded "
        "included covered set capped limited fixed protected recognised recognized needed subject "
        "eligible free responsible mentioned provided stated worded deemed presumed valid enough"
    ),
    did=_words("did didn't"),
    duties=_words(
        "have need say state provide require allow permit mean apply cover define prohibit forbid "
        "count cost last entitle include limit impose exempt protect regulate govern treat "
        "mandate read owe let"
    ),
    laws=_words(
        "law laws act acts section sections regulation regulations rule rules code statute "
        "statutes provision provisions article articles by-law by-laws bylaw bylaws constitution "
        "chapter legislation paragraph subsection ordinance cfr"
    ),
    present=_words(
        "is are isn't aren't do does don't doesn't can can't cannot may must should shall will "
        "won't might has have applies apply requires require governs govern says say counts count"
    ),
    story=_words("if when because while once although though whenever where"),
    which=_words("that which who whom whose"),
    persons=_words("i we he she they you"),
    own=_words("i i'm i've me my mine we us our he she his her"),
    wonders=_words("me know wonder wondering ask asking see check tell sure clear"),
    leads=_words("so and but then please hi hello hey ok okay also now just back well"),
    back_then=re.compile(
        r"\b(?:at (?:that|the) time|(?:back )?then|in those days|(?:in )?that (?:year|month)"
        r"|on that (?:day|date))\b"
    ),
    happened=re.compile(rf"[a-z]{{2,}}(?:ed|eed)|{'|'.join(_irregular.split())}"),
    before_adjective=_words(
        "a an the any some each every no this that these those all both such of for on in at by to "
        "with from about under over into per and or not be been being is are was were have has had "
        "as than their his her its my our your most more less very newly only also still already"
    ),
    after_verb=_words(
        "by with for on in at from to under between before after of about into through over against"
    ),
    made=_words(
        "amended repealed enacted passed changed introduced adopted revised replaced commenced "
        "come enter commence pass change happened begin start take"
    ),
)
_ICELANDIC = Cues(
    asks=_words(
        "hvad hver hverjir hverjar hvada hvernig hve hversu hvenaer hvort hvar hvers hverju "
        "hverjum hvern hverja hvert hverrar hverri"
    ),
    past=_words(
        "matti mattu thurfti thurftu gat gatu bar baru atti attu skyldi gilti giltu sagdi sogdu "
        "kvad kvadu krafdist krofdust taldist toldust nam namu kostadi hafdi hofdu fekk fengu naut "
        "nutu nadi nadu vardadi vordudu hljodadi hljodudu stod stodu maelti maeltu"
    ),
    was=_words("var voru vaeri vaeru vard urdu"),
    lawful=_words(
        "heimilt heimil skylt skyldur skyldugur bannad oheimilt leyfilegt leyft loglegt ologlegt "
        "gert haegt naudsynlegt skilgreint skilgreindur skilgreind refsivert frjalst talid reiknad "
        "akvedid maelt midad"
    ),
    did=frozenset(),
    duties=frozenset(),
    laws=_words("log login laga logum grein greinin akvaedi reglur reglum reglugerd"),
    present=_words(
        "er eru ma mega tharf thurfa getur geta ber skal skulu verdur verda gildir gilda hefur "
        "hafa faer fa nemur segir kostar telst stendur"
    ),
    story=_words("ef thegar medan"),
    which=_words("sem"),
    persons=_words("eg hann hun their thaer thau thu thid"),
    own=_words("eg mig mer min minn minu minum mina minni mins okkar okkur hann hun hans hennar"),
    wonders=frozenset(),
    leads=_words("en og sva svo thvi vinsamlegast hae hallo jaeja"),
    back_then=re.compile(
        r"\b(?:a (?:theim|thessum) tima|tha|thad ar|thann dag|thennan dag|a theim degi)\b"
    ),
    happened=re.compile(
        r"(?:undirrit|stofn|skrif|byrj)[au]\w{0,4}|skra[dn]\w{0,3}|ger(?:d|t|dur|dan|dir|dar|dum)"
        r"|bygg(?:t|d|dur|dir|dar)|faedd\w{0,3}|keypt\w{0,3}|sel(?:t|d|dur|dir)|hofst|hofust|hof"
        r"|haf(?:inn|in)|lauk|tok|tek(?:inn|in|nar)|flutt\w{0,3}|daemd\w{0,3}|gef(?:inn|in|nar)"
    ),
    before_adjective=frozenset(),
    after_verb=frozenset(),
    made=_words("breytt breyttust sett samthykkt fellt numin afnumin tok toku odladist gekk gengu"),
    opens=_words("a"),
)
_CUES = {"en": _ENGLISH, "is": _ICELANDIC}


def cues_for(words: list[str]) -> Cues:
    """Of the language whose little words a question uses most; English on a tie."""

    def little(code: str) -> int:
        return sum(word.lower() in language(code).stop for word in words)

    return _CUES[max(KNOWN, key=lambda code: (little(code), code == "en"))]
