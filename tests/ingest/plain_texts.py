"""Statutes as plain text, written for the tests of their reader."""

from __future__ import annotations

from pathlib import Path

from pincite.ingest.law import gates
from pincite.ingest.law.readers import ReadOptions, reader
from pincite.ingest.sources import Sources
from pincite.model import Draft
from pincite.settings import Settings

FRONT = """---
title: Lighthouse Act
urn: urn:lex:xm:act-1999-7
number: 7
year: 1999
date: 2000-01-01
---
"""

ACT = """PREAMBLE

WHEREAS ships pass in the night:

PART I – PRELIMINARY

1. Short title

This Act may be cited as the Lighthouse Act.

2. Interpretation

(1) In this Act—

"keeper" means a person who—
(a) keeps a lamp; or
(b) is appointed in terms of paragraph (a) of
subsection (2) of section 3;

“lamp” or “light” includes a lantern.

(2) Words mean what they say.

PART II

KEEPERS

3. Appointment of keepers

(1) The Board may appoint any person who—
    (a) is of age; and
    (b) has passed an examination in—
        (i) lamps;
        (ii) oil, in particular—
            (A) whale oil; and
            (B) paraffin;
        (iii) weather;

and has paid the fee.

(2) [Repealed by Act 3 of 2005]

(3) No keeper shall—

(a) sleep; or

(b) sing:

Provided that he may hum.

[Subsection (3) amended by Act 4 of 2006]

4. The Minister may make regulations for the better
carrying out of this Act, in terms of
(b) above or otherwise.

FIRST SCHEDULE
(Section 3) FEES

1. For an examination, two dollars.

2. For a lamp, three dollars.

SECOND SCHEDULE

1. Nothing.
"""


def outcomes_of(path: Path, options: ReadOptions | None = None) -> list[object]:
    chosen, options = reader("plain"), options or ReadOptions()
    sources = Sources.of([path], reader="plain", settings=Settings())
    return [
        outcome
        for unit in chosen.units(sources, options)
        for outcome in chosen.read(sources, unit, options)
    ]


def read_text(
    tmp_path: Path, text: str, profile: str | None = None, name: str = "law.txt", **what: object
) -> Draft:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (draft,) = outcomes_of(path, ReadOptions(profile=profile, **what))  # type: ignore[arg-type]
    assert isinstance(draft, Draft)
    assert gates.refusals(draft, min_chunks=1) == []
    return draft


def tails_of(draft: Draft, base: str = "") -> list[str]:
    return [node.urn.removeprefix(f"{base or draft.expression.urn}:") for node in draft.nodes[1:]]


REGULATION = """940 CMR 3.00: General Regulations

3.16: General

It is unfair to—
(1) mislead; or
(2) omit.

3.17 Landlord-Tenant

(1) Conditions. An owner shall not:
(a) fail to—
1. heat; or
2. light—
a. the stair; or
b. the hall;
(b) evict.

(4) Deposits.

(a) None.
"""


ICELANDIC = """Lög um vita, nr. 33/1999

I. kafli. Almenn ákvæði.

1. gr. Gildissvið

Lög þessi gilda um vita.

Þau gilda ekki um:

1. ljósker,

2. lampa sem eru:
a. litlir,
b. stórir;

nema annað sé ákveðið.

Ráðherra setur reglugerð.

2. gr.

Vitar skulu loga.

2. gr. a

…

3. gr. Lög þessi öðlast gildi þegar í stað.

Ákvæði til bráðabirgða.

4. gr.

Gamlir vitar mega loga.
"""


MARKDOWN = """# Harbour By-law

# Chapter 1. General

## 1. Ships

(1) Ships shall—

- (a) dock; or
- (b) leave.

> Editorial note: see the tide table.

### Cross-heading

## 2. Boats

Boats may not.

# Schedule. Fees

1. Two dollars.
2. Three dollars.
"""
