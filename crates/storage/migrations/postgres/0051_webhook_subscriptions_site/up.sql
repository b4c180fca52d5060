-- The registrable domain of the URL's host, for limits. Empty in rows of before, until the service fills it in.
ALTER TABLE webhook_subscriptions ADD COLUMN IF NOT EXISTS site TEXT NOT NULL DEFAULT '';
