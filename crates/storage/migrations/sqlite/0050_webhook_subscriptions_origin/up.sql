-- Who made a subscription, for limits: a mark that some hundred addresses share, not an address. Empty in rows of before.
ALTER TABLE webhook_subscriptions ADD COLUMN origin TEXT NOT NULL DEFAULT '';
