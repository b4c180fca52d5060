-- Who is told of what. The secret is sealed; its digest is what a bearer is compared with. `last_sequence` numbers the
-- subscription's deliveries, and the row is locked by whatever changes them.
CREATE TABLE IF NOT EXISTS webhook_subscriptions (
    id TEXT NOT NULL,
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    events TEXT NOT NULL,
    resort_slug TEXT,
    secret_digest TEXT NOT NULL,
    sealed_secret TEXT NOT NULL,
    next_digest TEXT,
    next_sealed TEXT,
    next_until BIGINT,
    created_at BIGINT NOT NULL,
    state TEXT NOT NULL,
    consecutive_failures BIGINT NOT NULL,
    latency_ms BIGINT NOT NULL,
    last_sequence BIGINT NOT NULL,
    ended_at BIGINT,
    PRIMARY KEY (id)
);
