-- Of which instant the newest event was that the billing provider sent of an account: an older one that comes later says nothing.
CREATE TABLE IF NOT EXISTS billing_newest (
    account_id TEXT NOT NULL,
    said_at BIGINT NOT NULL,
    PRIMARY KEY (account_id)
);
