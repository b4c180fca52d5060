-- Replicas read what changed since the version that they hold.
CREATE INDEX IF NOT EXISTS latest_evidence_by_version ON latest_evidence (version);
