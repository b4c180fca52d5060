-- One row per upstream: updated first by every spend, so that spends on one upstream queue behind each other.
CREATE TABLE IF NOT EXISTS budget_upstreams (
    upstream TEXT NOT NULL PRIMARY KEY,
    spent_at INTEGER NOT NULL
) STRICT;
