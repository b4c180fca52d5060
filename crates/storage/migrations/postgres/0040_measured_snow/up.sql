-- What fell: new snow of a resort's local day at one station, millimetres of depth. Days count from 1970-01-01.
CREATE TABLE IF NOT EXISTS measured_snow (
    slug TEXT NOT NULL,
    day BIGINT NOT NULL,
    network TEXT NOT NULL,
    station TEXT NOT NULL,
    elevation_m BIGINT,
    new_snow_mm BIGINT NOT NULL,
    learned_at BIGINT NOT NULL,
    PRIMARY KEY (slug, day, network, station)
);
