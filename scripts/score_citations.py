"""Scores citations against the marked set, beside eyecite alone on the same passages."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from citations.eyecite_alone import score_eyecite
from citations.marked_set import MARKED, Passage, passages
from citations.scoring import Score, Tally, lines, score
from pincite.model.mention import Mention


def main() -> None:
    options = argparse.ArgumentParser(description="Score citations against the marked set.")
    options.add_argument("--json", action="store_true", help="the same numbers as JSON")
    options.add_argument("--wrong", action="store_true", help="list what went wrong")
    options.add_argument("--folder", type=Path, default=MARKED, help="another marked set")
    given = options.parse_args()
    marked = passages(given.folder)
    ours = score(marked)
    eyecite, eyecite_by_form = score_eyecite(marked)
    if given.json:
        print(json.dumps(_numbers(ours, eyecite, eyecite_by_form), indent=2, ensure_ascii=False))
        return
    _table("Pincite (span, kind and form must be the marked ones)", ours.total, ours.by_form)
    _table("Pincite, by kind", ours.total, ours.by_kind)
    _table("Pincite, by theme", ours.total, ours.by_theme)
    _table("eyecite alone (any overlap with a mark of that sort)", eyecite, eyecite_by_form)
    if given.wrong:
        _wrong(ours)


def _table(title: str, total: Tally, rows: dict[str, Tally]) -> None:
    columns = ("marked", "found", "right", "P", "R", "R part", "resol.")
    print(title, f"{'':22}" + "".join(f"{column:>8}" for column in columns), sep="\n")
    for name, one in [*rows.items(), ("all", total)]:
        partly = one.right_in_part / one.marked if one.marked else 0.0
        print(
            f"{name:22}{one.marked:8}{one.found:8}{one.right:8}{one.precision:8.3f}{one.recall:8.3f}"
            f"{partly:8.3f}{one.resolution:8.3f}"
        )
    print()


def _numbers(ours: Score, eyecite: Tally, by_form: dict[str, Tally]) -> dict[str, object]:
    return {
        "pincite": {
            **_of(ours.total),
            "by_form": {name: _of(one) for name, one in ours.by_form.items()},
            "by_kind": {name: _of(one) for name, one in ours.by_kind.items()},
            "by_theme": {name: _of(one) for name, one in ours.by_theme.items()},
        },
        "eyecite": {**_of(eyecite), "by_form": {name: _of(one) for name, one in by_form.items()}},
    }


def _of(tally: Tally) -> dict[str, float]:
    return {
        "marked": tally.marked,
        "found": tally.found,
        "right": tally.right,
        "right_in_part": tally.right_in_part,
        "resolved": tally.resolved,
        "precision": round(tally.precision, 4),
        "recall": round(tally.recall, 4),
        "resolution": round(tally.resolution, 4),
    }


def _wrong(ours: Score) -> None:
    for match in ours.missed:
        mark, passage = match.mark, match.passage
        where = lines(passage, mark.start, mark.end)
        print(f"MISSED {passage.name}: {mark.kind} {mark.form} {mark.key}: {where}")
        if match.lenient is not None:
            print(f"    near: {_shown(passage, match.lenient.mention)}")
    for passage, mention in ours.extra:
        print(f"EXTRA {passage.name}: {_shown(passage, mention)}")
    for match in ours.misread:
        mark, got = match.mark, match.strict
        assert got is not None
        print(f"MEANS {match.passage.name}: {match.passage.words(mark)!r} ({got.mention.rule})")
        print(f"    marked {mark.key or mark.reason} {mark.group} {mark.targets}")
        print(f"    given {got.mention.key!r} {got.key or got.reason} {got.targets}")


def _shown(passage: Passage, mention: Mention) -> str:
    where = lines(passage, mention.start, mention.end)
    return f"{mention.kind} {mention.form} {where} ({mention.rule})"


if __name__ == "__main__":
    main()
