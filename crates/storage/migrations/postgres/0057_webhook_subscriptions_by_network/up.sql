-- The same for a network.
CREATE INDEX IF NOT EXISTS webhook_subscriptions_by_network ON webhook_subscriptions (network) WHERE ended_at IS NULL;
