-- Resorts that an operator added to the catalogue that ships with the service. row_json is JSON.
CREATE TABLE IF NOT EXISTS imported_resorts (
    slug TEXT NOT NULL PRIMARY KEY,
    row_json TEXT NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT;
