//! The tables, declared once for both databases; `migrations/` creates them.

mod deployment;
mod operators;

pub(crate) use deployment::*;
pub(crate) use operators::*;

diesel::table! {
    changes (shard) {
        shard -> Text,
        version -> BigInt,
    }
}

diesel::table! {
    evidence (slug, lane, captured_at, id) {
        slug -> Text,
        lane -> Text,
        captured_at -> BigInt,
        id -> Text,
        kind -> Text,
        observed_at -> Nullable<BigInt>,
        payload -> Text,
    }
}

diesel::table! {
    latest_evidence (slug, lane) {
        slug -> Text,
        lane -> Text,
        captured_at -> BigInt,
        id -> Text,
        kind -> Text,
        observed_at -> Nullable<BigInt>,
        payload -> Text,
        version -> BigInt,
    }
}

diesel::table! {
    budget_upstreams (upstream) {
        upstream -> Text,
        spent_at -> BigInt,
    }
}

diesel::table! {
    budget_buckets (upstream, span, starts_at) {
        upstream -> Text,
        span -> BigInt,
        starts_at -> BigInt,
        weight_millis -> BigInt,
    }
}

diesel::table! {
    imported_resorts (slug) {
        slug -> Text,
        row_json -> Text,
        imported_at -> BigInt,
    }
}

diesel::table! {
    resort_terrain (slug) {
        slug -> Text,
        terrain -> Text,
        imported_at -> BigInt,
    }
}

diesel::table! {
    settings (key) {
        key -> Text,
        value -> Text,
    }
}

diesel::table! {
    climate_winters (slug, dataset, winter) {
        slug -> Text,
        dataset -> Text,
        winter -> BigInt,
        days -> Text,
        asked_through -> BigInt,
        came_short -> BigInt,
        fetched_at -> BigInt,
        version -> BigInt,
        modelled -> Nullable<Text>,
    }
}

diesel::table! {
    climate_winters_former (slug, dataset, winter, fetched_at) {
        slug -> Text,
        dataset -> Text,
        winter -> BigInt,
        fetched_at -> BigInt,
        replaced_at -> BigInt,
        days -> Text,
    }
}

diesel::table! {
    documents (kind, subject) {
        kind -> Text,
        subject -> Text,
        version -> BigInt,
        captured_at -> BigInt,
        payload -> Nullable<Text>,
    }
}

diesel::table! {
    forecast_archive (slug, issued_on) {
        slug -> Text,
        issued_on -> BigInt,
        captured_at -> BigInt,
        payload -> Text,
    }
}

diesel::table! {
    measured_snow (slug, day, network, station) {
        slug -> Text,
        day -> BigInt,
        network -> Text,
        station -> Text,
        elevation_m -> Nullable<BigInt>,
        new_snow_mm -> BigInt,
        learned_at -> BigInt,
    }
}

diesel::table! {
    verification_results (name, in_force_from) {
        name -> Text,
        in_force_from -> BigInt,
        payload -> Text,
    }
}

// The table has more columns than diesel supports in one declaration: this one has what owners see and the secrets,
// the next one what limits and deliveries need. `storage/src/webhooks/subscriptions.rs` inserts all of them.
diesel::table! {
    webhook_subscriptions (id) {
        id -> Text,
        url -> Text,
        events -> Text,
        resort_slug -> Nullable<Text>,
        secret_digest -> Text,
        sealed_secret -> Text,
        next_digest -> Nullable<Text>,
        next_sealed -> Nullable<Text>,
        next_until -> Nullable<BigInt>,
        created_at -> BigInt,
        state -> Text,
        consecutive_failures -> BigInt,
        ended_at -> Nullable<BigInt>,
        answered_at -> Nullable<BigInt>,
        delivered_at -> Nullable<BigInt>,
        unanswered_until -> Nullable<BigInt>,
    }
}

diesel::table! {
    #[sql_name = "webhook_subscriptions"]
    webhook_standings (id) {
        id -> Text,
        url -> Text,
        host -> Text,
        events -> Text,
        resort_slug -> Nullable<Text>,
        state -> Text,
        consecutive_failures -> BigInt,
        latency_ms -> BigInt,
        last_sequence -> BigInt,
        ended_at -> Nullable<BigInt>,
        origin -> Text,
        site -> Text,
        network -> Text,
        answered_at -> Nullable<BigInt>,
        delivered_at -> Nullable<BigInt>,
        unanswered_until -> Nullable<BigInt>,
    }
}

diesel::table! {
    webhook_limits (name) {
        name -> Text,
        recent -> Text,
        touched_at -> BigInt,
    }
}

diesel::table! {
    webhook_baselines (subject) {
        subject -> Text,
        version -> BigInt,
        value -> Text,
    }
}

diesel::table! {
    webhook_events (dedupe_key) {
        dedupe_key -> Text,
        id -> Text,
        event -> Text,
        resort_slug -> Text,
        audience -> Text,
        data -> Text,
        happened_at -> BigInt,
        recorded_at -> BigInt,
        fanned_out_to -> Nullable<Text>,
        fanned_out_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    webhook_deliveries (subscription_id, id) {
        subscription_id -> Text,
        id -> Text,
        sequence -> BigInt,
        event_id -> Nullable<Text>,
        event -> Text,
        lane -> Text,
        kind -> Text,
        stage -> Text,
        attempts -> BigInt,
        earlier_attempts -> BigInt,
        due_at -> BigInt,
        ready_at -> Nullable<BigInt>,
        claim_id -> Nullable<Text>,
        created_at -> BigInt,
        ended_at -> Nullable<BigInt>,
        body -> Text,
    }
}

diesel::table! {
    webhook_attempts (subscription_id, delivery_id, attempt) {
        subscription_id -> Text,
        delivery_id -> Text,
        attempt -> BigInt,
        started_at -> BigInt,
        ended_at -> BigInt,
        http_status -> Nullable<BigInt>,
        error_code -> Nullable<Text>,
        snippet -> Nullable<Text>,
    }
}

diesel::table! {
    accounts (id) {
        id -> Text,
        email -> Text,
        email_key -> Text,
        plan -> Text,
        plan_until -> Nullable<BigInt>,
        password -> Nullable<Text>,
        created_at -> BigInt,
        verified_at -> Nullable<BigInt>,
        suspended_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    account_sessions (digest) {
        digest -> Text,
        id -> Text,
        account_id -> Text,
        signed_in_at -> BigInt,
        seen_at -> BigInt,
        browser -> Text,
    }
}

diesel::table! {
    account_tokens (digest) {
        digest -> Text,
        id -> Text,
        account_id -> Text,
        name -> Text,
        scopes -> Text,
        created_at -> BigInt,
        used_at -> Nullable<BigInt>,
        expires_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    account_challenges (digest) {
        digest -> Text,
        email -> Text,
        code_digest -> Nullable<Text>,
        link_digest -> Nullable<Text>,
        made_at -> BigInt,
        holds_ms -> BigInt,
        attempts -> BigInt,
    }
}

diesel::table! {
    account_browsers (digest) {
        digest -> Text,
        account_id -> Text,
        seen_at -> BigInt,
    }
}

diesel::table! {
    account_passkeys (credential) {
        credential -> Text,
        id -> Text,
        account_id -> Text,
        site -> Text,
        key -> Text,
        state -> Text,
        transports -> BigInt,
        name -> Text,
        created_at -> BigInt,
        used_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    account_ceremonies (digest) {
        digest -> Text,
        account_id -> Nullable<Text>,
        state -> Text,
        made_at -> BigInt,
    }
}

diesel::table! {
    saved_resorts (account_id, slug) {
        account_id -> Text,
        slug -> Text,
        saved_at -> BigInt,
    }
}

diesel::table! {
    audit_log (id) {
        id -> Text,
        happened_at -> BigInt,
        actor -> Text,
        act -> Text,
        account_id -> Nullable<Text>,
        detail -> Text,
    }
}

diesel::table! {
    billing_events (id) {
        id -> Text,
        received_at -> BigInt,
    }
}

diesel::table! {
    billing_newest (account_id) {
        account_id -> Text,
        said_at -> BigInt,
    }
}

diesel::allow_tables_to_appear_in_same_query!(webhook_subscriptions, webhook_deliveries);
diesel::allow_tables_to_appear_in_same_query!(webhook_standings, webhook_deliveries);
