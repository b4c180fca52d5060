-- The newest reports of a resort.
CREATE INDEX IF NOT EXISTS operator_reports_by_sequence ON operator_reports (slug, sequence);
