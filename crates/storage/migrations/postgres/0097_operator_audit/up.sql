-- Who did what in a resort's name. Rows are added and never changed.
CREATE TABLE IF NOT EXISTS operator_audit (
    slug TEXT NOT NULL,
    id TEXT NOT NULL,
    at BIGINT NOT NULL,
    who TEXT NOT NULL,
    act TEXT NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (slug, id)
);
