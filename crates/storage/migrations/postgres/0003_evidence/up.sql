-- Append-only: what was known, and when it became known. Times are epoch microseconds, payload is JSON.
CREATE TABLE IF NOT EXISTS evidence (
    slug TEXT NOT NULL,
    lane TEXT NOT NULL,
    captured_at BIGINT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    observed_at BIGINT,
    payload TEXT NOT NULL,
    PRIMARY KEY (slug, lane, captured_at, id)
);
