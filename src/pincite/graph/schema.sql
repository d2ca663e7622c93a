-- Derived from the corpus and rebuilt from it at any time: no migrations, one version.
CREATE TABLE document (
  key INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  rules TEXT NOT NULL,
  seal TEXT NOT NULL
) STRICT;
CREATE INDEX document_id ON document (id);

CREATE TABLE chunk (
  id INTEGER PRIMARY KEY,
  document INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  "start" INTEGER NOT NULL,
  "end" INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX chunk_order ON chunk (document, ordinal);

-- A party and an organisation are one entity if their keys are the same: `space` is what keys are
-- compared within.
CREATE TABLE entity (
  id INTEGER PRIMARY KEY,
  space TEXT NOT NULL,
  key TEXT NOT NULL,
  UNIQUE (space, key)
) STRICT;

CREATE TABLE naming (
  entity INTEGER NOT NULL,
  document INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (entity, document, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX naming_document ON naming (document);

CREATE TABLE mention (
  document INTEGER NOT NULL,
  "start" INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  entity INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  kind TEXT NOT NULL,
  words TEXT NOT NULL,
  rule TEXT NOT NULL,
  role TEXT NOT NULL,
  PRIMARY KEY (document, "start", "end", entity)
) STRICT, WITHOUT ROWID;
CREATE INDEX mention_entity ON mention (entity, chunk, document);
CREATE INDEX mention_chunk ON mention (chunk, entity);

CREATE TABLE dated (
  document INTEGER NOT NULL,
  "start" INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  words TEXT NOT NULL,
  iso TEXT NOT NULL,
  precision TEXT NOT NULL,
  reason TEXT NOT NULL,
  sentence TEXT NOT NULL,
  sentence_start INTEGER NOT NULL,
  PRIMARY KEY (document, "start")
) STRICT, WITHOUT ROWID;
CREATE INDEX dated_iso ON dated (iso);

CREATE TABLE term (
  id INTEGER PRIMARY KEY,
  document INTEGER NOT NULL,
  words TEXT NOT NULL,
  chunk INTEGER NOT NULL,
  "start" INTEGER NOT NULL
) STRICT;
CREATE INDEX term_document ON term (document);
CREATE INDEX term_chunk ON term (chunk);

CREATE TABLE term_use (
  term INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  PRIMARY KEY (term, chunk)
) STRICT, WITHOUT ROWID;
CREATE INDEX term_use_chunk ON term_use (chunk);
