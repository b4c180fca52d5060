-- Every report, drafts and undone ones too, with what stood before it.
CREATE TABLE IF NOT EXISTS operator_reports (
    slug TEXT NOT NULL,
    id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    state TEXT NOT NULL,
    channel TEXT NOT NULL,
    author TEXT NOT NULL,
    request TEXT NOT NULL,
    observed_at INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    published_at INTEGER,
    ended_at INTEGER,
    report TEXT NOT NULL,
    former TEXT,
    PRIMARY KEY (slug, id)
) STRICT;
