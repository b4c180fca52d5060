-- The indices of El Niño, until now in a table of their own, which stays: a replica that was started before this migration
-- still reads it.
INSERT INTO documents (kind, subject, version, captured_at, payload)
SELECT 'enso', name, 1, fetched_at, payload FROM enso_series WHERE true
ON CONFLICT DO NOTHING;
