-- Processes of the deployment: each writes its own row every few seconds.
CREATE TABLE IF NOT EXISTS service_processes (
    id TEXT NOT NULL,
    version TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    timeline BIGINT,
    counters TEXT NOT NULL,
    published_at BIGINT,
    sources TEXT NOT NULL,
    PRIMARY KEY (id)
);
