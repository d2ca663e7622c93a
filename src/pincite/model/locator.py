"""Locators: how lawyers write the address of a provision, formatted and read back, by style.

A locator is built only from parsed structure (the URN's segments and the kinds of the nodes above)
and reads back to the same URN, or, for laws cited by title, to the title and the path below it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.errors import BadLocator
from pincite.model.address import address, within
from pincite.model.kinds import CONTAINERS, NOTES
from pincite.model.provision import Expression, Node
from pincite.model.urn import Urn, segment

_UNNUMBERED = ("continuation", "table")

Chain = Sequence[Node]
"""The nodes from the child of the root down to the one cited."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A locator read back: a URN, or a title or chapter number with the path below it."""

    urn: Urn | None
    title: str = ""
    chapter: str = ""
    path: tuple[str, ...] = ()


def locator(expression: Expression, chain: Chain) -> str:
    """The locator of the last node of the chain; of the work itself where the chain is empty."""
    return _STYLES.get(expression.style, _act)(expression, chain)


def _icelandic(expression: Expression, chain: Chain) -> str:
    text = f"Lög nr. {expression.number}/{expression.year}"
    join = " - "
    for node in chain:
        last = node.urn.rpartition(":")[2]
        if node.kind == "article":
            text = f"Lög nr. {expression.number}/{expression.year} - {_article(last, node.num)}"
        elif node.kind == "paragraph":
            text += f"{join}{last}. mgr."
        elif node.kind == "item":
            text += f"{join}{last}. tölul." if last[:1].isdigit() else f"{join}{last}-liður"
        else:
            text += f"{join}{_label(node)}"
        join = ", "
    return text


def _article(segment: str, num: str) -> str:
    match = re.fullmatch(r"(\d+)([A-Za-z]*)", segment)
    if match is None:
        return num.rstrip(". ") or segment
    return f"{match[1]}. gr." + (f" {match[2]}" if match[2] else "")


def _us_code(expression: Expression, chain: Chain) -> str:
    base = f"{expression.number} U.S.C."
    if expression.urn.endswith("-app"):
        base += " App."
    at = next((i for i, node in enumerate(chain) if node.kind in ("section", "rule")), None)
    if at is None:
        return _below(base, chain)
    above, _, section = chain[at].urn.rpartition(":")
    if above != expression.urn:
        # An act that an appendix sets out has its own section 1.
        base = _below(base, chain[:at]) + ","
    sign = "Rule" if chain[at].kind == "rule" else "§"
    return f"{base} {sign} {section.removeprefix('rule-')}" + _pinpoint(chain[at + 1 :])


def _cfr(expression: Expression, chain: Chain) -> str:
    number, _, part = expression.number.partition("/")
    whole = f"{number} CFR Part {part}"
    at = len(chain)
    while at and (chain[at - 1].kind in NOTES or chain[at - 1].kind in _UNNUMBERED):
        at -= 1
    if not at:
        return _below(whole, chain)
    # The URN alone says what is cited: a comment stands in a supplement, far from its section.
    corpus, _, work = expression.urn.rpartition(":")
    section, *path = chain[at - 1].urn.removeprefix(f"{corpus}:").split(":")
    if section == work:
        return _below(whole, chain)
    if "interp" in path:
        cut = path.index("interp")
        text = f"{whole}, Supp. I, comment {section.removeprefix(f'{work}.')}"
        text += _bracketed(path[:cut])
        if path[cut + 1 :]:
            text += "-" + ".".join(path[cut + 1 :])
    else:
        text = f"{number} CFR § {section}" + _bracketed(path)
    return text + _pinpoint(chain[at:])


def _dc_code(expression: Expression, chain: Chain) -> str:
    # A colon of the Code's own numbers ("28:9-101") cannot stand in a URN's segment.
    return _sectioned("D.C. Code", "§", expression, chain).replace("~", ":")


def _sectioned(base: str, sign: str, expression: Expression, chain: Chain) -> str:
    for index, node in enumerate(chain):
        if node.kind in ("section", "rule", "article"):
            section = node.urn.rpartition(":")[2]
            sign = "Rule" if node.kind == "rule" else sign
            return f"{base} {sign} {section}" + _pinpoint(chain[index + 1 :])
    return _below(f"{base} {expression.title}".strip(), chain)


def _act(expression: Expression, chain: Chain) -> str:
    text = expression.title
    if expression.chapter and expression.chapter not in text:
        text += f" [Chapter {expression.chapter}]"
    sections = ("section", "article", "rule")
    at = next((i for i, node in enumerate(chain) if node.kind in sections), None)
    if at is None:
        return _below(text, chain)
    apart = [node for node in chain[:at] if node.kind in ("schedule", "appendix")]
    for node in apart:
        text += f", {_label(node)}"
    sign = {"section": "s", "article": "art", "rule": "r"}[chain[at].kind]
    return f"{text}, {sign} {chain[at].urn.rpartition(':')[2]}" + _pinpoint(chain[at + 1 :])


def _case(expression: Expression, chain: Chain) -> str:
    parts = [expression.title, expression.number]
    whose = ""
    for node in chain:
        if node.kind == "page":
            parts.append(node.num.strip("[*]"))
        elif node.kind == "paragraph":
            parts.append(f"¶ {node.urn.rpartition(':')[2]}")
        elif node.kind == "opinion":
            whose = _opinion(node)
        else:
            parts.append(node.heading or node.kind)
    year = f" ({expression.year})" if expression.year else ""
    return ", ".join(part for part in parts if part) + year + (f" ({whose})" if whose else "")


def _casefile(expression: Expression, chain: Chain) -> str:
    if not chain:
        return expression.title
    last = chain[-1]
    return within(last.place, address(chain)) or last.heading or expression.title


def _opinion(node: Node) -> str:
    """Whose opinion, and for what: 'Rehnquist, dissenting'. The Court's own needs no words."""
    attrs = node.attrs or {}
    author = _capitals.sub(lambda name: name[0].capitalize(), attrs.get("author", ""))
    stance = _STANCES.get(attrs.get("type", ""), "")
    return ", ".join(part for part in (author if stance else "", stance) if part)


def _pinpoint(nodes: Chain) -> str:
    text = ""
    for node in nodes:
        last = node.urn.rpartition(":")[2]
        if node.kind in NOTES or node.kind in _UNNUMBERED:
            text += f", {node.kind} {last.rpartition('-')[2]}"
        elif node.kind == "definition" and node.attrs and (term := node.attrs.get("defines")):
            text += f", definition of “{term}”"
        else:
            text += f"({last})"
    return text


def _bracketed(path: Sequence[str]) -> str:
    return "".join(f"({step})" for step in path)


def _below(base: str, chain: Chain) -> str:
    return ", ".join([base, *(_label(node) for node in chain)])


def _label(node: Node) -> str:
    number = node.num.strip(" .—–-")
    if not number and node.kind == "subpart":
        return f"Subpart {node.urn.rpartition(':')[2].removeprefix('subpart').strip('-')}".strip()
    if not number:
        return node.heading or f"{node.kind} {node.urn.rpartition(':')[2].rpartition('-')[2]}"
    if node.kind in CONTAINERS and number[:1].isdigit() and node.kind not in number.lower():
        return f"{node.kind.capitalize()} {number}"
    return number


_STYLES: dict[str, Callable[[Expression, Chain], str]] = {
    "is": _icelandic,
    "usc": _us_code,
    "cfr": _cfr,
    "dc": _dc_code,
    "act": _act,
    "case": _case,
    "casefile": _casefile,
}

_capitals = re.compile(r"[A-Z]{2,}")
_STANCES = {
    "dissent": "dissenting",
    "concurrence": "concurring",
    "concurrence-dissent": "concurring in part and dissenting in part",
    "plurality": "plurality opinion",
    "per-curiam": "per curiam",
    "in-chambers": "in chambers",
    "statement": "statement",
    "syllabus": "syllabus",
}
_tail = r"(?P<tail>(?:\s?\([0-9A-Za-z.~-]+\))*)"
_icelandic_form = re.compile(
    r"(?:l(?:ög|\.) nr\. )?(?P<number>\d+)/(?P<year>\d{4})(?P<tail>.*)", re.I
)
_icelandic_step = re.compile(
    r"[\s,–-]*(?:(?P<article>\d+)\. gr\.(?: (?P<letter>[a-z]{1,2})(?![\w-]))?"
    r"|(?P<mgr>\d+)\. mgr\.|(?P<item>[\w.]+)\. tölul\.|(?P<lid>\w+)-liður)"
)
_us_forms = (
    (r"(?P<title>\d+[A-Za-z]?) U\.? ?S\.? ?C\.? §* ?(?P<section>[\w.–-]+)", "us", "{title}usc"),
    (r"(?P<title>\d+) C\.? ?F\.? ?R\.? §* ?(?P<section>[\w.-]+)", "us", "{title}cfr"),
    (r"D\.? ?C\.? Code §* ?(?P<section>[\w.:-]+)", "us-dc", "dccode"),
)  # fmt: skip
_appendix_form = re.compile(
    r"(?P<title>\d+) U\.? ?S\.? ?C\.? App\.(?:, (?P<act>[^,]+),)? (?P<sign>§*|Rule) ?"
    r"(?P<section>[\w.–-]+)" + _tail
)
_cfr_part = re.compile(
    r"(?P<title>\d+) C\.? ?F\.? ?R\.? Part (?P<part>[\w.-]+)"
    r"(?:, Supp\. I, comment (?P<section>\w+)" + _tail + r"(?:-(?P<comment>[\w.]+))?)?"
)
_us_reports = re.compile(r"(?P<volume>\d+) U\. ?S\. (?P<page>\d+)")
_act_form = re.compile(
    r"(?P<title>.*?)(?:\s*\[?Chapter (?P<chapter>\d+:\d+)\]?)?"
    r"(?:,? (?:ss?|sections?|arts?|articles?|rr?|rules?)\.? (?P<section>[0-9A-Za-z.-]+)"
    + _tail
    + r")?",
    re.I,
)


def read_locator(text: str) -> Reference:
    """Read a locator in any style this module writes. Raises BadLocator."""
    text = " ".join(text.split())
    if not text or len(text) > 1000:
        raise BadLocator("an empty or very long locator")
    if match := _icelandic_form.fullmatch(text):
        return Reference(_read_icelandic(match, text))
    for form, jurisdiction, corpus in _us_forms:
        if match := re.fullmatch(form + _tail, text):
            groups = match.groupdict()
            section = match["section"].replace("–", "-").replace(":", "~")
            path = (section, *_parenthesised(match["tail"]))
            return Reference(Urn(jurisdiction, corpus.format(**groups).lower(), path))
    if match := _appendix_form.fullmatch(text):
        return Reference(_read_appendix(match))
    if match := _cfr_part.fullmatch(text):
        return Reference(_read_cfr_part(match))
    if match := _us_reports.fullmatch(text):
        return Reference(Urn("us", "scotus", (f"{match['volume']}-us-{match['page']}",)))
    match = _act_form.fullmatch(text)
    if match is None or not (match["title"].strip(" ,") or match["chapter"]):
        raise BadLocator(f"not a locator: {text[:200]!r}")
    path = (match["section"], *_parenthesised(match["tail"])) if match["section"] else ()
    return Reference(None, match["title"].strip(" ,"), match["chapter"] or "", path)


def _read_appendix(match: re.Match[str]) -> Urn:
    section = segment(match["section"])
    path = [segment(match["act"].lower())] if match["act"] else []
    path.append(f"rule-{section}" if match["sign"] == "Rule" else section)
    return Urn("us", f"{match['title']}usc-app", (*path, *_parenthesised(match["tail"])))


def _read_cfr_part(match: re.Match[str]) -> Urn:
    path = [match["part"]]
    if match["section"]:
        path = [f"{match['part']}.{match['section']}", *_parenthesised(match["tail"]), "interp"]
        path += match["comment"].split(".") if match["comment"] else []
    return Urn("us", f"{match['title']}cfr", tuple(path))


def _read_icelandic(match: re.Match[str], text: str) -> Urn:
    path: list[str] = []
    tail, position = match["tail"], 0
    while position < len(tail.rstrip()):
        step = _icelandic_step.match(tail, position)
        if step is None:
            raise BadLocator(f"cannot read {tail[position:].strip()!r} in {text[:200]!r}")
        if step["article"]:
            path.append(step["article"] + (step["letter"] or ""))
        else:
            path.append(step["mgr"] or step["item"] or step["lid"])
        position = step.end()
    return Urn("is", f"{match['number']}-{match['year']}", tuple(path))


def _parenthesised(tail: str | None) -> tuple[str, ...]:
    return tuple(re.findall(r"\(([^)]+)\)", tail or ""))
