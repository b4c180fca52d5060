-- Active subscriptions of a registrable domain are counted before another one is made.
CREATE INDEX IF NOT EXISTS webhook_subscriptions_by_site ON webhook_subscriptions (site) WHERE ended_at IS NULL;
