ALTER TABLE accounts ADD COLUMN suspended_at INTEGER;
