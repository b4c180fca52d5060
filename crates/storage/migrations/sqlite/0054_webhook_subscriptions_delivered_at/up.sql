-- When the delivery of an event first succeeded.
ALTER TABLE webhook_subscriptions ADD COLUMN delivered_at INTEGER;
