-- Which organisation may speak in which resort's name.
CREATE TABLE IF NOT EXISTS operator_grants (
    slug TEXT NOT NULL,
    organisation TEXT NOT NULL,
    granted_at BIGINT NOT NULL,
    revoked_at BIGINT,
    PRIMARY KEY (slug, organisation)
);
