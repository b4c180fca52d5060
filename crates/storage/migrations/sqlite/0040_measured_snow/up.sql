-- What fell: new snow of a resort's local day at one station, millimetres of depth. Days count from 1970-01-01.
CREATE TABLE IF NOT EXISTS measured_snow (
    slug TEXT NOT NULL,
    day INTEGER NOT NULL,
    network TEXT NOT NULL,
    station TEXT NOT NULL,
    elevation_m INTEGER,
    new_snow_mm INTEGER NOT NULL,
    learned_at INTEGER NOT NULL,
    PRIMARY KEY (slug, day, network, station)
) STRICT;
