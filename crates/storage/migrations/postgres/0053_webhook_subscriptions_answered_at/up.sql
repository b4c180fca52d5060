-- When the receiver first answered with success, be it to a test.
ALTER TABLE webhook_subscriptions ADD COLUMN IF NOT EXISTS answered_at BIGINT;
