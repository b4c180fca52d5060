-- What accounts want to be told of. An account has one alert of a kind and resort; without a slug it is for any resort.
CREATE TABLE IF NOT EXISTS alerts (
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    slug TEXT,
    threshold_cm INTEGER,
    window_days INTEGER,
    quiet TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (id)
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS alerts_by_account ON alerts (account_id, kind, COALESCE(slug, ''));
CREATE INDEX IF NOT EXISTS alerts_by_slug ON alerts (slug);
