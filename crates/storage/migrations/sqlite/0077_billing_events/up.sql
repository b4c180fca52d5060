-- Events of the billing provider that were taken, so that none is taken twice.
CREATE TABLE IF NOT EXISTS billing_events (
    id TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    PRIMARY KEY (id)
) STRICT;
CREATE INDEX IF NOT EXISTS billing_events_by_time ON billing_events (received_at);
