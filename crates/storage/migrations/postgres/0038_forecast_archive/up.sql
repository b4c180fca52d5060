-- What was forecast: the first complete forecast of each resort's local day. Days count from 1970-01-01; payload is JSON.
CREATE TABLE IF NOT EXISTS forecast_archive (
    slug TEXT NOT NULL,
    issued_on BIGINT NOT NULL,
    captured_at BIGINT NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (slug, issued_on)
);
