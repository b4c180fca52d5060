-- Codes, access tokens and refresh tokens of a grant, known by their digests. Codes have a redirect and a challenge.
CREATE TABLE IF NOT EXISTS oauth_secrets (
    digest TEXT NOT NULL,
    kind TEXT NOT NULL,
    grant_id TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    redirect TEXT,
    challenge TEXT,
    PRIMARY KEY (digest)
);
CREATE INDEX IF NOT EXISTS oauth_secrets_by_grant ON oauth_secrets (grant_id);
CREATE INDEX IF NOT EXISTS oauth_secrets_by_end ON oauth_secrets (expires_at);
