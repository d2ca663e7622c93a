CREATE TABLE document (
    key INTEGER PRIMARY KEY,
    hash TEXT NOT NULL,
    facets TEXT NOT NULL,
    rules TEXT NOT NULL,
    name TEXT NOT NULL,
    urns TEXT NOT NULL,
    units TEXT NOT NULL,
    unit BLOB NOT NULL,
    kind BLOB NOT NULL,
    of_itself BLOB NOT NULL,
    texts BLOB NOT NULL,
    headings BLOB NOT NULL,
    seal TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
