-- How each upstream lane is doing. Times are epoch microseconds.
CREATE TABLE IF NOT EXISTS lane_states (
    lane TEXT NOT NULL PRIMARY KEY,
    last_attempt_at INTEGER NOT NULL,
    last_success_at INTEGER,
    last_error TEXT,
    consecutive_failures INTEGER NOT NULL
) STRICT;
