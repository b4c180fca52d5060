-- Tokens of programs, known by their digest. A token that is revoked is deleted; the audit log remembers it.
CREATE TABLE IF NOT EXISTS account_tokens (
    digest TEXT NOT NULL,
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER,
    expires_at INTEGER,
    PRIMARY KEY (digest)
) STRICT;
CREATE INDEX IF NOT EXISTS account_tokens_by_account ON account_tokens (account_id);
