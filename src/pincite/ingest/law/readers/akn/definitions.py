"""Which provisions define a term, and what such a provision is called."""

from __future__ import annotations

from pincite.ingest.safe_xml import Element, text_of
from pincite.model.urn import segment

_SLUG_LIMIT = 60


def terms_of(element: Element) -> list[tuple[str, str]]:
    """The one term that a provision as a whole defines, and not only some sentence of it.

    Marked so: its first term, where each other belongs to a part that is marked for that one.
    Not marked: the only term, where it stands in the first sentence.
    """
    terms = list(element.iter("{*}def"))
    if not terms:
        return []
    refers = element.get("refersTo")
    if refers:
        own = terms[0].get("refersTo") == refers
        own = own and all(_belongs_below(term, element) for term in terms[1:])
    else:
        sentence = next(element.iter("{*}p", "{*}listIntroduction"), None)
        own = len(terms) == 1 and terms[0].getparent() is sentence
    if not own:
        return []
    return [(" ".join(text_of(terms[0]).split()), terms[0].get("refersTo") or "")]


def _belongs_below(term: Element, element: Element) -> bool:
    refers = term.get("refersTo")
    for above in term.iterancestors():
        if above is element:
            return False
        if refers and above.get("refersTo") == refers:
            return True
    return False


def defined(terms: list[tuple[str, str]]) -> dict[str, object]:
    slug = segment(terms[0][0].lower())[:_SLUG_LIMIT].rstrip("-._")
    return {
        "name": f"def-{slug}" if slug else None,
        "defines": "; ".join(term for term, _ in terms),
    }
