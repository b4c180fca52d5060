-- Active subscriptions of a destination are counted before another one is made.
CREATE INDEX IF NOT EXISTS webhook_subscriptions_by_host ON webhook_subscriptions (host) WHERE ended_at IS NULL;
