-- Resorts that somebody saved.
CREATE TABLE IF NOT EXISTS saved_resorts (
    account_id TEXT NOT NULL,
    slug TEXT NOT NULL,
    saved_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, slug)
);
