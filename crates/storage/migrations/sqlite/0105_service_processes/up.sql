-- Processes of the deployment: each writes its own row every few seconds.
CREATE TABLE IF NOT EXISTS service_processes (
    id TEXT NOT NULL,
    version TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    timeline INTEGER,
    counters TEXT NOT NULL,
    published_at INTEGER,
    sources TEXT NOT NULL,
    PRIMARY KEY (id)
) STRICT;
