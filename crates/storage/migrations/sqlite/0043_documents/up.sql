-- Small data sets, whole documents each: the newest of a subject replaces the one before. `version` is the change
-- counter's when it was written; a null payload says that the document was removed then.
CREATE TABLE IF NOT EXISTS documents (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    version INTEGER NOT NULL,
    captured_at INTEGER NOT NULL,
    payload TEXT,
    PRIMARY KEY (kind, subject)
) STRICT;
