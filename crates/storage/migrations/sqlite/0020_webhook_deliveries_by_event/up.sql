-- One event, one delivery per subscription.
CREATE UNIQUE INDEX IF NOT EXISTS webhook_deliveries_by_event ON webhook_deliveries (subscription_id, event_id)
    WHERE event_id IS NOT NULL;
