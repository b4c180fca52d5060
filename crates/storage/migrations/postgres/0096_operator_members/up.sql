-- Which account speaks for which organisation.
CREATE TABLE IF NOT EXISTS operator_members (
    account TEXT NOT NULL,
    organisation TEXT NOT NULL,
    role TEXT NOT NULL,
    since BIGINT NOT NULL,
    revoked_at BIGINT,
    PRIMARY KEY (account, organisation)
);
