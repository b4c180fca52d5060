-- Grading and pruning walk days.
CREATE INDEX IF NOT EXISTS forecast_archive_by_day ON forecast_archive (issued_on);
