-- When the subscription is given up unless its receiver answers with success by then.
ALTER TABLE webhook_subscriptions ADD COLUMN IF NOT EXISTS unanswered_until BIGINT;
