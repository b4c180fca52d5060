-- The language that an account's letters speak, by its code.
ALTER TABLE alert_ways ADD COLUMN language TEXT;
