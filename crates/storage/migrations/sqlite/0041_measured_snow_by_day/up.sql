-- Grading and pruning walk days.
CREATE INDEX IF NOT EXISTS measured_snow_by_day ON measured_snow (day);
