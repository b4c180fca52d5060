-- Every report, drafts and undone ones too, with what stood before it.
CREATE TABLE IF NOT EXISTS operator_reports (
    slug TEXT NOT NULL,
    id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    state TEXT NOT NULL,
    channel TEXT NOT NULL,
    author TEXT NOT NULL,
    request TEXT NOT NULL,
    observed_at BIGINT NOT NULL,
    made_at BIGINT NOT NULL,
    published_at BIGINT,
    ended_at BIGINT,
    report TEXT NOT NULL,
    former TEXT,
    PRIMARY KEY (slug, id)
);
