-- Who runs resorts and may be granted some of them.
CREATE TABLE IF NOT EXISTS operator_organisations (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (id)
) STRICT;
