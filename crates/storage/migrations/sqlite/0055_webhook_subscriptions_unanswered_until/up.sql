-- When the subscription is given up unless its receiver answers with success by then.
ALTER TABLE webhook_subscriptions ADD COLUMN unanswered_until INTEGER;
