-- The newest row per resort and lane, copied in the transaction that appends it, so that a start reads one table.
CREATE TABLE IF NOT EXISTS latest_evidence (
    slug TEXT NOT NULL,
    lane TEXT NOT NULL,
    captured_at INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    observed_at INTEGER,
    payload TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (slug, lane)
) STRICT;
