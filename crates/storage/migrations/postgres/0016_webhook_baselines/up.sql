-- What was last told, or first seen, of each thing that is watched.
CREATE TABLE IF NOT EXISTS webhook_baselines (
    subject TEXT NOT NULL,
    version BIGINT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (subject)
);
