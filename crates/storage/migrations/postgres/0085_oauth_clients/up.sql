-- Clients that registered themselves, where the deployment lets them. One that nobody consented to is forgotten after a day.
CREATE TABLE IF NOT EXISTS oauth_clients (
    id TEXT NOT NULL,
    metadata TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (id)
);
CREATE INDEX IF NOT EXISTS oauth_clients_by_time ON oauth_clients (made_at) WHERE used_at IS NULL;
