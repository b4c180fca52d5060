-- Health of every source of the deployment, written by the process that queries it and read by all.
CREATE TABLE IF NOT EXISTS source_states (
    source TEXT NOT NULL,
    lane TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    last_success_at INTEGER,
    newest_value_at INTEGER,
    last_failure_at INTEGER,
    failure_class TEXT,
    last_failure TEXT,
    consecutive_failures INTEGER NOT NULL,
    not_asked TEXT,
    next_due_at INTEGER,
    holder TEXT NOT NULL,
    PRIMARY KEY (source)
) STRICT;
