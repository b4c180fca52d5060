-- Which account speaks for which organisation.
CREATE TABLE IF NOT EXISTS operator_members (
    account TEXT NOT NULL,
    organisation TEXT NOT NULL,
    role TEXT NOT NULL,
    since INTEGER NOT NULL,
    revoked_at INTEGER,
    PRIMARY KEY (account, organisation)
) STRICT;
