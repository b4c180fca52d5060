-- The prune walks ends.
CREATE INDEX IF NOT EXISTS climate_winters_former_by_end ON climate_winters_former (replaced_at);
