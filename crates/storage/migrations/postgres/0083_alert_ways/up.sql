-- Where an account's alerts go. `token` ends its letters, `confirm_digest` begins them, each by a link in a letter.
CREATE TABLE IF NOT EXISTS alert_ways (
    account_id TEXT NOT NULL,
    mail TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    confirm_digest TEXT,
    asked_at BIGINT,
    bounces BIGINT NOT NULL,
    webhook_id TEXT,
    PRIMARY KEY (account_id)
);
CREATE INDEX IF NOT EXISTS alert_ways_by_confirm ON alert_ways (confirm_digest) WHERE confirm_digest IS NOT NULL;
