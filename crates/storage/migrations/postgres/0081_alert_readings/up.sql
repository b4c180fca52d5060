-- What alerts saw of each resort last, as JSON.
CREATE TABLE IF NOT EXISTS alert_readings (
    slug TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (slug)
);
