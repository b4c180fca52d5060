-- Browsers that are signed in, known by the digest of their cookie.
CREATE TABLE IF NOT EXISTS account_sessions (
    digest TEXT NOT NULL,
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    signed_in_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    browser TEXT NOT NULL,
    PRIMARY KEY (digest)
);
CREATE INDEX IF NOT EXISTS account_sessions_by_account ON account_sessions (account_id);
