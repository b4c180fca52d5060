-- Synthetic: the tables that the program of commit a746560 makes on SQLite, as they were dumped.
CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    held_until INTEGER NOT NULL
) STRICT;
CREATE TABLE __diesel_schema_migrations (
       version VARCHAR(50) PRIMARY KEY NOT NULL,
       run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE changes (
    shard TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL
) STRICT;
CREATE TABLE evidence (
    slug TEXT NOT NULL,
    lane TEXT NOT NULL,
    captured_at INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    observed_at INTEGER,
    payload TEXT NOT NULL,
    PRIMARY KEY (slug, lane, captured_at, id)
) STRICT;
CREATE INDEX evidence_by_capture ON evidence (captured_at);
CREATE TABLE latest_evidence (
    slug TEXT NOT NULL,
    lane TEXT NOT NULL,
    captured_at INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    observed_at INTEGER,
    payload TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (slug, lane)
) STRICT;
CREATE INDEX latest_evidence_by_version ON latest_evidence (version);
CREATE TABLE budget_upstreams (
    upstream TEXT NOT NULL PRIMARY KEY,
    spent_at INTEGER NOT NULL
) STRICT;
CREATE TABLE budget_buckets (
    upstream TEXT NOT NULL,
    span INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    weight_millis INTEGER NOT NULL,
    PRIMARY KEY (upstream, span, starts_at)
) STRICT;
CREATE TABLE lane_states (
    lane TEXT NOT NULL PRIMARY KEY,
    last_attempt_at INTEGER NOT NULL,
    last_success_at INTEGER,
    last_error TEXT,
    consecutive_failures INTEGER NOT NULL
) STRICT;
CREATE TABLE imported_resorts (
    slug TEXT NOT NULL PRIMARY KEY,
    row_json TEXT NOT NULL,
    imported_at INTEGER NOT NULL
) STRICT;
CREATE TABLE settings (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
CREATE TABLE webhook_subscriptions (
    id TEXT NOT NULL,
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    events TEXT NOT NULL,
    resort_slug TEXT,
    secret_digest TEXT NOT NULL,
    sealed_secret TEXT NOT NULL,
    next_digest TEXT,
    next_sealed TEXT,
    next_until INTEGER,
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    consecutive_failures INTEGER NOT NULL,
    latency_ms INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL,
    ended_at INTEGER,
    PRIMARY KEY (id)
) STRICT;
CREATE INDEX webhook_subscriptions_by_host ON webhook_subscriptions (host) WHERE ended_at IS NULL;
CREATE INDEX webhook_subscriptions_by_resort ON webhook_subscriptions (resort_slug, id)
    WHERE ended_at IS NULL;
CREATE TABLE webhook_limits (
    name TEXT NOT NULL,
    recent TEXT NOT NULL,
    touched_at INTEGER NOT NULL,
    PRIMARY KEY (name)
) STRICT;
CREATE TABLE webhook_baselines (
    subject TEXT NOT NULL,
    version INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (subject)
) STRICT;
CREATE TABLE webhook_events (
    dedupe_key TEXT NOT NULL,
    id TEXT NOT NULL,
    event TEXT NOT NULL,
    resort_slug TEXT NOT NULL,
    audience TEXT NOT NULL,
    data TEXT NOT NULL,
    happened_at INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    fanned_out_to TEXT,
    fanned_out_at INTEGER,
    PRIMARY KEY (dedupe_key)
) STRICT;
CREATE INDEX webhook_events_to_fan_out ON webhook_events (recorded_at, id) WHERE fanned_out_at IS NULL;
CREATE TABLE webhook_deliveries (
    subscription_id TEXT NOT NULL,
    id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    event_id TEXT,
    event TEXT NOT NULL,
    lane TEXT NOT NULL,
    kind TEXT NOT NULL,
    stage TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    earlier_attempts INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    ready_at INTEGER,
    claim_id TEXT,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    body TEXT NOT NULL,
    PRIMARY KEY (subscription_id, id),
    UNIQUE (subscription_id, sequence)
) STRICT;
CREATE UNIQUE INDEX webhook_deliveries_by_event ON webhook_deliveries (subscription_id, event_id)
    WHERE event_id IS NOT NULL;
CREATE UNIQUE INDEX webhook_deliveries_front ON webhook_deliveries (subscription_id, lane)
    WHERE ready_at IS NOT NULL;
CREATE INDEX webhook_deliveries_behind ON webhook_deliveries (subscription_id, lane, sequence)
    WHERE ready_at IS NULL AND ended_at IS NULL;
CREATE INDEX webhook_deliveries_ready ON webhook_deliveries (ready_at, sequence, subscription_id)
    WHERE ready_at IS NOT NULL;
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE webhook_attempts (
    subscription_id TEXT NOT NULL,
    delivery_id TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    http_status INTEGER,
    error_code TEXT,
    snippet TEXT,
    PRIMARY KEY (subscription_id, delivery_id, attempt)
) STRICT;
CREATE TABLE climate_winters (
    slug TEXT NOT NULL,
    dataset TEXT NOT NULL,
    winter INTEGER NOT NULL,
    days TEXT NOT NULL,
    asked_through INTEGER NOT NULL,
    came_short INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (slug, dataset, winter)
) STRICT;
CREATE INDEX climate_winters_by_version ON climate_winters (version);
CREATE TABLE climate_winters_former (
    slug TEXT NOT NULL,
    dataset TEXT NOT NULL,
    winter INTEGER NOT NULL,
    fetched_at INTEGER NOT NULL,
    replaced_at INTEGER NOT NULL,
    days TEXT NOT NULL,
    PRIMARY KEY (slug, dataset, winter, fetched_at)
) STRICT;
CREATE INDEX climate_winters_former_by_end ON climate_winters_former (replaced_at);
CREATE TABLE enso_series (
    name TEXT NOT NULL PRIMARY KEY,
    fetched_at INTEGER NOT NULL,
    payload TEXT NOT NULL
) STRICT;
CREATE TABLE forecast_archive (
    slug TEXT NOT NULL,
    issued_on INTEGER NOT NULL,
    captured_at INTEGER NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (slug, issued_on)
) STRICT;
CREATE INDEX forecast_archive_by_day ON forecast_archive (issued_on);
CREATE TABLE measured_snow (
    slug TEXT NOT NULL,
    day INTEGER NOT NULL,
    network TEXT NOT NULL,
    station TEXT NOT NULL,
    elevation_m INTEGER,
    new_snow_mm INTEGER NOT NULL,
    learned_at INTEGER NOT NULL,
    PRIMARY KEY (slug, day, network, station)
) STRICT;
CREATE INDEX measured_snow_by_day ON measured_snow (day);
CREATE TABLE verification_results (
    name TEXT NOT NULL,
    in_force_from INTEGER NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (name, in_force_from)
) STRICT;
INSERT INTO __diesel_schema_migrations (version) VALUES ('0001'), ('0002'), ('0003'), ('0004'), ('0005'), ('0006'), ('0007'), ('0008'), ('0009'), ('0010'), ('0011'), ('0012'), ('0013'), ('0014'), ('0015'), ('0016'), ('0017'), ('0018'), ('0019'), ('0020'), ('0021'), ('0022'), ('0023'), ('0024'), ('0025'), ('0030'), ('0031'), ('0032'), ('0033'), ('0035'), ('0038'), ('0039'), ('0040'), ('0041'), ('0042');
