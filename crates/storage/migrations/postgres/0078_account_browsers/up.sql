-- Browsers that were signed in to an account, signed out or not: what they ask for is not counted with what strangers ask for.
CREATE TABLE IF NOT EXISTS account_browsers (
    digest TEXT NOT NULL,
    account_id TEXT NOT NULL,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (digest)
);
CREATE INDEX IF NOT EXISTS account_browsers_by_account ON account_browsers (account_id, seen_at);
CREATE INDEX IF NOT EXISTS account_browsers_by_time ON account_browsers (seen_at);
