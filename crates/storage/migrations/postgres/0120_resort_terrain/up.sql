-- Terrain of resorts as an imported map counts it, apart from their rows so that it can be removed again.
CREATE TABLE IF NOT EXISTS resort_terrain (
    slug TEXT NOT NULL PRIMARY KEY,
    terrain TEXT NOT NULL,
    imported_at BIGINT NOT NULL
);
