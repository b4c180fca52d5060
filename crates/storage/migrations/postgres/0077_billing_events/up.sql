-- Events of the billing provider that were taken, so that none is taken twice.
CREATE TABLE IF NOT EXISTS billing_events (
    id TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (id)
);
CREATE INDEX IF NOT EXISTS billing_events_by_time ON billing_events (received_at);
