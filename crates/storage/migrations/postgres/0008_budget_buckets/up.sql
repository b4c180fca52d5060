-- What was spent, in sixty buckets per window. Window length in microseconds, weight in thousandths of a call.
CREATE TABLE IF NOT EXISTS budget_buckets (
    upstream TEXT NOT NULL,
    span BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    weight_millis BIGINT NOT NULL,
    PRIMARY KEY (upstream, span, starts_at)
);
