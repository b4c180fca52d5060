-- One row per topic; replicas poll it and read what is newer than what they hold.
CREATE TABLE IF NOT EXISTS changes (
    shard TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL
) STRICT;
