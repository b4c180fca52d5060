-- The indices of El Niño, each whole: a restated one replaces it.
CREATE TABLE IF NOT EXISTS enso_series (
    name TEXT NOT NULL PRIMARY KEY,
    fetched_at BIGINT NOT NULL,
    payload TEXT NOT NULL
);
