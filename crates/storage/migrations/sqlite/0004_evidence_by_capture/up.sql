-- Pruning walks history from its oldest end.
CREATE INDEX IF NOT EXISTS evidence_by_capture ON evidence (captured_at);
