-- Letters: one a person and day. What one says is in its notices, so that every attempt sends the same.
CREATE TABLE IF NOT EXISTS alert_letters (
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    due_at INTEGER,
    claimed_by TEXT,
    attempts INTEGER NOT NULL,
    ended_at INTEGER,
    outcome TEXT,
    PRIMARY KEY (id)
) STRICT;
CREATE INDEX IF NOT EXISTS alert_letters_due ON alert_letters (due_at) WHERE due_at IS NOT NULL;
