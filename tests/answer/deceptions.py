"""Sentences that are false, or that no source supports, for a model to say above a quote that is
right; and what a reader is told instead."""

from __future__ import annotations

FALSE = "Yes. An owner may enter a dwelling without giving the tenant any notice."
QUOTE = "An owner may not enter a dwelling without giving the tenant at least twenty-four hours’ notice."
WITHHELD = "A model chose these quotes. Its own wording is not shown, because it is not checked."
APART = (
    "A model chose these quotes. Its own wording is kept apart: it is not checked and may be wrong."
)
DECEPTIONS: dict[str, str] = {
    "the negation dropped": FALSE,
    "the negation turned round": "No owner needs to give a tenant notice before entering.",
    "may for must": "An owner may choose whether to give notice.",
    "must for may": "A tenant must let the owner in whenever the owner asks.",
    "another party": "A tenant may not enter the dwelling without giving the owner notice.",
    "another number word": "A dozen minutes of notice are enough.",
    "another span of time": "Notice of a fortnight must be given.",
    "another order of time": "Notice may be given after the owner has entered.",
    "the exception removed": "An owner may never enter without notice, whatever the emergency.",
    "an exception invented": "No notice is needed where the tenant is behind with the rent.",
    "a condition invented": "Notice is needed only if the tenant has asked for it in writing.",
    "another subject": "This rule is about shops, and no home is meant by it.",
    "a standing invented": "This section has been repealed and binds nobody.",
    "a court invented": "The Supreme Court has held that notice is a courtesy.",
    "advice": "You should stop paying rent until the owner says sorry.",
    "in Icelandic": "Já. Eigandi má fara inn án nokkurs fyrirvara.",
}
