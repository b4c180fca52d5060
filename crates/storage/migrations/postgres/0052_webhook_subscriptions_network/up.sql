-- The network of the address that the host led to when it was judged first, for limits. Empty in rows of before.
ALTER TABLE webhook_subscriptions ADD COLUMN IF NOT EXISTS network TEXT NOT NULL DEFAULT '';
