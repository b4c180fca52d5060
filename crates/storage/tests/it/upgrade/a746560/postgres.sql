-- Synthetic: the tables that the program of commit a746560 makes on PostgreSQL, as they were dumped.
CREATE TABLE public.__diesel_schema_migrations (
    version character varying(50) NOT NULL,
    run_on timestamp without time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE TABLE public.budget_buckets (
    upstream text NOT NULL,
    span bigint NOT NULL,
    starts_at bigint NOT NULL,
    weight_millis bigint NOT NULL
);
CREATE TABLE public.budget_upstreams (
    upstream text NOT NULL,
    spent_at bigint NOT NULL
);
CREATE TABLE public.changes (
    shard text NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.climate_winters (
    slug text NOT NULL,
    dataset text NOT NULL,
    winter bigint NOT NULL,
    days text NOT NULL,
    asked_through bigint NOT NULL,
    came_short bigint NOT NULL,
    fetched_at bigint NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.climate_winters_former (
    slug text NOT NULL,
    dataset text NOT NULL,
    winter bigint NOT NULL,
    fetched_at bigint NOT NULL,
    replaced_at bigint NOT NULL,
    days text NOT NULL
);
CREATE TABLE public.enso_series (
    name text NOT NULL,
    fetched_at bigint NOT NULL,
    payload text NOT NULL
);
CREATE TABLE public.evidence (
    slug text NOT NULL,
    lane text NOT NULL,
    captured_at bigint NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    observed_at bigint,
    payload text NOT NULL
);
CREATE TABLE public.forecast_archive (
    slug text NOT NULL,
    issued_on bigint NOT NULL,
    captured_at bigint NOT NULL,
    payload text NOT NULL
);
CREATE TABLE public.imported_resorts (
    slug text NOT NULL,
    row_json text NOT NULL,
    imported_at bigint NOT NULL
);
CREATE TABLE public.lane_states (
    lane text NOT NULL,
    last_attempt_at bigint NOT NULL,
    last_success_at bigint,
    last_error text,
    consecutive_failures bigint NOT NULL
);
CREATE TABLE public.latest_evidence (
    slug text NOT NULL,
    lane text NOT NULL,
    captured_at bigint NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    observed_at bigint,
    payload text NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE public.leases (
    name text NOT NULL,
    owner text NOT NULL,
    held_until bigint NOT NULL
);
CREATE TABLE public.measured_snow (
    slug text NOT NULL,
    day bigint NOT NULL,
    network text NOT NULL,
    station text NOT NULL,
    elevation_m bigint,
    new_snow_mm bigint NOT NULL,
    learned_at bigint NOT NULL
);
CREATE TABLE public.settings (
    key text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.verification_results (
    name text NOT NULL,
    in_force_from bigint NOT NULL,
    payload text NOT NULL
);
CREATE TABLE public.webhook_attempts (
    subscription_id text NOT NULL,
    delivery_id text NOT NULL,
    attempt bigint NOT NULL,
    started_at bigint NOT NULL,
    ended_at bigint NOT NULL,
    http_status bigint,
    error_code text,
    snippet text
);
CREATE TABLE public.webhook_baselines (
    subject text NOT NULL,
    version bigint NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.webhook_deliveries (
    subscription_id text NOT NULL,
    id text NOT NULL,
    sequence bigint NOT NULL,
    event_id text,
    event text NOT NULL,
    lane text NOT NULL,
    kind text NOT NULL,
    stage text NOT NULL,
    attempts bigint NOT NULL,
    earlier_attempts bigint NOT NULL,
    due_at bigint NOT NULL,
    ready_at bigint,
    claim_id text,
    created_at bigint NOT NULL,
    ended_at bigint,
    body text NOT NULL
);
CREATE TABLE public.webhook_events (
    dedupe_key text NOT NULL,
    id text NOT NULL,
    event text NOT NULL,
    resort_slug text NOT NULL,
    audience text NOT NULL,
    data text NOT NULL,
    happened_at bigint NOT NULL,
    recorded_at bigint NOT NULL,
    fanned_out_to text,
    fanned_out_at bigint
);
CREATE TABLE public.webhook_limits (
    name text NOT NULL,
    recent text NOT NULL,
    touched_at bigint NOT NULL
);
CREATE TABLE public.webhook_subscriptions (
    id text NOT NULL,
    url text NOT NULL,
    host text NOT NULL,
    events text NOT NULL,
    resort_slug text,
    secret_digest text NOT NULL,
    sealed_secret text NOT NULL,
    next_digest text,
    next_sealed text,
    next_until bigint,
    created_at bigint NOT NULL,
    state text NOT NULL,
    consecutive_failures bigint NOT NULL,
    latency_ms bigint NOT NULL,
    last_sequence bigint NOT NULL,
    ended_at bigint
);
ALTER TABLE ONLY public.__diesel_schema_migrations
    ADD CONSTRAINT __diesel_schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.budget_buckets
    ADD CONSTRAINT budget_buckets_pkey PRIMARY KEY (upstream, span, starts_at);
ALTER TABLE ONLY public.budget_upstreams
    ADD CONSTRAINT budget_upstreams_pkey PRIMARY KEY (upstream);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (shard);
ALTER TABLE ONLY public.climate_winters_former
    ADD CONSTRAINT climate_winters_former_pkey PRIMARY KEY (slug, dataset, winter, fetched_at);
ALTER TABLE ONLY public.climate_winters
    ADD CONSTRAINT climate_winters_pkey PRIMARY KEY (slug, dataset, winter);
ALTER TABLE ONLY public.enso_series
    ADD CONSTRAINT enso_series_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT evidence_pkey PRIMARY KEY (slug, lane, captured_at, id);
ALTER TABLE ONLY public.forecast_archive
    ADD CONSTRAINT forecast_archive_pkey PRIMARY KEY (slug, issued_on);
ALTER TABLE ONLY public.imported_resorts
    ADD CONSTRAINT imported_resorts_pkey PRIMARY KEY (slug);
ALTER TABLE ONLY public.lane_states
    ADD CONSTRAINT lane_states_pkey PRIMARY KEY (lane);
ALTER TABLE ONLY public.latest_evidence
    ADD CONSTRAINT latest_evidence_pkey PRIMARY KEY (slug, lane);
ALTER TABLE ONLY public.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.measured_snow
    ADD CONSTRAINT measured_snow_pkey PRIMARY KEY (slug, day, network, station);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.verification_results
    ADD CONSTRAINT verification_results_pkey PRIMARY KEY (name, in_force_from);
ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (subscription_id, delivery_id, attempt);
ALTER TABLE ONLY public.webhook_baselines
    ADD CONSTRAINT webhook_baselines_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (subscription_id, id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_subscription_id_sequence_key UNIQUE (subscription_id, sequence);
ALTER TABLE ONLY public.webhook_events
    ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (dedupe_key);
ALTER TABLE ONLY public.webhook_limits
    ADD CONSTRAINT webhook_limits_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.webhook_subscriptions
    ADD CONSTRAINT webhook_subscriptions_pkey PRIMARY KEY (id);
CREATE INDEX climate_winters_by_version ON public.climate_winters USING btree (version);
CREATE INDEX climate_winters_former_by_end ON public.climate_winters_former USING btree (replaced_at);
CREATE INDEX evidence_by_capture ON public.evidence USING btree (captured_at);
CREATE INDEX forecast_archive_by_day ON public.forecast_archive USING btree (issued_on);
CREATE INDEX latest_evidence_by_version ON public.latest_evidence USING btree (version);
CREATE INDEX measured_snow_by_day ON public.measured_snow USING btree (day);
CREATE INDEX webhook_deliveries_behind ON public.webhook_deliveries USING btree (subscription_id, lane, sequence) WHERE ((ready_at IS NULL) AND (ended_at IS NULL));
CREATE UNIQUE INDEX webhook_deliveries_by_event ON public.webhook_deliveries USING btree (subscription_id, event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX webhook_deliveries_ended ON public.webhook_deliveries USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX webhook_deliveries_front ON public.webhook_deliveries USING btree (subscription_id, lane) WHERE (ready_at IS NOT NULL);
CREATE INDEX webhook_deliveries_ready ON public.webhook_deliveries USING btree (ready_at, sequence, subscription_id) WHERE (ready_at IS NOT NULL);
CREATE INDEX webhook_events_to_fan_out ON public.webhook_events USING btree (recorded_at, id) WHERE (fanned_out_at IS NULL);
CREATE INDEX webhook_subscriptions_by_host ON public.webhook_subscriptions USING btree (host) WHERE (ended_at IS NULL);
CREATE INDEX webhook_subscriptions_by_resort ON public.webhook_subscriptions USING btree (resort_slug, id) WHERE (ended_at IS NULL);
INSERT INTO __diesel_schema_migrations (version) VALUES ('0001'), ('0002'), ('0003'), ('0004'), ('0005'), ('0006'), ('0007'), ('0008'), ('0009'), ('0010'), ('0011'), ('0012'), ('0013'), ('0014'), ('0015'), ('0016'), ('0017'), ('0018'), ('0019'), ('0020'), ('0021'), ('0022'), ('0023'), ('0024'), ('0025'), ('0030'), ('0031'), ('0032'), ('0033'), ('0035'), ('0038'), ('0039'), ('0040'), ('0041'), ('0042');
