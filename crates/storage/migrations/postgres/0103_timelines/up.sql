-- The highest timeline that a process has used of each PostgreSQL system; see `postgres/fence.rs`.
CREATE TABLE IF NOT EXISTS timelines (
    system TEXT NOT NULL,
    timeline BIGINT NOT NULL,
    PRIMARY KEY (system)
);
