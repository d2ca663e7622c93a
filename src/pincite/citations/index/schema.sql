-- Derived from the corpus and rebuilt from it at any time: no migrations, one version.
CREATE TABLE document (
  key INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  rules TEXT NOT NULL,
  seal TEXT NOT NULL
) STRICT;
CREATE INDEX document_id ON document (id);

-- `source` is the key of what is cited, settled: "" where nothing could be, and then `reason` is set.
CREATE TABLE mention (
  document INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "start" INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  kind TEXT NOT NULL,
  form TEXT NOT NULL,
  source TEXT NOT NULL,
  pin TEXT NOT NULL,
  words TEXT NOT NULL,
  rule TEXT NOT NULL,
  antecedent INTEGER NOT NULL,
  reason TEXT NOT NULL,
  treatment TEXT NOT NULL,
  PRIMARY KEY (document, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX mention_source ON mention (source, document, ordinal);

CREATE TABLE target (
  urn TEXT NOT NULL,
  document INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (urn, document, ordinal, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX target_document ON target (document);

-- What sources are called where they are cited in full.
CREATE TABLE naming (
  source TEXT NOT NULL,
  document INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (source, document, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX naming_document ON naming (document)
