-- Text in byte order, as every engine sorts it, whatever the collation of the database.
CREATE DOMAIN words AS TEXT COLLATE "C";

-- An index entry holds a third of a page at most; longer names are told apart by their hash.
CREATE FUNCTION hashed(said TEXT) RETURNS BYTEA LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN pg_catalog.sha256(pg_catalog.convert_to(said, 'UTF8'));

CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- The last number given in tables whose numbers are not given again after a row is deleted.
CREATE TABLE counter (
  name words PRIMARY KEY,
  last BIGINT NOT NULL
);

CREATE TABLE source (
  id BIGINT PRIMARY KEY,
  sha256 words NOT NULL CHECK (length(sha256) = 64),
  name words NOT NULL,
  size BIGINT NOT NULL,
  reader words NOT NULL
);
CREATE UNIQUE INDEX source_once ON source (sha256, reader, hashed(name));

CREATE TABLE version (
  id BIGINT PRIMARY KEY,
  tag words NOT NULL UNIQUE,
  collection words NOT NULL,
  reader words NOT NULL,
  loaded_at words NOT NULL,
  active BOOLEAN NOT NULL DEFAULT TRUE
);

CREATE TABLE work (
  id BIGINT PRIMARY KEY,
  urn words NOT NULL UNIQUE,
  jurisdiction words NOT NULL
);

CREATE TABLE expression (
  id BIGINT PRIMARY KEY,
  work_id BIGINT NOT NULL REFERENCES work (id),
  hash words NOT NULL,
  title words NOT NULL CHECK (title <> ''),
  kind words NOT NULL,
  language words NOT NULL,
  style words NOT NULL,
  number words NOT NULL,
  year words NOT NULL,
  chapter words NOT NULL,
  akn words NOT NULL,
  url words NOT NULL,
  meta words NOT NULL,
  length INTEGER NOT NULL,
  paragraphs BYTEA NOT NULL,
  UNIQUE (work_id, hash)
);
CREATE INDEX expression_chapter ON expression USING hash (chapter) WHERE chapter <> '';
CREATE INDEX expression_title ON expression (left(lower(title COLLATE "C"), 200) COLLATE "C");

CREATE TABLE expression_source (
  expression_id BIGINT NOT NULL REFERENCES expression (id),
  position INTEGER NOT NULL,
  source_id BIGINT NOT NULL REFERENCES source (id),
  PRIMARY KEY (expression_id, position)
);

-- The canonical text in pages of a fixed number of code points: id = expression * 2^16 + page.
CREATE TABLE text_page (
  id BIGINT PRIMARY KEY,
  text words NOT NULL
);

-- id = expression * 2^24 + ordinal, so a subtree is one range of ids. citation_path is the node's
-- place in its expression's tree (paths.py), so that a subtree is also `citation_path <@ …`.
CREATE TABLE legal_nodes (
  id BIGINT PRIMARY KEY,
  parent INTEGER NOT NULL,
  last INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  urn words NOT NULL,
  path words NOT NULL,
  kind words NOT NULL,
  num words NOT NULL,
  heading words NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL CHECK ("end" >= start),
  body INTEGER NOT NULL,
  status words NOT NULL,
  source INTEGER NOT NULL,
  place words NOT NULL,
  attrs words,
  citation_path LTREE NOT NULL
);
CREATE INDEX legal_nodes_urn ON legal_nodes USING hash (urn);
CREATE INDEX legal_nodes_citation_path ON legal_nodes USING gist (citation_path);

-- id = expression * 2^24 + ordinal.
CREATE TABLE chunk (
  id BIGINT PRIMARY KEY,
  node INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL CHECK ("end" > start),
  kind words NOT NULL,
  urn words NOT NULL,
  locator words NOT NULL CHECK (locator <> ''),
  header words NOT NULL
);

-- id = expression * 2^24 + position.
CREATE TABLE citation (
  id BIGINT PRIMARY KEY,
  node INTEGER NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  target words NOT NULL,
  urn words NOT NULL
);
-- A join by equality, unlike one by a range of ids, is estimated well.
CREATE INDEX citation_expression ON citation ((id >> 24));

-- What each version states; expression_id NULL says that the work has no text from valid_from. The
-- id is the order of stating, which decides between entries that are alike in everything else.
CREATE TABLE entry (
  id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  version_id BIGINT NOT NULL REFERENCES version (id),
  work_id BIGINT NOT NULL REFERENCES work (id),
  expression_id BIGINT REFERENCES expression (id),
  label words NOT NULL,
  valid_from DATE,
  valid_to DATE,
  CHECK (valid_to IS NULL OR valid_from IS NULL OR valid_to > valid_from),
  UNIQUE (version_id, work_id, valid_from, label)
);
CREATE INDEX entry_work ON entry (work_id);
CREATE INDEX entry_expression ON entry (expression_id);

-- Settled from the entries of the active versions.
CREATE TABLE validity (
  work_id BIGINT NOT NULL REFERENCES work (id),
  expression_id BIGINT NOT NULL REFERENCES expression (id),
  version_id BIGINT NOT NULL REFERENCES version (id),
  during DATERANGE NOT NULL CHECK (NOT isempty(during) AND NOT lower_inf(during)),
  CONSTRAINT validity_never_overlaps EXCLUDE USING gist (work_id WITH =, during WITH &&)
);
CREATE INDEX validity_expression ON validity (expression_id);
CREATE TRIGGER validity_is_replaced_not_changed BEFORE UPDATE ON validity
FOR EACH STATEMENT EXECUTE FUNCTION refuse('validity is replaced, never changed');

CREATE TABLE judicial_overrides (
  id BIGINT PRIMARY KEY,
  urn words NOT NULL,
  status words NOT NULL CHECK (status IN ('VOID', 'ENJOINED', 'SUSPENDED')),
  authority words NOT NULL,
  citation words NOT NULL,
  valid_from DATE NOT NULL,
  valid_to DATE CHECK (valid_to IS NULL OR valid_to > valid_from),
  note words NOT NULL
);
CREATE INDEX judicial_overrides_urn ON judicial_overrides USING hash (urn);

CREATE TABLE federal_preemption (
  id BIGINT PRIMARY KEY,
  urn words NOT NULL,
  by words NOT NULL,
  authority words NOT NULL,
  valid_from DATE,
  valid_to DATE,
  note words NOT NULL
);
CREATE INDEX federal_preemption_urn ON federal_preemption USING hash (urn);

CREATE TABLE legal_synonyms (
  phrase words NOT NULL,
  term words NOT NULL,
  jurisdiction words NOT NULL,
  language words NOT NULL,
  weight DOUBLE PRECISION NOT NULL CHECK (weight > 0 AND weight <= 1),
  topic words NOT NULL,
  PRIMARY KEY (phrase, term, jurisdiction, language)
);

CREATE TABLE audit (
  seq BIGINT PRIMARY KEY,
  at words NOT NULL,
  action words NOT NULL,
  detail words NOT NULL,
  previous words NOT NULL,
  hash words NOT NULL
);
CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
FOR EACH STATEMENT EXECUTE FUNCTION refuse('the audit log is never changed');
CREATE TRIGGER audit_is_never_shortened BEFORE DELETE OR TRUNCATE ON audit
FOR EACH STATEMENT EXECUTE FUNCTION refuse('the audit log is never shortened');
