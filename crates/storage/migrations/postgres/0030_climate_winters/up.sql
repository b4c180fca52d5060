-- One winter of a resort from a reanalysis: its days as text, the last day asked for (days since 1970-01-01), how often
-- the answer came short. fetched_at in epoch microseconds.
CREATE TABLE IF NOT EXISTS climate_winters (
    slug TEXT NOT NULL,
    dataset TEXT NOT NULL,
    winter BIGINT NOT NULL,
    days TEXT NOT NULL,
    asked_through BIGINT NOT NULL,
    came_short BIGINT NOT NULL,
    fetched_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (slug, dataset, winter)
);
