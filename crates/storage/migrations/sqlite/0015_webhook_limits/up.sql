-- What was made lately in one name (a JSON array of instants), and the row that two who make at once wait for.
CREATE TABLE IF NOT EXISTS webhook_limits (
    name TEXT NOT NULL,
    recent TEXT NOT NULL,
    touched_at INTEGER NOT NULL,
    PRIMARY KEY (name)
) STRICT;
