-- Who is next in a lane.
CREATE INDEX IF NOT EXISTS webhook_deliveries_behind ON webhook_deliveries (subscription_id, lane, sequence)
    WHERE ready_at IS NULL AND ended_at IS NULL;
