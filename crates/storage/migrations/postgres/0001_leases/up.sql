-- Who may do what only one process may do at a time, and until when (epoch microseconds).
CREATE TABLE IF NOT EXISTS leases (
    name TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    held_until BIGINT NOT NULL
);
