-- Those that count no longer.
CREATE INDEX IF NOT EXISTS account_ceremonies_by_time ON account_ceremonies (made_at);
