-- One winter of a resort from a reanalysis: its days as text, the last day asked for (days since 1970-01-01), how often
-- the answer came short. fetched_at in epoch microseconds.
CREATE TABLE IF NOT EXISTS climate_winters (
    slug TEXT NOT NULL,
    dataset TEXT NOT NULL,
    winter INTEGER NOT NULL,
    days TEXT NOT NULL,
    asked_through INTEGER NOT NULL,
    came_short INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (slug, dataset, winter)
) STRICT;
