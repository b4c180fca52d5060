-- Ceremonies with passkeys that were begun: a sign-in, or, with an account, adding one. Each is used up by its first answer.
CREATE TABLE IF NOT EXISTS account_ceremonies (
    digest TEXT NOT NULL,
    account_id TEXT,
    state TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    PRIMARY KEY (digest)
);
