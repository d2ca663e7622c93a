-- The folders that `sync` compares with.
CREATE TABLE folder (
  path TEXT PRIMARY KEY,
  added_at TEXT NOT NULL
) STRICT;

CREATE TABLE document (
  id TEXT PRIMARY KEY,
  folder TEXT NOT NULL,
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('waiting', 'read', 'unreadable', 'duplicate', 'removed')),
  key INTEGER NOT NULL,
  revision INTEGER NOT NULL CHECK (revision > 0),
  format TEXT NOT NULL,
  title TEXT NOT NULL,
  language TEXT NOT NULL,
  kind TEXT NOT NULL,
  kind_reason TEXT NOT NULL,
  short TEXT NOT NULL,
  reason TEXT NOT NULL,
  hint TEXT NOT NULL,
  duplicate_of TEXT NOT NULL,
  parent TEXT NOT NULL,
  position INTEGER NOT NULL,
  attachments INTEGER NOT NULL,
  pages INTEGER NOT NULL,
  method TEXT NOT NULL,
  confidence REAL,
  warnings TEXT NOT NULL,
  ingested_at TEXT NOT NULL,
  UNIQUE (folder, path)
) STRICT;
CREATE UNIQUE INDEX document_key ON document (key) WHERE key > 0;
CREATE INDEX document_sha256 ON document (sha256);
CREATE INDEX document_parent ON document (parent) WHERE parent <> '';

-- id = expression * 2^16 + page. A page's text lines lie within body_start:body_end of the canonical
-- text, its notes within note_start:note_end.
CREATE TABLE page (
  id INTEGER PRIMARY KEY,
  label TEXT NOT NULL,
  width REAL NOT NULL,
  height REAL NOT NULL,
  method TEXT NOT NULL,
  confidence REAL,
  reason TEXT NOT NULL,
  body_start INTEGER NOT NULL,
  body_end INTEGER NOT NULL,
  note_start INTEGER NOT NULL,
  note_end INTEGER NOT NULL,
  lines BLOB NOT NULL
) STRICT;
