-- Sign-ins by mail that were begun. The code counts under the challenge's name, the link by itself; both once. A challenge for
-- an address that may not sign in has no code and no link.
CREATE TABLE IF NOT EXISTS account_challenges (
    digest TEXT NOT NULL,
    email TEXT NOT NULL,
    code_digest TEXT,
    link_digest TEXT,
    made_at INTEGER NOT NULL,
    holds_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    PRIMARY KEY (digest)
) STRICT;
CREATE INDEX IF NOT EXISTS account_challenges_by_link ON account_challenges (link_digest);
CREATE INDEX IF NOT EXISTS account_challenges_by_time ON account_challenges (made_at);
