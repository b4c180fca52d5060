-- What can be claimed, longest due first.
CREATE INDEX IF NOT EXISTS webhook_deliveries_ready ON webhook_deliveries (ready_at, sequence, subscription_id)
    WHERE ready_at IS NOT NULL;
