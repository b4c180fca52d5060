-- Events that some subscriptions have no delivery of yet, oldest first.
CREATE INDEX IF NOT EXISTS webhook_events_to_fan_out ON webhook_events (recorded_at, id) WHERE fanned_out_at IS NULL;
