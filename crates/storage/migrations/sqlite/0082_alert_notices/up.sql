-- Alerts that fired: the history, and what letters tell. A key comes once for its alert and resort. Without `due_at` it goes by
-- no letter; with `letter` it is in that one.
CREATE TABLE IF NOT EXISTS alert_notices (
    alert_id TEXT NOT NULL,
    slug TEXT NOT NULL,
    key TEXT NOT NULL,
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    zone TEXT NOT NULL,
    evidence TEXT NOT NULL,
    observed_at INTEGER NOT NULL,
    fired_at INTEGER NOT NULL,
    due_at INTEGER,
    letter TEXT,
    PRIMARY KEY (alert_id, slug, key)
) STRICT;
CREATE INDEX IF NOT EXISTS alert_notices_by_account ON alert_notices (account_id, fired_at);
CREATE INDEX IF NOT EXISTS alert_notices_pending ON alert_notices (due_at) WHERE letter IS NULL AND due_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS alert_notices_by_letter ON alert_notices (letter) WHERE letter IS NOT NULL;
