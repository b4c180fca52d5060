-- What came of grading: by name, since when it holds. Payload is JSON.
CREATE TABLE IF NOT EXISTS verification_results (
    name TEXT NOT NULL,
    in_force_from INTEGER NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (name, in_force_from)
) STRICT;
