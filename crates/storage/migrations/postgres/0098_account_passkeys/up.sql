-- Passkeys of accounts. A passkey belongs to the domain that it was made for; the key never changes, the state does with each use.
CREATE TABLE IF NOT EXISTS account_passkeys (
    credential TEXT NOT NULL,
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    site TEXT NOT NULL,
    key TEXT NOT NULL,
    state TEXT NOT NULL,
    transports BIGINT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (credential)
);
