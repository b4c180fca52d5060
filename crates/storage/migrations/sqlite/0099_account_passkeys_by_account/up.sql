-- The passkeys of an account.
CREATE INDEX IF NOT EXISTS account_passkeys_by_account ON account_passkeys (account_id, created_at);
