-- What a winter's days were before they were told anew, for replay: known from fetched_at to replaced_at, epoch
-- microseconds.
CREATE TABLE IF NOT EXISTS climate_winters_former (
    slug TEXT NOT NULL,
    dataset TEXT NOT NULL,
    winter BIGINT NOT NULL,
    fetched_at BIGINT NOT NULL,
    replaced_at BIGINT NOT NULL,
    days TEXT NOT NULL,
    PRIMARY KEY (slug, dataset, winter, fetched_at)
);
