//! The tables of the state of the deployment: sources, processes and leases.

diesel::table! {
    source_states (source) {
        source -> Text,
        lane -> Text,
        changed_at -> BigInt,
        last_success_at -> Nullable<BigInt>,
        newest_value_at -> Nullable<BigInt>,
        last_failure_at -> Nullable<BigInt>,
        failure_class -> Nullable<Text>,
        last_failure -> Nullable<Text>,
        consecutive_failures -> BigInt,
        not_asked -> Nullable<Text>,
        next_due_at -> Nullable<BigInt>,
        holder -> Text,
    }
}

diesel::table! {
    service_processes (id) {
        id -> Text,
        version -> Text,
        started_at -> BigInt,
        last_seen_at -> BigInt,
        timeline -> Nullable<BigInt>,
        counters -> Text,
        published_at -> Nullable<BigInt>,
        sources -> Text,
    }
}

diesel::table! {
    timelines (system) {
        system -> Text,
        timeline -> BigInt,
        counters -> Nullable<Text>,
    }
}

diesel::table! {
    leases (name) {
        name -> Text,
        owner -> Text,
        held_until -> BigInt,
    }
}

diesel::table! {
    lane_states (lane) {
        lane -> Text,
        last_attempt_at -> BigInt,
        last_success_at -> Nullable<BigInt>,
        last_error -> Nullable<Text>,
        consecutive_failures -> BigInt,
    }
}
