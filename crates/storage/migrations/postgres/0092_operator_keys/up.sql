-- Keys of machines, known by their digest alone.
CREATE TABLE IF NOT EXISTS operator_keys (
    digest TEXT NOT NULL,
    id TEXT NOT NULL,
    organisation TEXT NOT NULL,
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    used_as TEXT NOT NULL,
    role TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT,
    PRIMARY KEY (digest)
);
