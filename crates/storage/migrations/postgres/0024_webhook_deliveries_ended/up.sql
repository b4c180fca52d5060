-- What is old enough to be forgotten.
CREATE INDEX IF NOT EXISTS webhook_deliveries_ended ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL;
