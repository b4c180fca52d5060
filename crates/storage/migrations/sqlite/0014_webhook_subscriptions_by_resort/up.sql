-- The active subscriptions of a resort, or the global ones, in the order of the fan-out's cursor.
CREATE INDEX IF NOT EXISTS webhook_subscriptions_by_resort ON webhook_subscriptions (resort_slug, id)
    WHERE ended_at IS NULL;
