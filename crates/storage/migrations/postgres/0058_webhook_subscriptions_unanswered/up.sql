-- Whose receiver has not answered so far, and until when it is waited for.
CREATE INDEX IF NOT EXISTS webhook_subscriptions_unanswered ON webhook_subscriptions (unanswered_until)
    WHERE unanswered_until IS NOT NULL AND ended_at IS NULL;
