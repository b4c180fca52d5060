-- Every attempt that ended, for the subscription's owner. The snippet is the beginning of the answer's body.
CREATE TABLE IF NOT EXISTS webhook_attempts (
    subscription_id TEXT NOT NULL,
    delivery_id TEXT NOT NULL,
    attempt BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL,
    http_status BIGINT,
    error_code TEXT,
    snippet TEXT,
    PRIMARY KEY (subscription_id, delivery_id, attempt)
);
