"""What was built, for people to look at: counts, lengths and samples of every kind."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from training.records import Pair, Passage, positive_texts
from training.split import share

_SAMPLES = 3
_SHOWN = 420


def summary(
    passages: Sequence[Passage],
    trained: Sequence[Pair],
    held: Sequence[Pair],
    hard: Sequence[Sequence[int]],
    dropped: Counter[str],
    unresolved: Sequence[str],
) -> str:
    texts = [one.text for one in passages]
    count = Counter(one.corpus for one in passages)
    size: Counter[str] = Counter()
    for one in passages:
        size[one.corpus] += len(one.text)
    lines = ["| corpus | passages | megacharacters |", "|---|---:|---:|"]
    lines += [f"| {name} | {count[name]} | {size[name] / 1e6:.1f} |" for name in count]
    lines += ["", _table(trained), "", f"Held out: {dict(Counter(one.corpus for one in held))}"]
    few = sum(len(one) < 8 for one in hard)
    lines += [f"Pairs with fewer than 8 hard negatives: {few}"]
    lines += ["", "Left out:"] + [f"- {why}: {times}" for why, times in sorted(dropped.items())]
    lines += [f"- questions whose provision is not here: {len(unresolved)} {unresolved[:5]}"]
    by_kind: dict[str, list[Pair]] = defaultdict(list)
    for pair in trained:
        by_kind[pair.kind].append(pair)
    for kind, pairs in by_kind.items():
        lines += ["", f"## {kind}"]
        for pair in sorted(pairs, key=lambda one: share(one.query, one.positives))[:_SAMPLES]:
            shown = positive_texts(pair, texts)[0][:_SHOWN].replace("\n", " // ")
            lines += [f"- **{pair.query}** ({pair.corpus}, {len(pair.positives)})", f"  {shown}"]
    return "\n".join(lines)


def _table(pairs: Sequence[Pair]) -> str:
    corpora = list(dict.fromkeys(one.corpus for one in pairs))
    kinds = list(dict.fromkeys(one.kind for one in pairs))
    counts = Counter((one.kind, one.corpus) for one in pairs)
    lines = [f"| kind | {' | '.join(corpora)} | all |", "|---" * (len(corpora) + 2) + "|"]
    for kind in kinds:
        row = [counts[kind, corpus] for corpus in corpora]
        lines.append(f"| {kind} | {' | '.join(map(str, row))} | {sum(row)} |")
    totals = [sum(counts[kind, corpus] for kind in kinds) for corpus in corpora]
    lines.append(f"| all | {' | '.join(map(str, totals))} | {sum(totals)} |")
    return "\n".join(lines)
