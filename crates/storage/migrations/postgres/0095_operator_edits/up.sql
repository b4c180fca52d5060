-- Edits of what resorts say of themselves: drafts, what was published, what was undone.
CREATE TABLE IF NOT EXISTS operator_edits (
    slug TEXT NOT NULL,
    id TEXT NOT NULL,
    revision BIGINT NOT NULL,
    state TEXT NOT NULL,
    author TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    ended_at BIGINT,
    edits TEXT NOT NULL,
    former TEXT,
    PRIMARY KEY (slug, id)
);
