-- Health of every source of the deployment, written by the process that queries it and read by all.
CREATE TABLE IF NOT EXISTS source_states (
    source TEXT NOT NULL,
    lane TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    last_success_at BIGINT,
    newest_value_at BIGINT,
    last_failure_at BIGINT,
    failure_class TEXT,
    last_failure TEXT,
    consecutive_failures BIGINT NOT NULL,
    not_asked TEXT,
    next_due_at BIGINT,
    holder TEXT NOT NULL,
    PRIMARY KEY (source)
);
