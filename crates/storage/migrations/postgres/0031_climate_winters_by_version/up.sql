-- Replicas read what changed.
CREATE INDEX IF NOT EXISTS climate_winters_by_version ON climate_winters (version);
