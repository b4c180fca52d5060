-- What was done to accounts, by whom. Rows are added and never changed.
CREATE TABLE IF NOT EXISTS audit_log (
    id TEXT NOT NULL,
    happened_at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    act TEXT NOT NULL,
    account_id TEXT,
    detail TEXT NOT NULL,
    PRIMARY KEY (id)
) STRICT;
CREATE INDEX IF NOT EXISTS audit_log_by_account ON audit_log (account_id, happened_at);
CREATE INDEX IF NOT EXISTS audit_log_by_time ON audit_log (happened_at);
