-- The folders that `sync` compares with.
CREATE TABLE folder (
  path words NOT NULL,
  added_at words NOT NULL
);
CREATE UNIQUE INDEX folder_once ON folder (hashed(path));

CREATE TABLE document (
  id words PRIMARY KEY,
  folder words NOT NULL,
  path words NOT NULL,
  sha256 words NOT NULL,
  size BIGINT NOT NULL,
  state words NOT NULL
    CHECK (state IN ('waiting', 'read', 'unreadable', 'duplicate', 'removed')),
  key BIGINT NOT NULL,
  revision INTEGER NOT NULL CHECK (revision > 0),
  format words NOT NULL,
  title words NOT NULL,
  language words NOT NULL,
  kind words NOT NULL,
  kind_reason words NOT NULL,
  short words NOT NULL,
  reason words NOT NULL,
  hint words NOT NULL,
  duplicate_of words NOT NULL,
  parent words NOT NULL,
  position INTEGER NOT NULL,
  attachments INTEGER NOT NULL,
  pages INTEGER NOT NULL,
  method words NOT NULL,
  confidence DOUBLE PRECISION,
  warnings words NOT NULL,
  ingested_at words NOT NULL
);
CREATE UNIQUE INDEX document_place ON document (hashed(folder), hashed(path));
CREATE UNIQUE INDEX document_key ON document (key) WHERE key > 0;

-- id = expression * 2^16 + page. A page's text lines lie within body_start:body_end of the canonical
-- text, its notes within note_start:note_end.
CREATE TABLE page (
  id BIGINT PRIMARY KEY,
  label words NOT NULL,
  width DOUBLE PRECISION NOT NULL,
  height DOUBLE PRECISION NOT NULL,
  method words NOT NULL,
  confidence DOUBLE PRECISION,
  reason words NOT NULL,
  body_start INTEGER NOT NULL,
  body_end INTEGER NOT NULL,
  note_start INTEGER NOT NULL,
  note_end INTEGER NOT NULL,
  lines BYTEA NOT NULL
);
