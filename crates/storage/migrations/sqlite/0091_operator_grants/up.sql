-- Which organisation may speak in which resort's name.
CREATE TABLE IF NOT EXISTS operator_grants (
    slug TEXT NOT NULL,
    organisation TEXT NOT NULL,
    granted_at INTEGER NOT NULL,
    revoked_at INTEGER,
    PRIMARY KEY (slug, organisation)
) STRICT;
