-- The newest row per resort and lane, copied in the transaction that appends it, so that a start reads one table.
CREATE TABLE IF NOT EXISTS latest_evidence (
    slug TEXT NOT NULL,
    lane TEXT NOT NULL,
    captured_at BIGINT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    observed_at BIGINT,
    payload TEXT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (slug, lane)
);
