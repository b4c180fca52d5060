-- People who may sign in. `email_key` is the same for two spellings of one address. Until `verified_at` is set, somebody was
-- invited and has not been here. `password` is a hash that says how it was made.
CREATE TABLE IF NOT EXISTS accounts (
    id TEXT NOT NULL,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    plan_until INTEGER,
    password TEXT,
    created_at INTEGER NOT NULL,
    verified_at INTEGER,
    PRIMARY KEY (id)
) STRICT;
