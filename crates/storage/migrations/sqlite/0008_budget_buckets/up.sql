-- What was spent, in sixty buckets per window. Window length in microseconds, weight in thousandths of a call.
CREATE TABLE IF NOT EXISTS budget_buckets (
    upstream TEXT NOT NULL,
    span INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    weight_millis INTEGER NOT NULL,
    PRIMARY KEY (upstream, span, starts_at)
) STRICT;
