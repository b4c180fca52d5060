-- One body for one subscription. `due_at` is not before when it waits, and the end of the lease when it is claimed. Its
-- twin `ready_at` is the oldest unfinished one's of a lane alone, and null for those that it holds back.
CREATE TABLE IF NOT EXISTS webhook_deliveries (
    subscription_id TEXT NOT NULL,
    id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    event_id TEXT,
    event TEXT NOT NULL,
    lane TEXT NOT NULL,
    kind TEXT NOT NULL,
    stage TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    earlier_attempts BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    ready_at BIGINT,
    claim_id TEXT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    body TEXT NOT NULL,
    PRIMARY KEY (subscription_id, id),
    UNIQUE (subscription_id, sequence)
);
