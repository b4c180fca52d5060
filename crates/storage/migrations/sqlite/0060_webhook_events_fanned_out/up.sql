-- Events that are old enough to be forgotten.
CREATE INDEX IF NOT EXISTS webhook_events_fanned_out ON webhook_events (fanned_out_at) WHERE fanned_out_at IS NOT NULL;
