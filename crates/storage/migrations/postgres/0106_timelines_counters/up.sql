-- The change counters with which the timeline began, as JSON; see `postgres/fence.rs`.
ALTER TABLE timelines ADD COLUMN IF NOT EXISTS counters TEXT;
