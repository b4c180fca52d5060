-- What happened, once per key. `fanned_out_to` is the last subscription that has its delivery already.
CREATE TABLE IF NOT EXISTS webhook_events (
    dedupe_key TEXT NOT NULL,
    id TEXT NOT NULL,
    event TEXT NOT NULL,
    resort_slug TEXT NOT NULL,
    audience TEXT NOT NULL,
    data TEXT NOT NULL,
    happened_at INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    fanned_out_to TEXT,
    fanned_out_at INTEGER,
    PRIMARY KEY (dedupe_key)
) STRICT;
