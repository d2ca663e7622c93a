"""What languages say of words, asked from many threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from pincite.text.languages import english


def test_threads_do_not_mix_their_words() -> None:
    """A stemmer keeps the word it is at in itself; two threads at one would stem neither."""
    forms = [f"{stem}{end}" for stem in ("regulat", "exempt", "evict", "tenanc", "notif", "conspir")
             for end in ("ion", "ions", "ing", "ed", "ationally", "y", "ies")]  # fmt: skip
    alone = {form: english._stemmer.stem(form) for form in forms}

    def stemmed(turn: int) -> bool:
        every = forms[turn % len(forms) :] + forms[: turn % len(forms)]
        return all(english._stemmer.stem(form) == alone[form] for form in every * 5)

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(stemmed, range(200)))
