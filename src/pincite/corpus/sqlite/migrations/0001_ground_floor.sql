CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  reader TEXT NOT NULL,
  UNIQUE (sha256, name, reader)
) STRICT;

CREATE TABLE version (
  id INTEGER PRIMARY KEY,
  tag TEXT NOT NULL UNIQUE,
  collection TEXT NOT NULL,
  reader TEXT NOT NULL,
  loaded_at TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE work (
  id INTEGER PRIMARY KEY,
  urn TEXT NOT NULL UNIQUE,
  jurisdiction TEXT NOT NULL
) STRICT;

CREATE TABLE expression (
  id INTEGER PRIMARY KEY,
  work_id INTEGER NOT NULL REFERENCES work (id),
  hash TEXT NOT NULL,
  title TEXT NOT NULL CHECK (title <> ''),
  kind TEXT NOT NULL,
  language TEXT NOT NULL,
  style TEXT NOT NULL,
  number TEXT NOT NULL,
  year TEXT NOT NULL,
  chapter TEXT NOT NULL,
  akn TEXT NOT NULL,
  url TEXT NOT NULL,
  meta TEXT NOT NULL,
  length INTEGER NOT NULL,
  paragraphs BLOB NOT NULL,
  UNIQUE (work_id, hash)
) STRICT;
CREATE INDEX expression_chapter ON expression (chapter) WHERE chapter <> '';
CREATE INDEX expression_title ON expression (title COLLATE NOCASE);

CREATE TABLE expression_source (
  expression_id INTEGER NOT NULL REFERENCES expression (id),
  position INTEGER NOT NULL,
  source_id INTEGER NOT NULL REFERENCES source (id),
  PRIMARY KEY (expression_id, position)
) STRICT, WITHOUT ROWID;

-- The canonical text in pages of a fixed number of code points: id = expression * 2^16 + page.
CREATE TABLE text_page (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;

-- id = expression * 2^24 + ordinal, so a subtree is one range of ids.
CREATE TABLE node (
  id INTEGER PRIMARY KEY,
  parent INTEGER NOT NULL,
  last INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  urn TEXT NOT NULL,
  path TEXT NOT NULL,
  kind TEXT NOT NULL,
  num TEXT NOT NULL,
  heading TEXT NOT NULL,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL CHECK (end >= start),
  body INTEGER NOT NULL,
  status TEXT NOT NULL,
  source INTEGER NOT NULL,
  place TEXT NOT NULL,
  attrs TEXT
) STRICT;
CREATE INDEX node_urn ON node (urn);

-- id = expression * 2^24 + ordinal.
CREATE TABLE chunk (
  id INTEGER PRIMARY KEY,
  node INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL CHECK (end > start),
  kind TEXT NOT NULL,
  urn TEXT NOT NULL,
  locator TEXT NOT NULL CHECK (locator <> ''),
  header TEXT NOT NULL
) STRICT;

-- id = expression * 2^24 + position.
CREATE TABLE citation (
  id INTEGER PRIMARY KEY,
  node INTEGER NOT NULL,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  target TEXT NOT NULL,
  urn TEXT NOT NULL
) STRICT;
CREATE INDEX citation_urn ON citation (urn) WHERE urn <> '';

-- What each version states; expression_id NULL says that the work has no text from valid_from.
CREATE TABLE entry (
  version_id INTEGER NOT NULL REFERENCES version (id),
  work_id INTEGER NOT NULL REFERENCES work (id),
  expression_id INTEGER REFERENCES expression (id),
  label TEXT NOT NULL,
  valid_from TEXT,
  valid_to TEXT,
  CHECK (valid_to IS NULL OR valid_from IS NULL OR valid_to > valid_from),
  UNIQUE (version_id, work_id, valid_from, label)
) STRICT;
CREATE INDEX entry_work ON entry (work_id);
CREATE INDEX entry_expression ON entry (expression_id);

-- Settled from the entries of the active versions.
CREATE TABLE validity (
  work_id INTEGER NOT NULL REFERENCES work (id),
  expression_id INTEGER NOT NULL REFERENCES expression (id),
  version_id INTEGER NOT NULL REFERENCES version (id),
  valid_from TEXT NOT NULL,
  valid_to TEXT CHECK (valid_to IS NULL OR valid_to > valid_from),
  PRIMARY KEY (work_id, valid_from)
) STRICT, WITHOUT ROWID;
CREATE INDEX validity_expression ON validity (expression_id);

CREATE TRIGGER validity_never_overlaps BEFORE INSERT ON validity
WHEN EXISTS (
  SELECT 1 FROM validity AS other
  WHERE other.work_id = NEW.work_id
    AND other.valid_from < coalesce(NEW.valid_to, '9999-12-31')
    AND NEW.valid_from < coalesce(other.valid_to, '9999-12-31')
)
BEGIN SELECT RAISE(ABORT, 'validity ranges of one work overlap'); END;
CREATE TRIGGER validity_is_replaced_not_changed BEFORE UPDATE ON validity
BEGIN SELECT RAISE(ABORT, 'validity is replaced, never changed'); END;

CREATE TABLE override (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  urn TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('VOID', 'ENJOINED', 'SUSPENDED')),
  authority TEXT NOT NULL,
  citation TEXT NOT NULL,
  valid_from TEXT NOT NULL,
  valid_to TEXT CHECK (valid_to IS NULL OR valid_to > valid_from),
  note TEXT NOT NULL
) STRICT;
CREATE INDEX override_urn ON override (urn);

CREATE TABLE preemption (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  urn TEXT NOT NULL,
  by TEXT NOT NULL,
  authority TEXT NOT NULL,
  valid_from TEXT,
  valid_to TEXT,
  note TEXT NOT NULL
) STRICT;
CREATE INDEX preemption_urn ON preemption (urn);

CREATE TABLE synonym (
  phrase TEXT NOT NULL,
  term TEXT NOT NULL,
  jurisdiction TEXT NOT NULL,
  language TEXT NOT NULL,
  weight REAL NOT NULL CHECK (weight > 0 AND weight <= 1),
  topic TEXT NOT NULL,
  PRIMARY KEY (phrase, term, jurisdiction, language)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
  seq INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  action TEXT NOT NULL,
  detail TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
CREATE TRIGGER audit_is_never_shortened BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is never shortened'); END;
