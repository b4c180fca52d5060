-- The hour of the local day from which an account gets its morning email; null for none.
ALTER TABLE alert_ways ADD COLUMN morning INTEGER;
