-- Derived from the corpus and rebuilt from it at any time: no migrations, one version.
CREATE TABLE document (
  key INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  work TEXT NOT NULL,
  rules TEXT NOT NULL,
  seal TEXT NOT NULL
) STRICT;
CREATE INDEX document_work ON document (work);

CREATE TABLE definition (
  document INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  term TEXT NOT NULL,
  urn TEXT NOT NULL,
  "start" INTEGER NOT NULL,
  body INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  includes TEXT NOT NULL,
  excludes TEXT NOT NULL,
  words TEXT NOT NULL,
  delegated INTEGER NOT NULL,
  adds INTEGER NOT NULL,
  same_as TEXT NOT NULL,
  PRIMARY KEY (document, ordinal)
) STRICT, WITHOUT ROWID;

-- What a definition reaches, one row a subtree.
CREATE TABLE reach (
  document INTEGER NOT NULL,
  urn TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  PRIMARY KEY (document, urn, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE stated (
  document INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  urn TEXT NOT NULL,
  "start" INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  words TEXT NOT NULL,
  targets TEXT NOT NULL,
  direction TEXT NOT NULL,
  own TEXT NOT NULL,
  PRIMARY KEY (document, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX stated_urn ON stated (document, urn);

-- What an exception is pointed at, in whichever work that is.
CREATE TABLE touched (
  urn TEXT NOT NULL,
  document INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  PRIMARY KEY (urn, document, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX touched_document ON touched (document);

-- The provisions a work says it was made under.
CREATE TABLE enabled (
  document INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  urn TEXT NOT NULL,
  by TEXT NOT NULL,
  words TEXT NOT NULL,
  PRIMARY KEY (document, ordinal)
) STRICT, WITHOUT ROWID;

-- Where a provision says that a term of its is defined.
CREATE TABLE pointed (
  document INTEGER NOT NULL,
  urn TEXT NOT NULL,
  "start" INTEGER NOT NULL,
  target TEXT NOT NULL,
  PRIMARY KEY (document, urn, "start", target)
) STRICT, WITHOUT ROWID;

-- What a law says of the status of law: of itself, of its parts, of other laws.
CREATE TABLE reading (
  document INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  change TEXT NOT NULL,
  urn TEXT NOT NULL,
  day TEXT NOT NULL,
  said_in TEXT NOT NULL,
  "start" INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  -- What it does not hold for: URNs, set apart by spaces.
  but TEXT NOT NULL,
  listed_in TEXT NOT NULL,
  PRIMARY KEY (document, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX reading_urn ON reading (urn);

-- The sections that may be less than in force by what holds them: of a part that the publisher, or
-- the law itself, calls ended or not begun, each one; so that nobody has to look at the others.
CREATE TABLE suspect (
  document INTEGER NOT NULL,
  urn TEXT NOT NULL,
  PRIMARY KEY (document, urn)
) STRICT, WITHOUT ROWID;

-- One row, once every law has been read: of which revision of the corpus, and by which rules.
CREATE TABLE whole (revision INTEGER NOT NULL, rules TEXT NOT NULL) STRICT
