-- Names that are old enough to be forgotten.
CREATE INDEX IF NOT EXISTS webhook_limits_touched ON webhook_limits (touched_at);
