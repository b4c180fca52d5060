-- When the delivery of an event first succeeded.
ALTER TABLE webhook_subscriptions ADD COLUMN IF NOT EXISTS delivered_at BIGINT;
