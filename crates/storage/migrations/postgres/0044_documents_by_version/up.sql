-- For replicas that read what changed since the version that they hold.
CREATE INDEX IF NOT EXISTS documents_by_version ON documents (version);
