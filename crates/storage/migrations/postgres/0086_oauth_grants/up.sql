-- What somebody allowed a client: everything that was issued for it ends with it.
CREATE TABLE IF NOT EXISTS oauth_grants (
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    client_name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    audience TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    ended_at BIGINT,
    PRIMARY KEY (id)
);
CREATE INDEX IF NOT EXISTS oauth_grants_by_account ON oauth_grants (account_id);
